"""A field that no notification of a type has says nothing, so that the log is unsupported and not illegal.

What was wrong: an absent field, or one with null, was compared as a value: as no, 0, an empty text, or nobody. What
belonged to the class: every field of which the reader makes a fact, in each generation. How it was looked for: each
field of ten exports was removed from all notifications of its type.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from innolog.cards.generations import Generation
from innolog.judging.verdicts import Judgement, judged
from innolog.replay.forced import NOTHING
from parsers.bga.generations import lost_fields, out_of_time, written_by
from parsers.files import Blob
from tests.parsers.test_generations import envelope, packets
from tests.parsers.verdicts import Export, sample, verdict
from tests.shared import REPOSITORY, load

NEWEST = "bga_fourth/fourth_base_2p/2014/spectator.json.gz"
RELICS = "bga_older/G4/third_artrelics_extra_2p/7033/player_90000001.json.gz"
NESTED = "bga_older/G4/third_base_2p/9035/player_90000002.json.gz"
FIRST = "bga_older/G1/third_base_2p/9069/player_90000002.json.gz"
Make = Callable[[], Export]


def all_sets() -> Export:
    found: Export = load(REPOSITORY / "sample_logs" / "third_all_sets_3p_player.json.gz")
    return found


def having(export: Export, kind: str, name: str) -> Iterator[dict[str, Any]]:
    """The arguments, of a type of notification or of a state, that have a field."""
    for packet in export["packets"]:
        for item in packet["data"]:
            args = item["args"]
            if item["type"].removesuffix("_spectator") != kind.split()[0] or not isinstance(args, dict):
                continue
            if " " in kind:
                args = args.get("args") if str(args.get("id")) == kind.split()[1] else None
            if isinstance(args, dict) and args.get(name) is not None:
                yield args


def judge(export: Export) -> Judgement:
    return judged(Blob("game.json", orjson.dumps(export)), NOTHING)


@pytest.mark.parametrize(
    ("game", "kind", "name"),
    [
        (NEWEST, "transferedCard", "meld_keyword"),
        (RELICS, "transferedCard", "player_id"),
        (RELICS, "log", "text"),
        (RELICS, "log", "player_name"),
        (RELICS, "log", "ressource_count"),
        (RELICS, "log", "qualified_effect"),
        (RELICS, "logWithCardTooltips", "card_ids"),
        (RELICS, "logWithCardTooltips", "icon"),
        (RELICS, "updateResourcesForArtifactOnDisplay", "resource_icon"),
        (RELICS, "updateResourcesForArtifactOnDisplay", "resource_count_delta"),
        (NESTED, "transferedCard", "opponent_id"),
        (NESTED, "gameStateChange", "id"),
        (NESTED, "gameStateChange", "args"),
        (NESTED, "gameStateChange 8", "card_1"),
        (FIRST, "log", "id"),
    ],
)
@pytest.mark.parametrize("null", [False, True], ids=["absent", "null"])
def test_a_field_that_is_nowhere_accuses_nobody(
    game: str, kind: str, name: str, null: bool, shared_folder: Path
) -> None:
    export = load(shared_folder / "corpus" / game)
    found = list(having(export, kind, name))
    assert found
    for args in found:
        if null:
            args[name] = None
        else:
            del args[name]
    judgement = judge(export)
    assert judgement.verdict == "unsupported"
    assert f"has the field {'action_number' if name == 'args' else name}, which the site always writes" in str(
        judgement.message
    )


@pytest.mark.parametrize(
    ("make", "kind", "name"),
    [
        (sample, "log", "text"),
        (sample, "log", "ressource_count"),
        (sample, "logWithCardTooltips", "card_ids"),
        (all_sets, "updateResourcesForArtifactOnDisplay", "resource_icon"),
    ],
)
def test_a_field_that_somebody_removed_from_one_move_is_missed(make: Make, kind: str, name: str) -> None:
    export = make()
    move = next(
        packet["move_id"]
        for packet in export["packets"]
        if packet["channel"].startswith("/table") and any(having({"packets": [packet]}, kind, name))
    )
    of_move = [packet for packet in export["packets"] if packet["move_id"] == move]
    for args in list(having({"packets": of_move}, kind, name)):
        del args[name]
    assert verdict(export) == "illegal"


def test_what_happens_before_the_field_is_missed_is_judged(shared_folder: Path) -> None:
    export = load(shared_folder / "corpus" / RELICS)
    for args in itertools.islice(having(export, "transferedCard", "position_to"), 4):
        args["position_to"] = args["position"] = "3"
    for args in list(having(export, "log", "text")):
        del args["text"]
    assert verdict(export) == "illegal"


def test_an_icon_may_be_null_where_an_artifact_adds_none() -> None:
    """Then nothing is missing, and the rest of the log is judged."""
    export = all_sets()
    for args in having(export, "updateResourcesForArtifactOnDisplay", "resource_icon"):
        args |= {"resource_icon": None, "resource_count_delta": 0}
    assert verdict(export) == "illegal"


def test_the_first_generations_need_not_say_that_a_card_goes_to_the_bottom(shared_folder: Path) -> None:
    """They write null here and there. Then the verb of the message tells it."""
    export = load(shared_folder / "corpus" / FIRST)
    for args in having(export, "transferedCard", "bottom_to"):
        args["bottom_to"] = None
    assert verdict(export) == "legal"
    items = [item for packet in export["packets"] for item in packet["data"] if item["type"].startswith("transfered")]
    melded = [item for item in items if " meld" in str(item["log"] or item["args"].get("log"))]
    for item in melded[:3]:
        item["log"] = item["log"].replace(" meld", " tuck")
        if "log" in item["args"]:
            item["args"]["log"] = item["args"]["log"].replace(" meld", " tuck")
    assert verdict(export) == "illegal"


def test_a_log_that_lacks_fields_of_its_time_is_not_one_that_has_fields_of_another() -> None:
    late, early = envelope(packets(Generation.G7, "2026-01-01")), envelope(packets(Generation.G7, "2013-01-01"))
    for found, lacks in ((late, True), (early, False)):
        generations = written_by(found).generations
        assert generations == (Generation.G7,)
        assert (lost_fields(found, generations) is not None) is lacks
        assert bool(list(out_of_time(found, generations))) is not lacks
    texts = envelope(packets(Generation.G1, "2026-01-01"))
    assert lost_fields(texts, (Generation.G1,)) is None
    assert list(out_of_time(texts, (Generation.G1,)))
