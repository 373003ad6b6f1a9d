"""``innolog schema``: print what the columns of a dataset and the fields of a verdict and of a proof mean."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from innolog.support.schemas import json_schema

#: Commands whose JSON has a schema in the folder ``schemas`` beside this module.
_ANSWERS = ("show", "diff", "merge", "shrink", "check", "review")


class Field(NamedTuple):
    """A field of a JSON object: its name (``rules.teams`` is in ``rules``), its type and its meaning."""

    name: str
    type: str
    meaning: str


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
    for line in _dataset(form) if what == "dataset" else _shown(json_schema(what), form):
        click.echo(line)


def _dataset(form: str) -> Iterator[str]:
    from innolog.store.schema import SCHEMA_VERSION, meaning_of
    from innolog.store.shown import EVERY, VIEWS, describe
    from innolog.store.total_schema import TOTAL_TABLES

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


def _shown(schema: dict[str, Any], form: str) -> Iterator[str]:
    if form == "json":
        yield json.dumps(schema, indent=2)
        return
    yield "| field | type | meaning |\n|---|---|---|"
    for field in fields(schema):
        yield f"| {field.name} | {field.type} | {field.meaning} |"


def fields(schema: dict[str, Any]) -> Iterator[Field]:
    """The fields of what a schema describes, in the order in which they are written."""
    yield from _fields(_in_full(schema, schema.get("$defs", {})), "")


def _in_full(part: Any, definitions: dict[str, Any]) -> Any:
    """A schema with each definition in the place where it is referred to."""
    if isinstance(part, list):
        return [_in_full(each, definitions) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        part = {**definitions[part["$ref"].removeprefix("#/$defs/")], **part}
        del part["$ref"]
    return {name: _in_full(each, definitions) for name, each in part.items()}


def _fields(schema: dict[str, Any], before: str) -> Iterator[Field]:
    for name, field in schema.get("properties", {}).items():
        yield Field(f"{before}{name}", _type(field), field["description"])
        yield from _fields(field.get("items", field), f"{before}{name}.")


def _type(field: dict[str, Any]) -> str:
    if "enum" in field:
        return ", ".join("null" if value is None else value for value in field["enum"])
    if "type" not in field:
        return "any value"
    kinds = [field["type"]] if isinstance(field["type"], str) else field["type"]
    items = f" of {_type(field['items'])}" if "items" in field else ""
    return " or ".join(f"{kind}{items if kind == 'array' else ''}" for kind in kinds)
