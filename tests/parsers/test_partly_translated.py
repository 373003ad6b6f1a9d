"""Exports with some messages in English and others translated, as the site's translators do them one by one.

What was wrong: one message decided whether a log is in English, and then facts that other messages record were missed.
Words in arguments were taken for English: the sharing bonus, colors and places of cards. What belonged to the class:
every kind of fact that messages alone record, and every argument that the site lists for translation. How it was looked
for: each message of exports of all generations was translated alone, and half of all messages and words at random.
"""

from __future__ import annotations

import copy
import re
import zlib
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest

from innolog.cards.facts import CardSet
from innolog.cards.generations import Generation
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import At, GameLog, Named, UnsupportedLog
from innolog.log.merging import merge
from innolog.proving import proof
from innolog.proving.checking import check
from innolog.proving.writing import proof_of
from innolog.replay import Verdict, replay
from parsers import read_log
from parsers.bga.messages import chosen
from parsers.bga.notifications import CHOOSES_COLORS, ENDORSED_AGAIN, HAS_TO_EXECUTE, REARRANGES_OWN
from parsers.bga.notifications_2024 import DECK_JUNKED
from parsers.bga.values import bare
from tests.parsers.verdicts import Export, read, replayed, written
from tests.shared import load, sampled
from tests.translated import in_other_words, messages, translate, translate_arguments

FOURTH = Ruleset(Edition.FOURTH, players=3, platform=Platform.BGA_2024)
#: Distant players pay.
FAR = Ruleset(Edition.FOURTH, players=5, platform=Platform.BGA_2024)
RULES = (
    *(Ruleset(players=2, generation=Generation[name]) for name in ("G1", "G2", "G4", "G6", "G9")),
    FOURTH,
    Ruleset(players=3, platform=Platform.BGA_2024),
)
IDS = [f"{rules.edition.value} {rules.platform.value} {rules.generation.name}" for rules in RULES]


@pytest.mark.parametrize("rules", RULES, ids=IDS)
@pytest.mark.parametrize("seed", sampled(range(12), 6, many=True))
def test_half_of_the_messages_in_other_words_accuse_nobody(rules: Ruleset, seed: int) -> None:
    content = written(rules, seed, seed % 2 or None)
    translate(content, lambda template: zlib.crc32(f"{template}{seed}".encode()) % 2 == 0)
    _is_explained(content)


@pytest.mark.parametrize("rules", RULES, ids=IDS)
@pytest.mark.parametrize("seed", sampled(range(12), 6, many=True))
def test_arguments_in_other_words_accuse_nobody(rules: Ruleset, seed: int) -> None:
    """All, and half of them: the site translates those that a message lists, whatever the message is translated to."""
    content = written(rules, seed, seed % 2 or None)
    assert "name" in translate_arguments(content["packets"], partial(_in_half, seed % 2))
    _is_explained(content)
    assert "qualified_effect" in translate_arguments(content["packets"])
    _is_explained(content)


#: Games in which the players name colors, hold an achievement of the first generations, and show cards.
IN_WORDS = (
    "bga_fourth/fourth_base_2p/3011/spectator",
    "bga_rare/third_artrelics_cities_2p/9014/player_90000002",
    "bga_fourth/fourth_base_2p/1/spectator",
    "bga_older/G1/third_base_team3/7039/player_90000003",
    "bga_older/G5/first_base_2p/9038/player_90000002",
    "bga_newer/newer_third_base_3p/7000/player_90000002",
    "bga_parley/fourth_base_4p/20014/spectator",
    "bga_second/third_base_4p/7000/player_90000002",
)


