"""Whose card it is that a line moves without naming its place."""

from __future__ import annotations

import pytest

from innolog.log import ANYBODY, At, DeckJunked, Place, Transfer
from parsers.lines.bga import bga_lines


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("Bob transfers [1] Oars to Ada's board.", 1),
        ("Cleo transfers [1] Oars to Ada's board.", 2),
        # The player to whom it goes can be named instead.
        ("Ada transfers [1] Oars to his board.", 1),
        ("Cleo returns [1] Oars.", 2),
    ],
)
def test_a_revealed_card_is_moved_by_its_owner_or_to_who_is_named(line: str, owner: int) -> None:
    """What was wrong: who transferred it was compared with nothing."""
    reader = bga_lines(["Ada", "Bob", "Cleo"])
    reader.read(At(1, 1, 0), "Bob draws and reveals [1] Oars.")
    (moved,) = reader.read(At(1, 2, 0), line).observations
    assert isinstance(moved, Transfer)
    assert (moved.from_owner, moved.from_place) == (owner, Place.REVEALED)


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("Ada transfers [1] Oars from Bob's board to his score pile.", ANYBODY),
        ("Ada transfers [1] Oars from her board to her score pile.", 0),
        ("Ada transfers [1] Oars from Bob's board to Bob's score pile.", 1),
        ("Ada transfers [1] Oars from Bob's board to his hand.", 0),
    ],
)
def test_his_score_pile_can_be_that_of_the_player_who_loses_the_card(line: str, owner: int) -> None:
    """Helicopter: the site says "his" then, as it does of the one who moves the card. Honest games were illegal."""
    reader = bga_lines(["Ada", "Bob", "Cleo"])
    (moved,) = reader.read(At(1, 1, 0), line).observations
    assert isinstance(moved, Transfer)
    assert moved.to_owner == owner


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        # A card that goes to the table is the player's.
        ("Bob returns [1] Oars.", 1),
        ("Ada returns [1] Oars.", 0),
        ("[1] Oars is removed from the game.", 0),
        # One that goes to the player may be another's.
        ("Bob scores [1] Oars.", 0),
    ],
)
def test_the_player_of_a_line_without_a_place_is_read(line: str, owner: int) -> None:
    """What was wrong: the owner was always who had the card before, so that the line could name anybody."""
    reader = bga_lines(["Ada", "Bob"])
    reader.read(At(1, 1, 0), "Ada melds [1] Oars from his hand.")
    (moved,) = reader.read(At(1, 2, 0), line).observations
    assert isinstance(moved, Transfer)
    assert (moved.from_owner, moved.from_place) == (owner, Place.BOARD)


def test_what_a_line_says_of_a_pile_and_of_the_first_card_is_kept() -> None:
    """The number of cards in a junked pile was dropped, and so was the value of the card that goes first."""
    reader = bga_lines(["Ada", "Bob"])
    (junked,) = reader.read(At(1, 1, 0), "The [8] deck, which contained 3 card(s), was junked.").observations
    assert isinstance(junked, DeckJunked)
    assert (junked.age, junked.count) == (8, 3)
    first = "Bob melded the first card in English alphabetical order ([{}] Agriculture): he plays first."
    reader.read(At(1, 2, 0), first.format(1))
    assert not reader.inconsistencies
    reader.read(At(1, 3, 0), first.format(5))
    assert [(each.expected, each.observed) for each in reader.inconsistencies] == [("1", "5")]
