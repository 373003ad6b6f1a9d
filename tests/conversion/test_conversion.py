"""Games converted to other formats: no fact that the format records is lost, and no hidden card is shown."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cards.facts import CardSet
from innolog.cli import main
from innolog.conversion.retelling import NotConvertible, convert, converted, retell
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import Fact, GameLog, Passed, Place, Revealed, Transfer
from innolog.log.merging import merge
from innolog.proving.writing import proof_of
from innolog.replay import Forced, replay
from innolog.results.native import recorded
from innolog.results.result import Replay, Verdict
from innolog.simulate import seats, simulate
from innolog.support.errors import InnologError
from parsers import read_blob, read_log
from parsers.files import Blob
from parsers.forms import EVERYBODY, WRITERS, forms
from tests.shared import REPOSITORY, load, sampled
from tests.simulate.test_exports import RULES, played, read

SAMPLES = sorted(path.name for path in (REPOSITORY / "sample_logs").glob("*.json.gz"))
PLAYERS_VIEW = REPOSITORY / "sample_logs" / "base_2p_player.json.gz"


def replayed(text: str, edition: str | None = None) -> Replay:
    return replay(read_blob(Blob("converted", text.encode())), edition=edition, record=True)


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["convert", *map(str, arguments)], catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("name", RULES)
def test_a_game_told_again_is_the_game_that_was_told(name: str) -> None:
    game = played(RULES[name], 5)
    assert game.told is not None
    again = retell(as_replay(game))
    assert again.told == game.told.told
    assert (again.seats, again.hands, again.team_game) == (game.told.seats, game.told.hands, game.told.team_game)


@pytest.mark.parametrize("name", sampled(SAMPLES, 3))
def test_an_export_through_the_native_format_and_back_is_the_same_game(name: str) -> None:
    log = read_log(REPOSITORY / "sample_logs" / name)
    assert isinstance(log, GameLog)
    first = replay(log, record=True)
    assert first.rules is not None
    native = replayed(convert(first, "native"))
    last = replayed(convert(native, "bga", log.viewpoint), first.rules.edition.value)
    assert isinstance(last.log, GameLog)
    assert not last.log.inconsistencies
    assert [result.verdict for result in (first, native, last)] == [Verdict.LEGAL] * 3
    assert (last.rules, last.ended, last.log.viewpoint) == (first.rules, first.ended, log.viewpoint)
    assert [action.digest for action in native.actions] == [action.digest for action in first.actions]
    if any(isinstance(observation, Revealed) for observation in log.observations):
        # A hand shown without moving a card is not written, so less is known. The actions are the same.
        assert [(a.kind, a.card, a.player) for a in last.actions] == [(a.kind, a.card, a.player) for a in first.actions]
    else:
        assert [action.digest for action in last.actions] == [action.digest for action in first.actions]
    # A native record has the times of the first and the last move, an export those of all.
    assert log.times is not None
    assert last.log.times is not None
    assert log.times.start <= last.log.times.start < log.times.start + 60
    copied = read_blob(Blob("converted", convert(first, "bga", log.viewpoint).encode()))
    assert isinstance(copied, GameLog)
    assert copied.times is not None
    assert copied.times.moves.items() >= log.times.moves.items()


@pytest.mark.parametrize(("form", "options"), [("bga", {}), ("tracker", {"generation": "text"})])
def test_no_time_is_written_that_the_record_does_not_have(form: str, options: dict[str, str]) -> None:
    """Moves got times at a pace of ten seconds or a minute, and statistics took them for those of the game."""
    log = read_log(PLAYERS_VIEW)
    assert isinstance(log, GameLog)
    assert log.times is not None
    whole = replay(log, record=True)
    again = replayed(convert(whole, form, log.viewpoint, **options)).log
    assert isinstance(again, GameLog)
    assert again.times is not None
    assert set(again.times.moves.values()) <= set(log.times.moves.values())
    assert again.times.end == log.times.end
    only_start = dataclasses.replace(log, times=log.times._replace(end=None, moves={}))
    # The first move of a tracker's file is a later one.
    for times, start in ((None, None), (only_start.times, log.times.start if form == "bga" else None)):
        told = convert(replay(dataclasses.replace(log, times=times), record=True), form, log.viewpoint, **options)
        found = replayed(told)
        assert found.verdict.explained
        assert isinstance(found.log, GameLog)
        assert (found.log.times and (found.log.times.start, found.log.times.end)) == (start and (start, None))


@pytest.mark.parametrize("platform", [Platform.BGA, Platform.YUCATA, Platform.TABLE])
def test_a_game_of_a_site_written_down_at_a_table_keeps_the_rules_of_the_site(platform: Platform) -> None:
    rules = dataclasses.replace(RULES["echoes_3p"], platform=platform)
    text = convert(as_replay(played(rules, 3)), "table", 0)
    title, _, lines = text.partition("\n")
    assert ("rules of" in title) == (platform is not Platform.TABLE)
    result = replayed(text)
    assert result.rules is not None
    assert (result.verdict, result.rules.platform) == (Verdict.LEGAL, platform)
    # Without the site, the printed rules apply, whoever's rules explain the rest.
    printed = replayed("\n".join([re.sub(", rules of [^)]*", "", title), lines]))
    assert printed.log.site == "table"
    assert printed.rules is None or printed.rules.platform is Platform.TABLE


@pytest.mark.parametrize("seed", [3, 4])
def test_a_text_of_a_table_need_not_say_that_revealed_cards_are_kept(seed: int) -> None:
    """By print a card that is drawn and revealed is in the hand, and leaves it from there."""
    rules = dataclasses.replace(RULES["base_2p"], platform=Platform.TABLE)
    text = convert(as_replay(played(rules, seed)), "table", 0)
    lines = [line for line in text.splitlines() if not re.search(r" takes .* into hand", line)]
    assert len(lines) < len(text.splitlines())
    for written in (lines, [line.replace("from revealed cards", "from hand") for line in lines]):
        assert replayed("\n".join(written)).verdict is Verdict.LEGAL
    # Nothing else of a reveal can be left out.
    rest = [line for line in lines if "draws and reveals" not in line]
    assert replayed("\n".join(rest)).verdict is not Verdict.LEGAL


@pytest.mark.parametrize(
    ("name", "seed"), sampled([("base_2p", 4400), ("echoes_3p", 4501), ("echoes_3p", 4502), ("artifacts_4p", 2)], 4)
)
def test_nobody_passes_who_did_not(name: str, seed: int, tmp_path: Path) -> None:
    """A player with hidden cards may have had nothing to choose. The log records whether such a player was asked."""
    rules = RULES[name]
    exports = {seat: read(tmp_path, played(rules, seed), seat) for seat in (None, 0, 1)}
    for seat, log in exports.items():
        again = read_blob(Blob("again", convert(replay(log), "bga", seat).encode()))
        assert isinstance(again, GameLog)
        told, retold = ([what.player for what in of.observations if isinstance(what, Passed)] for of in (log, again))
        assert retold == told
        other = exports[1 if seat == 0 else 0]
        assert replay(merge([again, other])).verdict is Verdict.LEGAL


@pytest.mark.long
def test_every_form_that_is_written_records_what_it_declares() -> None:
    result = replay(read_log(PLAYERS_VIEW), record=True)
    declared = {form.name: form for form in forms()}
    assert len(declared) == len(list(forms()))
    written = set()
    for form in declared.values():
        assert form.steps
        _, to, *options = form.written_by.split() or ("", "", "")
        written.add(to)
        if to in WRITERS:
            more = {option.removeprefix("--"): value for option, value in zip(options[::2], options[1::2], strict=True)}
            log = read_blob(Blob(form.name, convert(result, to, 0, **more).encode()))
            assert isinstance(log, GameLog)
            assert log.records <= form.records
            # If a file records one of these facts, it counts as recording all of that kind.
            assert form.records - log.records <= {Fact.PASSES, Fact.NESTED}
            # Texts copied by a player may not name that player.
            names = [seat.name for seat in result.log.seats]
            assert [seat.name for seat in log.seats] in (names, ["You", *names[1:]])
            assert not log.unread
    assert written - {""} == {"native", *WRITERS}


def test_what_needs_a_game_refuses_a_verdict_without_one() -> None:
    illegal = dataclasses.replace(as_replay(played(RULES["base_2p"], 5)), verdict=Verdict.ILLEGAL)
    for function in (recorded, retell, lambda result: proof_of(result, b"")):
        with pytest.raises(InnologError, match="a game that is illegal") as raised:
            function(illegal)
        assert isinstance(raised.value, ValueError)


def test_the_command_converts_and_says_what_is_missing(tmp_path: Path) -> None:
    target = tmp_path / "game.innolog"
    assert run(PLAYERS_VIEW, "--to", "native", "-o", target)[0] == 0
    code, out, notes = run(target, "--to", "bga", "--viewpoint", "Ada")
    assert (code, notes) == (0, "legal: 116 actions, 36 cards never shown in the log\n")
    assert replayed(out).verdict is Verdict.LEGAL
    assert run(target, "--to", "bga", "--viewpoint", "Ada")[1] == out
    spectator = run(target, "--to", "bga", "--viewpoint", "spectator")[1]
    assert "/player/" in out
    assert "/player/" not in spectator


def test_the_command_refuses_what_cannot_be_converted(tmp_path: Path) -> None:
    forged = tmp_path / "forged.json"
    packets = load(PLAYERS_VIEW)
    for packet in packets["packets"]:
        for item in packet["data"]:
            if item["type"].startswith("log") and isinstance(item["args"], dict) and "ressource_count" in item["args"]:
                item["args"]["ressource_count"] = 60
    forged.write_text(json.dumps(packets))
    code, out, message = run(forged, "--to", "native")
    assert (code, out) == (1, "")
    assert "cannot be converted because it is illegal: move " in message
    for arguments, code, words in (
        (["--to", "bga", "--viewpoint", "Bo"], 2, "does not show every card that Bo saw"),
        (["--to", "bga", "--viewpoint", "all"], 2, "does not show every card that any player saw"),
        (["--to", "tracker", "--viewpoint", "all"], 2, "cannot show the cards of all players"),
        (["--to", "tracker", "--viewpoint", "Zoe"], 2, "no player is called 'Zoe'; possible viewpoints are Ada, Bo"),
        (["--to", "native", "--viewpoint", "Ada"], 2, "--viewpoint cannot be used with --to native"),
        (["--to", "bga", "--generation", "snake"], 2, "--generation requires --to tracker"),
        (["--to", "isotropic"], 2, "'isotropic' is not one of"),
    ):
        done = run(PLAYERS_VIEW, *arguments)
        assert done[:2] == (code, ""), arguments
        assert words in done[2]


@pytest.mark.parametrize("platform", Platform)
def test_a_game_of_the_fourth_edition_is_written_as_the_newer_code_records_it_or_refused(platform: Platform) -> None:
    """In the words of the site, only what that code played, or what a title says that a table played.

    Anything else would be judged by the rules of that code.
    """
    game = as_replay(played(Ruleset(Edition.FOURTH, platform=platform), 3))
    result = replay(read_blob(Blob("text", convert(game, "text").encode())))
    assert result.rules is not None
    # The older code never had this edition, and what Yucata changes in it is unknown.
    played_by = {Platform.BGA: Platform.BGA_2024, Platform.YUCATA: Platform.TABLE}.get(platform, platform)
    assert (result.verdict, result.rules.platform) == (Verdict.LEGAL, played_by)
    for form in ("bga", "tracker"):
        try:
            text = convert(game, form)
        except NotConvertible as error:
            assert platform is not Platform.BGA_2024
            assert "do not explain this game" in str(error)
            continue
        found = read_blob(Blob(form, text.encode()))
        assert isinstance(found, GameLog)
        assert found.stated.get("platform", Platform.BGA_2024.value) == Platform.BGA_2024.value
        assert replay(found).verdict is Verdict.LEGAL


@pytest.mark.parametrize("form", sampled(["bga", "tracker", "yucata-html"], 3))
@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(platform=Platform.TABLE),
        Ruleset(sets=frozenset(CardSet) - {CardSet.FIGURES}, platform=Platform.TABLE),
        Ruleset(Edition.FOURTH, platform=Platform.TABLE),
    ],
    ids=["base", "all", "fourth"],
)
def test_a_game_of_a_table_is_written_as_one_of_a_site_only_if_the_site_may_have_played_it(
    rules: Ruleset, form: str
) -> None:
    """Files were written that were *illegal* when they were read. On Yucata's pages, most games are alike."""
    refused = 0
    for seed in (1, 2, 3):
        game = as_replay(simulate(rules, seed, seats(["uniform"], 2, seed)))
        try:
            text = convert(game, form)
        except NotConvertible as error:
            assert "do not explain this game" in str(error)
            assert convert(game, "table")
            refused += 1
        else:
            assert replay(read_blob(Blob(form, text.encode()))).verdict.explained
    assert bool(refused) == (form != "yucata-html" or len(rules.sets) > 1)


