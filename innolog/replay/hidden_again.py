"""Cards that are hidden again: which of several it was that a log moves face down.

Where too many would have to be tried, one is taken, and after the action all of them are made indistinguishable. That
is no guess as long as nothing in the rest of the action tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from innolog import log as seen
from innolog.beliefs.hidden import NOT_DRAWN, DrawnAgain, could_become, drawn_again, is_returned, kind_of, unlike
from innolog.beliefs.refinements import Lesson
from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.zones import Zone
from innolog.log import Place
from innolog.replay.guide import Guide
from innolog.replay.lessons import Abandoned, Interchangeable, NeedsLesson, Trial
from innolog.replay.picks import Pick
from innolog.results.soundness import EXHAUSTIVE, Incomplete

_WITHOUT_ORDER = (Zone.HAND, Zone.SCORE, Zone.FORECAST)
_HIDDEN = (Zone.DECK, *_WITHOUT_ORDER)
#: Where it can't be forgotten which card is which, so many at most are tried as the one that is hidden again.
MOST_TRIED = 4
#: After so many ways of one action, cards put back face down are no more tried in every order.
MOST_TRIES = 1_000


class Care(Enum):
    """How cards are tried that are hidden again (abstraction refinement): each level where the one before fails.

    First one card stands for all alike, which seldom matters; then each is tried where they are few; at last one is
    taken even if none is drawn again as the log records, which is a guess.
    """

    ABSTRACT = "one for all"
    EXACT = "each of few"
    LENIENT = "any"


class HiddenAgain:
    """Follows cards that are hidden again in one game, and does not follow each of too many."""

    def __init__(self, guide: Guide, trial: Trial) -> None:
        self.guide = guide
        self.trial = trial
        #: In how many ways the action was tried so far.
        self.tries = 0
        #: The cards of which one was taken for another so far in this way of the action.
        self.taken: frozenset[int] = frozenset()
        #: How cards are drawn again, by where in the log they are returned, their back, and how many lie above them.
        self._again: dict[tuple[int, int, int], DrawnAgain] = {}
        self.care = Care.EXACT

    def begin(self) -> None:
        """Start the current action again."""
        self.tries += 1
        self.taken = frozenset()
        self.trial.way = EXHAUSTIVE
        self.guide.game.watch_faces = None

    def asked(self, choice: Choice) -> None:
        """See whether a choice tells apart cards that were taken for one another."""
        if self.taken:
            place = self.guide.game.place
            places = {place[card] for card in self.taken}
            if len(places) == 1 and places.pop()[1] in _WITHOUT_ORDER:
                # They have all come to one place, and it is no matter any more in which order.
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

    # --- what tells cards apart that were taken for one another ---------------------------------------------------

    def _look_for_others(self, choice: Choice) -> None:
        """Say that it is a guess if a choice can be of some of the cards, and not of others that lie with them."""
        place, able = self.guide.game.place, {*choice.options, *choice.uncertain}
        places = {place[card] for card in self.taken & able}
        if any(place[card] in places for card in self.taken - able):
            self._guess()

    def tell(self, cards: Iterable[int]) -> None:
        """Say that it is a guess if the face of one of the cards is told, or an effect asks for it."""
        if not self.taken.isdisjoint(cards):
            self._guess()

    def show(self, *cards: int) -> None:
        """Say that it is a guess if one of the cards is shown where it is not known which lies there, or can be."""
        taken = self.taken
        for shown in cards:
            if shown in taken or any(could_become(self.guide.game, hidden, shown) for hidden in taken):
                self._guess()

    def _guess(self) -> None:
        """Note that it matters which card was taken for others."""
        if self.care is Care.ABSTRACT:
            self.trial.omit(Incomplete.DISTINGUISHED)
            raise Abandoned
        self.guide.omit(Incomplete.HIDDEN_AGAIN)

    # --- which one is taken -----------------------------------------------------------------------------------------

    def learn(self, hidden: Iterable[int], card: int) -> bool:
        """Note that a card that the log shows would have to be one of some hidden cards; whether it can be one."""
        game = self.guide.game
        possible = [other for other in unlike(game, hidden) if could_become(game, other, card)]
        for other in possible:
            self.trial.note(Lesson(frozenset((other,)), card), self.guide.cursor)
        return bool(possible)

    def are_too_many(self, cards: Sequence[int], choice: Choice) -> bool:
        """Whether not each of some cards is to be tried as the one that is moved face down."""
        if len(cards) < 2:
            return False
        if (
            (self.care is Care.ABSTRACT and min(cards) < UNKNOWN_BASE and _are_alike(cards, choice))
            or len(cards) > MOST_TRIED
            or self.tries > MOST_TRIES
        ):
            return True
        # Where one of them was taken for another before, they are forgotten after the action.
        return not self.taken.isdisjoint(cards)

    def one_of(self, cards: Sequence[int], choice: Choice, move: seen.Transfer) -> tuple[int, frozenset[int]]:
        """Which of too many cards to try each a hidden one is: told by when it is drawn again, else any.

        With it come the cards that it may be as well. Raises :class:`NeedsLesson` if it is one not known to be there.
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
        # What is shown after it was returned once more must be drawn before that.
        taken = next((card for card in told.later if card in left), left[0])
        # That it was one with another back is not tried.
        if any(back[card] != back[taken] for card in cards) or not _are_alike(cards, choice):
            self._guess()
        # Those that nothing tells from one of them are among them as well.
        kinds = {kind_of(game, card) for card in left if back[card] == back[taken]}
        options = [card for card in (*choice.options, *choice.uncertain) if card not in told.others]
        return taken, frozenset(card for card in options if kind_of(game, card) in kinds)

    def _drawn_again(self, cards: Sequence[int], move: seen.Transfer) -> DrawnAgain:
        """How a card that is returned now is drawn again, if the log tells."""
        backs = {self.guide.game.back[card] for card in cards}
        if move.to_place is not Place.DECK or not is_returned(move) or len(backs) > 1:
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
        """After an action, forget which card is which among those that were hidden again and may be any of several.

        What they are shows later. Where the rest of the action told them apart, it was said before that it is a guess.
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
            hidden = tuple(sorted(card for card in group if game.place[card][1] in _HIDDEN))
            if len(hidden) > 1:
                game.forget(hidden)
                found.append(Interchangeable(hidden, since))
        return tuple(found)


def _are_alike(cards: Iterable[int], choice: Choice) -> bool:
    """Whether nothing is assumed of the one of some cards that is chosen."""
    return not choice.uncertain or set(choice.uncertain).isdisjoint(cards)
