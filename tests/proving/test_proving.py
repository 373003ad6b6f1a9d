"""Proofs of verdicts: the checker accepts what the search found, and refuses whatever does not prove it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

import innolog.proving
from innolog.cli import main
from innolog.conversion.retelling import convert
from innolog.engine.actions import play_next
from innolog.engine.game import Game
from innolog.engine.nature import Contradiction
from innolog.judging import verdicts
from innolog.judging.verdicts import judged
from innolog.log import ActionBegan, EffectStarted, Ended, GameLog, Ranked
from innolog.log.native import RecordedGame
from innolog.proving import writing
from innolog.proving.checking import Checked, check
from innolog.proving.proof import Proof, Refused, digest_of, read, seal_of
from innolog.proving.writing import Written, proof_of
from innolog.reconstruction import settling
from innolog.reconstruction.stories import Unsettled
from innolog.replay import replay
from innolog.support.schemas import json_schema
from parsers import read_blob, read_log
from parsers.files import Blob, iter_blobs
from tests.log.test_merging import _of_one
from tests.proving.damage import DAMAGES, changed, damaged
from tests.shared import REPOSITORY, sampled
from tests.tampering.figures import source

SAMPLES = sorted(path.name for path in (REPOSITORY / "sample_logs").iterdir() if ".json" in path.name)
#: Which damages are tried is decided by this.
SEED = 2026


@cache
def proved(name: str) -> tuple[Blob, GameLog | RecordedGame, str]:
    """A sample log, as bytes and as read, and the proof of its verdict."""
    (blob,) = iter_blobs([REPOSITORY / "sample_logs" / name])
    assert isinstance(blob, Blob)
    log = read_blob(blob)
    return blob, log, proof_of(replay(log, record=True), blob.data)


def refused(proof: Proof | bytes, content: bytes, log: GameLog | RecordedGame) -> bool:
    try:
        check(read(proof) if isinstance(proof, bytes) else proof, content, log)
    except Refused:
        return True
    return False


@pytest.mark.parametrize("name", sampled(SAMPLES, 3))
def test_a_verdict_of_legal_has_a_proof_that_holds(name: str) -> None:
    blob, log, line = proved(name)
    assert isinstance(log, GameLog)
    Draft202012Validator(json_schema("proof")).validate(json.loads(line))
    assert check(read(line.encode()), blob.data, log) == Checked(
        "legal", len(json.loads(line)["actions"]), len(log.observations), json.loads(line)["assumptions"]
    )
    assert refused(line.encode(), blob.data + b" ", log)


def _resealed(line: str, content: bytes, **header: object) -> Proof:
    """The proof of another log, whose game has other fields in its first line."""
    row = json.loads(line) | {"log": digest_of(content)}
    row["game"][0] |= header
    return read(json.dumps(row | {"seal": seal_of(row)}).encode())


@pytest.mark.parametrize("name", sampled(SAMPLES, 2))
def test_what_stands_beside_the_moves_is_held_against_a_proof(name: str) -> None:
    """What was wrong: results and partners, for which a log is illegal, and the table were not."""
    blob, log, line = proved(name)
    assert isinstance(log, GameLog)
    game = read(line.encode()).game
    for header in ({"site": "yucata"}, {"game_id": "1"}):
        assert refused(_resealed(line, blob.data, **header), blob.data, log)
    assert refused(replace(read(line.encode()), game=replace(game, digest="0" * 32)), blob.data, log)
    at, (winner, *_) = log.observations[-1].at, game.winners
    loser = next(seat for seat in range(len(log.seats)) if seat not in game.winners)
    for ranked, holds in (
        (Ranked(at, {winner: 1}, {loser: 0}), True),
        (Ranked(at, {loser: 1}, {}), False),
        (Ranked(at, {winner: 1}, {winner: 777}), False),
        (Ranked(at, {winner: 1, loser: 2}, {winner: 0, loser: 1}), False),
    ):
        assert refused(line.encode(), blob.data, replace(log, ranked=(ranked,))) is not holds
    assert refused(line.encode(), blob.data, replace(log, partners={winner: loser}))


@pytest.mark.parametrize(("name", "times"), [(SAMPLES[0], 1), *sampled([(name, 3) for name in SAMPLES], 99)[1:]])
def test_no_damaged_proof_holds(name: str, times: int) -> None:
    """Every kind of damage, sealed anew, and statements of the log that nothing bears out."""
    blob, log, line = proved(name)
    random, tried = Random(f"{SEED} {name}"), Counter[str]()
    for damage in DAMAGES:
        for _ in range(times):
            if (other := damaged(line, damage, random)) is not None:
                tried[damage.__name__] += 1
                assert refused(other, blob.data, log), damage.__name__
    assert len(tried) > 0.8 * len(DAMAGES)
    proof = read(line.encode())
    assert isinstance(log, GameLog)
    for _ in range(50 * times):
        if (another := changed(log, random)) is not None:
            told, what = another
            assert refused(replace(proof, statements=len(told.observations)), blob.data, told), what


def test_the_seal_shows_damage() -> None:
    blob, log, line = proved(SAMPLES[0])
    assert refused(line.replace('"assumptions":', '"assumptions": 1', 1).encode(), blob.data, log)
    assert refused(line.replace('"legal"', '"illegal"').encode(), blob.data, log)
    assert refused(b"{}", blob.data, log)
    assert refused(line[:-1].encode(), blob.data, log)


def test_a_log_that_breaks_off_within_an_action_has_a_proof() -> None:
    blob, log, _ = proved(SAMPLES[0])
    assert isinstance(log, GameLog)
    found = Counter[bool]()
    for length in range(200, 240):
        cut = replace(log, observations=log.observations[:length])
        result = replay(cut, record=True)
        proof = read(proof_of(result, blob.data).encode())
        assert check(proof, blob.data, cut).verdict == "legal_so_far"
        found[result.unfinished is not None] += 1
        assert refused(proof, blob.data, log)
    assert found[True] > 10


def test_no_proof_holds_of_a_result_in_which_the_team_of_who_gave_up_comes_first() -> None:
    blob, whole, _ = proved("first_edition_teams_spectator.json.gz")
    assert isinstance(whole, GameLog)
    log = whole.before(next(told.at for told in whole.observations[300:] if type(told) is ActionBegan))
    log.observations.append(Ended(whole.observations[300].at, "conceded", 0))
    result = replay(log, record=True)
    assert result.rules is not None
    proof = read(proof_of(result, blob.data).encode())
    for seat in range(4):
        first = replace(log, ranked=(Ranked(whole.observations[300].at, {seat: 1}, {}),))
        assert refused(proof, blob.data, first) is result.rules.same_side(seat, 0)


def test_a_poor_record_has_a_proof(tmp_path: Path) -> None:
    """One whole game that explains it; what a record says of an action within which it ends is not compared."""
    text = convert(replay(proved(SAMPLES[0])[1]), "text", None)
    lines = text.splitlines(keepends=True)
    found = Counter[str]()
    for length in range(60, 66):
        content = "".join(lines[:length]).encode()
        log = read_blob(Blob("text", content))
        assert isinstance(log, GameLog)
        line = proof_of(replay(log, record=True), content)
        checked = check(read(line.encode()), content, log)
        assert checked.statements + checked.rest == len(log.observations)
        found["whole" if not checked.rest else "rest"] += 1
        other = damaged(line, DAMAGES[-1], Random(length))
        assert other is not None
        assert refused(other, content, log)
    assert set(found) == {"whole", "rest"}


@pytest.mark.parametrize(
    ("form", "others"),
    [
        ("text", {"table": "third", "yucata": "third"}),
        ("tracker", {"table": "third", "yucata": "third"}),
        ("yucata-html", {"table": "third"}),
        ("table", {"bga": "third", "bga-2024": "fourth"}),
    ],
)
def test_a_proof_has_the_rules_of_whose_words_a_poor_record_has(form: str, others: dict[str, str]) -> None:
    """What was wrong: a text of a site that is illegal there had a proof by the printed rules, and that held."""
    text = convert(replay(proved(SAMPLES[0])[1]), form, None)
    content = text.encode()
    log = read_blob(Blob(form, content))
    assert isinstance(log, GameLog)
    if form != "table":
        log.stated.clear()
    result = replay(log, record=True)
    assert result.rules is not None
    line = proof_of(result, content)
    assert check(read(line.encode()), content, log).verdict == "legal"
    for platform, edition in others.items():
        log.stated.pop("platform", None)
        rules = result.rules.describe() | {"platform": platform, "edition": edition}
        with pytest.raises(Refused, match=f"a record of {log.site} with the rules of {platform}, {edition} edition"):
            check(_resealed(line, content, rules=rules), content, log)


@pytest.mark.plain
def test_a_game_whose_hidden_cards_contradict_each_other_explains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another game is the proof then, if there is one."""
    text = convert(replay(proved(SAMPLES[0])[1]), "text", None).encode()
    log = read_blob(Blob("text", text))
    assert isinstance(log, GameLog)
    result, plays, contradictory = replay(log, record=True), 0, 1

    def play(game: Game) -> None:
        nonlocal plays
        plays += 1
        if plays <= contradictory:
            raise Contradiction
        play_next(game)

    monkeypatch.setattr(settling, "play_next", play)
    assert check(read(proof_of(result, text).encode()), text, log).verdict == "legal"
    plays, contradictory = 0, 1 << 20
    with pytest.raises(Unsettled):
        proof_of(result, text)


