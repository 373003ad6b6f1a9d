"""Simulated games with figures in every combination of sets keep the invariants, and validate from their record."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from innolog.cards.editions import Printing
from innolog.cards.facts import CardSet
from innolog.conversion.retelling import NotConvertible, convert, converted
from innolog.conversion.simulated import as_replay, native_file
from innolog.engine.actions import play_next
from innolog.engine.game import Game
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import EffectStarted, Fact, GameLog, Place, Transfer
from innolog.replay import replay
from innolog.replay.recorded import replay_recorded
from innolog.results.result import Verdict
from innolog.results.soundness import Incomplete
from innolog.simulate import deal, seats, simulate
from parsers.bga.writer import exports
from parsers.lines import detection as lines
from parsers.lines.yucata import read_yucata_text
from parsers.native import reader
from tests.hunt.games import hunted
from tests.invariants import violations
from tests.shared import sampled
from tests.tampering.story import read_export
from tests.written import yucata_text

_OTHERS = (CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS)
_RULES = [
    Ruleset(
        sets=frozenset({CardSet.BASE, CardSet.FIGURES, *more}),
        players=players,
        teams=(0, 1, 0, 1) if players == 4 else (),
        relics=CardSet.ARTIFACTS in more,
        printing=printing,
        platform=Platform.TABLE,
    )
    for number in range(4)
    for more in combinations(_OTHERS, number)
    for printing in Printing
    for players in (2, 3, 4)
]


@pytest.mark.parametrize(("seed", "rules"), sampled(enumerate(_RULES), 7, many=True))
def test_no_invariant_breaks(seed: int, rules: Ruleset) -> None:
    bots = seats(["uniform", "sensible"], rules.players, seed)
    game = Game(deal(rules, seed), rules, bots)
    bots.attach(game)
    while game.over is None and game.turn < 1_000:
        play_next(game)
        assert list(violations(game)) == []
    assert game.over is not None


@pytest.mark.parametrize(("seed", "rules"), sampled(enumerate(_RULES), 7, many=True))
def test_a_game_validates_from_its_record(seed: int, rules: Ruleset) -> None:
    name, text = native_file(simulate(rules, 100 + seed, seats(["curious", "uniform"], rules.players, seed)))
    result = replay_recorded(reader.read(name, text.encode()))
    assert result.verdict is Verdict.LEGAL
    assert result.rules == rules


def test_no_format_of_a_site_is_written() -> None:
    game = simulate(Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES})), 1, seats(["uniform"], 2, 1))
    with pytest.raises(NotConvertible, match="no site has figures"):
        converted(as_replay(game), "text", None)


@pytest.mark.parametrize(("seed", "rules"), sampled(enumerate(_RULES), 16))
def test_an_export_that_claims_figures_is_judged_like_any_other(seed: int, rules: Ruleset) -> None:
    """No site has figures yet. An export with effects of figures, named as the site names effects, is explained.

    The words of all but demands, compels, dogmas and echoes were unknown, and could not be written.
    """
    game = simulate(rules, 700 + seed, seats(["sensible", "uniform"], rules.players, seed), tell=True, most_actions=90)
    assert game.told is not None
    export = next(exports(game.told, [seed % rules.players]))
    result = replay(read_export(export))
    assert result.verdict.explained, result.reason
    assert result.rules is not None
    assert CardSet.FIGURES in result.rules.sets


def test_an_export_that_claims_figures_is_not_accused() -> None:
    """Nobody knows what a site would record of a karma, so a difference is reported and not called illegal."""
    rules = _RULES[0]
    game = simulate(rules, 700, seats(["sensible", "uniform"], 2, 0), tell=True, most_actions=90)
    assert game.told is not None
    log = read_export(next(exports(game.told, [0])))
    kinds = {told.kind for told in log.observations if isinstance(told, EffectStarted)}
    assert "karma" in kinds
    assert replay(log).verdict is Verdict.LEGAL_SO_FAR
    # A draw is left out.
    drawn = max(
        i for i, told in enumerate(log.observations) if isinstance(told, Transfer) and told.from_place is Place.DECK
    )
    left_out = [*log.observations[:drawn], *log.observations[drawn + 1 :]]
    result = replay(replace(log, observations=left_out))
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.reason is not None
    assert "nothing explains the log at move" in result.reason


@pytest.mark.long
@pytest.mark.parametrize("number", [13, 14, 24])
def test_what_was_found_in_exports_that_claim_figures(number: int) -> None:
    """A card that a karma names lay nowhere; a karma interrupted a choice among hidden cards alone: both failed.

    Cards that count as being in the hand were written among those that a player holds.
    """
    game = hunted("figE", number, "figures").play()
    assert game.told is not None
    for export in exports(game.told, [0, None]):
        log = read_export(export)
        assert log.inconsistencies == []
        assert replay(log).violation is None


def _as_text(seed: int, printing: Printing) -> GameLog:
    """A game with figures as a spectator wrote it down without a title: hidden cards by their backs."""
    rules = Ruleset(
        sets=frozenset({CardSet.BASE, CardSet.FIGURES, CardSet.ARTIFACTS}), platform=Platform.TABLE, printing=printing
    )
    game = simulate(rules, seed, seats(["sensible", "uniform"], 2, seed), tell=True)
    assert game.told is not None
    return read_yucata_text("a table.txt", yucata_text(game.told, None))


@pytest.mark.parametrize(("seed", "printing"), [(3, Printing.DELUXE), (8, Printing.BOX_2013)])
def test_a_game_that_was_written_down_is_legal(seed: int, printing: Printing) -> None:
    """The printing is deduced if the texts of the cards show it."""
    result = replay(_as_text(seed, printing))
    assert result.verdict is Verdict.LEGAL
    assert result.rules is not None
    assert CardSet.FIGURES in result.rules.sets


@pytest.mark.parametrize(("seed", "rules"), sampled(enumerate(_RULES), 24, many=True))
def test_a_game_is_legal_as_a_table_wrote_it_down(seed: int, rules: Ruleset) -> None:
    """From one seat: what karmas do with cards that this seat did not see is explained. The title states the rules.

    Conditions of karmas read the face of a hidden card; a card chosen before a karma was taken for the first possible
    one; two ways that met in a karma were taken for one; an achievement that only a figure makes available, and a karma
    before the free action with the Artifact on display, were no actions.
    """
    game = simulate(rules, 200 + seed, seats(["sensible", "uniform"], rules.players, seed), tell=True, most_actions=120)
    written = convert(as_replay(game), "table", seed % rules.players)
    result = replay(lines.read("a table.txt", written.encode()))
    assert result.verdict.explained, result.reason
    assert result.rules is not None
    assert result.rules.platform is Platform.TABLE
    assert result.rules.sets == rules.sets


def test_a_text_without_lines_of_karmas_accuses_nobody() -> None:
    """Where a log does not record effects, a karma may explain anything. A meld is left out here."""
    log = _as_text(3, Printing.DELUXE)
    last = max(i for i, told in enumerate(log.observations) if isinstance(told, Transfer) and told.meld)
    left_out = [*log.observations[:last], *log.observations[last + 1 :]]
    assert replay(replace(log, observations=left_out)).verdict is Verdict.ILLEGAL
    result = replay(replace(log, observations=left_out, records=log.records - {Fact.EFFECTS}))
    assert result.verdict is Verdict.UNSUPPORTED
    assert Incomplete.KARMAS in result.soundness.reasons


@pytest.mark.parametrize(("number", "trace"), [(0, False), (1, True), (2, True)])
def test_a_karma_without_a_trace_needs_no_line(number: int, trace: bool) -> None:
    """Nobody has to write down a karma that did nothing. What one did is not explained without its line."""
    rules = _RULES[5]
    game = simulate(rules, 505, seats(["sensible", "uniform"], rules.players, 5), tell=True, most_actions=90)
    lines_of = convert(as_replay(game), "table", 5 % rules.players).splitlines()
    karmas = [index for index, line in enumerate(lines_of) if "karma effect" in line]
    del lines_of[karmas[number]]
    result = replay(lines.read("a table.txt", "\n".join(lines_of).encode()))
    assert result.verdict is (Verdict.ILLEGAL if trace else Verdict.LEGAL_SO_FAR)
    if trace:
        assert result.violation is not None
        assert result.violation.rule == "figures.karma"
        assert result.violation.at is not None
        assert result.violation.at.packet == karmas[number] + 1
