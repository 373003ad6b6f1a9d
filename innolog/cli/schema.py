"""``innolog schema``: print what the columns of a dataset mean."""

from __future__ import annotations

import json

import click


@click.command("schema")
@click.option("--format", "form", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True)
def command(form: str) -> None:
    """Print the tables of a dataset: every column with its type and meaning.

    The format markdown is for people, json prints one object per column. Both are generated from the code that writes
    datasets.
    """
    from innolog.store.schema import SCHEMA_VERSION, TABLES, TOTAL_TABLES, describe, meaning_of

    if form == "json":
        for row in describe():
            click.echo(json.dumps(row._asdict()))
        return
    click.echo(f"# Tables of a dataset, schema version {SCHEMA_VERSION}")
    for table, schema in (TABLES | TOTAL_TABLES).items():
        click.echo(f"\n## {table}\n\n{meaning_of(schema).capitalize()}.\n\n| column | type | meaning |\n|---|---|---|")
        for row in describe():
            if row.table == table:
                click.echo(f"| {row.column} | {row.type} | {row.meaning} |")