def test_what_is_not_compared_is_of_one_action() -> None:
    """A proof of the beginning proves nothing of a text that goes on, or that has an end nobody reached."""
    text = convert(replay(proved(SAMPLES[0])[1]), "table", None)
    lines = text.splitlines(keepends=True)
    content = text.encode()
    log = read_blob(Blob("table", content))
    assert isinstance(log, GameLog)
    for length in (20, 100):
        beginning = "".join(lines[:length]).encode()
        cut = read_blob(Blob("table", beginning))
        assert isinstance(cut, GameLog)
        proof = read(proof_of(replay(cut, record=True), beginning).encode())
        assert check(proof, beginning, cut).verdict == "legal_so_far"
        assert refused(replace(proof, log=digest_of(content)), content, log)
        ended = replace(cut, observations=[*cut.observations, log.observations[-1]])
        assert refused(proof, beginning, ended)


def test_an_action_that_breaks_off_may_begin_with_a_meld() -> None:
    """A City is melded, a card promoted and executed: all one action, in which the dogma is not the first statement."""
    result = replay(read_log(REPOSITORY / "sample_logs" / "third_all_sets_3p_player.json.gz"))
    lines = convert(result, "text", None).splitlines(keepends=True)
    promoted = next(index for index, line in enumerate(lines) if " activates the dogma of [3] Sunglasses" in line)
    content = "".join(lines[: promoted + 15]).encode()
    log = read_blob(Blob("text", content))
    assert isinstance(log, GameLog)
    checked = check(read(proof_of(replay(log, record=True), content).encode()), content, log)
    assert checked.rest > 10


