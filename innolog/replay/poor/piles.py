"""The likely order of a pile in an unrecorded order, from what the log shows of it later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from innolog import log as seen
from innolog.comparing.matching import is_owner
from innolog.engine.game import Game
from innolog.log import Observation, Place


def likely_order(game: Game, observations: Iterable[Observation], cards: Sequence[int]) -> tuple[list[int], bool]:
    """The likely order of a pile, bottom to top, from what the log shows of it later; False if it shows nothing."""
    table, color = game.table, game.color[cards[0]]
    others = frozenset(card for card in table.cards if table.color[card] == color).difference(cards)
    tops = tops_shown(observations, cards, game.place[cards[0]][0], others)
    depth = {card: number for number, card in enumerate(tops)}
    # A card that shows later, or never, lies further down.
    return sorted(cards, key=lambda card: -depth.get(card, len(cards))), bool(tops)


def tops_shown(
    observations: Iterable[Observation], cards: Sequence[int], owner: int, others: frozenset[int]
) -> list[int]:
    """The top cards of a pile one after the other, as far as the log shows them, in their order.

    ``observations`` are what follows, ``cards`` those of the pile of ``owner``, and ``others`` all others of its color.
    A card is on top when it is activated or leaves the board, unless a card came onto the pile later. A card that may
    have come to the top or to the bottom counts as come to the bottom. After a card leaves from further down, the log
    shows no more: the pile may have been put in another order since.
    """
    left, above, found = set(cards), set[int](), list[int]()
    for observation in observations:
        if isinstance(observation, seen.DogmaStarted):
            card: int | None = observation.card
        elif isinstance(observation, seen.Transfer) and observation.card is not None:
            card = observation.card
            if observation.from_place is not Place.BOARD or card in above:
                above.discard(card)
                gone = card in cards and card not in left
                arrives = observation.to_place is Place.BOARD and is_owner(owner, observation.to_owner)
                if arrives and (gone or card in others) and observation.bottom is False:
                    above.add(card)
                continue
        elif isinstance(observation, seen.Wiped | seen.TopsAndHandsRemoved):
            break
        else:
            continue
        if card in left and not above:
            if found and found[-1] in left and found[-1] != card:
                break
            if card not in found:
                found.append(card)
        if isinstance(observation, seen.Transfer):
            left.discard(card)
    return found
