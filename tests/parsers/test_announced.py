"""What the site announces of the end of the game, and of players who are out of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from innolog.cards.generations import USUAL, Generation
from innolog.engine.ruleset import Ruleset
from innolog.results.result import Replay, Verdict
from tests.parsers.verdicts import Export, replayed, written

Args = dict[str, Any]
THREE = Ruleset(players=3)
#: The public packet of a move in the middle of the game.
_MIDDLE = 40


def _written(generation: Generation) -> Export:
    return written(replace(THREE, generation=generation), 5)


def _public(content: Any) -> list[list[Any]]:
    return [packet["data"] for packet in content["packets"] if packet["channel"].startswith("/table")]


def _judged(*added: Args, generation: Generation = USUAL, at: int = _MIDDLE) -> tuple[Replay, int]:
    """The verdict on a game with more notifications at the end of a packet, and the place of the first of them."""
    content = _written(generation)
    data = _public(content)[at]
    place = len(data)
    data.extend(added)
    return replayed(content), place


def _item(kind: str, args: Args, log: str = "") -> Args:
    return {"args": args, "log": log, "type": kind, "uid": "added"}


def _state(number: object) -> Args:
    return _item("gameStateChange", {"id": number, "active_player": 0, "args": [], "type": "game"})


def _message() -> Args:
    template = "END OF GAME BY ACHIEVEMENTS: ${player_name}"
    return _item("log_spectator", {"player_name": "Ada", "n": 5, "notification_type": "log", "log": template})


def _eliminated(player: object, name: str) -> Args:
    return _item("playerEliminated", {"who_quits": player, "player_name": name}, "${player_name} has been eliminated.")


def _accused(found: Replay) -> tuple[str, int]:
    """The rule by which a game is illegal, and the place."""
    assert found.verdict is Verdict.ILLEGAL
    assert found.violation is not None
    assert found.violation.at is not None
    return found.violation.rule, found.violation.at.index


@pytest.mark.parametrize("generation", [Generation.G1, Generation.G3, USUAL])
@pytest.mark.parametrize("told", [[_state(98)], [_state("98")], [_message()], [_state(98), _message()]])
def test_nothing_is_played_after_the_end_is_announced(generation: Generation, told: list[Args]) -> None:
    """What was wrong: the state was passed over, and a message was held against the true end, at the place of that."""
    assert _judged(generation=generation)[0].verdict is Verdict.LEGAL
    found, place = _judged(*told, generation=generation)
    assert _accused(found) == ("record.contradiction", place)


def test_a_contradiction_about_the_end_has_its_own_place() -> None:
    """What was wrong: what comes before it lacks the end of the game, and that was said, at the last move."""
    template = "END OF GAME BY DOGMA: ${player_name}"
    told = _item("log_spectator", {"player_name": "Ada", "n": 9, "notification_type": "log", "log": template})
    found, place = _judged(told, at=-1)
    assert _accused(found) == ("record.contradiction", place)


def test_a_turn_after_the_end_is_what_is_wrong() -> None:
    """Of two statements that exclude each other, the rules bear out the end."""
    content = _written(USUAL)
    turn = next(item for item in _public(content)[_MIDDLE] if item["args"] and item["args"].get("id") == 4)
    found, place = _judged(turn, at=-1)
    assert _accused(found) == ("end.after", place)


def test_a_second_state_of_the_end_contradicts_nothing() -> None:
    """The site goes on to the messages of the end, and to the state after it."""
    assert _judged(_state(98), at=-1)[0].verdict is Verdict.LEGAL


def _players() -> list[tuple[str, str]]:
    return list(_written(USUAL)["players"].items())


def test_a_player_who_is_out_does_not_play_on() -> None:
    """Without an effect that eliminates, it is not known what the site means, and nobody is accused."""
    player, name = _players()[0]
    found, _ = _judged(_eliminated(player, name))
    assert found.verdict is Verdict.UNSUPPORTED
    assert f"{name} plays on" in (found.reason or "")
    assert _judged(_eliminated(player, name), _item("zombieBack", {"player_id": player}))[0].verdict is Verdict.LEGAL
    assert _judged(_eliminated(player, name), at=-1)[0].verdict is Verdict.LEGAL


def test_who_is_eliminated_sits_at_the_table_and_has_one_name() -> None:
    """An id of nobody, and the name of another player."""
    (player, _), (_, other) = _players()[:2]
    for told in (_eliminated("1", other), _eliminated(player, other)):
        found, place = _judged(told)
        assert found.verdict is Verdict.ILLEGAL
        assert found.violation is not None
        assert found.violation.at is not None
        assert found.violation.rule == "record.contradiction"
        assert found.violation.at.index == place


@pytest.mark.parametrize(
    ("effect", "places", "legal"),
    [
        ("I demand effect", "before", True),
        ("1<sup>st</sup> non-demand effect", "before", False),
        ("I demand effect", "same, before", False),
        ("I demand effect", "same, after", False),
    ],
)
def test_an_effect_that_affects_nobody(effect: str, places: str, legal: bool) -> None:
    """What a message said of whom an effect affects was compared with nothing.

    The state in which an effect begins stands before the message. It is of the effect that is carried out next, or not.
    """
    content = written(THREE, 5, None)
    data, at = next(
        (data, number)
        for data in _public(content)
        for number, event in enumerate(data)
        if event["type"] == "gameStateChange" and event["args"].get("id") == 8
    )
    carried = data[at]["args"]["args"]
    other = {"JSCardEffectQuery": "#item_1__age_1__type_0__is_relic_0__M__card .i_demand_effect_1", "card_0": "Oars"}
    begun = {**(carried if "same" in places else other), "qualified_effect": "I demand effect"}
    template = "Nobody is affected by the ${qualified_effect} of the card."
    state = {"id": 6, "active_player": 0, "args": begun, "type": "game"}
    message = _item("log_spectator", {"qualified_effect": effect, "notification_type": "log", "log": template})
    data.insert(at, _item("gameStateChange", state))
    data.insert(at + 2 if "after" in places else at + 1, message)
    assert (replayed(content).verdict is Verdict.LEGAL) is legal
