"""Which generation of the site's code wrote a log, by its fields and times.

What was wrong: no export from before March 2023 was legal, because a missing field was read as "no".
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest

from innolog.cards.generations import USUAL, Generation
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import At, GameLog, Inconsistency, Unread
from innolog.log.merging import merge
from innolog.proving import proof
from innolog.proving.checking import check
from innolog.proving.writing import proof_of
from innolog.replay import Verdict, replay
from parsers import read_log
from parsers.bga.envelope import Envelope
from parsers.bga.generations import newer_generation, written_by
from parsers.bga.notifications_2024 import COUNTERS, GENERATION, OTHER_PLAYER
from tests.hunt.games import hunted
from tests.parsers.verdicts import read, replayed, written
from tests.shared import load, sampled
from tests.tampering.story import read_export
from tests.written import export

G = Generation

#: What each generation writes beside the one before it: with every transfer, with a shown card, in states 4 and 13.
NEW: dict[Generation, tuple[set[str], set[str], set[str], set[str]]] = {
    G.G1: ({"location_from"}, {"id", "age", "color", "non_demand_effect_1"}, {"age_to_draw"}, {"can_pass"}),
    G.G2: (set(), {"type"}, set(), set()),
    G.G3: ({"is_relic", "type"}, set(), set(), set()),
    G.G4: (set(), set(), set(), {"card_interaction", "num_cards_already_chosen"}),
    G.G5: ({"bottom_from"}, set(), set(), set()),
    G.G7: (set(), set(), {"city_draw_falls_back_to_other_type"}, set()),
    G.G8: ({"meld_keyword"}, set(), set(), set()),
}


def envelope(*parts: list[dict[str, Any]]) -> Envelope:
    found = [packet for part in parts for packet in part]
    return Envelope(found, times=[None if packet["time"] is None else int(packet["time"]) for packet in found])


def packets(generation: Generation, day: str = "", hours: float = 1, without: str = "") -> list[dict[str, Any]]:
    """Packets in the shape of a generation: transfers, questions for actions and other choices."""
    fields: list[set[str]] = [set(), set(), set(), set()]
    for since, new in NEW.items():
        if since <= generation:
            fields = [one | other for one, other in zip(fields, new, strict=True)]
    transfer, face, action, choice = ({name: "1" for name in names if name != without} for names in fields)
    if generation > G.G2:
        face.pop("non_demand_effect_1")
    begin = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() if day else 0
    return [
        {
            "move_id": str(number + 1),
            "time": str(int(begin + hours * 360 * number)) if day else None,
            "data": [
                {"type": "transferedCard", "args": transfer},
                {"type": "transferedCard", "args": {**transfer, **face}},
                {"type": "gameStateChange", "args": {"id": 4, "args": action}},
                {"type": "gameStateChange", "args": {"id": 13, "args": choice}},
            ],
        }
        for number in range(11)
    ]


@pytest.mark.parametrize(
    ("generation", "day", "expected"),
    [
        (G.G1, "2021-09-10", [G.G1]),
        (G.G2, "2022-03-01", [G.G2]),
        (G.G3, "2022-08-01", [G.G3]),
        (G.G4, "2022-10-01", [G.G4]),
        # These wrote the same fields. Near a release both are possible, the nearer one first.
        (G.G5, "2023-01-10", [G.G5, G.G6]),
        (G.G5, "2023-02-20", [G.G6, G.G5]),
        (G.G7, "2023-03-05", [G.G7]),
        (G.G8, "2023-03-25", [G.G8, G.G9]),
        (G.G8, "2023-05-01", [G.G9, G.G8]),
        (G.G8, "2026-01-01", [G.G9]),
        (G.G8, "", [G.G9, G.G8]),
        (G.G5, "2026-01-01", [G.G6, G.G5]),
    ],
)
def test_fields_and_times_tell_the_generation(generation: Generation, day: str, expected: list[Generation]) -> None:
    found = written_by(envelope(packets(generation, day)))
    assert list(found.generations) == expected
    assert found.changed is None


@pytest.mark.parametrize(("generation", "without"), [(G.G9, "bottom_from"), (G.G8, "is_relic"), (G.G5, "type")])
def test_fields_of_no_generation_are_not_taken_for_one(generation: Generation, without: str) -> None:
    assert written_by(envelope(packets(generation, without=without))).generations == ()


def test_a_log_through_a_release_has_its_place() -> None:
    """A new field in the middle, or fields of two generations at a table that was open for days."""
    before, after = packets(G.G4, "2023-01-03", 24), packets(G.G5, "2023-01-04", 24)
    found = written_by(envelope(before, after))
    assert found.generations == (G.G4,)
    assert found.last is G.G5
    assert found.changed is not None
    assert len(before) - 12 <= found.changed <= len(before)
    days = written_by(envelope(packets(G.G8, "2023-04-17", 48)))
    assert (set(days.generations), days.changed) == ({G.G8, G.G9}, 0)


@pytest.mark.parametrize(
    ("before", "after", "day"),
    [
        *((G.G1, G.G2, "2021-11-03"), (G.G2, G.G3, "2022-07-13"), (G.G3, G.G4, "2022-09-18")),
        *((G.G4, G.G5, "2023-01-04"), (G.G6, G.G7, "2023-03-01"), (G.G7, G.G8, "2023-03-20"), (G.G3, G.G8, "")),
    ],
)
def test_a_release_in_the_first_moves_has_its_place(before: Generation, after: Generation, day: str) -> None:
    """Fields of both generations were taken together, and so for those of the later one."""
    found = written_by(envelope(packets(before, day)[:1], packets(after, day)))
    assert before in found.generations
    assert max(found.generations) < after <= found.last
    assert found.changed == 1


def test_before_the_first_card_that_is_shown_two_generations_look_alike() -> None:
    first = packets(G.G2, "2022-07-13")[:1]
    first[0]["data"] = first[0]["data"][:1]
    found = written_by(envelope(first, packets(G.G3, "2022-07-13")))
    assert (found.generations, found.last, found.changed) == ((G.G2,), G.G3, 1)
    assert written_by(envelope(first)).generations == ()


def test_a_field_that_somebody_removed_long_after_is_no_release() -> None:
    found = written_by(envelope(packets(G.G7, "2026-01-01")[:1], packets(G.G8, "2026-01-01")))
    assert (found.generations, found.changed) == ((G.G9,), None)


@pytest.fixture
def log(sample_logs: list[Path]) -> GameLog:
    found = read_log(sample_logs[0])
    assert isinstance(found, GameLog)
    return found


def test_every_generation_has_a_period_that_follows_the_one_before() -> None:
    for earlier, later in zip(Generation, list(Generation)[1:], strict=False):
        until, since = earlier.period.until, later.period.since
        assert since is not None
        assert until == since or earlier is USUAL


def test_a_file_of_unknown_form_accuses_nobody_beside_another(log: GameLog) -> None:
    """Each file alone was unsupported, and both together were illegal: places of two files were compared."""
    early, late = log.observations[5].at, log.observations[80].at
    wrong = Inconsistency(At(1, 0, 0), "two statements differ", "one", "another")
    strange = replace(
        log,
        source="other",
        observations=[replace_at(one, 1000) for one in log.observations],
        strange=Unread(At(early.move, early.packet + 1000, early.index), "a new form"),
        inconsistencies=[replace(wrong, at=At(late.move, late.packet + 1000, late.index))],
    )
    assert replay(strange).verdict is Verdict.UNSUPPORTED
    together = merge([log, strange])
    assert replay(together).verdict is Verdict.UNSUPPORTED
    known = replay(merge([log, replace(strange, strange=None)]))
    assert known.verdict is Verdict.ILLEGAL
    assert known.violation is not None
    assert known.violation.at == late
    assert "other" in known.violation.message
    assert together.places_of == log.source


def replace_at(observation: Any, packets: int) -> Any:
    at = observation.at
    names = observation.__match_args__ if hasattr(observation, "__match_args__") else ()
    values = {name: getattr(observation, name) for name in names}
    return type(observation)(**{**values, "at": At(at.move, at.packet + packets, at.index)})


def test_null_is_no_other_player() -> None:
    """A program that writes null for missing arguments made a game of the fourth edition one of the third."""
    moves = [{"type": "transferedCard", "args": {GENERATION: "draws", OTHER_PLAYER: None}} for _ in range(9)]
    for where, fourth in (("hand", None), ("junk", True)):
        args: Any = moves[-1]["args"]
        args["location_to"] = where
        newer = newer_generation(Envelope([{"move_id": "1", "data": moves}]))
        assert newer is not None
        assert newer.fourth_edition is fourth


@pytest.mark.parametrize("generation", ["G1", "G4"])
def test_a_revealed_card_leaves_from_where_it_lies_or_was_put(generation: str) -> None:
    """What was wrong: any position was accepted, because this code may write that which the card got when it came."""
    told = hunted("revealed", 2, generation).play().told
    assert told is not None
    game = export(told, None)
    sent = [item for packet in game["packets"] for item in packet["data"] if item["type"].startswith("transferedCard")]
    put: dict[object, str] = {}
    outdated: list[dict[str, Any]] = []
    for args in (item["args"] for item in sent):
        if args["location_from"] == "revealed" and put[args["id"]] != args["position_from"]:
            args["position_from"] = put[args["id"]]
            outdated.append(args)
        if args["location_to"] == "revealed":
            put[args["id"]] = args["position_to"]
    assert replay(read_export(game)).verdict.explained
    outdated[0]["position_from"] = str(int(outdated[0]["position_from"]) + 1)
    violation = replay(read_export(game)).violation
    assert violation is not None
    assert violation.rule == "card.position"


@pytest.mark.parametrize("seed", sampled(range(8), 4, many=True))
def test_the_third_edition_without_its_counters_is_not_taken_for_the_fourth(seed: int) -> None:
    """A program has removed the field that shows the edition. Both are tried, and a forged log is of neither."""
    content = written(Ruleset(players=3, platform=Platform.BGA_2024), seed, seed % 2 or None)
    drop_counters(content)
    data = orjson.dumps(content)
    log = read(content)
    result = replay(log, record=True)
    assert result.verdict.explained, result.violation
    assert result.rules is not None
    assert result.rules.edition is Edition.THIRD
    check(proof.read(proof_of(result, data).encode()), data, log)
    for packet in content["packets"]:
        packet["data"] = [item for item in packet["data"] if not is_bonus(item)]
    assert replayed(content).verdict is Verdict.ILLEGAL


def is_bonus(item: Any) -> bool:
    return isinstance(item["args"], dict) and "text" in item["args"]


def test_the_third_edition_without_most_of_its_counters_is_not_the_fourth() -> None:
    """So many counters were missing before the first one that the log was taken for one of the fourth."""
    content = written(Ruleset(players=3, platform=Platform.BGA_2024), 2, None)
    drop_counters({"packets": content["packets"][: len(content["packets"]) * 2 // 3]})
    result = replayed(content)
    assert result.rules is not None
    assert (result.verdict.explained, result.rules.edition) == (True, Edition.THIRD)


def drop_counters(content: Any) -> None:
    for packet in content["packets"]:
        for item in packet["data"]:
            if isinstance(item["args"], dict):
                item["args"].pop(COUNTERS, None)


def test_expansions_without_counters_are_not_those_of_the_fourth_edition(shared_folder: Path) -> None:
    """With expansions, the third edition junks cards, too. What was wrong: such games were unsupported."""
    content = load(shared_folder / "corpus/bga_newer_more/newer_third_artrelics_3p/10011/player_90000001.json.gz")
    drop_counters(content)
    result = replayed(content)
    assert result.verdict is Verdict.LEGAL
    assert result.rules is not None
    assert result.rules.edition is Edition.THIRD


def test_an_edition_that_may_be_another_one_is_not_claimed(shared_folder: Path) -> None:
    """The beginning of a game can be explained by both editions."""
    content = written(Ruleset(Edition.FOURTH, players=3, platform=Platform.BGA_2024), 6, None)
    content["packets"] = content["packets"][:12]
    result = replayed(content)
    assert result.rules is not None
    assert result.rules.edition is Edition.FOURTH
    assert "could not determine whether the third edition also" in result.deduced["edition"]
