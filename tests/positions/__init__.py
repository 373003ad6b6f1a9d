"""Positions that a site's own code played one action from, played again by this engine."""
