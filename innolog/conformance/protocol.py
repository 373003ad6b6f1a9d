"""The protocol between innolog and another engine: JSON lines, one request and one answer at a time.

``protocol.json`` beside this module is its JSON Schema, ``innolog docs conformance`` explains it.
"""

from __future__ import annotations

#: The version of the protocol. A field that engines can ignore does not change it.
PROTOCOL = 1