def test_a_text_without_a_whole_action_has_no_proof() -> None:
    text = convert(replay(proved(SAMPLES[0])[1]), "table", None)
    content = "".join(text.splitlines(keepends=True)[:4]).encode()
    log = read_blob(Blob("table", content))
    with pytest.raises(Unsettled, match="no whole action"):
        proof_of(replay(log, record=True), content)


@pytest.mark.parametrize("number", [1, 2])
def test_only_a_karma_that_does_nothing_needs_no_line(number: int) -> None:
    text = source(number, 3).text
    content = text.text.encode()
    log = read_blob(Blob("text", content))
    assert isinstance(log, GameLog)
    proof = read(proof_of(replay(log, record=True), content).encode())
    told = log.observations
    karmas = [at for at, each in enumerate(told) if isinstance(each, EffectStarted) and each.kind == "karma"]
    assert len(karmas) == len(text.traces)
    assert set(text.traces) == {True, False}
    for index, does_something in zip(karmas, text.traces, strict=True):
        shorter = replace(log, observations=[*told[:index], *told[index + 1 :]])
        fewer = replace(proof, statements=proof.statements - 1)
        assert refused(fewer, content, shorter) == does_something, told[index]


@pytest.mark.parametrize("name", [SAMPLES[0], SAMPLES[-1]])
def test_messages_to_one_player_have_a_proof(name: str) -> None:
    """They record the beginnings of this player's actions alone, and no moves between common places."""
    log = _of_one(REPOSITORY / "sample_logs" / name)
    result = replay(log, record=True)
    assert check(read(proof_of(result, b"").encode()), b"", log).statements == len(log.observations)


