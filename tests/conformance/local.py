"""innolog's engine in a thread of the tests, so that it can be broken there."""

from __future__ import annotations

import json
import queue
import threading
from typing import Any

from innolog.conformance.serving import Server


class LocalEngine:
    """An engine that answers from a thread. ``seen`` are all messages, if they are kept."""

    def __init__(self, kind: type[Server] = Server) -> None:
        self._requests: queue.Queue[str] = queue.Queue()
        self._answers: queue.Queue[str] = queue.Queue()
        self.seen: list[dict[str, Any]] = []
        server = kind(self._requests.get, self._answers.put)
        threading.Thread(target=server.run, daemon=True).start()

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request."""
        self._requests.put(json.dumps(request))
        answer: dict[str, Any] = json.loads(self._answers.get(timeout=60))
        self.seen += [request, answer]
        return answer
