"""One game that explains a poor record, action by action, with the knowledge about cards at each time.

The search that explains such a record learns the faces of hidden cards and forgets them again. Playing one of its
stories from the start notes both, so that :mod:`innolog.reconstruction.settling` can give each card one face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from innolog.beliefs.unordered import Found, Ranked, arrange, rank
from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Event, Transfer
from innolog.engine.game import Game, Saved
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.engine.zones import Zone
from innolog.replay.nodes import Node
from innolog.support.errors import InnologError


class Unsettled(InnologError, ValueError):
    """No full game can be made of the result of a replay; the message is one line."""


class Card:
    """One card of the deal through a whole story.

    ``face`` is the face that it shows anywhere, ``allowed`` the faces that assumptions leave.
    """

    __slots__ = ("allowed", "face", "settled", "trail")

    def __init__(self, face: int | None) -> None:
        self.face = face
        self.allowed: frozenset[int] | None = None
        #: Equal for hidden cards that lay in the same places from the present time to the end.
        self.trail = 0
        #: Its id in the settled game.
        self.settled = -1

    def could_be(self, face: int) -> bool:
        """Whether the card can have a face, without regard to other cards."""
        return face == self.face if self.face is not None else self.allowed is None or face in self.allowed

    def limit(self, faces: frozenset[int]) -> None:
        """Note the only faces that the card can have."""
        self.allowed = faces if self.allowed is None else self.allowed & faces


class Asked(NamedTuple):
    """A choice in the story, and the answer. If a pile is put in a new order, ``piles`` are those of the player."""

    choice: Choice
    answer: Any
    piles: tuple[tuple[int, ...], ...] = ()


@dataclass(slots=True)
class Forgetting:
    """Cards that were made indistinguishable: those before, with their domains, and those after."""

    before: list[int]
    after: list[int]
    faces: list[frozenset[int] | None]
    #: The cards known to be elsewhere.
    elsewhere: frozenset[int]
    #: For cards that were known before, the hidden cards that they may be.
    among: dict[int, frozenset[int]]
    since: int = 0


class Exchange(NamedTuple):
    """Two cards that were distinguished too early: until the choice number ``since``, each was in the other's place."""

    one: int
    other: int
    since: int


@dataclass(slots=True)
class Step:
    """One action of a story: the facts learned (a hidden card and its face) and forgotten before it, and its events.

    ``orders`` are the facts about the order of piles that were learned before it.
    ``way`` is its explanation. ``reached`` is the node with the state after it, from which the story continues; hidden
    cards may have other ids there. ``cards`` are the cards by their ids at the start of the action. ``late`` are the
    cards that ids stand for from a choice on, by its number, the last one first. ``same`` maps ids to those in the
    state ``reached``, if they differ.
    """

    way: Node
    reached: Node
    lessons: list[tuple[int, int] | Forgetting] = field(default_factory=list)
    orders: list[Found | Ranked] = field(default_factory=list)
    items: list[Asked | Event] = field(default_factory=list)
    domains: dict[int, frozenset[int]] = field(default_factory=dict)
    interchangeable: list[Forgetting] = field(default_factory=list)
    exchanged: list[Exchange] = field(default_factory=list)
    cards: dict[int, Card] = field(default_factory=dict)
    late: dict[int, list[tuple[int, Card]]] = field(default_factory=dict)
    same: dict[int, int] = field(default_factory=dict)


