"""A table as plain data: what the protocol sends, what an engine answers, and how the two are compared.

The words are those of the native format (``innolog docs native``): numbers of cards, ``"base 1"`` for a supply pile,
piles from bottom to top, seats from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from innolog.cards.facts import CardSet, Color, Direction, back_age, back_of, back_set, is_city_icon
from innolog.engine.answers import as_data, from_data
from innolog.engine.choices import Choice, ChoiceKind, Decider, IllegalAnswer
from innolog.engine.game import Game
from innolog.engine.operations import Action
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import AT_REST, OF_NOBODY, Zone
from innolog.support.errors import InnologError

#: Plain data as JSON has it.
Data = dict[str, Any]
_COLORS = {color.name.lower(): color for color in Color}
_DIRECTIONS = {direction.name.lower(): direction for direction in Direction}
#: The zones of a player in which the order of cards has no effect.
ZONES = {place.name: place.zone for place in AT_REST}
#: The common zones in which the order of cards has no effect.
COMMON = tuple(place.name for place in OF_NOBODY)
#: What a position says of a seat besides cards. An engine need not have these in its answers.
COUNTERS = ("tucked", "scored", "endorsed", "eliminated", "marks")


class NoPosition(InnologError, ValueError):
    """Data that is no position innolog can play."""


def position_of(game: Game) -> Data:
    """A game between two actions as a position: rules and table."""
    return {"rules": game.rules.describe(), **state_of(game)}


def state_of(game: Game) -> Data:
    """The table of a game. Flags and fountains of cities follow from the boards and are left out."""
    return {
        "decks": {_pile_name(back): list(cards) for back, cards in sorted(game.decks.items()) if cards},
        "available": sorted([*game.available, *game.specials]),
        "relics": sorted(game.zones[Zone.RELICS]),
        "removed": sorted(game.removed),
        "junk": sorted(game.junk_pile),
        "players": [
            {
                **{
                    name: sorted(card for card in player.zones[zone] if not is_city_icon(card))
                    for name, zone in ZONES.items()
                },
                "board": {name: list(player.piles[color]) for name, color in _COLORS.items() if player.piles[color]},
                "splays": {
                    name: Direction(player.splays[color]).name.lower()
                    for name, color in _COLORS.items()
                    if player.splays[color]
                },
                "tucked": player.tucked,
                "scored": player.scored,
                "endorsed": player.endorsed,
                "eliminated": player.eliminated,
                "marks": player.turn_marks,
            }
            for player in game.players
        ],
        "turn": {
            "number": game.turn,
            "player": game.turn_player.index,
            "action": game.action,
            "actions": game.actions_in_turn,
            "free": game.free_action,
        },
        "over": None if game.over is None else {"how": game.over.how, "winners": sorted(game.over.winners)},
    }


def game_of(position: Mapping[str, Any], decider: Decider) -> Game:
    """The game that a position describes. Raises :class:`InnologError` if it describes none."""
    try:
        rules = Ruleset.from_description(position["rules"])
        turn = position["turn"]
        game = build(
            rules,
            decider,
            [_seat(each) for each in position["players"]],
            decks={_back(name): cards for name, cards in position["decks"].items()},
            available=position["available"],
            removed=position.get("removed", ()),
            junk=position.get("junk", ()),
            relics=position.get("relics", ()),
            fill=False,
            turn_player=turn["player"],
            turn=turn["number"],
            action=turn["action"],
            actions_in_turn=turn["actions"],
        )
        game.free_action = bool(turn.get("free"))
        for player, seat in zip(game.players, position["players"], strict=True):
            player.eliminated = bool(seat.get("eliminated"))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, InnologError):
            raise
        raise NoPosition(f"no position: {type(error).__name__} {error}") from None
    for age in rules.ages:
        game.decks.setdefault(back_of(CardSet.BASE, age), [])
    return game


def _seat(seat: Mapping[str, Any]) -> Seat:
    return Seat(
        board=[card for pile in seat["board"].values() for card in pile],
        splays={_COLORS[name]: _DIRECTIONS[direction] for name, direction in seat.get("splays", {}).items()},
        **{place.column: seat[place.name] if place.always else seat.get(place.name, ()) for place in AT_REST},
        tucked=seat.get("tucked", 0),
        scored=seat.get("scored", 0),
        endorsed=bool(seat.get("endorsed")),
        turn_marks=seat.get("marks", 0),
    )


def _pile_name(back: int) -> str:
    return f"{CardSet(back_set(back)).name.lower()} {back_age(back)}"


def _back(name: str) -> int:
    card_set, _, age = name.rpartition(" ")
    return back_of(CardSet[card_set.upper()], int(age))


# --- actions, questions and answers ----------------------------------------------------------------------------------


def action_of(plain: Any) -> Action | None:
    """An action from plain data; None if it is none."""
    try:
        action = from_data(ChoiceKind.ACTION, plain)
    except IllegalAnswer:
        return None
    return action if isinstance(action, Action) else None


class Script:
    """Answers with recorded decisions. Raises :class:`IllegalAnswer` where they answer something else."""

    def __init__(self, answers: Sequence[Any]) -> None:
        self.answers = list(answers)

    def choose(self, choice: Choice) -> Any:
        """The next answer. Raises :class:`IllegalAnswer` if there is none."""
        if not self.answers:
            raise IllegalAnswer("there are no more answers")
        return from_data(choice.kind, self.answers.pop(0))


def question_of(choice: Choice) -> Data:
    """A choice as plain data. The options of an order are the cards of the pile."""
    options: list[Any]
    if choice.kind is ChoiceKind.ORDER:
        options = [int(card) for card in choice.options]
    else:
        options = [as_data(choice.kind, option) for option in [*choice.options, *choice.uncertain]]
    return {"player": choice.player, "choice": choice.kind.value, "options": options, "may": choice.may}


def only_answer(choice: Choice) -> bool:
    """Whether a choice is none, because it has one answer."""
    if choice.kind is ChoiceKind.ORDER:
        return len(choice.options) < 2
    return len(choice.answers()) == 1


def first_answer(choice: Choice) -> Any:
    """The first answer to a choice. Of an order it is the one that the options have."""
    return tuple(choice.options) if choice.kind is ChoiceKind.ORDER else choice.answers()[0]


# --- comparing -------------------------------------------------------------------------------------------------------


def differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Where two tables differ: the place, what it has by the rules, and what the engine has.

    What an engine leaves out of :data:`COUNTERS` and of the turn is not compared. After the end only the end is.
    """
    if ours["over"] or theirs.get("over"):
        over = theirs.get("over")
        if isinstance(over, Mapping) and isinstance(over.get("winners"), list):
            over = {"how": over.get("how"), "winners": sorted(over["winners"], key=repr)}
        if over != ours["over"]:
            yield "over", ours["over"], over
        return
    yield from table_differences(ours, theirs)


