"""The table: players' zones, supply piles and achievements, with counts of icons, bonuses and points."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from innolog.cards.facts import BASIC_ICONS, COLORS, UNKNOWN_BASE, CardTable, Icon, back_age, first_of, unpack
from innolog.engine.zones import NOBODY, OF_A_PLAYER, OF_NOBODY, Zone
from innolog.support.tuples import made

if TYPE_CHECKING:
    from innolog.engine.seams import Modifier


#: Looked up once: in a compiled module, looking up a member of an enumeration costs more than comparing it.
_BOARD: Final = Zone.BOARD


@dataclass(frozen=True, slots=True)
class Setup:
    """Where the cards lie before the first decision.

    ``decks[back]`` lists a supply pile from bottom to top. ``hands[seat]`` lists the dealt cards in order of arrival.
    ``achievements`` are the standard achievements by age, ``specials`` the special achievements. Cards of which only
    the back is known have ids from :data:`UNKNOWN_BASE` on; ``unknown_backs[i]`` is the back of card ``UNKNOWN_BASE +
    i``. ``faces`` lists, for some of them, the only cards that they can be.
    """

    decks: dict[int, tuple[int, ...]]
    hands: tuple[tuple[int, ...], ...]
    achievements: tuple[int, ...]
    specials: tuple[int, ...]
    unknown_backs: tuple[int, ...] = ()
    faces: dict[int, frozenset[int]] = field(default_factory=dict)
    relics: tuple[int, ...] = ()


class SavedPlayer(NamedTuple):
    """A copy of all that changes in play at one seat."""

    zones: list[list[int]]
    piles: list[list[int]]
    splays: list[int]
    pile_icons: list[int | None]
    pile_bonuses: list[tuple[int, ...] | None]
    shown_icons: tuple[int, ...] | None
    tucked: int
    scored: int
    endorsed: bool
    eliminated: bool
    turn_marks: int


class Board(NamedTuple):
    """The board of one seat, with the cached counts of what it shows."""

    piles: list[list[int]]
    splays: list[int]
    pile_icons: list[int | None]
    pile_bonuses: list[tuple[int, ...] | None]
    shown_icons: tuple[int, ...] | None
    shown_bonuses: list[int] | None
    claims_checked: bool


class SavedState(NamedTuple):
    """A copy of everything on the table that changes in play."""

    decks: dict[int, list[int]]
    specials: list[int]
    zones: list[list[int]]
    stored_scores: dict[int, int]
    place: dict[int, tuple[int, Zone]]
    players: list[SavedPlayer]


class Player:
    """One seat: zones and counters.

    ``zones`` has the cards of each zone of :data:`~innolog.engine.zones.OF_A_PLAYER` in order of arrival. These lists
    have names, too (``hand_cards``, ``forecast`` ...), so they are changed in place and never replaced.
    ``piles[color]`` is a pile of the board from bottom to top and ``splays[color]`` its direction. ``tucked`` and
    ``scored`` count towards Monument and are reset every turn; ``endorsed`` is True once the Endorse action of this
    turn is used, and ``turn_marks`` has bits that expansions set during the turn.

    Counts of what the board shows are cached until a pile changes (:meth:`forget`). ``claims_checked`` is True when the
    conditions of the special achievements were checked after the last change.
    """

    __slots__ = (
        "achievements",
        "claims_checked",
        "concerning",
        "display",
        "eliminated",
        "endorsed",
        "forecast",
        "hand_cards",
        "index",
        "pile_bonuses",
        "pile_icons",
        "piles",
        "revealed",
        "score_cards",
        "scored",
        "shown_bonuses",
        "shown_icons",
        "splays",
        "state",
        "tucked",
        "turn_marks",
        "zones",
    )

    def __init__(self, index: int, state: State) -> None:
        self.index = index
        self.state = state
        self.zones: dict[Zone, list[int]] = {place.zone: [] for place in OF_A_PLAYER}
        self.hand_cards = self.zones[Zone.HAND]
        self.score_cards = self.zones[Zone.SCORE]
        self.revealed = self.zones[Zone.REVEALED]
        self.forecast = self.zones[Zone.FORECAST]
        self.display = self.zones[Zone.DISPLAY]
        self.achievements = self.zones[Zone.ACHIEVEMENTS]
        self.piles: list[list[int]] = [[] for _ in COLORS]
        self.splays: list[int] = [0] * len(COLORS)
        self.pile_icons: list[int | None] = [None] * len(COLORS)
        self.pile_bonuses: list[tuple[int, ...] | None] = [None] * len(COLORS)
        self.shown_icons: tuple[int, ...] | None = None
        self.shown_bonuses: list[int] | None = None
        self.concerning: tuple[Modifier, ...] | None = None
        self.claims_checked = False
        self.tucked = self.scored = self.turn_marks = 0
        self.endorsed = self.eliminated = False

    def __repr__(self) -> str:
        return f"<Player {self.index}>"

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers that may change answers about this player, who has these top cards."""
        if not self.state.modifiers:
            return ()
        found = self.concerning
        if found is None:
            own = [modifier.of(self) for modifier in self.state.modifiers]
            found = self.concerning = tuple([modifier for modifier in own if modifier is not None])
        return found

    @property
    def hand(self) -> list[int]:
        """The cards that count as being in the hand: those that lie there, and those that modifiers add."""
        cards = self.plain_hand if self.revealed else self.hand_cards
        for modifier in self.modifiers:
            cards = modifier.hand(self, cards)
        return cards

    @property
    def plain_hand(self) -> list[int]:
        """The cards in the hand, without modifiers.

        At a table, cards of the hand stay in it while they are revealed, and so do cards that are drawn and revealed.
        """
        if self.revealed and self.state.hands_show_cards:
            return self.hand_cards + [card for card in self.revealed if card not in self.state.shown]
        return self.hand_cards

    @property
    def score_pile(self) -> list[int]:
        """The cards that count as being in the score pile: those that lie there, and those that modifiers add."""
        cards = self.score_cards
        for modifier in self.modifiers:
            cards = modifier.score_pile(self, cards)
        return cards

    def zone(self, zone: Zone, color: int = 0) -> list[int]:
        """The cards of one of this player's zones (of one color for the board). Raises ValueError for a common zone."""
        if zone is _BOARD:
            return self.piles[color]
        cards = self.zones.get(zone)
        if cards is None:
            raise ValueError(f"players have no {zone.name.lower()}")
        return cards

    def save(self) -> SavedPlayer:
        """A copy of everything that changes, for :meth:`restore`."""
        fields = (
            [cards[:] for cards in self.zones.values()],
            [pile[:] for pile in self.piles],
            self.splays[:],
            self.pile_icons[:],
            self.pile_bonuses[:],
            self.shown_icons,
            self.tucked,
            self.scored,
            self.endorsed,
            self.eliminated,
            self.turn_marks,
        )
        return made(SavedPlayer, fields)

    def restore(self, saved: SavedPlayer) -> None:
        """Go back to what :meth:`save` copied; the copy stays usable."""
        for cards, others in zip(self.zones.values(), saved.zones, strict=True):
            cards[:] = others
        self.piles = [pile[:] for pile in saved.piles]
        self.splays = saved.splays[:]
        self.pile_icons, self.pile_bonuses = saved.pile_icons[:], saved.pile_bonuses[:]
        self.tucked, self.scored = saved.tucked, saved.scored
        self.endorsed, self.eliminated, self.turn_marks = saved.endorsed, saved.eliminated, saved.turn_marks
        self.shown_icons = saved.shown_icons
        self.shown_bonuses = self.concerning = None
        self.claims_checked = False

    def board(self) -> Board:
        """The board itself, not a copy, so that :meth:`lay` can put it back after another board was looked at."""
        return Board(
            self.piles,
            self.splays,
            self.pile_icons,
            self.pile_bonuses,
            self.shown_icons,
            self.shown_bonuses,
            self.claims_checked,
        )

    def lay(self, board: Board, *, copied: bool = False) -> None:
        """Replace the board by another one, or by a copy of it."""
        self.piles, self.splays, self.pile_icons, self.pile_bonuses, *_ = board
        self.shown_icons, self.shown_bonuses, self.claims_checked = (
            board.shown_icons,
            board.shown_bonuses,
            board.claims_checked,
        )
        self.concerning = None
        if copied:
            self.piles, self.splays = [pile[:] for pile in self.piles], self.splays[:]
            self.pile_icons, self.pile_bonuses = self.pile_icons[:], self.pile_bonuses[:]

    def forget(self, color: int) -> None:
        """Drop the cached counts of one pile."""
        self.pile_icons[color] = self.pile_bonuses[color] = None
        self.shown_icons = self.shown_bonuses = self.concerning = None
        self.claims_checked = False

    def forget_all(self) -> None:
        """Drop the cached counts of all piles."""
        for color in COLORS:
            self.forget(color)

    # --- what the board shows ------------------------------------------------------------------------------------

    def icons_of(self, color: int) -> tuple[int, ...]:
        """Visible icons in one pile as an 8-tuple (hex, crown ... clock, avatar)."""
        counts = unpack(self._icons_of(color))
        for modifier in self.modifiers:
            counts = modifier.icons_of(self, color, counts)
        return counts

    def plain_icons_of(self, color: int) -> tuple[int, ...]:
        """Visible icons in one pile, without modifiers."""
        return unpack(self._icons_of(color))

    def images_of(self, color: int) -> int:
        """The number of card images (hexes) visible in one pile."""
        return self.icons_of(color)[Icon.HEX] if self.modifiers else first_of(self._icons_of(color))

    def _icons_of(self, color: int) -> int:
        """Visible icons in one pile, packed (:func:`~innolog.cards.facts.pack`)."""
        counts = self.pile_icons[color]
        if counts is None:
            pile = self.piles[color]
            table = self.state.table
            counts = table.packed_top_icons[pile[-1]] if pile else 0
            if self.splays[color] and len(pile) > 1:
                counts += sum(map(table.packed_icons[self.splays[color]].__getitem__, pile[:-1]))
            self.pile_icons[color] = counts
        return counts

    def icons(self) -> tuple[int, ...]:
        """Visible icons on the board as an 8-tuple (hex, crown ... clock, avatar)."""
        counts = self.plain_icons()
        for modifier in self.modifiers:
            counts = modifier.icons(self, counts)
        return counts

    def plain_icons(self) -> tuple[int, ...]:
        """Visible icons on the board, without modifiers."""
        shown = self.shown_icons
        if shown is None:
            of = self._icons_of
            shown = self.shown_icons = unpack(of(0) + of(1) + of(2) + of(3) + of(4))
        return shown

    def basic_icons(self) -> tuple[int, ...]:
        """Visible icons of the six types that all editions have (crown ... clock)."""
        return self.icons()[Icon.CROWN : Icon.AVATAR]

    def count(self, icon: int) -> int:
        """The number of visible icons of one type on the board."""
        return self.icons()[icon]

    def bonuses(self) -> list[int]:
        """Visible bonus values (Deluxe rulebook, "Bonus icons"). Callers must not change the list."""
        values = self.plain_bonuses()
        for modifier in self.modifiers:
            values = modifier.bonuses(self, values)
        return values

    def plain_bonuses(self) -> list[int]:
        """Visible bonus values, without modifiers."""
        found = self.shown_bonuses
        if found is None:
            found = self.shown_bonuses = []
            for color, counted in enumerate(self.pile_bonuses):
                found += self._bonuses_of(color) if counted is None else counted
        return found

    def _bonuses_of(self, color: int) -> tuple[int, ...]:
        table, pile = self.state.table, self.piles[color]
        found: tuple[int, ...] = ()
        if pile:
            if self.splays[color]:
                shown = table.bonuses[self.splays[color]]
                found = tuple([bonus for card in pile[:-1] for bonus in shown[card]])
            found += table.top_bonuses[pile[-1]]
        self.pile_bonuses[color] = found
        return found

    def score(self) -> int:
        """Points, as effects and the end of the game use them.

        They are the counted points, unless the platform stored others (``stores_scores``).
        """
        stored = self.state.stored_scores
        points = stored[self.index] if stored and self.index in stored else self.counted_score()
        for modifier in self.modifiers:
            points = modifier.score(self, points)
        return points

    def counted_score(self) -> int:
        """Points: the values in the score pile, and with expansions the visible bonuses.

        The highest bonus counts in full, every other one point (Deluxe rulebook, "Score ..." and "Bonus icons").
        """
        age, points = self.state.age, 0
        for card in self.score_pile:
            points += age[card]
        if self.state.has_bonuses and (bonuses := self.bonuses()):
            points += max(bonuses) + len(bonuses) - 1
        return points

    def top(self, color: int) -> int | None:
        """The top card of a color, or None."""
        pile = self.piles[color]
        return pile[-1] if pile else None

    def bottom(self, color: int) -> int | None:
        """The bottom card of a color, or None."""
        pile = self.piles[color]
        if not pile:
            return None
        if (watch := self.state.watch_bottoms) is not None:
            watch(self, color, True, 1)
        return pile[0]

    def tops(self) -> list[int]:
        """All top cards in color order."""
        return [pile[-1] for pile in self.piles if pile]

    def bottoms(self) -> list[int]:
        """All bottom cards in color order."""
        if (watch := self.state.watch_bottoms) is not None:
            for color in self.colors():
                watch(self, color, False, 1)
        return [pile[0] for pile in self.piles if pile]

    def lowest_of(self, color: int, number: int) -> list[int]:
        """The ``number`` lowest cards of a color, or all if there are fewer, from the bottom up."""
        lowest = self.piles[color][:number]
        if lowest and (watch := self.state.watch_bottoms) is not None:
            watch(self, color, False, number)
            lowest = self.piles[color][:number]
        return lowest

    def visible_cards(self, color: int) -> list[int]:
        """The visible cards of a color, bottom to top."""
        pile = self.piles[color]
        return list(pile) if self.splays[color] else pile[-1:]

    def echoes(self, color: int) -> list[int]:
        """The echo effects of a color that are visible, bottom to top (Deluxe rulebook, "Echo effects").

        Each is a card that prints one, or (``-1 - card``) a card whose image counts as one.
        """
        cards = self.plain_echoes(color)
        for modifier in self.modifiers:
            cards = modifier.echoes(self, color, cards)
        return cards

    def plain_echoes(self, color: int) -> list[int]:
        """The cards of a color whose echo effects are visible, bottom to top."""
        pile = self.piles[color]
        if not pile:
            return []
        table, splay = self.state.table, self.splays[color]
        found: list[int] = []
        if splay:
            shown = table.echo_shown[splay]
            found = [card for card in pile[:-1] if shown[card]]
        if table.has_echo[pile[-1]]:
            found.append(pile[-1])
        return found

    def shows_image(self, card: int) -> bool:
        """Whether the card image (hex) of a card on the board is visible."""
        color = self.state.color[card]
        return card == self.top(color) or self.state.table.icons[self.splays[color]][card][Icon.HEX] > 0

    def highest_top(self) -> int:
        """The value of the highest top card; 0 for an empty board."""
        age, value = self.state.age, 0
        for pile in self.piles:
            if pile and age[pile[-1]] > value:
                value = age[pile[-1]]
        return value

    def colors(self) -> list[int]:
        """The colors present on the board."""
        return [color for color in COLORS if self.piles[color]]

    def visible(self, color: int) -> int:
        """The number of visible cards of a color (Deluxe rulebook, "Keywords", visible)."""
        pile = self.piles[color]
        return len(pile) if self.splays[color] else min(1, len(pile))


