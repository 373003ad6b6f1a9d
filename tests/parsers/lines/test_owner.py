"""Whose card it is that a line moves without naming its place."""

from __future__ import annotations

import pytest

from innolog.log import At, Place, Transfer
from parsers.lines.bga import bga_lines


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