def table_differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Where two tables differ apart from the end of the game: first what belongs to players, then the supply piles."""
    players = theirs.get("players")
    if not isinstance(players, list) or len(players) != len(ours["players"]):
        yield "players", len(ours["players"]), players
    else:
        for index, (mine, other) in enumerate(zip(ours["players"], players, strict=True)):
            yield from _differing_players(index, mine, other)
    yield from _differing_piles("decks", ours["decks"], theirs.get("decks"))
    for name in COMMON:
        yield from _differing_cards(name, ours[name], theirs.get(name, []))
    turn = theirs.get("turn")
    if isinstance(turn, Mapping):
        for name, value in ours["turn"].items():
            if name in turn and turn[name] != value:
                yield f"turn {name}", value, turn[name]


def _differing_players(index: int, mine: Mapping[str, Any], other: Any) -> Iterator[tuple[str, Any, Any]]:
    if not isinstance(other, Mapping):
        yield f"players {index}", "an object", other
        return
    for name in ZONES:
        yield from _differing_cards(f"players {index} {name}", mine[name], other.get(name, []))
    yield from _differing_piles(f"players {index} board", mine["board"], other.get("board"))
    yield from _differing_splays(f"players {index} splays", mine["splays"], other.get("splays", {}))
    for name in COUNTERS:
        if name in other and other[name] != mine[name]:
            yield f"players {index} {name}", mine[name], other[name]


def _differing_cards(place: str, ours: Sequence[int], theirs: Any) -> Iterator[tuple[str, Any, Any]]:
    if not isinstance(theirs, list) or sorted(theirs, key=repr) != sorted(ours, key=repr):
        yield place, list(ours), theirs


def _differing_piles(place: str, ours: Mapping[str, Any], theirs: Any) -> Iterator[tuple[str, Any, Any]]:
    if not isinstance(theirs, Mapping):
        yield place, dict(ours), theirs
        return
    for name in [*ours, *(name for name in theirs if name not in ours)]:
        if (theirs.get(name) or []) != ours.get(name, []):
            yield f"{place} {name}", ours.get(name, []), theirs.get(name, [])


def _differing_splays(place: str, ours: Mapping[str, Any], theirs: Any) -> Iterator[tuple[str, Any, Any]]:
    # An engine may write "none" or null for a pile that is not splayed.
    if not isinstance(theirs, Mapping):
        yield place, dict(ours), theirs
        return
    for name in [*ours, *(name for name in theirs if name not in ours)]:
        if (theirs.get(name) or "none") != ours.get(name, "none"):
            yield f"{place} {name}", ours.get(name), theirs.get(name)
