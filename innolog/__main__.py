"""The command line as a process: ``innolog``, or ``python -m innolog``."""

from __future__ import annotations

import gc
import sys

from innolog.support.garbage import PATIENCE


def run() -> None:
    """Run the command line and exit.

    The process of one command ends before garbage matters. Without this, two collections, after the imports and at the
    end, took an eighth of the time for a verdict on a small log.
    """
    gc.set_threshold(PATIENCE)
    # Imported here, because these imports create most of the objects that the collector would look at.
    from innolog.support.streams import run as run_command

    try:
        run_command(_main)
    finally:
        # DuckDB reports objects that are left at the end, if nothing was collected.
        if "duckdb" not in sys.modules:
            gc.freeze()


def _main() -> None:
    from innolog.cli import main

    main()


if __name__ == "__main__":
    run()
