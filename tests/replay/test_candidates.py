"""Which rules a log may have been played under."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from innolog.cards.facts import CardSet, card_table
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Edition, Platform, Printing, Ruleset
from innolog.log import GameLog, Transfer
from innolog.replay import Forced, Verdict, replay
from innolog.replay.candidates import candidate_rules, rules_with_unseen_sets
from innolog.replay.forced import sides_of
from innolog.simulate import seats, simulate
from parsers import read_blob, read_log
from parsers.files import Blob
from parsers.lines.writing import review_text
from tests.shared import sampled
from tests.simulate.test_exports import played
from tests.written import export

ARTIFACTS = frozenset({CardSet.BASE, CardSet.ARTIFACTS})


@pytest.mark.long
@pytest.mark.parametrize("form", sampled(["text", "tracker", "yucata-html"], 3))
def test_relics_of_a_set_that_is_not_played_do_not_bring_it_in(form: str) -> None:
    """A relic of Echoes or Cities has the back of another set's card if the log does not call it a relic."""
    rules = Ruleset(sets=ARTIFACTS, relics=True)
    told = 0
    for seed in range(5300, 5308):
        game = as_replay(simulate(rules, seed, seats(["sensible"], 2, seed)))
        log = read_blob(Blob("game", convert(game, form, None).encode()))
        assert isinstance(log, GameLog)
        candidates = [found for found, _ in candidate_rules(log)]
        if not any(found.relics for found in candidates):
            # No relic was seized, so the log does not record them.
            continue
        assert any((found.sets, found.relics) == (ARTIFACTS, True) for found in candidates)
        if any(move.relic is None for move in log.observations if isinstance(move, Transfer)):
            told += 1
            found = replay(log)
            assert found.verdict is Verdict.LEGAL
            assert found.rules is not None
            assert (found.rules.sets, found.rules.relics) == (ARTIFACTS, True)
    if form == "tracker":
        assert told


@pytest.mark.parametrize(("seed", "form"), sampled([(112, "text"), (133, "tracker")], 2))
def test_a_longer_game_that_no_count_of_achievements_tells_is_found(seed: int, form: str) -> None:
    """The last two achievements came at once, or no line records flags. Then the game continues, or ends later."""
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES}), extra_achievement=True)
    game = as_replay(simulate(rules, seed, seats(["uniform"], 2, seed)))
    log = read_blob(Blob("game", convert(game, form, None).encode()))
    assert isinstance(log, GameLog)
    assert not any(found.extra_achievement for found, _ in candidate_rules(log))
    found = replay(log)
    assert found.verdict is Verdict.LEGAL
    assert found.rules is not None
    assert found.rules.extra_achievement
    assert found.deduced["options"] == "without the option the game would have ended earlier"
    # Who says that it was not played so, is believed.
    refused = replay(log, forced=Forced(extra_achievement=False))
    assert refused.verdict is Verdict.ILLEGAL
    assert refused.violation is not None
    assert refused.violation.rule == "end.condition"


def test_what_a_game_of_teams_needs_is_no_option() -> None:
    """Sides of two need six achievements, four single players need four: a record may not say which it is."""
    rules = Ruleset(players=4, teams=(0, 1, 0, 1), edition=Edition.FIRST)
    for seed in (4700, 4701):
        game = as_replay(simulate(rules, seed, seats(["sensible"], 4, seed)))
        log = read_blob(Blob("game", convert(game, "tracker", None).encode()))
        assert isinstance(log, GameLog)
        found = replay(log)
        assert found.verdict is Verdict.LEGAL
        assert found.rules == rules
        assert "options" not in found.deduced


def test_a_relic_that_an_effect_achieves_or_returns_is_not_seized() -> None:
    """Charitable Trust with a relic as the top green card: two places to choose from, and no declining."""
    rules = Ruleset(sets=frozenset(set(CardSet) - {CardSet.FIGURES}), relics=True)
    game = as_replay(simulate(rules, 200120, seats(["uniform"], 2, 200120)))
    log = read_blob(Blob("game", convert(game, "tracker", 0).encode()))
    assert replay(log).verdict is Verdict.LEGAL


def _read(content: dict[str, Any]) -> GameLog:
    log = read_blob(Blob("game", json.dumps(content).encode()))
    assert isinstance(log, GameLog)
    return log


