"""The site melds a card that it takes by its number from any place (Charitable Trust, endorsed).

What was wrong: where the replay did not know which of the hidden cards it is, the effect did nothing. A poorer record,
in which the card comes from a place where it was hidden, was called illegal; and a full one in which the meld was left
out was legal, if nothing else shows the card. No other effect takes cards by number. How it was looked for: games in
which everybody endorses the card and then passes, from every seat and in poorer forms.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from innolog.cards.facts import CardSet, card_table
from innolog.engine.actions import ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import Keyword
from innolog.log import Transfer
from innolog.replay import Verdict, replay
from tests.cheating.con import Con, Played, play
from tests.replay.poorer import RECORDS, poorer
from tests.tampering.story import read_export
from tests.written import export

pytestmark = pytest.mark.plain

CARDS = card_table()
TRUST, TOOLS = CARDS.name.index("Charitable Trust"), CARDS.name.index("Tools")
#: Cities with which the card can be endorsed.
CITIES = [card for card in CARDS.cards.values() if card.set == CardSet.CITIES and CARDS.featured[card.id] == 1]


def _endorsing(con: Con) -> None:
    """Whoever can endorses Charitable Trust, and passes in the second run."""
    game = con.game

    def choose(honest: Any, choice: Choice) -> Any:
        answer = honest(choice)
        if choice.kind is ChoiceKind.ACTION:
            melds = [option for option in choice.options if option.kind is ActionKind.MELD]
            wanted = [option for option in choice.options if (option.kind, option.card) == (ActionKind.ENDORSE, TRUST)]
            wanted += [option for option in melds if option.card == TRUST]
            wanted += [o for o in melds if CARDS.set[o.card] == CardSet.CITIES and CARDS.featured[o.card] == 1]
            if not wanted and not con.rng.randrange(3):
                wanted = [option for option in melds if CARDS.set[option.card] == CardSet.CITIES]
            return wanted[0] if wanted else answer
        again = game.executed == TRUST and ("answer", game.players[choice.player]) in game.notes
        return None if again and choice.may and choice.intent is Keyword.MELD else answer

    con.wrap(con.teller._decider, "choose", choose)


@cache
def _game() -> Played:
    """A game in which Tools is taken from its supply pile."""
    sets = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS})
    on_top = ("Charitable Trust", *(city.name for city in CITIES if city.age < 5))
    return play(Ruleset(sets=sets, relics=True), 56, _endorsing, on_top=on_top)


@pytest.mark.parametrize("viewpoint", [0, 1, None])
def test_it_is_melded_from_wherever_it_lies(viewpoint: int | None) -> None:
    log = read_export(export(_game().told, viewpoint))
    (move,) = [one for one in log.observations if isinstance(one, Transfer) and one.card == TOOLS][:1]
    assert move.from_place.value == "deck"
    assert replay(log).verdict.explained
    # Left out, together with all that could show the card later.
    index = log.observations.index(move)
    short = replace(log, observations=[*log.observations[:index], *log.observations[index + 1 : index + 4]])
    result = replay(short)
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert result.violation.rule == "dogma.mandatory"


@pytest.mark.parametrize("form", ["tracker", "page"])
def test_a_record_in_which_it_was_hidden_accuses_nobody(form: str) -> None:
    log = poorer(read_export(export(_game().told, 0)), RECORDS[form])
    assert replay(log).verdict is not Verdict.ILLEGAL
