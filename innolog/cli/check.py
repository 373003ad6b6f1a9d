"""``innolog check``: look for damage in datasets and in logs in the native format, and check proofs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from innolog.cli._found import finding
from innolog.cli._one import fail
from innolog.cli._output import json_option
from innolog.cli._text import printable
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.support.counting import counted
from innolog.support.exits import NOT_JUDGED, USAGE
from innolog.support.remote import is_url


@click.command("check")
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the native format instead.")
@click.option(
    "--proof", "proofs", type=click.Path(dir_okay=False), metavar="FILE", help="Hold proofs of verdicts against logs."
)
@json_option
def command(paths: tuple[str, ...], schema: bool, proofs: str | None, form: str) -> None:
    """Look for damage in datasets and in logs in the native format, or check proofs of verdicts.

    PATH is the folder or URL of a dataset, or a log file. In a dataset, every file is compared with its recorded
    checksum, the table of the cards with what innolog knows, and missing batches are listed. In a log, every line is
    checked for correct form, and by the JSON Schema of the format if the package jsonschema is installed; `validate`
    checks whether the game is legal.

    With --proof, PATH is a log, a folder, a glob or an archive as for `validate`, and FILE is what `validate --proof`
    wrote. A small program of its own plays each proof with the engine alone, without any search, and compares every
    statement of the log with it. `innolog docs verdicts` says what that proves.

    With --format json, print an object for each dataset or log, which `innolog schema check` describes.

    Exit codes: 0 no damage, 2 neither a dataset nor a native log, 3 damage. With --proof: 0 every log has a proof that
    holds, 1 a proof does not hold, 2 the file of proofs cannot be read, 3 a log cannot be read or has no proof.
    """
    if schema == bool(paths) or (schema and proofs is not None):
        raise click.UsageError("give either paths or --schema")
    if proofs is not None:
        from innolog.cli._proofs import check_proofs

        sys.exit(check_proofs(proofs, paths, form))
    if schema:
        import json

        from innolog.support.schemas import json_schema

        click.echo(json.dumps(json_schema("native"), indent=2))
        return
    sound = True
    for path in paths:
        found = _check_dataset(path, form) if is_url(path) or Path(path).is_dir() else _check_log(path, form)
        sound = sound and found
    sys.exit(0 if sound else NOT_JUDGED)


def _check_dataset(path: str, form: str) -> bool:
    from innolog.store import layout
    from innolog.store.errors import DatasetError
    from innolog.store.places import storage_of

    # The table of the cards has no rows of logs.
    files, unknown = 1, 0
    damaged: dict[str, str] = {}

    def note(names: Iterable[str], what: str) -> None:
        for name in names:
            damaged[name] = what
            if form != "json":
                click.echo(f"{printable(place.name)}/{name}: {what}")

    try:
        place = storage_of(path)
        layout.check_marker(place)
        sizes = place.sizes()
        batches = layout.listed_batches(place)
        note(layout.missing_manifests(batches), "missing, and with it a batch of logs")
        if not layout.has_cards(place):
            note([layout.CARDS], "not the cards that innolog knows; the next ingest writes them again")
        for batch, pieces in layout.current(batches):
            logs = sum(piece.rows for piece in batch.pieces if piece.table == "logs")
            note(layout.damaged_in(place, batch, pieces, sizes), f"damaged, in a batch of {counted(logs, 'log')}")
            files += len(pieces)
            unknown += sum(piece.crc32 is None for piece in pieces)
    except (DatasetError, OSError) as error:
        fail(str(error), USAGE)
    if form == "json":
        click.echo(
            finding(path, "dataset", [f"{name}: {what}" for name, what in damaged.items()],
                    files=files, damaged=list(damaged), without_checksum=unknown)
        )  # fmt: skip
    else:
        click.echo(
            f"{printable(path)}: {counted(files, 'file')}, {len(damaged) or 'none'} damaged"
            + (f", {unknown} without checksum" if unknown else "")
        )
    if damaged.keys() - {layout.CARDS}:
        click.echo(
            "query --skip-damaged reads the rest; to restore everything, ingest the logs into a new dataset", err=True
        )
    return not damaged


def _check_log(path: str, form: str) -> bool:
    from innolog.cli._native import faults
    from parsers.files import iter_blobs
    from parsers.native.detection import fits
    from parsers.native.reader import read
    from parsers.text import to_utf8

    sound = True
    for blob in iter_blobs([path]):
        try:
            if isinstance(blob, UnreadableLog):
                raise blob
            if not fits(blob.data):
                fail(f"{blob.name}: neither a dataset nor a log in the native format", USAGE)
            game = read(blob.name, blob.data)
        except (UnreadableLog, UnsupportedLog) as error:
            if form == "json":
                click.echo(finding(blob.source if isinstance(blob, UnreadableLog) else blob.name, "log", [str(error)]))
            else:
                click.echo(printable(str(error)))
            sound = False
        else:
            refused = faults(to_utf8(blob.name, blob.data)) or []
            sound = sound and not refused
            if form == "json":
                numbers = {"decisions": len(game.decisions), "finished": game.finished}
                click.echo(finding(blob.name, "log", refused, **numbers))
                continue
            for fault in refused:
                click.echo(printable(f"{blob.name}: {fault}"))
            end = "" if game.finished else ", cut off before its end"
            found = "not as the schema says" if refused else "well-formed"
            click.echo(f"{printable(blob.name)}: {found}, {counted(len(game.decisions), 'decision')}{end}")
    return sound
