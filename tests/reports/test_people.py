"""People who change their names: every name finds them, and one rule says what they are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from innolog.store.dataset import open_dataset
from innolog.store.writer import DatasetWriter
from reports.queries import NoSuchPerson, people, person_named, sql_of
from tests.store.factory import add, content_hash, make_replay


def _named(path: Path, names: list[str], *, dated: bool) -> Path:
    """A dataset of a game for each name of the first player (the other one is Bob), a day after the other."""
    with DatasetWriter(path) as writer:
        for seed, name in enumerate(names):
            replay = make_replay(seed, names=(name, "Bob"))
            assert replay.ended
            replay.log.times = replay.log.times if dated else None
            add(writer, replay, content_hash(str(seed)))
    return path


@pytest.mark.parametrize(
    ("names", "dated", "called"),
    [
        (["Zoe", "Ada"], True, "Ada"),
        (["Ada", "Ada", "Zoe"], True, "Zoe"),
        (["Zoe", "Ada", "Ada"], False, "Ada"),
        (["Zoe", "Ada"], False, "Ada"),
    ],
    ids=["earlier in the alphabet", "latest", "most frequent", "first in the alphabet"],
)
def test_a_person_has_one_name_and_is_found_by_all(tmp_path: Path, names: list[str], dated: bool, called: str) -> None:
    """What was wrong: people had the name that is last in the alphabet, and only this one found them."""
    with open_dataset(_named(tmp_path, names, dated=dated)) as data:
        person, bob = sorted(people(data), key=lambda each: each.player_id)
        assert (person.name, person.label, person.names) == (called, f"{called} (1000)", ("Ada", "Zoe"))
        assert [person_named(data, name) for name in ("Ada", "Zoe", "zoe", "1000", "bga:1000")] == [person] * 5
        assert bob.names == ("Bob",)
        data.derive("seated", sql_of("prepare_seated"))
        assert {*data.frame(sql_of("matchups"), {"most": 5})["name"]} == {called, "Bob"}


def test_a_name_that_two_people_had_is_nobodys_alone(tmp_path: Path) -> None:
    """What was wrong: the person whose name it was later, or whose other name came first, was taken without a word."""
    with open_dataset(_named(tmp_path, ["Bob", "Zoe"], dated=True)) as data:
        with pytest.raises(NoSuchPerson, match=r"several players are called Bob: .*bga:1000 \(2 games\)"):
            person_named(data, "Bob")
        assert person_named(data, "Zoe").player_id == "1000"
