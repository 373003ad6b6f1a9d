"""The belief state about hidden cards: what each can be, where every card exists once.

A log seldom shows every card. A hidden card has a *domain*: the faces with its back that are nowhere else. Whenever an
effect asks for its face, the answer is an *assumption* that narrows the domain. The domains of all hidden cards of one
back are an all-different constraint. An answer is possible only if every card can still have a face of its own; a
bipartite matching decides that (forward checking). So no sequence of possible answers ends in a belief state that no
deal fits. Belief states are values: they are replaced and never changed, so saving one costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from innolog.cards.facts import UNKNOWN_BASE, CardTable
from innolog.engine.choices import Where


class Contradiction(Exception):
    """No deal fits what the answers of the present way have said about hidden cards."""


class Nature:
    """What the hidden cards of one game can still be.

    ``placed`` and ``domains`` are the belief state: the faces known to be somewhere, and the possible faces of every
    hidden card about which something has been assumed. Questions (``can_…``) never change it. What is learned, assumed
    or limited must have been possible; what is forgotten only widens domains.
    """

    def __init__(
        self, table: CardTable, backs: list[int], placed: Iterable[int], faces: Mapping[int, frozenset[int]]
    ) -> None:
        self._table = table
        self._backs = backs
        #: The faces whose place is known. The set is replaced, never changed.
        self.placed = frozenset(placed)
        self._free: dict[tuple[int, frozenset[int]], frozenset[int]] = {}
        self.domains: dict[int, frozenset[int]] = dict(faces)
        #: The number of assumptions made so far.
        self.assumptions = 0
        #: The number of matchings computed so far, for a budget of time (:meth:`take_tests`).
        self.tests = 0
        #: For every back: when assumptions about hidden cards with this back last decided an answer, in ticks of
        #: ``clock``. The search uses this to find assumptions that cannot have caused a failure.
        self.asked: dict[int, int] = {}
        self.clock = 0

    def tick(self) -> int:
        """A time later than all questions so far, and not later than the next one."""
        self.clock += 1
        return self.clock

    def faces(self, card: int) -> frozenset[int]:
        """The domain of a hidden card: its possible faces, not considering the domains of other cards."""
        domain = self.domains.get(card)
        return self._free_faces(self._backs[card]) if domain is None else domain

    def _free_faces(self, back: int) -> frozenset[int]:
        key = (back, self.placed)
        free = self._free.get(key)
        if free is None:
            free = frozenset(self._table.by_back.get(back, ())) - self.placed
            self._free[key] = free
        return free

    def can_have(self, card: int, face: int) -> bool:
        """Whether a hidden card can turn out to be a card."""
        self.asked[self._backs[card]] = self.clock
        return face in self.faces(card) and self._fit({card: frozenset((face,))})

    def can_be_all(self, cards: Iterable[int], faces: frozenset[int]) -> bool:
        """Whether hidden cards can be exactly these faces together. There is one face for each card."""
        wanted = {card: self.faces(card) & faces for card in cards}
        for card in wanted:
            self.asked[self._backs[card]] = self.clock
        return self._fit(wanted)

    def union(self, cards: Iterable[int]) -> frozenset[int] | None:
        """The union of the domains of cards (a known card: its face). None if one of them can be anything."""
        found: frozenset[int] = frozenset()
        for card in cards:
            self.asked[self._backs[card]] = self.clock
            faces = frozenset((card,)) if card < UNKNOWN_BASE else self.domains.get(card)
            if faces is None:
                return None
            found |= faces
        return found

    def forget(self, faces: Collection[int]) -> None:
        """Note that the places of known cards are unknown again."""
        self.placed = self.placed.difference(faces)

    def limit(self, cards: Collection[int], faces: frozenset[int] | None) -> None:
        """Set the domain of hidden cards; None for all faces that are nowhere else."""
        # A copy: saved positions keep the old one.
        domains = dict(self.domains)
        for card in cards:
            if faces is None:
                domains.pop(card, None)
            else:
                domains[card] = faces
        self.domains = domains

    def forget_assumptions(self) -> None:
        """Reset all domains. Deals that were excluded become possible again."""
        self.domains = {}

    def take_tests(self) -> int:
        """The number of matchings computed since the last call."""
        tests, self.tests = self.tests, 0
        return tests

    def learn(self, card: int, face: int) -> None:
        """Note that a hidden card is a certain card, which must be possible (:meth:`can_have`)."""
        self.placed |= {face}
        self.domains = {
            other: faces - {face} if face in faces else faces for other, faces in self.domains.items() if other != card
        }

    def can_be(self, card: int, where: Where, holds: bool = True) -> bool:
        """Whether a hidden card can have a face for which the test's result is ``holds``."""
        narrowed, faces = self._narrowed(card, where, holds), self.faces(card)
        if (narrowed and narrowed != faces) or not self._alike(card, faces, where):
            self.asked[self._backs[card]] = self.clock
        return self._fit({card: narrowed})

    def _alike(self, card: int, faces: frozenset[int], where: Where) -> bool:
        """Whether a test with one result for all ``faces`` of a card has this result for all free faces of its back."""
        free = self._free_faces(self._backs[card])
        if free is faces:
            return True
        holds, table = where.holds, self._table
        return len({holds(table, face) for face in free}) < 2

    def assume(self, card: int, where: Where, holds: bool = True) -> None:
        """Decide that the test's result is ``holds`` for a hidden card. This must be possible (:meth:`can_be`)."""
        domain = self._narrowed(card, where, holds)
        if domain != self.faces(card):
            self.domains = {**self.domains, card: domain}
            self.assumptions += 1

    def assume_none(self, cards: Sequence[int], where: Where) -> None:
        """Decide that none of some hidden cards passes a test, which each of them alone can fail.

        Raises :class:`Contradiction` if they can't fail it together.
        """
        if not self._fit({card: self._narrowed(card, where, False) for card in cards}):
            raise Contradiction
        for card in cards:
            self.assume(card, where, False)

    def by_back(self) -> dict[int, dict[int, frozenset[int]]]:
        """For every back, the domains of its hidden cards about which something was assumed."""
        found: dict[int, dict[int, frozenset[int]]] = {}
        for card, faces in self.domains.items():
            found.setdefault(self._backs[card], {})[card] = faces
        return found

    def _narrowed(self, card: int, where: Where, holds: bool) -> frozenset[int]:
        table = self._table
        return frozenset(face for face in self.faces(card) if where.holds(table, face) is holds)

    def _fit(self, narrowed: Mapping[int, frozenset[int]]) -> bool:
        """Whether these cards can have such faces, and all constrained ones different faces (a bipartite matching).

        Cards without a domain accept any face that is left, and there are never fewer faces than cards.
        """
        self.tests += 1
        if not all(narrowed.values()):
            return False
        backs = {self._backs[card] for card in narrowed}
        wanted = {other: faces for other, faces in self.domains.items() if self._backs[other] in backs}
        wanted.update(narrowed)
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
