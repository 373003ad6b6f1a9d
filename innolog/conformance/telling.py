"""What a finding shows, in words: the position, the action, and every place where the engine differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from innolog.cards.facts import Color
from innolog.conformance.cases import Case
from innolog.conformance.holding import Finding
from innolog.conformance.table import COUNTERS
from innolog.engine.zones import AT_REST, OF_NOBODY
from innolog.support.counting import counted

#: How many places, cards of a pile and characters of a value are shown at most.
_PLACES, _CARDS, _LONGEST = 8, 12, 200
_ZONES = {place.name: place.words for place in AT_REST}
_COMMON = {**{place.name: place.words for place in OF_NOBODY}, "over": "end of the game"}

#: The name of a card; other values as they are.
Names = Callable[[Any], str]


def in_words(finding: Finding) -> list[str]:
    """A finding in some lines: the case, the position, the action, and what differs."""
    case = finding.case
    names = _names(case)
    lines = [f"{case.id}: {case.note or case.kind}"]
    for seat, player in enumerate(case.position["players"]):
        lines.append(f"player {seat}: {'; '.join(_belongings(player, names)) or 'nothing'}")
    differing = {place for place, _, _ in finding.differences}
    for name, pile in case.position["decks"].items():
        if pile != case.then["decks"].get(name) or f"decks {name}" in differing:
            lines.append(f"supply pile {name}, top card first: {_row(pile[::-1], names, 4)}")
    lines.append(f"action: player {case.position['turn']['player']}: {_action(case.action, names)}")
    for decision in case.decisions:
        lines.append(f"answer of player {decision['player']}: {_answer(decision['choice'], decision['answer'], names)}")
    return [*lines, *what_differs(finding)]


def what_differs(finding: Finding) -> list[str]:
    """Only what differs: two lines under each place."""
    if finding.why:
        return [f"the engine: {finding.why}"]
    names, lines = _names(finding.case), list[str]()
    for place, ours, theirs in finding.differences[:_PLACES]:
        lines.append(f"{_where(place)}:")
        lines += [f"  {line}" for line in _sides(place, ours, theirs, names)]
    if len(finding.differences) > _PLACES:
        lines.append(f"and {counted(len(finding.differences) - _PLACES, 'other place')}")
    return lines


def _names(case: Case) -> Names:
    table = case.table.name

    def name(card: Any) -> str:
        if isinstance(card, int) and not isinstance(card, bool) and 0 <= card < len(table) and table[card]:
            return str(table[card])
        return card if isinstance(card, str) else json.dumps(card)[:_LONGEST]

    return name


def _belongings(player: dict[str, Any], names: Names) -> Iterator[str]:
    for zone, word in _ZONES.items():
        if player[zone]:
            yield f"{word} {_row(player[zone], names)}"
    for color, pile in player["board"].items():
        splayed = f", splayed {player['splays'][color]}" if color in player["splays"] else ""
        yield f"{color} pile, top card first{splayed}: {_row(pile[::-1], names)}"
    for counter in ("tucked", "scored"):
        if player.get(counter):
            yield f"{player[counter]} {counter}"


def _where(place: str) -> str:
    words = place.split(" ")
    if words[0] == "decks":
        return f"supply pile {' '.join(words[1:])}, top card first"
    if words[0] == "turn" and len(words) > 1:
        return f"turn, {words[1]}"
    if words[0] == "players" and len(words) > 2:
        whose = f"of player {words[1]}"
        if words[2] == "board":
            return f"{words[3]} pile {whose}, top card first" if len(words) > 3 else f"board {whose}"
        if words[2] == "splays":
            return f"splay of the {words[3]} pile {whose}" if len(words) > 3 else f"splays {whose}"
        return f"{words[2]} this turn {whose}" if words[2] in COUNTERS else f"{_ZONES[words[2]]} {whose}"
    known = {"actions": "legal actions", "act": "the action", "choose": "an answer", **_COMMON}
    return known.get(place, place)


def _sides(place: str, ours: Any, theirs: Any, names: Names) -> Iterator[str]:
    if place == "actions":
        if ours:
            yield f"missing: {_row(ours, lambda action: _action(action, names))}"
        if theirs:
            yield f"not legal by the rules: {_row(theirs, lambda action: _action(action, names))}"
    elif place in ("act", "choose"):
        yield f"by the rules: {_action(ours, names) if place == 'act' else names(ours)} is legal"
        yield f"the engine: refuses it{f' ({theirs})' if theirs else ''}"
    else:
        told = _of_place(place, ours, theirs, names)
        if told[0] == told[1]:
            # Different values can have the same words, such as a number and the text of it.
            told = json.dumps(ours)[:_LONGEST], json.dumps(theirs)[:_LONGEST]
        yield f"by the rules: {told[0]}"
        yield f"the engine: {told[1]}"


def _of_place(place: str, ours: Any, theirs: Any, names: Names) -> tuple[str, str]:
    if place == "question":
        return _question(ours, names), _question(theirs, names)
    if place == "over":
        return _end(ours), _end(theirs)
    if not isinstance(ours or theirs or [], list) or not isinstance(theirs or [], list):
        return _value(ours), _value(theirs)
    mine, other = list(ours or []), list(theirs or [])
    if place.startswith("decks ") or " board " in place:
        return _piles(mine[::-1], other[::-1], names)
    both = [card for card in mine if card in other]
    if len(both) < 6:
        return _row(mine, names), _row(other, names)
    for card in both:
        mine.remove(card)
        other.remove(card)
    also = f", and {len(both)} that both have"
    return _row(mine, names) + also, _row(other, names) + also


def _piles(ours: list[Any], theirs: list[Any], names: Names) -> tuple[str, str]:
    """Two piles from the top, without the long equal parts at their ends."""
    top = 0
    while top < min(len(ours), len(theirs)) and ours[top] == theirs[top]:
        top += 1
    bottom = 0
    while bottom < min(len(ours), len(theirs)) - top and ours[-1 - bottom] == theirs[-1 - bottom]:
        bottom += 1
    top, bottom = (0 if top < 3 else top), (0 if bottom < 3 else bottom)
    told = []
    for pile in (ours, theirs):
        parts = [f"{top} equal cards"] if top else []
        middle = pile[top : len(pile) - bottom]
        parts += [_row(middle, names)] if middle or not (top or bottom) else []
        told.append(", ".join(parts + ([f"{bottom} equal cards"] if bottom else [])))
    return told[0], told[1]


def _row(values: Sequence[Any], names: Names, most: int = _CARDS) -> str:
    told = ", ".join(names(each) for each in values[:most]) or "nothing"
    return told + (f" and {len(values) - most} more" if len(values) > most else "")


def _action(action: Any, names: Names) -> str:
    if not isinstance(action, list) or len(action) != 2 or not isinstance(action[0], str):
        return _value(action)
    return action[0][:_LONGEST] + ("" if action[1] is None else f" {names(action[1])}")


def _question(asked: Any, names: Names) -> str:
    if asked is None:
        return "asks nothing more"
    choice, options, may = asked["choice"], asked["options"], asked["may"]
    told = f"asks player {_value(asked['player'])} for: {_value(choice)}"
    if isinstance(options, list):
        told += f": {_row(options, lambda option: _answer(choice, option, names))}"
    return told if may is None else f"{told}; {'can decline' if may is True else 'cannot decline'}"


def _answer(choice: Any, answer: Any, names: Names) -> str:
    """An answer in words, by the kind of choice."""
    if answer is None:
        return "declines"
    if choice in ("card", "order"):
        return _row(answer, names) if isinstance(answer, list) else names(answer)
    if choice in ("color", "colors"):
        values = answer if isinstance(answer, list) else [answer]
        return " and ".join(Color(each).name.lower() if each in list(Color) else _value(each) for each in values)
    return f"player {_value(answer)}" if choice == "player" else _value(answer)


def _end(over: Any) -> str:
    if over is None:
        return "the game goes on"
    if not isinstance(over, dict) or not isinstance(over.get("winners"), list):
        return _value(over)
    winners = " and ".join(f"player {_value(seat)}" for seat in over["winners"]) or "nobody"
    return f"{winners} by {_value(over.get('how'))}"


def _value(value: Any) -> str:
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value[:_LONGEST] if isinstance(value, str) else json.dumps(value)[:_LONGEST]
