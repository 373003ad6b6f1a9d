"""Cards of which only the back is known, and what is assumed about their faces.

A log seldom shows every card. A hidden card is one of those with its back that are nowhere else; whenever an effect
asks for its face, the answer is an *assumption* that narrows what the card can be. Every card exists once, so the
assumptions about all hidden cards of one back must be satisfiable together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from innolog.cards.facts import CardTable
from innolog.engine.choices import Where


class Nature:
    """What the hidden cards of one game can still be.

    ``domains`` holds the possible faces of every hidden card about which something has been assumed; the frozen sets
    in it are replaced, never changed, so a shallow copy saves the state.
    """

    def __init__(
        self, table: CardTable, backs: list[int], placed: Iterable[int], faces: Mapping[int, frozenset[int]]
    ) -> None:
        self._table = table
        self._backs = backs
        self._placed = frozenset(placed)
        self._free: dict[int, frozenset[int]] = {}
        self.domains: dict[int, frozenset[int]] = dict(faces)
        #: How many assumptions the story so far rests on.
        self.assumptions = 0

    def faces(self, card: int) -> frozenset[int]:
        """What a hidden card can be, as far as assumptions about itself go."""
        domain = self.domains.get(card)
        return self._free_faces(self._backs[card]) if domain is None else domain

    def _free_faces(self, back: int) -> frozenset[int]:
        free = self._free.get(back)
        if free is None:
            free = frozenset(self._table.by_back.get(back, ())) - self._placed
            self._free[back] = free
        return free

    def can_be(self, card: int, where: Where, holds: bool = True) -> bool:
        """Whether a hidden card can have a face for which the test comes out as ``holds``."""
        return self._fits(card, self._narrowed(card, where, holds))

    def assume(self, card: int, where: Where, holds: bool = True) -> None:
        """Decide that the test comes out as ``holds`` for a hidden card. It must be possible (:meth:`can_be`)."""
        domain = self._narrowed(card, where, holds)
        if domain != self.faces(card):
            self.domains = {**self.domains, card: domain}
            self.assumptions += 1

    def _narrowed(self, card: int, where: Where, holds: bool) -> frozenset[int]:
        table = self._table
        return frozenset(face for face in self.faces(card) if where.holds(table, face) is holds)

    def _fits(self, card: int, domain: frozenset[int]) -> bool:
        """Whether all constrained cards of this back can have different faces (a bipartite matching)."""
        if not domain:
            return False
        back = self._backs[card]
        wanted = {other: faces for other, faces in self.domains.items() if self._backs[other] == back}
        wanted[card] = domain
        taken: dict[int, int] = {}

        def seat(hidden: int, tried: set[int]) -> bool:
            for face in wanted[hidden]:
                if face not in tried:
                    tried.add(face)
                    if face not in taken or seat(taken[face], tried):
                        taken[face] = hidden
                        return True
            return False

        return all(seat(hidden, set()) for hidden in wanted)