def test_the_card_that_decides_who_begins_may_be_covered_at_once() -> None:
    """The line about it stands before that move, and nothing else that the viewer sees lies between them."""
    lines = (
        "Move 1 :",
        "Ada chooses a card.",
        "You choose a card.",
        "You meld [1] Archery from your hand.",
        "Ada melds [1] {} from his hand.",
        "Ada melded the first card in English alphabetical order ([1] {}): he plays first.",
        "Move 2 :",
        "Ada melds [1] Domestication from his hand.",
    )
    for melded, told, verdict in (
        ("Agriculture", "Agriculture", "legal_so_far"),
        ("Agriculture", "Domestication", "illegal"),
    ):
        content = "\n".join(lines).format(melded, told).encode()
        log = read_blob(Blob("text", content))
        assert isinstance(log, GameLog)
        result = replay(log, record=True)
        assert result.verdict.value == verdict
        if verdict != "illegal":
            assert check(read(proof_of(result, content).encode()), content, log).statements == 4


def test_the_checker_is_small() -> None:
    """It can be read in one sitting."""
    folder = Path(innolog.proving.__file__).parent
    modules = [folder / f"{name}.py" for name in ("proof", "checking", "statements")]
    assert sum(len(module.read_text().splitlines()) for module in modules) < 820


def test_a_fault_of_the_search_is_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the proof does not hold, the verdict is *unsupported*, and there is no proof."""
    blob, _, line = proved(SAMPLES[0])
    other = damaged(line, DAMAGES[0], Random(SEED))
    assert other is not None
    monkeypatch.setattr(writing, "proof_of", lambda *arguments: other.decode())
    written: list[Written] = []
    found = judged(blob, proofs=written.append)
    assert (found.verdict, written) == ("unsupported", [])
    assert "its proof does not hold" in (found.message or "")
    with pytest.raises(ValueError, match="together"):
        next(verdicts.judge([], together=True, proofs=written.append))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)


def test_proofs_of_files(tmp_path: Path) -> None:
    """``validate --proof`` writes what ``check --proof`` accepts, for the logs that it is about."""
    samples, proofs = [REPOSITORY / "sample_logs" / name for name in SAMPLES[:2]], tmp_path / "proofs.jsonl"
    assert run("validate", samples[0], "--proof", proofs).exit_code == 0
    found = run("check", "--proof", proofs, samples[0])
    assert found.exit_code == 0
    assert "legal: the proof holds (117 actions, 895 statements)" in found.stdout
    without = run("check", "--proof", proofs, samples[1])
    assert without.exit_code == 3
    assert "no proof of this log" in without.stdout
    assert "1 proof of logs that were not given" in without.stderr
    other = damaged(proofs.read_text(), DAMAGES[0], Random(SEED))
    assert other is not None
    proofs.write_bytes(other + b"\n{}\n")
    wrong = run("check", "--proof", proofs, samples[0])
    assert wrong.exit_code == 1
    assert "the proof does not hold" in wrong.stdout
    assert "line 2: no proof" in wrong.stdout
    assert run("check", "--proof", tmp_path / "none", samples[0]).exit_code == 2
    assert run("validate", "--together", "--proof", proofs, samples[0]).exit_code == 2
    assert json.loads(run("schema", "proof", "--format", "json").stdout) == json_schema("proof")
