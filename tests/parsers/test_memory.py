"""How much memory the largest files take, made of what takes most for its length.

16 MB of empty lists took 540 MB: a limit of bytes does not limit the objects made from them. The class: each kind of
value of JSON alone and in others, in every form that is JSON or has JSON in it, as the last thing that fits.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from innolog.log import UnreadableLog
from parsers.bga.jsontext import MAX_CONTAINERS, MAX_VALUES, check_counts, parse_json
from parsers.files import MAX_LOG_BYTES

# The largest size of the program itself: what getrusage says includes that of the process it was forked from.
_PROGRAM = """
import re, sys
from pathlib import Path
from innolog.cli import main
try:
    main(["validate", sys.argv[1]])
except SystemExit as left:
    print(left.code, re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


def filled(start: bytes, middle: bytes, end: bytes, size: int = MAX_LOG_BYTES) -> bytes:
    return start + middle * ((size - len(start) - len(end)) // len(middle)) + end


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says how large a process was")
@pytest.mark.parametrize(
    "data",
    [
        filled(b"[", b"[],", b"[]]"),
        filled(b"[", b'"a",', b'"a"]'),
        # As many as may be, and texts for the rest.
        b"[" + b'{"a":1},' * (MAX_CONTAINERS - 2) + b'"' + b"a" * 11_000_000 + b'",{}]',
        b"[" + b'"a",' * (MAX_VALUES - 1) + b"1]",
        filled(b'{"innolog":1,"x":[', b"[],", b"[]]}\n"),
        filled(b"<script>g_gamelogs = [", b"[],", b"[]];</script>", 4 * MAX_LOG_BYTES),
    ],
    ids=["lists", "texts", "objects within the limit", "texts within the limit", "native", "page"],
)
def test_the_largest_file_takes_at_most_500_megabytes(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(data)
    # As much address space as the rest of Python and the libraries need, and no more.
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, path],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)),
    )
    code, kilobytes = done.stdout.split()[-2:]
    assert (code, "Traceback" in done.stderr) == ("3", False), done.stderr
    assert int(kilobytes) < 500_000
    assert ": unreadable: " in done.stdout


def test_what_is_counted_is_named() -> None:
    with pytest.raises(UnreadableLog, match="at most 500,000 objects and lists, found 2,000,002"):
        parse_json("a.json", b"[" + b"[],," * 2_000_000 + b"[]]")
    with pytest.raises(UnreadableLog, match="at most 2,000,000 values"):
        check_counts("a.json", "line 3", "1," * 2_100_000)
    # Of small texts nothing is counted, and of large ones texts are not.
    assert len(parse_json("a.json", b"[" + b"[]," * 600_000 + b"[]]")) == 600_001
    assert parse_json("a.json", b'["' + b"a" * 10_000_000 + b'"]')
