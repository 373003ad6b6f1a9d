"""Cards that are hidden again: which one it was, by when it is drawn again."""

from __future__ import annotations

from dataclasses import replace

from innolog.cards.facts import CardSet, back_of
from innolog.log import NOBODY, At, DeckJunked, EffectStarted, Observation, Place, Transfer
from innolog.replay.poor.hidden import DrawnAgain, drawn_again

HERE = At(1, 0, 0)
#: The back of base cards of age 2.
BACK = 2


def returned(
    card: int | None = None, *, bottom: bool | None = True, age: int = 2, place: Place = Place.HAND
) -> Transfer:
    return Transfer(HERE, card, 0, age, False, 0, place, None, NOBODY, Place.DECK, None, bottom=bottom)


def drawn(card: int | None = None, *, age: int | None = 2) -> Transfer:
    return Transfer(HERE, card, 0, age, False, NOBODY, Place.DECK, None, 0, Place.HAND, None)


def figure_drawn(card: int | None) -> Transfer:
    return replace(drawn(card), card_set=CardSet.FIGURES)


def again(*told: Observation, above: int = 0) -> DrawnAgain:
    return drawn_again([returned(), *told], 1, BACK, above)


def test_a_card_is_drawn_again_once_all_above_it_are() -> None:
    assert again(drawn(18), drawn(19)).first == 18
    assert again(drawn(18), drawn(19), above=1).first == 19
    # Cards of another age don't matter, one put on top does.
    assert again(drawn(30, age=3), returned(age=3), drawn(18)).first == 18
    assert again(returned(bottom=False), drawn(18), drawn(19)).first == 19
    # Face down, or never.
    assert again(drawn(), drawn(19)).first == -1
    assert again(drawn(18), above=1) == DrawnAgain(-1, frozenset(), (), False)


def test_what_is_returned_before_it_is_drawn_is_another_card() -> None:
    told = again(returned(), returned(), drawn(), drawn(18), drawn(19), drawn(20))
    assert told == DrawnAgain(-1, frozenset({18, 19}), (20,), False)
    # What is returned after it was drawn can be the same.
    assert again(drawn(), returned(), drawn(18)) == DrawnAgain(-1, frozenset(), (18,), False)


def test_a_card_whose_pile_is_junked_is_not_drawn_again() -> None:
    """What was wrong: without a line for each card of the pile, a card that came later was taken for it."""
    assert again(DeckJunked(HERE, 2, 1), returned(), drawn(18)) == DrawnAgain(-1, frozenset(), (), False)
    assert again(DeckJunked(HERE, None, 1), drawn(18)).first == -1
    assert again(DeckJunked(HERE, 3, 1), drawn(18)).first == 18
    assert again(drawn(18), DeckJunked(HERE, 2, 0)).first == 18


def test_where_it_may_be_another_pile_or_end_of_it_nothing_is_said_for_sure() -> None:
    assert again(drawn(None, age=None), drawn(18)).first == -1
    # A card that becomes available as an achievement comes from the bottom.
    available = replace(drawn(), to_owner=NOBODY, to_place=Place.ACHIEVEMENTS)
    assert again(available, drawn(18)) == DrawnAgain(-1, frozenset(), (), False)
    assert again(drawn(18), drawn(None, age=None), drawn(19)) == DrawnAgain(18, frozenset(), (), False)
    assert again(returned(bottom=None), drawn(18)) == DrawnAgain(18, frozenset(), (), True)
    # Telescope puts a card from the forecast on top, Bifocals returns it.
    assert again(returned(bottom=None, place=Place.FORECAST), drawn(18), drawn(19)) == DrawnAgain(
        -1, frozenset(), (), False
    )
    # The Daily Courant puts a card on top that it has just drawn into the hand; others return cards from there.
    nothing = DrawnAgain(-1, frozenset(), (), False)
    assert again(drawn(), returned(bottom=None), drawn(18), above=1) == nothing
    assert again(drawn(21), returned(21, bottom=None), drawn(18), above=1) == nothing
    assert again(drawn(21), returned(22, bottom=None), drawn(18), above=1) == DrawnAgain(18, frozenset(), (), True)
    assert again(drawn(21), returned(21), drawn(18), above=1).first == 18


def test_a_karma_before_a_draw_may_have_shuffled_the_pile_of_figures() -> None:
    """A figure names a card, takes it out of the pile and shuffles the pile. Piles of other sets stay as they are."""
    back, card = back_of(CardSet.FIGURES, 2), 907
    karma = EffectStarted(HERE, 0, "karma", 1)
    mine = replace(returned(), card_set=CardSet.FIGURES)
    for told, first in (
        ((figure_drawn(card),), card),
        ((karma, figure_drawn(card)), -1),
        # The draw that the karma comes before may be of another set.
        ((karma, drawn(18), figure_drawn(card)), -1),
        # This karma did something else.
        ((karma, mine, figure_drawn(card)), card),
        ((EffectStarted(HERE, 0, "dogma", 1), figure_drawn(card)), card),
    ):
        assert drawn_again([mine, *told], 1, back, 0).first == first
    assert again(karma, drawn(18)).first == 18
