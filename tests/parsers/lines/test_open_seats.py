"""Notes of a table that end before all players have acted: nobody knows how the others sit."""

from __future__ import annotations

from itertools import permutations

import pytest

from innolog.log import GameLog, Observation
from innolog.log.seating import seatings
from innolog.proving.checking import check
from innolog.proving.proof import read
from innolog.proving.writing import proof_of
from innolog.replay import replay
from innolog.results.result import Verdict
from parsers.lines import detection

_OPENED = {"Ada": "Archery", "Eve": "City States", "Bob": "Clothing", "Cid": "Sailing"}
#: The demand on each player, and the demands in an order in which these three can sit.
_DEMAND = (
    "{0} carries out the first demand effect\n{0} draws [1] Base\n{0} transfers [1] Base from hand to Ada's hand\n"
)
_DEMANDS = "".join(map(_DEMAND.format, ("Bob", "Cid", "Eve")))


def _notes(players: tuple[str, ...], rest: str) -> str:
    lines = [f"Move {move}: {name}\n{name} melds {_OPENED[name]} from hand\n" for move, name in enumerate(players, 1)]
    return (
        f"Innovation (Table)\n{''.join(lines)}Ada goes first with Archery\nMove 5: Ada\nAda activates Archery\n{rest}"
    )


def _log(text: str) -> GameLog:
    return detection.read("a table.txt", text.encode())


@pytest.mark.parametrize("players", list(permutations(_OPENED))[::5])
@pytest.mark.parametrize("effects", [True, False])
def test_opening_cards_are_written_in_any_order(players: tuple[str, ...], effects: bool) -> None:
    """The order of the opening cards was taken for that of the seats, and the game was illegal."""
    lines = _DEMANDS.splitlines(keepends=True)
    text = _notes(players, "".join(line for line in lines if effects or "carries out" not in line))
    result = replay(_log(text), record=True)
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert [seat.name for seat in result.log.seats] == ["Ada", "Bob", "Cid", "Eve"]
    assert check(read(proof_of(result, text.encode()).encode()), text.encode(), _log(text)).verdict == "legal_so_far"


@pytest.mark.parametrize(
    "forged",
    [
        # Eve sits behind Cid, and before him.
        _DEMANDS + "Ada carries out the first dogma effect\n" + "".join(map(_DEMAND.format, ("Eve", "Cid"))),
        _DEMANDS + "Move 6: Cid\nCid draws [1] Base\n",
        _DEMANDS.replace("Eve draws [1]", "Eve draws [2]"),
    ],
)
def test_what_is_wrong_however_they_sit_is_illegal(forged: str) -> None:
    assert replay(_log(_notes(("Eve", "Ada", "Cid", "Bob"), forged))).verdict is Verdict.ILLEGAL


def test_the_orders_of_seats_are_those_of_one_text() -> None:
    """Every field with the seat of a player follows the player."""
    rest = (
        _DEMANDS + "Eve chooses the player Cid\nCid splays blue up\nEve passes\nCid transfers Oars from Bob's board\n"
    )

    def read_as(players: tuple[str, ...]) -> dict[tuple[str, ...], list[Observation]]:
        found = list(seatings(_log(_notes(players, rest.replace("carries out", "does not carry out")))))
        return {tuple([seat.name for seat in each.seats]): each.observations[5:] for each in found}

    first = read_as(("Ada", "Eve", "Bob", "Cid"))
    assert len(first) == 6
    assert all(read_as(players) == first for players in permutations(_OPENED))
