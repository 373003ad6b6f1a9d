"""What the words of a poor record show of the edition, and of the generation of the code that wrote it."""

from __future__ import annotations

from collections.abc import Iterable

from innolog.cards.editions import Edition, Platform
from innolog.log import NOBODY, GameLog, Transfer, Unread
from parsers.lines.keys import NEWER
from parsers.lines.matching import Said

#: The name of the fourth edition.
_ULTIMATE = "ultimate"
#: Maximum number of moves of expansion cards that may be a forger's.
_RARE = 2
#: They are taken for a forger's only if more moves than this follow the first of them.
_FURTHER = 60


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
    """Note the signs of the newer code of Board Game Arena in the lines of a log, and what is not known well there."""
    if not any(one.key.partition(".")[0] in NEWER or says_newer(one) for one in said):
        return
    log.stated["platform"] = Platform.BGA_2024.value
    moves = [one for one in log.observations if isinstance(one, Transfer)]
    of_expansions = [number for number, move in enumerate(moves) if move.card_set]
    if of_expansions and not (len(of_expansions) <= _RARE and len(moves) - of_expansions[0] > _FURTHER):
        # The edition is not known. The fourth with expansions is played otherwise from the beginning.
        log.strange = Unread(log.observations[0].at, "expansions played by a newer generation of the site's code")
