"""Plain cases of effects, one a line: a position, the choices, and what is different afterwards.

A line of ``tables/*.txt`` has parts between bars. The first names the card and the effects that are carried out by me,
or obeyed by you. ``my`` and ``your`` zones, and the ``next`` cards of supply piles, make the position. ``chooses`` has
the answers in order (``-``: none). After ``then`` stand the zones that changed: a pile from bottom to top, or the cards
that came (+) and went (-). All other cards lie in their supply piles by their ids, and at most one of each age is an
available achievement. Where no card can be meant, an answer is the number of a zone, a seat (0: me), an icon or a set.

A line is about the named effects alone: karmas are off, also those of the card itself, and ``returned`` leaves out
cards that came from a supply pile in the same line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from innolog.cards import registry
from innolog.cards.facts import CardSet, Color, Direction, back_of, card_table
from innolog.cards.registry import Effect, EffectKind, all_effects
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import DogmaComplete, Game, GameOver, Sink
from innolog.engine.operations import CarryOut, Demand
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.engine.zones import Zone
from tests.table import card, names

FOLDER = Path(__file__).parent / "tables"
#: The sets in play, by the name of a table.
SETS = {
    "base": frozenset({CardSet.BASE}),
    "echoes": frozenset({CardSet.BASE, CardSet.ECHOES}),
    "artifacts": frozenset({CardSet.BASE, CardSet.ARTIFACTS}),
    "figures": frozenset({CardSet.BASE, CardSet.ECHOES, CardSet.FIGURES}),
}
_COLORS = {color.name.lower(): color for color in Color}
_DIRECTIONS = {direction.name.lower(): direction for direction in Direction}
_WHO = ("my", "your")
_ZONES = {"hand": Zone.HAND, "score": Zone.SCORE, "forecast": Zone.FORECAST, "achievements": Zone.ACHIEVEMENTS}


@dataclass
class Case:
    """One line: zones by words such as ``my hand`` (``my red``: how that pile is splayed)."""

    table: str
    card: str
    effects: Sequence[str]
    position: dict[str, list[str]] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    then: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        zones = [f"{zone}: {', '.join(cards)}" for zone, cards in self.position.items() if cards]
        chosen = [f"chooses: {', '.join(self.answers)}"] if self.answers else []
        then = "; ".join(f"{zone}: {what}" for zone, what in self.then.items()) or "nothing"
        return " | ".join([f"{self.card}: {' + '.join(self.effects)}", *zones, *chosen, f"then {then}"])


def read(table: str) -> Iterator[Case]:
    """The cases of a table."""
    for line in (FOLDER / f"{table}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            first, *parts, then = line.split(" | ")
            name, _, effects = first.rpartition(": ")
            zones = dict(part.split(": ", 1) for part in parts)
            answers = zones.pop("chooses", "")
            changes = then.removeprefix("then ")
            yield Case(
                table,
                name,
                effects.split(" + "),
                {zone: _split(cards) for zone, cards in zones.items()},
                _split(answers),
                {} if changes == "nothing" else dict(change.split(": ", 1) for change in changes.split("; ")),
            )


def _split(text: str) -> list[str]:
    """Names between commas. Some names have a comma of their own."""
    found: list[str] = []
    for part in text.split(", ") if text else []:
        if found and f"{found[-1]}, {part}" in _with_comma():
            found[-1] += f", {part}"
        else:
            found.append(part)
    return found


@cache
def _with_comma() -> frozenset[str]:
    return frozenset(name for name in card_table(edition=Edition.FOURTH.value).name if "," in name)


@cache
def effects_named(name: str) -> dict[str, Effect]:
    """The effects of a card in the third edition, by kind and number."""
    all_effects()
    return {f"{effect.kind.value} {effect.number}": effect for effect in registry._texts[card(name), "third"]}


@cache
def rules_of(table: str) -> Ruleset:
    """The rules of a table's cases."""
    sets = SETS[table]
    return Ruleset(Edition.THIRD, sets, 2, relics=CardSet.ARTIFACTS in sets, platform=Platform.TABLE)


