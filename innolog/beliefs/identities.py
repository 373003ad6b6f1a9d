"""Constraint propagation over places: a face that is shown later is known from the deal on.

A log shows where each card lay, even face down: in which pile, with which back, at which position. Walking once over
the observations gives every physical card a number; whenever a face is shown, it belongs to that card for the whole
game. The outcome is the :class:`~innolog.engine.state.Setup` the replay starts from.
"""

from __future__ import annotations

from typing import Final

from innolog import log as seen
from innolog.cards.facts import FLAGS, UNKNOWN_BASE, CardSet, back_age, back_of, card_table
from innolog.comparing.matching import PLACE_OF_ZONE
from innolog.engine.achievements import special_achievements
from innolog.engine.deals import dealt_backs
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.engine.zones import STACKED
from innolog.log import NOBODY, GameLog, Place

#: Places in which only the position distinguishes cards of one back.
_STACKED: Final = frozenset([PLACE_OF_ZONE[zone] for zone in STACKED]) - {Place.ACHIEVEMENTS}
#: The kind of most observations, and kinds that say nothing about cards: looked up once, as each log has many.
_TRANSFER: Final = seen.Transfer
_IDLE: Final = frozenset({seen.ActionBegan, seen.TurnEnded, seen.IconCounted, seen.EffectStarted, seen.DogmaStarted})


class _Lost(Exception):
    """The observations don't fit together; what was bound before stays.

    ``token`` and ``card``: a face is shown that the physical card cannot have.
    """

    def __init__(self, token: int | None = None, card: int | None = None) -> None:
        super().__init__()
        self.token = token
        self.card = card


