"""``innolog page``: write the site that judges logs in the browser, or serve it to this machine."""

from __future__ import annotations

from pathlib import Path
from shutil import which

import click

from innolog.cli._manners import told
from innolog.cli._one import fail
from innolog.cli._output import OutputPath, writing
from innolog.support.counting import counted
from innolog.support.exits import USAGE

_PORT = 8008


@click.command("page")
@click.option(
    "-o",
    "--output",
    type=OutputPath(folder=True, path_type=Path),
    help="The folder to write; created if it does not exist.",
)
@click.option("--serve", is_flag=True, help="Serve the site on 127.0.0.1 until interrupted.")
@click.option("--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True, help="The port for --serve.")
@click.option(
    "--pyodide",
    type=click.Path(exists=True, path_type=Path),
    help="The npm package pyodide, as a tarball or unpacked.  [default: npm fetches it]",
)
def command(output: Path | None, serve: bool, port: int, pyodide: Path | None) -> None:
    """Write a web site on which anybody can drop a log and see its verdict and its game.

    The site consists of static files for any web server. Everything runs in the reader's browser: logs are not
    uploaded, and after the first visit no network is needed. Python for the browser (Pyodide, a pinned version) comes
    from the npm registry when the site is written, and Node.js compiles the site with it.

    Exit codes: 0 written or interrupted, 2 not written or not served.
    """
    if output is None and not serve:
        raise click.UsageError("give -o FOLDER, --serve or both")
    from innolog.cli.web import building
    from innolog.cli.web.compiling import NotCompiled
    from innolog.cli.web.pyodide import NoPyodide, files

    try:
        python = files(pyodide)
    except NoPyodide as error:
        fail(str(error), USAGE)
    node = which("node")
    try:
        if node is None:
            raise NotCompiled("Node.js is not installed")
        found = building.site(python, node)
    except NotCompiled as error:
        click.echo(f"the site opens two seconds later, because its Python is not compiled: {error}", err=True)
        found = building.site(python)
    if output is not None:
        with writing(output):
            for name, content in found.items():
                path = output / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        size = sum(map(len, found.values())) / 1e6
        told(f"wrote {counted(len(found), 'file')}, {size:.1f} MB, to {click.format_filename(output)}")
    if serve:
        _serve(found, port)


def _serve(found: dict[str, bytes], port: int) -> None:
    from innolog.cli.web.building import own_policy
    from innolog.cli.web.serving import server

    with writing(Path(f"127.0.0.1:{port}")):
        serving = server(found, own_policy(), port)
    with serving:
        click.echo(f"http://127.0.0.1:{serving.server_port}/ (Ctrl-C ends it)", err=True)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            told("stopped")
