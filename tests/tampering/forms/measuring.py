"""Count what is caught of the forgeries of forms, and judge the controls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from innolog.results.result import Verdict
from tests.tampering.forms import lines, native, trackers
from tests.tampering.forms.controls import controls
from tests.tampering.forms.written import WORDS, Forged, Written, judge, written


@dataclass
class Count:
    """The counts of a form: how many files were forged, how many got each verdict, how many at the right move.

    ``missed`` passed, and ``misplaced`` are illegal elsewhere. A file that is refused (unsupported or unreadable) does
    not pass, and has no move.
    """

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    placed: int = 0
    missed: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    controls: int = 0
    accused: list[str] = field(default_factory=list)

    def row(self) -> dict[str, int]:
        """The counts by name."""
        return {
            "kinds": len(self.fields),
            "forged": self.verdicts.total(),
            "passed": len(self.missed),
            "refused": len(self.refused),
            "illegal": self.verdicts[Verdict.ILLEGAL],
            "at the right move": self.placed,
            "controls": self.controls,
            "accused": len(self.accused),
        }

    def add(self, game: int, forged: Forged, found: tuple[Verdict, int | None, str]) -> None:
        """Count the verdict on a forgery."""
        verdict, move, said = found
        self.fields[forged.field] += 1
        self.verdicts[verdict] += 1
        case = f"game {game}, {forged.field}: {verdict.value} {said[:160]} | {forged.change[:200]}"
        if verdict.explained:
            self.missed.append(case)
        elif verdict is not Verdict.ILLEGAL:
            self.refused.append(case)
        elif move in forged.moves:
            self.placed += 1
        else:
            self.misplaced.append(case)


def forgeries(game: Written, rng: Random) -> Iterator[Forged]:
    """A forgery of each field of a file that its table calls compared."""
    if game.form == "native":
        return native.forgeries(game, rng)
    return lines.forgeries(game, rng) if game.form in WORDS else trackers.forgeries(game, rng)


def measure(form: str, numbers: Iterable[int], seed: int, *, accuse: bool = True) -> Count:
    """Forge and judge the games of some numbers in a form."""
    count = Count()
    for number in numbers:
        game = written(form, number, seed)
        # The search may not be able to try everything in an honest file; then it cannot in a forged one.
        if not judge(form, game.content)[0].explained:
            continue
        for forged in forgeries(game, Random(f"{seed} {number} {form}")):
            count.add(number, forged, judge(form, forged.content))
        for name, content in controls(game, Random(f"{seed} {number} {form}")) if accuse else ():
            verdict, _, said = judge(form, content)
            count.controls += 1
            if not verdict.explained:
                count.accused.append(f"game {number}, {name}: {verdict.value} {said[:200]}")
    return count
