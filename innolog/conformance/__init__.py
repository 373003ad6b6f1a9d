"""Another program's engine, held against the rules.

An *engine* is a program that speaks the protocol of :mod:`~innolog.conformance.protocol`. :mod:`.process` runs one,
:mod:`.serving` lets innolog be one. :mod:`.suite` has the cases, :mod:`.holding` holds an engine against one of them,
:mod:`.naming` names the cause, :mod:`.lockstep` plays whole games beside it, :mod:`.shrinking` makes a difference
small, :mod:`.running` does all that and groups what differs, and :mod:`.telling` says it in words.
"""

from __future__ import annotations
