"""How the engine asks for decisions.

Whenever a player decides something (or nature decides what a hidden card is), the engine builds a :class:`Choice` and
asks the game's :class:`Decider`. The engine does not know where the decider's answers come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, Protocol

from innolog.cards.facts import SLOTS, CardTable
from innolog.engine.zones import Keyword, Zone
from innolog.support.errors import InnologError


class ChoiceKind(Enum):
    """What is being chosen; the type of an option follows from it."""

    #: An :class:`~innolog.engine.actions.Action`.
    ACTION = "action"
    #: A card id.
    CARD = "card"
    #: A color.
    COLOR = "color"
    #: Several different colors as a tuple.
    COLORS = "colors"
    #: A number: a card value, or how many.
    VALUE = "value"
    #: True or False.
    YES_NO = "yes or no"
    #: A seat.
    PLAYER = "player"
    #: A zone for a card.
    PLACE = "place"
    #: A set of cards (their back).
    CARD_SET = "set"
    #: A pile in its new order, bottom to top.
    ORDER = "order"
    #: What a hidden card is: decided by the shuffle, not by a player.
    NATURE = "nature"


class Where:
    """A condition on the face of a card, such as :func:`having`; ``holds(table, card)`` for a known card."""

    __slots__ = ("holds", "words")

    def __init__(self, words: str, holds: Callable[[Any, int], bool]) -> None:
        self.words = words
        self.holds = holds

    def __repr__(self) -> str:
        return self.words


def having(icon: int) -> Where:
    """Cards with an icon printed on them."""
    return Where(f"with icon {icon}", lambda table, card: bool(table.icon_mask[card] >> icon & 1))


def having_any(*icons: int) -> Where:
    """Cards with at least one of the icons."""
    mask = sum(1 << icon for icon in icons)
    return Where(f"with one of {icons}", lambda table, card: bool(table.icon_mask[card] & mask))


def being(named: int) -> Where:
    """A certain card."""
    return Where(f"card {named}", lambda table, card: card == named)


def featuring(icon: int) -> Where:
    """Cards with a featured icon."""
    return Where(f"featuring icon {icon}", lambda table, card: table.featured[card] == icon)


def with_bonus() -> Where:
    """Cards with a bonus."""
    return Where("with a bonus", lambda table, card: bool(table.top_bonuses[card]))


def whose_bonus_is(value: int) -> Where:
    """Cards whose highest bonus is a value; 0 for cards without a bonus."""
    return Where(f"with bonus {value}", lambda table, card: max(table.top_bonuses[card], default=0) == value)


def lacking(icon: int) -> Where:
    """Cards without an icon."""
    return Where(f"without icon {icon}", lambda table, card: not table.icon_mask[card] >> icon & 1)


def of_color(*colors: int) -> Where:
    """Cards of one of the colors."""
    return Where(f"of color {colors}", lambda table, card: table.color[card] in colors)


def with_icons_of(table: CardTable, cards: Iterable[int]) -> Where:
    """Cards that have exactly the same icons as one of the cards, in any places.

    Card images and echo effects do not count as icons.
    """
    shown = {_icons(table, card) for card in cards}
    return Where(f"with the icons of one of {tuple(cards)}", lambda table, card: _icons(table, card) in shown)


def _icons(table: CardTable, card: int) -> tuple[str, ...]:
    return tuple(sorted(icon for icon in table.slots[card] if icon and icon != "echo" and not icon.startswith("hex")))


def with_icon_numbers_of(table: CardTable, tops: Iterable[int]) -> Where:
    """Cards that have each icon and bonus as often as one of the top cards, as Board Game Arena counts.

    Card images, echo effects and the plus are not counted. The top cards are compared in order. The comparison stops
    after the first that has a different icon in its top center, if both cards have one there.
    """
    shown = [(_numbers(table, top), table.slots[top][_TOP_CENTER]) for top in tops]

    def holds(table: CardTable, card: int) -> bool:
        mine, center = _numbers(table, card), table.slots[card][_TOP_CENTER]
        for theirs, other in shown:
            if mine == theirs:
                return True
            if center and other and center != other:
                return False
        return False

    return Where(f"with the numbers of icons of one of {tuple(tops)}", holds)


_TOP_CENTER = SLOTS.index("top_center")


def _numbers(table: CardTable, card: int) -> tuple[str, ...]:
    return tuple([icon.removeprefix("search-") for icon in _icons(table, card) if icon != "plus"])


class Choice:
    """One question.

    - ``options``: all legal answers. If ``may`` is true, ``None`` is legal, too.
    - ``uncertain``: hidden cards that are legal only if their face passes a test. Choosing one decides that it does.
      Answering ``None`` when ``may`` is false decides that none of them does.
    - ``intent`` and ``target``: for cards, what happens to the chosen card at once (``None``: nothing).

    The other attributes help a search, which tries all answers, to recognize answers with the same outcome:

    - ``then``: what happens next. A card of the chosen value is drawn, or this is done with a hidden card that passes.
    - ``rest``: if a card of each of several values is drawn, all the values and those that are left.
    - ``about``: the hidden card that is tested.
    - ``alike``: the decision just made about another hidden card with the same back and domain, if the effect does not
      tell the two apart (``None``: there was none).
    - ``rearranges``: True when the choice is the color of a pile that is put in a new order next.
    - ``values``: if a card is drawn to the chosen zone, the value that is drawn for each of the options.
    - ``splays``: if the pile below the chosen card is splayed next, the direction.
    """

    __slots__ = (
        "about",
        "alike",
        "intent",
        "kind",
        "may",
        "options",
        "player",
        "rearranges",
        "rest",
        "splays",
        "target",
        "then",
        "uncertain",
        "values",
    )

    def __init__(
        self,
        kind: ChoiceKind,
        player: int,
        options: Sequence[Any],
        *,
        may: bool = False,
        intent: Keyword | None = None,
        target: tuple[int, Zone] | None = None,
        uncertain: Sequence[int] = (),
        about: int | None = None,
        alike: bool | None = None,
        rest: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
        then: Keyword | None = None,
        rearranges: bool = False,
        values: Sequence[int] = (),
        splays: int | None = None,
    ) -> None:
        self.kind = kind
        self.player = player
        self.options = options
        self.may = may
        self.intent = intent
        self.target = target
        self.uncertain = uncertain
        self.about = about
        self.alike = alike
        self.rest = rest
        self.then = then
        self.rearranges = rearranges
        self.values = values
        self.splays = splays

    def goes_like(self, other: Choice) -> bool:
        """Whether the same player chooses the same kind of thing for the same purpose."""
        same = self.kind is other.kind and self.player == other.player
        return same and self.intent == other.intent and self.target == other.target

    def answers(self) -> list[Any]:
        """Every answer the rules allow."""
        found = [*self.options, *self.uncertain]
        if self.can_decline():
            found.append(None)
        return found

    def can_decline(self) -> bool:
        """Whether None is an answer that the rules allow."""
        return self.may or bool(self.uncertain and not self.options)


class IllegalAnswer(InnologError, ValueError):
    """A decider answered with something that is not among the options."""


class Decider(Protocol):
    """Answers choices: a bot, a log, or a list of decisions."""

    def choose(self, choice: Choice) -> Any:
        """Answer with one of ``choice.answers()``."""
        ...