@pytest.mark.parametrize("form", ["bga", "yucata-html"])
def test_whether_a_site_may_have_played_a_game_can_remain_unknown(form: str) -> None:
    """It was said that the site's rules do not explain the game. On Yucata's pages, they do."""
    game = as_replay(simulate(Ruleset(platform=Platform.TABLE), 1, seats(["uniform"], 2, 1)))
    with pytest.raises(NotConvertible) as caught:
        converted(game, form, forced=Forced(effort=1e-4))
    assert re.search(
        r"cannot decide whether these explain this game, .* \(.*too many .*\); a larger --effort may help",
        str(caught.value),
    )


@pytest.mark.parametrize("platform", [Platform.BGA, Platform.YUCATA])
@pytest.mark.parametrize(
    "form", [pytest.param(form, marks=[pytest.mark.long] if form == "tracker" else []) for form in sorted(WRITERS)]
)
def test_a_game_that_a_site_does_not_offer_is_not_written_as_one_of_its_games(
    form: str, platform: Platform, tmp_path: Path
) -> None:
    """Board Game Arena has no first edition with expansions: such a game would be judged by the third edition."""
    rules = dataclasses.replace(RULES["first_all_2p"], platform=platform)
    source, made = tmp_path / "game.innolog", tmp_path / "made"
    source.write_text(convert(as_replay(played(rules, 5)), "native"), encoding="utf-8")
    code, _, told = run(source, "--to", form, "-o", made)
    if form != "table" and (form, platform) != ("yucata-html", Platform.YUCATA):
        assert code == 2
        assert "does not offer these sets in the first edition" in told
        assert not made.exists()
        code, _, told = run(source, "--to", form, "-o", made, "--edition", "first")
        # The rules of Yucata are others than those of Board Game Arena.
        assert code == 0 or (platform is Platform.YUCATA and "do not explain this game" in told)
        assert made.exists() == (code == 0)
        assert code or replayed(made.read_text(encoding="utf-8"), "first").verdict is Verdict.LEGAL
    else:
        assert replayed(made.read_text(encoding="utf-8")).verdict is Verdict.LEGAL


