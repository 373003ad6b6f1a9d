"""What no rulebook answers about certain figures, and what innolog decides (``innolog rules figures.karma``)."""

from __future__ import annotations

from typing import Final

KARMAS: Final = (
    "No karma applies to a card that is exchanged. The printing of 2013 does not say so, but innolog plays it alike.",
    "When many cards are removed at once, karmas still apply to each of them. So Florence Nightingale keeps her score"
    " pile. Homer tucks the figures of his hand, and these stay, although boards or top cards are removed, too.",
    "A revealed card is still in the hand, unless it was revealed from elsewhere (Homer, Samuel de Champlain).",
    "An Endorse action is a Dogma action for karmas. The draw for sharing is no Draw action for them (Alhazen,"
    " Isaac Newton).",
    "Johannes Kepler raises the values in dogma, echo and inspire effects, not in karmas.",
    "J.P. Morgan doubles icons, not card images, echo effects and bonuses.",
    "Muhammad Yunus gives the majority of the icon that decides who shares; the icon of Sun Tzu is the one that"
    " is printed as featured.",
    "Samuel de Champlain counts every draw of a fifth card, also if it is melded or scored at once, or if there"
    " is nothing left to draw.",
    "Sunshu Ao executes visible echo effects of the card's color as every effect does that executes a card.",
)
