"""Find the expansions in a log of the fourth edition, before anything in it is compared.

innolog has their cards only as the third edition prints them: icons, names and special achievements differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from parsers.bga import notifications as words
from parsers.bga.envelope import Envelope
from parsers.bga.values import Args, to_int

#: The site's numbers of sets.
_NAMES: Final = {
    1: "Artifacts of History",
    2: "Cities of Destiny",
    3: "Echoes of the Past",
    4: "Figures in the Sand",
    5: "The Unseen",
}
#: Cards that the site lists in each game, whatever the sets in play: those of The Unseen, flags and fountains.
_ALWAYS_LISTED: Final = (range(480, 595), range(1000, 1200))
#: The ids of the base cards, which every game lists, and how many of them may be missing.
_BASE, _MOST_BASE_MISSING = range(105), 5
#: Maximum number of moves of other sets' cards that may be a forger's, and how many cards move until there are more.
#: In 26 games the third such move came at most 28 moves after the first.
_RARE, _FURTHER = 2, 60
#: Places of cards that only a set has.
_PLACES: Final = {"display": 1, "museums": 1, "relics": 1, "flags": 2, "fountains": 2, "forecast": 3, "safe": 5}


def expansions_of(envelope: Envelope) -> list[str]:
    """The names of the expansions in a log of the fourth edition, in the order of their numbers; empty for none.

    At least one card of another set must move. Then the site's list of cards names the sets, if the log has it. Without
    that list a few moves are not enough: a log of the base set with another set's number in a move or two is one that
    contradicts itself.
    """
    listed = _listed(envelope.gamedatas)
    if listed is not None and not listed:
        return []
    moved, certain = _moved(envelope)
    found = listed if listed is not None and moved else moved if certain else set()
    return [name for number, name in _NAMES.items() if number in found]


def lists_the_base_set_alone(envelope: Envelope) -> bool:
    """Whether the site's list of cards shows that no expansion is in play."""
    return _listed(envelope.gamedatas) == set()


def _listed(gamedatas: dict[str, Any] | None) -> set[int] | None:
    """The sets whose cards are in the site's list of the cards of the game; None without such a list."""
    cards = (gamedatas or {}).get("cards")
    rows = cards.values() if isinstance(cards, dict) else cards if isinstance(cards, list) else ()
    listed: dict[int, int] = {}
    for row in rows:
        card = to_int(row.get("id")) if isinstance(row, dict) else None
        if card is not None:
            listed[card] = to_int(row.get("type")) or 0
    if sum(card in listed for card in _BASE) < len(_BASE) - _MOST_BASE_MISSING:
        return None
    return {of_set for card, of_set in listed.items() if of_set and not any(card in ids for ids in _ALWAYS_LISTED)}


def _moved(envelope: Envelope) -> tuple[set[int], bool]:
    """The sets whose cards move, and whether there are enough of these moves."""
    found: set[int] = set()
    moves: Counter[str] = Counter()
    after: Counter[str] = Counter()
    for channel, args in transfers(envelope):
        of_set = to_int(args.get("type"))
        own = of_set or _PLACES.get(str(args.get("location_from"))) or _PLACES.get(str(args.get("location_to")))
        if own:
            found.add(own)
            moves[channel] += 1
        if moves[channel]:
            after[channel] += 1
    # The log of each channel is one of the whole game.
    rare = all(number <= _RARE < _FURTHER < after[channel] for channel, number in moves.items())
    return found, not rare


def transfers(envelope: Envelope) -> Iterator[tuple[str, Args]]:
    """The channel and the arguments of every move of a card."""
    for packet in envelope.packets:
        for event in packet["data"]:
            args = event.get("args")
            if event["type"].startswith(words.TRANSFER) and isinstance(args, dict):
                yield str(packet.get("channel")), args
