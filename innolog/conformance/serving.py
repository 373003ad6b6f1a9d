"""innolog as an engine that speaks the protocol: one request and one answer at a time, each a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from innolog.cards.editions import Edition
from innolog.cards.facts import CardSet
from innolog.conformance.protocol import PROTOCOL
from innolog.conformance.table import Data, action_of, first_answer, game_of, only_answer, question_of, state_of
from innolog.engine.actions import finish, legal_actions, take_action
from innolog.engine.answers import as_data, from_data
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer
from innolog.engine.game import Game, GameOver
from innolog.engine.operations import Action, ActionKind
from innolog.support.errors import InnologError
from innolog.version import version


class _Ended(Exception):
    """The engine is to end."""


class _Left(Exception):
    """Another request came within an action, which is left."""

    def __init__(self, request: Data) -> None:
        self.request = request


class Server:
    """Answers requests with innolog's engine.

    ``receive`` gives the next line, empty at the end; ``send`` takes an answer without its end of line. The state is
    that of the position last set up, as far as it was played.
    """

    def __init__(self, receive: Callable[[], str | bytes], send: Callable[[str], object]) -> None:
        self._receive = receive
        self._send = send
        self.game: Game | None = None
        self._action: Action | None = None

    def run(self) -> None:
        """Answer until *bye* or the end of the input."""
        try:
            request = self._next()
            while True:
                try:
                    self._tell(self.answer(request))
                    request = self._next()
                except _Left as left:
                    request = left.request
        except _Ended:
            return

    def answer(self, request: Data) -> Data:
        """The answer to one request, after all questions that it brings were put.

        Raises :class:`_Ended` after *bye*, and :class:`_Left` if another request comes instead of an answer.
        """
        what = request.get("request")
        try:
            match what:
                case "hello":
                    return self.hello()
                case "set up":
                    self.game = self.set_up(request["position"])
                    return {"answer": "ready"}
                case "bye":
                    self._tell({"answer": "bye"})
                    raise _Ended
                case "actions" | "act" | "state" if self.game is None:
                    return {"answer": "error", "why": "no position was set up"}
                case "actions":
                    return {"answer": "actions", "actions": self.actions()}
                case "act":
                    return self.act(request.get("action"))
                case "state":
                    return {"answer": "state", "state": self.state()}
                case "choose":
                    return {"answer": "error", "why": "nothing was asked"}
        except InnologError as error:
            return {"answer": "not implemented", "what": str(error)}
        except KeyError as error:
            return {"answer": "error", "why": f"the request has no {error}"}
        return {"answer": "not implemented", "what": f"the request {json.dumps(what)[:80]}"}

    def hello(self) -> Data:
        """What innolog implements."""
        return {
            "answer": "hello",
            "protocol": PROTOCOL,
            "name": "innolog",
            "version": version(),
            "editions": [edition.value for edition in Edition],
            "sets": [card_set.name.lower() for card_set in CardSet],
            "players": [2, 3, 4, 5],
            "teams": True,
        }

    def set_up(self, position: Data) -> Game:
        """The game of a position."""
        return game_of(position, self)

    def state(self) -> Data:
        """The table as it stands."""
        assert self.game is not None
        return state_of(self.game)

    def actions(self) -> list[Any]:
        """The legal actions of the player whose turn it is."""
        assert self.game is not None
        return actions_of(self.game)

    def act(self, plain: Any) -> Data:
        """Take an action. Questions are put in between."""
        game = self.game
        assert game is not None
        if game.over is not None:
            return {"answer": "refused", "why": "the game is over"}
        action, saved = action_of(plain), game.save()
        if action is None or as_data(ChoiceKind.ACTION, action) not in actions_of(game):
            return {"answer": "refused", "why": "no legal action"}
        self._action = action
        try:
            self.play(game)
        except IllegalAnswer as error:
            game.restore(saved)
            return {"answer": "error", "why": str(error)}
        except BaseException:
            game.restore(saved)
            raise
        return {"answer": "done"}

    def play(self, game: Game) -> None:
        """Play the next action, and record the end if the game ends in it."""
        try:
            take_action(game)
        except GameOver as end:
            finish(game, end)

    def choose(self, choice: Choice) -> Any:
        """Put a choice as a question. What has one answer is not asked.

        Raises :class:`_Left` if another request comes instead of an answer.
        """
        if choice.kind is ChoiceKind.ACTION:
            return self._action
        if only_answer(choice):
            return first_answer(choice)
        self._tell({"answer": "ask", **self.question(choice)})
        request = self._next()
        if request.get("request") != "choose":
            raise _Left(request)
        return from_data(choice.kind, request.get("value"))

    def question(self, choice: Choice) -> Data:
        """A choice as it is put."""
        return question_of(choice)

    def _next(self) -> Data:
        while True:
            line = self._receive()
            if not line:
                raise _Ended
            try:
                found = json.loads(line)
            except ValueError:
                found = None
            if isinstance(found, dict):
                return found
            self._tell({"answer": "error", "why": "the line is no object of JSON"})

    def _tell(self, answer: Data) -> None:
        self._send(json.dumps(answer, separators=(",", ":")))


def actions_of(game: Game) -> list[Any]:
    """The legal actions in a position as plain data."""
    if game.over is not None:
        return []
    me = game.turn_player
    if game.free_action:
        card = me.display[0]
        kinds = [ActionKind.DISPLAY_DOGMA] if game.can_be_activated(card) else []
        found = [Action(kind, card) for kind in (*kinds, ActionKind.DISPLAY_RETURN, ActionKind.DISPLAY_PASS)]
    else:
        game.current = me
        found = legal_actions(game, me)
    return [as_data(ChoiceKind.ACTION, action) for action in found]
