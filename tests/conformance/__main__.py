"""Write the positions of the suite again: ``python -m tests.conformance``; with ``--check``, only compare them.

Exit code 1 if they do. Read the difference before it is committed: each line is a position of a test.
"""

from __future__ import annotations

import sys

from tests.conformance.collecting import FILE, collected

if __name__ == "__main__":
    lines = collected()
    known = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    print(f"{len(lines)} positions, {len(set(lines) ^ set(known))} other ones than before")
    if "--check" in sys.argv[1:]:
        sys.exit(int(lines != known))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
