"""Compile the Python of the site ahead of time. This runs in Pyodide, whose bytecode only Pyodide itself can make.

A browser would otherwise compile some 300 modules at each opening, which takes longer than all else.
"""

from __future__ import annotations

import importlib
import io
import json
import sys
from collections.abc import Iterable
from importlib.util import source_hash
from marshal import dumps
from pathlib import Path
from types import CodeType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

#: Forms in which games are dropped most often, beside the native one.
_FORMS = ("bga", "text", "tracker")
#: The flag of bytecode whose source is never compared: the site pins the hashes of both.
_UNCHECKED = (1).to_bytes(4, "little")


def warm_up(log: str) -> None:
    """Import what the site needs, by judging and showing the log in a file, in several forms."""
    from innolog.cli.web import judging
    from innolog.conversion.retelling import converted
    from innolog.replay import replay
    from parsers import read_log

    result = replay(read_log(log), record=True)
    Path(f"{log}.native").write_bytes(judging.export(log, 0, log, "native"))
    for form in _FORMS:
        Path(f"{log}.{form}").write_text(converted(result, form).text, encoding="utf-8")
    for form in ("native", *_FORMS):
        for row in judging.verdicts(f"{log}.{form}", form):
            assert json.loads(row)["has_page"], row
    judging.page(f"{log}.bga", 0, log)
    assert json.loads(next(judging.review(f"{log}.bga", 0, log)))["done"] == 1
    judging.export(log, 0, log, "csv")
    judging.from_link(judging.link(log, 0, log))


def of_archive(archive: str) -> bytes:
    """An archive from which Python imports, with bytecode instead of the source of the imported modules."""
    imported = _imported()
    found = []
    with ZipFile(archive) as opened:
        for name in opened.namelist():
            content = opened.read(name)
            if f"{archive}/{name}" in imported:
                found.append((f"{name}c", _bytecode(content, f"{archive}/{name}")))
            else:
                found.append((name, content))
    return zipped(found)


def _imported() -> set[str]:
    return {file for module in list(sys.modules.values()) if (file := getattr(module, "__file__", None))}


def _bytecode(source: bytes, path: str) -> bytes:
    code: CodeType = compile(source, path, "exec", dont_inherit=True, optimize=0)
    return importlib.util.MAGIC_NUMBER + _UNCHECKED + source_hash(source) + dumps(code)


def zipped(content: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip archive of files by their names. The same files give the same bytes."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, data in content:
            # The time is always the same.
            member = ZipInfo(name)
            member.compress_type = ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, data)
    return buffer.getvalue()
