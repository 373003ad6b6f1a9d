"""Recorded games of another engine with figures: each action leads to the position that it led to there.

What differs in the rules is in the ledger, by its cause.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from innolog.cards.facts import SLOTS, card_table
from innolog.cards.questions import questions
from tests.playthroughs.__main__ import NOT_APPLICABLE, compared
from tests.scenarios import ledger
from tests.scenarios.ledger import FACES, LEDGER
from tests.scenarios.names import Mismatch
from tests.scenarios.reading import SHARED, Scenario
from tests.shared import sampled

_FOLDERS = ("third_all_2p", "third_base_figs_2p", "third_base_figs_3p", "third_base_figs_4p", "third_base_figs_echo_2p")
_GAMES = [path for folder in _FOLDERS for path in sorted((SHARED / "playthroughs" / folder).glob("*.json.gz"))]


_FOURTH = sorted((SHARED / "playthroughs").glob("fourth_base_*/*.json.gz"))


@pytest.mark.skipif(not _FOURTH, reason="the recorded games are not beside the repository")
@pytest.mark.parametrize("path", sampled(_FOURTH, 42, many=True), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_action_of_the_fourth_edition_agrees_or_stands_in_the_ledger(path: Path) -> None:
    found = list(compared(path))
    assert [(key, difference) for key, why, difference in found if why == "" or difference == NOT_APPLICABLE] == []
    assert sum(why is None for _, why, _ in found) > len(found) * 0.6


@pytest.mark.skipif(not _GAMES, reason="the recorded games are not beside the repository")
@pytest.mark.parametrize("path", sampled(_GAMES, 48, many=True), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_actions_lead_where_they_led(path: Path) -> None:
    found = list(compared(path))
    assert len(found) > 50
    assert not [(key, difference) for key, why, difference in found if why == ""]
    assert sum(why is None for _, why, _ in found) > 0.8 * len(found)


def _melded(card: str) -> Scenario:
    """An action in which Ana, on whose board Oars lies, melds a card."""
    event = {"kind": "move", "card": card, "player": "Ana", "from": {}, "to": {}, "detail": {"verb": "meld"}}
    ana = {"board": {"red": {"cards": ["Oars"], "splay": "none"}}, "display": [], "achievements": []}
    before = {"players": {"Ana": ana}, "turn": {"current": "Ana"}}
    return Scenario("one", {"players": ["Ana"], "before": before, "played": [event], "events": [], "result": None})


@pytest.mark.parametrize(("melded", "why"), [("Oars", "It is."), ("Tools", "")])
def test_an_entry_with_cards_and_a_verb_is_about_cards_that_move_so(
    melded: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "LEDGER", [{"card": ["Oars"], "verb": "meld", "why": "It is."}])
    assert ledger.known(_melded(melded), ["hand of Ana"]) == why


@pytest.mark.parametrize(
    ("left", "why"), [([], "Read so."), (["deck 1"], "Read so. The deck."), (["hand of Ana"], ""), (["over"], "")]
)
def test_an_entry_with_a_reading_explains_what_goes_away_with_it(
    left: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Played as innolog does, the hand differs. What is ``left`` with the reading needs another entry."""

    def differ(scenario: Scenario, readings: frozenset[str]) -> None:
        found = left if readings else ["hand of Ana"]
        if found:
            raise Mismatch(*found)

    monkeypatch.setattr(ledger, "play", differ)
    entries = [{"reads": "a_question", "why": "Read so."}, {"card": ["Oars"], "words": ["deck "], "why": "The deck."}]
    monkeypatch.setattr(ledger, "LEDGER", entries)
    assert ledger.judged(_melded("Tools")) == (why, "hand of Ana")


def test_readings_of_the_ledger_are_those_of_open_questions() -> None:
    assert {entry["reads"] for entry in LEDGER if "reads" in entry} <= questions().keys()


def test_the_ledger_names_rules() -> None:
    for entry in LEDGER:
        assert entry["book"], entry
        assert entry["section"], entry
        assert len(entry["why"]) > 40, entry
        assert entry.keys() & {"card", "ran", "verb", "trait", "reads"}, entry


def test_faces_of_the_other_engine_differ_from_print() -> None:
    """A face that is as printed would be a fault of ours that the ledger covers."""
    table = card_table(edition="fourth")
    assert FACES
    for name, face in FACES.items():
        printed = table.slots[table.name.index(name)]
        assert all(printed[SLOTS.index(slot)] not in ("", icon) for slot, icon in face["slots"].items()), name