@pytest.mark.parametrize("game", sampled(IN_WORDS, 4))
def test_games_of_the_site_with_arguments_in_other_words_are_not_accused(shared_folder: Path, game: str) -> None:
    content = load(shared_folder / "corpus" / f"{game}.json.gz")
    for half in (0, 1):
        part = copy.deepcopy(content)
        translate_arguments(part["packets"], partial(_in_half, half))
        assert replayed(part).verdict is Verdict.LEGAL
    translate_arguments(content["packets"])
    assert replayed(content).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("told", "named"),
    [(("red", "blue"), (1, 0)), (("rot", "blau"), None), (("red", "blau"), None), (("red", None), None)],
)
def test_colors_are_named_together_or_not_at_all(told: tuple[str | None, ...], named: tuple[int, ...] | None) -> None:
    args = dict(zip(("color_1", "color_2"), told, strict=True))
    found = chosen(At(1, 1, 1), CHOOSES_COLORS, args, 0, lambda args: None)
    assert found == (None if named is None else Named(At(1, 1, 1), 0, colors=named))


def test_a_sharing_bonus_in_other_words_is_missed_if_it_is_left_out() -> None:
    content = written(RULES[4], 3, None)
    translate_arguments(content["packets"])
    packet = next(packet for packet in reversed(content["packets"]) if any(map(_is_bonus, packet["data"])))
    packet["data"] = [item for item in packet["data"] if not _is_bonus(item)]
    assert replayed(content).verdict is Verdict.ILLEGAL


def _is_bonus(item: Any) -> bool:
    return isinstance(item["args"], dict) and "text" in item["args"]


@pytest.mark.parametrize("channel", ["/table", "/player"])
def test_one_copy_of_a_message_in_other_words_accuses_nobody(channel: str) -> None:
    """What a player reads and what the others read are translated each by itself."""
    content = written(Ruleset(players=2, sets=frozenset({CardSet.BASE, CardSet.CITIES})), 3, 0)
    translated = 0
    for packet in content["packets"]:
        for message in messages(packet):
            if message["log"] == ENDORSED_AGAIN:
                message["log"] = f"{HAS_TO_EXECUTE} {ENDORSED_AGAIN}"
                if packet["channel"].startswith(channel):
                    message["log"] = in_other_words(message["log"])
                    translated += 1
    assert translated
    _is_explained(content)


def _of_one(rules: Ruleset, seed: int) -> Export:
    content = written(rules, seed, 0)
    content["packets"] = [packet for packet in content["packets"] if packet["channel"].startswith("/player/")]
    return content


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_messages_to_one_player_in_other_words_accuse_nobody(seed: int) -> None:
    """Each is translated apart from that about others, which was taken for a sign that it is in English, too."""
    content = _of_one(FAR, seed)
    without = copy.deepcopy(content)
    translate(content, lambda template: "${You}" in template)
    assert replayed(content).verdict is not Verdict.ILLEGAL
    # A deleted message is missed in a log in English.
    for packet in without["packets"]:
        packet["data"] = [item for item in packet["data"] if not _is_parley_of_you(item)]
    assert replayed(without).verdict is Verdict.ILLEGAL


def _is_parley_of_you(item: Any) -> bool:
    return "${You}" in item["log"] and bool(re.search("to (?:share|avoid) the|not share the", item["log"]))


def test_a_pile_in_a_new_order_in_other_words_accuses_nobody() -> None:
    """Messages to one player of the first generations do not have the order, and only words say that there is one."""
    content = _of_one(RULES[0], 6)
    in_english = read(content).strange
    assert in_english is not None
    translate(content, lambda template: template == REARRANGES_OWN)
    assert read(content).strange == in_english


def _is_explained(content: Export) -> None:
    """The log is legal, and has a proof that is accepted."""
    data = orjson.dumps(content)
    log = read(content)
    result = replay(log, record=True)
    assert result.verdict.explained, result.violation
    check(proof.read(proof_of(result, data).encode()), data, log)


