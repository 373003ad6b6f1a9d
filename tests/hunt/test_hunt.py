"""The hunt itself: the same games again, nothing accused in a few of all kinds, and a fault that it must find."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cards.facts import CardSet
from innolog.cards.registry import card_named
from innolog.conversion import alternatives
from innolog.engine.game import Game
from innolog.engine.ruleset import Edition, Platform
from innolog.log.told import ToldGame
from tests.hunt import checking, judging
from tests.hunt.__main__ import command
from tests.hunt.effects import Driven, cards, judge, judge_poorer, judge_with_figures, reached
from tests.hunt.evidence import games, of_game, of_position, page, positions
from tests.hunt.games import EARLIER, KINDS, every_ruleset, hunted
from tests.hunt.judging import FORMS, FULL, OF_FOURTH
from tests.hunt.karmas import Sought, all_sought
from tests.hunt.layouts import layout
from tests.hunt.states import STATES
from tests.invariants import Broken, Tally
from tests.shared import sampled
from tests.written import export


def test_the_same_seed_hunts_the_same_games_everywhere() -> None:
    """The choice of games depends on the seed and Python's generator of numbers alone, so it can be written down."""
    assert hunted("commit", 3).describe() == "third base+echoes 4 players; seeking, seeking, curious, uniform"
    assert hunted("commit", 3).shuffle == 293164
    one, other = hunted("commit", 3).play(), hunted("commit", 3).play()
    assert [action.digest for action in one.actions] == [action.digest for action in other.actions]
    assert hunted("another", 3).play().actions[0].digest != one.actions[0].digest


def test_a_round_of_games_has_every_kind() -> None:
    kinds = list(every_ruleset())
    found = [hunted("x", number) for number in range(len(kinds))]
    assert {(game.rules.sets, game.rules.players, game.rules.teams, game.rules.edition) for game in found} == {
        (rules.sets, rules.players, rules.teams, rules.edition) for rules in kinds
    }
    assert all(game.rules.edition is Edition.THIRD or len(game.rules.sets) == 1 for game in found)
    assert {game.rules.relics for game in found} == {game.rules.extra_achievement for game in found} == {False, True}


@pytest.mark.long
@pytest.mark.parametrize(("kind", "games"), [("older", 3), ("fourth", 3), ("newer", 3), ("earlier", 8), ("G7", 1)])
def test_no_full_record_is_accused(kind: str, games: int) -> None:
    arguments = ["--games", str(games), "--jobs", "1", "--seed", "tests", "--forms", "full", "--after", kind]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    last = result.output.splitlines()[-1]
    assert last.startswith(f"games {games}, broken 0, exports ")
    assert "accused 0, unsupported 0, slow " in last


def test_a_round_of_games_has_every_earlier_generation_with_what_it_offers() -> None:
    found = [hunted("x", number, "earlier") for number in range(8 * 63)]
    assert {game.after for game in found} == {generation.name for generation in EARLIER}
    assert all(game.rules.sets <= game.rules.generation.sets for game in found)
    of_each = {generation: {game.rules.sets for game in found if game.after == generation} for generation in KINDS[-8:]}
    assert [len(sets) for sets in of_each.values()] == [1, 1, 2, 2, 4, 4, 8, 8]
    again = hunted("x", found[-1].number, found[-1].after)
    assert (again.rules, again.shuffle) == (found[-1].rules, found[-1].shuffle)


@pytest.mark.long
def test_no_text_of_a_table_of_the_fourth_edition_is_accused() -> None:
    """The same games in the lines of a table, with the cards of one player and of all, and in the words of the site."""
    forms = ",".join(OF_FOURTH[len(FULL) :])
    arguments = ["--games", "3", "--jobs", "1", "--seed", "texts", "--forms", forms, "--after", "fourth"]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    assert "exports 9, legal 9, accused 0, unsupported 0" in result.output.splitlines()[-1]


@pytest.mark.long
def test_no_game_with_figures_is_accused() -> None:
    result = CliRunner().invoke(command, ["--games", "6", "--jobs", "1", "--seed", "tests", "--after", "figures"])
    assert result.exit_code == 0, result.output
    assert ", accused 0," in result.output.splitlines()[-1]


