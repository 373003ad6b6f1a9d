"""``innolog schema``: print what the columns of a dataset and the fields of a verdict and of a proof mean."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import click

#: Commands whose JSON has a schema in the folder ``schemas`` beside this module.
_ANSWERS = ("show", "diff", "merge", "shrink", "check", "review")


@click.command("schema")
@click.argument("what", type=click.Choice(["dataset", "verdict", "proof", "conformance", *_ANSWERS]), default="dataset")
@click.option("--format", "form", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True)
def command(what: str, form: str) -> None:
    """Print the tables of a dataset: every column with its type and meaning. With verdict: the fields of a verdict.
    With proof: the fields of a proof. With conformance: the fields of the messages to another engine. With the name of
    a command: the fields of what it prints with --format json.

    The format markdown is for people. The format json prints one object per column of a dataset, and the JSON Schema
    (draft 2020-12) of what the command writes.
    """
    for line in _dataset(form) if what == "dataset" else _fields(_schema(what), form):
        click.echo(line)


def _dataset(form: str) -> Iterator[str]:
    from innolog.store.schema import SCHEMA_VERSION, TOTAL_TABLES, meaning_of
    from innolog.store.shown import EVERY, VIEWS, describe

    if form == "json":
        for row in describe():
            yield json.dumps(row._asdict())
        return
    yield f"# Tables of a dataset, schema version {SCHEMA_VERSION}"
    for table, schema in (VIEWS | EVERY | {f"every.{name}": schema for name, schema in TOTAL_TABLES.items()}).items():
        yield f"\n## {table}\n\n{meaning_of(schema).capitalize()}.\n\n| column | type | meaning |\n|---|---|---|"
        for row in describe():
            if row.table == table:
                yield f"| {row.column} | {row.type} | {row.meaning} |"


def _schema(what: str) -> dict[str, Any]:
    """The JSON Schema of a verdict, of a proof, of a message to another engine, or of the answer of a command."""
    if what == "verdict":
        from innolog.judging.schema import verdict_schema as schema
    elif what == "proof":
        from innolog.proving.proof import schema
    elif what == "conformance":
        from innolog.conformance.protocol import schema
    else:
        return answer_schema(what)
    return schema()


def answer_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what a command prints with ``--format json``."""
    content: dict[str, Any] = json.loads((files("innolog.cli") / "schemas" / f"{name}.json").read_text("utf-8"))
    return content


def _fields(schema: dict[str, Any], form: str) -> Iterator[str]:
    from innolog.judging.schema import fields

    if form == "json":
        yield json.dumps(schema, indent=2)
        return
    yield "| field | type | meaning |\n|---|---|---|"
    for field in fields(schema):
        yield f"| {field.name} | {field.type} | {field.meaning} |"
