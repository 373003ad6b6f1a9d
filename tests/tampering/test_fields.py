"""Every field of an export is compared, or named as not compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from innolog.log import GameLog
from innolog.replay import replay
from innolog.results.result import Verdict
from parsers import read_log
from tests.tampering.measure import EXPANSIONS, FOLDERS, corpus, is_legal, measure, sample, written
from tests.tampering.operators import EARLIER_FIELDS, FIELDS, NEWER_FIELDS
from tests.tampering.story import Story, load_bytes, read_export

needs_corpus = pytest.mark.skipif(not corpus().is_dir(), reason="the shared corpus is not beside the repository")

SEED = 2026

#: Fields that few games have, each with an export of ``bga_rare`` that has them.
_RARE = {
    "removedPlayer": "third_artrelics_3p/9014/player_90000003",
    "playerEliminated": "third_artrelics_3p/9014/player_90000003",
    "removedTopCardsAndHands": "third_art_echoes_2p/9004/player_90000001",
    "rearrangedPile": "third_artrelics_2p/9006/spectator",
    "state 20": "third_all_relics_2p/9014/spectator",
    "player_choice": "third_cities_echoes_2p/9016/spectator",
    "age_10": "third_all_relics_2p/9014/spectator",
    "color_3": "third_all_relics_team3/9016/spectator",
}


#: Cards are seldom executed so deep within each other. One loop compares them all.
_DEEP = re.compile(r"(card|ref_player)_[1-9]$")


@pytest.mark.long
@needs_corpus
def test_every_field_that_is_compared_is_missed_when_it_is_changed() -> None:
    """One forgery of each field in the table of the reader, over games of all folders, caught at its move.

    What was wrong: facts were read and never compared (icons of an Artifact on display, positions of achievements, the
    number of the action), and nobody could say which. What else belonged to it was found by listing every field of
    every notification, and by changing each.
    """
    paths = sample(9, SEED, EXPANSIONS, FOLDERS)
    older = set(FIELDS) - NEWER_FIELDS - EARLIER_FIELDS
    rows = measure([path for path in paths if is_legal(path)], SEED, sorted(older), most=1)
    common = {kind for kind in older if not _DEEP.search(kind) and not any(rare in kind for rare in _RARE)}
    assert common - set(rows) == set()
    assert not [(kind, case) for kind, row in rows.items() for case in (*row.missed, *row.misplaced)]


@pytest.mark.long
@needs_corpus
@pytest.mark.parametrize("rare", list(_RARE))
def test_a_field_that_few_games_have_is_missed_when_it_is_changed(rare: str) -> None:
    """The test above takes games by chance, and those in which nobody is eliminated let it pass."""
    path = corpus("bga_rare") / f"{_RARE[rare]}.json.gz"
    kinds = {kind for kind in FIELDS if rare in kind} - NEWER_FIELDS - EARLIER_FIELDS
    rows = measure([path], SEED, sorted(kinds))
    assert set(rows) == kinds
    assert not [(kind, case) for kind, row in rows.items() for case in (*row.missed, *row.misplaced)]


@pytest.mark.long
def test_every_field_that_only_earlier_generations_write_is_missed_when_it_is_changed(tmp_path: Path) -> None:
    """The row of an activated card, which the first two generations send with the message."""
    rows = measure(written(10, SEED, tmp_path), SEED, sorted(EARLIER_FIELDS), most=1)
    assert set(rows) == EARLIER_FIELDS
    assert not [(kind, case) for kind, row in rows.items() for case in (*row.missed, *row.misplaced)]


@pytest.mark.long
@needs_corpus
def test_every_field_of_the_newer_generation_that_is_compared_is_missed_when_it_is_changed() -> None:
    """The same of the fields that the newer generation has beside, or instead of, the older one's.

    What was wrong: achievements of a set that is not read could be offered, although the table of fields forbids it.
    Found by changing each field of the table.
    """
    rows = measure(sample(10, 6, ("fourth_*",), ("bga_fourth",)), 6, sorted(NEWER_FIELDS), most=1)
    assert len(rows) >= 30
    assert not [(kind, case) for kind, row in rows.items() for case in (*row.missed, *row.misplaced)]


@needs_corpus
def test_a_field_that_no_table_has_is_named_with_the_verdict() -> None:
    """The site may add one any day; it is no reason to accuse, and never taken for checked."""
    story = Story(load_bytes(sample(1, SEED, ["third_base_2p"])[0]))
    for event in [event for event in story.events if event.kind in ("transferedCard", "splayedPile")]:
        event.public[1]["args"]["brand_new"] = 7
    result = replay(read_export(story.export))
    assert result.verdict is Verdict.LEGAL
    assert [unread.text for unread in result.log.unread] == ["transferedCard: brand_new", "splayedPile: brand_new"]


@needs_corpus
def test_all_fields_of_all_games_are_in_the_tables() -> None:
    """Every field that a game of the corpus has is compared, or named as not compared."""
    for path in sample(12, SEED + 5, EXPANSIONS, FOLDERS):
        log = read_log(path)
        assert isinstance(log, GameLog)
        assert not log.unread
        assert not log.inconsistencies