class State:
    """Everything on the table: the base class of :class:`~innolog.engine.game.Game`.

    ``place[card]`` is the seat (or NOBODY) and zone of every card in play. ``age``, ``back`` and ``color`` are lists by
    card id: those of the card table, and after them those of cards of which only the back is known (color -1).
    """

    def __init__(self, setup: Setup, table: CardTable, players: int, has_bonuses: bool) -> None:
        self.table = table
        #: True when the available achievements of all values have positions in one pile.
        self.counts_achievements_together = False
        self.has_bonuses = has_bonuses
        unknown = len(setup.unknown_backs)
        self.age: list[int] = table.age + [back_age(back) for back in setup.unknown_backs]
        self.color: list[int] = table.color + [-1] * unknown
        self.back: list[int] = table.back + list(setup.unknown_backs)
        self.players = [Player(index, self) for index in range(players)]
        self.decks: dict[int, list[int]] = {back: list(cards) for back, cards in setup.decks.items()}
        self.specials: list[int] = list(setup.specials)
        #: The zones of nobody but the supply piles. The special achievements in the middle are apart.
        self.zones: dict[Zone, list[int]] = {place.zone: [] for place in OF_NOBODY}
        self.available = self.zones[Zone.AVAILABLE]
        self.removed = self.zones[Zone.REMOVED]
        self.relics = self.zones[Zone.RELICS]
        #: Cards and special achievements in the junk (fourth edition).
        self.junk_pile = self.zones[Zone.JUNK]
        self.available += setup.achievements
        self.relics += setup.relics
        #: May change answers to questions about the position. Empty if no expansion in play has any.
        self.modifiers: tuple[Modifier, ...] = ()
        #: Points by seat that the platform stored and has not counted again since they changed. Nearly always empty.
        self.stored_scores: dict[int, int] = {}
        #: A copy of ``revealed_is_in_hand``.
        self.hands_show_cards = False
        #: The revealed cards that come neither from a hand nor from a supply pile, so that no hand has them.
        self.shown: set[int] = set()
        #: Whether cards of an exchange are moving: both halves move at once, so their order has no meaning.
        self.exchanging = False
        #: Called before an effect uses the bottom card of a pile: with the player, the color, whether it uses this card
        #: alone of all piles, and how many bottom cards. For a search that does not know the order of a pile.
        self.watch_bottoms: Callable[[Player, int, bool, int], None] | None = None
        #: Called before an effect asks for the faces of cards that may be hidden: with the cards, and whether it asks
        #: about all of them together. For a search that does not know which card is which.
        self.watch_faces: Callable[[Iterable[int], bool], None] | None = None
        #: Called when a site lets a player name something although the rules ask nothing: only one answer is possible,
        #: or the next choice implies it. Arguments: the seat, the kind of answer, the possible answers.
        self.watch_named: Callable[[int, Any, Sequence[Any]], None] | None = None
        #: Called with the seat when no card of a hidden place passes a test. A site then asks the player anyway,
        #: because not asking would reveal that.
        self.watch_declined: Callable[[int], None] | None = None
        #: Called when an effect takes a certain card by its number, but the place of that card is unknown.
        self.watch_hidden: Callable[[int], None] | None = None
        #: How digests write each card, and the faces that they count as known.
        self.written: dict[int, str] = {}
        self.written_with: Container[int] | None = None
        self.place: dict[int, tuple[int, Zone]] = {}
        for cards in setup.decks.values():
            self.place.update(dict.fromkeys(cards, (NOBODY, Zone.DECK)))
        for card in (*setup.achievements, *setup.specials):
            self.place[card] = (NOBODY, Zone.AVAILABLE)
        for card in setup.relics:
            self.place[card] = (NOBODY, Zone.RELICS)
        for player, hand in zip(self.players, setup.hands, strict=True):
            player.hand_cards.extend(hand)
            for card in hand:
                self.place[card] = (player.index, Zone.HAND)

    # --- facts about single cards ---------------------------------------------------------------------------------

    def is_known(self, card: int) -> bool:
        """Whether the face of a card is known."""
        return card < UNKNOWN_BASE

    def set_value(self, card: int) -> None:
        """Set the value of a card whose value on a board differs from its back, according to where it lies."""
        lies_on_board = card in self.place and self.place[card][1] == Zone.BOARD
        self.age[card] = self.table.board_age[card] if lies_on_board else self.table.age[card]

    def position(self, cards: Sequence[int], card: int) -> int:
        """The position of a card among the cards with the same back in a hand or score pile, from 0.

        Raises ValueError if the card is not there.
        """
        back = self.back
        wanted = back[card]
        found = 0
        for other in cards:
            if other == card:
                return found
            if back[other] == wanted:
                found += 1
        raise ValueError(f"card {card} is not there")

    def place_among(self, cards: Sequence[int], card: int) -> int:
        """The position of an available achievement, as its site counts it."""
        return cards.index(card) if self.counts_achievements_together else self.position(cards, card)

    def available_at(self, back: int, position: int) -> int | None:
        """The available achievement at a position, as its site counts it, or None."""
        if not self.counts_achievements_together:
            return self.at_position(self.available, back, position)
        found = self.available[position] if 0 <= position < len(self.available) else None
        return found if found is not None and self.back[found] == back else None

    def at_position(self, cards: Sequence[int], back: int, position: int) -> int | None:
        """The card with a back at a position as counted by :meth:`position`, or None."""
        backs = self.back
        for card in cards:
            if backs[card] == back:
                if not position:
                    return card
                position -= 1
        return None

    # --- saving -------------------------------------------------------------------------------------------------

    def save_state(self) -> SavedState:
        """A copy of everything on the table, for :meth:`restore_state`."""
        fields = (
            {back: cards[:] for back, cards in self.decks.items()},
            self.specials[:],
            [cards[:] for cards in self.zones.values()],
            self.stored_scores.copy(),
            self.place.copy(),
            [player.save() for player in self.players],
        )
        return made(SavedState, fields)

    def restore_state(self, saved: SavedState) -> None:
        """Go back to what :meth:`save_state` copied; the copy stays usable."""
        self.decks = {back: cards[:] for back, cards in saved.decks.items()}
        self.specials = saved.specials[:]
        for cards, others in zip(self.zones.values(), saved.zones, strict=True):
            cards[:] = others
        self.stored_scores = saved.stored_scores.copy()
        self.place = saved.place.copy()
        for card in self.table.board_age:
            self.set_value(card)
        for player, row in zip(self.players, saved.players, strict=True):
            player.restore(row)


def icon_counts(icons: Sequence[int]) -> dict[str, int]:
    """An 8-tuple of counts as a dictionary of the basic icons by name."""
    return {icon.name.lower(): icons[icon] for icon in BASIC_ICONS}
