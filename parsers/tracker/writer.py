"""Write a game as a tracker's file, with the same losses as the trackers.

Messages have the wordings that the reader recognizes. Hints of the site without facts are left out, and so are choices
that move no card. The new order of a pile, which the trackers lose, has a message of our own, because the game could
not be followed without it.
"""

from __future__ import annotations

import json
import unicodedata
from itertools import groupby
from typing import Any

from innolog import log as seen
from innolog.cards.editions import Edition, Platform, in_newer_shape
from innolog.cards.facts import UNKNOWN_BASE, CardSet, card_table
from innolog.log import NOBODY, Place
from innolog.log.told import Told, ToldGame
from parsers.bga import visibility
from parsers.bga.clock import Clock
from parsers.lines.bga import bga_table
from parsers.lines.matching import Said
from parsers.lines.rendering import Renderer
from parsers.lines.telling import said_of
from parsers.tracker import specification as words
from parsers.tracker.specification import CAMEL, FROM_TO, GENERATIONS, IDS, SNAKE, TEXT

Entry = dict[str, Any]

#: The beginning of a game that is told from no record, in seconds since 1970.
_EPOCH = 1_700_000_000
#: The observations that have a message. Those of the second group name cards.
_TOLD = seen.IconCounted | seen.EffectStarted | seen.SharingBonus | seen.Passed | seen.FirstPlayer | seen.Ended
_TOLD_WITH_CARDS = seen.DogmaStarted | seen.NestedStarted | seen.NestedEnded
#: Places as the wordings of the first generation name them.
_SPOKEN = {Place.HAND: "hand", Place.SCORE: "score pile", Place.BOARD: "board"}


def write(game: ToldGame, viewpoint: int | None, generation: str = CAMEL.name) -> str:
    """The text of a ``game_log.json`` as a tracker of some generation writes it for a seat, or a spectator (None).

    Raises ValueError for a generation that is not in :data:`parsers.tracker.specification.GENERATIONS`.
    """
    if generation not in GENERATIONS:
        raise ValueError(f"there is no generation {generation!r} of trackers; there are {', '.join(GENERATIONS)}")
    return json.dumps(_Writer(game, viewpoint, generation).file(), indent=1)


