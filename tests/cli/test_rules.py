"""``innolog rules``: the rules that verdicts cite, and where sites deviate, from the compiled build as well.

What was wrong: the compiled build listed no deviation, because its properties have no documentation. The test of the
list asked the same properties, and found nothing missing.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cards.facts import card_table
from innolog.cards.questions import questions
from innolog.cards.rulings import rulings
from innolog.cli import main
from innolog.cli.rules import of_generations, of_site
from innolog.comparing.rules import RULES
from innolog.engine.ruleset import SITES, Platform, Ruleset

pytestmark = pytest.mark.compiled


def test_rules_and_deviations_are_listed() -> None:
    listed = CliRunner().invoke(main, ["rules"])
    assert listed.exit_code == 0
    assert all(f"{rule}\n" in listed.stdout for rule in RULES)
    for platform in SITES:
        found = of_site(platform)
        assert found
        for name, ruling in found.items():
            assert f"platform.{name}\n  {ruling.sentences}\n" in listed.stdout
            assert ruling.printed.startswith("Printed")
    for question in questions().values():
        assert f"question.{question.id}\n  {question.question}\n  Played: {question.played}\n" in listed.stdout
    some = CliRunner().invoke(main, ["rules", "draw", "--format", "json"])
    assert {json.loads(line)["id"].partition(".")[0] for line in some.stdout.splitlines()} == {"draw"}
    begun = CliRunner().invoke(main, ["rules", "draw.a", "--format", "json"])
    named = [json.loads(line)["id"] for line in begun.stdout.splitlines()]
    assert named == sorted(rule for rule in RULES if rule.startswith("draw.a"))
    assert named
    assert CliRunner().invoke(main, ["rules", "no-such-rule"]).exit_code == 2


def test_every_deviation_of_the_fourth_edition_is_listed_for_its_site_alone() -> None:
    own = {ruling.id for ruling in rulings() if ruling.where in ("fourth site", "fourth table")}
    assert "wins_after_the_action" in own
    assert own <= of_site(Platform.BGA_2024).keys()
    assert not own & (of_site(Platform.YUCATA).keys() | of_site(Platform.BGA).keys())


def test_each_ruling_makes_a_difference_somewhere_and_says_which() -> None:
    listed = {
        *(name for platform in SITES for name in of_site(platform)),
        *(ruling.id for ruling, _ in of_generations()),
    }
    names = card_table(edition="fourth").name
    for ruling in rulings():
        assert ruling.id in listed
        assert ruling.printed.startswith(("Printed", "Now"))
        assert ruling.site.startswith("Board Game Arena")
        assert all(name in names for name in ruling.cards)


def test_what_no_ruling_says_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        Ruleset().holds("no_such_ruling")
    asked = "".join(path.read_text() for path in Path(str(resources.files("innolog"))).rglob("*.py"))
    assert [ruling.id for ruling in rulings() if f'holds("{ruling.id}")' not in asked] == []


@pytest.mark.parametrize(
    ("name", "edition", "found"),
    [
        ("Oars", "third", "oars_takes_all_crowns"),
        ("Services", "fourth", "services_always_pays"),
        ("Sailing", "third", ""),
    ],
)
def test_the_rulings_of_a_card_are_listed_with_it(name: str, edition: str, found: str) -> None:
    shown = CliRunner().invoke(main, ["cards", name, "--edition", edition]).stdout
    assert shown.count("Printed") == bool(found)
    assert f"{name}: {found}\n" in shown or not found
    row = json.loads(CliRunner().invoke(main, ["cards", name, "--edition", edition, "--format", "json"]).stdout)
    assert [ruling["id"] for ruling in row["rulings"]] == [found] * bool(found)
