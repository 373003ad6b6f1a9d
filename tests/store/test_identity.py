"""One game is one game, in however many forms it was recorded.

The fault: logs were taken for one game by the number of the table alone, so a text, a tracker's file and a page from
another site each added a game, and statistics counted its outcome up to four times. Of the same class: the first log
that came counted, also where it recorded less than a later one; forms that name the players otherwise (by name, or as
"You") added people. It was found by ingesting all forms of one game together, in both orders.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.ingest.pipeline import ingest
from innolog.store.dataset import Dataset, open_dataset
from innolog.store.identity import fingerprint
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
    assert data.sql("SELECT count(*) FROM games WHERE counts").fetchall() == [(1,)]
    assert data.sql("SELECT count(*), sum(win_points) FROM players WHERE counts").fetchall() == [(2, 1.0)]
    rows = data.sql("SELECT source, logs, rank, counts, because FROM same_game ORDER BY rank").fetchall()
    assert len(rows) == rows[0][1] == 6
    assert Path(rows[0][0]).name in best
    assert [row[3] for row in rows] == [True, *[False] * 5]
    assert {row[4] for row in rows} <= {"same actions", "same table and actions"}
    # Each player's hidden cards are those of one record.
    drawn = data.sql("SELECT place, count(*) FROM players WHERE counts_drawn GROUP BY place").fetchall()
    assert all(count == 1 for _, count in drawn)


@pytest.mark.parametrize("backwards", sampled([False, True], 2))
def test_the_same_game_in_six_forms_is_one_game_of_two_players(
    backwards: bool, forms: list[Path], tmp_path: Path
) -> None:
    ingest(forms[::-1] if backwards else forms, tmp_path)
    with open_dataset(tmp_path) as data:
        _assert_one_game(data, ("game.innolog", "own.json.gz"))
        # What the README shows.
        asked = "SELECT ended_by, count(*) AS games FROM games WHERE counts GROUP BY ended_by"
        assert data.frame(asked)["games"].tolist() == [1]


@pytest.mark.long
def test_a_better_record_leads_also_where_it_comes_in_a_later_batch(forms: list[Path], tmp_path: Path) -> None:
    for form in forms:
        ingest([form], tmp_path)
    with open_dataset(tmp_path) as data:
        _assert_one_game(data, ("game.innolog", "own.json.gz"))
        # The totals, which are never taken back, count the game once as well.
        assert (
            data.sql("SELECT sum(n) FROM total_cards WHERE rate = 'dogma'").fetchall()
            == data.sql("SELECT count(*) FROM card_games WHERE counts AND dogma_times > 0").fetchall()
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
        verdicts = data.sql("SELECT DISTINCT verdict FROM games").fetchall()
        assert verdicts == [("legal",)]
        assert data.sql("SELECT count(DISTINCT game), count(*) FILTER (counts) FROM games").fetchall() == [
            (len(games), len(games))
        ]
        assert data.sql("SELECT count(*) FROM players WHERE counts_drawn").fetchall() == [
            (sum(game.players for game in games),)
        ]


def test_games_that_were_given_up_at_once_have_no_fingerprint(tmp_path: Path) -> None:
    assert fingerprint(make_replay(1, actions=3)) is None
    assert fingerprint(make_replay(1)) != fingerprint(make_replay(2))
