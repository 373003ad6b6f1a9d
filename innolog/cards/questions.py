"""What the printed rules leave open: each question with two readings, the one that innolog plays and another.

Each row of ``data/questions.csv`` is one question. Rules and effects ask by its id
(:meth:`innolog.engine.ruleset.Ruleset.reads`). Tables differ, so the other reading is an option of the rules. So it is
on Yucata, whose answers are not known.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from innolog.cards.facts import rows


class Question(NamedTuple):
    """One row. ``cards`` are the names of the cards with which the readings differ; empty if there are too many."""

    id: str
    cards: tuple[str, ...]
    question: str
    played: str
    other: str


@cache
def questions() -> dict[str, Question]:
    """All questions by their ids, in the order of the file."""
    return {
        row["id"]: Question(
            row["id"],
            tuple(filter(None, row["cards"].split("; "))),
            row["question"],
            row["played"],
            row["other"],
        )
        for row in rows("questions.csv")
    }
