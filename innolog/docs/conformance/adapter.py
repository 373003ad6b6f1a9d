"""A template: put an engine of Innovation in Python behind innolog's conformance protocol.

Write the four functions marked "yours", and run
``innolog conformance run --engine 'python adapter.py'``.
"""

from __future__ import annotations

import json
import sys
from typing import Any


class NotImplementedHere(Exception):
    """Raise this wherever your engine lacks something. It is counted apart, and is no failure."""


def receive() -> dict[str, Any]:
    """The next request."""
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    found: dict[str, Any] = json.loads(line)
    return found


def send(answer: str, **fields: Any) -> None:
    """Write one answer."""
    print(json.dumps({"answer": answer, **fields}), flush=True)


def ask(player: int, choice: str, options: list[Any], may: bool = False) -> Any:
    """Let innolog decide: call this wherever your engine asks a player something that has several answers."""
    send("ask", player=player, choice=choice, options=options, may=may)
    return receive()["value"]


def set_up(position: dict[str, Any]) -> Any:
    """Yours: a game of your engine, in the position. Piles are from bottom to top."""
    raise NotImplementedHere("positions")


def actions(game: Any) -> list[list[Any]]:
    """Yours: all legal actions, as in ``["meld", 13]`` or ``["draw", None]``."""
    raise NotImplementedHere("a list of actions")


def act(game: Any, kind: str, card: int | None) -> bool:
    """Yours: take the action, with :func:`ask` for every question. False if your engine refuses it."""
    raise NotImplementedHere(f"the action {kind}")


def state(game: Any) -> dict[str, Any]:
    """Yours: the table: decks, available, relics, removed, junk, players, over (None while the game goes on)."""
    raise NotImplementedHere("states")


def main() -> None:
    """Answer one request after the other."""
    game: Any = None
    while (request := receive())["request"] != "bye":
        try:
            match request["request"]:
                case "hello":
                    about = {"name": "my engine", "version": "1", "editions": ["third"], "sets": ["base"]}
                    send("hello", protocol=1, players=[2, 3, 4], teams=False, **about)
                case "set up":
                    game = set_up(request["position"])
                    send("ready")
                case "actions":
                    send("actions", actions=actions(game))
                case "act":
                    send("done" if act(game, *request["action"]) else "refused")
                case "state":
                    send("state", state=state(game))
                case other:
                    send("not implemented", what=other)
        except NotImplementedHere as missing:
            send("not implemented", what=str(missing))
    send("bye")


if __name__ == "__main__":
    main()
