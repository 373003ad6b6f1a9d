"""The native format ``.innolog``: JSON Lines, a header, one line a decision, and an end."""

from parsers.native.reader import fits, read
from parsers.native.writer import lines

__all__ = ["fits", "lines", "read"]
