"""What the words of a poor record show of the edition, and of the generation of the code that wrote it."""

from __future__ import annotations

from collections.abc import Iterable

from innolog.cards.editions import Edition, Platform
from innolog.log import NOBODY, GameLog
from parsers.lines.keys import NEWER
from parsers.lines.matching import Said

#: The name of the fourth edition.
_ULTIMATE = "ultimate"


def edition_in(title: str) -> dict[str, str]:
    """The rules that the name of a game states; empty if it names no edition."""
    return {"edition": Edition.FOURTH.value} if _ULTIMATE in title.lower() else {}


def says_newer(said: Said) -> bool:
    """Whether only the newer code of Board Game Arena words a line so.

    It alone says where a drawn card goes, and that an achievement is claimed from the available ones. And it leaves out
    that a hidden card comes from another player's hand.
    """
    values = said.values
    if said.key == "transfer.hidden":
        return "from" not in values
    if said.key.startswith("achieve"):
        return "from" in values and values["from"].owner == NOBODY
    return said.key.startswith("draw.") and "to" in values


def note_generation(log: GameLog, said: Iterable[Said]) -> None:
    """Note the signs of the newer code of Board Game Arena in the lines of a log."""
    if any(one.key.partition(".")[0] in NEWER or says_newer(one) for one in said):
        log.stated["platform"] = Platform.BGA_2024.value
