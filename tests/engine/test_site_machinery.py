"""Stored scores, and executions inside executions, as the site plays them.

What was wrong: a score was always the counted one (achievements offered on the site by the stored one were called
illegal); Fission ended the whole action wherever it was executed; an eliminated player's achievements and sharing bonus
were gone. Looked for: every reader of the score, every way in which Fission can be executed, every later use of what an
eliminated player had.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import innolog.cards
from innolog.cards.facts import CardSet, Color, Direction, back_of
from innolog.comparing.matching import failed_check
from innolog.engine.actions import ActionKind, claimable, legal_actions, meld_action, play_opening
from innolog.engine.digest import digest
from innolog.engine.events import EffectStarted, NestedEnded, SharingBonus, Transfer
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Platform, Ruleset
from innolog.engine.zones import Keyword, Zone
from innolog.log import Check
from innolog.results.snapshots import snapshot
from innolog.simulate import RandomDecider, deal
from tests.table import Script, card, cards, names, seat, table

ECHOES = frozenset({CardSet.BASE, CardSet.ECHOES})
CITIES = frozenset({CardSet.BASE, CardSet.CITIES})
ARTIFACTS = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
ALL = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS})
SITE, TABLE = Platform.BGA, Platform.TABLE


# --- the score is a stored number -------------------------------------------------------------------------------------


def _rearranged(platform: Platform = SITE) -> Game:
    """Seat 0 has put a bonus of 5 (Kobukson) under Archery: five points less, which the site has not counted yet."""
    game = table(
        seat(
            board=["Archery", "Kobukson", "Steam Engine"], score=["Feudalism", "Metalworking"], hand=["Tools", "Oars"]
        ),
        seat(hand=["Sailing"], board=["Agriculture"]),
        sets=ECHOES,
        platform=platform,
    )
    Script(game, Color.RED, ["Kobukson", "Archery"])
    assert game.players[0].score() == 9
    game.may_rearrange(game.players[0])
    return game


def test_a_rearrangement_keeps_the_score_and_refreshes_the_icons() -> None:
    """Seen: bga_second/third_all_relics_4p/8114 move 173. At the table bonuses count when they are visible."""
    game = _rearranged()
    me = game.players[0]
    assert (me.score(), me.counted_score()) == (9, 4)
    assert me.icons() == table(seat(board=["Archery", "Steam Engine"]), seat(), sets=ECHOES).players[0].icons()
    assert _rearranged(TABLE).players[0].score() == 4


@pytest.mark.parametrize(
    ("change", "score"),
    [
        # (1) A card comes to or leaves that player's board or score pile, (2) a splay changes there.
        (lambda game, me, you: game.meld(me, card("Oars")), 4),
        (lambda game, me, you: game.tuck(me, card("Tools")), 4),
        (lambda game, me, you: game.score(me, card("Tools")), 5),
        (lambda game, me, you: game.return_(card("Feudalism")), 1),
        (lambda game, me, you: game.transfer(card("Archery"), you, Zone.BOARD), 9),
        (lambda game, me, you: game.splay(me, Color.RED, Direction.LEFT), 4),
        (lambda game, me, you: game.wipe(), 0),
        # Nothing else does: hands, forecasts, achievements, another player's board.
        (lambda game, me, you: game.draw(me, 1), 9),
        (lambda game, me, you: game.return_(card("Tools")), 9),
        (lambda game, me, you: game.foreshadow(me, card("Tools")), 9),
        (lambda game, me, you: game.achieve(me, card("Pottery")), 9),
        (lambda game, me, you: game.meld(you, card("Sailing")), 9),
        # A card that goes from the one's hand to the other's board is no change of the one's.
        (lambda game, me, you: game.meld(you, card("Tools")), 9),
    ],
)
def test_when_the_score_is_counted_anew(change: Any, score: int) -> None:
    """Section 10, (1) to (3). Taking Archery away uncovers the bonus of 5 again, which is then counted: 4 + 5."""
    game = _rearranged()
    change(game, *game.players)
    assert game.players[0].score() == score


def test_who_reads_the_stored_score() -> None:
    """Section 10: offered ages, eligibility, the end by score; ``new_score`` of a log alone is always fresh."""
    game = _rearranged()
    me, you = game.players
    assert [game.age[achievement] for achievement in claimable(game, me)] == [1]
    assert game.is_eligible(me, 1)
    assert snapshot(game).players[0].score == 9
    assert failed_check(game, Check(0, score=4)) is None
    assert failed_check(game, Check(0, score=9)) is not None
    game.score(you, card("Sailing"))
    for name in ("Domestication", "Masonry", "Canal Building"):
        game.score(you, card(name))
    assert you.score() == 5
    with pytest.raises(GameOver) as end:
        game.draw(me, 11)
    assert end.value.winners == (0,)


@pytest.mark.parametrize(("platform", "gets"), [(SITE, []), (TABLE, ["Fermenting"])])
def test_effects_read_the_stored_score(platform: Platform, gets: list[str]) -> None:
    """Section 10: Optics gives to an opponent with fewer points: seat 0 has 9 stored and 4 counted, seat 1 has 5."""
    game = _rearranged(platform)
    me, you = game.players
    for name in ("Fermenting", "Calendar", "Tools"):
        game.score(you, card(name))
    assert you.score() == 5
    medicine = card("Medicine")
    game.decks[3].remove(medicine)
    game.decks[3].append(medicine)
    Script(game, *gets)
    game.execute_non_demand(you, card("Optics"))
    assert [name for name in names(me.score_pile) if name not in ("Feudalism", "Metalworking")] == gets


def test_the_most_points_that_win_are_stored_ones() -> None:
    """Section 10: Globalization, A.I. and the like, on the site and at the table."""
    for platform, winner in ((SITE, 0), (TABLE, 1)):
        game = _rearranged(platform)
        for name in ("Fermenting", "Calendar", "Sailing"):
            game.score(game.players[1], card(name))
        with pytest.raises(GameOver) as end:
            game.win_if_single(max)
        assert end.value.winners == (winner,)


def test_no_effect_counts_for_itself() -> None:
    """Section 10 lists the readers of the stored score: all effects, so none asks for the counted one."""
    for path in Path(innolog.cards.__file__).parent.rglob("*.py"):
        assert "counted_score" not in path.read_text(), path


def test_a_stored_score_is_part_of_the_state() -> None:
    """Saved, restored and told apart by the digest, which ordinary games have as before."""
    game = _rearranged()
    saved, before = game.save(), digest(game)
    game.meld(game.players[0], card("Oars"))
    assert not game.stored_scores
    game.restore(saved)
    assert (game.players[0].score(), digest(game)) == (9, before)
    game.stored_scores.clear()
    assert digest(game) != before


def test_a_second_rearrangement_keeps_what_was_stored() -> None:
    """The number stays that of the last change of score; back in the old order it is the counted one again."""
    game = _rearranged()
    Script(game, Color.RED, ["Archery", "Kobukson"])
    game.may_rearrange(game.players[0])
    assert (game.players[0].score(), game.stored_scores) == (9, {})


def test_removed_tops_refresh_icons_and_not_scores() -> None:
    """Section 10 (read): DeLorean DMC-12; where a pile loses its splay by it, that player's score is counted."""
    for splays, score in (({}, 5), ({Color.YELLOW: Direction.LEFT}, 0)):
        game = table(
            seat(board=["Archery", "Kobukson", "Masonry", "Agriculture"], splays=splays),
            seat(),
            sets=ECHOES,
            platform=SITE,
        )
        game.remove_tops_and_hands()
        assert game.players[0].score() == score
        assert game.players[0].tops() == cards("Archery", "Masonry")


