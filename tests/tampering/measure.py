"""How many forgeries are caught, and whether the report names the right move.

    python -m tests.tampering.measure [--games N] [--seed S] [--config PATTERN] [--folder NAME] [--form FORM]
                                      [--channel private|public] [--misses] [--figures] [--earlier] [--forms]

Takes the same number of exports from each folder of the corpus. Exports that are not legal before any change are left
out and counted. Prints one row for each kind: forged, caught, reported at the tampered move, shares. Then it judges
controls: changed logs that are still true, of which none may be accused.

With ``--form`` the forged logs are judged as a poorer record would show them, for instance without splays. A forgery of
a fact that such a record omits is not counted. With ``--channel`` the forged logs and the controls are judged by the
private channels alone, or by the public channel alone. With ``--figures``, simulated games with Figures in the Sand are
forged, as texts of a table and as native records. With ``--earlier``, games of earlier generations of the site's code
are forged: recorded ones, if they are there, and written ones, as many of each generation.

With ``--forms``, each field that is compared is forged in native records, texts, pages and trackers' files of simulated
games; ``--form`` then chooses one of these forms.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import orjson

from innolog.log import At, Fact, GameLog, UnreadableLog, UnsupportedLog
from innolog.replay import replay
from innolog.results.result import Verdict
from tests.hunt.games import EARLIER, hunted
from tests.replay.poorer import RECORDS, poorer
from tests.tampering.controls import CONTROLS
from tests.tampering.forms.written import FORMS
from tests.tampering.operators import EXPANSION_KINDS, FIELDS, NEWER_KINDS, OPERATORS, WHOLE
from tests.tampering.story import Story, load_bytes, read_export
from tests.written import export

#: The folders of games of the site's code that is read. Most of them have games of rarely executed effects.
FOLDERS = ("bga", "bga_second", "bga_rare")
#: The same of earlier generations of that code.
EARLIER_FOLDERS = tuple(f"bga_older/{generation.name}" for generation in EARLIER)
CONFIGS = ("first_*", "third_base*", "third_cities_?p")
EXPANSIONS = ("third_echoes*", "third_art*", "third_cities_echoes*", "third_all*")


def kinds_of(patterns: Iterable[str]) -> set[str]:
    """The kinds of forgery that are possible in games of some configurations."""
    kinds = set(OPERATORS) if tuple(patterns) == EXPANSIONS else set(OPERATORS) - EXPANSION_KINDS
    return kinds - NEWER_KINDS


def corpus(folder: str = "bga") -> Path:
    """A folder of recorded games, beside the repository or at INNOLOG_SHARED."""
    beside = Path(__file__).resolve().parents[2].parent / "shared"
    return Path(os.environ.get("INNOLOG_SHARED", beside)) / "corpus" / folder


def exports(patterns: Iterable[str] = CONFIGS, folder: str = "bga") -> list[Path]:
    """Every export (each seat, and the spectator's) of the games of some configurations in a folder."""
    return sorted(path for pattern in patterns for path in corpus(folder).glob(f"{pattern}/*/[ps]*.json.gz"))


@dataclass
class Row:
    """The counts of one kind. ``missed`` and ``misplaced`` list cases: export, copies, moves, verdict."""

    forged: int = 0
    caught: int = 0
    placed: int = 0
    missed: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)


def sample(count: int, seed: int, patterns: Iterable[str] = CONFIGS, folders: Sequence[str] = ("bga",)) -> list[Path]:
    """A seeded sample of exports, as many from each folder."""
    chosen: list[Path] = []
    rng, patterns = Random(seed), tuple(patterns)
    for number, folder in enumerate(folders):
        found = exports(patterns, folder)
        share = count // len(folders) + (number < count % len(folders))
        chosen.extend(rng.sample(found, min(share, len(found))))
    return chosen


def written(count: int, seed: int, folder: Path) -> list[Path]:
    """Exports of new games of earlier generations, written to a folder: of each generation in turn."""
    paths: list[Path] = []
    for number in range(count):
        game = hunted(f"forged {seed}", number, "earlier")
        rng = Random(f"{game.name}/seat")
        told = game.play().told
        assert told is not None
        seat = rng.choice([None, *range(game.rules.players)])
        who = "spectator" if seat is None else f"player_{told.seats[seat].id}"
        path = folder / game.after / str(number) / f"{who}.json"
        path.parent.mkdir(parents=True)
        path.write_bytes(orjson.dumps(export(told, seat)))
        paths.append(path)
    return paths


def alone(story: Story, channel: str | None) -> Story:
    """The story without its public channel ("private"), without those of players ("public"), or as it is (None)."""
    if channel is not None:
        packets = story.export["packets"]
        wanted = channel == "private"
        story.export["packets"] = [packet for packet in packets if packet["channel"].startswith("/player") is wanted]
    return story


def is_legal(path: Path, channel: str | None = None) -> bool:
    """Whether an export is legal as it is, or what one of its channels has of it."""
    return judge(alone(Story(load_bytes(path)), channel))[0].explained


