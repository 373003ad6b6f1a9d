"""The answers that a full record allows to the engine's choices.

The next observation shows almost every choice. If it does not, the answers worth trying are ordered by what the log
shows later.
"""

from __future__ import annotations

from typing import Any

from innolog import log as seen
from innolog.comparing.blame import unavailable_rule
from innolog.comparing.matching import PLACE_OF_ZONE, SOFT, Mismatch, answer_named, has_back, is_owner, leaves_place
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.zones import NOBODY, OWN, STACKED, Keyword, Zone
from innolog.log import ANYBODY, Fact, Place
from innolog.log.meaning import swapped
from innolog.replay.guide import Guide
from innolog.replay.picks import NAMED, OutOfLog, Pick
from innolog.replay.unworded import may_record

_ZONE_OF_STACK = {PLACE_OF_ZONE[zone]: zone for zone in OWN & STACKED}
#: The number of observations that are read ahead to order the answers to a choice without a visible effect. Most
#: effects have fewer; more cost time.
_HORIZON = 80


class Answers:
    """Finds the answers to the choices of the game of a guide."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        #: True when a full record does not show where all actions begin.
        self._open_beginnings = not guide.log.not_recorded and Fact.ACTIONS not in guide.log.records

    def pick(self, choice: Choice) -> Pick:
        """The answers worth trying to a choice, best first.

        Raises :class:`Mismatch` if none fits, and :class:`~innolog.replay.picks.OutOfLog` at the end of the log.
        """
        if self.guide.cursor >= len(self.guide.observations) or self.guide.stops(
            self.guide.observations[self.guide.cursor]
        ):
            raise OutOfLog
        if choice.kind is ChoiceKind.NATURE and self.guide.peek() is None:
            raise OutOfLog
        kind = choice.kind
        passed = self.guide.soft(seen.Passed, choice.player) if choice.may else None
        # One thing may be named and then another one declined.
        if passed is not None and not self._names_before(choice, passed):
            return Pick([None], False)
        if kind is ChoiceKind.CARD:
            return self._pick_card(choice)
        if kind is ChoiceKind.ACTION:
            return self.pick_action(choice)
        if kind is ChoiceKind.COLOR:
            return self.pick_color(choice)
        if kind is ChoiceKind.YES_NO and choice.intent is Keyword.RETURN:
            pays = self._pays(choice)
            # Only words record a payment for which no card moves.
            told = Fact.CHOICES in self.guide.log.records and not may_record(self.guide, seen.Parley, choice.player)
            return Pick([pays], False) if told else Pick([pays, not pays], True)
        if kind is ChoiceKind.YES_NO:
            agreed = self.guide.soft(seen.Agreed, choice.player)
            if agreed is not None:
                return Pick([agreed.yes], False)
            # Not recorded in a log without words. An activation within an action is that of a promoted card.
            following = self.guide.peek()
            moves = isinstance(following, (seen.Transfer, seen.Splay, seen.DogmaStarted, seen.DeckJunked))
            moves = moves or is_karma(following)
            return Pick([moves, not moves, None] if choice.may else [moves, not moves], True)
        if kind is ChoiceKind.ORDER:
            return Pick([self.order(choice)], False)
        if kind is ChoiceKind.PLACE:
            return self._pick_place(choice)
        if kind is ChoiceKind.PLAYER:
            return self._pick_player(choice)
        if kind is ChoiceKind.CARD_SET:
            return self._pick_set(choice)
        if kind is ChoiceKind.VALUE or kind is ChoiceKind.COLORS:
            return self._pick_named(choice)
        return self._pick_nature(choice)

    def _pays(self, choice: Choice) -> bool:
        """Whether the log records next that a distant player paid, and not that a card of the player was returned."""
        for observation in self.guide.observations[self.guide.cursor :]:
            if isinstance(observation, seen.Parley):
                return observation.player == choice.player and observation.paid
            if isinstance(observation, seen.Transfer) and observation.from_owner == choice.player:
                return False
            if isinstance(observation, seen.ActionBegan | seen.EffectStarted):
                return False
        return False

    def _names_before(self, choice: Choice, passed: seen.Passed) -> bool:
        """Whether a player names something of the kind that is being chosen before declining."""
        if choice.kind not in NAMED or choice.target is not None:
            return False
        names = self.guide.names_of(choice.player, choice.kind, passed)
        return any(means in choice.options for _, means in names)

    def _pick_place(self, choice: Choice) -> Pick:
        observation = self.guide.peek()
        if observation is None:
            raise OutOfLog
        if isinstance(observation, seen.Transfer):
            if choice.may:
                # Only a relic may stay where it is, instead of going to one of several places.
                for zone in choice.options:
                    if observation.relic and observation.to_place is PLACE_OF_ZONE[zone]:
                        return Pick([zone, None], False)
            else:
                start, end = observation.from_place, observation.to_place
                places = {zone: PLACE_OF_ZONE[zone] for zone in choice.options}
                zones = sorted(choice.options, key=lambda zone: (places[zone] is not start, places[zone] is not end))
                return Pick(zones, True)
        return Pick([None] if choice.may else list(choice.options), False)

    def pick_action(self, choice: Choice) -> Pick:
        """The action that a player takes.

        Raises :class:`Mismatch` if the one that the log shows is not available, and
        :class:`~innolog.replay.picks.OutOfLog` at the end of the log.
        """
        observation = self.guide.peek()
        if observation is None:
            raise OutOfLog
        if choice.options[-1].kind is ActionKind.DISPLAY_PASS:
            return self._pick_display(choice, observation)
        wanted: list[Action] = []
        if isinstance(observation, seen.DogmaStarted):
            kinds: tuple[ActionKind, ...] = (ActionKind.DOGMA, ActionKind.PARLEY, ActionKind.ENDORSE)
            if observation.endorsed is not None:
                kinds = kinds[2:] if observation.endorsed else kinds[:2]
            wanted = [Action(kind, observation.card) for kind in kinds]
        elif isinstance(observation, seen.Transfer):
            wanted = self._action_of(observation, choice)
        elif isinstance(observation, seen.EffectStarted):
            wanted = actions_with_figures(choice, observation.kind)
        elif isinstance(observation, seen.Ended):
            if self.guide.stops(observation):
                raise OutOfLog
            wanted = [Action(ActionKind.DRAW)]
        legal = [action for action in wanted if action in choice.options]
        if not legal:
            raise self.unavailable(choice, wanted[0] if wanted else None, observation)
        return Pick(legal, False)

    def unavailable(self, choice: Choice, wanted: Action | None, observation: seen.Observation) -> Mismatch:
        """The exception to raise if the action that the log shows is not available."""
        rule = unavailable_rule(self.guide.game, wanted, observation, Fact.ACTIONS in self.guide.log.records)
        name = self.guide.speaker.player(choice.player)
        offered = [action for action in choice.options if wanted is None or action.kind is wanted.kind]
        can = f"{name} must take an action"
        if offered:
            *others, last = [self.guide.speaker.action(action) for action in offered]
            can = f"{name} can {', '.join(others)} or {last}" if others else f"{name} can only {last}"
        elif wanted is not None:
            can = f"{name} cannot take the {wanted.kind.value.capitalize()} action"
        return Mismatch(rule, can, self.guide.speaker.observation(observation))

    def _pick_display(self, choice: Choice, observation: seen.Observation) -> Pick:
        """The free action with the Artifact on display."""
        card = choice.options[-1].card
        if is_karma(observation):
            return Pick(list(choice.options), True)
        if isinstance(observation, seen.DogmaStarted) and observation.card == card:
            kind = ActionKind.DISPLAY_DOGMA
        elif (
            isinstance(observation, seen.Transfer)
            and observation.from_place is Place.DISPLAY
            and observation.to_place is not Place.BOARD
        ):
            # If it is melded, the first action does that. Not all logs distinguish the two.
            kind = ActionKind.DISPLAY_RETURN
        else:
            kind = ActionKind.DISPLAY_PASS
        return Pick([Action(kind, card)], False)

    def _action_of(self, move: seen.Transfer, choice: Choice) -> list[Action]:
        """The actions that could begin with a transfer."""
        if move.from_place is Place.DECK:
            return [Action(ActionKind.DRAW)]
        if move.from_place is Place.ACHIEVEMENTS and move.from_owner == NOBODY and move.age is not None:
            return [Action(ActionKind.ACHIEVE, self._locate(move))]
        if move.to_place is Place.ACHIEVEMENTS:
            # A card that counts as an available achievement.
            return [Action(ActionKind.ACHIEVE, self._locate(move))]
        # For a figure, cards in the forecast count as being in the hand.
        if move.from_place in (Place.HAND, Place.DISPLAY, Place.FORECAST) and move.to_place is Place.BOARD:
            card = move.card if move.card is not None else self._locate(move)
            return [Action(ActionKind.MELD, card)]
        if move.to_place is Place.REMOVED:
            return actions_with_figures(choice, "decree")
        return []

    def _locate(self, move: seen.Transfer) -> int | None:
        """The card that lies where a transfer takes one from."""
        game = self.guide.game
        if move.from_owner == NOBODY:
            back = move.back
            if back is None:
                # A special achievement lies face up.
                return move.card
            if move.from_place is Place.DECK:
                deck = game.decks.get(back, [])
                position = len(deck) - 1 if move.from_position is None else move.from_position
                return deck[position] if 0 <= position < len(deck) else None
            if move.from_place is not Place.ACHIEVEMENTS:
                return None
            return game.available_at(back, move.from_position or 0)
        if move.from_owner == ANYBODY:
            return move.card
        player = game.players[move.from_owner]
        if move.card is not None and move.from_place in (Place.BOARD, Place.REVEALED):
            return move.card
        if move.from_place in _ZONE_OF_STACK:
            back = move.back
            if move.from_position is None or back is None:
                return move.card
            cards = player.zone(_ZONE_OF_STACK[move.from_place])
            return game.at_position(cards, back, move.from_position)
        if move.from_place is Place.ACHIEVEMENTS and move.card is None:
            # Positions count all achievements of the player: special ones, flags and fountains, too.
            position = -1 if move.from_position is None else move.from_position
            return player.achievements[position] if 0 <= position < len(player.achievements) else None
        return move.card

    def _pick_card(self, choice: Choice) -> Pick:
        observation = self.guide.peek()
        if choice.intent is None or is_karma(observation):
            return self._pick_unmoved(choice)
        if observation is None:
            raise OutOfLog
        declining = choice.can_decline()
        if isinstance(observation, seen.Transfer) and self.fits(choice, observation):
            card = self._locate(observation)
            if card is not None and (card in choice.options or card in choice.uncertain):
                # It may also be the next action that moves the card, if the log does not record where that begins.
                return Pick([card, None], self._open_beginnings) if choice.may else Pick([card], False)
        if declining:
            return Pick([None], False)
        return Pick([choice.options[0]], False)

    def fits(self, choice: Choice, move: seen.Transfer) -> bool:
        """Whether a transfer is what would happen at once to the chosen card."""
        if choice.target is not None:
            owner, zone = choice.target
            place = Place.RELICS if zone is Zone.DECK and move.relic else PLACE_OF_ZONE[zone]
            if not is_owner(owner, move.to_owner) or move.to_place is not place:
                return False
            if move.bottom is not None and zone is Zone.BOARD and move.bottom != (choice.intent is Keyword.TUCK):
                return False
            if move.score is not None and move.score != (choice.intent is Keyword.SCORE):
                return False
        return True

    def _pick_unmoved(self, choice: Choice) -> Pick:
        """A card that is chosen before anything happens to it: see which option the log moves first."""
        order: list[Any] = []
        game = self.guide.game
        # What a karma interrupts may be chosen among hidden cards, too.
        interrupted = is_karma(self.guide.peek())
        cards = [*choice.options, *choice.uncertain] if interrupted else choice.options
        here = True
        for observation in self.guide.observations[self.guide.cursor : self.guide.cursor + _HORIZON]:
            if isinstance(observation, seen.ActionBegan):
                break
            if isinstance(observation, seen.EffectStarted | seen.NestedEnded):
                # What follows belongs to another effect, perhaps a repeated execution of the same card.
                here = False
            if here and isinstance(observation, seen.NestedStarted) and observation.card in choice.options:
                return Pick([observation.card], False)
            if isinstance(observation, seen.Transfer):
                for card in cards:
                    if card not in order and self._could_be(game, card, observation):
                        order.append(card)
        order.extend(card for card in cards if card not in order)
        if choice.can_decline():
            order.append(None)
        return Pick(order, len(order) > 1)

    def _could_be(self, game: Game, card: int, move: seen.Transfer) -> bool:
        """Whether a transfer may be of a card that still lies where it is now."""
        if card not in game.place:
            # A card that is only named, and whose place nobody knows.
            return False
        owner, zone = game.place[card]
        if not is_owner(owner, move.from_owner) or not leaves_place(
            game, card, zone, move, () if self.guide.by_hand else None
        ):
            return False
        if move.card is not None:
            return move.card == card
        back = move.back
        if back is None or (zone not in OWN and zone is not Zone.ACHIEVEMENTS):
            return False
        if owner < 0:
            return False
        cards = game.players[owner].zone(zone)
        if zone is Zone.ACHIEVEMENTS:
            return cards.index(card) == move.from_position
        return game.back[card] == back and game.position(cards, card) == move.from_position

    def pick_color(self, choice: Choice) -> Pick:
        """The color that a player chooses.

        Raises :class:`Mismatch` if no color that the log names can be chosen, and
        :class:`~innolog.replay.picks.OutOfLog` at the end of the log.
        """
        observation = self.guide.peek()
        if observation is None:
            raise OutOfLog
        if choice.target is not None:
            if (
                isinstance(observation, seen.Splay)
                and observation.owner == choice.target[0]
                and observation.color in choice.options
            ):
                color = observation.color
                return Pick([color, None], self._open_beginnings) if choice.may else Pick([color], False)
            if is_karma(observation):
                return Pick([*choice.options, None] if choice.may else list(choice.options), True)
            return Pick([None] if choice.may else list(choice.options), not choice.may)
        named = self.guide.named(choice)
        if named is not None:
            return Pick([named.colors[0]], False)
        if isinstance(observation, seen.Rearranged) and observation.color in choice.options:
            return Pick([observation.color], False)
        if choice.may:
            return Pick([None, *choice.options], False)
        # The color splayed next need not be the one chosen.
        told = observation.color if isinstance(observation, seen.Splay) else None
        return Pick(sorted(choice.options, key=lambda color: color != told), True)

    def _pick_named(self, choice: Choice) -> Pick:
        named = self.guide.named(choice)
        options = list(choice.options)
        if named is not None:
            return Pick([answer_named(choice.kind, getattr(named, NAMED[choice.kind]))], False)
        observation = self.guide.peek()
        if choice.kind is ChoiceKind.VALUE and isinstance(observation, seen.Transfer) and observation.age is not None:
            # If a card is drawn for it next, the card has this value or, if the pile is empty, a higher one.
            age = observation.age
            options.sort(key=lambda value: (value > age, -value if value <= age else value))
        return Pick([*options, None] if choice.may else options, True)

    def _pick_player(self, choice: Choice) -> Pick:
        named = self.guide.named(choice)
        if named is not None:
            return Pick([named.seat], False)
        observation = self.guide.peek()
        if isinstance(observation, seen.Transfer) and observation.to_owner in choice.options:
            seat = observation.to_owner
            rest = [] if choice.may else [other for other in choice.options if other != seat]
            return Pick([seat, None] if choice.may else [seat, *rest], False)
        # A log without words for the choice shows the player only by the following events.
        return Pick([None, *choice.options], False) if choice.may else Pick(list(choice.options), True)

    def _pick_set(self, choice: Choice) -> Pick:
        """A set from which the next card is drawn: its own, or one whose pile is empty."""
        observation = self.guide.peek()
        drawn = observation.card_set if isinstance(observation, seen.Transfer) else None
        return Pick(sorted(choice.options, key=lambda card_set: card_set != drawn), True)

    def _pick_nature(self, choice: Choice) -> Pick:
        """What a hidden card is: first what explains the next observation."""
        observation = self.guide.peek()
        options = list(choice.options)
        if not options:
            raise Mismatch(
                "card.identity", "a hidden card is one of those not seen elsewhere", "it can be none of them"
            )
        if choice.then is Keyword.DRAW:
            # How many cards are drawn depends on it.
            drawn = self._drawn(choice.player)
            return Pick(sorted(options, key=lambda number: abs(number - drawn)), True)
        if isinstance(options[0], tuple):
            return Pick(options, True)
        if isinstance(options[0], bool):
            return Pick(sorted(options, reverse=self.guide.soft(seen.Passed, choice.player) is not None), True)
        if isinstance(observation, seen.Splay) and observation.color in options:
            return Pick([observation.color], False)
        player = self.guide.game.players[choice.player]
        options.sort(key=lambda color: player.splays[color] != 0)
        return Pick(options, True)

    def _drawn(self, player: int) -> int:
        """The number of cards that a player draws next, one after another."""
        drawn = 0
        for observation in self.guide.observations[self.guide.cursor :]:
            if isinstance(observation, seen.Transfer):
                if observation.from_place is not Place.DECK or observation.to_owner != player:
                    break
                drawn += 1
            elif not isinstance(observation, SOFT):
                break
        return drawn

    def _shuffled(self, choice: Choice) -> tuple[int, ...]:
        """A supply pile in an order in which its cards are drawn later, bottom to top."""
        game = self.guide.game
        left, drawn = list(choice.options), list[int]()
        back = game.back[left[0]]
        for told in self.guide.observations[self.guide.cursor :]:
            if not isinstance(told, seen.Transfer) or told.from_place is not Place.DECK or not has_back(back, told):
                continue
            hidden = [card for card in left if not game.is_known(card)]
            # A card that lies elsewhere now is drawn after it came back.
            found = told.card if told.card in left else hidden[-1] if hidden and told.card not in game.place else None
            if found is None:
                break
            left.remove(found)
            drawn.append(found)
        return (*left, *reversed(drawn))

    def order(self, choice: Choice) -> tuple[int, ...]:
        """The new order of a pile, bottom to top.

        Raises :class:`Mismatch` if the order that the log shows is the old one, or has other cards.
        """
        order: tuple[int, ...] = tuple(choice.options)
        if self.guide.game.place[order[0]][1] is Zone.DECK:
            return self._shuffled(choice)
        observation = self.guide.peek()
        if isinstance(observation, seen.Rearranged):
            if observation.order:
                if sorted(observation.order) != sorted(order):
                    raise self._unlike(choice)
                if observation.order == choice.options:
                    raise self._unchanged(choice)
                return observation.order
            order = swapped(order, observation.swaps)
            if observation.order is not None and order == choice.options:
                raise self._unchanged(choice)
        return order

    def _unchanged(self, choice: Choice) -> Mismatch:
        name = self.guide.speaker.player(choice.player)
        return Mismatch("rearrange", f"{name} puts a pile in another order", "the order stays as it was")

    def _unlike(self, choice: Choice) -> Mismatch:
        name = self.guide.speaker.player(choice.player)
        return Mismatch("rearrange", f"{name} puts the cards of a pile in another order", "the cards are others")


def is_karma(observation: seen.Observation | None) -> bool:
    """Whether a karma interrupts what comes next, so that the observation does not show what was chosen."""
    return isinstance(observation, seen.EffectStarted) and observation.kind == "karma"


def actions_with_figures(choice: Choice, kind: str | None) -> list[Action]:
    """The actions that can begin with an effect of a figure or a decree; a karma can come before every action."""
    if kind == "karma":
        return list(choice.options)
    return [action for action in choice.options if action.kind.value == kind]