class _Writer:
    def __init__(self, game: ToldGame, viewpoint: int | None, generation: str) -> None:
        self.game = game
        self.viewpoint = viewpoint
        self.generation = GENERATIONS[generation]
        self.table = card_table()
        # A text log may call a player only "You", but trackers name everybody.
        self.names = [
            f"Player {number}" if seat.name in _ADDRESSES else _plain(seat.name)
            for number, seat in enumerate(game.seats, start=1)
        ]
        self.newer = in_newer_shape(Platform(game.platform), Edition(game.edition))
        self.entries: list[Entry] = []
        self.actions: list[Entry] = []
        self.move = 1
        self.times = Clock(game.times, game.end, _EPOCH)
        self.renderer = Renderer(
            bga_table(newer=Platform(game.platform) is Platform.BGA_2024),
            self.names,
            card=lambda card: str(self._name(card)),
            value=lambda value, _: str(value),
        )

    def file(self) -> Entry:
        """The complete content."""
        for seat in range(len(self.names)):
            self.move += 1
            self._message(words.LOG, self._line(Said("choose_card", {"player": seat}, False)))
        for number, group in groupby(self.game.told, lambda told: told.observation.at.move):
            if number:
                self.move += 1
            for told in group:
                self._tell(told)
        keys = self.generation
        if keys is TEXT:
            return {words.TOTAL: len(self.entries), words.ENTRIES: self.entries}
        players: Entry = {seat.id: name for seat, name in zip(self.game.seats, self.names, strict=True)}
        mine = [] if self.viewpoint is None else self.game.hands[self.viewpoint]
        hand = [_plain(self.table.name[card]) for card in mine if card < UNKNOWN_BASE]
        if keys in (FROM_TO, SNAKE):
            return {words.PLAYERS: players, keys.hand: hand, words.ENTRIES: self.entries}
        if keys is IDS:
            players = {player: {"id": player, "name": name} for player, name in players.items()}
        sets = {told.observation.card_set for told in self.game.told if isinstance(told.observation, seen.Transfer)}
        return {
            words.GAME_NAME: "innovation",
            words.PLAYERS: players,
            words.VIEWPOINT: None if self.viewpoint is None else self.game.seats[self.viewpoint].id,
            keys.hand: hand,
            words.ENTRIES: self.entries,
            words.ACTIONS: self.actions,
            words.EXPANSIONS: {"echoes": int(CardSet.ECHOES) in sets},
        }

    def _tell(self, told: Told) -> None:
        what = told.observation
        if isinstance(what, seen.ActionBegan):
            self._action_began(what)
        elif isinstance(what, seen.Transfer):
            self._take(what)
            self._transfer(told, what)
        elif isinstance(what, _TOLD | _TOLD_WITH_CARDS) and (said := self._said(told)):
            self._take(what)
            kind = words.LOG_WITH_CARDS if isinstance(what, _TOLD_WITH_CARDS) else words.LOG
            self._message(kind, self._line(said))

    # --- actions -------------------------------------------------------------------------------------------------

    def _action_began(self, began: seen.ActionBegan) -> None:
        part = {words.ACTION_KIND: words.PENDING, words.ACTION_CARD: None, "cardAge": None, "cardSet": None}
        seconds = self.times.of(self.move)
        self.actions.append(
            {
                words.ACTION_PLAYER: self._owner(began.player),
                words.ACTION_NUMBER: began.number,
                **({} if seconds is None else {words.TIME: str(seconds)}),
                words.ACTION_ENTRY: len(self.entries),
                words.ACTION_PARTS: [part],
            }
        )

    def _take(self, what: seen.Observation) -> None:
        """Record the last action, if this observation is its first."""
        if not self.actions or self.actions[-1][words.ACTION_ENTRY] != len(self.entries):
            return
        (part,) = self.actions[-1][words.ACTION_PARTS]
        if isinstance(what, seen.DogmaStarted):
            part[words.ACTION_KIND] = "endorse" if what.endorsed else "dogma"
            part[words.ACTION_CARD] = self._name(what.card)
        elif isinstance(what, seen.Transfer):
            kinds = {Place.HAND: "draw", Place.BOARD: "meld", Place.ACHIEVEMENTS: "achieve"}
            part[words.ACTION_KIND] = kinds.get(what.to_place, words.PENDING)
            shown = what.to_place is Place.BOARD
            part |= {
                words.ACTION_CARD: self._name(what.card) if shown else None,
                "cardAge": what.age,
                "cardSet": self._set(what),
            }
        else:
            # An attempt to draw ends the game.
            part[words.ACTION_KIND] = "draw"

    # --- cards that move -----------------------------------------------------------------------------------------

    def _transfer(self, told: Told, move: seen.Transfer) -> None:
        card = move.card if self._shown(told, move) else None
        entry: Entry = {words.TYPE: words.TRANSFER, words.MOVE: self._move()}
        keys = self.generation
        if keys is TEXT:
            self._message(words.TRANSFER, self._transfer_words(told, move, card))
            return
        entry |= {
            keys.card_set: self._set(move),
            keys.from_place: move.from_place.value,
            keys.to_place: move.to_place.value,
            keys.card: self._name(card),
            keys.age: move.age,
            keys.from_owner: self._owner(move.from_owner),
            keys.to_owner: self._owner(move.to_owner),
        }
        if keys.melded:
            entry[keys.melded] = bool(move.meld) and move.from_place is not Place.DECK
        if keys.bottom:
            entry[keys.bottom] = bool(move.bottom)
        else:
            entry[keys.top_of_deck] = move.to_place is Place.DECK and not move.bottom
        if keys.from_position:
            own = move.from_place is move.to_place is Place.BOARD and move.from_owner == move.to_owner
            entry[keys.from_position] = move.from_position
            entry[keys.to_position] = None if move.to_position is None else move.to_position + (own and not move.bottom)
        self.entries.append(entry)

    def _shown(self, told: Told, move: seen.Transfer) -> bool:
        return visibility.shown(move, told.actor, self.viewpoint, newer=self.newer)

    def _set(self, move: seen.Transfer) -> str | None:
        return None if move.card_set is None else CardSet(move.card_set).name.lower()

    def _transfer_words(self, told: Told, move: seen.Transfer, card: int | None) -> str:
        """A move of a card in the words of the first generation; empty if it has no words for the move."""
        left, reached = move.from_place, move.to_place
        owner = move.from_owner if move.from_owner != NOBODY else move.to_owner
        if owner == NOBODY or Place.FLAGS in (left, reached) or Place.FOUNTAINS in (left, reached):
            said = self._said(told)
            assert said is not None
            return self._line(said)
        who = self.names[owner]
        if card is not None and card in self.table.achievements:
            return f"{who} achieves [null] {self._name(card)}."
        face = f"[{move.age}] {self._name(card)}"
        back, tail = f"a [{move.age}]", f" from {self._set(move)}."
        if reached is Place.ACHIEVEMENTS and left is Place.ACHIEVEMENTS and move.from_owner == NOBODY:
            return f"{who} achieves {back}{tail}"
        if left is Place.DECK and (draws := _DRAWS.get(reached)):
            if reached is Place.BOARD and move.bottom:
                draws = "draws and tucks"
            return f"{who} {draws} {face}." if card is not None else f"{who} {draws} {back}{tail}"
        other = NOBODY not in (move.from_owner, move.to_owner) and move.from_owner != move.to_owner
        if other and left in _SPOKEN and reached in _SPOKEN:
            target = f"{_possessive(self.names[move.to_owner])} {_SPOKEN[reached]}"
            if card is not None:
                return f"{who} transfers {face} from {_SPOKEN[left]} to {target}."
            return f"{who} transfers {back} from his {_SPOKEN[left]} to {target}{tail}"
        if reached is Place.DECK and left is Place.REVEALED and card is not None:
            return f"{who} returns revealed {face}."
        if reached is Place.DECK and left in _SPOKEN:
            if card is not None:
                return f"{who} returns {face} from {_SPOKEN[left]}."
            return f"{who} returns {back} from his {_SPOKEN[left]}{tail}"
        if card is not None and not other:
            if reached is Place.BOARD and left is Place.HAND:
                return f"{who} {'tucks' if move.bottom else 'melds'} {face} from hand."
            if reached is Place.HAND and left is Place.REVEALED:
                return f"{who} places {face} in hand."
            if reached is Place.SCORE and left in (Place.HAND, Place.BOARD):
                return f"{who} scores {face} from {_SPOKEN[left]}."
        what = face if card is not None else back + tail.removesuffix(".")
        target = (_possessive(self.names[move.to_owner]) + " " if other else "") + reached.value
        return f"{who} moves {what} ({left.value} -> {target})."

    def _said(self, told: Told) -> Said | None:
        return said_of(told, self.viewpoint, newer=self.newer)

    # --- messages -------------------------------------------------------------------------------------------------

    def _line(self, said: Said) -> str:
        """A message, with words of our own if the site's refer to an earlier message."""
        more: dict[str, Any] = {"rest": "That is the end."}
        if "card2" in said.values:
            more["icon"] = self.table.featured[said.values["card2"].card]
        return self.renderer.line(Said(said.key, more | dict(said.values), False))

    def _message(self, kind: str, text: str) -> None:
        entry: Entry = {words.MOVE: self._move()}
        if self.generation is TEXT and (seconds := self.times.of(self.move)) is not None:
            entry[words.TIME] = seconds
        self.entries.append(entry | {words.TYPE: kind, words.MESSAGE: text})

    def _move(self) -> int | str:
        return self.move if self.generation in (TEXT, FROM_TO, SNAKE) else str(self.move)

    def _owner(self, seat: int) -> str | None:
        if seat == NOBODY:
            return None
        return self.game.seats[seat].id if self.generation is IDS else self.names[seat]

    def _name(self, card: int | None) -> str | None:
        if card is None:
            return None
        return (_plain(self.table.name[card]) or None) if card < UNKNOWN_BASE else None


_DRAWS = {
    Place.HAND: "draws",
    Place.REVEALED: "draws and reveals",
    Place.SCORE: "draws and scores",
    Place.BOARD: "draws and melds",
}


#: The words that address the viewer of a log, in the languages that have wordings here.
_ADDRESSES = frozenset({"You", "Du"})


def _plain(name: str) -> str:
    """A name as the trackers write it: without accents, and with plain hyphens."""
    split = unicodedata.normalize("NFD", name).replace("\u2011", "-")
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def _possessive(name: str) -> str:
    return f"{name}'s"
