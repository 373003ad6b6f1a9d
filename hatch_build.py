"""Compiles the hot core of innolog with mypyc for wheels, where there is a C compiler.

Where there is none, or it fails, the wheel has the same modules as plain Python: slower, with the same verdicts. Trees
installed for editing are never compiled, and INNOLOG_PURE=1 in the environment leaves it out.
"""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: What compiling needs.
COMPILING = ["mypy>=1.14", "setuptools>=77"]


def _is_plain() -> bool:
    """True when it was asked not to compile anything."""
    return bool(os.environ.get("INNOLOG_PURE"))


class CompiledCore(BuildHookInterface[Any]):
    """Puts extension modules for the files in ``compiled`` (globs in pyproject.toml) beside the Python files."""

    def dependencies(self) -> list[str]:
        """Packages beside those of pyproject.toml. A plain build downloads none."""
        return [] if _is_plain() else COMPILING

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder of its own, all or nothing: compiled modules rely on each other."""
        if version == "editable" or _is_plain():
            return
        self._folder = TemporaryDirectory()
        try:
            compiled = self._compile(Path(self._folder.name))
        except (Exception, SystemExit) as error:  # mypyc exits where it finds fault with the types
            self.app.display_warning(f"innolog will run as plain Python, slower: {error}")
            return
        build_data["force_include"].update(compiled)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _compile(self, folder: Path) -> dict[str, str]:
        """The extension modules, as paths of files and their paths in the wheel."""
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext

        root = Path(self.root)
        sources = {path for pattern in self.config["compiled"] for path in root.glob(pattern)}
        sources -= {root / name for name in self.config["plain"]}
        # Types are checked elsewhere, with everything installed.
        options = ["--config-file=", f"--cache-dir={folder / 'types'}", "--ignore-missing-imports"]
        names = sorted(str(path.relative_to(root)) for path in sources)
        options += ["--follow-imports=silent", *names]
        # An extension module for each package, so that they are compiled side by side.
        groups = [
            (list(files), str(package).replace(os.sep, "_"))
            for package, files in groupby(names, key=lambda name: Path(name).parent)
        ]
        # With -O2 the C compiler takes 40 % more time, and games are replayed no faster; with -O0 almost half as fast.
        modules = mypycify(options, separate=groups, opt_level="1", debug_level="0", target_dir=str(folder / "c"))
        command = build_ext(Distribution({"name": "innolog", "ext_modules": modules}))
        command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "objects")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
        library = folder / "lib"
        return {str(path): str(path.relative_to(library)) for path in library.rglob("*") if path.is_file()}
