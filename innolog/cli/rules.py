"""``innolog rules``: the rules that verdicts cite, and where sites play them their own way."""

from __future__ import annotations

import json

import click

from innolog.cli._one import USAGE, fail
from innolog.engine.ruleset import SITES, deviations
from innolog.replay.rules import RULES


@click.command("rules")
@click.argument("rule", required=False, metavar="[ID]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(rule: str | None, form: str) -> None:
    """List the rules that verdicts cite: id, what it says, and its place in the rulebooks.

    With an ID only that rule, or all whose ids begin with it. After the rules come the places where sites play
    otherwise than the rulebook; all ways are playable, a site's is the default for its logs.
    """
    chosen = [
        found for name, found in sorted(RULES.items()) if rule is None or name == rule or name.startswith(rule + ".")
    ]
    if not chosen:
        fail(f"there is no rule {rule}; innolog rules lists them all", USAGE)
    others = {site: deviations(platform) for platform, site in SITES.items()} if rule is None else {}
    if form == "json":
        for found in chosen:
            click.echo(json.dumps({"id": found.id, "sentence": found.sentence, "place": found.place}))
        for site, deviating in others.items():
            for name, words in deviating.items():
                click.echo(json.dumps({"id": f"platform.{name}", "sentence": words, "place": site}))
        return
    for found in chosen:
        click.echo(f"{found.id}\n  {found.sentence}")
        if found.place:
            click.echo(f"  {found.place}")
    for site, deviating in others.items():
        click.echo(f"\nWhere {site} plays its own way")
        for name, words in deviating.items():
            click.echo(f"platform.{name}\n  {words}")
