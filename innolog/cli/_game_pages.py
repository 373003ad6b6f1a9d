"""Pages of the games of a dataset, from their logs."""

from __future__ import annotations

from hashlib import sha256


def page_of_log(source: str, log_id: str) -> bytes | None:
    """The page of the game whose log is at ``source``. None if that log is not there any more, or has no page."""
    from innolog.cli._page import full_page
    from innolog.log import UnreadableLog
    from innolog.replay import replay
    from innolog.results.result import Verdict
    from innolog.support.errors import InnologError
    from parsers import blobs, read_blob
    from reports.game import render

    try:
        for blob in blobs([source.partition("!")[0]]):
            # Another file may have the name by now.
            if isinstance(blob, UnreadableLog) or sha256(blob.data).hexdigest()[:16] != log_id:
                continue
            result = replay(read_blob(blob), record=True)
            if result.verdict is not Verdict.LEGAL:
                return None
            return render(full_page(result, possible=False)).encode("utf-8", "replace")
    except (InnologError, OSError):
        pass
    return None
