"""Forgeries of native records: of each field that their table calls compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from parsers.native.fields import described
from tests.tampering.forms.lines import is_compared
from tests.tampering.forms.written import Forged, Written

Row = dict[str, Any]
#: The end is reported at the end, and the deal at the header.
_HEADER_LINE = (1,)


def forgeries(written: Written, rng: Random) -> Iterator[Forged]:
    """A forgery of each field of a native record."""
    rows: list[Row] = [json.loads(line) for line in written.content.splitlines()]
    for part, name, field in described():
        if not is_compared(field):
            continue
        changed = json.loads(json.dumps(rows))
        lines = _FORGE[part](changed, name, rng)
        if lines is not None and changed != rows:
            content = "".join(f"{json.dumps(row)}\n" for row in changed)
            yield Forged(f"{part}: {name}", lines, content, f"lines {lines}")


def _forge_rules(rows: list[Row], name: str, rng: Random) -> tuple[int, ...] | None:
    rules = rows[0]["rules"]
    if name == "players":
        rules[name] += 1
    else:
        expansions = ("artifacts", "cities", "echoes")
        other = rng.choice(expansions)
        rules[name] = sorted({*rules[name]} ^ {other})
    return _HEADER_LINE


def _forge_setup(rows: list[Row], name: str, rng: Random) -> tuple[int, ...] | None:
    setup = rows[0]["setup"]
    if not setup[name]:
        return None
    ages = setup["decks"]["base 1"]
    if name == "decks":
        one, other = rng.sample(range(len(ages)), 2)
        ages[one], ages[other] = ages[other], ages[one]
        # What lies elsewhere than it did is missed after the first action that has a digest.
        return tuple(range(2, 12))
    if name == "hands":
        hand = rng.choice(setup["hands"])
        hand[0], ages[0] = ages[0], hand[0]
        return tuple(range(2, 12))
    if name == "achievements":
        setup[name][0], ages[0] = ages[0], setup[name][0]
        return tuple(range(2, 12))
    setup[name] = setup[name][1:]
    return _HEADER_LINE


def _forge_decision(rows: list[Row], name: str, rng: Random) -> tuple[int, ...] | None:
    seats = len(rows[0]["players"])
    places = [index for index, row in enumerate(rows) if row.get(name) is not None and "choice" in row]
    if not places:
        return None
    index = rng.choice(places)
    row = rows[index]
    if name == "player":
        row[name] = (row[name] + 1) % seats
    elif name == "choice":
        row[name] = rng.choice([kind for kind in ("card", "color", "yes or no", "order") if kind != row[name]])
    elif name == "digest":
        row[name] = rows[-1]["digest"] if index < len(rows) - 2 else row[name][::-1]
    else:
        row[name] = _another_answer(row[name])
    end = next((at for at in range(index, len(rows)) if rows[at].get("digest")), index)
    return tuple(range(index + 1, end + 2))


def _another_answer(answer: Any) -> Any:
    if isinstance(answer, bool):
        return not answer
    if isinstance(answer, int):
        return answer + 1
    if isinstance(answer, str):
        return "board" if answer != "board" else "hand"
    if answer and isinstance(answer[0], str):
        return ["draw", None] if answer[0] != "draw" else ["dogma", 3]
    return answer[::-1] if len(answer) > 1 else [*answer, 1]


def _forge_end(rows: list[Row], name: str, rng: Random) -> tuple[int, ...] | None:
    end = rows[-1]
    last = (len(rows), len(rows) - 1)
    if name == "decisions":
        end[name] += 1
    elif name == "digest":
        end[name] = end[name][::-1]
    elif name == "winners":
        end[name] = [(end[name][0] + 1) % len(rows[0]["players"])] if len(end[name]) == 1 else [0]
    else:
        end[name] = rng.choice([how for how in ("achievements", "score", "dogma") if how != end[name]])
    return last


_FORGE = {"rules": _forge_rules, "setup": _forge_setup, "decision": _forge_decision, "end": _forge_end}
