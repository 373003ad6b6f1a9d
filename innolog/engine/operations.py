"""Operations: what somebody is about to do, each kind a record of its own.

An operation names who does it (``actor``) and why (``cause``). It is passed to
:meth:`~innolog.engine.performing.Performing.perform`, the only place where operations are replaced, carried out and
recorded. The record of a performed operation is an event (:mod:`~innolog.engine.events`). An event knows the positions
of cards, an operation does not.

The records are frozen: their attributes are final. To replace one, make another.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from innolog.cards.facts import CardSet
from innolog.cards.registry import Effect
from innolog.engine.choices import Where
from innolog.engine.state import Player
from innolog.engine.zones import Keyword, Zone

#: The result of an operation that does not move a single card.
DONE: Final = 0
#: The result of an operation that was replaced. As the result of a replaced draw it is a card without value, color and
#: icons; operations with this card do nothing.
NOTHING: Final = 1999

#: Causes that are not cards: the action itself, the sharing bonus, what an expansion adds to an action or a splay, and
#: conditions (of special achievements, flags and fountains). Any other cause is the card with the effect.
BY_ACTION: Final = -1
BY_SHARING: Final = -2
BY_TRIGGER: Final = -3
BY_CONDITION: Final = -4
#: Looked up once: in a compiled module, looking up a member of an enumeration costs more than comparing it.
_ACHIEVEMENTS: Final = Zone.ACHIEVEMENTS
_BOARD: Final = Zone.BOARD
_DECK: Final = Zone.DECK
_DISPLAY: Final = Zone.DISPLAY
_FORECAST: Final = Zone.FORECAST
_HAND: Final = Zone.HAND
_REMOVED: Final = Zone.REMOVED
_REVEALED: Final = Zone.REVEALED
_SCORE: Final = Zone.SCORE
_TO_ACHIEVE: Final = Keyword.ACHIEVE
_TO_DIG: Final = Keyword.DIG
_TO_FORESHADOW: Final = Keyword.FORESHADOW
_TO_KEEP: Final = Keyword.KEEP
_TO_MELD: Final = Keyword.MELD
_TO_REMOVE: Final = Keyword.REMOVE
_TO_RETURN: Final = Keyword.RETURN
_TO_REVEAL: Final = Keyword.REVEAL
_TO_SCORE: Final = Keyword.SCORE
_TO_TRANSFER: Final = Keyword.TRANSFER
_TO_TUCK: Final = Keyword.TUCK


class ActionKind(Enum):
    """The kinds of actions that a turn can have."""

    DRAW = "draw"
    MELD = "meld"
    DOGMA = "dogma"
    ACHIEVE = "achieve"
    ENDORSE = "endorse"
    #: A Dogma action with a distant player's top card (fourth edition, "Parley").
    PARLEY = "parley"
    #: The free action at the start of a turn with an Artifact on display.
    DISPLAY_DOGMA = "dogma of display"
    DISPLAY_RETURN = "return display"
    DISPLAY_PASS = "leave display"
    #: Figures: the visible inspire effects of a color, which its top card stands for, and a draw.
    INSPIRE = "inspire"
    #: Figures: a decree, for all cards in hand.
    DECREE = "decree"


class Action(NamedTuple):
    """One action. ``card`` is the card melded, activated or claimed (None for a Draw action)."""

    kind: ActionKind
    card: int | None = None


class Operation:
    """One operation: the player who does it (``actor``), and the ``cause``."""

    __slots__ = ("actor", "cause")

    def __init__(self, actor: Player, cause: int) -> None:
        self.actor: Final = actor
        self.cause: Final = cause

    def __repr__(self) -> str:
        return f"<{type(self).__name__} by {self.actor!r} because of {self.cause}>"


# --- cards --------------------------------------------------------------------------------------------------------


class Draw(Operation):
    """Draw a card of a value (of a set), and at once do what ``then`` says with it (``Keyword.DRAW``: keep it).

    A card that passes ``melds`` is melded instead. ``pile`` is the supply pile if it has been found before (0: it has
    not). If it is empty now, it is found anew.
    """

    __slots__ = ("card_set", "melds", "pile", "then", "value")

    def __init__(
        self,
        actor: Player,
        cause: int,
        value: int,
        card_set: CardSet | None,
        then: Keyword,
        melds: Where | None = None,
        pile: int = 0,
    ) -> None:
        super().__init__(actor, cause)
        self.melds: Final = melds
        self.pile: Final = pile
        self.value: Final = value
        self.card_set: Final = card_set
        self.then: Final = then


class Move(Operation):
    """Put a card from wherever it is into a zone of ``owner``, or (None) into a common one. Base class of all moves."""

    __slots__ = ("bottom", "card", "keyword", "owner", "zone")

    def __init__(
        self, actor: Player, cause: int, card: int, owner: Player | None, zone: Zone, keyword: Keyword, bottom: bool
    ) -> None:
        super().__init__(actor, cause)
        self.card: Final = card
        self.owner: Final = owner
        self.zone: Final = zone
        self.keyword: Final = keyword
        self.bottom: Final = bottom

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of card {self.card} by {self.actor!r} because of {self.cause}>"


class Meld(Move):
    """Put a card on top of its pile on the actor's board."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, actor, _BOARD, _TO_MELD, False)


