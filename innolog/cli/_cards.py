"""A page's notes on a card: facts about its effects, in single words, and the card's deeds in this game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType

from innolog.cards.facts import Icon
from innolog.cards.karmas import karmas_of
from innolog.cards.registry import EffectKind, effects_of
from innolog.cli._words import Words
from innolog.results.result import ActionRecord, Replay
from reports.game import CardNote, Deed

#: What effects do, by the words of :mod:`innolog.cards.words` in which they are written.
_DOES = {
    "draw": "draw",
    "meld": "meld",
    "tuck": "tuck",
    "score": "score",
    "return": "return",
    "transfer": "transfer",
    "exchange": "exchange",
    "reveal": "reveal",
    "show": "reveal",
    "foreshadow": "foreshadow",
    "splay": "splay",
    "unsplay": "unsplay",
    "rearrange": "rearrange",
    "junk": "junk",
    "execute": "execute another card",
    "claim": "achieve",
    "achieve": "achieve",
    "remove": "remove from the game",
    "eliminate": "eliminate",
    "wipe": "remove all",
    "win": "win",
}
#: Names in the code of effects that contain such a word with another meaning.
_NO_DEED = frozenset({"score_pile", "value_to_draw", "values_to_draw", "can_splay"})
_DIRECTIONS = {"LEFT": "left", "RIGHT": "right", "UP": "up", "ASLANT": "aslant"}
_KINDS = {
    EffectKind.DOGMA: "effect",
    EffectKind.DEMAND: "demand",
    EffectKind.COMPEL: "compel effect",
    EffectKind.ECHO: "echo effect",
    EffectKind.INSPIRE: "inspire effect",
    EffectKind.DECREE: "decree",
}


def notes(replay: Replay, actions: Iterable[ActionRecord], words: Words) -> dict[int, CardNote]:
    """The facts and deeds of the cards by their ids. A deed names its action by the position among ``actions``."""
    deeds: dict[int, list[Deed]] = {}
    for index, action in enumerate(actions):
        told = words.told(action)
        involved = {each for line in told for each in (line.effect, line.card) if each is not None}
        if action.card is not None:
            involved.add(action.card)
        for card in involved:
            lines = tuple(number for number, line in enumerate(told) if card in (line.effect, line.card))
            deeds.setdefault(card, []).append(Deed(index, lines))
    texts = replay.rules.texts if replay.rules else ()
    table = replay.rules.table if replay.rules else None
    found = {}
    for card, done in deeds.items():
        if table is not None and card in table.cards:
            icon = table.cards[card].featured_icon
            found[card] = CardNote(facts(card, texts, icon), tuple(done))
    return found


def facts(card: int, texts: tuple[str, ...], icon: Icon) -> tuple[str, ...]:
    """The effects of a card in the printed order, each with the keywords that its code uses, not its text.

    ``texts`` are those of the rules, most special first.
    """
    effects = effects_of(card, texts)
    kinds = [effect.kind for effect in effects]
    found = []
    for effect in effects:
        name = _KINDS[effect.kind] + (f" {effect.number}" if kinds.count(effect.kind) > 1 else "")
        found.append(f"{name[0].upper()}{name[1:]}: {', '.join(does(effect.run)) or 'something that has no keyword'}")
    if any(kind in (EffectKind.DOGMA, EffectKind.DEMAND, EffectKind.COMPEL) for kind in kinds):
        found.insert(0, f"Its effects compare {icon.name.lower()} icons")
    karmas = {karma.number for karma in karmas_of(card, texts)}
    if karmas:
        found.append("A karma" if len(karmas) == 1 else f"{len(karmas)} karmas")
    return tuple(found)


def does(run: Callable[..., object]) -> list[str]:
    """The keywords among the names that the code of an effect uses, in order and each once."""
    names = list(_names(run))
    directions = [_DIRECTIONS[name] for name in names if name in _DIRECTIONS]
    found: dict[str, None] = {}
    for name in names:
        if name in _NO_DEED:
            continue
        for part in name.strip("_").split("_"):
            if part in _DOES:
                said = _DOES[part]
                if said == "splay" and directions:
                    said = f"splay {' or '.join(dict.fromkeys(directions))}"
                found[said] = None
    return list(found)


def _names(run: Callable[..., object]) -> Iterator[str]:
    """The names that a function uses, and those of the functions of its module that it calls."""
    for name in _names_in(run.__code__):
        called = run.__globals__.get(name)
        if isinstance(called, FunctionType) and called is not run and called.__module__ == run.__module__:
            yield from _names_in(called.__code__)
        yield name


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