class _Tracker:
    def __init__(self, rules: Ruleset, seats: int) -> None:
        table = rules.table
        #: True when the log records each of the cards that leave the game at once.
        self.junks = rules.junks
        self.backs: list[int] = []
        self.face: list[int | None] = []
        self.of_face: dict[int, int] = {}
        self.decks: dict[int, list[int]] = {}
        self.stacks: dict[tuple[int, Place, int], list[int]] = {}
        self.available: dict[int, list[int]] = {}
        self._together = rules.holds("counts_achievements_together")
        for card_set in sorted(rules.sets):
            for age in rules.ages:
                back = back_of(card_set, age)
                self.decks[back] = [self._new(back) for _ in table.by_back[back]]
        self.achievements: list[int] = []
        for age in rules.achievement_ages:
            back = back_of(CardSet.BASE, age)
            achievement = self.decks[back].pop()
            self._available(back).append(achievement)
            self.achievements.append(achievement)
        self.achieved: list[list[int]] = [[] for _ in range(seats)]
        self.hands: list[tuple[int, ...]] = []
        for seat in range(seats):
            hand = []
            for back in dealt_backs(rules):
                token = self.decks[back].pop()
                self.stacks.setdefault((seat, Place.HAND, back), []).append(token)
                hand.append(token)
            self.hands.append(tuple(hand))
        self.relics: list[int] = []
        for card in table.cards.values():
            if card.relic and rules.relics:
                token = self._new(back_of(card.set, card.age, True))
                self.bind(token, card.id)
                self.relics.append(token)
                self.stacks[(NOBODY, Place.RELICS, self.backs[token])] = [token]
        #: The hidden card that went from a hand to the junk last.
        self.junked: int | None = None
        self.start = {back: tuple(cards) for back, cards in self.decks.items()}
        #: The possible faces of hidden cards, from shown hands that do not identify each card.
        self.shown: dict[int, frozenset[int]] = {}

    def _new(self, back: int) -> int:
        self.backs.append(back)
        self.face.append(None)
        return len(self.backs) - 1

    def bind(self, token: int, card: int) -> None:
        if self.face[token] is None and card not in self.of_face and back_of_card(card) == self.backs[token]:
            self.face[token] = card
            self.of_face[card] = token
        elif self.face[token] != card:
            raise _Lost(token, card)

    def transfer(self, move: seen.Transfer) -> None:
        back = move.back
        if back is None or (move.card is not None and move.card >= FLAGS):
            self._entry(move)
            return
        token = self._take(move, back)
        if move.card is not None:
            self.bind(token, move.card)
        self._put(token, move, back)
        if move.to_place is Place.JUNK and move.from_place is Place.HAND and self.face[token] is None:
            self.junked = token

    def execute(self, card: int | None) -> None:
        """A card is executed: if it was not seen before, it is the card that a player junked for that."""
        if self.junked is not None and card is not None and card not in self.of_face:
            self.bind(self.junked, card)
        self.junked = None

    def _entry(self, move: seen.Transfer) -> None:
        """A special achievement, flag or fountain among a player's achievements."""
        if (
            move.from_place is Place.ACHIEVEMENTS
            and move.from_owner != NOBODY
            and move.from_position is not None
            and move.from_position < len(self.achieved[move.from_owner])
        ):
            del self.achieved[move.from_owner][move.from_position]
        if move.to_place is Place.ACHIEVEMENTS and move.to_owner != NOBODY:
            self.achieved[move.to_owner].append(-1)

    def _take(self, move: seen.Transfer, back: int) -> int:
        place = move.from_place
        if place is Place.DECK:
            pile = self.decks.get(back, [])
        elif place in _STACKED:
            pile = self.stacks.setdefault((move.from_owner, place, back), [])
        elif place is Place.ACHIEVEMENTS and move.from_owner == NOBODY:
            pile = self._available(back)
        elif place is Place.ACHIEVEMENTS:
            pile = self.achieved[move.from_owner]
        else:
            if move.card is None or move.card not in self.of_face:
                raise _Lost(None, move.card)
            return self.of_face[move.card]
        position = move.from_position
        if place is Place.DECK and position is None:
            position = len(pile) - 1
        if position is None or not 0 <= position < len(pile):
            raise _Lost
        return pile.pop(position)

    def _available(self, back: int) -> list[int]:
        """The available achievements among which one with this back has its position."""
        return self.available.setdefault(-1 if self._together else back, [])

    def _put(self, token: int, move: seen.Transfer, back: int) -> None:
        place = move.to_place
        if place is Place.DECK:
            pile = self.decks.setdefault(back, [])
            position = move.to_position
            if position is None:
                position = 0 if move.bottom else len(pile)
        elif place in _STACKED:
            pile = self.stacks.setdefault((move.to_owner, place, back), [])
            position = len(pile) if move.to_position is None else move.to_position
        elif place is Place.ACHIEVEMENTS:
            pile = self._available(back) if move.to_owner == NOBODY else self.achieved[move.to_owner]
            position = len(pile)
        else:
            return
        if not 0 <= position <= len(pile):
            raise _Lost
        pile.insert(position, token)

    def reveal(self, shown: seen.Revealed) -> None:
        """A hand was shown: whatever in it is still unknown must be one of the cards named."""
        by_back: dict[int, list[int]] = {}
        for card in shown.cards:
            by_back.setdefault(back_of_card(card), []).append(card)
        for back, cards in by_back.items():
            tokens = self.stacks.get((shown.player, shown.place, back), [])
            known = {self.face[token] for token in tokens}
            rest = [card for card in cards if card not in known and card not in self.of_face]
            blank = [token for token in tokens if self.face[token] is None]
            if len(blank) != len(rest):
                continue
            if len(blank) == 1:
                self.bind(blank[0], rest[0])
            else:
                for token in blank:
                    faces = frozenset(rest)
                    self.shown[token] = self.shown.get(token, faces) & faces

    def wipe(self, keeper: int | None) -> None:
        """All hands and score piles are gone, but for the score pile of a ``keeper``."""
        for (owner, place, _), pile in self.stacks.items():
            if place is Place.HAND or (place is Place.SCORE and owner != keeper):
                pile.clear()

    def remove_hands(self, player: int | None = None) -> None:
        """All hands are gone, or everything of one player."""
        for (owner, place, _), pile in self.stacks.items():
            if owner == player or (player is None and place is Place.HAND):
                pile.clear()
        if player is not None:
            self.achieved[player].clear()


def _keeper(before: list[seen.Observation]) -> int | None:
    """The player whose score pile a karma keeps when all score piles are removed after these observations.

    That karma moves nothing, and no card is drawn between it and the removal.
    """
    later: seen.Observation | None = None
    for observation in reversed(before):
        moves_nothing = not isinstance(later, seen.Transfer)
        if isinstance(observation, seen.EffectStarted) and observation.kind == "karma" and moves_nothing:
            return observation.player
        if isinstance(observation, seen.Transfer) and observation.from_place is Place.DECK:
            break
        later = observation
    return None


def back_of_card(card: int) -> int:
    """The back of a printed card."""
    table = card_table()
    return back_of(table.set[card], table.age[card], table.relic[card])


