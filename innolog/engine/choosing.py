"""Putting choices to the decider."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeVar

from innolog.cards.facts import BASIC_ICONS, COLORS, UNKNOWN_BASE, CardSet
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer, Where, having, of_color, whose_bonus_is
from innolog.engine.reading import Reading
from innolog.engine.state import Player
from innolog.engine.zones import Keyword, Zone

_Answer = TypeVar("_Answer")
#: The colors that some cards can have together, fewer colors first.
_SETS_OF_COLORS = [colors for size in range(1, len(COLORS) + 1) for colors in combinations(COLORS, size)]
#: If at most this many cards are hidden, the color of each is a question.
_MOST_ASKED_ABOUT = 3


def _is_offered(choice: Choice, answer: Any) -> bool:
    # In Python, 1 is true. Only nature is asked for both: whether a card passes a test, and its color.
    if choice.kind is ChoiceKind.NATURE and isinstance(answer, bool) != isinstance(choice.options[0], bool):
        return False
    return answer in choice.options or answer in choice.uncertain


class Choosing(Reading):
    """The questions an effect can ask. A question with only one answer is not asked."""

    def ask(self, choice: Choice) -> Any:
        """Put a choice to the decider and check the answer.

        Raises :class:`IllegalAnswer` for an answer outside the options.
        """
        answer = self.decider.choose(choice)
        if answer is None:
            if choice.can_decline():
                return None
        elif _is_offered(choice, answer):
            return answer
        raise IllegalAnswer(f"{answer!r} is no answer to a choice of a {choice.kind.value}")

    def _only(self, me: Player, kind: ChoiceKind, answer: _Answer) -> _Answer:
        """The only possible answer. The watcher of names is informed of it."""
        self.may_name(me, kind, (answer,))
        return answer

    def may_name(self, me: Player, kind: ChoiceKind, options: Sequence[Any]) -> None:
        """Inform the watcher that the site may record an answer of the player, although the rules ask nothing."""
        if self.watch_named is not None:
            self.watch_named(me.index, kind, options)

    def is_found(self, card: int) -> bool:
        """Whether the place of a card that an effect takes by its number is known."""
        if card in self.place:
            return True
        if self.watch_hidden is not None:
            self.watch_hidden(card)
        return False

    def may_name_value(self, me: Player, values: Sequence[int]) -> None:
        """Inform the watcher that a site lets me first name the value of the card that I choose next."""
        if values:
            self.may_name(me, ChoiceKind.VALUE, values)

    def may_name_color(self, me: Player) -> None:
        """Inform the watcher that a site lets me first name the color of the card that I choose next."""
        self.may_name(me, ChoiceKind.COLOR, COLORS)

    def may_only_decline(self, me: Player) -> None:
        """Inform the watcher that a site asks me something that I can only decline, or once more after I have."""
        if self.watch_declined is not None:
            self.watch_declined(me.index)

    def choose_card(
        self,
        me: Player,
        cards: Sequence[int],
        intent: Keyword | None = None,
        *,
        may: bool = False,
        where: Where | None = None,
        target: tuple[int, Zone] | None = None,
        splays: int | None = None,
    ) -> int | None:
        """Let a player choose one of the cards (that pass the test). None if there is none or the player declines."""
        options, uncertain = self._sort_out(cards, where)
        if not uncertain:
            if not options:
                if where is not None and cards:
                    self.may_only_decline(me)
                return None
            if len(options) == 1 and not may:
                return options[0]
        choice = Choice(
            ChoiceKind.CARD,
            me.index,
            options,
            may=may,
            intent=intent,
            target=target,
            uncertain=uncertain,
            splays=splays,
        )
        answer: int | None = self.ask(choice)
        if where is not None and uncertain:
            if answer is None:
                if not may:
                    self.nature.assume_none(uncertain, where)
            elif answer in uncertain:
                self.nature.assume(answer, where, True)
        return answer

    def _sort_out(self, cards: Sequence[int], where: Where | None) -> tuple[list[int], list[int]]:
        """The cards that certainly pass the test, and the hidden cards that might."""
        if where is None:
            return list(cards), []
        if self.watch_faces is not None:
            self.watch_faces(cards, False)
        options: list[int] = []
        uncertain: list[int] = []
        holds, table, nature = where.holds, self.table, self.nature
        for card in cards:
            if card < UNKNOWN_BASE:
                if holds(table, card):
                    options.append(card)
            elif nature.can_be(card, where):
                (uncertain if nature.can_be(card, where, False) else options).append(card)
        return options, uncertain

    def choose_color(
        self,
        me: Player,
        colors: Sequence[int],
        *,
        may: bool = False,
        direction: int | None = None,
        owner: Player | None = None,
    ) -> int | None:
        """Let a player choose a color. With ``direction``, the choice is which pile of ``owner`` to splay."""
        if not colors:
            return None
        if len(colors) == 1 and not may:
            return self._only(me, ChoiceKind.COLOR, colors[0]) if direction is None else colors[0]
        target = None if direction is None else ((owner or me).index, Zone.BOARD)
        choice = Choice(ChoiceKind.COLOR, me.index, colors, may=may, target=target)
        color: int | None = self.ask(choice)
        return color

    def choose_highest(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """Let a player choose a number of the highest cards, one after the other, without moving them."""
        left, chosen = list(cards), []
        for _ in range(number):
            card = self.choose_card(me, self.highest(left))
            if card is None:
                break
            left.remove(card)
            chosen.append(card)
        return chosen

    def one_by_one(
        self, me: Player, cards: Iterable[int], intent: Keyword | None = None, target: tuple[int, Zone] | None = None
    ) -> Iterator[int]:
        """Yield all the cards, in the order in which a player chooses them."""
        left = list(cards)
        while left:
            card = self.choose_card(me, left, intent, target=target)
            assert card is not None
            left.remove(card)
            yield card

    def choose_two_colors(self, me: Player) -> tuple[int, int]:
        """Let a player name two different colors."""
        one, other = self.choose_colors(me, list(combinations(COLORS, 2)))
        return one, other

    def choose_colors(self, me: Player, groups: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """Let a player name several colors at once: one of the groups, each in color order."""
        if len(groups) == 1:
            return self._only(me, ChoiceKind.COLORS, groups[0])
        group: tuple[int, ...] = self.ask(Choice(ChoiceKind.COLORS, me.index, groups))
        return group

    def choose_value(self, me: Player, values: Sequence[int], then: Keyword | None = None) -> int:
        """Let a player name a number."""
        if len(values) == 1:
            return self._only(me, ChoiceKind.VALUE, values[0])
        value: int = self.ask(Choice(ChoiceKind.VALUE, me.index, values, then=then))
        return value

    def value_to_draw(self, me: Player, values: Sequence[int] | None = None, most: int | None = None) -> int:
        """Let a player name a value (one of ``values``, otherwise any up to ``most``), only to draw a card of it."""
        if values is None:
            values = range(1, (most or self.rules.highest_age) + 1)
        return self.choose_value(me, values, Keyword.DRAW)

    def values_to_draw(self, me: Player, values: Iterable[int]) -> Iterator[int]:
        """Yield the given values, repeated ones too, in the order that a player chooses, to draw a card of each."""
        left = sorted(values)
        every = tuple(left)
        while left:
            value = left[0]
            if value == left[-1]:
                self.may_name(me, ChoiceKind.VALUE, (value,))
            else:
                options = sorted(set(left))
                rest = (every, tuple(left))
                value = self.ask(Choice(ChoiceKind.VALUE, me.index, options, then=Keyword.DRAW, rest=rest))
            left.remove(value)
            yield value

    def choose_any_value(self, me: Player) -> int:
        """Let a player name any value, up to the last age."""
        return self.choose_value(me, range(1, self.rules.highest_age + 1))

    def may_choose_value(self, me: Player, values: Sequence[int]) -> int | None:
        """Let a player name a number or decline."""
        value: int | None = self.ask(Choice(ChoiceKind.VALUE, me.index, values, may=True))
        return value

    def choose_icon(self, me: Player) -> int:
        """Let a player name one of the basic icons."""
        return self.choose_value(me, BASIC_ICONS)

    def choose_set(self, me: Player) -> CardSet:
        """Let a player choose one of the sets in play (a "card type")."""
        chosen = self.ask(Choice(ChoiceKind.CARD_SET, me.index, sorted(self.rules.sets)))
        return CardSet(chosen)

    def choose_zone(self, me: Player, zones: Sequence[Zone], values: Sequence[int] = ()) -> Zone:
        """Let a player choose the zone for an effect. ``values[i]`` is the value of the card drawn to ``zones[i]``."""
        # A file of decisions may answer with the number of a zone.
        return Zone(self.ask(Choice(ChoiceKind.PLACE, me.index, zones, values=values)))

    def choose_player(self, me: Player, players: Sequence[Player], *, may: bool = False) -> Player | None:
        """Let a player choose another player. None if there is nobody to choose or the player declines."""
        if not players:
            return None
        if len(players) == 1 and not may:
            self._only(me, ChoiceKind.PLAYER, players[0].index)
            return players[0]
        seats = [player.index for player in players]
        seat: int | None = self.ask(Choice(ChoiceKind.PLAYER, me.index, seats, may=may))
        return None if seat is None else self.players[seat]

    def color_of(self, card: int) -> int:
        """The color of a card; of a hidden card, the one nature decides on (an assumption)."""
        if self.watch_faces is not None:
            self.watch_faces((card,), False)
        if card < UNKNOWN_BASE:
            return self.color[card]
        able = [color for color in COLORS if self.nature.can_be(card, of_color(color))]
        color: int = able[0] if len(able) == 1 else self.ask(Choice(ChoiceKind.NATURE, self.current.index, able))
        self.nature.assume(card, of_color(color))
        return color

    def number_of_colors(self, cards: Sequence[int]) -> int:
        """The number of different colors of cards; of hidden cards, what nature decides (an assumption).

        If many are hidden, nature decides how many colors there are and which: the color of each card would be a
        question with too many answers. Then it is assumed only that each card has one of these colors.
        """
        if self.watch_faces is not None:
            self.watch_faces(cards, True)
        known = {self.color[card] for card in cards if card < UNKNOWN_BASE}
        hidden = [card for card in cards if card >= UNKNOWN_BASE]
        if len(hidden) <= _MOST_ASKED_ABOUT:
            return len(known.union(map(self.color_of, hidden)))
        able = [colors for colors in _SETS_OF_COLORS if known.issubset(colors) and self._have(hidden, colors, known)]
        sizes = sorted({len(colors) for colors in able})
        me = self.current.index
        size = sizes[0]
        if len(sizes) > 1:
            size = self.ask(Choice(ChoiceKind.NATURE, me, sizes, then=Keyword.DRAW))
        able = [colors for colors in able if len(colors) == size]
        colors = able[0] if len(able) == 1 else self.ask(Choice(ChoiceKind.NATURE, me, able))
        for card in hidden:
            self.nature.assume(card, of_color(*colors))
        return size

    def _have(self, hidden: Sequence[int], colors: Sequence[int], known: Collection[int]) -> bool:
        """Whether hidden cards can have exactly these colors together, where other cards have the known ones."""
        can_be = self.nature.can_be
        new = [color for color in colors if color not in known]
        if len(new) > len(hidden) or not all(any(can_be(card, of_color(color)) for card in hidden) for color in new):
            return False
        faces = frozenset(card for card in self.table.cards if self.table.color[card] in colors)
        return self.nature.can_be_all(hidden, faces)

    def has_icon(self, card: int, icon: int) -> bool:
        """Whether a card has an icon printed on it; for a hidden card, what nature decides (an assumption).

        The face is known of nearly every card of which this is asked. It is hidden if a karma put a card that was drawn
        into another place.
        """
        if self.watch_faces is not None:
            self.watch_faces((card,), False)
        if card < UNKNOWN_BASE:
            return bool(self.table.icon_mask[card] >> icon & 1)
        return self.passes(card, having(icon))

    def with_icon(self, cards: Iterable[int], icon: int) -> list[int]:
        """The cards that have an icon, as for :meth:`has_icon`."""
        return [card for card in cards if self.has_icon(card, icon)]

    def without_icon(self, cards: Iterable[int], icon: int) -> list[int]:
        """The cards that lack an icon, as for :meth:`has_icon`."""
        return [card for card in cards if not self.has_icon(card, icon)]

    def icons_on(self, card: int) -> list[int]:
        """The basic icons printed on a card, each listed once, as for :meth:`has_icon`."""
        return [icon for icon in BASIC_ICONS if self.has_icon(card, icon)]

    def bonus(self, card: int) -> int:
        """The highest bonus printed on a card, 0 if it has none; as for :meth:`has_icon`."""
        if self.watch_faces is not None:
            self.watch_faces((card,), False)
        if card < UNKNOWN_BASE:
            return max(self.table.top_bonuses[card], default=0)
        bonuses = {max(self.table.top_bonuses[face], default=0) for face in self.nature.faces(card)}
        return next((bonus for bonus in sorted(bonuses) if self.passes(card, whose_bonus_is(bonus))), 0)

    def passes(self, card: int, where: Where) -> bool:
        """Whether a card passes a test; for a hidden card, what nature decides (an assumption)."""
        if self.watch_faces is not None:
            self.watch_faces((card,), False)
        if card < UNKNOWN_BASE:
            return where.holds(self.table, card)
        return self._decide(card, where)

    def passing(self, cards: Iterable[int], where: Where, then: Keyword | None = None) -> Iterator[int]:
        """The cards in a hidden place that pass a test. The effect must treat two with the same back and domain alike.

        ``then`` is what happens next to all that pass.
        """
        decided: dict[tuple[int, frozenset[int]], bool] = {}
        for card in cards:
            if self.watch_faces is not None:
                self.watch_faces((card,), False)
            if card < UNKNOWN_BASE:
                if where.holds(self.table, card):
                    yield card
                continue
            kind = (self.back[card], self.nature.faces(card))
            decided[kind] = self._decide(card, where, decided.get(kind), then)
            if decided[kind]:
                yield card

    def _decide(self, card: int, where: Where, alike: bool | None = None, then: Keyword | None = None) -> bool:
        able = [answer for answer in (False, True) if self.nature.can_be(card, where, answer)]
        answer = able[0]
        if len(able) > 1:
            choice = Choice(ChoiceKind.NATURE, self.current.index, able, then=then, about=card, alike=alike)
            answer = bool(self.ask(choice))
        self.nature.assume(card, where, answer)
        return answer

    def agrees(self, me: Player) -> bool:
        """Ask a player whether to use an effect that can be declined as a whole."""
        return bool(self.ask(Choice(ChoiceKind.YES_NO, me.index, (True, False))))

    def agrees_to_pay(self, me: Player) -> bool:
        """Ask a player who holds a card whether to pay where the site takes none. The log records that as a payment."""
        pays = Choice(ChoiceKind.YES_NO, me.index, (True, False), intent=Keyword.RETURN)
        return bool(me.hand) and bool(self.ask(pays))

    def cannot_agree(self, me: Player) -> None:
        """Inform the watcher that the site may record that a player declines an effect, although nobody is asked."""
        self.may_name(me, ChoiceKind.YES_NO, (False,))

    def may_choose_either(self, me: Player) -> bool | None:
        """Let a player choose the first of two things (True), the second (False) or neither (None)."""
        answer: bool | None = self.ask(Choice(ChoiceKind.YES_NO, me.index, (True, False), may=True))
        return answer
