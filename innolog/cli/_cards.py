"""A page's notes on a card: facts about its effects, in single words, and the card's deeds in this game."""

from __future__ import annotations

from collections.abc import Iterable

from innolog.cards.deeds import deeds_of
from innolog.cli._words import Words
from innolog.results.result import ActionRecord, Replay
from reports.game import CardNote, Deed


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
            found[card] = CardNote(deeds_of(card, texts, icon), tuple(done))
    return found
