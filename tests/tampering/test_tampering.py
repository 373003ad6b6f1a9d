"""Forged logs are caught at the right move, and true logs in other clothes are never accused."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import innolog.replay
from innolog.log import Fact
from innolog.replay import replay
from innolog.replay.result import Verdict
from innolog.replay.rules import RULES
from tests.tampering.controls import CONTROLS
from tests.tampering.expansions import OPERATORS
from tests.tampering.measure import (
    CONFIGS,
    EXPANSIONS,
    accusations,
    corpus,
    forgeries,
    judge,
    kinds_of,
    measure,
    sample,
)
from tests.tampering.story import Story, load_bytes, read_export

needs_corpus = pytest.mark.skipif(not corpus().is_dir(), reason="the shared corpus is not beside the repository")

#: What detection and localisation may not fall below, over the sample of the test.
CAUGHT, PLACED = 0.999, 0.95
SEED = 2026


@needs_corpus
@pytest.mark.parametrize("patterns", [CONFIGS, EXPANSIONS], ids=["base and Cities", "expansions"])
def test_forgeries_are_caught_where_they_are(patterns: tuple[str, ...]) -> None:
    """Every kind over a seeded sample of a group of configurations; each kind must occur."""
    rows = measure(sample(24, SEED, patterns), SEED, most=2)
    forged = sum(row.forged for row in rows.values())
    caught = sum(row.caught for row in rows.values())
    placed = sum(row.placed for row in rows.values())
    missed = [case for row in rows.values() for case in row.missed]
    assert set(rows) >= kinds_of(patterns)
    assert caught >= CAUGHT * forged, missed
    misplaced = [case for row in rows.values() for case in row.misplaced]
    assert placed >= PLACED * caught, misplaced


@needs_corpus
@pytest.mark.parametrize("name", CONTROLS)
def test_controls_are_never_accused(name: str) -> None:
    """Each control over exports of both groups of configurations."""
    paths = [path for patterns in (CONFIGS, EXPANSIONS) for path in sample(4, SEED + 1, patterns)]
    judged, accused = accusations(paths, SEED, [name])
    assert judged == len(paths)
    assert not accused


@needs_corpus
def test_no_cut_is_accused() -> None:
    """A log that ends after any packet is legal so far."""
    path = sample(1, SEED + 2, ["third_cities_2p"])[0]
    raw = load_bytes(path)
    count = len(Story(raw).packets)
    for length in range(3, count, 7):
        story = Story(raw)
        story.export["packets"] = story.packets[:length]
        verdict, _, said = judge(story)
        assert verdict is Verdict.LEGAL_SO_FAR, (length, said)


@needs_corpus
@pytest.mark.parametrize("start", [10, 60])
def test_a_log_that_starts_late_is_refused(start: int) -> None:
    """Without the opening nothing can be judged, so nobody is accused of anything."""
    for path in sample(3, SEED, EXPANSIONS):
        story = Story(load_bytes(path))
        story.export["packets"] = story.packets[start:]
        verdict, _, said = judge(story)
        assert verdict is Verdict.UNSUPPORTED
        assert "begins at move" in said


@needs_corpus
def test_all_channels_in_one_file() -> None:
    """An export that holds the private packets of every player is as legal as each alone."""
    first, *others = sorted((corpus() / "third_all_relics_3p").glob("*/player_*.json.gz"))[:3]
    story = Story(load_bytes(first))
    for path in others:
        assert path.parent == first.parent
        story.packets.extend(p for p in Story(load_bytes(path)).packets if p["channel"].startswith("/player"))
    story.packets.sort(key=lambda packet: int(packet["packet_id"]))
    assert judge(story)[0] is Verdict.LEGAL


@needs_corpus
def test_facts_taken_out_altogether_are_missed() -> None:
    """Leaving out every fact of one kind does not make a log unverifiable."""
    path = sample(1, SEED, ["third_base_3p"])[0]
    raw = load_bytes(path)
    for kinds in ("resetMonumentCounters", "endOfGame", "splayedPile"):
        story = Story(raw)
        story.delete(*[event for event in story.events if event.kind == kinds])
        assert judge(story)[0] is Verdict.ILLEGAL, kinds
    for key in ("ressource_count", "qualified_effect", "text"):
        story = Story(raw)
        story.delete(*[event for event in story.events if key in event.args and event.kind == "log"])
        assert judge(story)[0] is Verdict.ILLEGAL, key
    assert Fact.ICON_COUNTS in read_export(Story(raw).export).records


@needs_corpus
def test_messages_are_sentences() -> None:
    """Each violation cites a rule of the table and reads as one sentence with the names of the players."""
    for path in sample(2, SEED + 3):
        for _, _, _, story in forgeries(path, SEED, list(OPERATORS)[::4]):
            violation = replay(read_export(story.export)).violation
            assert violation is not None
            assert violation.rule in RULES
            assert violation.message.endswith(".")
            assert "None" not in violation.message
            assert violation.expected != violation.observed


def test_every_rule_raised_is_in_the_table() -> None:
    """Every rule id that the code mentions is in the table, and the table has no id that the code can't raise."""
    folder = Path(innolog.replay.__file__).parent
    mentioned: Counter[str] = Counter()
    for path in folder.glob("*.py"):
        if path.name == "rules.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                mentioned[node.value] += 1
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Mismatch", "Violation") and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert first.value in RULES, f"{path.name}:{node.lineno}"
    assert not [rule for rule in RULES if rule not in mentioned]


def test_rules_have_places() -> None:
    """Each rule of the game names its place in a rulebook; rules of records have none."""
    for rule in RULES.values():
        assert rule.sentence.endswith(".")
        assert bool(rule.place) == (rule.id.split(".")[0] not in ("card", "record"))


@needs_corpus
def test_hostile_choices_end_quickly() -> None:
    """A log built to make the search return over and over ends with a verdict, in time linear in its length."""
    path = sample(1, SEED, ["third_base_4p"])[0]
    story = Story(load_bytes(path))
    log = read_export(story.export)
    log.observations = [*log.observations[:-1], *log.observations[5:400] * 20]
    result = replay(log)
    assert result.verdict in (Verdict.ILLEGAL, Verdict.UNSUPPORTED)
    assert result.seconds < 20
