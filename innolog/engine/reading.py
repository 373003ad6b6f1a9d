"""Seats, and facts about cards: the part of a game that only answers questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from innolog.cards.facts import COLORS, CardSet, back_set
from innolog.engine.choices import Decider
from innolog.engine.events import Event
from innolog.engine.nature import Nature
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player, State
from innolog.engine.zones import Zone
from innolog.support.errors import InnologError

Sink = Callable[[Event], None]

#: How many cards can be executed within each other.
DEEPEST: Final = 50


class TooDeep(InnologError):
    """More than :data:`DEEPEST` cards would be executed within each other.

    Two cards that must execute each other do so without end, and no rulebook says what happens then.
    """

    def __init__(self) -> None:
        super().__init__(f"more than {DEEPEST} cards are executed within each other, perhaps without end")


class Reading(State):
    """Seats and facts. ``current`` is the player carrying out an effect, ``turn_player`` the one whose turn it is."""

    rules: Ruleset
    #: The names of the texts of a card, most special first: the first that the card has applies.
    texts: tuple[str, ...]
    #: Whether the Echoes set is in play.
    has_echoes: bool
    #: Copies of the properties of :class:`~innolog.engine.ruleset.Ruleset` that every action needs.
    last_age: int
    has_parley: bool
    claims_after_the_action: bool
    wins_after_the_action: bool
    #: True while the game ends and karmas may come before that.
    ending: bool
    decider: Decider
    sink: Sink
    nature: Nature
    turn_player: Player
    #: The number of the turn from 0; -1 during the opening.
    turn: int
    current: Player
    #: Whether anything changed since this was last set to False. It decides about the sharing bonus.
    changed: bool
    #: Notes from one effect of the executed card to a later one ("due to the demand").
    notes: dict[Any, Any]
    #: Notes of effects for the rest of the action, including executions of other cards.
    kept: dict[Any, Any]
    #: In games with Artifacts, where the cards lay when the action began.
    before: dict[int, tuple[int, Zone]]
    #: The card on which the executed effects count as printed, if it is not their own card; otherwise None.
    acting_as: int | None
    #: The cause of the operations being performed: the card whose effect is carried out, or a constant of
    #: :mod:`~innolog.engine.operations`.
    cause: int
    #: The player whose demand is being carried out, otherwise None.
    leader: Player | None
    #: How karmas change the values that the text of the effect names; None: they do not.
    naming: Callable[[int], int] | None
    #: Notes of karmas for the rest of a Dogma action.
    swayed: dict[str, Any]
    #: The set of the card drawn for sharing (None: as any other card).
    bonus_set: CardSet | None
    #: The number of executions of other cards within each other: at most :data:`DEEPEST`.
    depth: int

    # --- seats ----------------------------------------------------------------------------------------------------

    @property
    def everyone(self) -> list[Player]:
        """All players who are still in the game, by seat."""
        return [player for player in self.players if not player.eliminated]

    def in_turn_order(self, after: Player) -> list[Player]:
        """All players in the game clockwise, beginning to the left of ``after`` and ending with ``after``."""
        first = after.index + 1
        return [player for player in self.players[first:] + self.players[:first] if not player.eliminated]

    def others(self, me: Player) -> list[Player]:
        """All players but me, clockwise from my left."""
        return [player for player in self.in_turn_order(me) if player is not me]

    def opponents(self, me: Player) -> list[Player]:
        """All players who are neither me nor on my team, clockwise from my left."""
        return [player for player in self.others(me) if not self.rules.same_side(me.index, player.index)]

    def other_players(self, me: Player) -> list[Player]:
        """My opponents, where the first edition's text names the other players. Whether team-mates count is open."""
        return self.others(me) if self.rules.other_players_include_allies else self.opponents(me)

    def actions_of_turn(self) -> int:
        """The number of actions in the turn (Deluxe rulebook, "Your turn")."""
        return self.rules.opening_actions(self.turn)

    def activatable(self, me: Player, tops: Sequence[int]) -> Sequence[int]:
        """The cards that a player with some top cards can activate (Deluxe rulebook, "Choose a card")."""
        cards = tops
        for modifier in me.modifiers:
            cards = modifier.activatable(me, cards)
        return [card for card in cards if self.can_be_activated(card)]

    def can_be_activated(self, card: int) -> bool:
        """Whether a card that lies where a player may choose it can be activated. A site may demand a featured icon."""
        return self.table.featured[card] != 0 or not self.rules.holds("activates_no_card_without_icon")

    def available_to(self, me: Player) -> list[int]:
        """The standard achievements that are available to a player."""
        cards = self.available
        for modifier in me.modifiers:
            cards = modifier.available(me, cards)
        return cards

    def value_of_draw_action(self, me: Player) -> int:
        """The value of the card that a Draw action takes (Deluxe rulebook, "Draw action")."""
        values = self._action_values(me, modified=False)
        changed = self._action_values(me) if me.modifiers else values
        return me.highest_top() if changed == values else max(changed)

    def value_of_inspire_action(self, me: Player, color: int) -> int:
        """The value of the card that an Inspire action with a color draws (Deluxe rulebook, "Inspire action")."""
        return self._action_values(me)[color]

    def _action_values(self, me: Player, *, modified: bool = True) -> list[int]:
        values = [self.age[pile[-1]] if pile else 0 for pile in me.piles]
        for modifier in me.modifiers if modified else ():
            values = modifier.action_values(me, values)
        return values

    # --- facts -------------------------------------------------------------------------------------------------------

    def highest(self, cards: Iterable[int]) -> list[int]:
        """The cards of the highest value among ``cards``."""
        return self._extreme(cards, max)

    def lowest(self, cards: Iterable[int]) -> list[int]:
        """The cards of the lowest value among ``cards``."""
        return self._extreme(cards, min)

    def chosen_value(self, card: int) -> int:
        """The value of a card for an effect that chooses a top card by its value."""
        return self.table.age[card] if self.rules.holds("yamato_is_chosen_by_its_back") else self.age[card]

    def highest_tops(self, cards: Iterable[int]) -> list[int]:
        """The top cards whose :meth:`chosen_value` is the highest value among the cards; possibly none."""
        found = list(cards)
        highest = max([self.age[card] for card in found], default=0)
        return [card for card in found if self.chosen_value(card) == highest]

    def lowest_tops(self, cards: Iterable[int]) -> list[int]:
        """The top cards with the lowest :meth:`chosen_value`."""
        found = list(cards)
        lowest = min(map(self.chosen_value, found), default=0)
        return [card for card in found if self.chosen_value(card) == lowest]

    def this_card(self, card: int) -> int:
        """The card that "this card" and "any other card" mean in an effect printed on ``card``.

        If the effect is executed as if it were on another card, that is the other card, by print and on the sites.
        """
        return card if self.acting_as is None else self.acting_as

    def _extreme(self, cards: Iterable[int], pick: Callable[..., int]) -> list[int]:
        found = list(cards)
        if not found:
            return []
        age = self.age
        value = pick(age[card] for card in found)
        return [card for card in found if age[card] == value]

    def value(self, card: int | None) -> int:
        """A card's value; 0 for None, no card (Deluxe rulebook, "Keywords", value)."""
        return 0 if card is None else self.age[card]

    def printed(self, value: int) -> int:
        """The value that counts where the text of the effect names this one. Some figures change it."""
        return value if self.naming is None else self.naming(value)

    def of_value(self, cards: Iterable[int], value: int) -> list[int]:
        """The cards of a value."""
        return [card for card in cards if self.age[card] == value]

    def all_tops(self) -> list[int]:
        """The top cards of all boards."""
        return [card for player in self.everyone for card in player.tops()]

    def tops_of_no_named_board(self, me: Player) -> list[int]:
        """The top cards among which I choose if the text names no board. Whose these are is an open question."""
        return self.all_tops() if self.rules.reads("no_named_board_is_any") else me.tops()

    def colors_with(self, player: Player, icon: int) -> list[int]:
        """The colors in which a player shows an icon."""
        return [color for color in COLORS if player.icons_of(color)[icon]]

    def artifacts(self, cards: Iterable[int]) -> list[int]:
        """The cards that are Artifacts."""
        return [card for card in cards if back_set(self.back[card]) == CardSet.ARTIFACTS]

    def other_than(self, cards: Iterable[int], color: int) -> list[int]:
        """The cards that are not of a color, among cards whose faces are known."""
        return [card for card in cards if self.color[card] != color]

    def values(self, cards: Iterable[int]) -> int:
        """The number of different values among the cards."""
        return len({self.age[card] for card in cards})
