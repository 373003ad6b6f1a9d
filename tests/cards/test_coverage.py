"""Every printed effect of every set is carried out, and the report of that says so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cards import registry
from innolog.cards.editions import Edition, Platform, texts_of
from innolog.cards.facts import Icon
from innolog.cards.registry import card_named, dogma, effects_of
from innolog.engine.ruleset import Ruleset
from tests.coverage_of_effects import (
    SETS,
    Coverage,
    all_keys,
    all_printed,
    command,
    every_game,
    random_play,
    random_play_of_all_sets,
)

#: Seeds to try, of each kind of game; far fewer are usually enough.
MOST = 100


@pytest.mark.long
def test_random_games_carry_out_every_effect() -> None:
    coverage = Coverage()
    for seed in range(MOST):
        random_play_of_all_sets(coverage, [seed])
        if not coverage.missing(all_printed()):
            break
    assert coverage.missing(all_printed()) == []
    assert {edition for edition, *_ in coverage.counts} == {edition.value for edition in Edition}
    print(f"{len(all_printed())} effects, {coverage.counts.total()} times, {seed + 1} seeds")


def test_games_are_counted_once_whatever_sinks_they_have() -> None:
    rules = Ruleset(Edition.THIRD, SETS, 2)
    inside, outside = Coverage(), Coverage()
    with every_game(outside):
        random_play(inside, rules, range(2))
    random_play(inside, rules, range(2, 3))
    alone = Coverage()
    random_play(alone, rules, range(2))
    assert outside.counts == alone.counts
    assert inside.counts > outside.counts > Coverage().counts


def test_report() -> None:
    result = CliRunner().invoke(command, ["--random", "1", "--json"])
    found = json.loads(result.stdout)
    printed = all_printed()
    assert result.exit_code == 1
    assert len(found["effects"]) == found["totals"]["all"]["effects"] == len(printed) <= len(all_keys())
    never = [row for row in found["effects"] if not row["random"]]
    assert len(never) == len(found["holes"]["random"]) == len(found["holes"]["everywhere"]) > 0
    sets = [total for name, total in found["totals"].items() if name != "all"]
    assert sum(total["random"]["times"] for total in sets) == found["totals"]["all"]["random"]["times"] > 0


def test_report_of_one_edition() -> None:
    found = json.loads(CliRunner().invoke(command, ["--edition", "fourth", "--random", "1", "--json"]).stdout)
    assert len(found["effects"]) == len(all_printed(Edition.FOURTH)) < len(all_printed())
    assert {(row["set"], "third edition" in row["effect"]) for row in found["effects"]} == {("base", False)}
    assert len({row["card"] for row in found["effects"]}) == 115
    assert found["holes"]["but for tests"] == found["holes"]["everywhere"]


def test_editions_word_effects_differently_but_print_as_many() -> None:
    editions = [texts_of(edition, Platform.BGA) for edition in Edition]
    # A replay under another edition begins where the first reworded card is executed: until then nothing may differ,
    # and cards are asked what kinds of effects they have long before.
    for card in Ruleset(edition=Edition.FIRST).reworded:
        kinds = [[(effect.kind, effect.number) for effect in effects_of(card, texts)] for texts in editions]
        assert kinds[0] == kinds[1], card
        assert effects_of(card, editions[0]) != effects_of(card, editions[1])


def test_the_most_special_text_of_a_card_applies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's wording of an edition, then the edition's, then the one that all others have."""
    card = card_named("Agriculture")
    (printed,) = effects_of(card)

    def reworded(game: Any, me: Any) -> None:
        """Another text."""

    monkeypatch.setattr(registry, "_texts", {text: list(effects) for text, effects in registry._texts.items()})
    dogma("Agriculture", Icon.LEAF, "first@bga")(reworded)
    effects_of.cache_clear()
    try:
        for edition in Edition:
            for platform in Platform:
                (effect,) = effects_of(card, texts_of(edition, platform))
                own = edition is Edition.FIRST and platform is Platform.BGA
                assert effect.run is (reworded if own else printed.run), (edition, platform)
    finally:
        effects_of.cache_clear()
