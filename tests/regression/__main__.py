"""Write all golden files again."""

from __future__ import annotations

from tests.regression.golden import FOLDER, RULES, playthroughs
from tests.regression.perft import table

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in RULES:
        (FOLDER / f"{name}.txt").write_text("".join(f"{line}\n" for line in playthroughs(name)), encoding="utf-8")
    (FOLDER / "perft.txt").write_text("".join(f"{line}\n" for line in table()), encoding="utf-8")