def forgeries(
    path: Path, seed: int, kinds: Iterable[str], channel: str | None = None
) -> Iterator[tuple[str, str, tuple[int, ...], Story]]:
    """One forgery of every kind that is possible in this export: kind, copies, right moves, story."""
    raw = load_bytes(path)
    untouched = orjson.dumps(alone(Story(raw), channel).export)
    for kind in kinds:
        rng = Random(f"{seed} {kind} {path.parent.name} {path.name}")
        copies = "both"
        if kind not in WHOLE and rng.random() < 0.3:
            copies = rng.choice(["public", "private"])
        story = Story(raw, copies)
        moves = (OPERATORS.get(kind) or FIELDS[kind])(story, rng)
        alone(story, channel)
        # If there is nothing to change in the chosen copies, the log is not forged.
        if moves is not None and orjson.dumps(story.export) != untouched:
            yield kind, copies, moves, story


def told_in(log: GameLog, records: frozenset[Fact]) -> GameLog:
    """A log as a record of these kinds of fact shows it. The numbers of packets are not among them."""
    return replace(poorer(log, records), inconsistencies=[], gaps=())


def is_told(story: Story, raw: bytes, records: frozenset[Fact]) -> bool:
    """Whether the forgery of the export ``raw`` changes anything in a record of these kinds of fact."""
    try:
        one, other = (told_in(read_export(export), records) for export in (story.export, orjson.loads(raw)))
    except (UnreadableLog, UnsupportedLog):
        return False
    facts = [[replace(observation, at=_NOWHERE) for observation in log.observations] for log in (one, other)]
    return facts[0] != facts[1]


_NOWHERE = At(None, 0, 0)


def judge(story: Story, records: frozenset[Fact] | None = None) -> tuple[Verdict, int | None, str]:
    """The verdict on a story, its move and its message. With ``records``, on a record of these kinds of fact."""
    try:
        log = read_export(story.export)
        result = replay(log if records is None else told_in(log, records))
    except UnreadableLog as error:
        return Verdict.UNREADABLE, None, str(error)
    except UnsupportedLog as error:
        return Verdict.UNSUPPORTED, None, str(error)
    violation = result.violation
    if violation is None:
        return result.verdict, None, result.reason or ""
    move = violation.at.move if violation.at else None
    return result.verdict, move, f"{violation.rule} at {violation.at}: {violation.message}"


def measure(
    paths: Iterable[Path],
    seed: int,
    kinds: Iterable[str] | None = None,
    most: int | None = None,
    records: frozenset[Fact] | None = None,
    channel: str | None = None,
) -> dict[str, Row]:
    """Forge and judge: one row for each kind, with at most ``most`` forgeries.

    With ``records``, logs are judged as a record of these kinds of fact shows them, if it shows the forgery.
    """
    rows: dict[str, Row] = defaultdict(Row)
    wanted = list(kinds or OPERATORS)
    for path in paths:
        for kind, copies, moves, story in forgeries(path, seed, wanted, channel):
            if records is not None and not is_told(story, load_bytes(path), records):
                continue
            row = rows[kind]
            row.forged += 1
            verdict, move, said = judge(story, records)
            case = f"{path.parent.parent.name}/{path.parent.name}/{path.name} {copies} {moves}: {verdict.value} {said}"
            if verdict is not Verdict.ILLEGAL:
                row.missed.append(case)
                continue
            row.caught += 1
            if move in moves:
                row.placed += 1
            else:
                row.misplaced.append(case)
        if most is not None:
            wanted = [kind for kind in wanted if rows[kind].forged < most]
            if not wanted:
                break
    return {kind: row for kind, row in rows.items() if row.forged}