class Reader:
    """Answers choices with words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)

    def choose(self, choice: Choice) -> Any:
        """The next words as an answer. Raises ``LookupError`` or ``ValueError`` if they are none."""
        word = self.words.pop(0)
        if word == "-":
            return None
        match choice.kind:
            case ChoiceKind.CARD:
                return card(word)
            case ChoiceKind.COLOR:
                return _COLORS[word]
            case ChoiceKind.COLORS:
                return tuple(_COLORS[part] for part in word.split(" and "))
            case ChoiceKind.YES_NO:
                return {"yes": True, "no": False}[word]
            case ChoiceKind.ORDER:
                return tuple(card(part) for part in word.split(" under "))
        return int(word)


def in_words(choice: Choice, answer: Any) -> str:
    """An answer as :class:`Reader` reads it."""
    if answer is None:
        return "-"
    match choice.kind:
        case ChoiceKind.CARD:
            return names([answer])[0]
        case ChoiceKind.COLOR:
            return Color(answer).name.lower()
        case ChoiceKind.COLORS:
            return " and ".join(Color(color).name.lower() for color in answer)
        case ChoiceKind.YES_NO:
            return "yes" if answer else "no"
        case ChoiceKind.ORDER:
            return " under ".join(names(answer))
    return str(int(answer))


def position(case: Case, decider: Any) -> Game:
    """The game before the effects."""
    zones = {zone: [card(name) for name in found] for zone, found in case.position.items() if _is_cards(zone)}
    seats = [
        Seat(
            board=zones.get(f"{who} board", []),
            hand=zones.get(f"{who} hand", []),
            score_pile=zones.get(f"{who} score", []),
            forecast=zones.get(f"{who} forecast", []),
            achievements=zones.get(f"{who} achievements", []),
            splays={
                color: _DIRECTIONS[case.position[f"{who} {name}"][0]]
                for name, color in _COLORS.items()
                if f"{who} {name}" in case.position
            },
        )
        for who in _WHO
    ]
    rules = rules_of(case.table)
    decks: dict[int, list[int]] = {}
    for number in reversed(zones.get("next", [])):
        facts = rules.table.cards[number]
        decks.setdefault(back_of(facts.set, facts.age, facts.relic), []).append(number)
    game = build(rules, decider, seats, decks=decks)
    # What karmas do is not the effect's.
    game.interceptors, game.reactors = (), {}
    game.icon_counts = (1, 0)
    return game


def _is_cards(zone: str) -> bool:
    return zone.rpartition(" ")[2] not in _COLORS


def played(case: Case, decider: Any, run: dict[str, Any] | None = None, sink: Sink | None = None) -> dict[str, str]:
    """What is different after the effects; ``run`` has other functions for some of them."""
    game = position(case, decider)
    game.sink = sink or game.sink
    before = _zones(game)
    me, you = game.players
    how: dict[str, str] = {}
    try:
        for name in case.effects:
            effect = effects_named(case.card)[name]
            if run and name in run:
                effect = Effect(effect.card, effect.kind, effect.number, run[name])
            if effect.kind in (EffectKind.DEMAND, EffectKind.COMPEL):
                game.perform(Demand(me, effect.card, effect, you, False))
            else:
                game.perform(CarryOut(me, effect.card, effect, False))
    except GameOver as over:
        if over.how != "dogma":
            raise
        how = {"wins": " and ".join(("me", "you")[winner] for winner in over.winners)}
    except DogmaComplete:
        how = {"the action": "complete"}
    after = _zones(game)
    changes = {zone: _change(zone, before[zone], after[zone]) for zone in after if before[zone] != after[zone]}
    return {zone: change for zone, change in changes.items() if change} | how


def _change(zone: str, before: list[str], after: list[str]) -> str:
    if zone.rpartition(" ")[2] in _COLORS:
        return ", ".join(after) or "empty"
    more = [f"+{name}" for name in after if name not in before]
    return ", ".join(more + [f"-{name}" for name in before if name not in after and zone != "returned"])


def _zones(game: Game) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for who, player in zip(_WHO, game.players, strict=True):
        for word, zone in _ZONES.items():
            found[f"{who} {word}"] = sorted(names(player.zone(zone)))
        for word, color in _COLORS.items():
            splayed = Direction(player.splays[color])
            found[f"{who} {word}"] = names(player.piles[color]) + [splayed.name.lower()] * bool(splayed)
    found["revealed"] = sorted(name for player in game.players for name in names(player.zone(Zone.REVEALED)))
    found["available"] = sorted(names([*game.available, *game.specials]))
    found["out of the game"] = sorted(names(game.removed))
    decks = [number for pile in game.decks.values() for number in pile]
    found["returned"] = sorted(names([number for number in decks if number in game.table.cards]))
    return found