# --- Fission, executions inside executions ----------------------------------------------------------------------------


def _events(game: Game, *kinds: type) -> list[Any]:
    told: list[Any] = []
    game.sink = lambda event: told.append(event) if isinstance(event, kinds) else None
    return told


def test_fission_executed_by_a_card_ends_itself_alone() -> None:
    """Section 11: Yeager's Bell X-1A melds Fission, which has a clock: after the wipe the next 9 is melded."""
    for platform, board in ((SITE, ["Ecology"]), (TABLE, [])):
        game = table(
            seat(board=["Yeager's Bell X-1A"], hand=["Tools"]),
            seat(board=["Sailing"], hand=["Oars"]),
            top={9: ["Fission", "Ecology"], 10: ["Robotics"]},
            sets=ARTIFACTS,
            platform=platform,
        )
        ended = _events(game, NestedEnded)
        # Ecology, executed at the end, asks nothing of an empty hand.
        Script(game).dogma("Yeager's Bell X-1A")
        assert names(game.players[0].tops()) == board
        assert len(ended) == (2 if platform is SITE else 0)
        assert game.place[card("Tools")][1] is Zone.REMOVED


def test_others_execute_the_outer_card_after_a_wipe_and_the_bonus_is_paid() -> None:
    """Section 11: a sharer's Fission removes everything; the launcher's own turn at the Bell and the bonus follow."""
    for platform in (SITE, TABLE):
        game = table(
            seat(board=["Yeager's Bell X-1A"]),
            seat(board=["Bioengineering", "Computers"]),
            seat(board=["Sailing"]),
            top={9: ["Fission", "Suburbia", "Services"], 10: ["Robotics"]},
            sets=ARTIFACTS,
            platform=platform,
        )
        bonus = _events(game, SharingBonus)
        Script(game).dogma("Yeager's Bell X-1A")
        tops = [names(player.tops()) for player in game.players]
        assert tops == ([["Services"], ["Suburbia"], []] if platform is SITE else [[], [], []])
        assert len(bonus) == (1 if platform is SITE else 0)


