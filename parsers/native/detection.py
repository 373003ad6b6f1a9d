"""Detect games in the native format by their content, without loading the reader."""

from __future__ import annotations

import re

from parsers import fastjson
from parsers.native.specification import HEADER
from parsers.text import readable

_KEY = f'"{HEADER}"'.encode()
#: How a header begins that is damaged further on, so that its keys are not known.
_START = re.compile(rb"\{\s*" + _KEY + rb"\s*:")


def fits(data: bytes) -> bool:
    """Whether the first line is a header of the native format: an object that has the version, at any place."""
    data = readable(data)
    if _KEY not in data:
        return False
    line = data.lstrip().partition(b"\n")[0]
    try:
        header = fastjson.loads(line)
    except fastjson.JSONDecodeError:
        return bool(_START.match(line))
    return isinstance(header, dict) and HEADER in header
