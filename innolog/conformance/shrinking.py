"""Make the position of a difference small: take away cards as long as the engine still differs in the same way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import partial
from typing import Any

from innolog.cards.facts import CardTable
from innolog.conformance.cases import made
from innolog.conformance.holding import FAILED, Finding, hold
from innolog.conformance.process import Engine
from innolog.conformance.suite import state_cards
from innolog.conformance.table import ZONES, Data, first_answer
from innolog.engine.answers import from_data
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.support.errors import InnologError

#: The number of smaller positions that are tried for one difference.
MOST_TRIES = 60
#: How many cards of each supply pile are left at most.
_LEFT = 4


class _Like:
    """Answers as recorded where that is possible, and else with the first answer."""

    def __init__(self, answers: list[Any], game: Game) -> None:
        self._answers = list(answers)

    def choose(self, choice: Choice) -> Any:
        """An answer."""
        with suppress(IllegalAnswer, IndexError):
            answer = from_data(choice.kind, self._answers.pop(0))
            if choice.kind is ChoiceKind.ORDER:
                if isinstance(answer, tuple) and sorted(answer) == sorted(choice.options):
                    return answer
            elif answer in choice.answers():
                return answer
        return first_answer(choice)


def size(finding: Finding) -> tuple[int, int, int]:
    """How large an example is: the cards outside of supply piles, decisions, and the cards in supply piles."""
    position = finding.case.position
    piles = sum(map(len, position["decks"].values()))
    return sum(1 for _ in state_cards(position)) - piles, len(finding.case.decisions), piles


def smallest(engine: Engine, finding: Finding, tries: int = MOST_TRIES) -> Finding:
    """The same difference from the smallest position that was found, or the finding itself."""
    if finding.verdict != FAILED:
        return finding
    whole = finding.case
    seen = {_key(whole.position)}
    going = True
    while going and tries > 0:
        going = False
        for position in _smaller(finding.case.position, finding.case.action[1]):
            if tries <= 0:
                break
            if _key(position) in seen:
                continue
            seen.add(_key(position))
            tries -= 1
            found = _still(engine, finding, position)
            if found is not None:
                finding, going = found, True
                break
    if finding.case is not whole:
        # What the note says of the whole position need not be true any more.
        finding.case.note = f"made smaller from: {whole.note or whole.kind}"
    return finding


def _key(position: Data) -> str:
    return json.dumps(position, sort_keys=True)


def _still(engine: Engine, finding: Finding, position: Data) -> Finding | None:
    """The finding in a smaller position, if it is the same."""
    case = finding.case
    try:
        smaller = made(
            position,
            case.action,
            partial(_Like, [decision["answer"] for decision in case.decisions]),
            id=case.id,
            subject=case.subject,
            card=case.card,
            kind=case.kind,
            note=case.note,
            marks=case.marks,
        )
    except InnologError:
        return None
    return next(
        (found for found in hold(engine, smaller) if (found.verdict, found.cause) == (finding.verdict, finding.cause)),
        None,
    )


def _smaller(position: Data, acting: int | None) -> Iterator[Data]:
    """Positions with less in them. Cards that are taken away go to the bottom of their supply piles."""
    table = Ruleset.from_description(position["rules"]).table
    for seat in range(len(position["players"])):
        for zone in ZONES:
            cards = position["players"][seat][zone]
            if len(cards) > 1:
                yield _without(position, table, seat, zone, cards)
            for card in cards if len(cards) < 4 else cards[:1]:
                yield _without(position, table, seat, zone, [card])
        for color, pile in position["players"][seat]["board"].items():
            if acting not in pile:
                yield _without_pile(position, table, seat, color, pile)
            if len(pile) > 1 and acting not in pile[:-1]:
                yield _without_pile(position, table, seat, color, pile[:-1])
        for color in position["players"][seat]["splays"]:
            other = deepcopy(position)
            del other["players"][seat]["splays"][color]
            yield other
    if any(len(pile) > _LEFT for pile in position["decks"].values()):
        other = deepcopy(position)
        other["decks"] = {name: pile[-_LEFT:] for name, pile in position["decks"].items()}
        yield other


def _without(position: Data, table: CardTable, seat: int, zone: str, cards: list[int]) -> Data:
    other = deepcopy(position)
    place = other["players"][seat][zone]
    for card in cards:
        place.remove(card)
        _put_away(other, table, card)
    return other


def _without_pile(position: Data, table: CardTable, seat: int, color: str, cards: list[int]) -> Data:
    other = deepcopy(position)
    player = other["players"][seat]
    left = [card for card in player["board"][color] if card not in cards]
    if left:
        player["board"][color] = left
    else:
        del player["board"][color]
    if len(left) < 2:
        player["splays"].pop(color, None)
    for card in cards:
        _put_away(other, table, card)
    return other


def _put_away(position: Data, table: CardTable, card: int) -> None:
    if card not in table.cards or table.relic[card]:
        where = position["available"] if card in table.achievements else position["removed"]
        where.append(card)
        where.sort()
        return
    facts = table.cards[card]
    position["decks"].setdefault(f"{facts.set.name.lower()} {facts.age}", []).insert(0, card)
