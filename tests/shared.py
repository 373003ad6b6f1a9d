"""The reference material beside the repository, and the corpus of complete games in it.

It is not part of the project: it lies in ``../shared`` beside the repository's root, or where the environment variable
``INNOLOG_SHARED`` says. Tests that need it are skipped where it is missing.
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import orjson
import pytest

from innolog.cards.generations import USUAL, Generation

REPOSITORY = Path(__file__).resolve().parent.parent

#: Words in the name of a configuration that stand for a set, beside "base" which is always in play.
_SETS = {
    "base": (),
    "cities": ("cities",),
    "echoes": ("echoes",),
    "art": ("artifacts",),
    "artrelics": ("artifacts",),
    "all": ("artifacts", "cities", "echoes"),
}


def sampled(items: Iterable[object], every: int, *, many: bool = False) -> list[Any]:
    """Parameters for a test: one of ``every`` in each run, the others only with the long tests (``-m long``).

    If these are ``many``, each shows one claim on one more case: CI runs a part of them, another one for each commit.
    """
    marks = [pytest.mark.long, pytest.mark.many] if many else [pytest.mark.long]
    return [
        item if number % every == 0 else pytest.param(*(item if type(item) is tuple else (item,)), marks=marks)
        for number, item in enumerate(items)
    ]


def is_in_part(test: str, part: str | None) -> bool:
    """Whether a test marked ``many`` runs. ``part`` is what INNOLOG_PART holds: one of how many, and a seed."""
    if not part:
        return True
    parts, seed = part.split()
    return crc32(f"{seed} {test}".encode()) % int(parts) == 0


def shared_folder() -> Path | None:
    """The folder of reference material, or None if there is none."""
    folder = Path(os.environ.get("INNOLOG_SHARED") or REPOSITORY.parent / "shared")
    return folder if folder.is_dir() else None


@dataclass(frozen=True, slots=True)
class CorpusGame:
    """One complete game of the corpus: the exports of all seats and of a spectator, and the truth.

    ``teams`` is the number of the site's seating option, or None in a game without teams.
    """

    folder: Path
    edition: str
    sets: frozenset[str]
    players: int
    teams: int | None
    extra_achievement: bool
    relics: bool

    @property
    def id(self) -> str:
        """The configuration and the seed, as in ``third_base_2p/12``."""
        return f"{self.folder.parent.name}/{self.folder.name}"

    @property
    def spectator(self) -> Path:
        """The export of a spectator."""
        return self.folder / "spectator.json.gz"

    @property
    def seats(self) -> list[Path]:
        """The export of each player, in order of player id."""
        return sorted(self.folder.glob("player_*.json.gz"))

    @property
    def name(self) -> str:
        """The folder of the corpus and the :attr:`id`, which together identify a game."""
        return f"{self.folder.parent.parent.name}/{self.id}"

    @property
    def exports(self) -> list[Path]:
        """All exports of the game that are there; some folders of the corpus have one or two of each game."""
        return [*self.seats, *([self.spectator] if self.spectator.exists() else [])]

    def truth(self) -> Any:
        """What really happened (see the corpus' own description)."""
        return load(self.folder / "truth.json.gz")


def load(path: Path) -> Any:
    """The content of a JSON file, plain or .gz."""
    content = path.read_bytes()
    return orjson.loads(gzip.decompress(content) if path.suffix == ".gz" else content)


def copied(content: Any) -> Any:
    """A copy of what a JSON file holds, ten times as fast as a deep copy of any object."""
    return orjson.loads(orjson.dumps(content))


#: The folders of the corpus beside the first whose games follow the same rules and the same form of export.
MORE_FOLDERS = ("bga_second", "bga_rare", "bga_one_seat")
#: Those played by the newer generation of the site's code: the fourth edition, and the third in its own way.
NEWER_FOLDERS = ("bga_fourth", "bga_newer", "bga_parley", "bga_newer_more")
#: Those of the fourth edition with expansions, which innolog does not implement; one of them is of the base set.
UNSUPPORTED_FOLDER = "bga_fourth_expansions"
#: Those played by earlier generations.
OLDER_FOLDERS = tuple(f"bga_older/{generation.name}" for generation in Generation if generation < USUAL)


@cache
def corpus(name: str = "bga") -> tuple[CorpusGame, ...]:
    """Every game of a folder of the corpus, by configuration and seed; none where the corpus is missing."""
    shared = shared_folder()
    folders = [path.parent for path in (shared / "corpus" / name).glob("*/*/truth.json.gz")] if shared else []
    return tuple(_game(folder) for folder in sorted(folders, key=lambda f: (f.parent.name, int(f.name))))


def corpus_games(
    *,
    editions: Iterable[str] = ("first", "third"),
    sets: Iterable[str] = ("base", "artifacts", "cities", "echoes"),
    players: Iterable[int] = (2, 3, 4),
    teams: bool | None = None,
    extra_achievement: bool | None = None,
) -> list[CorpusGame]:
    """The games of the corpus that use no other editions, sets and numbers of players than those given.

    ``teams`` and ``extra_achievement`` choose games with or without; None takes both.
    """
    editions, sets, players = set(editions), set(sets), set(players)
    return [
        game
        for game in corpus()
        if game.edition in editions
        and game.sets <= sets
        and game.players in players
        and teams in (None, game.teams is not None)
        and extra_achievement in (None, game.extra_achievement)
    ]


def _game(folder: Path) -> CorpusGame:
    edition, *middle, seating = folder.parent.name.split("_")
    match = re.fullmatch(r"(\d)p|team(\d)", seating)
    if match is None:
        raise ValueError(f"no configuration: {folder.parent.name}")
    return CorpusGame(
        folder=folder,
        edition=edition,
        sets=frozenset({"base"}.union(*(_SETS.get(word, ()) for word in middle))),
        players=int(match[1] or 4),
        teams=int(match[2]) if match[2] else None,
        extra_achievement="extra" in middle,
        relics="relics" in middle or "artrelics" in middle,
    )