@pytest.mark.parametrize("form", ["bga", "table"])
def test_all_that_everybody_saw_is_written_where_it_is_known(form: str) -> None:
    game = played(RULES["base_2p"], 4)
    assert game.told is not None
    log = read_blob(Blob("all", convert(as_replay(game), form, EVERYBODY).encode()))
    assert isinstance(log, GameLog)
    assert replay(log).verdict is Verdict.LEGAL
    moves = [told.observation for told in game.told.told if isinstance(told.observation, Transfer)]
    # Nobody sees a standard achievement.
    shown = [None if move.age and move.from_place is Place.ACHIEVEMENTS else move.card for move in moves]
    assert [move.card for move in log.observations if isinstance(move, Transfer)] == shown


NAMES = ("\x1b]0;x\x07\x9b31m\u202eevil\r\nfoo", 'two\u2028=1 <b>&"')


@pytest.mark.parametrize("form", sampled(["native", *WRITERS], 3))
def test_no_form_holds_what_a_terminal_would_obey(form: str) -> None:
    log = read_log(PLAYERS_VIEW)
    assert isinstance(log, GameLog)
    named = [dataclasses.replace(seat, name=name) for seat, name in zip(log.seats, NAMES, strict=True)]
    text = convert(replay(dataclasses.replace(log, seats=named), record=True), form, log.viewpoint)
    assert {c for c in text if not c.isprintable()} <= {"\n", "\u202f"}
    # It is the same game, in as many lines.
    plain = convert(replay(log, record=True), form, log.viewpoint)
    assert text.count("\n") == plain.count("\n")
    again = read_blob(Blob("again", text.encode()))
    assert again.game_id == read_blob(Blob("plain", plain.encode())).game_id
    if form in ("native", "bga"):
        assert [seat.name for seat in again.seats] == list(NAMES)
    assert replay(again, record=True).verdict is Verdict.LEGAL