def test_a_short_log_of_an_edition_without_expansions_is_judged_without_them() -> None:
    """What was wrong: an illegal log of the fourth edition with few cards was tried with sets that it does not have.

    That ended in a traceback. The first edition on Board Game Arena, without expansions as well, was tried in vain.
    """
    rules = Ruleset(Edition.FOURTH, platform=Platform.BGA_2024)
    game = simulate(rules, 7, seats(["sensible"], 2, 7), tell=True, most_actions=12)
    assert game.told is not None
    content = export(game.told, 0)
    assert replay(_read(content)).verdict is Verdict.LEGAL_SO_FAR
    drawn = [
        item["args"]
        for packet in content["packets"]
        for item in packet["data"]
        if item["type"].startswith("transferedCard") and item["args"]["location_from"] == "deck"
    ]
    for args in drawn[-2:]:
        args["age"] = type(args["age"])(9)
    found = replay(_read(content))
    assert found.verdict is Verdict.ILLEGAL
    assert found.rules is not None
    assert found.rules.sets == {CardSet.BASE}
    fitting: list[tuple[Ruleset, dict[str, str]]] = [(rules, {}), (Ruleset(Edition.FIRST, platform=Platform.BGA), {})]
    log = _read(content)
    assert rules_with_unseen_sets(log, fitting) == []
    assert len(rules_with_unseen_sets(log, [(Ruleset(platform=Platform.BGA), {})])) == 7


def test_a_team_game_of_other_players_than_four_needs_its_teams() -> None:
    """A title with "Teams" above the game of two or three players was ignored."""
    told = Ruleset(Edition.FOURTH, players=3, teams=(0, 0, 1), platform=Platform.TABLE)
    game = as_replay(simulate(told, 4, seats(["sensible"], 3, 4)))
    log = read_blob(Blob("game", convert(game, "table", None).encode()))
    assert isinstance(log, GameLog)
    assert log.team_game
    found = replay(log)
    assert (found.verdict, found.reason) == (Verdict.UNSUPPORTED, "a team game of 3 players; its teams must be given")
    # Who acts first sits first. Which rules are likeliest was asked of an edition that has no such teams.
    assert log.seats[0].name == game.log.seats[1].name
    assert replay(log, forced=Forced(teams=(0, 1, 0))).verdict is Verdict.LEGAL
    assert replay(log, forced=Forced(teams=(0, 0, 1))).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("teams", [(0, 1, 1, 1), (0, 1, 2, 3)])
def test_a_team_game_of_four_may_have_other_teams_than_two_of_two(teams: tuple[int, ...]) -> None:
    """Only two against two was tried, so that honest games were illegal."""
    told = Ruleset(Edition.FOURTH, players=4, teams=teams, platform=Platform.TABLE)
    game = as_replay(simulate(told, 4, seats(["sensible"], 4, 4)))
    text = convert(game, "table", None)
    log = read_blob(Blob("game", text.encode()))
    assert isinstance(log, GameLog)
    found = replay(log)
    # Who acts first sits first.
    names = [seat.name for seat in game.log.seats]
    given = tuple(teams[names.index(seat.name)] for seat in log.seats)
    assert (found.verdict, found.rules) == (Verdict.LEGAL, replace(told, teams=sides_of(given)))
    assert replay(log, forced=Forced(teams=given)).verdict is Verdict.LEGAL
    # Other editions have teams of two alone.
    third = read_blob(Blob("game", text.replace("Fourth edition", "Third edition", 1).encode()))
    assert replay(third).verdict is Verdict.ILLEGAL


def test_a_stated_option_that_no_rules_have_is_refused() -> None:
    """The stated option of one more achievement was dropped where the rules have none."""
    game = as_replay(simulate(Ruleset(Edition.FOURTH, platform=Platform.TABLE), 4, seats(["sensible"], 2, 4)))
    text = convert(game, "table", None)
    for title, verdict in (("+1 achievement, Table", Verdict.UNSUPPORTED), ("Table", Verdict.LEGAL)):
        found = replay(read_blob(Blob("game", text.replace("(Table", f"({title}", 1).encode())))
        assert found.verdict is verdict


def test_stated_sets_are_all_sets_of_a_short_game() -> None:
    """A short text of a game with Echoes was explained although its title names no Echoes."""
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.ECHOES}), platform=Platform.TABLE)
    game = as_replay(simulate(rules, 4, seats(["sensible"], 2, 4)))
    text = convert(game, "table", None)
    title, *lines = text.splitlines()
    start = "\n".join(lines[:4])
    assert "Echoes" in title
    for told, verdict in ((title, Verdict.LEGAL_SO_FAR), ("Innovation (Table)", Verdict.ILLEGAL)):
        assert replay(read_blob(Blob("game", f"{told}\n{start}".encode()))).verdict is verdict


