"""Detect games in the native format by their content, without loading the reader."""

from __future__ import annotations

import re

from parsers import fastjson
from parsers.native.specification import HEADER
from parsers.text import readable

_KEY = f'"{HEADER}"'.encode()
#: How most headers begin, damaged ones too.
_START = re.compile(rb"\{\s*" + _KEY + rb"\s*:")
#: Maximum length of another header in bytes. It is parsed here, where nothing limits what a file is made of.
_LONGEST = 1_000_000


def fits(data: bytes) -> bool:
    """Whether the first line is a header of the native format: an object that has the version, at any place."""
    data = readable(data)
    if _KEY not in data:
        return False
    data = data.lstrip()
    if _START.match(data):
        return True
    try:
        header = fastjson.loads(data[:_LONGEST].partition(b"\n")[0])
    except fastjson.JSONDecodeError:
        return False
    return isinstance(header, dict) and HEADER in header
