"""An engine with a fault as a program: ``python -m tests.conformance.faulty NAME`` (see ``FAULTS``)."""

from __future__ import annotations

import sys

from tests.conformance.faults import FAULTS

if __name__ == "__main__":
    FAULTS[sys.argv[1]].server(sys.stdin.readline, lambda answer: print(answer, flush=True)).run()
