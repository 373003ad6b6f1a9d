"""``python -m tests.mutation.effects [TABLE]``: empty or change every effect, to see whether a plain case notices.

Each effect is emptied, and each number, color, direction and icon in it is changed, one at a time. The cases of
``tests/cards/tables`` for its card are played with it; of the fourth edition, which has no table, those of
:mod:`tests.cards.fourth`. Prints for each table the number of changes and of those that no case notices, and lists
these. With ``--propose``, prints new cases for them, found in random positions and made as small as possible: read each
of them against the rules before it goes into the table.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import click

from innolog.cards import words
from innolog.cards.facts import Color
from innolog.cards.registry import Effect
from innolog.engine.choices import Choice
from innolog.engine.events import Event, Transfer
from innolog.engine.zones import Zone
from innolog.simulate.bots import RandomDecider
from tests.cards import cases, fourth
from tests.cards.cases import SETS, Case, Reader, effects_named, in_words, played, read
from tests.table import names

#: Words in place of each other.
_TURNS = (
    ("BLUE", "RED", "GREEN", "YELLOW", "PURPLE"),
    ("LEFT", "RIGHT", "UP"),
    ("CROWN", "LEAF", "LIGHTBULB", "CASTLE", "FACTORY", "CLOCK"),
)
_OTHER = {word: turn[(place + 1) % len(turn)] for turn in _TURNS for place, word in enumerate(turn)}
#: The fourth edition in place of a table.
_FOURTH = "fourth"
#: Positions from which the smallest cases are chosen, if they notice everything.
_ENOUGH = 40
#: Positions at most.
_TRIES = 200


@dataclass(frozen=True)
class Mutant:
    """A changed effect: what is changed in it, and the function."""

    effect: str
    what: str
    run: Callable[..., Any]


@cache
def mutants(name: str) -> tuple[Mutant, ...]:
    """All changes of the effects of a card."""
    return tuple(mutant for kind, effect in effects_named(name).items() for mutant in _mutants(kind, effect))


def _mutants(kind: str, effect: Effect) -> Iterator[Mutant]:
    yield Mutant(kind, "is empty", lambda game, *players: None)
    source = textwrap.dedent(inspect.getsource(effect.run))
    places = [number for number, node in enumerate(ast.walk(ast.parse(source))) if _changed(node) is not None]
    for place in places:
        tree = ast.parse(source)
        (function,) = tree.body
        if not isinstance(function, ast.FunctionDef):
            return
        inside = {id(node) for part in function.body for node in ast.walk(part)}
        node = list(ast.walk(tree))[place]
        new = _changed(node)
        if id(node) not in inside or new is None:
            continue
        before = ast.unparse(node)
        if isinstance(node, ast.Constant):
            node.value = new
        elif isinstance(node, ast.Name):
            node.id = new
        function.decorator_list = []
        scope = dict(effect.run.__globals__)
        scope.update({word: getattr(words, word) for word in _OTHER})
        code = compile(ast.fix_missing_locations(tree), "<changed>", "exec", annotations.compiler_flag, True)
        exec(code, scope)
        yield Mutant(kind, f"{before} is {new} in line {getattr(node, 'lineno', 0)}", scope[function.name])


def _changed(node: ast.AST) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value + 1
    if isinstance(node, ast.Name) and node.id in _OTHER:
        return _OTHER[node.id]
    return None


def notices(case: Case, mutant: Mutant) -> bool:
    """Whether a case differs with a changed effect."""
    if mutant.effect not in case.effects:
        return False
    reader = Reader(case.answers)
    try:
        then = played(case, reader, {mutant.effect: mutant.run})
    except Exception:
        # Another question, or a position that is impossible.
        return True
    return then != case.then or bool(reader.words)


def unnoticed(table: str) -> dict[str, tuple[int, list[Mutant]]]:
    """By card: the number of changes, and those that no case of the table notices."""
    of_card: dict[str, list[Case]] = {}
    for case in read(table):
        of_card.setdefault(case.card, []).append(case)
    found = {}
    for name in cards_of(table):
        all_of_it = mutants(name)
        found[name] = len(all_of_it), [m for m in all_of_it if not any(notices(c, m) for c in of_card.get(name, ()))]
    return found


def unnoticed_in_fourth() -> dict[str, tuple[int, list[Mutant]]]:
    """The same of the fourth edition's cards, with its cases."""
    found: dict[str, tuple[int, list[Mutant]]] = {}
    for name, kind, effect in fourth.effects():
        all_of_it = list(_mutants(kind, effect))
        number, left = found.get(name, (0, []))
        left = left + [mutant for mutant in all_of_it if not fourth.is_missed(effect, mutant.run)]
        found[name] = number + len(all_of_it), left
    return found


def cards_of(table: str) -> list[str]:
    """The cards of a table's own set that have effects."""
    own = max(SETS[table])
    facts = cases.rules_of(table).table.cards
    relics = table == "artifacts"
    found = names([number for number, fact in facts.items() if fact.set == own or (relics and fact.relic)])
    return [name for name in found if _has_effects(name)]


def _has_effects(name: str) -> bool:
    try:
        return bool(effects_named(name))
    except KeyError:
        return False


class _Recorder:
    """Decides at random and remembers it in words."""

    def __init__(self, seed: int) -> None:
        self.random = RandomDecider(seed)
        self.words: list[str] = []

    def choose(self, choice: Choice) -> Any:
        answer = self.random.choose(choice)
        self.words.append(in_words(choice, answer))
        if len(self.words) > 12:
            raise OverflowError
        return answer


