"""Compiles the hot core of innolog with mypyc for wheels, where there is a C compiler.

Where there is none, or it fails, the wheel has the same modules as plain Python: slower, with the same verdicts. Trees
installed for editing are never compiled, and INNOLOG_PURE=1 in the environment leaves it out.
"""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: What compiling needs.
COMPILING = ["mypy>=1.14", "setuptools>=77"]
#: Packages whose modules make an extension module of their own, with those of the packages in them.
LARGE = {"innolog_engine", "innolog_replay", "parsers_bga"}
#: Python asks for warnings, which nobody would read: looking for them takes a fifth of the time. These passes of gcc
#: take a sixth, and with them games are replayed no faster.
FLAGS = [
    "-Wno-all", "-Wno-sign-compare", "-fno-tree-pta", "-fno-tree-dominator-opts", "-fno-asynchronous-unwind-tables",
]  # fmt: skip


def _is_plain() -> bool:
    """True when it was asked not to compile anything."""
    return bool(os.environ.get("INNOLOG_PURE"))


def _with_shared_shims(modules: list[Any], folder: Path) -> tuple[list[Any], dict[str, str]]:
    """Compile the shims of many modules at once. Returns what is left to compile, and the copies: module and original.

    A shim looks up one module in the extension module of its group. mypyc compiles each by itself, which takes a sixth
    of the time. One shared library can hold those of many modules, and is copied to each of their names, as long as the
    last parts of the names differ: Python looks for an initialization function of that name.
    """
    shared: list[dict[str, Any]] = []
    for module in modules:
        if not module.name.endswith("__mypyc"):
            last = module.name.rpartition(".")[2]
            group = next((group for group in shared if last not in group), None)
            if group is None:
                shared.append(group := {})
            group[last] = module
    copies = {}
    for number, group in enumerate(shared):
        leader, *others = group.values()
        source = folder / f"shims_{number}.c"
        shims = {last: Path(module.sources[0]).read_text() for last, module in group.items()}
        # Each can also initialize a package; none of these modules is one.
        source.write_text(
            "\n".join(shim.replace("PyInit___init__", f"_{last}_package") for last, shim in shims.items())
        )
        leader.sources = [str(source)]
        copies.update({module.name: leader.name for module in others})
    return [module for module in modules if module.name not in copies], copies


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
        # An extension module for each large package, and one for all others, so that they are compiled side by side.
        groups: dict[str, list[str]] = {}
        for name in names:
            room = str(Path(name).parent).replace(os.sep, "_")
            large = next((package for package in LARGE if f"{room}_".startswith(f"{package}_")), "innolog_others")
            groups.setdefault(large, []).append(name)
        # With -O2 the C compiler takes 40 % more time, and games are replayed no faster; with -O0 almost half as fast.
        modules = mypycify(
            options,
            separate=[(files, room) for room, files in groups.items()],
            opt_level="1",
            debug_level="0",
            target_dir=str(folder / "c"),
        )
        modules, copies = _with_shared_shims(modules, folder)
        # The largest first, so that no core waits for another at the end.
        modules.sort(key=lambda module: -sum(Path(source).stat().st_size for source in module.sources))
        if os.name == "posix":
            for module in modules:
                module.extra_compile_args += FLAGS
        command = build_ext(Distribution({"name": "innolog", "ext_modules": modules}))
        command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "objects")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
        library = folder / "lib"
        for name, leader in copies.items():
            target = library / command.get_ext_filename(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            copyfile(library / command.get_ext_filename(leader), target)
        return {str(path): str(path.relative_to(library)) for path in library.rglob("*") if path.is_file()}