def accusations(
    paths: Iterable[Path], seed: int, names: Iterable[str] | None = None, channel: str | None = None
) -> tuple[int, list[str]]:
    """The number of controls that were judged, and those with another verdict than legal."""
    judged, accused = 0, []
    for path in paths:
        raw = load_bytes(path)
        for name in names or CONTROLS:
            story = Story(raw)
            CONTROLS[name](story, Random(f"{seed} {name} {path.parent.name} {path.name}"))
            verdict, _, said = judge(alone(story, channel))
            judged += 1
            if not verdict.explained:
                accused.append(
                    f"{name}: {path.parent.parent.name}/{path.parent.name}/{path.name}: {verdict.value} {said}"
                )
    return judged, accused


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Measure the detection of forged logs.")
    parser.add_argument("--games", type=int, default=20, help="exports to forge (default 20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--config", action="append", help="pattern of configurations")
    parser.add_argument("--folder", action="append", help=f"folder of games (default {', '.join(FOLDERS)})")
    parser.add_argument("--kind", action="append", help="only these kinds")
    parser.add_argument("--fields", action="store_true", help="one kind for each field that is compared")
    parser.add_argument(
        "--form", choices=[*RECORDS, *FORMS], help="judge what such a record tells; of --forms: only this"
    )
    parser.add_argument("--channel", choices=["private", "public"], help="judge what one channel has")
    parser.add_argument("--misses", action="store_true", help="list what was missed or misplaced")
    parser.add_argument("--figures", action="store_true", help="forge simulated games with figures")
    parser.add_argument("--earlier", action="store_true", help="forge games of earlier generations of the code")
    parser.add_argument("--forms", action="store_true", help="forge native records, texts, pages and trackers' files")
    options = parser.parse_args()
    if options.forms:
        return _forms([options.form] if options.form else FORMS, range(options.games), options.seed, options.misses)
    if options.figures:
        return _figures(range(options.games), options.seed, options.misses)
    if options.earlier:
        with TemporaryDirectory() as folder:
            recorded = sample(options.games // 2, options.seed, options.config or ("*",), EARLIER_FOLDERS)
            return _measured(options, recorded + written(options.games - len(recorded), options.seed, Path(folder)))
    patterns = options.config or CONFIGS + EXPANSIONS
    return _measured(options, sample(options.games, options.seed, patterns, options.folder or FOLDERS))


def _measured(options: argparse.Namespace, chosen: list[Path]) -> int:
    from rich.console import Console
    from rich.table import Table

    if options.channel == "private":
        chosen = [path for path in chosen if path.name.startswith("player")]
    paths = [path for path in chosen if is_legal(path, options.channel)]
    kinds = [*(options.kind or ()), *(FIELDS if options.fields else ())]
    records = RECORDS[options.form] if options.form else None
    rows = measure(paths, options.seed, kinds, records=records, channel=options.channel)
    table = Table("kind", "forged", "caught", "at the right move", "caught %", "right move %")
    total = Row()
    for kind, row in rows.items():
        _add(table, kind, row)
        total.forged += row.forged
        total.caught += row.caught
        total.placed += row.placed
    table.add_section()
    _add(table, "all", total)
    console = Console(width=120)
    console.print(table)
    if options.misses:
        for kind, row in rows.items():
            for case in row.missed:
                console.print(f"MISSED {kind}: {case}", soft_wrap=True, markup=False, highlight=False)
            for case in row.misplaced:
                console.print(f"MISPLACED {kind}: {case}", soft_wrap=True, markup=False, highlight=False)
    console.print(f"left out: {len(chosen) - len(paths)} of {len(chosen)} exports, which are not legal untouched")
    accusing = not kinds and not options.form
    judged, accused = accusations(paths, options.seed, channel=options.channel) if accusing else (0, [])
    console.print(
        f"controls: {judged} judged, {len(accused)} accused", *accused, sep="\n", markup=False, highlight=False
    )
    return 1 if accused else 0


def _figures(numbers: range, seed: int, misses: bool) -> int:
    from tests.tampering import figures

    counts, judged, accused = figures.measure(numbers, seed)
    for kind, count in counts.items():
        print(f"{kind:50} forged {count.forged:4}, caught {count.caught:4}, ", end="")
        print(f"at the right move {count.placed:4}, unsupported {count.unsupported:4}")
        if misses:
            print(*[f"  MISSED {case}" for case in count.missed], sep="\n", end="\n" if count.missed else "")
    for of in ("texts", "records"):
        found = [count for kind, count in counts.items() if kind.startswith("record: ") is (of == "records")]
        forged, caught, placed = (sum(getattr(c, name) for c in found) for name in ("forged", "caught", "placed"))
        unsupported = sum(count.unsupported for count in found)
        print(f"{of}: forged {forged}, caught {caught}, at the right move {placed}, unsupported {unsupported}")
    print(f"controls: {judged} judged, {len(accused)} accused or not explained", *accused, sep="\n")
    return int(any("illegal" in case for case in accused))


def _forms(names: Iterable[str], numbers: range, seed: int, misses: bool) -> int:
    from tests.tampering.forms import measuring

    total: Counter[str] = Counter()
    for form in names:
        count = measuring.measure(form, numbers, seed)
        row = count.row()
        total.update(row)
        print(f"{form:20} " + ", ".join(f"{name} {number:4}" for name, number in row.items()), flush=True)
        cases = [*count.missed, *count.accused]
        print(
            *(f"  {case}" for case in (cases + count.misplaced if misses else cases)), sep="\n", end="\n" * bool(cases)
        )
    print("all: " + ", ".join(f"{name} {number}" for name, number in total.items()))
    return int(total["passed"] + total["accused"] > 0)


def _add(table: object, kind: str, row: Row) -> None:
    share = row.caught / row.forged if row.forged else 0.0
    placed = row.placed / row.caught if row.caught else 0.0
    cells = (kind, str(row.forged), str(row.caught), str(row.placed), f"{share:.2%}", f"{placed:.2%}")
    table.add_row(*cells)  # type: ignore[attr-defined]


if __name__ == "__main__":
    sys.exit(main())
