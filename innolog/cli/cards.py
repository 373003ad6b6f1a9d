"""``innolog cards``: list cards."""

from __future__ import annotations

import json

import click

from innolog.cards.editions import STANDARD, Edition, Platform, Printing, texts_of
from innolog.cards.facts import HIGHEST_VALUE, SLOTS, CardFacts, CardSet, SpecialAchievement, card_table
from innolog.cards.rulings import of_card
from innolog.engine.ruleset import offers


@click.command("cards")
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option(
    "--set", "card_set", type=click.Choice([name.name.lower() for name in CardSet]), help="List only this set."
)
@click.option("--age", type=click.IntRange(1, HIGHEST_VALUE), help="List only this age.")
@click.option(
    "--edition",
    type=click.Choice([edition.value for edition in Edition]),
    default=STANDARD.value,
    show_default=True,
    help="List the cards as this edition prints them.",
)
@click.option(
    "--printing",
    type=click.Choice([printing.value for printing in Printing]),
    default=Printing.DELUXE.value,
    show_default=True,
    help="List the Figures as this printing has them.",
)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(
    words: tuple[str, ...], card_set: str | None, age: int | None, edition: str, printing: str, form: str
) -> None:
    """List cards: id, name, set, age, color, and the icon in each slot.

    NAME is part of a card's name. With it, special achievements and decrees are listed, too, what the effects of a card
    do in keywords, and where a site plays it differently from what is printed. The text of effects is not listed:
    innolog has the effects as code.
    """
    wanted = " ".join(words).casefold()
    of_edition, of_printing = Edition(edition), Printing(printing)
    found = _cards(wanted, card_set, age, of_edition, of_printing)
    achievements = _achievements(wanted, card_set, of_edition) if wanted and age is None else []
    if not found and not achievements:
        others = [other.value for other in Edition if _cards(wanted, card_set, age, other, of_printing)]
        printings = [other.value for other in Printing if _cards(wanted, card_set, age, of_edition, other)]
        also = f" in the {edition} edition; try --edition {others[0]}" if others else ""
        also = f" in the printing {printing}; try --printing {printings[0]}" if printings else also
        raise click.UsageError(f"no card matches{also}")
    if form == "json":
        _print_json(found, achievements, of_edition, of_printing)
        return
    _print_table(found, achievements)
    for card in found if wanted else ():
        if does := _does(card, of_edition, of_printing):
            click.echo(f"\n{card.name}: {'; '.join(line[0].lower() + line[1:] for line in does)}")
        for ruling in of_card(card.name, of_edition):
            click.echo(f"\n{card.name}: {ruling.id}\n  {ruling.sentences}")


def _cards(wanted: str, card_set: str | None, age: int | None, edition: Edition, printing: Printing) -> list[CardFacts]:
    """The cards with ``wanted`` in their names, of a set and an age if these are given."""
    return [
        card
        for card in card_table(edition=edition.value, printing=printing.value).cards.values()
        if wanted in card.name.casefold()
        and card_set in (None, card.set.name.lower())
        and age in (None, card.age)
        and offers(Platform.TABLE, edition, {card.set, CardSet.ARTIFACTS} if card.relic else {card.set})
    ]


def _achievements(wanted: str, card_set: str | None, edition: Edition) -> list[SpecialAchievement]:
    """The special achievements and decrees with ``wanted`` in their names."""
    return [
        achievement
        for achievement in card_table().achievements.values()
        if wanted in achievement.name.casefold()
        and card_set in (None, achievement.set.name.lower())
        and offers(Platform.TABLE, edition, {achievement.set})
    ]


def _print_json(
    cards: list[CardFacts], achievements: list[SpecialAchievement], edition: Edition, printing: Printing
) -> None:
    for card in cards:
        ruled = [{"id": found.id, "sentence": found.sentences} for found in of_card(card.name, edition)]
        click.echo(json.dumps({**_facts(card), "does": _does(card, edition, printing), "rulings": ruled}))
    for achievement in achievements:
        row = achievement._asdict() | {"set": achievement.set.name.lower(), "kind": _kind(achievement)}
        click.echo(json.dumps(row))


def _print_table(cards: list[CardFacts], achievements: list[SpecialAchievement]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("id", "name", "set", "age", "color", "icons", box=None, pad_edge=False)
    for card in cards:
        icons = " ".join(printed or "-" for printed in card.slots[:4]) + "".join(
            f" {more}" for more in card.slots[4:] if more
        )
        table.add_row(str(card.id), card.name, card.set.name.lower(), str(card.age), card.color.name.lower(), icons)
    for achievement in achievements:
        name, of_set = achievement.name, achievement.set.name.lower()
        table.add_row(str(achievement.id), name, of_set, "-", "-", _kind(achievement))
    console = Console()
    Console(width=None if console.is_terminal else 140).print(table)


def _kind(achievement: SpecialAchievement) -> str:
    return "decree" if achievement.set is CardSet.FIGURES else "special achievement"


def _does(card: CardFacts, edition: Edition, printing: Printing) -> tuple[str, ...]:
    """What the effects of a card do, in keywords, as an edition prints it."""
    from innolog.cards.deeds import deeds_of

    texts = texts_of(edition, Platform.TABLE, printing if card.set is CardSet.FIGURES else None)
    return deeds_of(card.id, texts, card.featured_icon)


def _facts(card: CardFacts) -> dict[str, object]:
    return {
        "id": card.id,
        "slug": card.slug,
        "name": card.name,
        "set": card.set.name.lower(),
        "age": card.age,
        "color": card.color.name.lower(),
        "slots": {slot: printed for slot, printed in zip(SLOTS, card.slots, strict=True) if printed},
        "featured_icon": card.featured_icon.name.lower(),
        "relic": card.relic,
    }
