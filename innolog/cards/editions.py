"""Which edition is played, and where."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from innolog.cards.generations import USUAL, Generation


class Edition(Enum):
    """The printed edition whose rules and texts apply."""

    FIRST = "first"
    THIRD = "third"
    FOURTH = "fourth"


class Printing(Enum):
    """The printing of an expansion that changed its texts within an edition: Figures in the Sand."""

    DELUXE = "deluxe"
    #: The box of its own, in the second edition.
    BOX_2013 = "2013"


class Platform(Enum):
    """The table or site on which a game is played.

    A site may deviate from the printed rules. Its deviating icons are in ``data/deviations.csv``.
    """

    TABLE = "table"
    BGA = "bga"
    #: Board Game Arena with the newer generation of its code, which has other editions and other deviations.
    BGA_2024 = "bga-2024"
    YUCATA = "yucata"

    @property
    def tells_the_edition(self) -> bool:
        """Whether its logs show the edition, except some that a program has changed."""
        return self is Platform.BGA_2024


#: The platforms that are sites, with their names.
SITES = {
    Platform.BGA: "Board Game Arena",
    Platform.BGA_2024: "Board Game Arena (newer code, January 2024)",
    Platform.YUCATA: "Yucata",
}

#: The edition whose text and facts apply to a card, unless another edition prints its own.
STANDARD = Edition.THIRD

#: The editions that innolog supports, the one played most first.
LIKELIEST = (Edition.THIRD, Edition.FIRST, Edition.FOURTH)

#: The editions that a platform offers, the one played most first.
OFFERED = {
    Platform.TABLE: LIKELIEST,
    Platform.BGA: (Edition.THIRD, Edition.FIRST),
    Platform.BGA_2024: (Edition.FOURTH, Edition.THIRD),
    Platform.YUCATA: (Edition.THIRD, Edition.FIRST),
}


class Played(NamedTuple):
    """By whose rules a game may have been played, in which editions and by which generations of a site's code.

    The likeliest come first.
    """

    platform: Platform
    editions: tuple[Edition, ...]
    generations: tuple[Generation, ...] = (USUAL,)


def _as_offered(*platforms: Platform) -> tuple[Played, ...]:
    return tuple([Played(platform, OFFERED[platform]) for platform in platforms])


#: By what a text, a page or a tracker's file in the words of a site may have been played, the likeliest first. A game
#: of one site can be written down in the words of another.
_WORDS_OF: Final = {
    Platform.BGA.value: _as_offered(Platform.BGA, Platform.BGA_2024),
    Platform.YUCATA.value: (
        *_as_offered(Platform.YUCATA, Platform.BGA),
        Played(Platform.TABLE, (Edition.FOURTH,)),
        *_as_offered(Platform.BGA_2024),
    ),
}


def played_by(site: str, stated: str | None, *, full: bool, figures: bool) -> tuple[Played, ...]:
    """By what a record of a ``site`` may have been played, the likeliest first.

    ``stated`` is the platform that it states. A ``full`` record is of the site; others have only its words. No site has
    ``figures`` so far: a record of them is of a table, even if it has the words of a site.
    """
    words = stated or site
    found = None if full else _WORDS_OF.get(words)
    if found is None:
        found = _as_offered(next((each for each in SITES if each.value == words), Platform.TABLE))
    return (*_as_offered(Platform.TABLE), *found) if figures and stated is None else found


def offering(played: tuple[Played, ...], edition: Edition) -> tuple[Played, ...]:
    """What offers an edition. If nothing does, it is tried with each."""
    rows = [row for row in played if edition in row.editions] or played
    return tuple([row._replace(editions=(edition,)) for row in rows])


#: The printed text of the fourth edition, of cards that Board Game Arena's code words otherwise.
PRINTED_2025 = "fourth@2025"
#: The text of cards that are worded anew where figures are in play.
WITH_FIGURES = "figures"


def in_newer_shape(platform: Platform, edition: Edition) -> bool:
    """Whether a game is recorded as Board Game Arena's newer code records games.

    So it is if that code played the game, or if the older code does not offer its edition.
    """
    return platform is Platform.BGA_2024 or edition not in OFFERED[Platform.BGA]


#: The last generation of Board Game Arena's code that had effects of its own, in the texts that this suffix names.
_OLDEST: Final = Generation.G2
_OF_OLDEST: Final = "-2021"


def texts_of(
    edition: Edition, platform: Platform, printing: Printing | None = None, generation: Generation = USUAL
) -> tuple[str, ...]:
    """The names of the texts that may apply to a card, most special first.

    In this order: the site's wording of the edition (first that of an old ``generation`` of its code), that of an older
    printing of Figures (``printing``), the wording for games with Figures, the edition's, and the standard one. The
    fourth edition as printed has a text of its own, because "the edition's" is the site's wording.
    """
    found = [f"{edition.value}@{platform.value}"] if platform in SITES else []
    if edition is Edition.FOURTH and platform not in (Platform.BGA, Platform.BGA_2024):
        found.append(PRINTED_2025)
    if platform is Platform.BGA and generation <= _OLDEST:
        found.insert(0, found[0] + _OF_OLDEST)
    if printing is not None:
        found += [printing.value, WITH_FIGURES] if printing is not Printing.DELUXE else [WITH_FIGURES]
    return tuple(dict.fromkeys([*found, edition.value, STANDARD.value]))
