"""Putting several logs of one game together."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import orjson
import pytest
from click.testing import CliRunner

from innolog.cards.facts import CardSet
from innolog.cli import main
from innolog.comparing.differences import _FIELDS
from innolog.conversion.retelling import convert
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.judging.verdicts import judge
from innolog.log import (
    ANYBODY,
    NOBODY,
    At,
    Check,
    Ended,
    FirstPlayer,
    GameLog,
    Observation,
    Place,
    Ranked,
    Times,
    Transfer,
)
from innolog.log.merging import DifferentGames, group, merge
from innolog.replay import Verdict, replay
from innolog.replay.deciding import decide
from innolog.replay.outcome import Outcome
from innolog.results.result import Violation
from innolog.simulate import seats, simulate
from parsers import read_blob, read_log
from parsers.bga.writer import exports
from parsers.files import Blob
from parsers.lines.review import read_review_text
from parsers.lines.writing import review_text
from tests.parsers.lines.games import told
from tests.shared import load


@pytest.fixture
def log(sample_logs: list[Path]) -> GameLog:
    found = read_log(sample_logs[0])
    assert isinstance(found, GameLog)
    return found


def blinded(log: GameLog) -> GameLog:
    """The same log without the faces of cards that went from a supply pile to a hand."""
    observations = [
        replace(one, card=None, color=None)
        if isinstance(one, Transfer) and one.from_place.value == "deck" and one.to_place.value == "hand"
        else one
        for one in log.observations
    ]
    return replace(log, source="blinded", observations=observations, viewpoint=None)


def test_a_merged_log_knows_what_any_of_them_knows(log: GameLog) -> None:
    poor = blinded(log)
    assert poor.observations != log.observations
    merged = merge([poor, log])
    assert merged.observations == log.observations
    assert merged.inconsistencies == []
    assert replay(merged).digest == replay(log).digest


def test_a_shorter_log_of_the_game_adds_what_it_has(log: GameLog) -> None:
    short = replace(log, source="short", observations=log.observations[:200])
    assert merge([short, blinded(log)]).observations[:200] == log.observations[:200]


def test_logs_that_disagree_make_an_illegal_game(log: GameLog) -> None:
    index, move = next(
        (index, one) for index, one in enumerate(log.observations) if isinstance(one, Transfer) and index > 100
    )
    other = replace(log, source="other", observations=list(log.observations))
    other.observations[index] = replace(move, to_owner=1 - move.to_owner if move.to_owner >= 0 else 0)
    result = replay(merge([log, other]))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert result.violation.rule == "record.contradiction"
    assert result.violation.at == move.at


def test_what_one_log_says_beside_the_moves_counts_for_all(log: GameLog) -> None:
    """Its result, and who played together: a file that is illegal alone is illegal together with others."""
    end = replay(log).ended
    assert end is not None
    loser = 1 - end.winners[0]
    short = replace(log, source="short", observations=log.observations[:-1])
    wrong = replace(short, ranked=(Ranked(log.observations[-2].at, {loser: 1}, {}),))
    result = replay(merge([log, wrong]))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert result.violation.rule == "end.winner"
    assert "the result in short says" in (result.violation.observed or "")
    for other in (replace(short, team_game=True), replace(short, partners={0: 0})):
        (found,) = merge([replace(log, team_game=False, partners={0: 1}), other]).inconsistencies
        assert "short has other teams" in found.message


def test_players_have_the_name_of_nobody_else_in_another_log(log: GameLog) -> None:
    """A player may have another name by now, but not that of another player."""
    one, other = log.seats
    assert merge([log, replace(log, seats=[replace(one, name="Adaline"), other])]).inconsistencies == []
    exchanged = replace(log, source="other", seats=[replace(one, name=other.name), replace(other, name=one.name)])
    found = merge([log, exchanged]).inconsistencies
    assert [each.message for each in found] == [f"other has the names of other players than {log.source}"] * 2
    assert replay(merge([log, exchanged])).verdict is Verdict.ILLEGAL


def test_what_logs_state_of_the_rules_is_one(log: GameLog) -> None:
    """It holds for all of them, in whatever order they come."""
    first = replace(log, source="first", stated={"edition": "first", "sets": ["base"]})
    cities = replace(log, source="cities", stated={"sets": ["base", "cities"]})
    for together in ([log, first], [first, log]):
        assert merge(together).stated == first.stated
        assert merge(together).inconsistencies == []
    for together in ([cities, first], [first, cities]):
        (found,) = merge(together).inconsistencies
        assert "states other rules" in found.message
        assert {found.expected, found.observed} == {"sets: base", "sets: base, cities"}


def test_the_moves_of_one_table_are_of_one_day_in_all_logs(log: GameLog) -> None:
    recorded = log.times
    assert recorded is not None

    def later(seconds: int) -> GameLog:
        moves = {move: time + seconds for move, time in recorded.moves.items()}
        times = Times(recorded.start + seconds, None, moves)
        return replace(log, source="later", times=times)

    for honest in (later(0), later(5 * 3600), replace(log, times=None)):
        assert merge([log, honest]).inconsistencies == []
    (found,) = merge([log, later(365 * 24 * 3600)]).inconsistencies
    assert found.message == f"later has another time than {log.source}"
    assert int(found.observed[:4]) == int(found.expected[:4]) + 1


def test_names_in_other_letters_are_the_same(log: GameLog) -> None:
    """The site does not write all names like the cards have them."""
    other = replace(log, source="other", observations=list(log.observations))
    (index,) = [index for index, one in enumerate(log.observations) if isinstance(one, FirstPlayer)]
    told = log.observations[index]
    assert isinstance(told, FirstPlayer)
    assert told.card_name is not None
    other.observations[index] = replace(told, card_name=told.card_name.upper())
    assert merge([log, other]).inconsistencies == []
    other.observations[index] = replace(told, card_name="Oars")
    (found,) = merge([log, other]).inconsistencies
    assert found.between is not None
    assert found.between.field == "card_name"


def test_only_logs_of_one_game_are_merged(log: GameLog) -> None:
    other = replace(log, game_id="another")
    assert group([log, other, log]) == [[log, log], [other]]
    with pytest.raises(DifferentGames):
        merge([log, other])
    with pytest.raises(DifferentGames):
        merge([])
    turned = replace(log, source="turned", seats=log.seats[::-1], observations=log.observations[:-1])
    with pytest.raises(DifferentGames, match="players in different orders"):
        merge([log, turned])


def test_a_log_may_leave_open_whose_card_moves(log: GameLog) -> None:
    """Only the text of the player who loses a card says so. The others contradicted it, and the game was illegal."""
    moves = ((n, one) for n, one in enumerate(log.observations) if isinstance(one, Transfer))
    index, move = next((n, one) for n, one in moves if one.from_owner == 0)

    def of(owner: int) -> GameLog:
        told = list(log.observations)
        told[index] = replace(move, from_owner=owner)
        return replace(log, source=f"of {owner}", observations=told)

    for logs in ([of(ANYBODY), log], [log, of(ANYBODY)]):
        merged = merge(logs)
        assert not merged.inconsistencies
        assert merged.observations == log.observations
    for other in (NOBODY, 1):
        assert bool(merge([of(ANYBODY), of(other)]).inconsistencies) == (other == NOBODY)
        assert merge([of(0), of(other)]).inconsistencies


def _texts(name: str) -> list[GameLog]:
    """The texts of a game for a spectator and each player, who is called "You" there."""
    game = told(name)
    return [read_review_text(f"{viewer}", review_text(game, viewer)) for viewer in (None, *range(len(game.seats)))]


@pytest.mark.parametrize("name", ["base", "cities"])
def test_the_viewers_of_texts_are_those_whom_the_others_name(name: str) -> None:
    spectator, *own = _texts(name)
    for logs in ([own[0], spectator], [spectator, own[1]], own, own[:2], [*own, spectator]):
        merged = merge(logs)
        assert [seat.id for seat in merged.seats] == [seat.id for seat in spectator.seats]
        assert not merged.inconsistencies
        assert replay(merged).verdict.explained
    # Twice the same viewer remains one.
    assert merge([own[0], own[0]]).seats == own[0].seats


def test_a_viewer_who_can_be_several_players_is_nobody(log: GameLog) -> None:
    own, others = _texts("base")[1], _texts("cities")[0]
    with pytest.raises(DifferentGames, match="0 does not name its viewer"):
        merge([own, replace(others, game_id=own.game_id)])
    with pytest.raises(DifferentGames, match="do not have the same format"):
        merge([replace(log, game_id=own.game_id), own])


@pytest.mark.parametrize("kind", sorted(kind.__name__ for kind in get_args(Observation)))
def test_every_difference_is_said_in_words(kind: str, log: GameLog) -> None:
    """For every difference between two logs, the message has sentences instead of Python's representation of values.

    Messages of contradictions used to contain names of types and fields, and records as Python shows them. The test
    changes each field of each kind of observation.
    """
    mine = _example(kind)
    assert set(_FIELDS) >= {field.name for field in fields(mine)} - {"at"}
    for field in fields(mine):
        value = getattr(mine, field.name)
        if field.name == "at" or value is None:
            continue
        other = replace(mine, **{field.name: _another(value)})
        together = merge([_of(log, "one", [mine]), _of(log, "other", [other])])
        (found,) = together.inconsistencies
        violation = _contradiction(together)
        assert found.message.endswith("other differs")
        assert violation.expected != violation.observed
        assert not re.search(r"[A-Z]\w*\(|\w_\w|\bTrue\b|\bFalse\b|\bNone\b|[\[\]{}<>]", violation.message), violation
    if kind == "IconsStated":
        # A text can have none of these.
        return
    several = merge([_of(log, "one", [mine]), _of(log, "other", [_example("Passed" if kind != "Passed" else "Wiped")])])
    violation = _contradiction(several)
    assert violation.message.startswith(
        "The log contradicts itself: it was merged from several logs, and other differs"
    )


def _contradiction(log: GameLog) -> Violation:
    found = decide(log, [Outcome(log, None, explained=True)]).violation
    assert found is not None
    return found


def _of(log: GameLog, source: str, observations: list[Observation]) -> GameLog:
    return replace(log, source=source, observations=observations, inconsistencies=[])


_EXAMPLES: dict[str, Any] = {
    "at": At(1, 1, 1),
    "from_place": Place.HAND,
    "to_place": Place.BOARD,
    "place": Place.HAND,
    "checks": (Check(0, 5, (1, 2, 3, 4, 5, 6)), Check(1, 6)),
    "swaps": ((1, 1),),
    "how": "score",
    "what": "share",
    "paid": True,
    "able": True,
    "kind": "dogma",
    "card_name": "Oars",
    **dict.fromkeys(("relic", "bottom", "meld", "score", "endorsed", "again", "yes", "alone"), True),
    **dict.fromkeys(("order", "claimable", "cards", "colors"), (3, 2)),
    "winners": (0, 1),
}


def _example(kind: str) -> Observation:
    """An observation with something in every field."""
    (made,) = [made for made in get_args(Observation) if made.__name__ == kind]
    observation: Observation = made(**{field.name: _EXAMPLES.get(field.name, 1) for field in fields(made)})
    return observation


def _another(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return 0
        case Place():
            return Place.SCORE
        case str():
            return "achievements"
        case (Check() as first, *others):
            return (replace(first, score=4), *others)
        case _:
            return value[:-1]


def _of_one(path: Path) -> GameLog:
    """What the messages to the player who saved an export say."""
    export = load(path)
    export["packets"] = [packet for packet in export["packets"] if packet["channel"].startswith("/player/")]
    found = read_blob(Blob("own", orjson.dumps(export)))
    assert isinstance(found, GameLog)
    assert found.of_one
    return found


def test_the_messages_to_one_player_are_held_against_the_log_of_the_table(sample_logs: list[Path]) -> None:
    """What was wrong: they were ignored, so that another game at the same table passed."""
    path = next(path for path in sample_logs if "base_2p_player" in path.name)
    whole = read_log(path)
    assert isinstance(whole, GameLog)
    own = _of_one(path)
    assert merge([own, whole]).inconsistencies == []
    short = replace(whole, observations=whole.observations[:300])
    assert merge([own, short]).inconsistencies == []
    index, move = next(
        (n, one) for n, one in enumerate(own.observations) if n > 90 and isinstance(one, Transfer) and one.card
    )
    # Of other numbers of moves, or none, or beyond the end, nothing was compared; nor what the player has.
    for number in (None, 1000):
        told = [_at(each, number) for each in own.observations]
        assert merge([replace(own, observations=told), whole]).inconsistencies == []
        told[index] = replace(move, card=(move.card or 0) - 1)
        assert merge([replace(own, observations=told), whole]).inconsistencies
    conceded = Ended(At(50, 0, 0), "conceded", 0)
    assert merge([own, replace(whole, observations=[*whole.observations[:300], conceded])]).inconsistencies
    (check, *_) = move.checks
    other_score = replace(move, checks=(replace(check, score=(check.score or 0) + 1),))
    for wrong in (replace(move, card=(move.card or 0) - 1), replace(move, to_place=Place.FORECAST), other_score):
        other = replace(own, observations=[*own.observations[:index], wrong, *own.observations[index + 1 :]])
        result = replay(merge([other, whole]))
        assert result.verdict is Verdict.ILLEGAL
        assert result.violation is not None
        assert result.violation.at is not None
        assert result.violation.at.move == move.at.move


def _at(told: Observation, move: int | None) -> Observation:
    return replace(told, at=At(move, told.at.packet, told.at.index))


def test_what_a_player_alone_is_told_makes_a_game_illegal(sample_logs: list[Path], tmp_path: Path) -> None:
    """The site asks each player alone for an action. A file that was illegal by that alone was legal with others."""
    path = next(path for path in sample_logs if "base_2p_player" in path.name)
    export = load(path)
    paths = [tmp_path / name for name in ("whole.json", "own.json")]
    paths[0].write_bytes(orjson.dumps(export))
    own = [packet for packet in export["packets"] if packet["channel"].startswith("/player/")]
    asks = [
        item["args"]["args"]
        for packet in own
        for item in packet["data"]
        if item["type"] == "gameStateChange" and "age_to_draw" in item["args"]["args"]
    ]
    for age, verdict in ((None, "legal"), (9, "illegal")):
        asks[10]["age_to_draw"] = age or asks[10]["age_to_draw"]
        paths[1].write_bytes(orjson.dumps(export | {"packets": own}))
        for given in (paths, paths[1:]):
            assert [each.verdict for each in judge(given, together=True)] == [verdict]
            # The command that merges them said nothing of it.
            done = CliRunner().invoke(main, ["merge", *map(str, given), "-o", str(tmp_path / "merged.innolog")])
            assert done.exit_code == (0 if verdict == "legal" else 1)


def test_faces_of_messages_to_one_player_are_those_of_the_table(sample_logs: list[Path]) -> None:
    """What only that player saw is added to what all were told."""
    path = next(path for path in sample_logs if "base_2p_player" in path.name)
    whole, own = read_log(path), _of_one(path)
    assert isinstance(whole, GameLog)
    merged = merge([blinded(whole), own])
    faces = [[getattr(told, "card", None) for told in log.observations] for log in (merged, whole)]
    assert faces[0] == faces[1]
    assert replay(merged).digest == replay(whole).digest


@pytest.mark.parametrize("name", ["cities_2p_player", "first_edition_teams_spectator"])
def test_an_export_and_its_conversion_are_one_game(name: str, sample_logs: list[Path]) -> None:
    """They number cards that nobody has in their own ways, and were illegal together."""
    log = read_log(next(path for path in sample_logs if name in path.name))
    assert isinstance(log, GameLog)
    written = read_blob(Blob("converted.json", convert(replay(log, record=True), "bga").encode()))
    assert isinstance(written, GameLog)
    for together in ([log, written], [written, log]):
        result = replay(merge(together))
        assert (result.verdict, result.violation) == (Verdict.LEGAL, None)


def test_a_log_that_ends_before_the_first_count_of_icons_has_other_seats(sample_logs: list[Path]) -> None:
    """Nothing fixes the order of its players. It was ignored, so that another game passed, or refused."""
    path = next(path for path in sample_logs if "cities_4p" in path.name)
    export = load(path)

    def first(packets: int) -> GameLog:
        found = read_blob(Blob("short", orjson.dumps(export | {"packets": export["packets"][:packets]})))
        assert isinstance(found, GameLog)
        return found

    whole, short, longer = first(len(export["packets"])), first(7), first(10)
    assert [seat.id for seat in short.seats] != [seat.id for seat in whole.seats]
    for together in ([whole, short], [short, whole]):
        merged = merge(together)
        assert merged.seats == whole.seats
        assert merged.observations == whole.observations
        assert merged.inconsistencies == []
    # Nor does a longer log that ends too early.
    assert merge([short, longer]).inconsistencies == []
    index, move = next((n, one) for n, one in enumerate(short.observations) if isinstance(one, Transfer) and one.card)
    short.observations[index] = replace(move, from_owner=(move.from_owner + 1) % 4)
    for other in (whole, longer):
        assert merge([short, other]).inconsistencies


@pytest.mark.parametrize("edition", [Edition.THIRD, Edition.FOURTH])
def test_exports_in_two_languages_are_merged(edition: Edition) -> None:
    """What only words say is in one of them. Passes, questions and shown cards moved all that came after them."""
    platform = Platform.BGA if edition is Edition.THIRD else Platform.BGA_2024
    rules = Ruleset(edition, frozenset({CardSet.BASE}), 3, platform=platform)
    game = simulate(rules, 9, seats(["reluctant"], 3, 9), tell=True)
    assert game.told is not None
    first, second = (orjson.loads(orjson.dumps(content)) for content in exports(game.told, [0, 1]))
    for packet in first["packets"]:
        for item in packet["data"]:
            item["log"] = item["log"] and "Übersetzt"
            if isinstance(item["args"], dict) and item["args"].get("log"):
                item["args"]["log"] = "Übersetzt"

    def read(content: Any, packets: int | None = None) -> GameLog:
        found = read_blob(Blob("export.json", orjson.dumps(content | {"packets": content["packets"][:packets]})))
        assert isinstance(found, GameLog)
        return found

    foreign, plain = read(first), read(second)
    assert len(foreign.observations) < len(plain.observations)
    for together in ([foreign, plain], [plain, foreign]):
        result = replay(merge(together))
        assert (result.verdict, result.violation) == (Verdict.LEGAL, None)
    # The one whose words are read ends earlier.
    result = replay(merge([foreign, read(second, len(second["packets"]) // 2)]))
    assert (result.verdict, result.violation) == (Verdict.LEGAL, None)
    # A card that moves elsewhere is a contradiction as before.
    at, move = next((at, each) for at, each in enumerate(plain.observations) if isinstance(each, Transfer) and at > 60)
    plain.observations[at] = replace(move, to_owner=(move.to_owner + 1) % 3)
    assert merge([plain, foreign]).inconsistencies
