"""The exit codes of the command line, which ``innolog docs verdicts`` lists."""

from __future__ import annotations

#: Something is illegal.
ILLEGAL = 1
#: ``diff``, ``regress`` and ``conformance run``: there is a difference.
DIFFERENT = 1
#: ``winprob``: no group of games has a model.
NO_MODEL = 1
#: Wrong usage, or an output that cannot be produced or written.
USAGE = 2
#: Something is unreadable or unsupported, or there is no log.
NOT_JUDGED = 3
#: Interrupted from the terminal, as shells report it.
INTERRUPTED = 130
#: The reader of the output has stopped, as shells report it.
BROKEN_PIPE = 141
