"""A new zone of a player takes a row and a few lines more; what users see of it follows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import innolog

_ROOT = Path(innolog.__file__).parents[1]
_SCRIPT = Path(__file__).with_name("made_up_zone.py")
_ROW = 'ZoneFacts(Zone.SAFE, "safe", "safe", "safe", Faces.OF_THE_OWNER, stacked=True, counts=False)'
#: What is replaced in each file. For a real zone, the words of the sites would follow in the parsers.
_ADDED: Final = {
    "innolog/engine/zones.py": [
        ("    JUNK = 12\n\n\nclass Faces", "    JUNK = 12\n    SAFE = 13\n\n\nclass Faces"),
        ("OF_A_PLAYER: Final = (\n", f"OF_A_PLAYER: Final = (\n    {_ROW},\n"),
    ],
    "innolog/engine/position.py": [
        ("    display: Sequence[int] = ()\n", "    display: Sequence[int] = ()\n    safe: Sequence[int] = ()\n")
    ],
    "innolog/cli/schemas/show.json": [
        ('          "display",\n', '          "display",\n          "safe",\n'),
        (
            '          "display": {',
            '          "safe": {"description": "The safe.", "type": ["array", "null"]},\n          "display": {',
        ),
    ],
    "innolog/log/observations.py": [('    JUNK = "junk"\n', '    JUNK = "junk"\n    SAFE = "safe"\n')],
    "innolog/results/result.py": [
        (
            "    lost: bool = False\n",
            "    lost: bool = False\n    safe: tuple[int | None, ...] = ()\n    safe_backs: tuple[int, ...] = ()\n",
        )
    ],
}


@pytest.mark.plain
def test_a_new_zone_takes_a_few_lines(tmp_path: Path) -> None:
    for package in ("innolog", "parsers", "reports"):
        shutil.copytree(_ROOT / package, tmp_path / package)
    for name, changes in _ADDED.items():
        file = tmp_path / name
        text = file.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    run = subprocess.run(
        [sys.executable, str(_SCRIPT)], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")