def test_the_sharing_bonus_of_an_echo_outlives_fission() -> None:
    """Section 11: seat 1 shares Coke's echo, seat 2 draws red; the launcher still draws."""
    for platform in (SITE, TABLE):
        game = table(
            seat(board=["Coke", "Fission"], splays={Color.RED: Direction.RIGHT}),
            seat(board=["Computers", "Rocketry"]),
            seat(board=["Sailing"]),
            top={10: ["Robotics"]},
            sets=ECHOES,
            platform=platform,
        )
        bonus = _events(game, SharingBonus)
        Script(game).dogma("Fission")
        assert len(bonus) == (1 if platform is SITE else 0)


def _endorsed_fission(platform: Platform, tens: list[str]) -> tuple[Game, list[Any]]:
    game = table(
        seat(board=["Fission", "Munich"], hand=["Tools"]),
        seat(board=["Sailing"]),
        top={10: tens},
        sets=CITIES,
        platform=platform,
    )
    told = _events(game, EffectStarted, Transfer)
    Script(game).endorse("Fission")
    return game, told


def test_an_endorsed_fission_that_ends_in_the_first_round_repeats_its_second_effect() -> None:
    """Section 11: nothing is left to return, so a 10 is drawn; in the second round, and at the table, all is over."""
    game, told = _endorsed_fission(SITE, ["Robotics", "Databases"])
    started = [event for event in told if isinstance(event, EffectStarted)]
    assert [(event.player, event.kind, event.again) for event in started] == [(1, "demand", False), (0, "dogma", True)]
    assert names(game.players[0].hand) == ["Databases"]
    game, _ = _endorsed_fission(SITE, ["Databases", "Robotics", "Bioengineering"])
    assert (game.players[0].hand, game.players[1].hand) == ([], [])
    game, _ = _endorsed_fission(TABLE, ["Robotics", "Databases"])
    assert game.players[0].hand == []


