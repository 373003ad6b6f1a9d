"""What is installed is known: each dependency has its version in the file that CI installs from and audits."""

from __future__ import annotations

import re
import tomllib

from tests.shared import REPOSITORY


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    building = (REPOSITORY / "hatch_build.py").read_text(encoding="utf-8")
    wanted += re.findall(r'"([a-z]+>=[0-9]+[^"]*)"', building)
    assert {"hatchling", "mypy", "setuptools"} <= {name.split(">=")[0] for name in wanted}
    for extra in project["project"]["optional-dependencies"].values():
        # An extra may be made of another one of ours.
        wanted += [one for one in extra if not one.startswith("innolog[")]
    lines = (REPOSITORY / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    locked = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert all(re.fullmatch(r"[0-9][0-9A-Za-z.+!-]*", version) for version in locked.values())
    assert [lines for lines in wanted if re.split(r"[^A-Za-z0-9_.-]", lines)[0] not in locked] == []
