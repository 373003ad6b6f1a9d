"""One game is one game, in however many forms it was recorded.

The fault: logs were taken for one game by the number of the table alone, so a text, a tracker's file and a page from
another site each added a game, and statistics counted its outcome up to four times. Of the same class: the first log
that came counted, also where it recorded less than a later one; forms that name the players otherwise (by name, or as
"You") added people. It was found by ingesting all forms of one game together, in both orders.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.ingest.pipeline import ingest
from innolog.judging.verdicts import judge
from innolog.store.dataset import Dataset, open_dataset
from innolog.store.identity import story_hash
from reports.queries import overview
from tests.shared import REPOSITORY, corpus_games, sampled
from tests.store.factory import make_replay

SAMPLE = REPOSITORY / "sample_logs" / "base_2p_player.json.gz"
FORMS = {
    "native": ("game.innolog", ()),
    "bga": ("spectator.json", ("--viewpoint", "spectator")),
    "text": ("game.txt", ()),
    "yucata-html": ("game.html", ()),
    "tracker": ("tracker.json", ()),
}


def _forms(log: Path, folder: Path) -> list[Path]:
    """The log, and the game in five other forms; the poorest first."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for form, (name, options) in FORMS.items():
        result = CliRunner().invoke(main, ["convert", str(log), "--to", form, "-o", str(folder / name), *options])
        assert result.exit_code == 0, result.output
        made.append(folder / name)
    shutil.copy(log, folder / "own.json.gz")
    return [*reversed(made), folder / "own.json.gz"]


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return _forms(SAMPLE, tmp_path_factory.mktemp("forms"))


def _assert_one_game(data: Dataset, best: Sequence[str]) -> None:
    groups = overview(data)
    assert groups[["games", "people", "player_games"]].to_numpy().tolist() == [[1, 2, 2]]
    assert data.sql("SELECT count(*) FROM games").fetchall() == [(1,)]
    assert data.sql("SELECT count(*), sum(win_points) FROM players").fetchall() == [(2, 1.0)]
    rows = data.sql("SELECT source, logs, rank, counts, because FROM same_game ORDER BY rank").fetchall()
    assert len(rows) == rows[0][1] == 6
    assert Path(rows[0][0]).name in best
    assert [row[3] for row in rows] == [True, *[False] * 5]
    assert {row[4] for row in rows} <= {"same actions", "same table and actions"}
    # Each player's hidden cards are those of one record.
    drawn = data.sql("SELECT turn_order, count(*) FROM every.players WHERE counts_drawn GROUP BY turn_order").fetchall()
    assert all(count == 1 for _, count in drawn)


@pytest.mark.parametrize("backwards", sampled([False, True], 2))
def test_the_same_game_in_six_forms_is_one_game_of_two_players(
    backwards: bool, forms: list[Path], tmp_path: Path
) -> None:
    ingest(forms[::-1] if backwards else forms, tmp_path)
    with open_dataset(tmp_path) as data:
        _assert_one_game(data, ("game.innolog", "own.json.gz"))
        # What the README shows.
        asked = "SELECT ended_by, count(*) AS games FROM games GROUP BY ended_by"
        assert data.frame(asked)["games"].tolist() == [1]


@pytest.mark.long
def test_a_better_record_leads_also_where_it_comes_in_a_later_batch(forms: list[Path], tmp_path: Path) -> None:
    for form in forms:
        ingest([form], tmp_path)
    with open_dataset(tmp_path) as data:
        _assert_one_game(data, ("game.innolog", "own.json.gz"))
        # The totals, which are never taken back, count the game once as well.
        assert (
            data.sql("SELECT sum(n) FROM every.total_cards WHERE rate = 'dogma'").fetchall()
            == data.sql("SELECT count(*) FROM every.card_games WHERE counts AND dogma_times > 0").fetchall()
        )


@pytest.mark.long
def test_forms_agree_on_what_a_game_is_and_games_do_not(tmp_path: Path) -> None:
    """Every form of some games of the corpus, three and four players, teams and expansions among them."""
    games = [
        *corpus_games(editions=["third"], sets=["base", "cities"], players=[3])[:1],
        *corpus_games(editions=["first"], players=[4], teams=True)[:1],
        *corpus_games(editions=["third"], sets=["base", "echoes"], players=[2])[-1:],
    ]
    if not games:
        pytest.skip("the corpus is missing")
    paths = [path for number, game in enumerate(games) for path in _forms(game.seats[0], tmp_path / str(number))]
    ingest([*paths, *(export for game in games for export in game.exports)], tmp_path / "data")
    with open_dataset(tmp_path / "data") as data:
        verdicts = data.sql("SELECT DISTINCT verdict FROM logs").fetchall()
        assert verdicts == [("legal",)]
        assert data.sql("SELECT count(DISTINCT game_id), count(*) FILTER (counts) FROM logs").fetchall() == [
            (len(games), len(games))
        ]
        assert data.sql("SELECT count(*) FROM every.players WHERE counts_drawn").fetchall() == [
            (sum(game.players for game in games),)
        ]