class Tuck(Move):
    """Put a card under its pile on the actor's board."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, actor, _BOARD, _TO_TUCK, True)


class Score(Move):
    """Put a card into the actor's score pile."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, actor, _SCORE, _TO_SCORE, False)


class Return(Move):
    """Put a card under its supply pile, or a relic beside it."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int, zone: Zone) -> None:
        super().__init__(actor, cause, card, None, zone, _TO_RETURN, zone is _DECK)


class Foreshadow(Move):
    """Put a card into the actor's forecast."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, actor, _FORECAST, _TO_FORESHADOW, False)


class Reveal(Move):
    """Show a card to everybody; it stays revealed until it is kept or moved on."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, actor, _REVEALED, _TO_REVEAL, False)


class Keep(Move):
    """Take a revealed card into the actor's hand."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, actor, _HAND, _TO_KEEP, False)


class Dig(Move):
    """Put an Artifact from its supply pile on the actor's display."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, actor, _DISPLAY, _TO_DIG, False)


class Achieve(Move):
    """Claim a standard achievement, or a special one that has left the game and can still be claimed."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, actor, _ACHIEVEMENTS, _TO_ACHIEVE, False)


#: What becomes of a card that is drawn and not kept, by the keyword. Each is made of the actor, the cause and the card.
PLACINGS: Final[dict[Keyword, type[Meld | Tuck | Score | Reveal | Achieve | Foreshadow]]] = {
    Keyword.MELD: Meld,
    Keyword.TUCK: Tuck,
    Keyword.SCORE: Score,
    Keyword.REVEAL: Reveal,
    Keyword.ACHIEVE: Achieve,
    Keyword.FORESHADOW: Foreshadow,
}


class Remove(Move):
    """Take a card out of the game."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, None, _REMOVED, _TO_REMOVE, False)


class Junk(Move):
    """Put a card or a special achievement into the junk."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause, card, None, Zone.JUNK, Keyword.JUNK, False)


class Transfer(Move):
    """Put a card into a zone without melding, scoring or returning it."""

    __slots__ = ()

    def __init__(self, actor: Player, cause: int, card: int, owner: Player | None, zone: Zone) -> None:
        super().__init__(actor, cause, card, owner, zone, _TO_TRANSFER, False)


class Exchange(Operation):
    """Swap two groups of cards: each group goes to a zone of a player. No interceptor sees the moves of the cards."""

    __slots__ = ("groups",)

    def __init__(
        self, actor: Player, cause: int, groups: tuple[tuple[tuple[int, ...], tuple[Player, Zone]], ...]
    ) -> None:
        super().__init__(actor, cause)
        self.groups: Final = groups


class Claim(Operation):
    """Take a special achievement. A ``standing`` claim is a consequence of another operation."""

    __slots__ = ("achievement", "standing")

    def __init__(self, actor: Player, cause: int, achievement: int, standing: bool) -> None:
        super().__init__(actor, cause)
        self.achievement: Final = achievement
        self.standing: Final = standing


class CountCityIcon(Operation):
    """Let a flag or fountain of the actor begin (``gained``) or cease to count as an achievement."""

    __slots__ = ("entry", "gained")

    def __init__(self, actor: Player, cause: int, entry: int, gained: bool) -> None:
        super().__init__(actor, cause)
        self.entry: Final = entry
        self.gained: Final = gained


# --- piles and boards ---------------------------------------------------------------------------------------------


class Splay(Operation):
    """Splay a pile of ``owner`` in a direction, or (``Direction.NONE``) unsplay it.

    ``leaves_icons``: True when the visible icons are counted anew only at the next change of the owner's board.
    """

    __slots__ = ("color", "direction", "leaves_icons", "owner")

    def __init__(
        self, actor: Player, cause: int, owner: Player, color: int, direction: int, leaves_icons: bool = False
    ) -> None:
        super().__init__(actor, cause)
        self.owner: Final = owner
        self.color: Final = color
        self.direction: Final = direction
        self.leaves_icons: Final = leaves_icons


