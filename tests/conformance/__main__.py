"""Write the positions of the suite again: ``python -m tests.conformance``."""

from __future__ import annotations

from tests.conformance.collecting import FILE, collected

if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    lines = collected()
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(lines)} positions")
