"""What the words of a poor record show of the edition, and of the generation of the code that wrote it."""

from __future__ import annotations

from collections.abc import Iterable

from innolog.cards.editions import Edition, Platform
from innolog.log import At, DogmaStarted, GameLog, Transfer, Unread
from parsers.lines.keys import NEWER
from parsers.lines.matching import Said

#: The name of the fourth edition.
_ULTIMATE = "ultimate"


def edition_in(title: str) -> dict[str, str]:
    """The rules that the name of a game states; empty if it names no edition."""
    return {"edition": Edition.FOURTH.value} if _ULTIMATE in title.lower() else {}


def says_newer(said: Said) -> bool:
    """Whether only the newer code of Board Game Arena words a line so: where a drawn card goes is said there alone."""
    return said.key.startswith("draw.") and "to" in said.values


def note_generation(log: GameLog, said: Iterable[tuple[At, Said]]) -> None:
    """Note the signs of the newer code of Board Game Arena, and the first thing that innolog does not know well there.

    ``said`` are the lines of the log and their places.
    """
    newer = [(at, one.key) for at, one in said if one.key.partition(".")[0] in NEWER or says_newer(one)]
    if not newer:
        return
    log.stated["platform"] = Platform.BGA_2024.value
    moved = next((one.at for one in log.observations if isinstance(one, Transfer) and one.card_set), None)
    if moved is not None and (log.strange is None or moved < log.strange.at):
        log.strange = Unread(moved, "expansions played by a newer generation of the site's code")
