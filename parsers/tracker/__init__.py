"""The ``game_log.json`` of browser extensions that track games on Board Game Arena, in its three generations."""
