"""Effects with changed values: some figures change every value that the text of an effect names.

A value that a text names is a number in the function that plays it. :func:`raised` makes the same function with those
numbers looked up: what is drawn, what a card's value is compared with, and which values can be named. A number that is
added to a value, or counts cards, is not a value. ``tests/cards/test_raising.py`` compares all texts with what is found
here.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from functools import cache
from typing import Any

from innolog.cards.facts import Icon

#: Keywords that take a value as their second argument.
_TAKING = frozenset(
    {
        "draw",
        "draw_and_achieve",
        "draw_and_foreshadow",
        "draw_and_meld",
        "draw_and_reveal",
        "draw_and_score",
        "draw_and_tuck",
        "may_add_bottom_to_available",
        "of_value",
        "value_to_draw",
        "values_to_draw",
    }
)
#: Functions that return a value.
_VALUES = frozenset({"age_to_draw", "chosen_value", "highest_top", "value"})

Run = Callable[..., Any]


def raised(run: Run, changed: Callable[[int], int]) -> Run:
    """The same effect with every value that its text names changed."""
    other = _OTHERWISE.get(getattr(run, "__name__", ""))
    if other is not None:

        def play(game: Any, me: Any) -> None:
            other(game, me, changed)

        return play
    maker = _maker(run)
    return run if maker is None else maker(changed)


def named_values(run: Run) -> frozenset[int]:
    """The values that a function names."""
    tree = _tree(run)
    numbers = [] if tree is None else _numbers(tree)
    return frozenset(number.value for number in numbers if isinstance(number.value, int))


def _tree(run: Run) -> ast.FunctionDef | None:
    # Functions of the engine itself may be compiled. They name no values.
    if not inspect.isfunction(run) or run.__closure__:
        return None
    tree = ast.parse(textwrap.dedent(inspect.getsource(run))).body[0]
    return tree if isinstance(tree, ast.FunctionDef) else None


@cache
def _maker(run: Run) -> Callable[[Callable[[int], int]], Run] | None:
    """A factory of the function: it takes the change of values. None if the function names none."""
    tree = _tree(run)
    if tree is None:
        return None
    numbers = _numbers(tree)
    if not numbers:
        return None
    tree.decorator_list = []
    changing = _Changing(frozenset(map(id, numbers))).visit(tree)
    around = ast.parse(f"def make(_changed):\n    return {tree.name}").body[0]
    assert isinstance(around, ast.FunctionDef)
    around.body.insert(0, changing)
    names = dict(run.__globals__)
    module = ast.fix_missing_locations(ast.Module([around], []))
    code = compile(module, run.__code__.co_filename, "exec", annotations.compiler_flag, dont_inherit=True)
    exec(code, names)
    maker: Callable[[Callable[[int], int]], Run] = names["make"]
    return maker


class _Changing(ast.NodeTransformer):
    """Replaces certain numbers by calls of ``_changed``."""

    def __init__(self, numbers: frozenset[int]) -> None:
        self._numbers = numbers

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """A number becomes a call."""
        return ast.Call(ast.Name("_changed", ast.Load()), [node], []) if id(node) in self._numbers else node


def _numbers(tree: ast.AST) -> list[ast.Constant]:
    """The numbers that are values."""
    found: list[ast.Constant] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in _TAKING and len(node.args) > 1:
                found += _constants(node.args[1])
            elif node.func.attr == "choose_value" and len(node.args) > 1:
                # The numbers 1 and 2 stand for two things to choose from.
                named = _constants(node.args[1])
                found += named if all(isinstance(one.value, int) and one.value > 2 for one in named) else []
            found += [number for given in node.keywords if given.arg == "values" for number in _constants(given.value)]
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(_is_value(side) for side in sides):
                found += [number for side in sides for number in _constants(side)]
    return found


def _is_value(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in _VALUES
    return isinstance(node, ast.Name) and node.id == "value"


def _constants(node: ast.AST) -> list[ast.Constant]:
    """The numbers in an expression that stand alone, without arithmetic."""
    if isinstance(node, ast.Constant):
        return [node] if type(node.value) is int else []
    if isinstance(node, ast.IfExp):
        return _constants(node.body) + _constants(node.orelse)
    if isinstance(node, (ast.BinOp, ast.Call, ast.Compare)):
        return []
    return [number for child in ast.iter_child_nodes(node) for number in _constants(child)]


# --- effects whose values are no numbers in a place where they could be found ----------------------------------------


def _chronicle_of_zuo(game: Any, me: Any, changed: Callable[[int], int]) -> None:
    for icon, value in ((Icon.CASTLE, 2), (Icon.CROWN, 3), (Icon.LIGHTBULB, 4)):
        if all(me.count(icon) <= them.count(icon) for them in game.others(me)):
            game.draw(me, changed(value))


def _jeans(game: Any, me: Any, changed: Callable[[int], int]) -> None:
    values = list(range(1, changed(7)))
    first = game.choose_value(me, values)
    values.remove(first)
    drawn = [game.draw_and_reveal(me, value) for value in (first, game.choose_value(me, values))]
    melded = game.meld_one(me, drawn)
    for card in drawn:
        if card != melded:
            game.return_(card)


def _typewriter(game: Any, me: Any, changed: Callable[[int], int]) -> None:
    colors = game.number_of_colors(game.return_all_proven(me, me.hand))
    for more in range(1 + colors):
        game.draw(me, changed(6) + more)


def _karaoke_echo(game: Any, me: Any, changed: Callable[[int], int]) -> None:
    melded = game.draw_and_meld(me, game.value_to_draw(me, most=changed(10) - 1))
    game.notes.setdefault(("melded", me), []).append(melded)


_OTHERWISE: dict[str, Callable[[Any, Any, Callable[[int], int]], None]] = {
    "chronicle_of_zuo": _chronicle_of_zuo,
    "jeans": _jeans,
    "karaoke_echo": _karaoke_echo,
    "typewriter": _typewriter,
}
