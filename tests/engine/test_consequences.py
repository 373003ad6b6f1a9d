"""The order of what follows an operation, step by step, on the site and by the rulebook.

What was wrong: the steps stood in three modules, each right for the games it was written for. City achievements came
before other players' standing ones and in games already won; a lost splay was not recorded once the game was won; flags
were counted from seat 0 on. Looked for: every operation (move, splay, rearrangement, elimination, removal, wipe) with
every step, each won by every step before the last.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from innolog.cards.facts import FLAGS, FOUNTAINS, CardSet, Color, Direction
from innolog.engine.events import Eliminated, Event, Rearranged, Splay, TopsAndHandsRemoved, Transfer, Wiped
from innolog.engine.game import Game, GameOver
from innolog.engine.position import Seat
from innolog.engine.ruleset import Platform
from innolog.engine.zones import NOBODY, Zone
from tests.table import Script, card, cards, seat, table

SETS = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES})
#: Seven cards of a forecast meet Destiny.
FORECAST = cards("Puppet", "Paper", "Bell", "Comb", "Dice", "Soap", "Lever")
SITE, TABLE = Platform.BGA, Platform.TABLE
#: Standard achievements for a player who must be close to winning.
CLAIMED = ["Masonry", "Philosophy", "Feudalism", "Reformation", "Banking", "Canning", "Lighting", "Empiricism"]
OTHERS = ["Tools", "Calendar", "Compass", "Colonialism", "Chemistry"]


def _listen(game: Game) -> list[Any]:
    """The list of all later events, in words and with the seat."""
    told: list[Any] = []

    def sink(event: Event) -> None:
        if isinstance(event, Transfer) and event.card >= FLAGS:
            kind = "flag" if event.card < FOUNTAINS else "fountain"
            gained = event.to_owner != NOBODY
            told.append((f"{kind} {'gained' if gained else 'lost'}", event.to_owner if gained else event.from_owner))
        elif isinstance(event, Transfer) and event.to_zone == Zone.ACHIEVEMENTS:
            told.append((game.table.name[event.card], event.to_owner))
        elif isinstance(event, Transfer):
            told.append("move")
        elif isinstance(event, Splay):
            told.append(("unsplayed" if event.lost else "splayed", event.owner))
        elif isinstance(event, (Rearranged, Eliminated, TopsAndHandsRemoved, Wiped)):
            told.append(type(event).__name__)

    game.sink = sink
    return told


def _all_at_once(platform: Platform, *, mine: int = 0, current: int = 0) -> Game:
    """Seat 0 can tuck Stockholm from the top of seat 1's splayed pile, and everything follows.

    Seat 1 loses its flag, seat 0 gains one; seat 0 meets Monument, seat 1 Destiny; the tuck is worth Glory; seat 1's
    pile drops to one card.
    """
    me = seat(board=["Rio de Janeiro"], tucked=5, achievements=CLAIMED[:mine])
    you = seat(board=["Sailing", "Stockholm"], splays={Color.GREEN: Direction.LEFT})
    game = table(me, replace(you, forecast=FORECAST), sets=SETS, platform=platform)
    game.current = game.players[current]
    return game


def test_every_step_in_the_sites_order() -> None:
    """Flags, lost before gained, specials after the first of them, City achievements last."""
    game = _all_at_once(SITE)
    told = _listen(game)
    game.tuck(game.players[0], card("Stockholm"))
    assert told == [
        "move",
        ("flag lost", 1),
        ("Monument", 0),
        ("Destiny", 1),
        ("flag gained", 0),
        ("Glory", 0),
        ("unsplayed", 1),
    ]


def test_every_step_in_the_rulebooks_order() -> None:
    """Deluxe rulebook: whoever meets a condition claims at once; what one player claims comes together."""
    game = _all_at_once(TABLE)
    told = _listen(game)
    game.tuck(game.players[0], card("Stockholm"))
    assert told == [
        "move",
        ("flag lost", 1),
        ("flag gained", 0),
        ("Monument", 0),
        ("Glory", 0),
        ("Destiny", 1),
        ("unsplayed", 1),
    ]


def test_the_player_under_the_effect_is_first() -> None:
    """In turn order from the player under the effect; at the table from whose turn it is."""
    for platform, first in ((SITE, ["Destiny", "Monument"]), (TABLE, ["Monument", "Destiny"])):
        game = _all_at_once(platform, current=1)
        told = _listen(game)
        game.tuck(game.players[0], card("Stockholm"))
        assert [what for what, _ in told[1:] if what in first] == first


@pytest.mark.parametrize(
    ("mine", "last"),
    # Eight achievements win. A player who reaches the number in an early step still gets the rest of that step.
    [(7, ("flag gained", 0)), (6, ("flag gained", 0)), (5, ("Glory", 0))],
)
def test_a_won_game_ends_after_the_lost_splay(mine: int, last: tuple[str, int]) -> None:
    """Standing specials are still given, City achievements not, the splay is lost."""
    game = _all_at_once(SITE, mine=mine)
    told = _listen(game)
    with pytest.raises(GameOver) as end:
        game.tuck(game.players[0], card("Stockholm"))
    assert (end.value.how, end.value.winners) == ("achievements", (0,))
    assert told[-2:] == [last, ("unsplayed", 1)]
    assert ("Destiny", 1) in told
    assert (("Glory", 0) in told) == (mine == 5)


def test_two_flags_at_once_name_both_winners_or_who_has_most() -> None:
    """Both got there with one change; whoever has most is named, and all who tie."""
    for theirs, winners in ((5, (0, 1)), (4, (0,))):
        game = table(
            seat(board=["Stockholm"], achievements=CLAIMED[:5]),
            seat(board=["Rio de Janeiro"], achievements=OTHERS[:theirs]),
            seat(board=["Sailing", "Clothing"], splays={Color.GREEN: Direction.LEFT}),
            sets=frozenset({CardSet.BASE, CardSet.CITIES}),
            platform=SITE,
        )
        assert game.rules.achievements_needed == 6
        told = _listen(game)
        with pytest.raises(GameOver) as end:
            game.return_(card("Clothing"))
        assert told == ["move", ("flag gained", 0), ("flag gained", 1), ("unsplayed", 2)]
        assert end.value.winners == winners


def test_losses_come_before_gains_and_color_by_color() -> None:
    """Section 7, step 2; seen in ``positions/third`` (DeLorean nested in Rover Curiosity): the loss of the other first.

    Seat 0, under the effect, gains a red fountain and a purple flag; seat 1 loses a yellow flag before that.
    """
    game = table(
        seat(board=["Kuala Lumpur", "Archery", "Tokyo", "Code of Laws"]),
        seat(board=["Paris", "Agriculture"][::-1]),
        sets=SETS,
        platform=SITE,
    )
    told = _listen(game)
    game.remove_tops_and_hands()
    assert told == ["TopsAndHandsRemoved", ("flag lost", 1), ("fountain gained", 0), ("flag gained", 0)]


def test_a_splay_and_a_rearrangement_are_followed_alike() -> None:
    """Section 7: steps 2 to 4 and 7; a City is drawn for the splay only after them, and not if the game is won."""
    for mine in (6, 7):
        game = table(
            seat(board=["Sailing", "Stockholm"], achievements=CLAIMED[:mine]),
            seat(board=["The Wheel", "Clothing"], splays={Color.GREEN: Direction.LEFT}),
            sets=SETS,
            platform=SITE,
        )
        told = _listen(game)
        if mine == 6:
            game.splay(game.players[0], Color.GREEN, Direction.LEFT)
            assert told == [("splayed", 0), ("flag gained", 0), "move"]
        else:
            with pytest.raises(GameOver):
                game.splay(game.players[0], Color.GREEN, Direction.LEFT)
            assert told == [("splayed", 0), ("flag gained", 0)]
    game = table(seat(board=["Stockholm", "Sailing"], achievements=CLAIMED[:7]), seat(), sets=SETS, platform=SITE)
    told = _listen(game)
    Script(game, Color.GREEN, ["Sailing", "Stockholm"])
    with pytest.raises(GameOver):
        game.may_rearrange(game.players[0])
    assert told == ["Rearranged", ("flag gained", 0)]


def test_an_elimination_leaves_flags_to_the_next_change_of_a_board() -> None:
    """Section 7: the site counts flags anew with the next board move of anybody; at the table it is done at once."""
    for platform in (SITE, TABLE):
        game = table(
            seat(board=["Stockholm"]),
            seat(board=["Sailing", "Clothing"], splays={Color.GREEN: Direction.LEFT}),
            seat(hand=["Oars", "Tools"]),
            sets=SETS,
            platform=platform,
        )
        told = _listen(game)
        game.eliminate(game.players[1])
        assert told == (["Eliminated"] if platform is SITE else ["Eliminated", ("flag gained", 0)])
        # No board is concerned.
        game.score(game.players[2], card("Tools"))
        assert ("flag gained", 0) not in told[2:]
        told.clear()
        game.meld(game.players[2], card("Oars"))
        assert told == (["move", ("flag gained", 0)] if platform is SITE else ["move"])


def test_removed_tops_leave_piles_without_their_splay() -> None:
    """Section 7: after the removal each pile left with one card is said to lose its splay; an emptied one not."""
    game = table(
        seat(board=["Sailing", "Clothing", "Oars"], splays={Color.GREEN: Direction.LEFT}, hand=["Tools"]),
        seat(
            board=["Archery", "Metalworking", "Agriculture", "Domestication", "Masonry"],
            splays={Color.RED: Direction.RIGHT, Color.YELLOW: Direction.UP},
        ),
        platform=SITE,
    )
    told = _listen(game)
    # Which comes first is left to the decider: the reference does not say how the site orders players.
    Script(game, "Archery")
    game.remove_tops_and_hands()
    assert told == ["TopsAndHandsRemoved", ("unsplayed", 1), ("unsplayed", 0)]
    assert game.players[1].splays[Color.YELLOW] == Direction.UP
    assert game.players[0].hand == []


def test_a_wipe_loses_flags_from_the_player_under_the_effect_on() -> None:
    """Section 7: color by color, and before the wipe itself is told."""
    seats: list[Seat] = [seat(board=["Stockholm", "Brussels"]), seat(board=["Berlin", "Seoul"])]
    game = table(*seats, sets=SETS, platform=SITE)
    game.current = game.players[1]
    told = _listen(game)
    game.wipe()
    assert told == [
        ("flag lost", 1),
        ("fountain lost", 1),
        ("flag lost", 0),
        ("fountain lost", 0),
        ("fountain lost", 0),
        "Wiped",
    ]


def test_a_card_claimed_from_a_board_ends_the_game_after_the_lost_splay() -> None:
    """Section 7, steps 4 to 7, where the operation itself gives the last achievement; from elsewhere there is no 6."""
    for name, moves in (("Clothing", ["Clothing", "unsplayed"]), ("Optics", ["Optics"])):
        me = seat(board=["Sailing", "Clothing"], splays={Color.GREEN: Direction.LEFT}, achievements=CLAIMED[:5])
        game = table(replace(me, score_pile=cards("Optics")), seat(), platform=SITE)
        told = _listen(game)
        with pytest.raises(GameOver):
            game.achieve(game.players[0], card(name))
        assert told == [(what, 0) for what in moves]


def test_of_two_fountains_of_a_color_the_first_number_goes_first_and_comes_first() -> None:
    """Seen: bga_rare/third_cities_echoes_2p/9006 move 286, where the one gained first is lost first.

    What was wrong: the one gained last was taken away, at another position among the achievements.
    """
    game = table(seat(board=["Code of Laws", "Brussels"]), seat(), sets=SETS, platform=SITE)
    me = game.players[0]
    first, second = me.achievements
    game.meld(me, card("Essen"))
    assert me.achievements == [second]
    told = _listen(game)
    game.meld(me, card("Tokyo"))
    game.return_(card("Tokyo"))
    assert told == ["move", ("fountain lost", 0), ("flag gained", 0), "move", ("flag lost", 0), ("fountain gained", 0)]
    assert me.achievements == [first]
    game.return_(card("Essen"))
    assert me.achievements == [first, second]
