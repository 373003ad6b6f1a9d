"""Objects that have a key twice: the last value counted, and the record said something else beside it."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode

import pytest

from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Ruleset
from innolog.log import UnreadableLog
from innolog.proving.proof import Refused
from innolog.proving.proof import read as read_proof
from innolog.simulate import seats, simulate
from parsers import keys, read_blob
from parsers.files import Blob
from parsers.keys import repeated_key
from parsers.native.links import _DICTIONARY, DamagedLink, _unpacked, from_link, to_link


@pytest.fixture(params=["orjson", "without orjson"], autouse=True)
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has no orjson."""
    if request.param != "orjson":
        monkeypatch.setattr(keys, "dumps", lambda value: json.dumps(value).encode())


@pytest.mark.parametrize(
    ("text", "key", "column"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "a", 17),
        ('{"a": 1, "a" : "1"}', "a", 9),
        ('{"a": 1, "a": 1.0}', "a", 9),
        ('{"a": [{"b": {}, "c": 1, "b": []}]}', "b", 25),
        # A colon in a text is no key, however it is written.
        ('{"a": 1, "a": 2, "b": "\\u003a"}', "a", 9),
        ('{"a": 1, "\\u0061": 2, "b": "\\":"}', "a", 9),
        # The first of three differs from the last.
        ('{"a": {"x": 1}, "a": {"x": 2}, "a": {"x": 1}}', "a", 16),
    ],
)
def test_a_key_with_two_values_is_found_at_its_second_place(text: str, key: str, column: int) -> None:
    found = repeated_key(text.encode(), json.loads(text))
    assert found is not None
    assert (found.key, found.at) == (key, column)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '[{"a": 1}, {"a": 2}]',
        '{"a": {"a": {"a": 1}}, "b": ["a", "a", "a:"]}',
        '{"a" : 1,"b"\n:2, "c": "\\u003A \\":"}',
        # One value is said twice.
        '{"a": {"x": [1, 2]}, "a": {"x":[1,2]}}',
        '{"a": "é", "a": "\\u00e9"}',
        '"a: b"',
        "12345678901234567890123456789",
        '{"a": 12345678901234567890123456789, "b": {"c": "\\ud800"}}',
    ],
)
def test_equal_keys_of_several_objects_and_equal_values_are_honest(text: str) -> None:
    assert repeated_key(text.encode(), json.loads(text)) is None


def test_deep_values_are_compared_or_refused() -> None:
    deep = "[" * 900 + "]" * 900
    assert repeated_key(f'{{"a": {deep}, "b": {deep}}}'.encode(), {"a": None, "b": None}) is None


def test_every_form_but_exports_is_refused_with_the_place() -> None:
    """An export is too large for that: the check takes a tenth of its time."""
    game = as_replay(simulate(Ruleset(), 7, seats(["sensible"], 2, 7)))
    native, tracker = convert(game, "native"), convert(game, "tracker", 0)
    header, *rows = native.splitlines()
    end = rows[-1].replace('"winners":', '"winners":[0,1],"winners":')
    column = end.rindex('"winners"') + 1
    for name, text, place in (
        ("game.innolog", "\n".join([header, *rows[:-1], end]), f"line {len(rows) + 1}, column {column}"),
        ("game_log.json", tracker.replace('"dest": "hand"', '"dest": "score",\n"dest": "hand"', 1), "line "),
    ):
        with pytest.raises(UnreadableLog, match="twice, with different values") as refused:
            read_blob(Blob(name, text.encode()))
        assert refused.value.place.startswith(place)
        assert refused.value.expected == "every key once in an object"
    for name, text in (
        ("game.innolog", native),
        ("game_log.json", tracker),
        ("game.innolog", from_link(to_link(native))),
    ):
        read_blob(Blob(name, text.encode()))
    with pytest.raises(Refused, match="other fields"):
        read_proof(b'{"proof": 1, "proof": 2}')


def test_a_link_with_a_key_twice_is_damaged() -> None:
    game = as_replay(simulate(Ruleset(), 7, seats(["sensible"], 2, 7)))
    packing, _, packed = to_link(convert(game, "native")).partition(".")
    content = _unpacked(packed)
    for changed, damaged in ((content, False), (content.replace(b'"edition":', b'"edition":"first","edition":'), True)):
        packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
        link = f"{packing}.{urlsafe_b64encode(packer.compress(changed) + packer.flush()).decode()}"
        if damaged:
            with pytest.raises(DamagedLink):
                from_link(link)
        else:
            assert from_link(link)
