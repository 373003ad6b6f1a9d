"""Hidden cards: which are alike, which faces one can have, and how a returned card is drawn again."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from innolog import log as seen
from innolog.beliefs.identities import back_of_card
from innolog.cards.facts import CardSet, back_age, back_set
from innolog.comparing.matching import has_back, is_owner
from innolog.engine.game import Game
from innolog.log import Observation, Place


def could_become(game: Game, hidden: int, card: int) -> bool:
    """Whether a hidden card can still turn out to be a card."""
    return (
        not game.is_known(hidden)
        and card not in game.place
        and game.back[hidden] == back_of_card(card)
        and game.nature.can_have(hidden, card)
    )


def kind_of(game: Game, card: int) -> Hashable:
    """A key that distinguishes a card from others: equal for hidden cards with one back, domain and place."""
    if game.is_known(card):
        return card
    return (game.back[card], game.nature.domains.get(card), game.place[card])


def unlike(game: Game, cards: Iterable[int]) -> list[int]:
    """The first card of each kind. No event so far distinguishes hidden cards of one kind."""
    return list({kind_of(game, card): card for card in reversed(list(cards))}.values())[::-1]


class DrawnAgain(NamedTuple):
    """How a card that is returned to the bottom of a supply pile is drawn again.

    ``first`` is its face, or -1 if it is drawn face down or not at all. The ``others`` are those that are returned
    after it, before it is drawn; those that come ``later`` are returned after that. ``doubtful``: True when at least
    one return does not record whether the card went to the bottom.
    """

    first: int
    others: frozenset[int]
    later: tuple[int, ...]
    doubtful: bool


#: Nothing is known about when a card is drawn again.
NOT_DRAWN = DrawnAgain(-1, frozenset(), (), False)


def drawn_again(observations: Sequence[Observation], start: int, back: int, above: int) -> DrawnAgain:
    """How a card with a back is drawn again from ``start`` on, with the number of cards ``above`` it.

    Cards are drawn from the top and returned to the bottom. So a returned card is drawn after all cards above it. But a
    karma that comes before a draw may take a figure out of its supply pile and shuffle the pile: nothing is known then.
    """
    of_figures, after_karma = back_set(back) == CardSet.FIGURES, False
    below = 0
    first: int | None = None
    others: set[int] = set()
    later: list[int] = []
    before: seen.Transfer | None = None
    doubtful = False
    for observation in observations[start:]:
        if of_figures and isinstance(observation, seen.EffectStarted):
            after_karma = observation.kind in (None, "karma")
        if isinstance(observation, seen.ActionBegan | seen.DogmaStarted):
            before = None
        if isinstance(observation, seen.DeckJunked) and observation.age in (None, back_age(back)):
            # The pile is gone, and a record need not have a line for each of its cards.
            break
        if not isinstance(observation, seen.Transfer):
            continue
        if after_karma and observation.from_place is Place.DECK:
            break
        after_karma = False
        to_bottom, before = is_returned(observation, before), observation
        if not has_back(back, observation):
            continue
        returned, drawn = observation.to_place is Place.DECK, observation.from_place is Place.DECK
        if (returned or drawn) and None in (observation.age, observation.card_set):
            # It may be another pile.
            break
        if drawn and observation.to_place is Place.ACHIEVEMENTS:
            # An effect of Echoes draws the bottom card.
            break
        if returned and to_bottom is None:
            break
        # It may have gone to the other end.
        doubtful |= returned and observation.bottom is None
        if returned and not to_bottom:
            if first is not None:
                break
            above += 1
        elif returned and first is None:
            below += 1
        elif drawn:
            card = -1 if observation.card is None else observation.card
            above -= 1
            if above < 0 and first is None:
                first = card
            elif above < 0 and -above <= below + 1:
                others.add(card)
            elif above < 0:
                later.append(card)
    return DrawnAgain(-1 if first is None else first, frozenset(others), tuple(later), doubtful)


def moves_of_action(observations: Sequence[Observation], start: int) -> Iterator[seen.Transfer]:
    """The moves of cards from ``start`` on, up to the end of the action."""
    for observation in observations[start:]:
        if isinstance(observation, seen.ActionBegan | seen.DogmaStarted):
            break
        if isinstance(observation, seen.Transfer):
            yield observation


def still_lie(moves: Iterable[seen.Transfer], cards: Iterable[int], before: seen.Transfer) -> set[int]:
    """Those of the cards that, by some moves, still lie where ``before`` takes a card from face down.

    The first move that names a card decides: it takes the card openly from there, or says that the revealed card stays
    there. A card that comes back in between does not count. None of those found is the card that ``before`` takes.
    """
    left, found = set(cards), set[int]()
    for move in moves:
        comes = move.to_place is before.from_place and is_owner(before.from_owner, move.to_owner)
        if move.card is None and comes:
            break
        leaves = (move.from_place, move.from_owner) == (before.from_place, before.from_owner)
        stays = comes and move.from_place is Place.REVEALED and move.from_owner == move.to_owner
        if move.card in left and (leaves or stays):
            found.add(move.card)
        left.discard(move.card)
    return found


def is_returned(move: seen.Transfer, before: seen.Transfer | None = None) -> bool | None:
    """Whether a card comes to the bottom of a supply pile, by the record or very likely; None if nobody can say.

    ``before`` is the move before it in the same action. Few effects put a card on top: one of Echoes takes it from the
    forecast, from which others return cards; others (The Daily Courant, and Tuning Fork on a site) have just drawn it
    into a hand.
    """
    if move.bottom is not None:
        return move.bottom
    if move.from_place is Place.FORECAST:
        return None
    just_drawn = (
        before is not None
        and (before.from_place, before.to_place, move.from_place) == (Place.DECK, Place.HAND, Place.HAND)
        and before.to_owner == move.from_owner
        and before.back == move.back
        and (before.card is None or move.card is None or before.card == move.card)
    )
    return None if just_drawn else True
