"""The third edition with expansions as Board Game Arena's newer code plays it .

The class: that code has one text for both editions of some cards, and the third edition is then played by the fourth's.
Only cards that recorded games show are played so.
"""

from __future__ import annotations

import pytest

from innolog.cards.facts import CardSet, back_of
from innolog.engine.events import DeckJunked, Event, Transfer
from innolog.engine.ruleset import Platform
from innolog.engine.zones import Zone
from tests.cards.played import ECHOES, SITE, Played, effect_of
from tests.table import card, seat

NEWER = Platform.BGA_2024
EACH = pytest.mark.parametrize("platform", [SITE, NEWER])


def _junked(events: list[Event]) -> list[int]:
    return [event.age for event in events if isinstance(event, DeckJunked)]


@EACH
def test_dead_sea_scrolls_junks_the_pile_it_drew_from(platform: Platform) -> None:
    played = Played("Dead Sea Scrolls", seat(board=["Dead Sea Scrolls"]), seat(), platform=platform)
    assert played.size(Zone.HAND) == 1
    assert _junked(played.events) == ([2] if platform is NEWER else [])
    left = played.game.decks[back_of(CardSet.ARTIFACTS, 2)]
    assert bool(left) is (platform is SITE)


@pytest.mark.parametrize(
    ("hand", "board", "junked", "scored"),
    [
        ("Paper", "Philosophy", [5], 0),
        ("Gunpowder", "Coal", [9], 0),
        ("Atomic Theory", "Enterprise", [], 1),
        ("Railroad", "Bicycle", [], 0),
    ],
)
def test_kilogram_of_the_archives_junks_the_pile_of_the_sum(
    hand: str, board: str, junked: list[int], scored: int
) -> None:
    """A sum of ten scores; a sum above the last pile does nothing. The older code knows the ten alone."""
    for platform in (SITE, NEWER):
        played = Played(
            "Kilogram of the Archives", seat(hand=[hand], board=[board]), seat(), platform=platform, nested=True
        )
        assert _junked(played.events) == (junked if platform is NEWER else [])
        assert played.size(Zone.SCORE) == scored


@EACH
def test_the_big_bang_draws_unseen(platform: Platform) -> None:
    """Writing always changes something, so that this goes on until no 10 is left."""
    played = Played("The Big Bang", seat(board=["Writing"]), seat(), platform=platform, nested=True)
    gone = [event for event in played.events if isinstance(event, Transfer) and event.to_zone is Zone.REMOVED]
    assert played.how == "score"
    assert {event.from_zone for event in gone} == {Zone.HAND if platform is NEWER else Zone.REVEALED}


@EACH
def test_priest_king_shows_no_card_but_uses_its_color(platform: Platform) -> None:
    played = Played(
        "Priest-King", seat(hand=["Tools"], board=["Writing"]), seat(), platform=platform, nested=True, available=[]
    )
    zones = [event.to_zone for event in played.events if isinstance(event, Transfer) and event.card == card("Tools")]
    assert zones == ([Zone.SCORE] if platform is NEWER else [Zone.REVEALED, Zone.SCORE])
    assert played.size(Zone.HAND) == 1


@EACH
def test_priest_king_without_a_card_does_nothing(platform: Platform) -> None:
    played = Played("Priest-King", seat(board=["Writing"]), seat(), platform=platform, nested=True, available=[])
    assert not played.size(Zone.HAND)
    assert not played.size(Zone.SCORE)


@EACH
def test_molasses_reef_caravel_draws_nothing(platform: Platform) -> None:
    answers, top = (["Enterprise"] if platform is SITE else []), {4: ["Enterprise", "Perspective", "Reformation"]}
    played = Played(
        "Molasses Reef Caravel", seat(hand=["Tools"]), seat(), platform=platform, nested=True, answers=answers, top=top
    )
    assert played.size(Zone.HAND) == (2 if platform is SITE else 0)


@EACH
def test_moonlight_sonata_junks_an_achievement(platform: Platform) -> None:
    played = Played(
        "Moonlight Sonata",
        seat(board=["Tools"]),
        seat(),
        platform=platform,
        nested=True,
        answers=[{"Oars"}],
        available=["Oars", "Paper"],
    )
    assert played.size(Zone.ACHIEVEMENTS) == (platform is SITE)
    assert (card("Oars") in played.game.junk_pile) is (platform is NEWER)


def test_linguistics_names_its_bonus_after_the_draw() -> None:
    """Nobody chooses: the value is that of the card that was drawn."""
    for platform, known in ((SITE, []), (NEWER, [1])):
        board = seat(board=["Linguistics", "Bangle"])
        game = Played("Bangle", board, seat(), platform=platform, sets=ECHOES, nested=True).game
        told: list[int] = []
        drawn: list[Event] = []
        game.sink = drawn.append
        game.watch_named = lambda player, kind, values, told=told, drawn=drawn: told.extend(values) if drawn else None
        effect_of(game, "Linguistics", "dogma")(game, game.players[0])
        assert told == known, platform


@pytest.mark.parametrize(("platform", "zone"), [(SITE, "available"), (NEWER, "available")])
def test_chopsticks_adds_the_bottom_card_to_the_achievements(platform: Platform, zone: str) -> None:
    played = Played(
        "Chopsticks", seat(), seat(), platform=platform, sets=ECHOES, nested=True, answers=[True], available=["Paper"]
    )
    assert [played.game.age[number] for number in getattr(played.game, zone)] == [3, 1]
