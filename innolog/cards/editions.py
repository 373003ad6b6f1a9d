"""Which edition is played, and where."""

from __future__ import annotations

from enum import Enum


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
    """Who referees: some sites play a few things their own way.

    Where a site has other icons on a card than are printed, ``data/deviations.csv`` lists them.
    """

    TABLE = "table"
    BGA = "bga"
    #: Board Game Arena with the newer generation of its code, which plays some things otherwise, and other editions.
    BGA_2024 = "bga-2024"
    YUCATA = "yucata"

    @property
    def tells_the_edition(self) -> bool:
        """Whether its logs themselves tell the edition, so that it need not be deduced."""
        return self is Platform.BGA_2024


#: The sites among the platforms, by the name by which they go.
SITES = {
    Platform.BGA: "Board Game Arena",
    Platform.BGA_2024: "Board Game Arena (newer code, January 2024)",
    Platform.YUCATA: "Yucata",
}

#: The edition whose text, and whose facts, hold for a card as long as another one does not print its own.
STANDARD = Edition.THIRD

#: The editions of which logs can be read, those first that are played most.
LIKELIEST = (Edition.THIRD, Edition.FIRST, Edition.FOURTH)

#: The editions that a platform offers, those first that are played most.
OFFERED = {
    Platform.TABLE: LIKELIEST,
    Platform.BGA: (Edition.THIRD, Edition.FIRST),
    Platform.BGA_2024: (Edition.FOURTH, Edition.THIRD),
    Platform.YUCATA: (Edition.THIRD, Edition.FIRST),
}


def texts_of(edition: Edition, platform: Platform, printing: Printing | None = None) -> tuple[str, ...]:
    """The names of the texts that may apply to a card, most special first.

    A site's own wording of the edition, that of an older printing of Figures, what is played otherwise where Figures
    are in play (``printing``), the edition's, and what every edition without a wording of its own has.
    """
    found = [f"{edition.value}@{platform.value}"] if platform in SITES else []
    if printing is not None:
        found += [printing.value, "figures"] if printing is not Printing.DELUXE else ["figures"]
    return tuple(dict.fromkeys([*found, edition.value, STANDARD.value]))
