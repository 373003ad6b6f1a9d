"""The list of corpus games says of each game what its truth file says."""

from __future__ import annotations

from pathlib import Path

from tests.shared import corpus, corpus_games


def test_every_configuration_is_understood(shared_folder: Path) -> None:
    folders = [path for path in (shared_folder / "corpus" / "bga").glob("*/*") if path.is_dir()]
    assert len(corpus()) == len(folders) > 0
    for game in corpus():
        assert len(game.seats) == game.players
        assert game.spectator.is_file()
    assert {game.id.split("/")[0] for game in corpus_games(sets=["base"], teams=True)} == {
        *(f"first_base_team{seating}" for seating in (3, 4)),
        *(f"third_base_team{seating}" for seating in (2, 3, 4, 5)),
    }
    plain = corpus_games(editions=["third"], sets=["base", "cities"], teams=False, extra_achievement=False)
    assert {game.id.split("/")[0] for game in plain} == {
        f"third_{sets}_{players}p" for sets in ("base", "cities") for players in (2, 3, 4)
    }
    assert not any(game.relics for game in plain)