class Telling:
    """Plays a story once more as it was found, to note its events and the knowledge about cards."""

    def __init__(self, setup: Setup, rules: Ruleset) -> None:
        self.game = Game(setup, rules, self, self._receive)
        self._answers: Iterator[Any] = iter(())
        self._items: list[Asked | Event] = []
        #: The assumptions about hidden cards, including those that the search forgot.
        self._faces: dict[int, frozenset[int]] = {}
        #: For each card that was known before, the hidden cards that it may be.
        self._among: dict[int, frozenset[int]] = {}

    def _receive(self, event: Event) -> None:
        self._items.append(event)

    def choose(self, choice: Choice) -> Any:
        """The answer that was given."""
        answer = next(self._answers)
        ordered = choice.kind is ChoiceKind.ORDER and self.game.place[choice.options[0]][1] is Zone.BOARD
        piles = tuple(map(tuple, self.game.players[choice.player].piles)) if ordered else ()
        self._items.append(Asked(choice, answer, piles))
        return answer

    def tell(self, story: list[Step]) -> None:
        """Complete the actions of a story."""
        game = self.game
        self._faces, self._among = {}, {}
        for step in story:
            way = step.way
            wrong: dict[int, frozenset[int]] = {}
            game.restore(way.earlier[0].saved)
            unordered = way.earlier[0].unordered
            step.lessons.extend(self._take_for_alike())
            for lesson in way.lessons:
                if isinstance(lesson, Found):
                    unordered = arrange(game, unordered, lesson)
                    step.orders.append(lesson)
                elif isinstance(lesson, Ranked):
                    step.orders.append(lesson)
                elif lesson.card is None:
                    step.lessons.append(self._forget(sorted(lesson.cards)))
                else:
                    (hidden,) = lesson.cards
                    game.learn(hidden, lesson.card)
                    if hidden not in (among := self._among.get(lesson.card, {hidden})):
                        wrong[lesson.card] = frozenset(among)
                    self._faces.pop(hidden, None)
                    self._among.pop(lesson.card, None)
                    self._among = {card: others - {hidden} for card, others in self._among.items()}
                    step.lessons.append((hidden, lesson.card))
                step.lessons.extend(self._take_for_alike())
            for ranked in [lesson for lesson in way.lessons if isinstance(lesson, Ranked)]:
                rank(game, unordered, ranked.cards)
            assert way.record is not None
            self._answers = iter([answer for _, answer in way.record.decisions])
            self._items = step.items
            places = dict(game.place)
            play_next(game)
            for card, others in wrong.items():
                self._exchange(step, card, others, places)
            # Until the exchange, a card is not in its place of the story.
            for told in step.lessons:
                if isinstance(told, Forgetting):
                    told.elsewhere -= {one for one, _, _ in step.exchanged}
            step.domains = game.nature.domains
            self._narrow()
            for interchangeable in way.interchangeable:
                forgetting = self._forget(list(interchangeable.cards))
                forgetting.since = interchangeable.since
                forgetting.elsewhere -= {one for one, _, since in step.exchanged if since > interchangeable.since}
                step.interchangeable.append(forgetting)
            if way is not step.reached:
                same = step.same = alike(way.saved, step.reached.saved, game.back[UNKNOWN_BASE:])
                self._faces = {same[card]: faces for card, faces in self._faces.items() if card in same}
                self._among = {card: frozenset(map(same.__getitem__, others)) for card, others in self._among.items()}

    def _exchange(self, step: Step, card: int, others: frozenset[int], places: dict[int, tuple[int, Zone]]) -> None:
        """Find the choice of an action at which a card, learned of the wrong hidden card, lay beside a right one.

        The search learns a card from the first hidden card in a fitting place. If the card was known before, it can
        only be one of ``others``. ``places`` are those of the cards at the start of the action. If they never meet,
        nothing is exchanged.
        """
        ids = dict([lesson for lesson in step.lessons if not isinstance(lesson, Forgetting)])
        candidates = [ids.get(other, other) for other in sorted(others)]
        places, asked = dict(places), 0
        for item in step.items:
            if isinstance(item, Asked):
                asked += 1
            elif isinstance(item, Transfer):
                places[item.card] = (item.to_owner, item.to_zone)
                for hidden, other in zip(sorted(others), candidates, strict=True):
                    together = places.get(other) == places.get(card) and item.to_zone is not Zone.DECK
                    if together and self.game.back[other] == self.game.back[card]:
                        step.exchanged.append(Exchange(card, other, asked))
                        self._among = {known: among - {hidden} for known, among in self._among.items()}
                        return

    def _narrow(self) -> None:
        """Note the present domains of hidden cards."""
        for card, faces in self.game.nature.domains.items():
            self._faces[card] = self._faces.get(card, faces) & faces

    def _take_for_alike(self) -> list[Forgetting]:
        """Make hidden cards alike that the search did not distinguish.

        It forgets assumptions about them if there are many explanations. It also forgets which of them a known card may
        be, if they can be any card.
        """
        game, faces, among = self.game, self._faces, self._among
        self._narrow()
        domains = game.nature.domains
        if faces == domains and not among:
            return []
        groups: dict[tuple[tuple[int, Zone], int, frozenset[int] | None], list[int]] = {}
        for card, place in game.place.items():
            if card >= UNKNOWN_BASE and place[1] is not Zone.DECK:
                groups.setdefault((place, game.back[card], domains.get(card)), []).append(card)
        found = []
        for group in groups.values():
            if len(group) > 1 and (
                len({faces.get(card) for card in group}) > 1
                or any(0 < len(others.intersection(group)) < len(group) for others in self._among.values())
            ):
                found.append(self._mix(group, group, [faces.get(card) for card in group]))
        return found

    def _forget(self, members: list[int]) -> Forgetting:
        """Make cards indistinguishable in the game."""
        game = self.game
        faces = [None if card < UNKNOWN_BASE else self._faces.get(card) for card in members]
        before = set(game.place)
        game.forget(members)
        new = iter(sorted(game.place.keys() - before))
        return self._mix(members, [next(new) if card < UNKNOWN_BASE else card for card in members], faces)

    def _mix(self, before: list[int], after: list[int], faces: list[frozenset[int] | None]) -> Forgetting:
        """Note that some cards may be exchanged for one another."""
        elsewhere = self.game.nature.placed - set(before)
        found = Forgetting(before, after, faces, elsewhere, self._among)
        together = frozenset(after)
        self._among = {
            card: others | together if others.intersection(before) else others for card, others in self._among.items()
        }
        self._among.update((card, together) for card in before if card < UNKNOWN_BASE)
        union: frozenset[int] | None = frozenset()
        for card, these in zip(before, faces, strict=True):
            if card < UNKNOWN_BASE:
                these = frozenset((card,))
            union = None if union is None or these is None else union | these
        for card in before:
            self._faces.pop(card, None)
        if union is not None:
            self._faces.update(dict.fromkeys(after, union))
        return found


def alike(one: Saved, other: Saved, backs: Sequence[int]) -> dict[int, int]:
    """For each card in a state, the card in the same place of another state that is indistinguishable from it.

    ``backs`` are those of the hidden cards. Raises :class:`Unsettled` if the cards out of the game differ.
    """
    found: dict[int, int] = {}
    rest: dict[tuple[tuple[int, Zone], int], list[int]] = {}
    for back, deck in one.state.decks.items():
        found.update(zip(deck, other.state.decks[back], strict=True))
    for card, place in other.state.place.items():
        if card < UNKNOWN_BASE:
            found[card] = card
        elif place[1] is not Zone.DECK:
            rest.setdefault((place, backs[card - UNKNOWN_BASE]), []).append(card)
    for card, place in one.state.place.items():
        if card not in found:
            others = rest.get((place, backs[card - UNKNOWN_BASE]) if card >= UNKNOWN_BASE else (place, -1), [])
            if not others:
                raise Unsettled("the cards that are out of the game are not known well enough")
            faces = one.domains.get(card)
            same = next((other_ for other_ in others if other.domains.get(other_) == faces), others[0])
            others.remove(same)
            found[card] = same
    return found
