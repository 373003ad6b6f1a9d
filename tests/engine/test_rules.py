"""Tables of the rulebook: achievements needed, who shares, who is vulnerable, how a game starts and ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from innolog.cards.facts import CardSet, Icon, alphabetical, card_table
from innolog.engine.actions import Action, ActionKind, claimable, play_opening, take_action
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import EffectStarted, IconsCounted
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Edition, Platform, Ruleset, UnsupportedRules
from innolog.simulate import RandomDecider, deal
from tests.table import Script, card, cards, seat, table

SETS = [frozenset(list(CardSet)[:1]), frozenset({CardSet.BASE, CardSet.CITIES})]


@pytest.mark.parametrize(
    ("players", "expansions", "needed"),
    # Deluxe rulebook, "Winning the game" and "Five or more players".
    [(2, 0, 6), (2, 1, 7), (3, 0, 5), (3, 1, 6), (4, 0, 4), (4, 1, 5), (5, 0, 4), (5, 1, 4)],
)
def test_achievements_needed(players: int, expansions: int, needed: int) -> None:
    assert Ruleset(sets=SETS[expansions], players=players).achievements_needed == needed
    assert Ruleset(sets=SETS[expansions], players=players, extra_achievement=True).achievements_needed == needed + 1


def test_a_team_needs_as_many_achievements_as_one_of_two_players() -> None:
    assert Ruleset(players=4, teams=(0, 1, 0, 1)).achievements_needed == 6


@pytest.mark.parametrize("wrong", [{"players": 1}, {"players": 6}, {"players": 3, "teams": (0, 1, 0)}])
def test_rules_that_nobody_plays(wrong: dict[str, object]) -> None:
    with pytest.raises(UnsupportedRules):
        Ruleset(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "generation", "why"),
    [
        (Ruleset(edition=Edition.FOURTH, platform=Platform.TABLE), "G1", "but table as platform"),
        (Ruleset(platform=Platform.YUCATA), "G8", "but yucata as platform"),
        (Ruleset(edition=Edition.FOURTH), "G1", "no game by G1"),
        (Ruleset(sets=SETS[1]), "G1", "no game by G1"),
        (Ruleset(), "G1", ""),
    ],
)
def test_a_generation_of_the_sites_code_plays_what_the_site_offered(rules: Ruleset, generation: str, why: str) -> None:
    described = rules.describe() | {"generation": generation}
    if not why:
        assert Ruleset.from_description(described).generation.name == generation
        return
    with pytest.raises(UnsupportedRules, match=why):
        Ruleset.from_description(described)


def test_relics_need_artifacts() -> None:
    """Records of games with relics and without Artifacts were legal, and nothing else was asked about them."""
    with pytest.raises(UnsupportedRules, match="without Artifacts"):
        Ruleset.from_description(Ruleset().describe() | {"options": {"relics": True}})
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS}), relics=True)
    assert Ruleset.from_description(rules.describe()) == rules


@given(mine=st.integers(0, 30), theirs=st.integers(0, 30), players=st.integers(2, 4))
def test_near_players_share_or_are_vulnerable(mine: int, theirs: int, players: int) -> None:
    """Up to four players, whoever does not share is vulnerable, at every distance."""
    rules = Ruleset(players=players)
    for distance in (1, 2):
        assert rules.counts_as_many(theirs, mine, distance) == (theirs >= mine)
        assert rules.is_vulnerable(theirs, mine, distance) == (theirs < mine)


@pytest.mark.parametrize(
    ("mine", "theirs", "shares", "vulnerable"),
    # Twice as many to share, fewer than half to be vulnerable; in between neither.
    [
        (3, 6, True, False),
        (3, 5, False, False),
        (3, 2, False, False),
        (3, 1, False, True),
        (4, 2, False, False),
        (0, 0, True, False),
        (1, 0, False, True),
    ],
)
def test_far_players_of_five(mine: int, theirs: int, shares: bool, vulnerable: bool) -> None:
    rules = Ruleset(players=5)
    assert (rules.counts_as_many(theirs, mine, 2), rules.is_vulnerable(theirs, mine, 2)) == (shares, vulnerable)
    assert rules.counts_as_many(theirs, mine, 1) == (theirs >= mine)


def test_who_executes_what_at_a_table_of_five() -> None:
    """Oars with two castles: neighbours at 1 and 4 by the plain rule, 2 and 3 by the far rule."""
    game = table(
        seat(board=["Oars"]),
        seat(board=["Mysticism"]),
        seat(board=["Archery"]),
        seat(),
        seat(board=["Domestication"]),
    )
    counts, executed = [], []

    def listen(event: object) -> None:
        if isinstance(event, IconsCounted):
            counts.append(event.counts)
        elif isinstance(event, EffectStarted):
            executed.append((event.kind, event.player))

    game.sink = listen
    Script(game).dogma("Oars")
    assert counts == [(2, 3, 2, 0, 2)]
    assert executed == [("demand", 3), ("dogma", 1), ("dogma", 4), ("dogma", 0)]


def test_sharing_is_settled_before_the_first_effect() -> None:
    """The demand of Enterprise gives its player more crowns than the one who shares; that changes nothing."""
    game = table(seat(board=["Enterprise"]), seat(board=["Optics"]), seat(board=["Sailing"]))
    executed = []
    game.sink = lambda event: executed.append((event.kind, event.player)) if isinstance(event, EffectStarted) else None
    Script(game).dogma("Enterprise")
    assert game.players[0].count(Icon.CROWN) > game.players[1].count(Icon.CROWN)
    assert executed == [("demand", 2), ("dogma", 1), ("dogma", 0)]


def test_the_first_name_in_the_alphabet_begins() -> None:
    for seed in range(10):
        game = Game(deal(Ruleset(players=4), seed), Ruleset(players=4), RandomDecider(seed))
        play_opening(game)
        names = [alphabetical(game.table.name[player.tops()[0]]) for player in game.players]
        assert names[game.turn_player.index] == min(names)
        assert all(len(player.hand) == 1 for player in game.players)


@pytest.mark.parametrize(
    ("players", "actions"), [(2, [1, 2, 2]), (3, [1, 2, 2, 2]), (4, [1, 1, 2, 2, 2]), (5, [1, 1, 2, 2, 2, 2])]
)
def test_short_first_turns(players: int, actions: list[int]) -> None:
    rules = Ruleset(players=players)

    class Drawing(RandomDecider):
        def choose(self, choice: Choice) -> object:
            return choice.options[0] if choice.kind is ChoiceKind.ACTION else super().choose(choice)

    game = Game(deal(rules, 1), rules, Drawing(1))
    play_opening(game)
    seen = []
    order = []
    for _ in actions:
        seen.append(game.actions_in_turn)
        order.append(game.turn_player.index)
        turn = game.turn
        while game.turn == turn:
            take_action(game)
    assert seen == actions
    assert order == [(order[0] + step) % players for step in range(len(actions))]


@pytest.mark.parametrize(
    ("score_pile", "board", "ages"),
    [
        (["Paper", "Engineering"], ["Calendar"], [1]),
        (["Paper", "Engineering", "Gunpowder"], ["Calendar"], [1, 2]),
        (["Paper", "Engineering", "Gunpowder"], ["Sailing"], [1]),
        (["Paper", "Engineering", "Gunpowder"], [], []),
        (["Software", "Databases", "Services", "Genetics", "Mobility"], ["Satellites"], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (["Software", "Databases", "Services", "Genetics"], ["Satellites"], [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_eligible_for_achievements(score_pile: list[str], board: list[str], ages: list[int]) -> None:
    """Five times the age in points (not spent) and a top card of that age."""
    game = table(seat(score=score_pile, board=board), seat())
    assert sorted(game.age[card] for card in claimable(game, game.players[0])) == ages


def test_a_claimed_achievement_is_gone() -> None:
    game = table(seat(score=["Software"], board=["Calendar"]), seat())
    first = next(card for card in game.available if game.age[card] == 1)
    Script(game).take(Action(ActionKind.ACHIEVE, first))
    assert game.players[0].achievements == [first]
    assert game.players[0].score() == 10
    assert [game.age[card] for card in claimable(game, game.players[0])] == [2]


@pytest.mark.parametrize(
    ("decks", "value", "drawn"),
    [
        ({1: ["Tools"]}, 1, "Tools"),
        ({1: ["Tools"]}, 0, "Tools"),
        ({3: ["Paper"], 9: ["Genetics"]}, 1, "Paper"),
        ({3: ["Paper"], 9: ["Genetics"]}, 4, "Genetics"),
    ],
)
def test_empty_ages_are_skipped(decks: dict[int, list[str]], value: int, drawn: str) -> None:
    game = table(seat(), seat(), decks=decks)
    assert game.draw(game.players[0], value) == card(drawn)


@pytest.mark.parametrize(
    ("scores", "achievements", "winners"),
    [
        ((["Software"], ["Tools"]), ([], ["Pottery", "Writing"]), (0,)),
        ((["Tools"], ["Writing"]), ([], ["Pottery"]), (1,)),
        ((["Tools"], ["Writing"]), (["Oars"], ["Pottery"]), (0, 1)),
        (([], []), ([], []), (0, 1)),
    ],
)
def test_the_end_by_score(
    scores: tuple[list[str], list[str]], achievements: tuple[list[str], list[str]], winners: tuple[int, ...]
) -> None:
    """Most points, then most achievements, then a draw; whoever drew has no advantage."""
    seats = [seat(score=score, achievements=held) for score, held in zip(scores, achievements, strict=True)]
    for drawer in (0, 1):
        game = table(*seats, decks={})
        with pytest.raises(GameOver) as end:
            game.draw(game.players[drawer], 1)
        assert (end.value.how, end.value.winners) == ("score", winners)


def test_teams_add_their_scores_at_the_end() -> None:
    seats = [seat(score=["Genetics"]), seat(score=["Mobility"]), seat(), seat(score=["Canal Building"])]
    game = table(*seats, decks={}, teams=(0, 1, 0, 1))
    with pytest.raises(GameOver) as end:
        game.draw(game.players[0], 1)
    assert end.value.winners == (1, 3)


def test_teams_count_their_achievements_together() -> None:
    owned = cards("Tools", "Calendar", "Paper", "Anatomy", "Coal")
    names = [card_table().name[owned_card] for owned_card in owned]
    game = table(seat(achievements=names[:3]), seat(), seat(achievements=names[3:]), seat(), teams=(0, 1, 0, 1))
    with pytest.raises(GameOver) as end:
        game.achieve(game.players[2], game.available[5])
    assert (end.value.how, end.value.winners) == ("achievements", (0, 2))
