"""Answers to our engine's choices with what the players of a recorded scenario or game chose."""

from __future__ import annotations

import re
from typing import Any

from innolog.cards.facts import (
    COLORS,
    CardSet,
    Color,
)
from innolog.cards.registry import effects_of
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import EffectStarted, Event
from innolog.engine.game import Game
from innolog.engine.zones import Keyword, Zone
from tests.scenarios.names import ICONS, SETS, SPLAYS, Mismatch, OpenRequest, card_id, label_of, plain

#: Where cards go that an effect lets move, if the place is nobody's.
_ENDS = {Keyword.RETURN: "deck", Keyword.JUNK: "junk"}
_VERBS = {keyword.name.lower() for keyword in Keyword}
#: Words that tell which zone an effect is to be about; the first found counts.
_PLACES = {
    "return": Zone.DECK,
    "foreshadow": Zone.FORECAST,
    "achieve": Zone.ACHIEVEMENTS,
    "meld": Zone.BOARD,
    "score": Zone.SCORE,
    "hand": Zone.HAND,
    "draw": Zone.HAND,
}
_DISPLAY_ACTIONS = {
    "dogma": ActionKind.DISPLAY_DOGMA,
    "return": ActionKind.DISPLAY_RETURN,
    "skip": ActionKind.DISPLAY_PASS,
}
_TEXTS = {"Draw and Score and Return": 1, "Draw a Higher Card": 2, "draw-score-return": 1, "draw-higher": 2}
#: Answers to a question for one thing, another or neither.
_EITHER = {
    "transfer it": True,
    "execute it": False,
    "Exchange highest cards between hand and score pile": True,
    "Junk all cards in the 3 deck": False,
    "exchange": True,
    "junk": False,
}
#: The kinds of steps that answer a choice.
_KINDS = {
    ChoiceKind.COLOR: ("color", "splay"),
    ChoiceKind.VALUE: ("number", "icon", "yes_no"),
    ChoiceKind.YES_NO: ("yes_no",),
}
#: Fields with the names of cards that another field shows face down.
_NAMED = {"options": "option_cards", "answer": "answer_cards"}