def test_achievements_of_an_eliminated_player_can_be_claimed_by_a_text() -> None:
    """Section 11: Masonry finds Monument among the removed cards; its standing condition does not. Not at the table."""
    for platform, holds in ((SITE, ["Monument"]), (TABLE, [])):
        game = table(
            seat(board=["Masonry"], hand=["Archery", "Metalworking", "Oars", "Domestication"]),
            seat(achievements=["Monument"]),
            seat(),
            platform=platform,
        )
        game.eliminate(game.players[1])
        moved = _events(game, Transfer)
        Script(game, "Archery", "Metalworking", "Oars", "Domestication").dogma("Masonry")
        assert names(game.players[0].achievements) == holds
        claims = [event for event in moved if event.keyword is Keyword.ACHIEVE]
        assert [event.from_zone for event in claims] == [Zone.REMOVED] * len(holds)
        game.players[0].tucked = 6
        game.players[0].claims_checked = False
        game.meld(game.players[2], card("Tools"))
        assert names(game.players[0].achievements) == holds


def test_promotion_after_yamato_goes_by_its_printed_value() -> None:
    """Section 11: forecast cards up to 8 are offered; at the table, where its value is 11, all."""
    for platform, offered in ((SITE, ["Rocketry"]), (TABLE, ["Rocketry", "Computers"])):
        me = replace(seat(hand=["Battleship Yamato"], board=["Archery"]), forecast=cards("Rocketry", "Computers"))
        game = table(me, seat(), sets=ALL - {CardSet.CITIES}, platform=platform)
        script = Script(game, None)
        meld_action(game, game.players[0], card("Battleship Yamato"))
        assert names(script.asked[-1].options) == offered


def test_a_meld_whose_city_cannot_be_drawn_is_refused() -> None:
    """Section 11: no base pile left from the highest top card on; with a City in hand, or on a pile, it is allowed."""

    def melds(platform: Platform, hand: list[str], decks: dict[int, list[str]]) -> list[str]:
        game = table(
            seat(board=["Robotics"], hand=hand), seat(), decks=decks, sets=CITIES, platform=platform, available=[]
        )
        actions = legal_actions(game, game.players[0])
        return names([action.card or 0 for action in actions if action.kind is ActionKind.MELD])

    hand = ["Archery", "Tools"]
    assert melds(SITE, hand, {1: ["Oars"]}) == ["Archery"]
    assert melds(SITE, hand, {10: ["Databases"]}) == hand
    assert melds(SITE, [*hand, "Tokyo"], {}) == hand
    assert melds(TABLE, hand, {1: ["Oars"]}) == hand


def test_nobody_endorses_in_the_very_first_turn() -> None:
    """Section 11 (read): it is never possible; no City can lie on top then."""
    rules = Ruleset(sets=ALL, players=3, relics=True)
    for seed in range(10):
        game = Game(deal(rules, seed), rules, RandomDecider(seed))
        play_opening(game)
        actions = legal_actions(game, game.turn_player)
        assert not [action for action in actions if action.kind is ActionKind.ENDORSE]


def test_whoever_is_eliminated_in_the_own_action_still_draws_the_bonus() -> None:
    """Section 12: a sharer's Rover Curiosity melds Exxon Valdez, which eliminates the player whose turn it is."""
    for platform, drawn in ((SITE, 1), (TABLE, 0)):
        game = table(
            seat(board=["Rover Curiosity"]),
            seat(board=["Genetics", "Antibiotics"]),
            seat(board=["Rocketry"]),
            sets=ALL - {CardSet.CITIES},
            platform=platform,
        )
        artifacts = game.decks[back_of(CardSet.ARTIFACTS, 10)]
        artifacts.remove(card("Exxon Valdez"))
        artifacts.append(card("Exxon Valdez"))
        Script(game).dogma("Rover Curiosity")
        assert game.players[0].eliminated
        assert len(game.players[0].hand) == drawn
        assert game.turn_player.index == 1
