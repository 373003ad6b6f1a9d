"""What differs between the explanations of a log is unknown in every table, and statistics do without it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, card_table
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.events import Transfer
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import Zone
from innolog.log import At, Fact
from innolog.replay import replay as replayed
from innolog.results.doubtful import differs
from innolog.results.result import Replay, Verdict, Violation
from innolog.simulate import seats, simulate
from innolog.store.dataset import Dataset, open_dataset
from innolog.store.schema import COLORS, ICONS
from innolog.store.writer import DatasetWriter
from parsers import read_blob
from parsers.files import Blob
from reports.queries import prepare, prepared_sql, sql_of
from reports.winprob.features import Group
from reports.winprob.states import states
from tests.shared import sampled
from tests.store.factory import add, content_hash, make_replay

GROUP = Group("third", "base", 2)


def dataset(folder: Path, *replays: Replay) -> Dataset:
    with DatasetWriter(folder) as writer:
        for number, replay in enumerate(replays):
            add(writer, replay, content_hash(str(number)))
    opened = open_dataset(folder)
    prepare(opened)
    return opened


def doubtful(seed: int, *names: str, first: int, last: int | None = None) -> Replay:
    """A game in which ``names`` are not known of the second player after some actions."""
    replay = make_replay(seed)
    assert replay.ended is not None
    for action in replay.actions[first : None if last is None else last + 1]:
        action.open = (frozenset(), frozenset(names))
    # The views of these games hide cards that the events name.
    for before, action in pairwise(replay.actions):
        moves = [(index, event) for index, (event, _) in enumerate(action.events) if isinstance(event, Transfer)]
        action.doubtful = frozenset(index for index, event in moves if differs(event, before, action))
    return replay


def rows(data: Dataset, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data.arrow(table).to_pylist()
    return found


def test_what_was_counted_or_changed_is_unknown_next_to_an_unknown_state(tmp_path: Path) -> None:
    sure = make_replay(3)
    activations = [action.index for action in sure.actions if action.kind == "dogma"]
    first, end = activations[10], activations[20]
    unsure = doubtful(3, "score", "icons", "board_red", first=first, last=end - 1)
    with dataset(tmp_path / "a", sure) as known, dataset(tmp_path / "b", unsure) as open_:
        pairs = list(zip(rows(known, "dogmas"), rows(open_, "dogmas"), strict=True))
        for full, poor in pairs:
            touched = first <= full["action"] <= end
            for name in ("score_changes", "icon_changes", "card_changes"):
                assert poor[name] == (None if touched else full[name]), (full["action"], name)
            assert poor["achievement_changes"] == full["achievement_changes"]
            # Icons are counted where the action begins.
            assert poor["icon_counts"] == (None if first < full["action"] <= end else full["icon_counts"])
        for full, poor in zip(rows(known, "events"), rows(open_, "events"), strict=True):
            counted = full["kind"] == "icons_counted" and first < full["action"] <= end
            assert poor == (full | {"icon_counts": None} if counted else full)
        for full, poor in zip(rows(known, "states"), rows(open_, "states"), strict=True):
            names = ("score", "board_red", *ICONS) if first <= full["action"] < end and full["seat"] == 1 else ()
            assert poor == full | dict.fromkeys(names)
        # The highest top card before the action goes with what happened first to a card.
        seen = 0
        for full, poor in zip(rows(known, "card_games"), rows(open_, "card_games"), strict=True):
            hidden = full["seat"] == 1 and first < (full["melded_action"] or 0) <= end
            seen += hidden
            assert poor["melded_age"] == (None if hidden else full["melded_age"])
            assert poor["top_at_end"] == full["top_at_end"]
        assert seen


def test_which_hidden_card_it_was_is_not_told_where_several_fit(tmp_path: Path) -> None:
    """The card that a player drew into an unknown hand, or returned from one, may have been another."""
    sure, unsure = make_replay(4), doubtful(4, "hand", first=10, last=30)
    names = [f"{what}_action" for what in ("drawn", "returned", "melded", "dogma")]
    with dataset(tmp_path / "a", sure) as known, dataset(tmp_path / "b", unsure) as open_:
        told = [
            {(row["seat"], row["card"], name, row[name]) for row in rows(data, "card_games") for name in names}
            for data in (known, open_)
        ]
    lost = {fact for fact in told[0] - told[1] if fact[3] is not None}
    assert {name for _, _, name, _ in lost} <= {"drawn_action", "returned_action"}
    assert {seat for seat, _, _, _ in lost} == {1}
    assert {action for _, _, _, action in lost} <= set(range(10, 32))
    drawn = [
        event
        for action in sure.actions[10:31]
        for event, _ in action.events
        if isinstance(event, Transfer) and event.to_owner == 1
        if (event.from_zone, event.to_zone) == (Zone.DECK, Zone.HAND)
    ]
    assert drawn
    for event in drawn:
        at = {fact[3] for fact in told[1] if fact[:3] == (1, event.card, "drawn_action")}
        assert not any(action is not None and 10 <= action <= 30 for action in at)


def test_points_after_five_rounds_are_not_those_of_a_round_before(tmp_path: Path) -> None:
    """If the points after the fifth round were unknown, those of the last action before it were taken."""
    last = max(action.index for action in make_replay(3).actions if action.turn <= 10)
    with (
        dataset(tmp_path / "a", make_replay(3)) as known,
        dataset(tmp_path / "b", doubtful(3, "score", first=last)) as open_,
    ):
        points = []
        for data in (known, open_):
            for table in ("seated", "claims", "habits"):
                data.derive(table, prepared_sql(table))
            points.append(data.sql("SELECT seat FROM habits WHERE item = 'Points after 5 rounds'").fetchall())
    assert [sorted(each) for each in points] == [[(0,), (1,)], [(0,)]]


def test_at_the_end_too(tmp_path: Path) -> None:
    sure, unsure = make_replay(5), doubtful(5, "score", "achievements", "board_red", first=60)
    with dataset(tmp_path / "a", sure) as known, dataset(tmp_path / "b", unsure) as open_:
        full, poor = rows(known, "players"), rows(open_, "players")
        assert poor == [full[0], full[1] | {"score": None, "achievements": None}]
        color = card_table().color
        for row, before in zip(rows(open_, "card_games"), rows(known, "card_games"), strict=True):
            hidden = row["seat"] == 1 and color[row["card"]] == Color.RED
            assert row["top_at_end"] == (None if hidden else before["top_at_end"])


@pytest.mark.long
def test_when_an_achievement_could_be_claimed_is_unknown_if_it_may_have_been_before(tmp_path: Path) -> None:
    # A random player claims late: between the actions at which it could for the first time, and did.
    with dataset(tmp_path / "sure", *[make_replay(seed) for seed in range(12)]) as data:
        found = [row for row in rows(data, "achievements") if row["claimable_action"] is not None and row["seat"] == 1]
    row = next(row for row in found if row["claimable_action"] > 1)
    seed = next(seed for seed in range(12) if row["log_id"] == content_hash(str(seed))[:16])
    since = row["claimable_action"]
    for name, first, last, known in (
        ("claimable", since - 1, since - 1, None),
        ("claimable", since + 1, since + 3, since),
        ("hand", 0, None, since),
    ):
        folder = tmp_path / f"{name}{first}"
        with dataset(folder, doubtful(seed, name, first=first, last=last)) as data:
            (again,) = [other for other in rows(data, "achievements") if other["event"] == row["event"]
                        and other["action"] == row["action"]]  # fmt: skip
            assert again["claimable_action"] == known, (name, first)


@pytest.mark.parametrize(
    "name", sampled(["score", "icons", "hand", "forecast", *(f"splay_{color}" for color in COLORS)], 9)
)
def test_models_of_winning_learn_from_what_is_known(name: str, tmp_path: Path) -> None:
    sure, unsure = make_replay(7), doubtful(7, name, first=30, last=50)
    with dataset(tmp_path / "a", sure) as known, dataset(tmp_path / "b", unsure) as open_:
        full, poor = (states(data.frame, GROUP, counted=False) for data in (known, open_))
    left = full[~full["action"].between(30, 50)].reset_index(drop=True)
    assert len(left) < len(full)
    assert poor.equals(left)


@pytest.mark.long
def test_nobody_knows_who_was_first_or_led_where_boards_and_points_are_unknown(tmp_path: Path) -> None:
    with dataset(tmp_path / "sure", make_replay(7)) as data:
        firsts = data.frame(sql_of("first_to_age"))
        changes = data.frame(sql_of("lead_changes"))["s"].tolist()
    assert len(firsts) > 2
    assert changes[0] > 2
    with dataset(tmp_path / "boards", doubtful(7, "board_blue", first=0, last=0)) as data:
        assert data.frame(sql_of("first_to_age")).empty
        assert data.frame(sql_of("lead_changes"))["s"].tolist() == changes
    with dataset(tmp_path / "late", doubtful(7, "board_blue", first=len(make_replay(7).actions) - 1)) as data:
        assert sorted(data.frame(sql_of("first_to_age"))["item"]) == sorted(firsts["item"])
    with dataset(tmp_path / "points", doubtful(7, "score", first=1)) as data:
        assert data.frame(sql_of("lead_changes"))["s"].tolist() == [0]


def test_which_logs_and_actions_are_told_in_part_can_be_asked(tmp_path: Path) -> None:
    poor, full = make_replay(1), make_replay(2)
    poor.not_recorded, poor.settled, poor.explanations = [Fact.SPLAYS], [Fact.CHOICES], 4
    poor.actions[5].explanations, poor.actions[6].guessed = 7, True
    with dataset(tmp_path, poor, full) as data:
        told = [(row["not_recorded"], row["settled"], row["explanations"]) for row in rows(data, "logs")]
        assert told == [(["splays"], ["answers that move no card"], 4), ([], [], 1)]
        query = (
            "SELECT action, explanations, guessed FROM every.actions WHERE explanations > 1 OR guessed ORDER BY action"
        )
        assert data.frame(query).to_numpy().tolist() == [[5, 7, False], [6, 1, True]]
        (row,) = data.frame(sql_of("verdicts")).to_dict("records")
        assert (row["verdict"], row["logs"], row["in_part"]) == ("legal", 2, 1)


def test_games_without_a_name_are_not_one_game(tmp_path: Path) -> None:
    replays = [make_replay(seed) for seed in (1, 2)]
    for replay in replays:
        replay.log.game_id = ""
        replay.digest = None
    with dataset(tmp_path, *replays) as data:
        assert [row["table_id"] for row in rows(data, "logs")] == [None, None]
        assert states(data.frame, GROUP)["game"].nunique() == 2


def test_the_place_in_a_log_of_lines_is_said_as_it_is_called_there(tmp_path: Path) -> None:
    replay = make_replay(1, actions=3)
    replay.verdict = Verdict.ILLEGAL
    replay.violation = Violation("draw.age", "the card is of the wrong age", At(17, 16, 0, "entry"), "a 1", "a 3")
    with dataset(tmp_path, replay) as data:
        (row,) = rows(data, "violations")
    assert (row["move"], row["place"], row["packet"], row["index"]) == (17, "move 17, entry 16", None, None)


def test_an_achievement_that_comes_back_is_claimable_from_then_on(tmp_path: Path) -> None:
    """It was claimable from the first time on, though it had been claimed and was gone in between."""
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES}))
    game = as_replay(simulate(rules, 5009, seats(["sensible"], 2, 5009)))
    full = replayed(read_blob(Blob("game", convert(game, "native").encode())), record=True)
    with dataset(tmp_path, full) as data:
        claims = [row for row in rows(data, "achievements") if row["age"] == 1 and row["kind"] == "standard"]
    came_back = 0
    for claim in claims:
        gone = [
            action.index
            for action in full.actions[: claim["action"]]
            if action.snapshot and 1 not in action.snapshot.available_ages
        ]
        came_back += bool(gone)
        assert claim["claimable_action"] is None or not gone or claim["claimable_action"] > gone[-1]
    assert came_back
