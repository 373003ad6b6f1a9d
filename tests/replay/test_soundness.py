"""*Illegal* needs an empty frontier and nothing left out.

The verdict used to rest on 21 flags in seven classes, each asked in a place of its own. Now there is one value with a
closed set of reasons. Each of them alone must withdraw the accusation, from any part of the search.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from innolog.log import DogmaStarted, GameLog, IconCounted
from innolog.replay import Verdict, replay
from innolog.replay.full import depth_first
from innolog.replay.outcome import Outcome
from innolog.replay.poor import layers
from innolog.results.soundness import EXHAUSTIVE, Incomplete, Soundness
from tests.replay.poorer import TEXT, poorer, read

SAMPLE = sorted(Path(__file__).parents[2].joinpath("sample_logs").glob("*.json*"))[0]

reasons = st.builds(Soundness, st.frozensets(st.sampled_from(Incomplete)))


def forged(log: GameLog) -> GameLog:
    """The log with one icon more in the first count."""
    index = next(i for i, told in enumerate(log.observations) if isinstance(told, IconCounted))
    count = log.observations[index]
    assert isinstance(count, IconCounted)
    return replace(
        log,
        observations=[
            *log.observations[:index],
            replace(count, count=count.count + 1),
            *log.observations[index + 1 :],
        ],
    )


def test_the_forged_logs_are_illegal_when_everything_was_tried() -> None:
    for log in (read(SAMPLE), poorer(read(SAMPLE), TEXT)):
        assert any(isinstance(told, DogmaStarted) for told in log.observations)
        result = replay(forged(log))
        assert (result.verdict, result.soundness) == (Verdict.ILLEGAL, EXHAUSTIVE)


@pytest.mark.plain
@pytest.mark.parametrize("reason", Incomplete)
def test_each_reason_alone_withdraws_illegal(reason: Incomplete, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = layers.Layers.run

    def incomplete(searching: layers.Layers) -> Outcome:
        searching.guide.omit(reason)
        return tried(searching)

    monkeypatch.setattr(layers.Layers, "run", incomplete)
    result = replay(forged(poorer(read(SAMPLE), TEXT)))
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.violation is None
    assert result.soundness.has(reason)
    assert result.reason


@pytest.mark.plain
@pytest.mark.parametrize("reason", [Incomplete.STEPS, Incomplete.RETURNS])
def test_each_reason_alone_withdraws_illegal_of_a_full_record(
    reason: Incomplete, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = depth_first.DepthFirst.run

    def incomplete(searching: depth_first.DepthFirst) -> Outcome:
        searching.soundness = searching.soundness.but(reason)
        return tried(searching)

    monkeypatch.setattr(depth_first.DepthFirst, "run", incomplete)
    result = replay(forged(read(SAMPLE)))
    assert (result.verdict, result.violation) == (Verdict.UNSUPPORTED, None)
    assert result.soundness.has(reason)


@pytest.mark.plain
@pytest.mark.parametrize("reason", [Incomplete.FORESIGHT, Incomplete.BEAM])
def test_what_was_left_out_does_not_withdraw_an_explanation(
    reason: Incomplete, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = layers.Layers.run

    def incomplete(searching: layers.Layers) -> Outcome:
        searching.guide.omit(reason)
        return tried(searching)

    monkeypatch.setattr(layers.Layers, "run", incomplete)
    result = replay(poorer(read(SAMPLE), TEXT))
    assert result.verdict is Verdict.LEGAL
    # A reader of the states sees that they are a guess, and only then.
    assert result.guessed is (reason is Incomplete.BEAM)


@given(reasons, reasons, st.sampled_from(Incomplete))
def test_reasons_add_up(one: Soundness, other: Soundness, reason: Incomplete) -> None:
    both = one.joined(other)
    assert both.reasons == one.reasons | other.reasons
    assert both.exhaustive is (one.exhaustive and other.exhaustive)
    assert both.guessed is (one.guessed or other.guessed)
    assert one.but(reason).has(reason)
    assert not one.without(reason).has(reason)
    assert one.but(reason).without(reason) == one.without(reason)


def test_every_reason_has_a_sentence_of_its_own() -> None:
    assert len({reason.value for reason in Incomplete}) == len(Incomplete)
    assert all(reason.value[0].islower() and not reason.value.endswith(".") for reason in Incomplete)