class Answers:
    """A decider that answers with what a scenario's players chose."""

    def __init__(self, game: Game, data: dict[str, Any]) -> None:
        self.game = game
        self.steps: list[dict[str, Any]] = list(data["steps"])
        self.names: list[str] = data["players"]
        self.flags: list[str] = data["flags"]
        self.events: list[dict[str, Any]] = data["events"]
        self.open_request = data["next"][0] if "ends_mid_action" in data["flags"] else None
        #: Cards chosen together in a step, in the order in which they are moved.
        self.queue: list[int] = []
        self.queued_for: Keyword | None = None
        self.colors: list[int] = []
        #: Who chose how to act on which cards last, to notice that our engine asks for one more of them.
        self.last: tuple[int, Any, set[int]] | None = None
        #: Whether fewer cards were chosen than could have been.
        self.more = False
        self.agreed = False
        self.used_moves: set[int] = set()
        self.effect: int | None = None
        #: Who was asked last.
        self.asked: int | None = None
        self.done = 0
        #: The effect that began last: card, its place on the card, and who carries it out.
        self.during: tuple[str, int, str] | None = None
        #: Whether a value was named in this effect.
        self.named = False

    def noticed(self, event: Event) -> None:
        """What was agreed to in one effect is not agreed to in the next one, which may be the same again."""
        if isinstance(event, EffectStarted):
            self.last, self.agreed, self.named = None, False, False
            if "whole_game" in self.flags and event.kind != "karma":
                # More may be picked there than is moved. A karma comes between the cards of one effect.
                self.queue.clear()
            printed = effects_of(event.card, self.game.texts)
            place = next((i for i, one in enumerate(printed) if (one.kind.value, one.number) == event[2:4]), None)
            card, player = plain(self.game.table.name[event.card]), self.names[event.player]
            self.during = None if place is None else (card, place, player)

    def left(self, kind: str) -> bool:
        """Whether a step of a kind is still to come."""
        return any(step["kind"] == kind for step in self.steps[self.done :])

    def finished(self) -> None:
        """Raises :class:`Mismatch` if a decision of the scenario was never asked for."""
        for step in self.steps[self.done :]:
            if "whole_game" in self.flags and step["kind"] == "yes_no":
                # It asks whether to do what cannot be done; what is done is compared.
                continue
            only = step["kind"] == "number" and len(set(step["options"])) == 1
            if not (step.get("auto") or only or step["kind"] == "order" or step["ask"].startswith("Auto ")):
                raise Mismatch(f"never asked: {step['ask']} {step['answer']}")

    def _next(self, choice: Choice) -> dict[str, Any] | None:
        """The next step if it is this player's; forced picks that ours never asks for are passed over."""
        while self.done < len(self.steps):
            step = self.steps[self.done]
            mine = step["player"] == self.names[choice.player]
            if step["ask"] == "Choose the type of deck" and choice.kind is not ChoiceKind.CARD_SET:
                # A deck to look at, of which ours has nothing to record; its value is the step after.
                self.done += 2
                continue
            only = step["kind"] == "number" and len(set(step["options"])) == 1
            if only and choice.kind is ChoiceKind.VALUE and self._is_of_another_effect(step):
                return None
            if step["ask"].startswith("Auto ") or (only and not (mine and self._asks_value(choice, step))):
                # How the other program is to order the cards; a value where there is only one.
                self.done += 1
                continue
            forced = self._fits(step, choice) or (
                choice.kind is ChoiceKind.COLOR and step["kind"] in ("color", "splay")
            )
            forced = forced or self._asks_value(choice, step)
            if step.get("auto") and not (mine and forced and not self._asked_next(choice)):
                self.done += 1
                continue
            if not mine and self._bring_forward(choice):
                return self.steps[self.done]
            return step if mine else None
        return None

    def _asks_value(self, choice: Choice, step: dict[str, Any]) -> bool:
        """Whether a step of a whole game names the value of this choice, which has only one."""
        value = choice.kind is ChoiceKind.VALUE and step["kind"] == "number"
        return value and "whole_game" in self.flags and not self._is_of_another_effect(step)

    def _bring_forward(self, choice: Choice) -> bool:
        """Let a later step come first: two players choose independently of each other, and ours asks another first.

        In a whole game any number of choices of cards may be passed over, and questions that ours does not ask: in
        which order, if that is settled, and whether to do what cannot be done.
        """
        whole = "whole_game" in self.flags
        ahead = self.steps[self.done + 1 :] if whole else self.steps[self.done + 1 : self.done + 2]
        for index, step in enumerate(ahead, self.done + 1):
            after = self.steps[index + 1] if index + 1 < len(self.steps) else {"kind": None}
            whether = whole and choice.may and step["kind"] == "yes_no"
            whether = whether and (self._fits_or_orders(after, choice) or step["answer"] == ["no"])
            fitting = self._fits(step, choice) or (whole and step["kind"] in _KINDS.get(choice.kind, ()))
            if step["player"] == self.names[choice.player] and (whether or fitting):
                # Whether, and then which value: these two stay together.
                number = 2 if step["kind"] == "yes_no" and after["kind"] == "number" else 1
                moved = self.steps[index : index + number]
                del self.steps[index : index + number]
                self.steps[self.done : self.done] = moved
                return True
            if step["kind"] not in ("cards", "order", "yes_no"):
                return False
        return False

    def _following(self, choice: Choice) -> dict[str, Any]:
        """The step after the next one if it is this player's, else an empty one."""
        after = self.steps[self.done + 1 : self.done + 2]
        return after[0] if after and after[0]["player"] == self.names[choice.player] else {"kind": None}

    def _swap(self) -> dict[str, Any]:
        """Answer the next two steps in the other order; the one that comes first now."""
        self.steps[self.done : self.done + 2] = self.steps[self.done : self.done + 2][::-1]
        return self.steps[self.done]

    def _asked_next(self, choice: Choice) -> bool:
        """Whether a forced pick belongs to an earlier effect, and ours is a choice that the step after it answers."""
        after = self._following(choice)
        return choice.may and not after.get("auto") and self._fits(after, choice)

    def _is_open(self, choice: Choice) -> bool:
        """Whether this is the choice before which the scenario stops."""
        if self.open_request is None or self.open_request["player"] != self.names[choice.player]:
            return False
        if choice.kind is not ChoiceKind.CARD:
            return True
        request = self.open_request
        return not self.queue and self._fits_or_orders(request, choice)

    @staticmethod
    def _cards(step: dict[str, Any], what: str) -> list[int]:
        return [card_id(name) for name in step.get(_NAMED[what]) or step[what] if name != "auto"]

    def _fits(self, step: dict[str, Any], choice: Choice, kind: str = "cards") -> bool:
        if step["kind"] != kind or choice.kind is not ChoiceKind.CARD or self._is_of_another_effect(step):
            return False
        verb = step["ask"].partition(" to ")[2].split(" ")[0]
        fitting = choice.intent is None or verb not in _VERBS or verb == choice.intent.name.lower()
        if "option_cards" not in step and all(str(name).startswith("*") for name in step["options"]):
            # Cards lying face down, in a request that is left open.
            return fitting
        return fitting and bool(set(self._cards(step, "options")) & set(choice.options))

    def _is_of_another_effect(self, step: dict[str, Any]) -> bool:
        """Whether a step of a whole game belongs to a later effect of the card, or to another player's turn at it."""
        if self.during is None or step.get("during") is None:
            return False
        card, place, player = step["during"]
        mine = plain(card), place, player
        return mine[0] == self.during[0] and (
            place > self.during[1] or (place == self.during[1] and mine != self.during)
        )

    def _fits_or_orders(self, step: dict[str, Any], choice: Choice) -> bool:
        return self._fits(step, choice) or self._fits(step, choice, "order")

    def choose(self, choice: Choice) -> Any:
        """The scenario's answer to a choice of our engine."""
        if choice.kind is not ChoiceKind.CARD or choice.player != self.asked:
            self.last, self.agreed = None, False
        self.asked = choice.player
        if choice.intent is Keyword.REMOVE:
            # In which order cards leave the game is not asked there.
            return self._as_moved(choice)
        step = self._next(choice)
        if step is None and self._is_open(choice):
            raise OpenRequest
        answer = getattr(self, "_" + choice.kind.name.lower())(choice, step)
        return answer

    def _take(self, step: dict[str, Any] | None, *kinds: str) -> Any:
        if step is None or step["kind"] not in kinds:
            raise Mismatch(f"our engine asks for one of {kinds}, the scenario has {step and step['ask']}")
        self.done += 1
        return step["answer"]

    def _action(self, choice: Choice, step: dict[str, Any] | None) -> Action:
        answer = self._take(step, "action", "artifact_action")[0]
        if isinstance(answer, str):
            on_display: Action = next(option for option in choice.options if option.kind is _DISPLAY_ACTIONS[answer])
            return on_display
        kind, chosen = ActionKind(answer["group"].lower()), answer["choice"][0]
        action: Action = next(
            action
            for action in choice.options
            if action.kind is kind and label_of(self.game, self.game.players[choice.player], action) == plain(chosen)
        )
        return action

    def _color(self, choice: Choice, step: dict[str, Any] | None) -> int | None:
        # Several colors are chosen in one step there, and one after the other here.
        if step is not None and step["kind"] == "number" and self._following(choice)["kind"] == "color":
            step = self._swap()
        if step is not None and step["kind"] == "yes_no" and self._following(choice)["kind"] in ("splay", "color"):
            # Whether to do something for which ours finds no card.
            self._take(step, "yes_no")
            step = self._next(choice)
        if "whole_game" in self.flags:
            while step is not None and step["kind"] in ("yes_no", "order"):
                # Whether to do earlier what cannot be done, or in which order what is done.
                self.done += 1
                step = self._next(choice)
        if step is not None and choice.rearranges and Color[step["answer"][0].upper()] not in choice.options:
            # A pile of one card is put in a new order there.
            self._take(step, "color")
            while self.done < len(self.steps) and self.steps[self.done]["player"] == self.names[choice.player]:
                if self.steps[self.done]["kind"] != "order" and not self.steps[self.done].get("auto"):
                    break
                self.done += 1
            return None
        if step is None and not self.colors and "whole_game" in self.flags:
            # It does not ask where every answer comes to the same.
            return None if choice.may else int(choice.options[0])
        colors = [color for color in self.colors if color in choice.options]
        colors = colors or [int(Color[name.upper()]) for name in self._take(step, "splay", "color")]
        self.colors = colors[1:]
        return colors[0] if colors else None

    def _colors(self, choice: Choice, step: dict[str, Any] | None) -> tuple[int, ...]:
        if step is not None and step["kind"] == "cards":
            return tuple(sorted(self.game.color[card_id(name)] for name in self._take(step, "cards")))
        return tuple(sorted(int(Color[name.upper()]) for name in self._take(step, "color")))

    def _value(self, choice: Choice, step: dict[str, Any] | None) -> int | None:
        if self.effect is not None:
            # Which of a card's effects, by the place that it has among them.
            number, self.effect = self.effect, None
            return number
        if step is not None and step["kind"] == "yes_no" and choice.may:
            if self._take(step, "yes_no") != ["yes"]:
                return None
            step = self._next(choice)
        if step is not None and step["kind"] == "yes_no" and self._following(choice)["kind"] == "number":
            # Whether before what there, what before whether here.
            step = self._swap()
        if step is not None and step["kind"] == "yes_no" and step["answer"] == ["no"]:
            # Which value is all the same to one who declines what follows.
            return int(choice.options[0])
        kind = step and step["kind"]
        if "whole_game" in self.flags:
            if step is None or kind not in ("number", "text", "icon") or self._is_of_another_effect(step):
                # It does not ask for a value if no card has any.
                return int(choice.options[0])
            if not step["answer"]:
                # A value is named here, and its cards may be left alone.
                self.done += 1
                return int(choice.options[0])
        given = self._take(step, "number", "text", "icon")
        if not given:
            raise Mismatch("our engine lets a player name a value, the scenario's player names none")
        answer, self.named = given[0], True
        if kind == "icon":
            return int(ICONS[answer])
        return answer if isinstance(answer, int) else _TEXTS[answer]

    def _card_set(self, choice: Choice, step: dict[str, Any] | None) -> CardSet:
        return SETS[plain(self._take(step, "text", "group")[0])[:4]]

    def _place(self, choice: Choice, step: dict[str, Any] | None) -> Zone | None:
        answer = plain(self._take(step, "text")[0])
        if choice.may and answer == "donotseize":
            return None
        found = [zone for word, zone in _PLACES.items() if word in answer and zone in choice.options]
        # A relic that is taken from where it goes to stays there.
        return found[0] if found or not choice.may else None

    def _yes_no(self, choice: Choice, step: dict[str, Any] | None) -> bool | None:
        if "whole_game" in self.flags and (step is None or step["kind"] not in ("yes_no", "text")):
            # It does not ask for what would change nothing, nor, if a value was named, whether to act on its cards.
            return True if self.named else None if choice.may else False
        if step is not None and step["kind"] == "text" and step["options"][0] in _EITHER:
            return _EITHER[self._take(step, "text")[0]]
        if step is not None and step["kind"] == "text":
            # Sunglasses: whether purple is the color to splay, and then which of the others lies as wanted.
            splay = self._color_and_splay(step)
            if splay is None:
                return None
            splays = self.game.players[choice.player].splays
            purple = splay[0] == Color.PURPLE
            self.colors = [color for color in COLORS if splays[color] == splay[1]] if purple else [splay[0]]
            return purple
        return bool(self._take(step, "yes_no") == ["yes"])

    def _color_and_splay(self, step: dict[str, Any]) -> tuple[int, int] | None:
        """A pile and a direction named together, as in "red left"."""
        answer = self._take(step, "text")
        if not answer:
            return None
        color, direction = answer[0].split()
        return int(Color[color.upper()]), int(SPLAYS[direction])

    def _player(self, choice: Choice, step: dict[str, Any] | None) -> int | None:
        if step is not None and step["kind"] == "text" and len(choice.options) == 1:
            # Telegraph: the only opponent is not named, just the color.
            splay = self._color_and_splay(step)
            self.colors = [] if splay is None else [splay[0]]
            return None if splay is None else int(choice.options[0])
        if step is not None and step["kind"] == "cards" and step["ask"].split()[-1] in self.names:
            # Whom to give a card first and which one after it here, both together there.
            return self.names.index(step["ask"].split()[-1])
        answer = self._take(step, "player")
        return self.names.index(answer[0]) if answer else None

    def _order(self, choice: Choice, step: dict[str, Any] | None) -> list[int]:
        if self.game.place[choice.options[0]][1] == Zone.DECK:
            # A shuffled pile lies there in the order of its names, from the top.
            return sorted(choice.options, key=self.game.table.name.__getitem__, reverse=True)
        chosen: list[int] = []
        while len(chosen) < len(choice.options):
            step = self._next(choice)
            answer = self._take(step, "order")
            chosen += (
                [card for card in choice.options[::-1] if card not in chosen]
                if answer == ["auto"]
                else [card_id(answer[0])]
            )
        return chosen[::-1]

    def _card(self, choice: Choice, step: dict[str, Any] | None) -> int | None:
        options = set(choice.options)
        if choice.intent is not self.queued_for:
            # The last of several cards goes unasked here; a later effect is not about it.
            self.queue.clear()
        self.queued_for = choice.intent
        while True:
            ahead = self.steps[self.done] if self.done < len(self.steps) else {}
            # A pile that must be splayed after these cards is not passed over.
            waiting = options & set(self.queue) and ahead.get("auto") and ahead["kind"] == "splay"
            step = None if waiting else self._next(choice)
            # An order of other cards than the chosen ones is that of a karma which comes after this choice.
            chosen = set(self.queue)
            if (
                step is not None
                and self._fits(step, choice, "order")
                and not (chosen and chosen.isdisjoint(self._cards(step, "options")))
            ):
                self.done += 1
                named = self._cards(step, "answer")
                if named:
                    self.queue = named + [card for card in self.queue if card not in named]
                else:
                    if not self.queue:
                        self.more = False
                    self.queue = self._in_order_of_events(self._cards(step, "options"))
                self.agreed = True
            for card in self.queue:
                if card in options:
                    self.queue.remove(card)
                    self.last = (choice.player, choice.intent, options) if self.more else None
                    return card
            if choice.may and self.last and self.last[:2] == (choice.player, choice.intent) and options <= self.last[2]:
                self.last = None
                return None
            self.queue.clear()
            if step is None:
                break
            if self._fits(step, choice):
                self.done += 1
                self.queue = self._cards(step, "answer")
                self.more = len(self.queue) < step["max"]
                self.last = None
                if not self.queue and choice.may:
                    return None
                self.agreed = True
            elif (
                step["kind"] == "yes_no"
                and choice.may
                and (
                    not self.agreed
                    or self._fits(self._following(choice), choice)
                    or (step["answer"] == ["no"] and "whole_game" in self.flags)
                )
            ):
                self.done += 1
                if step["answer"] != ["yes"]:
                    return None
                self.agreed = True
            elif step["kind"] == "player":
                self.done += 1
            elif step["kind"] in ("color", "number") and self._fits(self._following(choice), choice):
                # The color or value of the cards, and then which of them.
                self.done += 1
            elif (
                step["kind"] == "number"
                and step["ask"].endswith("Choose Age")
                and (choice.may or any(self.game.age[card] == step["answer"][0] for card in choice.options))
            ):
                # All cards of a value are named by it there, and one of them here.
                value = self._take(step, "number")[0]
                return next((card for card in choice.options if self.game.age[card] == value), None)
            elif step["kind"] in ("color", "number") and "bottom" in step["ask"]:
                return self._bottom(choice, step)
            elif step["kind"] == "text" and step["answer"] and ": " in step["answer"][0]:
                # An effect is named there; here its card, and then which of them.
                answer = self._take(step, "text")[0]
                card = answer.split(": ")[0]
                named = [option for option in step["options"] if option.split(": ")[0] == card]
                self.effect = named.index(answer) if len(named) > 1 else None
                return card_id(card)
            elif step["kind"] == "text" and step["answer"] and re.split(r"[- ]", step["answer"][0])[0] in self.names:
                return self._top_of_pile(choice, self._take(step, "text"))
            elif step["kind"] == "text" and step["answer"] and step["answer"][0].split(",")[0] in self.names:
                return self._achievement_of(choice, *self._take(step, "text")[0].split(", "))
            elif step["kind"] == "text" and step["answer"] and step["answer"][0].startswith("score "):
                return self._end_of_pile(choice, self._take(step, "text")[0])
            elif step["kind"] == "achievement" and choice.intent is Keyword.ACHIEVE:
                return self._achievement(choice, self._take(step, "achievement"))
            else:
                break
        return self._as_moved(choice)

    def _bottom(self, choice: Choice, step: dict[str, Any]) -> int | None:
        """Bottom cards are named by their color there, and then counted (Puzzle Cube)."""
        answer = self._take(step, "color", "number")
        if step["kind"] == "number":
            return int(choice.options[0]) if answer[0] > 1 else None
        return next((card for card in choice.options if [Color(self.game.color[card]).name.lower()] == answer), None)

    def _top_of_pile(self, choice: Choice, answer: list[str]) -> int:
        """A pile is named by its owner and color there, by its top card here."""
        name, color = re.split(r"[- ]", answer[0])
        top = self.game.players[self.names.index(name)].top(Color[color.upper()])
        if top not in choice.options:
            raise Mismatch(f"our engine lets nobody choose {answer[0]}")
        assert top is not None
        return top

    def _end_of_pile(self, choice: Choice, answer: str) -> int | None:
        """The top or the bottom card of a pile, as in "score top green" (Elevator)."""
        _, end, color = answer.split()
        me = self.game.players[choice.player]
        return me.top(Color[color.upper()]) if end == "top" else me.bottom(Color[color.upper()])

    def _achievement_of(self, choice: Choice, owner: str, label: str) -> int | None:
        """An achievement that somebody has is named, or is called by its value if it lies face down (Ching Shih)."""
        game, seat = self.game, self.names.index(owner)
        for card in choice.options:
            if game.place[card][0] == seat and label in (game.table.name[card], f"age {game.age[card]}"):
                return int(card)
        return None

    def _achievement(self, choice: Choice, answer: list[str]) -> int | None:
        """A face-down achievement is chosen by its value."""
        labels = {card: f"age {self.game.age[card]}" for card in choice.options}
        return next((card for card in choice.options if [labels[card]] == answer), None)

    def _in_order_of_events(self, cards: list[int]) -> list[int]:
        """The cards in the order in which the scenario moves them from here on."""
        start = max(i for i, event in enumerate(self.events) if event["t"] == "ask" and event["step"] < self.done)
        moved = [card_id(event["card"]) for event in self.events[start:] if event["t"] == "move"]
        return sorted(cards, key=lambda card: moved.index(card) if card in moved else len(moved))

    def _as_moved(self, choice: Choice) -> int | None:
        """Nobody was asked there: the other engine just moved the cards, in the order of its events."""
        if choice.may and not self.agreed and not self.named:
            if "whole_game" in self.flags:
                # It does not ask for what cannot be done in full.
                return None
            raise Mismatch(f"our engine lets a player choose among {choice.options}, the scenario does not")
        start = 0
        for index, event in enumerate(self.events):
            if event["t"] == "ask" and event["step"] < self.done:
                start = index
        for index, event in enumerate(self.events[start:], start):
            if event["t"] != "move" or (choice.intent in _ENDS and event["to"].split(".")[0] != _ENDS[choice.intent]):
                continue
            if event.get("by") not in (None, self.names[choice.player]):
                continue
            if index not in self.used_moves and card_id(event["card"]) in choice.options:
                self.used_moves.add(index)
                return card_id(event["card"])
        return int(choice.options[0])
