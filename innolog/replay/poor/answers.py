"""The answers that a poor record allows to the engine's choices: all that fit its next observation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from innolog import log as seen
from innolog.beliefs.refinements import Lesson
from innolog.cards.facts import UNKNOWN_BASE
from innolog.cards.karmas import Would, karmas_of
from innolog.comparing.matching import SOFT, has_back, is_owner, leaves_place
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.operations import NOTHING
from innolog.engine.zones import Keyword, Zone
from innolog.log import Fact, Place
from innolog.replay.answers import Answers, is_karma
from innolog.replay.lessons import NeedsLesson
from innolog.replay.picks import NAMED, OutOfLog, Pick
from innolog.replay.poor.guide import PoorGuide
from innolog.replay.poor.hidden import could_become, moves_of_action, unlike
from innolog.results.soundness import Incomplete

#: If a hidden card may be at most this many cards, each is tried. Raising it multiplies the nodes.
FOLLOWED = 2
#: After this many explanations of an action, or this many tries, the search takes guesses.
MANY_WAYS, MANY_TRIES = 64, 400
#: A hidden card may pass a test or fail it. When guesses are taken, both are tried for the first cards of each way, up
#: to this number. Each later card gets one answer.
MOST_SUPPOSED = 6
#: The largest number of answers that are tried for one choice. Only the choice of a number has more.
MOST_ANSWERS = 24


class OpenAnswers:
    """Finds all answers that may have been given to the choices of the game of a guide."""

    def __init__(self, guide: PoorGuide) -> None:
        self.guide = guide
        #: The answers that the log shows, as that of a full record would.
        self.shown = Answers(guide)

    def pick(self, choice: Choice) -> Pick:
        """The answers worth trying to a choice, best first.

        Raises as :meth:`Answers.pick` does. Raises :class:`NeedsLesson` if the face of a hidden card must be known
        before, and :class:`~innolog.replay.lessons.Abandoned` if no answer can lead to what the log shows next.
        """
        if self.guide.peek() is None:
            raise OutOfLog
        kind = choice.kind
        if kind is ChoiceKind.ACTION:
            return self._pick_action(choice)
        if kind is ChoiceKind.CARD:
            return self._pick_cards(choice)
        if kind is ChoiceKind.ORDER:
            if self.guide.game.place[choice.options[0]][1] is Zone.DECK:
                return Pick([self.shown.order(choice)], False)
            return self.guide.covered.pick_order(choice) or Pick([self.shown.order(choice)], False)
        if choice.rearranges:
            return self.guide.covered.pick_rearranged(choice) or self.shown.pick(choice)
        splay = kind is ChoiceKind.COLOR and choice.target is not None
        if splay and Fact.SPLAYS in self.guide.log.records:
            pick = self.shown.pick_color(choice)
            return Pick(pick.answers if None in pick.answers or not choice.may else [*pick.answers, None], True)
        if kind is ChoiceKind.YES_NO and self.guide.soft(seen.Agreed, choice.player) is not None:
            return self.shown.pick(choice)
        if kind in NAMED and not splay and self.guide.named(choice) is not None:
            named = self.shown.pick(choice)
            if not self.guide.names.optional:
                return named
            # It may be of a later choice. If there is none, the next event ends the other ways at once.
            others = self._pick_open(choice, splay).answers
            return Pick([*named.answers, *(each for each in others if each not in named.answers)], True)
        return self._pick_open(choice, splay)

    def _pick_open(self, choice: Choice, splay: bool) -> Pick:
        """The answers to a choice that no name shows. ``splay``: True for the color of a pile that is splayed."""
        kind = choice.kind
        if len(choice.options) > MOST_ANSWERS:
            return Pick(self._numbers_that_differ(choice), True)
        if kind is ChoiceKind.VALUE and choice.then is Keyword.DRAW:
            return self._pick_drawn(choice)
        if choice.about is not None and not self._may_pass(choice, choice.about):
            return Pick([False], True)
        pick = self.shown.pick(choice)
        answers = [*pick.answers, *(answer for answer in choice.answers() if answer not in pick.answers)]
        if choice.about is not None and choice.then is not None:
            # The log shows a move that can be that of this card.
            answers.sort(reverse=True)
        # How many colors hidden cards have shows at once in how many cards are drawn.
        supposes = kind is ChoiceKind.NATURE and len(answers) > 1 and choice.alike is None
        supposes = supposes and choice.then is not Keyword.DRAW
        many = self._guesses()
        most = 0 if self.guide.hidden.guesses_otherwise else MOST_SUPPOSED
        if supposes and many and self.guide.supposed() >= most:
            self.guide.omit(Incomplete.FACES)
            del answers[1:]
        if splay:
            answers = self.guide.covered.possible_splays(choice, answers)
        return Pick(answers, True)

    def _may_pass(self, choice: Choice, card: int) -> bool:
        """Whether to try that a hidden card passes a test, if it may pass or fail."""
        if choice.alike is False and Fact.POSITIONS not in self.guide.log.records:
            # The log shows only how many of them pass, so the first ones do.
            return False
        if choice.then is None:
            return True
        moves = 0
        for move in self.guide.observations[self.guide.hard[self.guide.cursor] :]:
            if isinstance(move, seen.Transfer):
                moves += self._could_be_moved(card, move, learnt=True)
            elif is_karma(move) or isinstance(move, seen.Ended):
                # A karma may interrupt the move of a card that passes, and the end of the game those that are left.
                return True
            elif not isinstance(move, SOFT):
                break
        return moves > self._passed_before(choice, card)

    def _passed_before(self, choice: Choice, card: int) -> int:
        """The number of hidden cards with the same back and place that have just passed the same test."""
        game, passed = self.guide.game, 0
        for pick in reversed(self.guide.picks):
            other = pick.choice.about
            if other is None or pick.choice.then is not choice.then or pick.cursor != self.guide.cursor:
                break
            alike = game.back[other] == game.back[card] and game.place[other] == game.place[card]
            passed += alike and pick.answers[pick.chosen] is True
        return passed

    def _pick_drawn(self, choice: Choice) -> Pick:
        """A value to draw: one for each card that can be drawn, first the one that the log draws next."""
        game = self.guide.game
        player = game.players[choice.player]
        drawn: dict[int, list[int]] = {}
        for value in choice.options:
            drawn.setdefault(game.next_card(player, value), []).append(value)
        move = self.guide.peek()
        if is_karma(move):
            # The karma may put cards into the piles before a card is drawn.
            return Pick(list(choice.options), True)
        fitting = [
            card
            for card in drawn
            if card != NOTHING and isinstance(move, seen.Transfer) and self._could_be_moved(card, move, learnt=True)
        ]
        if choice.rest is None:
            # Once the card is drawn, the value named for it does not matter.
            others = [card for card in drawn if card not in fitting]
            return Pick([drawn[card][0] for card in (*fitting, *others)], True)
        # A log records cards that are drawn one by one in that order.
        return Pick([value for card in fitting or drawn for value in drawn[card]], True)

    def _numbers_that_differ(self, choice: Choice) -> list[int]:
        """One number for each outcome, if there are too many.

        Only one card asks for any number: it scores the cards of a color if the hand has that many, and otherwise
        returns the hand.
        """
        none, most = choice.options[0], choice.options[-1]
        color = self.guide.picks[-1]
        named = color.choice.kind is ChoiceKind.COLOR
        # If the number is wrong, it does not matter which color was named with it.
        other = [] if named and color.chosen else [most]
        told = (
            observation
            for observation in self.guide.observations[self.guide.cursor :]
            if not isinstance(observation, SOFT)
        )

        def way(observation: seen.Observation) -> tuple[Place, Place] | None:
            if not isinstance(observation, seen.Transfer):
                return None
            if observation.from_place is Place.HAND and not is_owner(choice.player, observation.from_owner):
                return None
            return observation.from_place, observation.to_place

        for places, run in groupby(told, way):
            if places == (Place.HAND, Place.SCORE):
                # A later event may score the last of them.
                return [*range(len(list(run)), 0, -1), none, *other]
            if places == (Place.HAND, Place.DECK):
                if named:
                    del color.answers[1:]
                return other
            if places is None or places[0] is not Place.DECK:
                break
        return [none, *other]

    def _pick_cards(self, choice: Choice) -> Pick:
        """The cards that can have been chosen, as far as the log shows, and None if no choice is necessary."""
        found: list[int | None] = []
        interchangeable: frozenset[int] = frozenset()
        self._keep_one_that_stayed(choice)
        cards = unlike(self.guide.game, [*choice.options, *choice.uncertain])
        learnt = False
        if choice.splays is not None and self.guide.silent.is_silent(choice):
            found.extend(self.guide.silent.splays_that_differ(choice))
        elif choice.intent is None:
            found.extend(cards)
        elif is_karma(self.guide.peek()):
            found.extend(self._interrupted(cards))
        else:
            move = self.guide.peek()
            if isinstance(move, seen.Transfer) and self.shown.fits(choice, move):
                if self.guide.hidden.taken and move.card is not None:
                    self.guide.hidden.show(move.card)
                fitting = [card for card in cards if self._could_be_moved(card, move)]
                stay = self.guide.hidden.that_stay(choice, move) if move.card is None and len(fitting) > 1 else ()
                fitting = [card for card in fitting if card not in stay]
                if self._rather_forget(fitting, move):
                    learnt = True
                elif move.card is None and self.guide.hidden.are_too_many(fitting, choice):
                    # Shown or distinguished in this action and hidden again.
                    card, interchangeable = self.guide.hidden.one_of(fitting, choice, move, stay)
                    found.append(card)
                else:
                    found.extend(fitting)
                if move.card is not None and move.card not in self.guide.game.place:
                    learnt = self.guide.hidden.learn(cards, move.card)
        if choice.can_decline():
            found.append(None)
        if not found and learnt:
            raise NeedsLesson
        return Pick(found or [choice.options[0]], True, interchangeable)

    def _guesses(self) -> bool:
        """Whether the search takes guesses, because it has tried this action often."""
        return self.guide.ways >= MANY_WAYS or self.guide.hidden.tries > MANY_TRIES

    def _interrupted(self, cards: list[int]) -> list[int]:
        """The cards to try as the chosen one if a karma comes before its move: all, until many ways were tried.

        After that, the card that moves next from there is taken, which is a guess. If the karma may prevent the move,
        the cards are tried that the log does not move later in the action. Most karmas depend on nothing but the color
        of a card, so only the first of each color is tried.
        """
        line = self.guide.peek()
        if len(cards) < 2 or not isinstance(line, seen.EffectStarted):
            return cards
        moves = list(moves_of_action(self.guide.observations, self.guide.hard[self.guide.cursor] + 1))
        if any(karma.instead for karma in self._woulds(line)):
            last = {move.card: move for move in moves if move.card is not None}
            left = [card for card in cards if card in last and self._could_be_moved(card, last[card])]
            stay = [card for card in cards if card not in left]
            cards = [*stay, *left]
            color = self.guide.game.color
            first = {color[card] if card < UNKNOWN_BASE else -card: card for card in reversed(stay)}
            fitting = list(reversed(first.values()))
        else:
            moved = ([card for card in cards if self._could_be_moved(card, move, learnt=True)] for move in moves)
            fitting = next(filter(None, moved), [])
        if not fitting or len(fitting) == len(cards) or not self._guesses():
            return cards
        self.guide.omit(Incomplete.KARMAS)
        return fitting

    def _woulds(self, line: seen.EffectStarted) -> Iterator[Would]:
        """The *would* karmas that a line of the log can be about."""
        game = self.guide.game
        for top in game.players[line.player].tops():
            for karma in karmas_of(top, game.texts):
                if isinstance(karma, Would) and line.number in (None, karma.number):
                    yield karma

    def _keep_one_that_stayed(self, choice: Choice) -> None:
        """If a karma did nothing but prevent the move of the card chosen before, try no other card in its place.

        Three lines of that karma in a row show that it prevents the next move, too. Then the table is the same
        whichever cards are chosen, and the others can still be chosen after this one. But an effect may depend on which
        were chosen, so this is a guess.
        """
        if not self.guide.picks or choice.intent is None:
            return
        last, hard, told = self.guide.picks[-1], self.guide.hard, self.guide.observations
        before, card = last.choice, last.answers[last.chosen]
        karma, again = hard[last.cursor], hard[self.guide.cursor]
        lines = [told[index] for index in (karma, again, hard[again + 1]) if index < len(told)]
        if not _are_one_karma(lines) or hard[karma + 1] != again or card is None or not before.goes_like(choice):
            return
        # If all cards can be chosen again, ways that lead to one table are merged, and nothing is guessed.
        fewer = {*choice.options, *choice.uncertain} < {*before.options, *before.uncertain}
        others = last.answers[last.chosen + 1 :]
        if card < UNKNOWN_BASE and fewer and any(other is not None for other in others):
            self.guide.omit(Incomplete.KARMAS)
            last.answers = [*last.answers[: last.chosen + 1], *([None] if None in others else [])]

    def _rather_forget(self, cards: list[int], move: seen.Transfer) -> bool:
        """Whether to make cards indistinguishable, instead of trying each as the hidden one that is moved."""
        enough = 2 if self.guide.silent.crowded else FOLLOWED + 1
        if move.card is not None or len(cards) < enough or not self.guide.concealed.issuperset(cards):
            return False
        game = self.guide.game
        place, back = game.place[cards[0]], game.back[cards[0]]
        if any(game.place[card] != place or game.back[card] != back for card in cards):
            return False
        # Cards that are alike to one of them, too.
        zone = game.players[place[0]].zone(place[1])
        group = frozenset(card for card in zone if card in cards or (card >= UNKNOWN_BASE and game.back[card] == back))
        if not self.guide.concealed.issuperset(group):
            return False
        if min(group) >= UNKNOWN_BASE and len({self.guide.domains.get(card) for card in group}) == 1:
            # Only questions of this action distinguish them.
            return False
        self.guide.trial.note(Lesson(group, None), self.guide.cursor)
        return True

    def _could_be_moved(self, card: int, move: seen.Transfer, *, learnt: bool = False) -> bool:
        """Whether a transfer can be the move of a card from its present place.

        ``learnt``: True if the transfer may show the face of a hidden card.
        """
        game, revealed = self.guide.game, self.guide.reordered.still_there
        owner, zone = game.place[card]
        if not is_owner(owner, move.from_owner) or not leaves_place(game, card, zone, move, revealed):
            return False
        if move.card is None:
            return has_back(game.back[card], move)
        return move.card == card or (learnt and could_become(game, card, move.card))

    def _pick_action(self, choice: Choice) -> Pick:
        if choice.options[-1].kind is ActionKind.DISPLAY_PASS:
            return self._pick_display_loosely(choice)
        move = self.guide.peek()
        if isinstance(move, seen.Transfer) and (
            (move.from_place in (Place.HAND, Place.ACHIEVEMENTS) and move.to_place is not Place.REMOVED)
            or (move.from_place in (Place.DISPLAY, Place.FORECAST) and move.to_place is Place.BOARD)
            or move.to_place is Place.ACHIEVEMENTS
        ):
            achieves = Place.ACHIEVEMENTS in (move.from_place, move.to_place)
            kind = ActionKind.ACHIEVE if achieves else ActionKind.MELD
            wanted = [action for action in choice.options if action.kind is kind and action.card is not None]
            cards = unlike(self.guide.game, [action.card for action in wanted])
            melds = kind is ActionKind.MELD and move.card is not None and move.card not in self.guide.game.place
            if melds and move.card is not None and self.guide.hidden.learn(cards, move.card):
                raise NeedsLesson
            legal = [Action(kind, card) for card in cards if self._could_be_moved(card, move)]
            if not legal or move.to_place not in (Place.BOARD, Place.ACHIEVEMENTS):
                raise self.shown.unavailable(choice, Action(kind, move.card), move)
            return Pick(legal, True)
        pick = self.shown.pick_action(choice)
        if is_karma(move) or (isinstance(move, seen.Transfer) and move.to_place is Place.REMOVED):
            # A karma can come before every action, and cards are removed before the decree is named.
            self._learn_what_leaves(choice.player)
        return Pick(pick.answers, True)

    def _learn_what_leaves(self, player: int) -> None:
        """Learn the face of a hidden card that leaves the hand in an action that the next line does not show.

        All such actions are tried, so it must be known before. Raises :class:`NeedsLesson` if there is such a card.
        """
        hand = self.guide.game.players[player].hand_cards
        for move in moves_of_action(self.guide.observations, self.guide.hard[self.guide.cursor]):
            if move.to_place is Place.HAND and is_owner(player, move.to_owner):
                # From here on, cards need not have been in the hand before the action.
                break
            if move.from_place is not Place.HAND or not is_owner(player, move.from_owner) or move.card is None:
                continue
            if move.card not in self.guide.game.place and self.guide.hidden.learn(hand, move.card):
                raise NeedsLesson

    def _pick_display_loosely(self, choice: Choice) -> Pick:
        """The free action with the Artifact on display. A log need not record that nobody used it."""
        observation = self.guide.peek()
        if is_karma(observation):
            return Pick(list(choice.options), True)
        card = choice.options[-1].card
        kinds = [ActionKind.DISPLAY_PASS]
        if isinstance(observation, seen.DogmaStarted) and observation.card == card:
            kinds.append(ActionKind.DISPLAY_DOGMA)
        elif isinstance(observation, seen.Transfer) and observation.from_place is Place.DISPLAY:
            kinds.append(ActionKind.DISPLAY_RETURN)
        return Pick([action for action in choice.options if action.kind in kinds], True)


def _are_one_karma(lines: Sequence[seen.Observation]) -> bool:
    """Whether three lines are all of the same karma of the same player."""
    karmas = {(line.player, line.number, line.card) for line in lines if isinstance(line, seen.EffectStarted)}
    return len(lines) == 3 and len(karmas) == 1 and all(map(is_karma, lines))
