"""Records of the native format in links: nothing that counts is lost, and what is damaged is called that."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from innolog.cli import main
from innolog.conversion.retelling import converted
from innolog.judging.verdicts import judged
from innolog.replay import replay
from innolog.replay.forced import NOTHING
from parsers import read_log
from parsers.files import Blob
from parsers.native import links
from parsers.native.links import DamagedLink, from_link, to_link

_EXAMPLES = files("innolog") / "docs" / "native"
#: ``legal_unfinished.innolog``, as the first site with this packing wrote it.
_WRITTEN = (
    "2.ePmlj3GN7ZZLcoMwDIbvkrUXBIMJy_YaGRby2_R1gt69v2QyhplOkk13zWBF9i9hPPMhcX3AfMN8eo7zF0_3UH_9ss8yLRwvfwbdHcp6Zfgr"
    "pFPdL7AxC4rBmdTYKYPLqMmoizmy94CpBTtfGyv85p3c-2d68x8lE47d4AF9EIuLPlC2a9NAUy9acGvMtqRdHvDSovlIOa3BlqaBt0G01fmcKB"
    "TbNAA41jxCUnIlNw0EmJpHJfnocmgaEJ1EixR8dmva7QdmL6Lhlj5lF3caQzyLmIrLhDOueBp-zdWpFulmxG6j202Pc7Hc8I-t5_Yd-UTjaV2q"
    "djRmAM3DksWPPAZ5b33AkqxQVcSXmbcBUdHKOh4FpRUgaHUebnauvazXCuUHFWXgf17CyY3icK5KcDTGzNlnztPs1YtdfWZXYgf2dI-IQbMLix"
    "miuMyBV8B3lS23TfR2EyQiQmSAfdmiln30v7ljllvZrSWp1dxjyR3nVnM58nv5AWkLsMs"
)


def _without_what_follows(record: str) -> list[dict[str, Any]]:
    header, *rows = (json.loads(line) for line in record.splitlines())
    del header["sources"]
    return [header] + [row if "end" in row else {k: v for k, v in row.items() if k != "digest"} for row in rows]


@pytest.mark.parametrize(
    "name", sorted(each.name for each in _EXAMPLES.iterdir() if each.name.startswith(("legal", "illegal")))
)
def test_a_record_comes_back_from_its_link(name: str) -> None:
    record = (_EXAMPLES / name).read_text(encoding="utf-8")
    restored = from_link(to_link(record))
    assert list(map(json.loads, restored.splitlines())) == _without_what_follows(record)
    before, after = (judged(Blob("x", text.encode()), NOTHING) for text in (record, restored))
    assert (before.verdict, before.digest) == (after.verdict, after.digest)


def test_what_sources_left_open_is_kept(sample_logs: list[Path]) -> None:
    """Backs of several sets, relics, and cards that can be only some cards."""
    for path in sample_logs:
        record = converted(replay(read_log(path), record=True), "native").text
        link = to_link(record)
        assert list(map(json.loads, from_link(link).splitlines())) == _without_what_follows(record)
        # Short enough for a chat: less than 1.6 kB for two players, and 5 kB for more with all sets.
        assert len(link) < (1400 if "base" in path.name else 2800)


def test_four_players_with_all_sets_fit_in_a_link(tmp_path: Path) -> None:
    rules = ["--players", "4", "--sets", "base,artifacts,cities,echoes,figures", "--relics"]
    arguments = ["simulate", "-n", "2", "--seed", "5", *rules, "-o", str(tmp_path)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    for path in tmp_path.iterdir():
        assert len(to_link(path.read_text(encoding="utf-8"))) < 3500


def test_links_that_were_written_earlier_open() -> None:
    """They are in chats. If this fails, the packing has changed and needs another number."""
    record = (_EXAMPLES / "legal_unfinished.innolog").read_text(encoding="utf-8")
    assert list(map(json.loads, from_link(_WRITTEN).splitlines())) == _without_what_follows(record)


@given(st.data())
def test_a_damaged_link_is_called_that(data: st.DataObject) -> None:
    at = data.draw(st.integers(2, len(_WRITTEN) - 1))
    letter = data.draw(st.sampled_from("ABCxyz019-_"))
    changed = _WRITTEN[:at] + letter + _WRITTEN[at + 1 :]
    with pytest.raises(DamagedLink, match="it is damaged"):
        from_link(_WRITTEN[: min(at, len(_WRITTEN) - 2)])
    try:
        # Bits that no byte has, or a repeated text that is taken from another of its places, change nothing.
        assert from_link(changed) == from_link(_WRITTEN)
    except DamagedLink as error:
        assert "it is damaged" in str(error)
    with pytest.raises(DamagedLink, match="another version"):
        from_link("3" + _WRITTEN[1:])


def _packed(content: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, zdict=links._DICTIONARY)
    return f"{links.PACKING}.{urlsafe_b64encode(packer.compress(content.encode()) + packer.flush()).decode()}"


_SETUP: dict[str, object] = {"setup": {}}


@pytest.mark.parametrize(
    "columns",
    [
        [],
        {},
        7,
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        [_SETUP, [], [], "0", [], "a", [], [0], None],
        [_SETUP, [], [], "0", ["card"], "b", [[1]], [0], None],
        [_SETUP, [], [], "00", ["card"], "aa", [[1]], [0, 0], None],
        [_SETUP, [], [], "0", ["card"], "a", [[1]], ["x"], None],
        [_SETUP, [], [], "0", [["card"]], "a", [[1]], [0], None],
        [_SETUP, [["base 1", 0, 0, 5]], [], "", [], "", [], [], None],
        [_SETUP, [["base 1", "x", 0, "a"]], [], "", [], "", [], [], None],
        [_SETUP, [], [["base", 1, 10**9]], "", [], "", [], [], None],
    ],
)
def test_columns_that_nobody_wrote_are_damage(columns: object) -> None:
    with pytest.raises(DamagedLink):
        from_link(_packed(json.dumps(columns)))


@pytest.mark.parametrize("content", ["[" * 100_000, "[" + "0," * 1_000_000 + "0]", "", "9" * 10_000, '{"a":NaN'])
def test_a_link_takes_bounded_memory_and_time(content: str) -> None:
    with pytest.raises(DamagedLink):
        from_link(_packed(content))
