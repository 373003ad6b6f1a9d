"""What the site plays for a player who has left is not known; it excuses that player's part, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from innolog.results.result import Verdict
from parsers.bga.notifications import SHARING_BONUS
from tests.tampering.measure import corpus, judge, sample
from tests.tampering.operators import OPERATORS
from tests.tampering.story import Story, load_bytes, read_export

needs_corpus = pytest.mark.skipif(not corpus().is_dir(), reason="the shared corpus is not beside the repository")

SEED = 2026


def _one(pattern: str) -> bytes:
    return load_bytes(sample(1, SEED, [pattern])[0])


@needs_corpus
def test_a_log_in_which_the_site_plays_is_not_judged() -> None:
    """How the site goes on for a player who left is not known, so a turn that is skipped accuses nobody."""
    story = Story(_one("third_base_3p"))
    for number, packet in enumerate(story.packets):
        if number > 60 and any(item["type"] == "resetMonumentCounters_spectator" for item in packet["data"]):
            states = [item["args"] for item in packet["data"] if item["type"] == "gameStateChange"]
            name = next(story.names[str(state["active_player"])] for state in states if state["id"] == 4)
            skipped = {"type": "log", "log": "The turn of ${player_name} is skipped.", "args": {"player_name": name}}
            packet["data"].append(skipped)
            break
    story.export["packets"] = [p for p in story.packets if not 0 < int(p["move_id"]) - int(packet["move_id"]) < 3]
    verdict, _, said = judge(story)
    assert verdict is Verdict.UNSUPPORTED
    assert "absent player" in said


@needs_corpus
@pytest.mark.parametrize("bonus", [False, True], ids=["end of the turn", "sharing bonus"])
def test_what_an_absent_player_leaves_undone_accuses_nobody(bonus: bool) -> None:
    """Nor the player whose turn comes next, at whose action it is found that something is missing."""
    story = Story(_one("third_base_3p"))
    shared = {event.move for event in story.events if event.args.get("text") == SHARING_BONUS}
    ends = [event for event in story.events if event.kind == "resetMonumentCounters" and event.move > 10]
    end = next(event for event in ends if event.move in shared or not bonus)
    events = story.of_move(end.move)
    first = next(event for event in events if event is end or (bonus and event.args.get("text") == SHARING_BONUS))
    facts = [event for event in events[events.index(first) :] if event.kind != "gameStateChange"]
    last = [event for event in story.events if event.state == 4 and event.move < end.move][-1]
    name = story.names[str(last.args["active_player"])]
    packet, item = first.public
    index = next(index for index, other in enumerate(packet["data"]) if other is item)
    skipped = {"type": "log", "log": "The turn of ${player_name} is skipped.", "args": {"player_name": name}}
    packet["data"] = [*packet["data"][:index], skipped, *packet["data"][index:]]
    story.delete(*[fact for fact in facts if fact.kind != "updateReflexionTime"])
    verdict, _, said = judge(story)
    assert verdict is Verdict.UNSUPPORTED, said


@needs_corpus
def test_who_goes_on_acting_had_not_left() -> None:
    """A skipped turn excuses only what comes before the player's next action."""
    for seed in range(20):
        story = Story(_one("third_base_2p"))
        moves = OPERATORS["skipped turn before a breach"](story, Random(seed))
        if moves is not None:
            break
    assert moves is not None
    log = read_export(story.export)
    assert len(log.absences) == len(story.players)
    assert all(absence.end is not None for absence in log.absences)
    verdict, move, said = judge(story)
    assert (verdict, move) == (Verdict.ILLEGAL, moves[0]), said


@needs_corpus
def test_somebody_else_who_has_left_excuses_no_breach() -> None:
    """What was wrong: from a skipped turn on until that player acted again, nobody's breach was illegal.

    Looked for by telling, before each kind of breach, that all others have left.
    """
    story = Story(_one("third_base_3p"))
    moves = OPERATORS["skipped turn of others before a breach"](story, Random(SEED))
    assert moves is not None
    assert any(absence.start.move == moves[0] for absence in read_export(story.export).absences)
    verdict, move, said = judge(story)
    assert (verdict, move) == (Verdict.ILLEGAL, moves[0]), said