def _random_case(table: str, name: str, effects: list[str], random: Random) -> Case | None:
    """A case in a random small position; None if it cannot be played or nothing happens."""
    facts = cases.rules_of(table).table.cards
    all_cards = [
        number
        for number, fact in facts.items()
        if fact.set in SETS[table] and fact.name != name and not (fact.relic and table != "artifacts")
    ]
    left = random.sample(all_cards, 100)

    def some(most: int) -> list[str]:
        return names([left.pop() for _ in range(random.randrange(most + 1))])

    big = random.choice((1, 2, 4))
    position = {
        "my board": [*some(3 * big), name],
        "my hand": some(3 * big),
        "my score": some(2 * big),
        "my forecast": some(2) if table == "echoes" else [],
        "my achievements": some(2) if big > 2 else [],
        "your board": some(3 * big),
        "your hand": some(3 * big),
        "your score": some(2 * big),
    }
    colors = {facts[number].name: facts[number].color for number in facts}
    for who in ("my", "your"):
        on_board = [colors[other] for other in position[f"{who} board"]]
        for color in sorted(set(on_board)):
            if on_board.count(color) > 1 and random.random() < 0.5:
                position[f"{who} {Color(color).name.lower()}"] = [random.choice(("left", "right", "up"))]
    position["next"] = names(left[:20])
    return _recorded(Case(table, name, effects, position), random.randrange(10**6))


def _recorded(case: Case, seed: int) -> Case | None:
    recorder = _Recorder(seed)
    try:
        then = played(case, recorder)
    except Exception:
        return None
    return replace(case, answers=recorder.words, then=then) if then else None


def _again(case: Case) -> Case | None:
    """The case with what happens now; None if its choices no longer fit."""
    reader = Reader(case.answers)
    try:
        then = played(case, reader)
    except Exception:
        return None
    return None if reader.words or not then else replace(case, then=then)


def _smaller(case: Case, wanted: list[Mutant]) -> Case:
    """The case without all that is not needed to notice some changes: whole zones at first, then single cards."""
    for whole in (True, False):
        for zone, cards in list(case.position.items()):
            for left_out in [cards] if whole else [[name] for name in cards]:
                kept = [name for name in case.position[zone] if name not in left_out or name == case.card]
                if kept == case.position[zone]:
                    continue
                other = _again(replace(case, position={**case.position, zone: kept}))
                if other is not None and all(notices(other, mutant) for mutant in wanted):
                    case = other
    return replace(case, position={zone: cards for zone, cards in case.position.items() if cards})


def propose(table: str, name: str, missing: list[Mutant]) -> Iterator[Case]:
    """Small cases that notice changes of a card's effects."""
    random = Random(name)
    effects = list(effects_named(name))
    for effect in dict.fromkeys(mutant.effect for mutant in missing):
        wanted = [mutant for mutant in missing if mutant.effect == effect]
        # Effects that follow another one may depend on it.
        before = effects[: effects.index(effect)]
        pool: list[tuple[list[Mutant], Case]] = []
        for number in range(_TRIES):
            follows = "notes" in inspect.getsource(effects_named(name)[effect].run) or number % 3 == 2
            together = [*before, effect] if follows else [effect]
            case = _random_case(table, name, together, random)
            if case is None:
                continue
            if seen := [mutant for mutant in wanted if notices(case, mutant)]:
                pool.append((seen, case))
            if number >= _ENOUGH and {id(mutant) for seen, _ in pool for mutant in seen} == set(map(id, wanted)):
                break
        while wanted and pool:
            seen, case = max(pool, key=lambda entry: (sum(m in wanted for m in entry[0]), -_size(entry[1])))
            seen = [mutant for mutant in seen if mutant in wanted]
            if not seen:
                break
            yield _with_next(_smaller(case, seen))
            wanted = [mutant for mutant in wanted if mutant not in seen]


def _with_next(case: Case) -> Case:
    """The case with the cards that are drawn as the next ones of their piles, in order."""
    drawn: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, Transfer) and event.from_zone == Zone.DECK:
            drawn.extend(names([event.card]))

    played(case, Reader(case.answers), sink=note)
    placed = {name for zone, cards in case.position.items() if zone != "next" for name in cards}
    following = [name for name in dict.fromkeys(drawn) if name not in placed]
    return _again(replace(case, position={**case.position, "next": following})) or case


def _size(case: Case) -> int:
    return sum(map(len, case.position.values())) + 3 * len(case.answers) + 9 * len(case.effects)


@click.command()
@click.argument("tables", nargs=-1, type=click.Choice(sorted([*SETS, _FOURTH])))
@click.option("--propose", "proposing", is_flag=True, help="Print cases that notice what is not noticed.")
def command(tables: tuple[str, ...], proposing: bool) -> None:
    """Change every effect of the tables' sets, and list what no case notices."""
    if proposing and _FOURTH in tables:
        raise click.UsageError("No cases are proposed for the fourth edition.")
    for table in tables or (SETS if proposing else [*SETS, _FOURTH]):
        found = unnoticed_in_fourth() if table == _FOURTH else unnoticed(table)
        missing = {name: left for name, (_, left) in found.items() if left}
        if proposing:
            for name, left in missing.items():
                for case in propose(table, name, left):
                    click.echo(str(case))
                    sys.stdout.flush()
            continue
        total, empty = sum(number for number, _ in found.values()), 0
        for name, left in missing.items():
            for mutant in left:
                empty += mutant.what == "is empty"
                click.echo(f"{name}: {mutant.effect}: {mutant.what}")
        not_noticed = sum(map(len, missing.values()))
        click.echo(f"{table}: {total} changes, {not_noticed} not noticed, {empty} of them emptied effects")


if __name__ == "__main__":
    command()
