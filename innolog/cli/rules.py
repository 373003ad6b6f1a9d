"""``innolog rules``: list the rules that verdicts cite, and where sites deviate from the rulebook."""

from __future__ import annotations

import json

import click

from innolog.cards.editions import STANDARD
from innolog.cards.generations import USUAL, Generation
from innolog.cards.questions import questions
from innolog.cards.rulings import Ruling, deviations, rulings
from innolog.cli._one import fail
from innolog.comparing.rules import RULES, Rule
from innolog.engine.ruleset import LIKELIEST, OFFERED, SITES, Platform
from innolog.support.exits import USAGE


def places_of(rule: Rule) -> dict[str, str]:
    """The place of a rule in the rulebook of each edition, by the edition's name."""
    return {edition.value: place for edition in LIKELIEST if (place := rule.place_in(edition))}


def of_site(platform: Platform) -> dict[str, Ruling]:
    """Where a site deviates from the rulebook, in any edition that it offers, by the ids of the rulings."""
    return {ruling.id: ruling for edition in OFFERED[platform] for ruling in deviations(platform, edition)}


def of_generations() -> list[tuple[Ruling, list[Generation]]]:
    """What earlier generations of Board Game Arena's code played otherwise than the last one before the newest."""
    played = {code: deviations(Platform.BGA, STANDARD, code) for code in Generation if code < USUAL}
    found = [(ruling, [code for code, differing in played.items() if ruling in differing]) for ruling in rulings()]
    return [(ruling, generations) for ruling, generations in found if generations]


@click.command("rules")
@click.argument("rule", required=False, metavar="[ID]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(rule: str | None, form: str) -> None:
    """List the rules that verdicts cite: the id, what the rule says, and its place in the rulebooks.

    With ID, list only that rule, or all rules whose ids begin with it. After the rules come the questions that the
    printed rules leave open, with both readings, and the deviations: where a site plays differently from the rulebook.
    innolog can play both ways; it judges logs of Board Game Arena by that site's way. Logs of tables and of Yucata
    are judged by both readings of a question.
    """
    chosen = [found for name, found in sorted(RULES.items()) if name.startswith(rule or "")]
    if not chosen:
        fail(f"there is no rule {rule}; innolog rules lists all of them", USAGE)
    others = {site: of_site(platform) for platform, site in SITES.items()} if rule is None else {}
    earlier = of_generations() if rule is None else []
    # A deviation of both generations of a site is listed once.
    older, newer = SITES[Platform.BGA], SITES[Platform.BGA_2024]
    if others:
        others[newer] = {name: ruling for name, ruling in others[newer].items() if name not in others[older]}
    if form == "json":
        for found in chosen:
            described = {"id": found.id, "sentence": found.sentence, "place": found.place, "places": places_of(found)}
            click.echo(json.dumps({**described, "decided": found.decided}))
        for site, deviating in others.items():
            for name, ruling in deviating.items():
                click.echo(json.dumps({"id": f"platform.{name}", "sentence": ruling.sentences, "place": site}))
        for question in questions().values() if rule is None else ():
            readings = {"played": question.played, "other": question.other}
            click.echo(json.dumps({"id": f"question.{question.id}", "sentence": question.question, **readings}))
        for ruling, generations in earlier:
            row = {"id": f"generation.{ruling.id}", "sentence": ruling.sentences}
            click.echo(json.dumps({**row, "generations": [generation.name for generation in generations]}))
        return
    for found in chosen:
        click.echo(f"{found.id}\n  {found.sentence}")
        for place in places_of(found).values():
            click.echo(f"  {place}")
        for words in found.decided:
            click.echo(f"  No rulebook answers this; innolog decides: {words}")
    if rule is None:
        click.echo("\nWhat the printed rules leave open")
        for question in questions().values():
            click.echo(f"question.{question.id}\n  {question.question}")
            click.echo(f"  Played: {question.played}\n  Or (option of the rules): {question.other}")
    for site, deviating in others.items():
        beside = f", beside what {older} does" if site == newer else ""
        click.echo(f"\nWhere {site} deviates from the rulebook{beside}")
        for name, ruling in deviating.items():
            click.echo(f"platform.{name}\n  {ruling.sentences}")
    if earlier:
        click.echo(f"\nWhere earlier code of {older} played otherwise")
        for generation in Generation:
            click.echo(f"  {generation.in_words}")
    for ruling, generations in earlier:
        click.echo(f"generation.{ruling.id} ({_span(generations)})\n  {ruling.sentences}")


def _span(generations: list[Generation]) -> str:
    """Successive generations in words."""
    first, last = generations[0].name, generations[-1].name
    return first if first == last else f"{first} to {last}"