class Rearrange(Operation):
    """Put a pile of the actor in a new order, bottom to top."""

    __slots__ = ("color", "order")

    def __init__(self, actor: Player, cause: int, color: int, order: tuple[int, ...]) -> None:
        super().__init__(actor, cause)
        self.color: Final = color
        self.order: Final = order


class _Removal(Operation):
    """Remove many cards at once, except for those that a figure has ``spared``."""

    __slots__ = ("spared",)

    def __init__(self, actor: Player, cause: int, spared: frozenset[int]) -> None:
        super().__init__(actor, cause)
        self.spared: Final = spared


class RemoveTopsAndHands(_Removal):
    """Remove all top cards and all hands from the game."""

    __slots__ = ()


class Wipe(_Removal):
    """Remove all hands, boards and score piles from the game."""

    __slots__ = ()


class Eliminate(Operation):
    """Let a player lose and leave the game, with all of the player's cards."""

    __slots__ = ("player",)

    def __init__(self, actor: Player, cause: int, player: Player) -> None:
        super().__init__(actor, cause)
        self.player: Final = player


class End(Operation):
    """End the game: ``how`` (achievements, score or dogma), the winners, and the player who caused it (``by``).

    ``alone``: True when the winners are the only ones who have not lost.
    """

    __slots__ = ("alone", "by", "how", "winners")

    def __init__(
        self, actor: Player, cause: int, how: str, winners: tuple[int, ...], by: int, *, alone: bool = False
    ) -> None:
        super().__init__(actor, cause)
        self.how: Final = how
        self.winners: Final = winners
        self.by: Final = by
        self.alone: Final = alone


# --- actions and effects ------------------------------------------------------------------------------------------


class TakeAction(Operation):
    """Take an action of the turn, or the free one with the Artifact on display."""

    __slots__ = ("action",)

    def __init__(self, actor: Player, cause: int, action: Action) -> None:
        super().__init__(actor, cause)
        self.action: Final = action


class MeldAction(Operation):
    """The Meld action: ``card`` goes on top of ``covered`` (None: a new color), and expansions may react.

    A :class:`TakeAction` that melds performs it. What comes before the meld can change what is covered.
    """

    __slots__ = ("card", "covered")

    def __init__(self, actor: Player, cause: int, card: int, covered: int | None) -> None:
        super().__init__(actor, cause)
        self.card: Final = card
        self.covered = covered


class Activate(Operation):
    """Execute all effects of a card, shared and demanded: what a Dogma or an Endorse action does.

    ``icon`` is the one that counts in place of the card's featured icon (None: that one; ``Icon.HEX``: the players'
    scores).
    """

    __slots__ = ("card", "endorsed", "icon")

    def __init__(self, actor: Player, cause: int, card: int, endorsed: bool, icon: int | None = None) -> None:
        super().__init__(actor, cause)
        self.card: Final = card
        self.endorsed: Final = endorsed
        self.icon: Final = icon


class EndUnshared(Operation):
    """A Dogma action with a card ends, and there is no sharing bonus."""

    __slots__ = ("card",)

    def __init__(self, actor: Player, cause: int, card: int) -> None:
        super().__init__(actor, cause)
        self.card: Final = card


class Fade(Operation):
    """Score one of several top figures (Figures in the Sand). ``chosen`` is the one that the player has chosen."""

    __slots__ = ("cards", "chosen")

    def __init__(self, actor: Player, cause: int, cards: tuple[int, ...]) -> None:
        super().__init__(actor, cause)
        self.cards: Final = cards
        self.chosen = NOTHING


class CarryOut(Operation):
    """Carry out one effect. ``again``: True the second time, if the card was endorsed."""

    __slots__ = ("again", "effect")

    def __init__(self, actor: Player, cause: int, effect: Effect, again: bool) -> None:
        super().__init__(actor, cause)
        self.effect: Final = effect
        self.again: Final = again


class Demand(CarryOut):
    """Demand (or compel) something of a player, who carries it out."""

    __slots__ = ("victim",)

    def __init__(self, actor: Player, cause: int, effect: Effect, victim: Player, again: bool) -> None:
        super().__init__(actor, cause, effect, again)
        self.victim: Final = victim


class Execute(Operation):
    """Execute effects of another card: its non-demand effects, or all of them as if on card ``on``."""

    __slots__ = ("card", "on")

    def __init__(self, actor: Player, cause: int, card: int, on: int | None) -> None:
        super().__init__(actor, cause)
        self.card: Final = card
        self.on: Final = on