def test_a_page_without_what_was_possible_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page was built: that each 25th had none was not seen."""

    def failing(*_: Any) -> Any:
        raise IndexError("a bug")

    monkeypatch.setattr(alternatives._Trial, "choose", failing)
    result = CliRunner().invoke(command, ["--games", "1", "--jobs", "1", "--seed", "tests", "--forms", "native"])
    assert result.exit_code == 1
    assert "innolog itself failed to try it (IndexError: a bug; " in result.output
    assert "accused 1" in result.output


def test_a_round_of_games_with_figures_has_every_kind() -> None:
    found = [hunted("x", number, "figures").rules for number in range(2 * 7 * 8)]
    assert len({(rules.sets, rules.printing, rules.players, rules.teams) for rules in found}) == len(found)
    assert all(CardSet.FIGURES in rules.sets and rules.platform is Platform.TABLE for rules in found)


@pytest.mark.parametrize("form", sampled([form for form in FORMS if form not in FULL], 6))
def test_no_poorer_record_is_accused(form: str) -> None:
    result = CliRunner().invoke(command, ["--games", "1", "--jobs", "1", "--seed", "tests", "--forms", form])
    assert result.exit_code == 0, result.output
    assert "exports 1, " in result.output.splitlines()[-1]
    assert ", accused 0," in result.output.splitlines()[-1]


@pytest.mark.long
def test_what_is_wrong_is_found_and_the_smallest_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A writer that says one point too much, later in one game than in the other."""

    def lies(game: ToldGame, viewpoints: Iterable[int | None]) -> Iterator[dict[str, Any]]:
        for viewpoint in viewpoints:
            content = export(game, viewpoint)
            scores: list[dict[str, Any]] = [
                item["args"]
                for packet in content["packets"]
                for item in packet["data"]
                if isinstance(item["args"], dict) and "new_score" in item["args"]
            ]
            for args in scores[20 if viewpoint is None else 40 :]:
                args["new_score"] = int(args["new_score"]) + 1
            yield content

    monkeypatch.setattr(judging, "exports", lies)
    arguments = ["--games", "2", "--jobs", "1", "--seed", "tests", "--forms", "bga", "--keep", str(tmp_path)]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 1
    assert "legal 0, " in result.output.splitlines()[-1]
    kept = json.loads((tmp_path / "smallest.json").read_text())
    assert kept["viewpoint"] is None
    assert kept["game"] in result.output
    assert "packets" in json.loads((tmp_path / "smallest.log").read_text())


