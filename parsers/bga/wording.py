"""Compare the text of a message with the facts in its arguments, its color and its players.

Only English text is compared. A message in another language, or without text, states nothing more than its arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from innolog.cards.facts import Color, Direction
from innolog.cards.generations import Generation
from parsers.bga import notifications_2024 as words_2024
from parsers.bga.values import Args, bare, flag, to_int, truth

Fault = tuple[str, object, object]


class Move(NamedTuple):
    """The parts of a transfer that a text can describe."""

    start: str
    end: str
    #: None if the log does not record it.
    bottom: bool | None
    scored: bool
    melded: bool
    #: True when the player, not the opponent, had the card, and gets it.
    from_player: bool
    to_player: bool
    #: True when the text may call a move to a score pile scoring or not, whatever it is.
    vague: bool = False


#: Until this generation, a text calls it scoring if a card is transferred within the owner's places, and calls it a
#: transfer if Rock scores a card for another player.
VAGUE_UNTIL: Final = Generation.G6

_PLACEHOLDER = re.compile(r"\$\{([^}]*)\}")
_WORDS = re.compile(r"[a-z]+")
#: Places as messages name them, after "from" and "to".
_PLACES = {
    "hand": "hand",
    "board": "board",
    "score pile": "score",
    "forecast": "forecast",
    "display": "display",
    "achievements": "achievements",
}
_PLACE = re.compile(r"\b(from|to) (his|your|(?:opponent's)) (" + "|".join(_PLACES) + r")\b")
#: The meaning of each verb for the card that moves. The site also uses "scores" for a revealed card that is not scored.
_VERBS: dict[str, Callable[[Move], bool]] = {
    "dig": lambda move: (move.start, move.end) == ("deck", "display"),
    "draw": lambda move: move.start == "deck",
    "meld": lambda move: move.end == "board" and not move.bottom,
    "tuck": lambda move: move.end == "board" and move.bottom is not False,
    "promote": lambda move: (move.start, move.end) == ("forecast", "board") and not move.bottom,
    "foreshadow": lambda move: move.end == "forecast",
    "score": lambda move: move.end == "score" and (move.scored or move.start == "revealed" or move.vague),
    "reveal": lambda move: move.end == "revealed",
    "achieve": lambda move: move.end == "achievements",
    "return": lambda move: move.end == "relics" or (move.end == "deck" and move.bottom is not False),
    "place": lambda move: move.end == "hand" or (move.end == "deck" and not move.bottom),
    "transfer": lambda move: (not move.scored or move.vague) and not move.melded,
    "take": lambda move: (move.start, move.end) == ("board", "hand"),
    "seize": lambda move: move.start in ("relics", "achievements") and move.end in ("hand", "achievements"),
    "removed": lambda move: move.end == "removed",
    "flag": lambda move: "flags" in (move.start, move.end),
    "fountain": lambda move: "fountains" in (move.start, move.end),
}
#: The verbs that say to which end of a pile a card goes.
_BOTTOM: Final = {"tuck": True, "return": True, "meld": False}
_FORMS = {form: verb for verb in _VERBS for form in (verb, verb + "s")}


def _fits(template: str, move: Move) -> bool:
    """Whether the text of a message describes what happens to the card; True for unknown words."""
    text = _PLACEHOLDER.sub(_address, template)
    places = _PLACE.findall(text)
    verbs = {_FORMS[word] for word in _WORDS.findall(text.replace("score pile", "")) if word in _FORMS}
    if not all(_VERBS[verb](move) for verb in verbs):
        return False
    if verbs == {"draw"} and move.end != "hand":
        return False
    return _places_fit(places, move)


def told_bottom(template: str) -> bool | None:
    """Whether a card goes to the bottom, according to the text of a message; None if no word says it."""
    verbs = {_FORMS[word] for word in _WORDS.findall(_PLACEHOLDER.sub("", template)) if word in _FORMS}
    told = {bottom for verb, bottom in _BOTTOM.items() if verb in verbs}
    return told.pop() if len(told) == 1 else None


def _places_fit(places: list[tuple[str, str, str]], move: Move) -> bool:
    """Whether the places in a text are those between which the card moves."""
    for way, whose, place in places:
        there, owner = (move.start, move.from_player) if way == "from" else (move.end, move.to_player)
        if there != _PLACES[place]:
            return False
        # If a card stays with the opponent, the site still calls its new place the player's.
        if owner == (whose == "opponent's") and (way == "from" or move.from_player != move.to_player):
            return False
    return True


#: Common places, as the newer generation names them.
_COMMON_PLACES = {"the available achievements": "achievements", "the junk": "junk"}
_COMMON_PLACE = re.compile(r"\b(from|to) (" + "|".join(_COMMON_PLACES) + r")\b")


def places_fit(text: str, alone: bool, move: Move) -> bool:
    """Whether a text that names places of players fits a move; ``alone`` if only one player is involved."""
    for way, place in _COMMON_PLACE.findall(text):
        if _COMMON_PLACES[place] != (move.start if way == "from" else move.end):
            return False
    told = _PLACEHOLDER.sub(_address, text.replace("${your}", "your") if alone else text)
    return _places_fit(_PLACE.findall(told), move)


def _address(placeholder: re.Match[str]) -> str:
    # "${your}" stands in the opponent's copy for "${opponent_name}'s". Here it is distinguished from "your" after
    # "You".
    return {"opponent_name": "opponent", "your": "opponent's"}.get(placeholder[1], "")


def transfer_fault(told: tuple[object, ...]) -> Fault | None:
    """Check the text of a transfer against its arguments.

    ``told`` is the template, the source and target places, and whether the card goes to the bottom, is scored, is
    melded, and whether the words for scoring are vague (:data:`VAGUE_UNTIL`). If two players are involved, it also says
    whether the card comes from, and goes to, the one who is named first.
    """
    try:
        known = told in _fitting
    except TypeError:
        # A value that is not text, a number or a boolean is rejected elsewhere.
        return None
    return None if known else _transfer_fault(told)


#: Combinations of text and arguments that were found to agree. Games repeat a few hundred of them.
_fitting: Final[set[tuple[object, ...]]] = set()
_MOST_FITTING: Final = 5000


def _transfer_fault(key: tuple[object, ...]) -> Fault | None:
    template, start, end, bottom, score, meld, vague = key[:7]
    one = len(key) == 7
    sides = (True, True) if one else (bool(key[7]), bool(key[8]))
    end_known = None if bottom is None else truth(bottom)
    move = Move(str(start), str(end), end_known, truth(score), truth(meld), *sides, vague=bool(vague))
    # If only one player is involved, "${your}" refers to that player.
    text = str(template).replace("${your}", "your") if one else str(template)
    if _fits(text, move):
        if len(_fitting) < _MOST_FITTING:
            _fitting.add(key)
        return None
    how = [word for word, on in (("bottom", move.bottom), ("scored", move.scored), ("melded", move.melded)) if on]
    return "log", " ".join([move.start, "to", move.end, *how]), template


_COLOR_OF = {color.name.lower(): int(color) for color in Color}
_DIRECTION_OF = {direction.name.lower(): int(direction) for direction in Direction if direction}


def color_fault(key: str, args: Args, color: int | None) -> Fault | None:
    """Check the word for a color, which is the first word of an argument."""
    told = args.get(key)
    named = _COLOR_OF.get(told.split(" ", 1)[0]) if isinstance(told, str) else None
    if named is None or named == color:
        return None
    return key, next((name for name, number in _COLOR_OF.items() if number == color), color), told


def splay_faults(args: Args) -> list[Fault]:
    """Check the redundant fields of a splay against its pile and direction."""
    faults: list[Fault] = []
    color, direction = to_int(args.get("color")), to_int(args.get("splay_direction"))
    for key in ("colored", "colored_cards"):
        if (fault := color_fault(key, args, color)) is not None:
            faults.append(fault)
    word = args.get("splay_direction_in_clear")
    named = _DIRECTION_OF.get(word) if isinstance(word, str) else None
    if named is not None and named != direction:
        faults.append(("splay_direction_in_clear", direction, word))
    forced = args.get("forced_unsplay")
    if forced is not None and flag(forced) is not (direction == 0):
        faults.append(("forced_unsplay", direction == 0, forced))
    return faults


#: The site's wordings for the number of the action.
_ACTIONS = {"a single action": 1, "a first action": 1, "a second action": 2}


def action_fault(args: Args) -> Fault | None:
    """Check the wording for the number of the action against the number, and that there are no secrets to claim.

    Secrets belong to a set of the fourth edition that is not read.
    """
    if args.get(words_2024.SECRETS):
        return words_2024.SECRETS, [], args[words_2024.SECRETS]
    told, number = args.get("qualified_action"), to_int(args.get("action_number"))
    named = _ACTIONS.get(told) if isinstance(told, str) else None
    return None if named is None or number is None or named == number else ("qualified_action", number, told)


_ORDINAL = re.compile(r"^(\d)(?:st|nd|rd|th) ")


@lru_cache(maxsize=1024)
def effect_fault(told: str, kind: str, number: int) -> Fault | None:
    """Check the wording for an effect. A compel effect is announced as a demand."""
    text = bare(told)
    ordinal = _ORDINAL.match(text)
    named, which = (text[ordinal.end() :], int(ordinal[1])) if ordinal else (text, number)
    kinds = {
        "I demand effect": ("demand",),
        "I compel effect": ("demand", "compel"),
        "non-demand effect": ("dogma",),
        "echo effect": ("echo",),
        "karma effect": ("karma",),
        "inspire effect": ("inspire",),
        "decree effect": ("decree",),
    }.get(named)
    if kinds is None or (kind in kinds and which == number):
        return None
    return "qualified_effect", f"{kind} effect {number}", text
