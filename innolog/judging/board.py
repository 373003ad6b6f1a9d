"""The table in a few lines of plain text, printed with a violation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from innolog.cards.facts import BASIC_ICONS, COLORS, Direction, back_age, card_table
from innolog.results.result import PlayerView, Snapshot
from innolog.support.counting import counted


def board_lines(table: Snapshot, names: Sequence[str]) -> list[str]:
    """One line per player: score, icons, piles with their top cards, and the hand."""
    return [f"{name}: {_area(view)}" for name, view in zip(names, table.players, strict=True)]


def _area(view: PlayerView) -> str:
    icons = " ".join(
        f"{count} {icon.name.lower()}" for icon, count in zip(BASIC_ICONS, view.icons, strict=True) if count
    )
    if view.avatars:
        icons = f"{icons} {view.avatars} avatar".strip()
    piles = [_pile(view, color) for color in COLORS if view.boards[color]]
    parts = [f"score {view.score}", f"icons {icons or 'none'}", *piles, f"hand {_hand(view)}"]
    if view.achievements:
        parts.append(counted(len(view.achievements), "achievement"))
    return "; ".join(parts)


def _pile(view: PlayerView, color: int) -> str:
    pile, direction = view.boards[color], Direction(view.splays[color])
    table = card_table()
    more = f" on {len(pile) - 1}" if len(pile) > 1 else ""
    splay = f" splayed {direction.name.lower()}" if direction else ""
    return f"{COLORS[color].name.lower()} {table.name[pile[-1]]} [{table.age[pile[-1]]}]{more}{splay}"


def _hand(view: PlayerView) -> str:
    table = card_table()
    known = [table.name[card] for card in view.hand if card is not None]
    hidden = Counter(back_age(back) for card, back in zip(view.hand, view.hand_backs, strict=True) if card is None)
    known += [f"{count} x [{age}]" for age, count in sorted(hidden.items())]
    return ", ".join(known) or "empty"
