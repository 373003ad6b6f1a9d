"""Cases of the rules outside of cards: single Draw, Meld and Achieve actions, in each edition."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from innolog.cards.editions import Edition, Platform
from innolog.cards.facts import Color, Direction, card_table
from innolog.comparing.rules import RuleId
from innolog.conformance.cases import Case, made
from innolog.conformance.table import position_of
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import RandomDecider


class _Plain(NamedTuple):
    """A rule, what the case shows, the first seat, the supply piles (None: all cards), and the action."""

    rule: RuleId
    note: str
    seat: Seat
    decks: dict[int, list[int]] | None
    action: list[Any]


def _card(name: str) -> int:
    return card_table().name.index(name)


def _plain() -> Iterator[_Plain]:
    ones = [_card(name) for name in ("Agriculture", "Archery", "Metalworking", "Oars")]
    twos = [_card(name) for name in ("Calendar", "Fermenting")]
    three = _card("Alchemy")
    draw = ["draw", None]
    low = Seat(board=ones[:1])
    yield _Plain("draw.age", "without a top card a 1 is drawn", Seat(), None, draw)
    yield _Plain("draw.age", "the highest top card counts", Seat(board=[ones[0], three]), None, draw)
    yield _Plain("draw.age", "an empty pile is skipped", low, {2: twos[:1]}, draw)
    yield _Plain("draw.age", "several empty piles are skipped", low, {3: [three]}, draw)
    yield _Plain("end.condition", "there is no card to draw, so the game ends by score", low, {}, draw)
    red = Seat(hand=ones[1:2], board=ones[2:], splays={Color.RED: Direction.LEFT})
    yield _Plain("meld.top", "a card is melded as a new pile", Seat(hand=ones[1:2]), None, ["meld", ones[1]])
    yield _Plain("meld.top", "a card is melded on a splayed pile, which stays splayed", red, None, ["meld", ones[1]])
    rich = Seat(board=ones[:1], score_pile=[twos[0], three])
    yield _Plain("achieve.claim", "five points and a top 1 are enough for the 1", rich, None, ["achieve", 1])
    yield _Plain("achieve.claim", "four points are too few", Seat(board=ones[:1], score_pile=twos), None, draw)


def plain_rules(only: Collection[str] = ()) -> Iterator[Case]:
    """The cases, in all editions; with ``only``, those of some rules."""
    for edition in Edition:
        rules = Ruleset(edition, players=2, platform=Platform.TABLE)
        for plain in _plain():
            if only and plain.rule not in only:
                continue
            decider = RandomDecider(0)
            game = build(rules, decider, [plain.seat, Seat()], decks=plain.decks, fill=plain.decks is None)
            action = plain.action
            if action[0] == "achieve":
                action = ["achieve", next(card for card in game.available if rules.table.age[card] == action[1])]
            yield made(
                position_of(game),
                action,
                lambda game: RandomDecider(0),
                subject=plain.rule,
                kind="rule",
                note=plain.note,
            )
