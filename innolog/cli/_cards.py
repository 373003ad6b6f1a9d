"""A page's notes on a card: facts about its effects, in single words, and the card's deeds in this game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from innolog.cards.editions import Edition
from innolog.cards.facts import Icon, card_table, rows
from innolog.cards.karmas import karmas_of
from innolog.cards.registry import EffectKind, effects_of
from innolog.cli._words import Words
from innolog.results.result import ActionRecord, Replay
from reports.game import CardNote, Deed

_KINDS = {
    EffectKind.DOGMA: "effect",
    EffectKind.DEMAND: "demand",
    EffectKind.COMPEL: "compel effect",
    EffectKind.ECHO: "echo effect",
    EffectKind.INSPIRE: "inspire effect",
    EffectKind.DECREE: "decree",
}


def notes(replay: Replay, actions: Iterable[ActionRecord], words: Words) -> dict[int, CardNote]:
    """The facts and deeds of the cards by their ids. A deed names its action by the position among ``actions``."""
    deeds: dict[int, list[Deed]] = {}
    for index, action in enumerate(actions):
        told = words.told(action)
        involved = {each for line in told for each in (line.effect, line.card) if each is not None}
        if action.card is not None:
            involved.add(action.card)
        for card in involved:
            lines = tuple(number for number, line in enumerate(told) if card in (line.effect, line.card))
            deeds.setdefault(card, []).append(Deed(index, lines))
    texts = replay.rules.texts if replay.rules else ()
    table = replay.rules.table if replay.rules else None
    found = {}
    for card, done in deeds.items():
        if table is not None and card in table.cards:
            icon = table.cards[card].featured_icon
            found[card] = CardNote(facts(card, texts, icon), tuple(done))
    return found


@cache
def declared() -> dict[tuple[str, str], tuple[str, ...]]:
    """What each effect of a card does, in keywords and the printed order, by the text and the card's name."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in rows("deeds.csv"):
        key = row["text"], row["card"]
        found[key] = (*found.get(key, ()), row["does"])
    return found


def facts(card: int, texts: tuple[str, ...], icon: Icon) -> tuple[str, ...]:
    """The effects of a card in the printed order, each with the keywords of what it does, not its text.

    ``texts`` are those of the rules, most special first.
    """
    effects = effects_of(card, texts)
    kinds = [effect.kind for effect in effects]
    name = card_table(edition=Edition.FOURTH.value).name[card]
    done = next((declared()[text, name] for text in texts if (text, name) in declared()), ())
    found = []
    for effect, does in zip(effects, done, strict=True):
        title = _KINDS[effect.kind] + (f" {effect.number}" if kinds.count(effect.kind) > 1 else "")
        found.append(f"{title[0].upper()}{title[1:]}: {does or 'nothing'}")
    if any(kind in (EffectKind.DOGMA, EffectKind.DEMAND, EffectKind.COMPEL) for kind in kinds):
        found.insert(0, f"Its effects compare {icon.name.lower()} icons")
    karmas = {karma.number for karma in karmas_of(card, texts)}
    if karmas:
        found.append("A karma" if len(karmas) == 1 else f"{len(karmas)} karmas")
    return tuple(found)
