"""A guide for logs that leave facts open: splays, positions, choices that moved no card.

Where such a log does not say which answer was given, every answer that its next observation allows is worth trying.
Cards of which only the back is known stay hidden until the log shows their face; the card is then *learnt*, from the
start of the action on, by :class:`~innolog.replay.lessons.Learnt`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import groupby
from typing import Any

from innolog import log as seen
from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine import events as done
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import GameOver
from innolog.engine.zones import Keyword
from innolog.log import NOBODY, Fact, GameLog, Place
from innolog.replay.comparing import compare_checks
from innolog.replay.following import NAMED, OutOfLog, Pick
from innolog.replay.guide import Guide
from innolog.replay.identities import back_of_card
from innolog.replay.lessons import Learnt, Lesson, Trial
from innolog.replay.matching import PLACE_OF_ZONE, SOFT, has_back, is_owner, transfer_difference
from innolog.replay.meeting import Met, standing
from innolog.replay.mixing import HiddenAgain
from innolog.replay.silent import SilentChoices
from innolog.replay.soundness import Incomplete
from innolog.replay.uncovering import CoveredCards

#: What else takes as long as steps: to compare the table with those of other ways.
STEPS_PER_MEETING = 2
#: Among so many cards at most, it is followed which of them a hidden one may be.
FOLLOWED = 2
#: So often in one action two possibilities of what a hidden card is are tried; beyond, one is taken.
MOST_SUPPOSED = 6
#: Of a choice with more answers than this, which only a number can have, so many are tried.
MOST_ANSWERS = 24


class LooseGuide(Guide):
    """Reads a log that leaves facts open alongside one game.

    ``crowded`` says that there are many explanations already, so cards that were seen are rather forgotten than
    followed in all possible ways. ``early`` are observations already explained although others before them are not: a
    source tells cards that move together in an order of its own. ``met`` is where the ways gone so far from one start
    of the action have led, between effects and between draws.
    """

    def __init__(self, log: GameLog, budget: int) -> None:
        super().__init__(log)
        self.budget = budget
        self.trial = Trial()
        self.silent = SilentChoices(self)
        self.covered = CoveredCards(self, self.silent, self.trial)
        self.hidden = HiddenAgain(self, self.trial)
        #: Hidden zones as they were at the start of the action: cards that can be forgotten.
        self.concealed: frozenset[int] = frozenset()
        #: What hidden cards could be at the start of the action.
        self.domains: Mapping[int, frozenset[int]] = {}
        self.early: set[int] = set()
        #: Whether of ways that meet only one is gone on.
        self.meets = True
        self.met: set[Hashable] = set()
        #: How many choices were made when all was settled that the activated card, or its effect, takes with it from
        #: one place to the next where ways can meet; None before.
        self._counted: int | None = None
        self._ordered = 0
        #: How many cards are being executed by effects of others.
        self._nested = 0

    def rewind(self, cursor: int, picks: list[Pick], decisions: int = 0) -> None:
        """Start the current action again at ``cursor`` with the given picks fixed."""
        super().rewind(cursor, picks, decisions)
        self.covered.begin()
        self.hidden.begin()
        self.early = set()
        self._counted = None
        self._nested = 0

    def receive(self, event: done.Event) -> None:
        """Compare an event of the engine with the next observation."""
        if type(event) is done.ActionBegan:
            # Who plays first is told before anything is done.
            while self.cursor < len(self.observations) and isinstance(
                observation := self.observations[self.cursor], seen.FirstPlayer
            ):
                self._pass_over(observation)
                self.cursor += 1
        self.covered.before(event)
        super().receive(event)
        self.covered.after(event)
        kind = type(event)
        if kind is done.EffectStarted:
            if self._counted is not None and not self._nested:
                # Whose turn it is to execute which effects was settled when the icons were counted.
                self._meet(self._counted, event)
        elif kind is done.IconsCounted:
            self._counted, self._nested = self.step, 0
        elif kind is done.NestedStarted:
            self._nested += 1
        elif kind is done.NestedEnded:
            self._nested -= 1

    def choose(self, choice: Choice) -> Any:
        """Answer a choice: with what the log shows, or with the next answer to be tried."""
        if choice.rest is not None:
            every, left = choice.rest
            if every == left:
                self._ordered = self.step
            else:
                self._meet(self._ordered, left)
        self.hidden.asked(choice)
        self.covered.asked(choice)
        answer = super().choose(choice)
        self.hidden.answered(self.picks[self.step - 1])
        return answer

    def foresee(self) -> None:
        """Go on only if boards with piles that lost their order can show what is told of them next."""
        self.covered.foresee()

    def _meet(self, settled: int, place: Hashable) -> None:
        """Go on only if no other way led here.

        Up to its first ``settled`` choices another way must have been this one. What was chosen since lives on in the
        table and in ``place`` alone, and in what this guide remembers of it.
        """
        picks = self.picks
        if not self.meets or self.step < len(picks) or all(len(pick.answers) == 1 for pick in picks[settled:]):
            # The way up to the choice that is now answered otherwise was gone before.
            return
        mixed = frozenset([pick.mixed for pick in picks if pick.mixed])
        self.budget -= STEPS_PER_MEETING
        way = tuple([pick.chosen for pick in picks[:settled]])
        groups = frozenset([(group.start, frozenset(group.cards)) for group in self.covered.groups])
        found = frozenset(self.covered.shown & self.covered.found)
        loose = (frozenset(self.early), mixed, self._supposed(), groups, found)
        key = (way, place, self.cursor, loose, standing(self.game))
        if key in self.met:
            raise Met
        self.met.add(key)

    # --- events ----------------------------------------------------------------------------------------------------

    def _on_transfer(self, event: done.Transfer) -> None:
        move = self._expect(event, seen.Transfer)
        if self.hidden.taken and move.card is not None:
            if (
                event.card in self.hidden.taken
                and move.card not in self.game.place
                and self.hidden.learn(self.hidden.taken, move.card)
            ):
                raise Learnt
            self.hidden.tell((move.card, event.card))
        if transfer_difference(self.game, event, move) is not None:
            self._explain_other(event, move)
            return
        self.checks += compare_checks(self.game, self.speaker, move.checks)
        self._step()

    def _explain_other(self, event: done.Transfer, move: seen.Transfer) -> None:
        """Explain one of the following moves of cards that go the same way, or learn what the card is."""
        index = self.cursor
        at = move.at.move
        while index < len(self.observations):
            other = self.observations[index]
            if not isinstance(other, seen.Transfer) or other.at.move != at or _way(other) != _way(move):
                break
            if index not in self.early:
                if transfer_difference(self.game, event, other) is None:
                    if index > self.cursor:
                        self.early.add(index)
                    else:
                        self._step()
                    return
                if other.card is not None and self.hidden.could_become(event.card, other.card):
                    self.hidden.tell((other.card, event.card))
                    self.trial.note(Lesson(frozenset((event.card,)), other.card), self.cursor)
                    raise Learnt
            index += 1
        raise self.mismatch(event, move)

    def _on_game_ended(self, event: done.GameEnded) -> None:
        if Fact.ENDING in self.log.records and self.peek() is None:
            # Lines can be lost one by one, unlike what a site sends.
            raise OutOfLog
        super()._on_game_ended(event)

    def _step(self) -> None:
        """Go on to the next observation that is not explained yet."""
        self.cursor += 1
        while self.cursor in self.early:
            self.early.discard(self.cursor)
            self.cursor += 1

    def _compare_shown(self, shown: seen.Revealed) -> None:
        self.hidden.show(*shown.cards)
        player = self.game.players[shown.player]
        places = [player.hand, player.score_pile]
        if shown.place is not Place.REVEALED:
            places = [player.score_pile if shown.place is Place.SCORE else player.hand]
        for cards in places:
            if sorted(self.game.back[card] for card in cards) == sorted(map(back_of_card, shown.cards)):
                unknown = [card for card in shown.cards if card not in self.game.place]
                if unknown and self.hidden.learn(cards, unknown[0]):
                    raise Learnt
        super()._compare_shown(shown)

    # --- the decider -----------------------------------------------------------------------------------------------

    def _pick(self, choice: Choice) -> Pick:
        if self.peek() is None:
            raise OutOfLog
        kept = self.silent.kept(choice)
        if kept is not None:
            return kept
        kind = choice.kind
        if kind is ChoiceKind.ACTION:
            return self._pick_action(choice)
        if kind is ChoiceKind.CARD:
            return self._pick_cards(choice)
        if kind is ChoiceKind.ORDER:
            return self.covered.pick_order(choice) or Pick([self._order(choice)], False)
        if choice.rearranges:
            return self.covered.pick_rearranged(choice) or super()._pick(choice)
        splay = kind is ChoiceKind.COLOR and choice.target is not None
        if splay and Fact.SPLAYS in self.log.records:
            pick = super()._pick_color(choice)
            return Pick(pick.answers if None in pick.answers or not choice.may else [*pick.answers, None], True)
        if kind is ChoiceKind.YES_NO and self.soft(seen.Agreed, choice.player) is not None:
            return super()._pick(choice)
        if kind in NAMED and not splay and self.named(choice) is not None:
            return super()._pick(choice)
        if len(choice.options) > MOST_ANSWERS:
            return Pick(self._numbers_that_differ(choice), True)
        if kind is ChoiceKind.VALUE and choice.then is Keyword.DRAW:
            return self._pick_drawn(choice)
        if choice.about is not None and not self._may_pass(choice, choice.about):
            return Pick([False], True)
        pick = super()._pick(choice)
        answers = [*pick.answers, *(answer for answer in choice.answers() if answer not in pick.answers)]
        supposes = kind is ChoiceKind.NATURE and len(answers) > 1 and choice.alike is None
        if supposes and self._supposed() >= MOST_SUPPOSED:
            self.omit(Incomplete.FACES)
            del answers[1:]
        if splay:
            answers = self.covered.possible_splays(choice, answers)
        return Pick(answers, True)

    def _may_pass(self, choice: Choice, card: int) -> bool:
        """Whether it need be tried that a hidden card passes a test, of which it can be both."""
        if choice.alike is False and Fact.POSITIONS not in self.log.records:
            # How many of them pass is all that shows; those that come first do.
            return False
        if choice.then is None:
            return True
        for move in self.observations[self.hard[self.cursor] :]:
            if isinstance(move, seen.Transfer):
                if self._could_be_moved_or_learnt(card, move):
                    return True
            elif not isinstance(move, SOFT):
                return False
        return False

    def _pick_drawn(self, choice: Choice) -> Pick:
        """A value to draw: one for each card that can be drawn, and first what is drawn next."""
        game = self.game
        player = game.players[choice.player]
        drawn: dict[int | None, list[int]] = {}
        for value in choice.options:
            try:
                card: int | None = game.next_card(player, value)
            except GameOver:
                card = None
            drawn.setdefault(card, []).append(value)
        move = self.peek()
        fitting = [
            card
            for card in drawn
            if card is not None and isinstance(move, seen.Transfer) and self._could_be_moved_or_learnt(card, move)
        ]
        if choice.rest is None:
            # What was named for one card matters no more when that is drawn.
            others = [card for card in drawn if card not in fitting]
            return Pick([drawn[card][0] for card in (*fitting, *others)], True)
        # What is drawn one by one is told in that order.
        return Pick([value for card in fitting or drawn for value in drawn[card]], True)

    def _numbers_that_differ(self, choice: Choice) -> list[int]:
        """Of too many numbers one of each kind that leads elsewhere.

        Any number is only named for how many cards of a color a hand has (Mona Lisa): if so many, they are scored, and
        else all of the hand is returned.
        """
        none, most = choice.options[0], choice.options[-1]
        color = self.picks[-1]
        named = color.choice.kind is ChoiceKind.COLOR
        # Where it is not so many, it does not matter which color was named with it.
        other = [] if named and color.chosen else [most]
        told = (observation for observation in self.observations[self.cursor :] if not isinstance(observation, SOFT))
        for way, run in groupby(
            told, lambda observation: _way(observation) if type(observation) is seen.Transfer else ()
        ):
            if way[:2] == (choice.player, Place.HAND):
                if way[3] is Place.SCORE:
                    # The last of them may be scored by what comes after.
                    return [*range(len(list(run)), 0, -1), none, *other]
                if way[2:] == (NOBODY, Place.DECK):
                    if named:
                        del color.answers[1:]
                    return other
                break
            if way[1:2] != (Place.DECK,):
                break
        return [none, *other]

    def _supposed(self) -> int:
        """How often in this action it was tried what a hidden card is."""
        return sum(
            pick.choice.kind is ChoiceKind.NATURE and pick.choice.alike is None and len(pick.answers) > 1
            for pick in self.picks
        )

    def _pick_cards(self, choice: Choice) -> Pick:
        """The cards that can have been chosen, as far as the log tells; None where nobody need choose."""
        found: list[int | None] = []
        mixed: frozenset[int] = frozenset()
        cards = self.hidden.unlike([*choice.options, *choice.uncertain])
        learnt = False
        if choice.intent is None:
            found.extend(cards)
        else:
            move = self.peek()
            if isinstance(move, seen.Transfer) and self._fits(choice, move):
                if self.hidden.taken and move.card is not None:
                    self.hidden.show(move.card)
                fitting = [card for card in cards if self._could_be_moved(card, move)]
                if self._rather_forget(fitting, move):
                    learnt = True
                elif move.card is None and self.hidden.are_too_many(fitting, choice):
                    # Shown or told apart in this very action and hidden again.
                    card, mixed = self.hidden.one_of(fitting, choice, move)
                    found.append(card)
                else:
                    found.extend(fitting)
                if move.card is not None and move.card not in self.game.place:
                    learnt = self.hidden.learn(cards, move.card)
        if choice.may or (choice.uncertain and not choice.options):
            found.append(None)
        if not found and learnt:
            raise Learnt
        return Pick(found or [choice.options[0]], True, mixed)

    def _rather_forget(self, cards: list[int], move: seen.Transfer) -> bool:
        """Whether cards of which a hidden one is moved are to be made indistinguishable, instead of trying each."""
        enough = 2 if self.silent.crowded else FOLLOWED + 1
        if move.card is not None or len(cards) < enough or not self.concealed.issuperset(cards):
            return False
        game = self.game
        place, back = game.place[cards[0]], game.back[cards[0]]
        if any(game.place[card] != place or game.back[card] != back for card in cards):
            return False
        # All that are like one of them, too.
        zone = game.players[place[0]].zone(place[1])
        group = frozenset(card for card in zone if card in cards or (card >= UNKNOWN_BASE and game.back[card] == back))
        if not self.concealed.issuperset(group):
            return False
        if min(group) >= UNKNOWN_BASE and len({self.domains.get(card) for card in group}) == 1:
            # They are alike but for what this action asks of each.
            return False
        self.trial.note(Lesson(group, None), self.cursor)
        return True

    def _could_be_moved(self, card: int, move: seen.Transfer) -> bool:
        """Whether a transfer can be that of a card from where it lies now."""
        game = self.game
        owner, zone = game.place[card]
        if not is_owner(owner, move.from_owner) or move.from_place is not PLACE_OF_ZONE[zone]:
            return False
        if move.card is not None:
            return move.card == card
        return has_back(game.back[card], move)

    def _could_be_moved_or_learnt(self, card: int, move: seen.Transfer) -> bool:
        """Whether a transfer can be that of a card, which may be a hidden one of which it shows the face."""
        owner, zone = self.game.place[card]
        if not is_owner(owner, move.from_owner) or move.from_place is not PLACE_OF_ZONE[zone]:
            return False
        if move.card is None:
            return has_back(self.game.back[card], move)
        return move.card == card or self.hidden.could_become(card, move.card)

    def _pick_action(self, choice: Choice) -> Pick:
        if choice.options[-1].kind is ActionKind.DISPLAY_PASS:
            return self._pick_display_loosely(choice)
        move = self.peek()
        if isinstance(move, seen.Transfer) and (
            move.from_place in (Place.HAND, Place.ACHIEVEMENTS)
            or (move.from_place is Place.DISPLAY and move.to_place is Place.BOARD)
        ):
            kind = ActionKind.ACHIEVE if move.from_place is Place.ACHIEVEMENTS else ActionKind.MELD
            wanted = [action for action in choice.options if action.kind is kind and action.card is not None]
            cards = self.hidden.unlike([action.card for action in wanted])
            melds = kind is ActionKind.MELD and move.card is not None and move.card not in self.game.place
            if melds and move.card is not None and self.hidden.learn(cards, move.card):
                raise Learnt
            legal = [Action(kind, card) for card in cards if self._could_be_moved(card, move)]
            if not legal or move.to_place not in (Place.BOARD, Place.ACHIEVEMENTS):
                raise self._unavailable(choice, Action(kind, move.card), move)
            return Pick(legal, True)
        pick = super()._pick_action(choice)
        return Pick(pick.answers, True)

    def _pick_display_loosely(self, choice: Choice) -> Pick:
        """The free action with the Artifact on display, of which a log need not say that it was left alone."""
        observation = self.peek()
        card = choice.options[-1].card
        answers = []
        for action in choice.options:
            if action.kind is ActionKind.DISPLAY_DOGMA:
                fits = isinstance(observation, seen.DogmaStarted) and observation.card == card
            elif action.kind is ActionKind.DISPLAY_RETURN:
                fits = isinstance(observation, seen.Transfer) and observation.from_place is Place.DISPLAY
            else:
                fits = True
            if fits:
                answers.append(action)
        return Pick(answers, True)


def _way(move: seen.Transfer) -> tuple[Any, ...]:
    return (move.from_owner, move.from_place, move.to_owner, move.to_place)