@pytest.mark.plain
def test_a_broken_invariant_and_a_failure_of_the_engine_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is named, its records are not judged, and the exit code is 1.

    A hunt did not check the invariants. An exception in the engine stopped it, without the name of the game.
    """

    def invariants(failing: Callable[..., None]) -> str:
        monkeypatch.setattr(checking, "check", failing)
        result = CliRunner().invoke(command, ["--games", "2", "--jobs", "1", "--seed", "tests", "--after", "figures"])
        assert result.exit_code == 1
        assert "games 2, broken 2, exports 0, legal 0, accused 0," in result.output.splitlines()[-1]
        assert "--seed tests --game 1 --after figures" in result.output
        return result.output

    def broken(game: Game, tally: Tally) -> None:
        if game.turn > 2:
            raise Broken(3, "a pile has two colors")

    def failed(game: Game, tally: Tally) -> None:
        raise KeyError("a card")

    assert "game of all: failed: Broken: I3: a pile has two colors" in invariants(broken)
    assert "game of all: failed: KeyError: 'a card'" in invariants(failed)


#: How many cards each state is tried with here; ``python -m tests.hunt.effects`` drives all of them through all.
_CARDS = 9


@pytest.mark.parametrize("state", sampled(STATES, 20, many=True))
def test_effects_in_unusual_states(state: str) -> None:
    """Nothing breaks, and an export of it is legal; the state is there in at least one of the positions aimed at it."""
    driven = Driven()
    # One that takes cards from boards is among them.
    for number, card in enumerate([*Random(state).sample(cards(), _CARDS), *[card_named("Gunpowder")] * 3]):
        judge(card, state, number, driven, every_seat=False)
    assert not driven.wrong
    assert driven.exports >= _CARDS // 2
    assert any(times for (_, found), times in driven.counts.items() if found == state)


@pytest.mark.parametrize("state", sampled(STATES, 20, many=True))
def test_effects_in_unusual_states_where_few_faces_are_told(state: str) -> None:
    """An effect may not look up the color, icons, bonus, name or set of a card whose face a form does not tell.

    Almanac did, for the bonus of a card returned unseen, and the program failed on a page. Looked for with
    ``python -m tests.hunt.effects --poorer``: every effect in every state, by the rules of the table and of both sites,
    in pages, texts and each generation of tracker files; and by reading each place where an effect asks for a face.
    """
    driven = Driven()
    for number, card in enumerate(Random(f"{state}/poorer").sample(cards(), _CARDS)):
        judge_poorer(card, state, number, driven)
    assert not driven.wrong
    assert driven.exports >= _CARDS // 2
    assert driven.unsupported <= driven.exports // 4


@pytest.mark.parametrize("state", sampled(STATES, 20, many=True))
def test_effects_in_unusual_states_with_figures_in_play(state: str) -> None:
    """Positions with figures among the top cards, in both printings: from the native record and from a table's text.

    Looked for with ``python -m tests.hunt.effects --figures``.
    """
    driven = Driven()
    for number, card in enumerate(Random(f"{state}/figures").sample(cards("figures"), _CARDS // 3)):
        judge_with_figures(card, state, number, driven)
    assert not driven.wrong
    assert driven.exports >= _CARDS // 3
    assert driven.unsupported <= driven.exports // 10


#: Karmas that need more than the positions have: three win the game, and one takes five top figures.
_RARE = ("Emperor Meiji karma 1", "Caresse Crosby karma 2", "Duke Ellington karma 2", "Kim Yu-Na karma 1 (deluxe)")
_SOUGHT = [
    sought for sought in all_sought(sorted({*cards("figures")} - {*cards()})) if not str(sought).startswith(_RARE)
]


@pytest.mark.parametrize("sought", sampled(_SOUGHT, 60, many=True), ids=str)
def test_a_karma_is_carried_out_and_explained(sought: Sought) -> None:
    """In a position made for it, in the printing that has it; the native record and a table's text are legal.

    Looked for with ``python -m tests.hunt.effects --figures``, which hung: karmas undid each step of an effect.
    """
    driven = Driven()
    for state, seed in product(("four players", "teams", "tie for highest", "one card only"), range(4)):
        judge_with_figures(sought.karma.card, state, seed, driven, sought)
        if driven.karmas:
            break
    assert not driven.wrong
    assert sought.cell("") in driven.karmas


@pytest.mark.plain
def test_a_face_that_is_looked_up_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run finds the effect again that looked up the bonus of a card returned unseen."""
    monkeypatch.setattr(Game, "bonus", lambda game, card: max(game.table.top_bonuses[card], default=0))
    driven = Driven()
    for state in ("tie for highest", "four players", "declined"):
        for seed in range(4):
            judge_poorer(card_named("Almanac"), state, seed, driven)
    assert any("IndexError" in what for what in driven.wrong)


def test_a_position_is_what_was_asked_for() -> None:
    """The same seed lays out the same position, with the card where it can be activated."""
    (rules, one, aim), (_, other, _) = layout(30, "endorsed", 5), layout(30, "endorsed", 5)
    assert (one.steps, one.setup) == (other.steps, other.setup)
    assert aim.activated == 30
    driven = Driven()
    judge(30, "endorsed", 5, driven)
    assert driven.exports == rules.players + 1
    assert driven.counts[("third", 30, "dogma", 1), "endorsed"] > 0


@pytest.mark.long
def test_what_the_site_was_seen_to_do_is_counted(shared_folder: Path) -> None:
    """A position with the last card of a hand, an endorsed one, one from the display, and a recorded game."""
    driven = Driven()
    for position in positions(shared_folder / "positions" / "third", every=40):
        of_position(position, driven)
    found = {state for _, state in driven.counts}
    assert {"empty hand", "endorsed", "from the display", "executed by another card", "teams"} <= found
    assert not driven.wrong
    before = driven.counts.total()
    of_game(next(games(["bga_rare"])), driven)
    assert driven.counts.total() > before + 50
    never = {row.state: row.never for row in reached(driven, cards())}
    assert "Tools dogma 1" in never["endorsed"]
    assert "not seen: " in page(driven)
