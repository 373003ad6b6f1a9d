"""Cards that are hidden again: the search for the card that a log moves face down.

If there are too many candidates to try all, the search takes one. After the action, all are made indistinguishable
(abstraction). That is sound as long as nothing in the rest of the action distinguishes them. If something does, the
action is tried again with more care (abstraction refinement).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain

from innolog import log as seen
from innolog.beliefs.refinements import Lesson
from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.zones import FACE_UP, OWN, STACKED
from innolog.log import Place
from innolog.replay.guide import Guide
from innolog.replay.lessons import Abandoned, Interchangeable, NeedsLesson, Trial
from innolog.replay.picks import Pick
from innolog.replay.poor.hidden import (
    NOT_DRAWN,
    DrawnAgain,
    could_become,
    drawn_again,
    is_returned,
    kind_of,
    moves_of_action,
    still_lie,
    unlike,
)
from innolog.results.soundness import EXHAUSTIVE, Incomplete

#: Hidden zones in which the order of cards says nothing.
_WITHOUT_ORDER = OWN & STACKED
#: The largest number of cards that are each tried as the one that is hidden again, if they cannot stand for each other.
#: Raising it multiplies the nodes of such actions.
MOST_TRIED = 4
#: After this many ways of one action, cards returned face down are no longer tried in every order.
MOST_TRIES = 1_000


class Care(Enum):
    """How cards that are hidden again are tried. Each level is for actions that the one before does not explain.

    First one card stands for all that are alike. Then each is tried if there are few. Finally one is taken even if none
    is drawn again as the log records, which is a guess.
    """

    ABSTRACT = "one for all"
    EXACT = "each of few"
    LENIENT = "any"


class HiddenAgain:
    """Follows cards that are hidden again in one game, unless there are too many."""

    def __init__(self, guide: Guide, trial: Trial) -> None:
        self.guide = guide
        self.trial = trial
        #: The number of ways of the action tried so far.
        self.tries = 0
        #: The cards that were treated as interchangeable in this way of the action.
        self.taken: frozenset[int] = frozenset()
        #: How a card is drawn again, by the cursor at its return, its back, and the number of cards above it.
        self._again: dict[tuple[int, int, int], DrawnAgain] = {}
        self.care = Care.EXACT
        #: True in a second search, which guesses otherwise. It prefers a card that the rest of the action names, and it
        #: tries fewer possibilities of hidden cards.
        self.guesses_otherwise = False

    def begin(self) -> None:
        """Start the current action again."""
        self.tries += 1
        self.taken = frozenset()
        self.trial.way = EXHAUSTIVE
        self.guide.game.watch_faces = None

    def asked(self, choice: Choice) -> None:
        """Check whether a choice distinguishes cards that were treated as interchangeable."""
        if self.taken:
            place = self.guide.game.place
            places = {place[card] for card in self.taken}
            if len(places) == 1 and places.pop()[1] in _WITHOUT_ORDER:
                # They all lie in one place without an order, so they are certainly interchangeable.
                self.taken = frozenset()
            elif choice.kind is ChoiceKind.CARD:
                self._look_for_others(choice)

    def answered(self, pick: Pick) -> None:
        """Record the cards that an answer treated as interchangeable."""
        if pick.interchangeable:
            self.taken |= pick.interchangeable
            self.trial.doubt(Incomplete.ALIKE)
            if self.care is Care.ABSTRACT:
                self.trial.omit(Incomplete.ALIKE)
            self.guide.game.watch_faces = self.tell

    # --- what distinguishes cards that were treated as interchangeable ---------------------------------------------

    def _look_for_others(self, choice: Choice) -> None:
        """Note a guess if a choice offers some of the cards, and not others that lie beside them."""
        place, able = self.guide.game.place, {*choice.options, *choice.uncertain}
        places = {place[card] for card in self.taken & able}
        if any(place[card] in places for card in self.taken - able):
            self._guess()

    def tell(self, cards: Iterable[int], together: bool = False) -> None:
        """Note a guess if the log shows the face of one of the cards, or an effect asks for it.

        A question about all of the cards ``together`` does not distinguish those among them.
        """
        if not self.taken.isdisjoint(cards) and not (together and self.taken.issubset(cards)):
            self._guess()

    def show(self, *cards: int) -> None:
        """Note a guess if a revealed card's position is ambiguous."""
        taken = self.taken
        for shown in cards:
            if shown in taken or any(could_become(self.guide.game, hidden, shown) for hidden in taken):
                self._guess()

    def _guess(self) -> None:
        """Note a guess: the choice among the cards matters."""
        if self.care is Care.ABSTRACT:
            self.trial.omit(Incomplete.DISTINGUISHED)
            raise Abandoned
        self.guide.omit(Incomplete.HIDDEN_AGAIN)

    # --- which one is taken -----------------------------------------------------------------------------------------

    def learn(self, hidden: Iterable[int], card: int) -> bool:
        """Note a lesson for each hidden card that may be a card that the log shows. Returns whether any may be."""
        game = self.guide.game
        possible = [other for other in unlike(game, hidden) if could_become(game, other, card)]
        for other in possible:
            self.trial.note(Lesson(frozenset((other,)), card), self.guide.cursor)
        return bool(possible)

    def are_too_many(self, cards: Sequence[int], choice: Choice) -> bool:
        """Whether there are too many cards to try each as the one that is moved face down."""
        if len(cards) < 2:
            return False
        if (
            (self.care is Care.ABSTRACT and min(cards) < UNKNOWN_BASE and _are_alike(cards, choice))
            or len(cards) > MOST_TRIED
            or self.tries > MOST_TRIES
        ):
            return True
        # If one of them was treated as interchangeable before, all are made so after the action.
        return not self.taken.isdisjoint(cards)

    def one_of(
        self, cards: Sequence[int], choice: Choice, move: seen.Transfer, stay: Container[int]
    ) -> tuple[int, frozenset[int]]:
        """One of the cards, if there are too many to try each: the one that is drawn again later, if the log shows it.

        Also returns the cards that it may be instead. Raises :class:`NeedsLesson` if it is not known to be there.
        """
        told = self._drawn_again(cards, move)
        if told.first in cards:
            return told.first, frozenset()
        game = self.guide.game
        back = game.back
        left = [card for card in cards if card not in told.others]
        if (told.first >= 0 or not left) and self.taken and self.care is Care.ABSTRACT:
            # Another card should have been taken before.
            self._guess()
        if told.first >= 0 and self.learn([*cards, *self.taken], told.first):
            raise NeedsLesson
        if told.first >= 0 or not left:
            self.trial.doubt(Incomplete.ALIKE)
            if self.care is not Care.LENIENT:
                raise self.guide.left_out()
            self.guide.omit(Incomplete.HIDDEN_AGAIN)
            left = list(cards)
        # If a card shows later, after another return or in the rest of the action, it must be drawn before that.
        shown = [told.later, self._named_next()]
        if self.guesses_otherwise:
            shown.reverse()
        taken = next((card for card in chain(*shown) if card in left), left[0])
        # Cards with another back are not tried.
        if any(back[card] != back[taken] for card in cards) or not _are_alike(cards, choice):
            self._guess()
        # Cards that are alike to one of them count, too.
        kinds = {kind_of(game, card) for card in left if back[card] == back[taken]}
        options = [
            card for card in (*choice.options, *choice.uncertain) if card not in told.others and card not in stay
        ]
        return taken, frozenset(card for card in options if kind_of(game, card) in kinds)

    def that_stay(self, choice: Choice, move: seen.Transfer) -> set[int]:
        """The cards of a choice that still lie there later in the action: ``move`` takes none of them."""
        cards = [card for card in (*choice.options, *choice.uncertain) if card < UNKNOWN_BASE]
        return still_lie(self._moves_after(), cards, move)

    def _moves_after(self) -> Iterator[seen.Transfer]:
        """The moves of the action after the one that comes next."""
        return moves_of_action(self.guide.observations, self.guide.hard[self.guide.cursor] + 1)

    def _named_next(self) -> Iterator[int]:
        """The cards that the log names as they move in the rest of the action, but for those named when drawn."""
        drawn = set[int]()
        for move in self._moves_after():
            if move.card is not None and move.from_place is Place.DECK:
                drawn.add(move.card)
            elif move.card is not None and move.card not in drawn:
                yield move.card

    def _drawn_again(self, cards: Sequence[int], move: seen.Transfer) -> DrawnAgain:
        """How a card that is returned now is drawn again, if the log shows it."""
        backs = {self.guide.game.back[card] for card in cards}
        # No card that was just drawn is chosen to go back on top.
        if move.to_place is not Place.DECK or len(backs) > 1 or not is_returned(move):
            return NOT_DRAWN
        (back,) = backs
        index = self.guide.hard[self.guide.cursor] + 1
        key = (index, back, len(self.guide.game.decks[back]))
        told = self._again.get(key)
        if told is None:
            told = self._again[key] = drawn_again(self.guide.observations, *key)
        if told.doubtful:
            self.trial.doubt(Incomplete.ALIKE)
        return told

    def make_interchangeable(self) -> tuple[Interchangeable, ...]:
        """After an action, make the cards indistinguishable that were hidden again and may be any of several.

        Their identity may show later. If the rest of the action distinguished them, a guess was noted.
        """
        game = self.guide.game
        groups: list[tuple[frozenset[int], int]] = []
        for number, pick in enumerate(self.guide.picks):
            group = pick.interchangeable
            if group:
                alike = [other for other in groups if other[0] & group]
                groups = [other for other in groups if not other[0] & group]
                groups.append((group.union(*(cards for cards, _ in alike)), min([number, *(one for _, one in alike)])))
        found: list[Interchangeable] = []
        for group, since in groups:
            hidden = tuple(sorted(card for card in group if game.place[card][1] not in FACE_UP))
            if len(hidden) > 1:
                game.forget(hidden)
                found.append(Interchangeable(hidden, since))
        return tuple(found)


def _are_alike(cards: Iterable[int], choice: Choice) -> bool:
    """Whether choosing one of the cards assumes nothing about its face."""
    return not choice.uncertain or set(choice.uncertain).isdisjoint(cards)
