"""What the fields of poor records carry: the tables are complete, the readers ask them, and they hold for whole games.

What was wrong: fields were believed that a format fills with a default, or for which it has one word. What belonged to
the class: every field of a card that moves, of trackers (``tests/parsers/test_tracker.py``), texts and pages.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.log import At, GameLog, Place, Transfer, UnreadableLog, UnsupportedLog
from parsers import read_blob
from parsers.carries import Carries
from parsers.files import Blob
from parsers.forms import forms
from parsers.lines.bga import bga_table
from parsers.lines.keys import CARRIES
from parsers.lines.reading import LineReader
from parsers.tracker import specification as tracker
from parsers.tracker.specification import GENERATIONS, Generation
from parsers.tracker.writer import write
from tests.shared import copied
from tests.simulate.test_exports import RULES, played

#: Values of a tracker's fields that differ from most others; null for the rest.
_OTHER = {"top_of_deck": True, "melded": True, "from_position": 99, "to_position": 99}
_FORMS = {"bga": "text", "yucata": "yucata-html"}


@pytest.mark.parametrize("site", CARRIES)
def test_every_field_of_a_card_that_moves_is_in_the_table(site: str) -> None:
    assert set(CARRIES[site]) == {field.name for field in fields(Transfer)} - {"at"}


@pytest.mark.parametrize("generation", [name for name in GENERATIONS if name != "text"])
def test_every_key_of_a_tracker_is_in_the_table(generation: str) -> None:
    keys = {field.name for field in fields(Generation) if getattr(GENERATIONS[generation], field.name)}
    # The list of the cards in hand is not read.
    assert set(tracker.CARRIES[generation]) == keys - {"name", "hand", "records"}


def test_the_reader_of_trackers_asks_the_table() -> None:
    """Each field that may prove something is read from its key, and none that proves nothing."""
    told = played(RULES["base_2p"], 2).told
    assert told is not None
    content = json.loads(write(told, 0, "ids"))
    log = _tracker(content)
    keys, read = GENERATIONS["ids"], set()
    for name, carries in tracker.CARRIES["ids"].items():
        spoiled = copied(content)
        for entry in spoiled["log"]:
            if (key := getattr(keys, name)) in entry:
                entry[key] = _OTHER.get(name)
        try:
            same = _tracker(spoiled).observations == log.observations
        except (UnreadableLog, UnsupportedLog):
            same = False
        assert same == (carries is Carries.NOTHING), name
        read.add(same)
    assert read == {True, False}


def _may_be(carries: Carries, value: object, move: Transfer, name: str) -> bool:
    """Whether a reader that asks the table can have read a value."""
    if carries is Carries.NOTHING:
        return value in (None, ())
    if carries is Carries.FACT:
        # Relics lie beside the supply piles, where there is no bottom.
        return value is not None or move.to_place is Place.RELICS
    if carries is Carries.IF_FALSE:
        return value is not True or move.from_place is Place.FORECAST
    if carries is Carries.OF_THE_CARD:
        return (value is None) == (move.card is None or move.age is None)
    return True


@pytest.mark.parametrize("name", ["artifacts_4p", "all_relics_2p"])
@pytest.mark.parametrize("site", CARRIES)
def test_whole_games_tell_no_more_than_the_table_says(site: str, name: str) -> None:
    log = read_blob(Blob("game", convert(as_replay(played(RULES[name], 3)), _FORMS[site], 0).encode()))
    assert isinstance(log, GameLog)
    values: dict[str, Counter[str]] = {}
    for move in log.observations:
        if isinstance(move, Transfer):
            for field, carries in CARRIES[site].items():
                value = getattr(move, field)
                assert _may_be(carries, value, move, field), (field, move)
                values.setdefault(field, Counter())[str(value)] += 1
    for field, carries in CARRIES[site].items():
        # A field that proves something has more than one value. No relic is recorded in games without relics.
        if field == "relic" and not RULES[name].relics:
            continue
        assert (len(values[field]) > 1) == (carries is not Carries.NOTHING), field


@pytest.mark.parametrize(("site", "told"), [("bga", None), ("yucata", True)])
def test_the_reader_asks_the_table(site: str, told: bool | None) -> None:
    """The same words, of a site that uses them for more and of one that does not."""
    reader = LineReader(bga_table(), ["Ada", "Bob"], None, CARRIES[site])
    assert _moved(reader, "Ada melds Tools from hand.").meld is told
    assert _moved(reader, "Ada scores Clothing.").score is told
    assert _moved(reader, "Ada scores Archery from hand.").score is True
    assert _moved(reader, "Ada tucks Oars from hand.").meld is False


def _tracker(content: object) -> GameLog:
    log = read_blob(Blob("game_log.json", json.dumps(content).encode()))
    assert isinstance(log, GameLog)
    return log


def _moved(reader: LineReader, line: str) -> Transfer:
    (found,) = reader.read(At(1, 1, 0), line).observations
    assert isinstance(found, Transfer)
    return found


def test_the_forms_show_their_tables() -> None:
    found = CliRunner().invoke(main, ["formats", "--fields"])
    assert found.exit_code == 0
    poor = [form for form in forms() if form.carries]
    assert found.output.count("of a card that moves") == len(poor) == 10
    assert f"    meld: {Carries.IF_FALSE.value}" in found.output
    assert f"    bottom_to: {Carries.FROM_HAND.value}" in found.output
    assert "  transferedCard (newer generation)\n    meld_keyword: compared with the rules" in found.output
    assert (
        "    bottom_from (G5 to G9): compared with other fields of the log, and all copies must agree" in found.output
    )
    assert "    type (G2 to G9): compared with the rules" in found.output
    assert "    score_keyword: compared with the rules" in found.output
    in_json = CliRunner().invoke(main, ["formats", "text", "--fields", "--format", "json"]).output
    assert f'"score": "{Carries.IF_PLACED.value}"' in in_json