@pytest.mark.parametrize(
    ("path", "form", "viewpoint"),
    [
        # A hidden card is returned that can be a relic of Cities, which lies beside the supply piles.
        ("bga_newer/newer_third_all_relics_2p/7004/player_90000001.json.gz", "text", 1),
        # Code that knew Artifacts and no other expansion has relics with the backs of other expansions.
        ("bga_older/G4/third_artrelics_3p/7013/player_90000001.json.gz", "tracker", None),
    ],
)
def test_relics_in_records_that_do_not_name_them(
    shared_folder: Path, path: str, form: str, viewpoint: int | None
) -> None:
    """Both games were illegal."""
    log = read_log(shared_folder / "corpus" / path)
    told = convert(replay(log, record=True), form, viewpoint, one_of_many=True)
    assert replay(read_blob(Blob("game", told.encode()))).verdict is Verdict.LEGAL


def test_cities_that_nobody_named_may_be_in_the_game() -> None:
    """Texts need not say of which set a hidden card is. A game whose Cities all stayed hidden was illegal."""
    game = played(Ruleset(sets=frozenset({CardSet.BASE, CardSet.CITIES})), 2).told
    assert game is not None
    text = review_text(game, None)
    moves = re.split(r"(?=^Move )", text, flags=re.MULTILINE)
    table = card_table()
    cities = [name for number, name in enumerate(table.name) if name and table.set[number] == CardSet.CITIES]
    first = next(index for index, move in enumerate(moves) if any(name in move for name in cities))
    hidden = "".join(moves[:first])
    assert " from cities." in hidden
    result = replay(read_blob(Blob("text", re.sub(r" from (base|cities)\.", ".", hidden).encode())))
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert result.rules is not None
    assert result.rules.sets == {CardSet.BASE, CardSet.CITIES}


@pytest.mark.parametrize(
    ("seed", "sets", "printing", "readings"),
    [
        (27, {CardSet.CITIES}, Printing.DELUXE, {"nobody_is_far_away", "pluses_come_before_arrows"}),
        (
            *(43, {CardSet.CITIES, CardSet.ARTIFACTS}, Printing.DELUXE),
            {"nobody_is_far_away", "pluses_come_before_arrows", "proof_is_not_shown"},
        ),
        (5, {CardSet.FIGURES}, Printing.BOX_2013, {"nobody_is_far_away"}),
    ],
)
def test_a_table_may_have_the_other_reading_of_several_open_questions(
    seed: int, sets: set[CardSet], printing: Printing, readings: set[str]
) -> None:
    """Only one or two other readings were tried at once, and only with the newest printing of Figures."""
    told = Ruleset(
        players=5,
        sets=frozenset({CardSet.BASE, *sets}),
        platform=Platform.TABLE,
        printing=printing,
        readings=frozenset(readings),
    )
    text = convert(as_replay(simulate(told, seed, seats(["sensible"], 5, seed))), "table", None)
    found = replay(read_blob(Blob("game", text.encode())))
    assert (found.verdict, found.rules) == (Verdict.LEGAL, told)


@pytest.mark.parametrize("form", ["yucata-html", "table"])
def test_yucata_may_have_the_other_reading_of_an_open_question(form: str) -> None:
    """Its way of playing is known from a rules page alone. Such games were illegal."""
    told = Ruleset(
        players=3,
        sets=ARTIFACTS | {CardSet.CITIES},
        platform=Platform.YUCATA,
        readings=frozenset({"pluses_come_before_arrows"}),
    )
    log = read_blob(
        Blob("game", convert(as_replay(simulate(told, 13, seats(["sensible"], 3, 13))), form, None).encode())
    )
    assert isinstance(log, GameLog)
    found = replay(log)
    assert (found.verdict, found.rules) == (Verdict.LEGAL, told)
    # No reading explains a false move.
    last = max(number for number, move in enumerate(log.observations) if isinstance(move, Transfer))
    log.observations[last - 20 :] = [one for one in log.observations[last - 20 :] if not isinstance(one, Transfer)]
    assert replay(log).verdict is Verdict.ILLEGAL
