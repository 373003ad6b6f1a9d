"""``innolog formats``: list the formats in which games are recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module

import click

from innolog.cards.generations import NEWEST, USUAL, Generation
from innolog.cli._one import fail
from innolog.log import Fact
from innolog.support.exits import USAGE
from parsers.forms import Form, forms


@click.command("formats")
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--fields", is_flag=True, help="Also list every field of a format, and what innolog compares it with.")
def command(name: str | None, form: str, fields: bool) -> None:
    """List the log formats that innolog reads: what each records and omits, and how to get such a log.

    With NAME, list only the formats whose names begin with it. innolog reads files; it never downloads a game.
    """
    chosen = [found for found in forms() if name is None or found.name.startswith(name)]
    if not chosen:
        fail(f"there is no format {name}; innolog formats lists all of them", USAGE)
    for number, found in enumerate(chosen):
        if form == "json":
            click.echo(json.dumps(_row(found) | ({"fields": _fields(found), **_carries(found)} if fields else {})))
        else:
            click.echo(("\n" if number else "") + _text(found))
            if fields:
                click.echo("\n".join(_field_lines(found)))


#: What a field is compared with, in words.
_BASES = {
    "engine": "compared with the rules",
    "within": "compared with other fields of the log",
    "explains": "not compared",
}


#: The generations of the site's code that write most of the fields: all before the newest.
_ALWAYS = f"{Generation.G1.name} to {USUAL.name}"


def _fields(form: Form) -> list[dict[str, object]]:
    """Every field of a format: where it is, what it is compared with, and whether all its copies must agree.

    Of an export, ``since`` and ``until`` are the first and the last generation of the site's code that writes it, of
    those before the newest. Fields of the newest generation are listed where they differ.
    """
    return [
        {"of": kind, "field": name, "basis": field.basis.value, "copied": field.copied, "why": field.why}
        | (
            {"generation": "newer", "since": NEWEST.name, "until": NEWEST.name}
            if newer
            else {"since": field.since.name, "until": field.until.name}
            if form.newer_fields
            else {}
        )
        for newer, module in enumerate((form.fields, form.newer_fields))
        if module
        for kind, name, field in import_module(module).described()
    ]


def _field_lines(form: Form) -> Iterator[str]:
    """The same as text, one line per field."""
    kind: tuple[object, object] | None = None
    for row in _fields(form):
        if (row["of"], row.get("generation")) != kind:
            kind = row["of"], row.get("generation")
            yield f"  {row['of']}" + (" (newer generation)" if "generation" in row else "")
        copies = ", and all copies must agree" if row["copied"] else ""
        why = f": {row['why']}" if row["why"] else ""
        span = f"{row['since']} to {row['until']}" if "since" in row else _ALWAYS
        written = "" if "generation" in row or span == _ALWAYS else f" ({span})"
        yield f"    {row['field']}{written}: {_BASES[str(row['basis'])]}{copies}{why}"
    if form.carries:
        yield "  of a card that moves"
    for name, carries in form.carries.items():
        yield f"    {name}: {carries.value}"


def _carries(form: Form) -> dict[str, dict[str, str]]:
    """What each field of a moving card proves in a poor record."""
    return {"carries": {name: carries.value for name, carries in form.carries.items()}} if form.carries else {}


def _text(form: Form) -> str:
    lines = [form.name, f"  {form.what}"]
    if form.lacks and form.records:
        lines.append("  records      " + "; ".join(fact.value for fact in Fact if fact in form.records))
        lines.append("  not recorded " + "; ".join(fact.value for fact in form.lacks))
    else:
        lines.append("  records      everything that innolog can read" if form.records else "  records      only cards")
    lines += [f"  note         {sentence}" for sentence in form.beside]
    lines += [f"  step {number}       {step}" for number, step in enumerate(form.steps, 1)]
    if form.written_by:
        lines.append(f"  written by   innolog convert LOG {form.written_by}")
    return "\n".join(lines)


def _row(form: Form) -> dict[str, object]:
    return {
        "name": form.name,
        "what": form.what,
        "records": [fact.name.lower() for fact in Fact if fact in form.records],
        "not_recorded": [fact.name.lower() for fact in form.lacks],
        "notes": list(form.beside),
        "steps": list(form.steps),
        "written_by": form.written_by,
    }