def suspects(log: GameLog, rules: Ruleset, failed: int) -> list[tuple[int, int]]:
    """Sightings that may be false, if the sightings of a log contradict each other.

    ``failed`` is the index of the observation at which the replay failed. Returns indices of transfers, each with the
    card that may have been there in truth, likeliest first.
    """
    tracker = _Tracker(rules, len(log.seats))
    sightings: dict[int, list[int]] = {}
    observations = log.observations
    found: list[tuple[int, int]] = []
    token: int
    lies: dict[int, Place] = {}
    for index, observation in enumerate(observations):
        try:
            if isinstance(observation, seen.Transfer):
                tracker.transfer(observation)
                if observation.card is not None and observation.card in tracker.of_face:
                    token = tracker.of_face[observation.card]
                    sightings.setdefault(token, []).append(index)
                    lies[token] = observation.to_place
            elif isinstance(observation, seen.Wiped):
                tracker.wipe(_keeper(observations[:index]))
        except _Lost as lost:
            if lost.card is None:
                break
            if lost.token is None:
                found.extend(_arrivals(observations, index, lost.card))
                break
            face = tracker.face[lost.token]
            if face is not None:
                found.extend((place, lost.card) for place in sightings.get(lost.token, ()))
                found.append((index, face))
            if lost.card in tracker.of_face:
                token = tracker.of_face[lost.card]
                others = [
                    card
                    for card in card_table().by_back.get(tracker.backs[token], ())
                    if card not in tracker.of_face or card == face
                ]
                # A card on a board, whose icons were all counted, is not the false one.
                if lies.get(token) is not Place.BOARD:
                    found.extend((place, card) for place in sightings.get(token, ())[:2] for card in others)
                found.extend(_arrivals(observations, index, lost.card))
            break
    here = observations[failed] if failed < len(observations) else None
    if isinstance(here, seen.Transfer | seen.DogmaStarted | seen.NestedStarted) and here.card is not None:
        found.extend(_arrivals(observations, failed, here.card))
    return list(dict.fromkeys(found))


def _arrivals(observations: list[seen.Observation], before: int, card: int) -> list[tuple[int, int]]:
    """The last transfers before an observation that show another card with the same back as ``card``."""
    if not card_table().age[card]:
        return []
    back = back_of_card(card)
    found: list[tuple[int, int]] = []
    for index in range(before - 1, -1, -1):
        move = observations[index]
        if (
            isinstance(move, seen.Transfer)
            and move.card not in (None, card)
            and move.back == back
            and move.to_place is Place.BOARD
        ):
            found.append((index, card))
            if len(found) == 8:
                break
    return found


def deal(log: GameLog, rules: Ruleset) -> Setup:
    """The setup of a logged game, with every face that the log shows anywhere.

    If the observations stop fitting together (an illegal log), the faces known before are used; the replay finds the
    place.
    """
    tracker = _Tracker(rules, len(log.seats))
    try:
        for index, observation in enumerate(log.observations):
            kind = type(observation)
            if kind is _TRANSFER:
                tracker.transfer(observation)  # type: ignore[arg-type]
            elif kind in _IDLE:
                pass
            elif kind is seen.Revealed:
                tracker.reveal(observation)  # type: ignore[arg-type]
            elif kind is seen.Wiped:
                tracker.wipe(_keeper(log.observations[:index]))
            elif kind is seen.NestedStarted:
                tracker.execute(observation.card)  # type: ignore[union-attr]
            elif kind is seen.TopsAndHandsRemoved:
                tracker.remove_hands()
            elif kind is seen.Eliminated and not tracker.junks:
                tracker.remove_hands(observation.player)  # type: ignore[union-attr]
    except _Lost:
        pass
    unknown_backs: list[int] = []
    cards: list[int] = []
    faces: dict[int, frozenset[int]] = {}
    for token, face in enumerate(tracker.face):
        if face is None:
            card = UNKNOWN_BASE + len(unknown_backs)
            unknown_backs.append(tracker.backs[token])
            if token in tracker.shown:
                possible = tracker.shown[token].difference(tracker.of_face)
                if possible:
                    faces[card] = possible
            cards.append(card)
        else:
            cards.append(face)
    return Setup(
        decks={back: tuple(cards[token] for token in pile) for back, pile in tracker.start.items()},
        hands=tuple(tuple(cards[token] for token in hand) for hand in tracker.hands),
        achievements=tuple(cards[token] for token in tracker.achievements),
        specials=special_achievements(rules),
        unknown_backs=tuple(unknown_backs),
        faces=faces,
        relics=tuple(cards[token] for token in tracker.relics),
    )


__all__ = ["back_age", "back_of_card", "deal"]