@pytest.mark.parametrize("every", [400, pytest.param(20, marks=pytest.mark.long)])
def test_messages_in_english_open_nothing(shared_folder: Path, every: int) -> None:
    """Also those that state no fact that is read: a deleted message must not pass beside one of them."""
    paths = sorted(
        path for path in (shared_folder / "corpus").glob("bga*/**/*.json.gz") if path.name != "truth.json.gz"
    )
    for path in paths[::every]:
        try:
            log = read_log(path)
        except UnsupportedLog:
            continue
        assert isinstance(log, GameLog)
        assert not log.unworded, path


#: For each kind of fact that words alone record: games with its messages, and how these begin.
TOLD = [
    pytest.param(RULES[0], 8, "${player_name} executes the non-demand", id="nested"),
    pytest.param(RULES[0], 8, "Card execution within", id="nested end"),
    *(pytest.param(rules, 5, "END OF GAME", id=f"end {rules.generation.name}") for rules in RULES[:4]),
    pytest.param(FOURTH, 6, "The ${age} deck", id="deck"),
    pytest.param(FOURTH, 6, "No cards were left in the", id="no deck"),
    pytest.param(FOURTH, 6, "${player_name} receives a Chain", id="chain"),
    pytest.param(FOURTH, 3, "Each player's non-achievement", id="wiped"),
    pytest.param(FAR, 1, "${player_name} returned a card", id="paid"),
    pytest.param(FAR, 1, "${player_name} did not have any", id="unable"),
]


@pytest.mark.parametrize(("rules", "seed", "begin"), TOLD)
def test_one_translated_message_accuses_nobody(rules: Ruleset, seed: int, begin: str) -> None:
    content = written(rules, seed, None)
    translate(content, lambda template: bare(template).startswith(begin))
    _is_explained(content)


@pytest.mark.parametrize("unknown", [False, True], ids=["in English", "a sentence elsewhere"])
@pytest.mark.parametrize(("rules", "seed", "begin"), TOLD)
def test_a_message_that_is_left_out_is_missed(rules: Ruleset, seed: int, begin: str, unknown: bool) -> None:
    """A sentence in unknown words excuses nothing elsewhere: one of them would withdraw every accusation."""
    content = written(rules, seed, None)
    assert replayed(content).verdict.explained
    left_out = 0
    for packet in content["packets"]:
        kept = [
            item for item in packet["data"] if not any(bare(each["log"]).startswith(begin) for each in messages(item))
        ]
        left_out += len(packet["data"]) - len(kept)
        packet["data"] = kept
    assert left_out
    if unknown:
        names = [*content["players"].values()]
        strange = [{"type": "log", "log": "${player_name} zieht um.", "args": {"player_name": name}} for name in names]
        content["packets"][3]["data"] += [*strange, {"type": "log", "log": "Alles zieht um.", "args": {}}]
    assert replayed(content).verdict is Verdict.ILLEGAL


def test_a_message_is_always_translated_or_never() -> None:
    """A sentence in the place of a message that is in English elsewhere is no translation of it."""
    content = written(FOURTH, 6, None)
    decks = [each for each in messages(content["packets"]) if bare(each["log"]).startswith("The ${age} deck")]
    for each in decks:
        each["log"] = in_other_words(each["log"])
    assert replayed(content).verdict.explained
    for each in decks[1:]:
        each["log"] = DECK_JUNKED
    assert replayed(content).verdict is Verdict.ILLEGAL


def _in_half(half: int | None, template: str) -> bool:
    return zlib.crc32(template.encode()) % 2 == half


@pytest.mark.parametrize(("rules", "seed"), [(RULES[0], 8), (FOURTH, 6)], ids=["first", "fourth"])
def test_logs_in_different_words_do_not_contradict_each_other(rules: Ruleset, seed: int) -> None:
    """A table's players save it in their languages, and in each of these other messages are in English."""
    logs = []
    for half in (0, 1, None):
        content = written(rules, seed, half)
        translate(content, partial(_in_half, half))
        logs.append(read(content))
    assert not merge(logs).inconsistencies
