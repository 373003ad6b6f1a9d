"""Find the fields that a log lacks, although each generation of the site's code that may have written it writes them.

A program may drop a field from all notifications of a type, or write null in its place. Then the field says nothing,
and nobody knows what wrote the log. If only some notifications lack it, somebody removed it from these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from innolog.cards.generations import Generation
from innolog.log import At, Unread
from parsers.bga import notifications as sent
from parsers.bga import notifications_2024 as words_2024
from parsers.bga.channels import Item
from parsers.bga.fields_2024 import tables
from parsers.bga.values import Args, to_int
from parsers.fields import Basis

#: A part of a text in whose place the page puts an argument. The site sends no text without its arguments.
_ARGUMENT: Final = re.compile(r"\$\{([^{}]*)\}")
#: The number of icons that an Artifact on display adds. If that is 0, the icon may be null.
_ADDED: Final = "resource_count_delta"
#: For types of notifications and states: a field, and another one beside which it always stands; or an empty text if it
#: is always there.
_BESIDE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    sent.TRANSFER: (
        *(("player_id", "player_name"), ("player_id", "You"), ("opponent_id", "opponent_name")),
        ("meld_keyword", words_2024.GENERATION),
    ),
    sent.LOG: (("id", "dogma_icon"),),
    sent.LOG_WITH_CARDS: (("card_ids", ""),),
    sent.DISPLAY_ICONS: (
        ("player_id", ""),
        (_ADDED, ""),
        ("resource_icon", _ADDED),
    ),
    sent.STATE: (("id", ""),),
    f"state {sent.STATE_ACTION}": (("action_number", ""),),
    f"state {sent.STATE_CHOICE}": (("can_pass", ""),),
    f"state {sent.STATE_EFFECT_OF_PLAYER}": (
        ("JSCardEffectQuery", ""),
        *((f"card_{number}", f"ref_player_{number}") for number in range(10)),
    ),
}


def find_lacking(items: Sequence[Item], generation: Generation) -> Iterator[Unread]:
    """The fields that no notification of a type has: where each should be first, and what is missing there."""
    first: dict[tuple[str, str], Item] = {}
    had: set[tuple[str, str]] = set()
    awaited = {part: list(fields) for part, fields in _BESIDE.items()}
    texts: set[str] = set()
    fields = tables(generation).notifications
    for item in items:
        for part, args in _parts(item):
            for field in tuple(awaited.get(part, ())):
                name, beside = field
                if args.get(name) is not None:
                    awaited[part].remove(field)
                    had.add((part, name))
                elif not beside or not (args.get(beside) is None or (beside == _ADDED and to_int(args[beside]) == 0)):
                    first.setdefault((part, name), item)
        if item.template and item.template not in texts:
            texts.add(item.template)
            known = fields.get(item.kind, {})
            for name in _ARGUMENT.findall(item.template):
                if name not in known or known[name].basis is Basis.EXPLAINS:
                    continue
                # A text in the second person was put into the third.
                if item.args.get(name) is None and not (name == "player_name" and "You" in item.args):
                    first.setdefault((item.kind, name), item)
    for (kind, name), item in first.items():
        if (kind, name) not in had and not any(
            args.get(name) is not None for other in items for part, args in _parts(other) if part == kind
        ):
            at = min((copy.at for copy in (item, *item.private)), key=lambda at: at.place)
            yield lacks(at, kind, name)


def lacks(at: At, kind: str, name: str) -> Unread:
    """What is not known from a place on, because no notification of a type has a field."""
    return Unread(at, f"no {kind} has the field {name}, which the site always writes")


def _parts(item: Item) -> Iterator[tuple[str, Args]]:
    """A notification with its arguments, and a state with its own ones."""
    yield item.kind, item.args
    if item.kind == sent.STATE:
        inner = item.args.get("args")
        yield f"state {item.args.get('id')}", inner if isinstance(inner, dict) else {}
