"""The command line as a process: ``innolog``, or ``python -m innolog``."""

from __future__ import annotations

import gc
import sys

from innolog.support.garbage import PATIENCE


def run() -> None:
    """Run the command line and exit.

    A process of one command ends before garbage matters. Looking for it while modules are loaded, and once more at the
    end, when all goes anyway, took an eighth of the time to a verdict on a small log.
    """
    gc.set_threshold(PATIENCE)
    # Only now, as loading these makes most of what the collector would look at.
    from innolog.support.streams import run as run_command

    try:
        run_command(_main)
    finally:
        # DuckDB counts what is left of it at the end, and complains where nothing was collected.
        if "duckdb" not in sys.modules:
            gc.freeze()


def _main() -> None:
    from innolog.support.streams import loading

    with loading():
        from innolog.cli import main
    main()


if __name__ == "__main__":
    run()