@pytest.mark.parametrize("form", ["native", "text", "yucata-html"])
def test_half_a_character_in_a_name_can_be_written(form: str) -> None:
    log = read_log(PLAYERS_VIEW)
    assert isinstance(log, GameLog)
    named = [dataclasses.replace(seat, name=f"{seat.name}\ud83d") for seat in log.seats]
    text = convert(replay(dataclasses.replace(log, seats=named), record=True), form, log.viewpoint)
    assert len(read_blob(Blob("again", text.encode())).seats) == 2


@pytest.mark.parametrize(("name", "form"), [("N" * 101, "text"), ("N" * 101, "table")])
def test_a_name_that_no_reader_finds_is_not_written(name: str, form: str) -> None:
    log = read_log(PLAYERS_VIEW)
    assert isinstance(log, GameLog)
    named = [log.seats[0], dataclasses.replace(log.seats[1], name=name)]
    found = replay(dataclasses.replace(log, seats=named), record=True)
    with pytest.raises(NotConvertible, match="cannot be found"):
        convert(found, form, 0)
    assert convert(found, "yucata-html", 0)


@pytest.mark.parametrize("names", [("Anna", "anna"), ("Jose\u0301", "Jos\u00e9")])
@pytest.mark.parametrize("form", ["text", "table", "yucata-html"])
def test_names_that_readers_take_for_one_are_not_written(form: str, names: tuple[str, str]) -> None:
    """The first ended with a traceback, and the second was written and then judged as a game of one player less."""
    log = read_log(PLAYERS_VIEW)
    assert isinstance(log, GameLog)
    named = [dataclasses.replace(seat, name=name) for seat, name in zip(log.seats, names, strict=True)]
    found = replay(dataclasses.replace(log, seats=named), record=True)
    with pytest.raises(NotConvertible, match=f"in the format {form}"):
        convert(found, form, None)


@pytest.mark.parametrize("name", ["1", "007bond", "2fast"])
@pytest.mark.parametrize("form", ["table", "yucata-html"])
def test_a_name_that_begins_with_a_digit_is_no_time_of_a_move(name: str, form: str) -> None:
    log = read_log(PLAYERS_VIEW)
    assert isinstance(log, GameLog)
    named = [dataclasses.replace(seat, name=f"{name}{number}") for number, seat in enumerate(log.seats)]
    text = convert(replay(dataclasses.replace(log, seats=named), record=True), form, 0)
    for again in (text, text.replace("\n", "\n   ")):
        assert replayed(again).verdict is Verdict.LEGAL
