"""From simulated games to files: in the native format, or as exports of Board Game Arena."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from innolog.engine.actions import Action
from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from innolog.results.native import recorded
from innolog.results.result import ActionRecord, Replay, Verdict
from innolog.simulate import SimulatedGame, seats, simulate

#: The viewpoint of an export: a seat, or a spectator (None).
Viewpoint = int | None


def as_replay(game: SimulatedGame) -> Replay:
    """A simulated game in the form that a replay of it would return (without snapshots)."""
    name = f"simulated game {game.seed}"
    result = Replay(
        GameLog(name, "innolog", game.table or str(game.seed), game.seats, []),
        Verdict.LEGAL if game.ended else Verdict.LEGAL_SO_FAR,
        rules=game.rules,
        setup=game.setup,
        ended=game.ended,
        digest=game.actions[-1].digest if game.actions else None,
    )
    for index, action in enumerate(game.actions):
        taken: Action | None = action.decisions[0][1] if action.turn >= 0 else None
        result.actions.append(
            ActionRecord(
                index=index,
                turn=action.turn + 1,
                number=action.number,
                player=action.player,
                kind=taken.kind.value if taken else "opening",
                card=taken.card if taken else None,
                move=None,
                last_move=None,
                events=[(event, None) for event in action.events],
                decisions=action.decisions,
                digest=action.digest,
            )
        )
    return result


def native_file(game: SimulatedGame) -> tuple[str, str]:
    """The file name and content of a game in the native format."""
    from parsers.native.writer import lines

    text = "".join(f"{line}\n" for line in lines(recorded(as_replay(game), [])))
    return f"game_{game.seed}.innolog", text


def bga_files(game: SimulatedGame, viewpoints: Sequence[Viewpoint]) -> Iterator[tuple[str, str]]:
    """The file names and contents of exports of a simulated game, from some viewpoints.

    Raises ValueError unless the game was played with ``tell``.
    """
    from parsers.bga.writer import written

    if game.told is None:
        raise ValueError("the game was not recorded when it was played")
    for viewpoint, text in zip(viewpoints, written(game.told, viewpoints), strict=True):
        who = "spectator" if viewpoint is None else f"player_{game.seats[viewpoint].id}"
        yield f"game_{game.seed}_{who}.json", text


class Order(NamedTuple):
    """Games to simulate and to write to ``folder``: in the native format, or as exports from ``viewpoints``.

    ``described`` are the rules as :meth:`Ruleset.describe` gives them: compiled rules cannot be sent to a process.
    """

    described: dict[str, object]
    bots: tuple[str, ...]
    folder: Path
    viewpoints: Sequence[Viewpoint] | None = None

    def table(self, number: int) -> str:
        """The number of the table of the game with this seed: six digits for the rules and the bots, then the seed.

        Other rules or bots make another game of a seed. Records of one table that tell different games are contested.
        """
        players = Ruleset.from_description(self.described).players
        bots = [self.bots[seat % len(self.bots)] for seat in range(players)]
        what = json.dumps([self.described, bots], sort_keys=True).encode()
        return f"{100_000 + int.from_bytes(sha256(what).digest()[:8]) % 900_000}{number:06d}"

    def write(self, numbers: Sequence[int]) -> Counter[str]:
        """Write the games with these seeds. Returns how often each way of ending occurred.

        Raises :class:`OSError` if a file cannot be written.
        """
        endings: Counter[str] = Counter()
        rules = Ruleset.from_description(self.described)
        for number in numbers:
            bots = seats(self.bots, rules.players, number)
            # A native file has the digest after every action, an export none.
            native = self.viewpoints is None
            game = simulate(rules, number, bots, tell=not native, digests=native, table=self.table(number))
            endings[game.ended.how if game.ended else "broken off"] += 1
            files = [native_file(game)] if self.viewpoints is None else bga_files(game, self.viewpoints)
            for name, text in files:
                (self.folder / name).write_text(text, encoding="utf-8")
        return endings
