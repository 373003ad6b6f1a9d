"""Forged texts and native records of games with figures, as no recorded game has figures.

The games are simulated. A text is what one seat or a spectator wrote down at the table; its forger changes lines and
knows no rules. A native record is forged by changing one decision; its digests stay, as no forger can compute others.

``python -m tests.tampering.measure --figures`` counts what is caught, and judges texts that are true in other clothes.

An operator returns the moves (of a native record: the action) at which a report is right, or None if there is nothing
to forge. It excludes what the rules could explain, and says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any

from innolog.cards.facts import CardSet, card_table
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.events import (
    ActionBegan,
    EffectStarted,
    Event,
    FreeActionBegan,
    NestedStarted,
    Splay,
    Transfer,
    TurnEnded,
)
from innolog.engine.figures import DECREES
from innolog.engine.game import Game
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.log.native import RecordedGame
from innolog.replay import replay
from innolog.replay.recorded import replay_recorded
from innolog.results.native import recorded
from innolog.results.result import Verdict
from innolog.simulate import SimulatedGame, seats, simulate
from innolog.simulate.bots import Seats
from parsers.lines import detection
from tests.hunt.games import figures_rulesets
from tests.registering import registering

_TABLE = card_table()
_FIGURES = {facts.name for facts in _TABLE.cards.values() if facts.set is CardSet.FIGURES}
_COLOR = {facts.name: _TABLE.color[facts.id] for facts in _TABLE.cards.values()}
_DECREES = [_TABLE.name[DECREES + color] for color in range(5)]
#: The number of actions after which a game is stopped.
MOST_ACTIONS = 130


class _Witness:
    """Sees which karmas did something. It plays no part."""

    def __init__(self, bots: Seats) -> None:
        self.bots = bots
        self.game: Game
        #: For each karma in its order: whether something was done in it.
        self.traces: list[bool] = []
        self._within = False

    def attach(self, game: Game) -> None:
        """Watch this game."""
        self.game = game
        self.bots.attach(game)

    def choose(self, choice: Any) -> Any:
        """What the bots choose."""
        return self.bots.choose(choice)

    def receive(self, event: Event) -> None:
        """Note a karma, or what it does."""
        if isinstance(event, EffectStarted) and event.kind == "karma":
            self.traces.append(False)
            self._within = True
        elif isinstance(event, ActionBegan | FreeActionBegan | TurnEnded) or not self.game.intercepting:
            self._within = False
        elif self._within and isinstance(event, Transfer | Splay | NestedStarted):
            self.traces[-1] = True


@dataclass
class Lines:
    """The text of a game, line by line, and what the operators need to know of it."""

    lines: list[str]
    #: For each karma line in its order, whether that karma did something.
    traces: list[bool] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(self.lines) + "\n"

    def moves(self) -> Iterator[tuple[int, int, int, str]]:
        """For each move: its number, its first line after the header, the one after its last, and the player."""
        headers = [index for index, line in enumerate(self.lines) if line.startswith("Move ")]
        for index, end in zip(headers, [*headers[1:], len(self.lines)], strict=True):
            number, player = self.lines[index].removeprefix("Move ").split(": ", 1)
            yield int(number), index + 1, end, player

    def move_of(self, index: int) -> int:
        """The number of the move of a line."""
        return max(number for number, first, _, _ in self.moves() if first <= index + 1)

    def where(self, pattern: str) -> list[int]:
        """The lines that match a pattern."""
        return [index for index, line in enumerate(self.lines) if re.fullmatch(pattern, line)]


Forge = Callable[[Lines, Random], tuple[int, ...] | None]
OPERATORS: dict[str, Forge] = {}
#: Registers an operator on texts.
operator = registering(OPERATORS)


def _right(text: Lines, index: int) -> tuple[int, ...]:
    """What is missing at the end of a move shows in the next one."""
    move = text.move_of(index)
    return (move, move + 1)


def _changed(
    text: Lines, rng: Random, places: list[int], change: Callable[[str], str | None]
) -> tuple[int, ...] | None:
    if not places:
        return None
    index = rng.choice(places)
    right = _right(text, index)
    line = change(text.lines[index])
    text.lines[index : index + 1] = [] if line is None else [line]
    return right


def _above(line: str) -> str:
    return re.sub(r"\[(\d+)\]", lambda found: f"[{int(found[1]) + 1}]", line)


_HIDDEN_FIGURE = r"\w+ draws \[[1-9]\] Figures"


@operator("a karma without its line")
def karma_without_line(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """What the karma did is left: nobody has to write down one that did nothing."""
    karmas = text.where(r"\w+ carries out the \w+ karma effect")
    told = [index for index, trace in zip(karmas, text.traces, strict=False) if trace]
    return _changed(text, rng, told, lambda line: None)


@operator("a karma that is not there")
def karma_from_nowhere(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """Before a Draw action, when nobody has had a figure on a board."""
    first = min([i for i, line in enumerate(text.lines) if any(name in line for name in _FIGURES)], default=0)
    places = [
        start
        for _, start, end, player in text.moves()
        if end - start == 1 and end < first and text.lines[start].startswith(f"{player} draws")
    ]
    if not places:
        return None
    index = rng.choice(places)
    player = text.lines[index].split()[0]
    text.lines.insert(index, f"{player} carries out the first karma effect")
    return _right(text, index)


@operator("melded in place of what a karma does")
def melded_instead(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """A karma that tucks a card instead, first of all in a move: the card is melded."""
    places = [
        index
        for index in text.where(r"\w+ tucks .+ from hand")
        if text.lines[index - 1].endswith("karma effect") and text.lines[index - 2].startswith("Move ")
    ]
    return _changed(text, rng, places, lambda line: line.replace(" tucks ", " melds "))


@operator("a figure does not fade")
def no_fade(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """After a Meld action in which nothing else happens. An effect might let the player score it, or not."""
    places = [
        start + 1
        for _, start, end, player in text.moves()
        if end - start == 2
        and text.lines[start].startswith(f"{player} melds")
        and (found := re.fullmatch(rf"{player} scores (.+) from board", text.lines[start + 1]))
        and found[1] in _FIGURES
    ]
    return _changed(text, rng, places, lambda line: None)


@operator("an inspire action twice")
def inspired_twice(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """The second action of the turn begins like the first, which was an Inspire action."""
    moves = list(text.moves())
    pairs = [
        (one, two)
        for before, one, two in zip(moves, moves[1:], moves[2:], strict=False)
        if before[3] != one[3] == two[3] and text.lines[one[1]] == f"{one[3]} carries out the first inspire effect"
    ]
    # A free action is a move, too.
    pairs = [(one, two) for one, two in pairs if "on display" not in "".join(text.lines[one[1] : two[2]])]
    if not pairs:
        return None
    one, two = rng.choice(pairs)
    text.lines[two[1] : two[2]] = text.lines[one[1] : one[2]]
    return (two[0], two[0] + 1)


def _decree_moves(text: Lines) -> Iterator[tuple[int, int, int, list[str]]]:
    """Moves in which a decree is claimed by a whole hand: the first line, the line of the claim, the end, the cards."""
    for _, start, end, player in text.moves():
        removed: list[str] = []
        for index in range(start, end):
            if found := re.fullmatch(rf"{player} removes (.+) from hand from the game", text.lines[index]):
                removed.append(found[1])
            elif removed and re.fullmatch(rf"{player} claims ({'|'.join(_DECREES)})", text.lines[index]):
                yield start, index, end, removed
                break
            else:
                break


@operator("a decree of another color")
def other_decree(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """A color of which no figure was removed. A figure that allows any two allows the decree that was issued."""
    for _, index, _, removed in rng.sample(found := list(_decree_moves(text)), len(found)):
        colors = {_COLOR[name] for name in removed if name in _FIGURES}
        others = [
            color for color in range(5) if color not in colors and not text.lines[index].endswith(_DECREES[color])
        ]
        if others:
            player = text.lines[index].split()[0]
            text.lines[index] = f"{player} claims {_DECREES[rng.choice(others)]}"
            return _right(text, index)
    return None


@operator("a decree without figures")
def decree_from_nowhere(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """A decree is claimed in place of a Draw action."""
    places = [
        start
        for _, start, end, player in text.moves()
        if end - start == 1 and re.fullmatch(rf"{player} draws [^ ]+( \w+)?", text.lines[start])
    ]
    return _changed(text, rng, places, lambda line: f"{line.split()[0]} claims {rng.choice(_DECREES)}")


@operator("a card kept from a decree")
def kept_card(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """One card of the hand does not leave the game."""
    places = [index for start, claim, _, _ in _decree_moves(text) for index in range(start, claim)]
    return _changed(text, rng, places, lambda line: None)


@operator("a base card for sharing")
def base_for_sharing(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """The draw for sharing is not that of a figure."""
    places = [index for index in text.where(_HIDDEN_FIGURE) if text.lines[index - 1] == "Free draw for sharing"]
    return _changed(text, rng, places, lambda line: line.replace("Figures", "Base"))


@operator("a figure of the value above")
def higher_figure(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """The draw for sharing is of a higher value."""
    places = [index for index in text.where(_HIDDEN_FIGURE) if text.lines[index - 1] == "Free draw for sharing"]
    return _changed(text, rng, places, _above)


@operator("no figure for an achievement")
def no_figure(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """Another player does not draw one after a standard achievement was claimed with an action."""
    places = [
        start + 1
        for _, start, end, player in text.moves()
        if end - start > 1
        and text.lines[start].startswith(f"{player} claims the achievement")
        and re.fullmatch(_HIDDEN_FIGURE, text.lines[start + 1])
    ]
    return _changed(text, rng, places, lambda line: None)


@operator("a draw of the value above")
def higher_draw(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """A Draw action of a card that the writer did not see."""
    places = [
        start
        for _, start, end, player in text.moves()
        if end - start == 1 and re.fullmatch(rf"{player} draws \[[1-9]\] Base", text.lines[start])
    ]
    return _changed(text, rng, places, _above)


@operator("a third action")
def third_action(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """A Draw action once more after the second action of a turn."""
    moves = list(text.moves())
    places = [
        end
        for before, (_, start, end, player), after in zip(moves, moves[1:], moves[2:], strict=False)
        if before[3] == player != after[3]
        and end - start == 1
        and re.fullmatch(rf"{player} draws \[\d+\] Base", text.lines[start])
    ]
    if not places:
        return None
    index = rng.choice(places)
    text.lines[index:index] = text.lines[index - 2 : index]
    # Under its old number it could be a move that was pasted twice.
    for number, first, _, player in text.moves():
        if first > index:
            text.lines[first - 1] = f"Move {number + 1}: {player}"
    return _right(text, index)


@operator("an achievement too dear")
def too_dear(text: Lines, rng: Random) -> tuple[int, ...] | None:
    """A claim of the 9 in the first third of the game. Nobody has the score or the top card for it there."""
    places = [
        start
        for _, start, end, player in text.moves()
        if end - start == 1
        and start < len(text.lines) // 3
        and re.fullmatch(rf"{player} draws \[[1-5]\] Base", text.lines[start])
    ]
    return _changed(text, rng, places, lambda line: f"{line.split()[0]} claims the achievement [9] Base")


# --- controls: texts that are true -----------------------------------------------------------------------------------

CONTROLS: dict[str, Forge] = {}
control = registering(CONTROLS)


@control("untouched")
def untouched(text: Lines, rng: Random) -> None:
    """Nothing."""


@control("cut short")
def cut_short(text: Lines, rng: Random) -> None:
    """The text ends before some move."""
    headers = text.where(r"Move \d+: \w+")
    del text.lines[rng.choice(headers[3:]) :]


@control("other names")
def other_names(text: Lines, rng: Random) -> None:
    """The players have other names."""
    names = {"Ada": "Zoe", "Bob": "Jan", "Cleo": "Mia", "Dan": "Ole", "Eve": "Uli"}
    pattern = re.compile(rf"\b({'|'.join(names)})\b")
    text.lines[:] = [pattern.sub(lambda found: names[found[1]], line) for line in text.lines]


@control("no printing in the title")
def no_printing(text: Lines, rng: Random) -> None:
    """Which printing was played is left open."""
    text.lines[0] = re.sub(r", (Deluxe|2013)", "", text.lines[0])


@control("no lines of karmas that did nothing")
def no_traceless_karmas(text: Lines, rng: Random) -> None:
    """Nobody has to write them."""
    karmas = text.where(r"\w+ carries out the \w+ karma effect")
    for index, trace in reversed(list(zip(karmas, text.traces, strict=False))):
        if not trace:
            del text.lines[index]


# --- native records ---------------------------------------------------------------------------------------------------

#: Changes a decision of a record; returns the action in which it was taken.
ForgeRecord = Callable[[RecordedGame, Random], int | None]
RECORDS: dict[str, ForgeRecord] = {}
#: Registers an operator on native records.
forger = registering(RECORDS)


def _actions(game: RecordedGame, kind: str) -> list[int]:
    """The decisions to take an action of a kind."""
    return [
        index
        for index, decision in enumerate(game.decisions)
        if decision.kind == "action" and isinstance(decision.answer, list) and decision.answer[0] == kind
    ]


def _take(game: RecordedGame, rng: Random, places: list[int], answer: Callable[[Any], Any]) -> int | None:
    if not places:
        return None
    index = rng.choice(places)
    game.decisions[index] = game.decisions[index]._replace(answer=answer(game.decisions[index].answer))
    return sum(decision.digest is not None for decision in game.decisions[:index])


@forger("another decree")
def another_decree(game: RecordedGame, rng: Random) -> int | None:
    """The decree after the one that was issued."""
    return _take(game, rng, _actions(game, "decree"), lambda told: ["decree", DECREES + (told[1] - DECREES + 1) % 5])


@forger("an inspire action in place of a draw")
def inspire_for_draw(game: RecordedGame, rng: Random) -> int | None:
    """With any card of a color."""
    return _take(game, rng, _actions(game, "draw"), lambda told: ["inspire", rng.randrange(880, 985)])


@forger("a draw in place of an inspire action")
def draw_for_inspire(game: RecordedGame, rng: Random) -> int | None:
    """Without the effects, in which something was chosen: others need not change anything."""
    places = [index for index in _actions(game, "inspire") if game.decisions[index].digest is None]
    return _take(game, rng, places, lambda told: ["draw", None])


@forger("a decree in place of a draw")
def decree_for_draw(game: RecordedGame, rng: Random) -> int | None:
    """Any decree."""
    return _take(game, rng, _actions(game, "draw"), lambda told: ["decree", DECREES + rng.randrange(5)])


@forger("another figure")
def another_figure(game: RecordedGame, rng: Random) -> int | None:
    """Another figure is chosen, melded, scored or faded, of the same color or not."""
    places = [
        index
        for index, decision in enumerate(game.decisions)
        if decision.kind == "card" and isinstance(decision.answer, int) and 880 <= decision.answer < 985
    ]
    return _take(game, rng, places, lambda told: 880 + (told - 880 + rng.randrange(1, 105)) % 105)


@forger("a decision left out")
def left_out(game: RecordedGame, rng: Random) -> int | None:
    """The choice of a figure."""
    places = [
        index
        for index, decision in enumerate(game.decisions)
        if decision.kind == "card"
        and isinstance(decision.answer, int)
        and 880 <= decision.answer < 985
        and decision.digest is None
    ]
    if not places:
        return None
    index = rng.choice(places)
    action = sum(decision.digest is not None for decision in game.decisions[:index])
    del game.decisions[index]
    return action


# --- games and verdicts -----------------------------------------------------------------------------------------------


@dataclass
class Source:
    """A simulated game: its text, as one seat or a spectator wrote it down, and its record."""

    game: SimulatedGame
    text: Lines

    def record(self) -> RecordedGame:
        """A native record that may be changed."""
        return recorded(as_replay(self.game), [])


@lru_cache(maxsize=2)
def source(number: int, seed: int = 0) -> Source:
    """The game of a number, by one of the rules with figures in turn."""
    every = list(figures_rulesets())
    rules = every[(number * 29 + seed) % len(every)]
    witness = _Witness(seats(["sensible", "uniform", "curious"], rules.players, number + seed))
    game = simulate(
        rules,
        1000 * seed + number,
        witness,
        tell=True,
        most_actions=MOST_ACTIONS,
        watch=witness.receive,
    )
    viewpoint = Random(number).choice([None, *range(rules.players)])
    return Source(game, Lines(convert(as_replay(game), "table", viewpoint).splitlines(), witness.traces))


def judge_text(text: Lines) -> tuple[Verdict, int | None, str]:
    """The verdict on a text, its move, and what it says."""
    try:
        result = replay(detection.read("a table.txt", text.text.encode()))
    except (UnreadableLog, UnsupportedLog) as error:
        return Verdict.UNREADABLE, None, str(error)
    found = result.violation
    if found is None:
        return result.verdict, None, result.reason or ""
    return result.verdict, found.at.move if found.at else None, f"{found.rule} at {found.at}: {found.message}"


def judge_record(game: RecordedGame) -> tuple[Verdict, int | None, str]:
    """The verdict on a native record, the action, and what it says."""
    result = replay_recorded(game)
    found = result.violation
    return result.verdict, len(result.actions), f"{found.rule}: {found.message}" if found else result.reason or ""


def forged_texts(number: int, seed: int) -> Iterator[tuple[str, tuple[int, ...], Lines]]:
    """A forgery of each kind that is possible in the text of a game."""
    honest = source(number, seed).text
    for kind, forge in OPERATORS.items():
        text = replace(honest, lines=list(honest.lines))
        right = forge(text, Random(f"{seed} {number} {kind}"))
        if right is not None:
            yield kind, right, text


def forged_records(number: int, seed: int) -> Iterator[tuple[str, int, RecordedGame]]:
    """A forgery of each kind that is possible in the record of a game."""
    game = source(number, seed)
    for kind, forge in RECORDS.items():
        record = game.record()
        action = forge(record, Random(f"{seed} {number} {kind}"))
        if action is not None:
            yield kind, action, record


def controls(number: int, seed: int) -> Iterator[tuple[str, Lines]]:
    """The text of a game in other clothes."""
    honest = source(number, seed).text
    for name, change in CONTROLS.items():
        text = replace(honest, lines=list(honest.lines))
        change(text, Random(f"{seed} {number} {name}"))
        yield name, text


@dataclass
class Count:
    """The counts of one kind: ``unsupported`` are texts of which the search could not try everything."""

    forged: int = 0
    caught: int = 0
    placed: int = 0
    unsupported: int = 0
    missed: list[str] = field(default_factory=list)

    def add(self, case: str, verdict: Verdict, is_right: bool, said: str) -> None:
        """Count a verdict on a forgery."""
        self.forged += 1
        self.caught += verdict is Verdict.ILLEGAL
        self.placed += verdict is Verdict.ILLEGAL and is_right
        self.unsupported += verdict is Verdict.UNSUPPORTED
        if verdict is not Verdict.ILLEGAL or not is_right:
            self.missed.append(f"{case}: {verdict.value}: {said}")


def measure(numbers: range, seed: int) -> tuple[dict[str, Count], int, list[str]]:
    """Forge and judge the games of some numbers: the counts by kind, and how many controls were judged and accused."""
    counts: dict[str, Count] = {}
    judged, accused = 0, list[str]()
    for number in numbers:
        for kind, right, text in forged_texts(number, seed):
            verdict, move, said = judge_text(text)
            counts.setdefault(kind, Count()).add(f"game {number}, moves {right}", verdict, move in right, said)
        for kind, action, record in forged_records(number, seed):
            verdict, at, said = judge_record(record)
            count = counts.setdefault(f"record: {kind}", Count())
            count.add(f"game {number}, action {action}", verdict, at == action, said)
        for name, text in controls(number, seed):
            verdict, _, said = judge_text(text)
            judged += 1
            if not verdict.explained:
                accused.append(f"{name}, game {number}: {verdict.value}: {said}")
    return counts, judged, accused
