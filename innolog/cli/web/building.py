"""Build the site: static files that any web server can serve, and that need no other host."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files as resources
from importlib.resources.abc import Traversable

from innolog.cli.web.bytecode import zipped
from innolog.cli.web.compiling import ARCHIVE, compiled
from innolog.version import version
from reports.game import csp_hash

#: Packages of innolog, and the packages that it needs in a browser.
_OWN = ("innolog", "parsers", "reports")
_NEEDED = ("click", "jinja2", "markupsafe")
#: What the browser never imports, relative to the packages.
_LEFT_OUT = (
    "innolog/bench/", "innolog/conformance/", "innolog/ingest/", "innolog/store/", "innolog/training/", "innolog/docs/",
    "innolog/cli/web/static/", "reports/conformance", "reports/metrics/", "reports/queries/", "reports/corpus",
    "reports/templates/corpus",
)  # fmt: skip
#: A game that the site shows to readers who have none; by bots, of two players with the base set.
EXAMPLE = resources("innolog") / "docs" / "native" / "legal.innolog"
#: Where the page itself is described: the placeholders of the static files.
_POLICY, _FILES, _VERSION = "%POLICY%", "%FILES%", "%VERSION%"


def own_policy() -> str:
    """The Content-Security-Policy: nothing from another host, and nothing inline but what the page of a game has."""
    style, script = _game()
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' '{csp_hash(script)}'",
            f"style-src 'self' '{csp_hash(style)}'",
            "connect-src 'self'",
            "img-src 'self' data: blob:",
            "manifest-src 'self'",
            "worker-src 'self' blob:",
            "frame-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def site(pyodide: Mapping[str, bytes], node: str | None = None) -> dict[str, bytes]:
    """All files of the site by their paths. ``pyodide`` are the files of :func:`innolog.cli.web.pyodide.files`.

    With the program ``node`` the Python of the site is compiled, which a browser otherwise does at each opening. The
    same innolog and packages give the same files. Raises :class:`innolog.cli.web.compiling.NotCompiled`.
    """
    static = resources("innolog.cli.web") / "static"
    found = {f"pyodide/{name}": content for name, content in pyodide.items()}
    found["game.css"] = _game()[0].encode()
    found["example.innolog"] = EXAMPLE.read_bytes()
    found[ARCHIVE] = zipped(sorted((_own() | _packages()).items()))
    if node is not None:
        found |= compiled(found, "example.innolog", node)
    replaced = {_POLICY: own_policy(), _VERSION: version(), "%ARCHIVE%": json.dumps(ARCHIVE)}
    for name in ("index.html", "app.js", "sharing.js", "worker.js", "site.css"):
        text = (static / name).read_text(encoding="utf-8")
        for placeholder, value in replaced.items():
            text = text.replace(placeholder, value)
        found[name] = text.encode()
    for name in ("icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest"):
        found[name] = (static / name).read_bytes()
    listed = json.dumps({name: _digest(content) for name, content in sorted(found.items())}, indent=1)
    keeper = (static / "sw.js").read_text(encoding="utf-8")
    found["sw.js"] = keeper.replace(_FILES, listed).replace(_VERSION, _digest(listed.encode())[7:23]).encode()
    return found


def _game() -> tuple[str, str]:
    """The style sheet and the script that are inline in the page of a game."""
    templates = resources("reports") / "templates"
    return (templates / "game.css").read_text(encoding="utf-8"), (templates / "game.js").read_text(encoding="utf-8")


def _digest(content: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def _own() -> dict[str, bytes]:
    """The installed innolog, without what a browser never imports. The browser reads it as it is, without unpacking."""
    content = {
        name: data
        for package in _OWN
        for name, data in _below(resources(package), package)
        if not name.startswith(_LEFT_OUT)
    }
    metadata = f"Metadata-Version: 2.1\nName: innolog\nVersion: {version()}\n"
    content[f"innolog-{version()}.dist-info/METADATA"] = metadata.encode()
    return content


def _below(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        path = f"{name}/{each.name}"
        if each.is_dir():
            if each.name != "__pycache__":
                yield from _below(each, path)
        elif not each.name.endswith((".so", ".pyd", ".pyc")):
            yield path, each.read_bytes()


def _packages() -> dict[str, bytes]:
    """What innolog needs, as plain Python from this installation, with licences."""
    content = {}
    for package in _NEEDED:
        try:
            listed = distribution(package).files or ()
        except PackageNotFoundError as error:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package) from error
        for each in listed:
            path = each.as_posix()
            if path.endswith(".py") or "licen" in path.lower():
                content[path] = each.read_binary()
    return content
