"""``innolog formats``: the forms in which games are recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module

import click

from innolog.cli._one import USAGE, fail
from innolog.log import Fact
from parsers.forms import Form, forms


@click.command("formats")
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--fields", is_flag=True, help="Every field of a form, and what innolog compares it with.")
def command(name: str | None, form: str, fields: bool) -> None:
    """List the forms of games that innolog reads: what each records and what not, and how to get one.

    With a NAME only that form, or all whose names begin with it. innolog reads files; it fetches none.
    """
    chosen = [found for found in forms() if name is None or found.name.startswith(name)]
    if not chosen:
        fail(f"there is no form {name}; innolog formats lists them all", USAGE)
    for number, found in enumerate(chosen):
        if form == "json":
            click.echo(json.dumps(_row(found) | ({"fields": _fields(found), **_carries(found)} if fields else {})))
        else:
            click.echo(("\n" if number else "") + _text(found))
            if fields:
                click.echo("\n".join(_field_lines(found)))


#: What a field is compared with, in words.
_BASES = {"engine": "compared with the rules", "within": "compared within the log", "explains": "not compared"}


def _fields(form: Form) -> list[dict[str, object]]:
    """Every field of a form: where it stands, what it is compared with, and whether all copies must have the same."""
    if not form.fields:
        return []
    return [
        {"of": kind, "field": name, "basis": field.basis.value, "copied": field.copied, "why": field.why}
        for kind, name, field in import_module(form.fields).described()
    ]


def _field_lines(form: Form) -> Iterator[str]:
    """The same as lines, one a field."""
    kind = None
    for row in _fields(form):
        if row["of"] != kind:
            kind = row["of"]
            yield f"  {kind}"
        copies = ", and with its other copies" if row["copied"] else ""
        why = f": {row['why']}" if row["why"] else ""
        yield f"    {row['field']}: {_BASES[str(row['basis'])]}{copies}{why}"
    if form.carries:
        yield "  of a card that moves"
    for name, carries in form.carries.items():
        yield f"    {name}: {carries.value}"


def _carries(form: Form) -> dict[str, dict[str, str]]:
    """What each field of a card that moves carries in a poor record."""
    return {"carries": {name: carries.value for name, carries in form.carries.items()}} if form.carries else {}


def _text(form: Form) -> str:
    lines = [form.name, f"  {form.what}"]
    if form.lacks and form.records:
        lines.append("  records      " + "; ".join(fact.value for fact in Fact if fact in form.records))
        lines.append("  not recorded " + "; ".join(fact.value for fact in form.lacks))
    else:
        lines.append(
            "  records      everything innolog knows to read" if form.records else "  records      cards alone"
        )
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
