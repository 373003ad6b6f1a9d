"""The tables of fields of texts, native records and trackers: they have all that the readers know."""

from __future__ import annotations

import json

from click.testing import CliRunner

from innolog.cli import main
from parsers.fields import Basis
from parsers.forms import forms
from parsers.lines.fields import field_of
from parsers.lines.keys import KEYS
from parsers.native import fields as native
from parsers.tracker import fields as tracker
from parsers.tracker import specification as words
from tests.tampering.forms.written import written


def test_every_format_lists_its_fields() -> None:
    output = CliRunner().invoke(main, ["formats", "--fields", "--format", "json"]).output
    rows = {row["name"]: row for row in map(json.loads, output.splitlines())}
    for form in forms():
        if form.records:
            assert rows[form.name]["fields"], form.name
            # Only the code of Board Game Arena has generations.
            assert all(("since" in field) is bool(form.newer_fields) for field in rows[form.name]["fields"])


def test_every_placeholder_has_a_field() -> None:
    for key, names in KEYS.items():
        assert all(field_of(key, name) for name in names if key != "move")


def test_every_key_of_a_native_record_has_a_field() -> None:
    rows = [json.loads(line) for line in written("native", 1, 0).content.splitlines()]
    header = rows[0]
    assert set(header) - {"rules", "setup"} <= set(native.FIELDS["header"])
    assert set(header["rules"]) <= set(native.FIELDS["rules"])
    assert set(header["setup"]) == set(native.FIELDS["setup"])
    assert set().union(*rows[1:-1]) <= set(native.FIELDS["decision"])
    assert set(rows[-1]) == set(native.FIELDS["end"])


def test_every_key_around_the_moves_of_a_tracker_has_a_field() -> None:
    assert words.FILE_KEYS - set(tracker.FIELDS["file"]) == {"my_hand", ""}
    moved = {
        getattr(generation, name)
        for generation in words.GENERATIONS.values()
        for name in words.CARRIES[generation.name]
    }
    assert words.ENTRY_KEYS - moved == set(tracker.FIELDS["entry"])
    assert field_of("dogma", "card").basis is Basis.ENGINE
    assert tracker.field_of("splay", "color").basis is Basis.EXPLAINS