def test_five_records_of_one_table_are_one_game_and_each_hand_is_of_the_log_that_shows_it(tmp_path: Path) -> None:
    """``games`` was a table of logs: whoever counted its rows counted five games."""
    exports = tmp_path / "exports"
    run = CliRunner().invoke
    assert run(main, ["simulate", "--seed", "5", "--format", "bga", "-o", str(exports)]).exit_code == 0
    found = sorted(exports.iterdir())
    for number, form in enumerate(("text", "yucata-html")):
        path = str(tmp_path / f"{number}.{form}")
        assert run(main, ["convert", str(found[0]), "--to", form, "-o", path]).exit_code == 0
        # The poorest records come first.
        ingest([Path(path)], tmp_path / "data")
    ingest(found, tmp_path / "data")
    with open_dataset(tmp_path / "data") as data:

        def count(query: str) -> int:
            ((found,),) = data.sql(query).fetchall()
            return int(found)

        assert count("SELECT count(*) FROM logs") == 5
        assert count("SELECT count(*) FROM games") == 1
        assert count("SELECT count(*) FROM players WHERE hand_known") == 2
        assert count("SELECT count(*) FROM actions") == count("SELECT actions + 1 FROM games")
        # The cards that both players drew, although no log shows them all; and they join the one game.
        drawn = "SELECT count(*) FROM {} WHERE drawn_times > 0"
        assert count(drawn.format("card_games JOIN players USING (log_id, seat)")) == count(
            drawn.format("every.card_games") + " AND counts_drawn"
        )
        assert count("SELECT count(*) FROM every.players") == 10


def test_games_that_were_given_up_at_once_have_no_story(tmp_path: Path) -> None:
    assert story_hash(make_replay(1, actions=3)) is None
    assert story_hash(make_replay(1)) != story_hash(make_replay(2))


def _recorded(tmp_path: Path, name: str, *options: str) -> Path:
    assert CliRunner().invoke(main, ["simulate", "-o", str(tmp_path / name), *options]).exit_code == 0
    return next((tmp_path / name).iterdir())


def test_simulated_games_of_one_seed_with_other_rules_or_bots_are_of_other_tables(tmp_path: Path) -> None:
    chosen = ((), ("--bot", "sensible", "--bot", "sensible"), ("--bot", "uniform"), ("--sets", "cities"))
    logs = [_recorded(tmp_path, str(number), "--seed", "1", *options) for number, options in enumerate(chosen)]
    headers = [json.loads(log.read_text(encoding="utf-8").splitlines()[0]) for log in logs]
    tables = [header["game_id"] for header in headers]
    assert tables[0] == tables[1]
    assert len(set(tables)) == 3
    assert all(len(table) == 12 and table.endswith("000001") for table in tables)
    exports = ("--format", "bga", "--seat", "spectator")
    logs += [_recorded(tmp_path, f"bga {n}", "--seed", "1", *exports, *options) for n, options in enumerate(chosen)]
    assert not ingest(logs, tmp_path / "data").contested
    with open_dataset(tmp_path / "data") as data:
        # The first two are the same game. An export has the number of the game, too.
        assert data.sql(
            "SELECT count(DISTINCT table_id), count(DISTINCT game_id), sum(counts::INT) FROM logs"
        ).fetchall() == [(3, 3, 3)]


@pytest.mark.parametrize("batch", sampled([1, 9], 2))
def test_two_games_of_one_table_are_named_and_neither_counts(batch: int, tmp_path: Path) -> None:
    """A record that its maker wrote, with all cards shown and the number of another table, was the one that counted."""
    first, second = (_recorded(tmp_path, str(seed), "--seed", str(seed)) for seed in (1, 2))
    rows = [json.loads(line) for line in second.read_text(encoding="utf-8").splitlines()]
    rows[0]["game_id"] = json.loads(first.read_text(encoding="utf-8").splitlines()[0])["game_id"]
    second.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    summary = ingest([first, second], tmp_path / "data", batch_logs=batch)
    ((named,),) = summary.contested.values()
    assert named in (str(first), str(second))
    with open_dataset(tmp_path / "data") as data:
        found = data.sql("SELECT counts, because FROM same_game").fetchall()
        assert found == [(False, "different games of one table")] * 2
        assert data.sql("SELECT count(*) FROM every.players WHERE counts OR counts_drawn").fetchall() == [(0,)]
    for options, told in (([], 2), (["-q"], 0)):
        call = ["ingest", *options, str(first), str(second), "-o", str(tmp_path / f"told {told}")]
        assert CliRunner().invoke(main, call).stderr.count("\n") == told
    third = _recorded(tmp_path, "3", "--seed", "3")
    assert not ingest([third], tmp_path / "data").contested


def test_a_copy_with_another_number_and_two_actions_exchanged_counts_once(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in _recorded(tmp_path, "1", "--seed", "1").read_text("utf-8").splitlines()]
    for row in rows:
        row.pop("digest", None)
    first, copied = tmp_path / "a.innolog", tmp_path / "b.innolog"
    first.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    # A draw and a meld of one turn, of which the rules allow both orders.
    pairs = [
        number
        for number, (row, after) in enumerate(pairwise(rows))
        if row.get("choice") == after.get("choice") == "action"
        and (row["player"], row["answer"][0], after["answer"][0]) == (after["player"], "draw", "meld")
    ]
    for number in pairs:
        other = [{**rows[0], "game_id": "999"}, *rows[1:number], rows[number + 1], rows[number], *rows[number + 2 :]]
        copied.write_text("\n".join(map(json.dumps, other)), encoding="utf-8")
        if [row.verdict for row in judge([copied])] == ["legal"]:
            break
    summary = ingest([first, copied], tmp_path / "data")
    assert summary.verdicts["legal"] == 2
    assert len(summary.copies) == 1
    with open_dataset(tmp_path / "data") as data:
        found = data.sql("SELECT counts, because FROM same_game ORDER BY counts").fetchall()
    assert found == [(False, "near copy of another game"), (True, "only record")]


def test_a_record_that_states_something_is_preferred_to_one_that_shows_all(forms: list[Path], tmp_path: Path) -> None:
    ingest(forms, tmp_path)
    with open_dataset(tmp_path) as data:
        (leading,) = data.sql("SELECT source FROM same_game WHERE rank = 1").fetchall()
    assert Path(leading[0]).name == "own.json.gz"
