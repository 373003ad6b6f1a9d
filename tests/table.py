"""Small tables for tests: cards by name, a script of answers, and assertions in the field's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from innolog.cards.facts import CardSet, Color, Direction, back_of, card_table
from innolog.cards.generations import USUAL, Generation
from innolog.engine.actions import Action, ActionKind, take_action
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Edition, Platform, Ruleset

_IDS = {name: number for number, name in enumerate(card_table(edition=Edition.FOURTH.value).name) if name}
_NAMES = {number: name for name, number in _IDS.items()}


def card(name: str) -> int:
    """The id of a named card or special achievement."""
    return _IDS[name]


def cards(*names: str) -> list[int]:
    """The ids of named cards."""
    return [_IDS[name] for name in names]


def names(ids: Sequence[int]) -> list[str]:
    """The names of cards."""
    return [_NAMES[number] for number in ids]


def seat(
    *,
    hand: Sequence[str] = (),
    score: Sequence[str] = (),
    board: Sequence[str] = (),
    achievements: Sequence[str] = (),
    splays: Mapping[Color, Direction] | None = None,
    tucked: int = 0,
    scored: int = 0,
) -> Seat:
    """A player's zones by card names; the board bottom to top."""
    return Seat(
        hand=cards(*hand),
        score_pile=cards(*score),
        board=cards(*board),
        achievements=cards(*achievements),
        splays=splays or {},
        tucked=tucked,
        scored=scored,
    )


def table(
    *seats: Seat,
    decks: Mapping[int, Sequence[str]] | None = None,
    top: Mapping[int, Sequence[str]] | None = None,
    sets: frozenset[CardSet] = frozenset({CardSet.BASE}),
    teams: tuple[int, ...] = (),
    edition: Edition = Edition.THIRD,
    platform: Platform = Platform.TABLE,
    generation: Generation = USUAL,
    available: Sequence[str] | None = None,
    junk: Sequence[str] = (),
) -> Game:
    """A game with one seat each, player 0 to move.

    ``decks`` gives the base supply piles as a whole by age (all others are empty), ``top`` only the next cards of
    some (first named, first drawn). ``available`` are the achievements in the middle.
    """
    rules = Ruleset(
        edition=edition, sets=sets, players=len(seats), teams=teams, platform=platform, generation=generation
    )
    exact = decks is not None
    piles = decks if decks is not None else top or {}
    game = build(
        rules,
        Script(None),
        seats,
        decks={back_of(CardSet.BASE, age): cards(*found)[::-1] for age, found in piles.items()},
        available=None if available is None else cards(*available),
        junk=cards(*junk),
        fill=not exact,
    )
    if exact:
        for age in rules.ages:
            game.decks.setdefault(back_of(CardSet.BASE, age), [])
    return game


class UnexpectedChoice(AssertionError):
    """The engine asked for something that the test has no answer to."""


class Script:
    """Answers choices in order: card names, colors, numbers, seats, True/False, None to decline.

    ``dogma`` and ``take`` play one action with the answers and fail if an answer is left over. A card choice may be
    answered by a set of names: whichever of them is left is taken (for orders without meaning).
    """

    def __init__(self, game: Game | None, *answers: Any) -> None:
        self.game = game
        self.answers = list(answers)
        self.asked: list[Choice] = []
        if game is not None:
            game.decider = self

    def choose(self, choice: Choice) -> Any:
        """The next answer."""
        self.asked.append(choice)
        if choice.kind is ChoiceKind.ACTION and self.answers and not isinstance(self.answers[0], Action):
            raise UnexpectedChoice("an action is due")
        if not self.answers:
            shown = names(choice.options) if choice.kind is ChoiceKind.CARD else choice.options
            raise UnexpectedChoice(f"player {choice.player} is to choose a {choice.kind.value} of {shown}")
        answer = self.answers.pop(0)
        if choice.kind is ChoiceKind.CARD and isinstance(answer, str):
            return card(answer)
        if choice.kind is ChoiceKind.CARD and isinstance(answer, set):
            return next(number for number in choice.options if number in cards(*answer))
        if choice.kind is ChoiceKind.ORDER:
            return cards(*answer)
        return answer

    def take(self, action: Action) -> None:
        """Play one action of the player whose turn it is."""
        assert self.game is not None
        self.answers.insert(0, action)
        take_action(self.game)
        assert not self.answers, f"never asked for {self.answers}"

    def dogma(self, name: str) -> None:
        """Activate a top card."""
        self.take(Action(ActionKind.DOGMA, card(name)))

    def meld(self, name: str) -> None:
        """Take a Meld action."""
        self.take(Action(ActionKind.MELD, card(name)))

    def endorse(self, name: str) -> None:
        """Take an Endorse action."""
        self.take(Action(ActionKind.ENDORSE, card(name)))
