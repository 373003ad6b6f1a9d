"""A digest of the state that is equal for equal states."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from innolog.cards.facts import COLORS, UNKNOWN_BASE, back_age, back_set
from innolog.engine.game import Game
from innolog.engine.state import State
from innolog.engine.zones import OF_A_PLAYER, OF_NOBODY, Zone
from innolog.support.digests import blake2b

_COLORS: Final = tuple([color.name.lower() for color in COLORS])


def digest(game: Game, known: Container[int] | None = None) -> str:
    """The canonical state of a game as 32 hexadecimal digits.

    With ``known``, which must not change, the faces of all other cards count as unknown. A replay that knows only these
    faces computes the same digest.
    """
    if game.written_with is not known:
        game.written, game.written_with = {}, known
    text = "\n".join(_canonical(game))
    turn = f"\nturn {game.turn} action {game.action} player {game.turn_player.index} over {game.over is not None}"
    return blake2b((text + turn).encode(), digest_size=16).hexdigest()


def _canonical(state: State) -> list[str]:
    """The state as lines of text, equal for equal states.

    A card of which only the back is known is written as its back. Cards whose order has no effect (hands, score piles,
    achievements) are sorted.
    """
    lines: list[str] = []
    decks = state.decks
    for back in sorted(decks):
        # Not ``back_set``: a position that names a relic has an empty pile with its back, which is not the pile of the
        # relic's set.
        lines.append(f"deck {back // 16}/{back % 16}: " + " ".join(_faces(state, decks[back])))
    for place in OF_NOBODY:
        cards = state.zones[place.zone]
        if place.zone == Zone.AVAILABLE:
            cards = cards + state.specials
        if place.counts or cards:
            lines.append(f"{place.name}: {_sorted(state, cards)}")
    if state.stored_scores:
        scores = [f"{seat}={state.stored_scores[seat]}" for seat in sorted(state.stored_scores)]
        lines.append("stored scores: " + " ".join(scores))
    for p in state.players:
        lines.append(f"player {p.index} turn: {p.tucked} {p.scored} {int(p.endorsed)} {int(p.eliminated)}")
        if p.turn_marks:
            lines.append(f"marks: {p.turn_marks}")
        for place in OF_A_PLAYER:
            cards = p.zones[place.zone]
            if place.counts or cards:
                lines.append(f"{place.name}: {_sorted(state, cards)}")
        for color, name in enumerate(_COLORS):
            lines.append(f"{name} {p.splays[color]}: " + " ".join(_faces(state, p.piles[color])))
    return lines


def _sorted(state: State, cards: list[int]) -> str:
    return " ".join(sorted(_faces(state, cards))) if cards else ""


def _faces(state: State, cards: list[int]) -> list[str]:
    # A digest of every action took more than half of the time for writing a simulated game. Most of it was spent here.
    written = state.written
    found: list[str] = []
    for card in cards:
        face = written.get(card)
        if face is None:
            face = written[card] = _face(state, card)
        found.append(face)
    return found


def _face(state: State, card: int) -> str:
    table, known = state.table, state.written_with
    if card < UNKNOWN_BASE and (known is None or card in known or card not in table.cards):
        return table.slug[card] or f"#{card}"
    return f"?{back_set(state.back[card])}/{back_age(state.back[card])}"
