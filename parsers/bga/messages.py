"""Read players' choices from messages, and effects from states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from innolog import log as seen
from innolog.cards.generations import Generation
from innolog.log import At
from parsers.bga import notifications as words
from parsers.bga import notifications_2024 as newer
from parsers.bga.messages_2024 import DECKS
from parsers.bga.values import Args, bare, icon_in, to_int, value_in

#: The arguments with which players say what colors they chose.
_COLOR_NAMES: Final = ("color", "color_1", "color_2", "color_3")
_EFFECT = re.compile(r"^#item_(\d+)__.*\.(i_demand|i_compel|non_demand|echo|karma|inspire|decree)_effect_?(\d*)")
#: The kinds of effect, by the beginning of the site's names for their classes.
KINDS = {
    "i_demand": "demand",
    "i_compel": "compel",
    "non_demand": "dogma",
    "echo": "echo",
    # The site has no figures. These are the names that it would give to their effects.
    "karma": "karma",
    "inspire": "inspire",
    "decree": "decree",
}


@lru_cache(maxsize=2048)
def effect_of(query: str) -> tuple[str, int, int] | None:
    """The effect named in a state, in the wording for the page: its kind, its number, its card."""
    match = _EFFECT.search(query)
    return (KINDS[match[2]], int(match[3] or 1), int(match[1])) if match else None


def chosen(
    at: At, template: str, args: Args, player: int, seat_named: Callable[[Args], int | None]
) -> seen.Passed | seen.Agreed | seen.Named | seen.Revealed | None:
    """The choice of a player that a message states, or an empty place that is shown; None for any other message.

    ``seat_named`` returns the seat of the player named in the arguments.
    """
    if template in _silent:
        return None
    if template == words.PASSES or template in words.DECLINED:
        return seen.Passed(at, player, words.DECLINED.get(template, ""))
    if template in words.REVEALS_NOTHING:
        return seen.Revealed(at, player, words.REVEALS_NOTHING[template], ())
    if template == words.PROMOTED_DOGMA or template == words.NO_PROMOTED_DOGMA:
        return seen.Agreed(at, player, template == words.PROMOTED_DOGMA, "promotion")
    if template == words.SPLAYS_PURPLE or template == words.SPLAYS_ANOTHER:
        return seen.Agreed(at, player, template == words.SPLAYS_PURPLE, "")
    if template.startswith(words.DECLINES) or template in words.LEAVES_UNAVAILABLE:
        return seen.Agreed(at, player, False, "")
    if template.startswith(words.AGREES) or template == words.MAKES_AVAILABLE:
        return seen.Agreed(at, player, True, "")
    if template == words.CHOOSES_VALUE or template in words.CHOOSES_VALUE_FOR:
        place = words.CHOOSES_VALUE_FOR.get(template)
        return seen.Named(at, player, value=value_in(args.get("age")), place=place)
    if template == words.CHOOSES_NUMBER:
        return seen.Named(at, player, value=to_int(args.get("n")))
    if template == words.CHOOSES_ICON:
        return seen.Named(at, player, value=icon_in(args.get("icon")))
    if template == words.CHOOSES_PLAYER:
        return seen.Named(at, player, seat=seat_named({"player_name": args.get("player_choice")}))
    if template in words.NAMES_COLORS:
        colors = colors_in(template, args)
        return None if colors is None else seen.Named(at, player, colors=colors)
    if len(_silent) < _MOST_SILENT:
        _silent.add(template)
    return None


def colors_in(template: str, args: Args) -> tuple[int, ...] | None:
    """The colors that a message names; None if it lacks one of them, or names it in another language."""
    colors = [words.COLOR_WORDS.get(args[key]) for key in _COLOR_NAMES if args.get(key) is not None]
    known = tuple([color for color in colors if color is not None])
    return known if len(known) == len(colors) >= template.count("${color") else None


def is_sharing_bonus(template: str, args: Args) -> bool:
    """Whether a message announces the sharing bonus, in any language: it is the only message that is a text alone."""
    text = args.get("text")
    if text == words.SHARING_BONUS:
        return True
    return bare(template) in ("", words.TEXT_ALONE) and isinstance(text, str) and is_unread(text)


def is_again(template: str) -> bool | None:
    """Whether an effect is announced as carried out again; None if the words are unknown."""
    if words.ENDORSED_AGAIN in template:
        return True
    return False if words.HAS_TO_EXECUTE in template or words.APPLIES in template else None


#: Each English message that innolog does not read has one of these words. They are not words of the site's other
#: languages in messages about others. A word too few lets a fact be absent where such a message stands; one too many
#: may accuse a translated log. They were chosen with the messages in some hundred recorded games.
_ENGLISH: Final = frozenset(
    (
        *("the", "this", "that", "it", "they", "there", "not", "has", "been", "does", "did", "his", "than"),
        *("with", "and", "card", "cards", "least", "exactly", "neither", "chose", "chooses", "decides", "returned"),
        *("reveals", "executes", "executed", "passes", "receives", "loses", "drew", "found", "matches", "completed"),
        # What the reader makes of the past tense in messages to one player.
        *("comes", "founds", "choses"),
    )
)
_PLACEHOLDER: Final = re.compile(r"\$\{[^}]*\}|<[^>]*>")
_WORD: Final = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=4096)
def is_unread(template: str) -> bool:
    """Whether a message is a sentence in words that innolog does not know: not in English.

    People translate the site message by message, so that a log can have some in English and others not.
    """
    found = _WORD.findall(_PLACEHOLDER.sub(" ", template).lower())
    return bool(found) and _ENGLISH.isdisjoint(found)


#: The messages that alone record some kinds of fact, up to the second generation, in the newest one, and in all.
_FIRST: Final[dict[type, frozenset[str]]] = {
    seen.NestedStarted: frozenset({words.NESTED_STARTED, words.NESTED_STARTED.replace("effects", "effect")}),
    seen.NestedEnded: frozenset({words.EXECUTED}),
}
_NEWER: Final[dict[type, frozenset[str]]] = {
    seen.Parley: frozenset(newer.PARLEYS),
    seen.Chained: frozenset({newer.CHAIN}),
    seen.DeckJunked: DECKS,
    seen.Wiped: frozenset({newer.ALL_JUNKED, newer.ALL_REMOVED}),
}
_ALWAYS: Final[dict[type, frozenset[str]]] = {seen.Passed: frozenset({words.PASSES, *words.DECLINED})}


def in_words(generation: Generation, newest: bool, templates: Iterable[str]) -> frozenset[type]:
    """The kinds of observations that unread messages of a log can record, if it has these messages.

    Some message of such a kind is not among them. It may be translated: each message is always translated, or never.
    """
    carriers = _ALWAYS | (_FIRST if generation <= Generation.G2 else {}) | (_NEWER if newest else {})
    known = frozenset(templates)
    return frozenset(kind for kind, messages in carriers.items() if not messages <= known)


def end_of(template: str) -> str:
    """How the game ends, according to a message about it; empty if the words are unknown."""
    return words.END_KINDS.get(template.removeprefix(words.END_PREFIX).split(":")[0].lower(), "")


#: Templates that state no choice. Nearly all messages have one of some hundred.
_silent: Final[set[str]] = set()
_MOST_SILENT: Final = 2000
