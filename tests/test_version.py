"""Two states of the tree have two versions, and a copy without history has the number."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

import innolog.version
from innolog.version import NUMBER


def _version_in(root: Path) -> str:
    """The version that a build of a tree gets."""
    spec = importlib.util.spec_from_file_location("version_of_a_tree", root / "innolog" / "version.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    built: str = module.built()
    assert module.version() == built or not (root / ".git").exists()
    return built


def _git(root: Path, *arguments: str) -> str:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    done = subprocess.run(["git", "-C", str(root), *who, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_version_names_the_commit(tmp_path: Path) -> None:
    (tmp_path / "innolog").mkdir()
    shutil.copy(innolog.version.__file__, tmp_path / "innolog" / "version.py")
    assert _version_in(tmp_path) == NUMBER
    _git(tmp_path, "init", "-q")
    _git(tmp_path, "add", ".")
    _git(tmp_path, "commit", "-qm", "one")
    commit = _git(tmp_path, "rev-parse", "--short=7", "HEAD")
    assert _version_in(tmp_path) == f"{NUMBER}+g{commit}"
    _git(tmp_path, "tag", "-am", "a release", f"v{NUMBER}")
    assert _version_in(tmp_path) == NUMBER
    (tmp_path / "innolog" / "version.py").write_text(Path(innolog.version.__file__).read_text() + "#\n")
    assert _version_in(tmp_path) == f"{NUMBER}+g{commit}.changed"
    _git(tmp_path, "commit", "-qam", "two")
    commit = _git(tmp_path, "rev-parse", "--short=7", "HEAD")
    assert _version_in(tmp_path) == f"{NUMBER}+g{commit}"
