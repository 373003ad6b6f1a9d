"""The list of corpus games says of each game what its truth file says."""

from __future__ import annotations

from pathlib import Path

from tests.shared import corpus, corpus_games, is_in_part


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


def test_parts_of_many_tests_differ_by_seed_and_are_of_equal_size() -> None:
    tests = [f"tests/room/test_room.py::test_claim[{number}]" for number in range(400)]
    assert all(is_in_part(test, None) for test in tests)
    parts = [{test for test in tests if is_in_part(test, f"4 {seed}")} for seed in ("a", "b", "c")]
    assert all(70 < len(part) < 130 for part in parts)
    assert all(len(one & other) < 50 for one in parts for other in parts if one is not other)
    # Each comes to its turn.
    assert set(tests) == {test for test in tests if any(is_in_part(test, f"4 {seed}") for seed in range(60))}
