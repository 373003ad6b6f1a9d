"""Every statement of a log against what the engine does, one event after the other.

The log's observations are in order. The *hard* ones are what happened: each must be that of the next event, and each
event of a kind that the log records must have one. In between stand the *soft* ones, about choices and hands: each must
belong to a decision, or to the table, of that place. A field that is None was not recorded, and says nothing.

This is written apart from the search and its comparison on purpose: what both accept was held against the log twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Any

from innolog import log as told
from innolog.cards.facts import FOUNTAINS as FIRST_FOUNTAIN
from innolog.cards.facts import CardSet, back_age, back_is_relic, back_of, back_set, city_icon_color, is_city_icon
from innolog.engine import events as done
from innolog.engine.actions import ActionKind, claimable
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.parley import ACTIVATE
from innolog.engine.ruleset import Platform
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.log import ANYBODY, STOPPED, Fact, GameLog, Place
from innolog.log.meaning import drawn_first
from innolog.proving.proof import Refused

#: The log's name of each zone: its own, but for achievements that nobody has.
_PLACES = {zone: Place[zone.name] for zone in Zone if zone.name in Place.__members__}
_PLACES[Zone.AVAILABLE] = Place.ACHIEVEMENTS
_SOFT = frozenset((told.Revealed, told.IconsStated, told.Asked, told.Passed, told.Agreed, told.Named, told.FirstPlayer))
#: Events with which somebody begins to act: from then on, only who acts and who is asked can have decided something.
_BEGINNINGS = (done.ActionBegan, done.FreeActionBegan, done.DogmaStarted, done.EffectStarted, done.NestedStarted)
#: What a player names, as an answer to each kind of choice.
_NAMES: dict[ChoiceKind, Callable[[told.Named], Any]] = {
    ChoiceKind.VALUE: lambda named: named.value,
    ChoiceKind.PLAYER: lambda named: named.seat,
    ChoiceKind.COLOR: lambda named: named.colors[0] if len(named.colors) == 1 else None,
    ChoiceKind.COLORS: lambda named: tuple(sorted(named.colors)) or None,
}
#: What a log says of a player beside an event, and what is true.
_CHECKED: dict[str, Callable[[Player, Any], Any]] = {
    "score": lambda player, _: player.counted_score(),
    "icons": lambda player, icons: player.icons()[1 : 1 + len(icons)],
    "highest_top": lambda player, _: player.highest_top(),
    "tucked": lambda player, _: player.tucked,
    "scored": lambda player, _: player.scored,
}


class Unfinished(Refused):
    """Log or decisions are over within an action, which only the last one may be; the message says which."""


class Statements:
    """Reads one log alongside one game: the sink of its events, and the watcher of its choices."""

    def __init__(self, log: GameLog) -> None:
        self.log = log
        self.game: Game
        self.observations = list(log.observations)
        self.cursor = 0
        #: The decisions since the last compared event: player, kind, possible answers, and the choice if it was asked.
        self._decided: list[tuple[int, ChoiceKind | None, Sequence[Any], Choice | None]] = []
        #: The players who can have decided something, since somebody began to act.
        self._asked: set[int] = set()
        #: The first player's top cards at the first decision about an action. A player who does not see that others
        #: begin an action reads of the first player only when the next card has moved.
        self._opening: Sequence[int] = ()
        #: The karma without a line that is being carried out.
        self._without_line: done.EffectStarted | None = None
        #: Cards that are shown in an action at a table, and piles that lose their splay: lines about them are optional.
        self._optional: set[Any] = set()
        self._poor, self._of_one = bool(log.not_recorded), log.of_one
        self._omits_junk = self._poor and log.site == Platform.BGA.value
        records = {*log.records, *(Fact.REARRANGEMENTS for one in log.observations if isinstance(one, told.Rearranged))}
        #: What a full record shows in any case.
        records |= set() if self._poor else {Fact.SPLAYS, Fact.REARRANGEMENTS, Fact.REMOVALS}
        self._told_as = {event: row[1] for event, row in _EVENTS.items() if row[0] is None or row[0] in records}
        if self._of_one:
            # Messages to one player record the beginnings of this player's actions.
            self._told_as[done.ActionBegan] = told.ActionBegan
        #: Whether the log shows who carries out what, so that nobody else has anything to decide.
        self._tells_effects = Fact.EFFECTS in records and (not self._poor or Fact.ACTIONS in records)

    def attach(self, game: Game) -> None:
        """Follow this game."""
        self.game, self._by_hand = game, game.rules.by_hand(self.log.site)
        game.sink = self.receive
        game.watch_named = lambda player, kind, options: self._decided.append((player, kind, options, None))
        game.watch_declined = lambda player: self._decided.append((player, None, (None,), None))
        self._look()

    def decide(self, choice: Choice, answer: Any) -> None:
        """Note a decision of the proof."""
        if choice.kind is ChoiceKind.NATURE:
            return
        self._decided.append((choice.player, choice.kind, (answer,), choice))
        if choice.kind is ChoiceKind.ACTION:
            self._opening = self._opening or self.game.turn_player.tops()
            self._optional.clear()
        if choice.kind is not ChoiceKind.ACTION or answer.kind is ActionKind.DISPLAY_PASS:
            self._asked.add(choice.player)
        elif answer.kind in (ActionKind.DRAW, ActionKind.ACHIEVE) and Fact.ACTIONS in self.log.records:
            self._asked.clear()

    def receive(self, event: Any) -> None:
        """Hold an event against the next hard observation. Raises :class:`Refused` if they differ."""
        kind = self._told_as.get(type(event))
        if kind is None or self._is_untold(event) or self._is_unworded(event, kind):
            return
        if self._without_line is not None and self.game.intercepting:
            raise self.refused(self._peek(), f"there is {self._without_line}, which has a line if it does something")
        self._without_line = event if self._poor and self._lacks_line(event) else None
        if self._without_line is not None:
            return
        counts = enumerate(event.counts) if isinstance(event, done.IconsCounted) else ()
        events: list[Any] = [told.IconCounted(told.At(None, 0, 0), seat, event.icon, count) for seat, count in counts]
        for each in events or [event]:
            self._compare(each, kind, type(event))
        if isinstance(event, _BEGINNINGS):
            self._asked = {event.player}
            if self.game.rules.holds("asks_without_choice"):
                self._asked.add(self.game.turn_player.index)
        self._decided = []
        self._look()

    def finish(self, *, stopped: bool) -> int:
        """The number of statements that are compared at the end of a proof. ``stopped``: it ends before the game.

        All must be, but for those about the one action within which a poor record breaks off.
        Raises :class:`Refused` if others are left.
        """
        self._pass_soft_ones()
        rest = self.observations[self.cursor :]
        if rest and isinstance(rest[0], told.Ended) and stopped and rest[0].how in STOPPED:
            rest = [each for each in rest[1:] if type(each) not in _SOFT]
        begins = told.ActionBegan if Fact.ACTIONS in self.log.records else told.DogmaStarted
        goes_on = sum(type(each) is begins for each in rest) > 1
        goes_on = goes_on or any(type(each) is told.Ended and each.how not in STOPPED for each in rest)
        if rest and (goes_on or not (self._poor and stopped)):
            raise self.refused(rest[0], "nothing is left of the game")
        return len(self.observations) if not rest else self.cursor

    def refused(self, observation: Any, why: str) -> Refused:
        """The exception to raise for an observation that does not fit."""
        return Refused(f"{observation.at}: the log has {observation}, but {why}")

    # --- hard observations --------------------------------------------------------------------------------------------

    def _is_untold(self, event: Any) -> bool:
        """Whether a log of this form has no observation of an event, although it has of others of its kind."""
        if isinstance(event, done.Parley):
            # What is paid for a card of somebody else shows in the move of a card alone.
            return event.what == ACTIVATE
        if isinstance(event, done.FreeActionBegan):
            # At a table, nobody has to write that the Artifact on display is not used. Cards may be shown before that.
            return self._by_hand and isinstance(self._peek(shown=False), told.ActionBegan)
        if isinstance(event, done.Wiped):
            # Where the moves of all cards are recorded, only words say that these were all.
            junks = self.game.rules.junks or self.game.rules.holds("wipes_one_by_one")
            return junks and Fact.CHOICES not in self.log.records and not isinstance(self._peek(), told.Wiped)
        if self._of_one and isinstance(event, done.ActionBegan):
            # Messages to one player have the beginnings of this player's actions, and no moves between common places.
            following = self._peek()
            return not (isinstance(following, told.ActionBegan) and following.player == event.player)
        if isinstance(event, done.Splay) and event.lost and self._poor and self._by_hand:
            self._optional.add((event.owner, event.color))
            self._look()
            return True
        return isinstance(event, done.Transfer) and self._is_untold_move(event)

    def _is_unworded(self, event: Any, kind: type) -> bool:
        """Whether unknown words may record an event, and the next observation is not about it."""
        line, after = self._peek(), self.observations[self.cursor - 1].at if self.cursor else None
        unknown = self.log.may_record(kind, getattr(event, "player", NOBODY), after, line and line.at)
        return unknown and (type(line) is not kind or self._difference(event, line, type(event)) is not None)

    def _lacks_line(self, event: Any) -> bool:
        """Whether a record made by hand has no line for a karma, as for one that does nothing it need not."""
        line = self._peek()
        if getattr(event, "kind", "") != "karma" or line is None or getattr(line, "how", "") in STOPPED:
            return False
        return not isinstance(line, told.EffectStarted) or self._difference(event, line, type(event)) is not None

    def _is_untold_move(self, event: done.Transfer) -> bool:
        """Whether a log of this form omits the move of a card."""
        if event.to_zone is Zone.REVEALED and self._by_hand:
            self._optional.add(event.card)
        if event.from_zone is Zone.REVEALED and self._by_hand and event.from_owner == event.to_owner:
            resting = Zone.SCORE if event.card in self.game.shown else Zone.HAND
            return event.to_zone is resting and event.keyword in (Keyword.KEEP, Keyword.TRANSFER)
        if event.to_zone in (Zone.JUNK, Zone.REMOVED) and self._omits_junk:
            # The site has one line for a supply pile, for all cards of who has lost, or of everybody.
            kinds = (type(each) for each in self.observations[self.cursor :] if not _is_junked(each))
            together = (event.from_zone, event.to_zone) == (Zone.DECK, Zone.JUNK)
            if event.from_owner != NOBODY:
                together = self.game.players[event.from_owner].eliminated or next(kinds, None) is told.Wiped
            return together and getattr(self._peek(), "to_place", None) is not _PLACES[event.to_zone]
        return self._of_one and event.from_owner == event.to_owner == NOBODY

    def _peek(self, *, shown: bool = True) -> Any:
        rest = (self.observations[index] for index in range(self.cursor, len(self.observations)))
        return next((one for one in rest if type(one) not in _SOFT and (shown or not told.shown_as_proof(one))), None)

    def _compare(self, event: Any, kind: type, of: type) -> None:
        """Compare an event with the next hard observation."""
        self._pass_soft_ones()
        while self._is_proof(event):
            self.cursor += 1
            self._look()
            self._pass_soft_ones()
        if self.cursor == len(self.observations):
            raise Unfinished(f"the log is over, but the engine has {event}")
        at_once = kind is told.Transfer and event.from_zone is Zone.DECK and event.to_zone is not Zone.HAND
        if at_once and self._by_hand and (joined := drawn_first(self.observations[self.cursor : self.cursor + 2])):
            # Who writes a game down can say that the card comes to the hand first.
            self.cursor += 1
            self.observations[self.cursor] = joined
        if self._poor and kind in (told.Transfer, told.Splay):
            self._reorder(event, kind, of)
        observation: Any = self.observations[self.cursor]
        if type(observation) is not kind:
            if isinstance(observation, told.Ended) and observation.how in STOPPED:
                raise Unfinished(f"{observation.at}: play stopped, but the engine has {event}")
            raise self.refused(observation, f"the engine has {event}")
        if (other := self._difference(event, observation, of)) is not None:
            raise self.refused(observation, f"its {other[0]} is {other[1]!r} by {event}")
        self.cursor += 1
        for check in getattr(observation, "checks", ()):
            player = self.game.players[check.player]
            for name, there in _CHECKED.items():
                if (value := getattr(check, name)) is not None and value != (true := there(player, value)):
                    raise self.refused(observation, f"seat {check.player} has {true} as {name}")

    def _difference(self, event: Any, observation: Any, of: type) -> tuple[str, Any] | None:
        """The first field in which an observation differs from an event, with what it has to be."""
        _, _, same, further = _EVENTS[of]
        own = ((name, getattr(event, name)) for name in same)
        fields = chain(own, further(self, event, observation) if further else ())
        return next(((name, value) for name, value in fields if getattr(observation, name) not in (None, value)), None)

    def _reorder(self, event: Any, kind: type, of: type) -> None:
        """Find cards that move together, but are not drawn, in whatever order a poor record has them."""
        first: Any = self.observations[self.cursor]
        # Of cards of players that are junked together, the order of all moves and of lost splays is open.
        junked = _is_junked(first) and (event.lost if kind is told.Splay else event.to_zone is Zone.JUNK)
        at_once = self._by_hand or not self.game.rules.holds("consequences_one_by_one")
        way = _ways(first, at_once)
        ways = (way, way[2:] + way[:2]) if self.game.exchanging else (way,)
        for index, observation in enumerate(self.observations[self.cursor :], self.cursor):
            alike = _is_junked(observation) if junked else _ways(observation, at_once) in ways
            if not alike or (observation.at.move != first.at.move and not (junked and self._omits_junk)):
                return
            if type(observation) is kind and self._difference(event, observation, of) is None:
                self.observations.insert(self.cursor, self.observations.pop(index))
                return
            if kind is told.Transfer and event.from_zone is Zone.DECK:
                return

    # --- soft observations --------------------------------------------------------------------------------------------

    def _soft_ones(self) -> Iterator[Any]:
        """The observations before the next hard one."""
        rest = (self.observations[index] for index in range(self.cursor, len(self.observations)))
        return takewhile(lambda observation: type(observation) in _SOFT, rest)

    def _pass_soft_ones(self) -> None:
        """Hold the observations before the next hard one against the decisions of this place."""
        for observation in self._soft_ones():
            if isinstance(observation, told.FirstPlayer):
                self._first(observation)
            elif not isinstance(observation, told.Revealed | told.IconsStated):
                self._answered(observation)
            self.cursor += 1

    def _answered(self, observation: Any) -> None:
        """Who asked, passed, agreed or named something must have had that choice, and have answered so."""
        seat = observation.player
        for number, (player, kind, answers, choice) in enumerate(self._decided):
            if player == seat and _is_answer(observation, kind, answers, choice):
                del self._decided[number]
                return
        # A site may ask where the rules leave nothing to decide. It never asks for yes or no then. Nobody declines what
        # was accepted, or names something else than what was decided, and what is named shows in the next move.
        mine = [(kind, answers[0], choice.may) for by, kind, answers, choice in self._decided if choice and by == seat]
        wrong = isinstance(observation, told.Agreed) or (self._tells_effects and seat not in self._asked)
        if isinstance(observation, told.Passed) and not self._poor:
            wrong |= any(may and answer is not None for _, answer, may in mine)
        if isinstance(observation, told.Named):
            wrong |= any(kind in _NAMES and _NAMES[kind](observation) is not None for kind, _, _ in mine)
        if isinstance(observation, told.Named) and isinstance(move := self._peek(), told.Transfer):
            age, value, drawn = move.age, observation.value, move.from_place is Place.DECK
            if age is not None and value is not None:
                wrong |= age < value if drawn else age != value
            wrong |= not drawn and len(observation.colors) == 1 and move.color not in (None, observation.colors[0])
        if wrong:
            raise self.refused(observation, f"seat {seat} has no such choice here")

    def _first(self, observation: told.FirstPlayer) -> None:
        """The first player, and the top card whose name is the first in the alphabet."""
        first, names = self.game.turn_player, self.game.table.name
        tops = [names[it] if self.game.is_known(it) else observation.card_name for it in self._opening or first.tops()]
        wrong_name = observation.card_name in names and observation.card_name not in tops
        if observation.player is not None and (observation.player != first.index or wrong_name):
            raise self.refused(observation, f"seat {first.index} plays first with {tops}")

    def _look(self) -> None:
        """Compare the cards that are shown before the next event."""
        for observation in self._soft_ones():
            if isinstance(observation, told.Revealed):
                self._shown(observation)
            elif isinstance(observation, told.IconsStated) and not self.game.icon_counts:
                raise self.refused(observation, "nothing counts icons here")
        while self._is_optional():
            self.cursor += 1

    def _is_optional(self) -> bool:
        """Whether the next line need not be written at a table: a shown card stays, or a bare pile is not splayed."""
        line: Any = self.observations[self.cursor] if self.cursor < len(self.observations) else None
        if isinstance(line, told.Splay):
            return line.direction == 0 and (line.owner, line.color) in self._optional
        if getattr(line, "from_place", None) is not Place.REVEALED or line.card not in self._optional:
            return False
        later = next((it for it in self.observations[self.cursor + 1 :] if getattr(it, "card", -1) == line.card), None)
        resting = Zone.SCORE if line.card in self.game.shown else Zone.HAND
        here = self.game.place[line.card] in ((line.to_owner, resting), (line.to_owner, Zone.REVEALED))
        stays = (line.from_owner, line.to_place) == (line.to_owner, _PLACES[resting])
        return here and stays and getattr(later, "from_place", None) is not Place.REVEALED

    def _is_proof(self, event: Any) -> bool:
        """Whether the next line is that a card is shown at a table, although no effect reveals it."""
        line: Any = self.observations[self.cursor] if self.cursor < len(self.observations) else None
        if line is None or told.shown_as_proof(line) is None or not self.game.hands_show_cards:
            return False
        moves = isinstance(event, done.Transfer) and event.card == line.card
        owner, zone = (event.from_owner, event.from_zone) if moves else self.game.place[line.card]
        by_effect = moves and event.to_zone is Zone.REVEALED
        lies_there = (owner, _PLACES.get(zone)) == (line.from_owner, line.from_place)
        self._optional |= {line.card} if lies_there and not by_effect else set()
        return lies_there and not by_effect

    def _shown(self, observation: told.Revealed) -> None:
        """A player shows all cards of a hand or score pile."""
        player, faces = self.game.players[observation.player], sorted(observation.cards)
        hand = observation.place is not Place.SCORE and self._can_be(player.plain_hand, faces)
        score = observation.place is not Place.HAND and self._can_be(player.score_cards, faces)
        if not (hand or score):
            raise self.refused(observation, f"the cards are {player.plain_hand} and {player.score_cards}")

    def _can_be(self, cards: Sequence[int], faces: Sequence[int]) -> bool:
        """Whether the cards of a place, hidden or not, can be exactly these."""
        game, rest = self.game, {*faces}.difference(cards)
        hidden = [card for card in cards if not game.is_known(card)]
        alike = sorted([game.back[card] for card in cards]) == sorted([game.back[face] for face in faces])
        new = alike and len(rest) == len(hidden) and rest.isdisjoint(game.place)
        return new and game.nature.can_be_all(hidden, frozenset(rest))


def _is_answer(observation: Any, kind: ChoiceKind | None, answers: Sequence[Any], choice: Choice | None) -> bool:
    """Whether an observation tells one of the answers to a choice; without ``choice``, nobody was really asked."""
    if isinstance(observation, told.Passed):
        return None in answers
    if isinstance(observation, told.Agreed):
        return kind is ChoiceKind.YES_NO and observation.yes in answers
    if not isinstance(observation, told.Named):
        return False
    if kind in _NAMES and observation.place in (None, Place.HAND) and _NAMES[kind](observation) in answers:
        return True
    if observation.place is None or choice is None or not choice.values or answers[0] is None:
        return False
    value = choice.values[choice.options.index(answers[0])]
    return (observation.place, observation.value) == (_PLACES[answers[0]], value)


# --- what each kind of event says of the fields of its observation ----------------------------------------------------

_Fields = Iterator[tuple[str, Any]]


def _is_junked(observation: Any) -> bool:
    """Whether a card of a player goes to the junk, or a pile loses its splay."""
    if isinstance(observation, told.Splay):
        return observation.direction == 0
    return getattr(observation, "to_place", None) is Place.JUNK and observation.from_owner != NOBODY


def _ways(observation: Any, at_once: bool) -> tuple[Any, ...]:
    """Between which places a card moves; () for a consequence if all come at once. What is no move is like itself."""
    move = observation if isinstance(observation, told.Transfer) else None
    ways: tuple[Any, ...] = (move.from_owner, move.from_place, move.to_owner, move.to_place) if move else (observation,)
    claimed = ways[:2] == (NOBODY, Place.ACHIEVEMENTS) and ways[3] is Place.ACHIEVEMENTS and observation.age is None
    bare = isinstance(observation, told.Splay) and observation.direction == 0
    return () if at_once and (claimed or bare or Place.FLAGS in ways or Place.FOUNTAINS in ways) else ways


def _transfer(of: Statements, event: done.Transfer, observation: told.Transfer) -> _Fields:
    """Where the card came from and went to, by which keyword, and which card it was."""
    game, card, back = of.game, event.card, of.game.back[event.card]
    for end in ("from", "to"):
        owner, zone = getattr(event, f"{end}_owner"), getattr(event, f"{end}_zone")
        anybody = getattr(observation, f"{end}_owner") == ANYBODY and owner != NOBODY
        yield f"{end}_owner", ANYBODY if anybody else owner
        if zone is Zone.CITY_ICONS:
            yield f"{end}_place", Place.FLAGS if card < FIRST_FOUNTAIN else Place.FOUNTAINS
            continue
        shown = end == "from" and of._by_hand and (zone is Zone.REVEALED or card in of._optional)
        both = {Place.REVEALED, Place.SCORE if card in game.shown else Place.HAND} if shown else set()
        unsaid = end == "to" and zone is Zone.RELICS and (observation.relic, observation.to_place) == (None, Place.DECK)
        place = Place.DECK if unsaid else _PLACES[zone]
        yield f"{end}_place", observation.from_place if {place, observation.from_place} == both else place
        # Special achievements that nobody has lie in no order, and cards out of the game in no place.
        if zone is not Zone.REMOVED and not (observation.age is None and zone in (Zone.AVAILABLE, Zone.JUNK)):
            yield f"{end}_position", getattr(event, f"{end}_position")
    if is_city_icon(card):
        yield from (("color", city_icon_color(card)), ("score", False), ("bottom", False), ("meld", False))
        return
    yield from (("card", card), ("score", event.keyword is Keyword.SCORE))
    if event.to_zone is not Zone.RELICS:
        yield "bottom", event.bottom
    if event.from_zone is not Zone.DECK:
        # Some sites do not mark a card that is melded when it is drawn.
        yield "meld", event.keyword is Keyword.MELD
    if observation.age is not None:
        yield from (("age", back_age(back)), ("card_set", back_set(back)), ("relic", back_is_relic(back)))
    if game.is_known(card):
        yield "color", game.table.color[card]


def _rearranged(of: Statements, event: done.Rearranged, observation: told.Rearranged) -> _Fields:
    """The new order, and the swaps that lead to it."""
    yield "highest_top", of.game.players[event.owner].highest_top()
    if observation.order:
        yield "order", event.cards
    piles = [made.options for *_, made in of._decided if made is not None and made.kind is ChoiceKind.ORDER]
    pile = [*piles[-1]] if piles else []
    for one, by in observation.swaps:
        if not (0 <= one < len(pile) and 0 <= one + by < len(pile)):
            raise of.refused(observation, f"the pile has {len(pile)} cards")
        pile[one], pile[one + by] = pile[one + by], pile[one]
    if observation.order == () and tuple(pile) != event.cards:
        raise of.refused(observation, f"the swaps lead to {pile}, and not to {event.cards}")


def _end(of: Statements, event: done.GameEnded, observation: told.Ended) -> _Fields:
    """How the game ended, and who won."""
    yield from (("how", event.how if observation.how else ""), ("card", of.game.executed), ("alone", event.alone))
    if observation.how == "score":
        # It names who tried to draw, and not who won.
        yield from (("player", event.by), ("above", of.game.rules.highest_age))
    elif observation.player not in event.winners:
        yield "player", event.winners[0]
    if observation.winners and not of.game.rules.teams:
        yield "winners", observation.winners if {*observation.winners} == {*event.winners} else event.winners
    if event.how == "achievements":
        yield "achievements", of.game.achievements_of(of.game.players[event.winners[0]])


def _action(of: Statements, event: done.ActionBegan, observation: told.ActionBegan) -> _Fields:
    """What is open to a player who begins an action."""
    game, player = of.game, of.game.players[event.player]
    if observation.claimable is not None:
        ages = sorted({game.age[card] for card in claimable(game, player)})
        yield "claimable", observation.claimable if sorted(observation.claimable) == ages else ages
    if observation.age_to_draw is None and observation.set_to_draw is None:
        return
    last = game.rules.highest_age
    piles = (age for age in range(max(1, player.highest_top()), last + 1) if game.decks.get(back_of(CardSet.BASE, age)))
    age = next(piles, last + 1)
    # A draw above the last age ends the game, however far above it is.
    yield "age_to_draw", max(age, observation.age_to_draw or 0) if age > last else age
    if age <= last:
        yield "set_to_draw", back_set(game.back[game.next_card(player, age)])


def _effect(of: Statements, event: done.EffectStarted, observation: told.EffectStarted) -> _Fields:
    """Which effect it is. A compel effect may be announced as a demand."""
    if observation.kind is not None:
        yield "kind", "demand" if (event.kind, observation.kind) == ("compel", "demand") else event.kind
        yield "number", event.number


def _nested(of: Statements, event: done.NestedStarted, observation: told.NestedStarted) -> _Fields:
    """On which card the effects count. Every log says so."""
    if (observation.on is None) != (event.on is None):
        raise of.refused(observation, f"the effects count as on card {event.on}")
    yield "on", event.on


_Further = Callable[[Statements, Any, Any], Any]
#: For each kind of event: the fact that a log must record for it (None: every log does), the kind of its observation,
#: the fields that both have, and what follows from the event and the table for the other fields.
_EVENTS: dict[type, tuple[Fact | None, type, tuple[str, ...], _Further | None]] = {
    done.Transfer: (None, told.Transfer, (), _transfer),
    done.Splay: (Fact.SPLAYS, told.Splay, ("owner", "color", "direction"), None),
    done.Rearranged: (Fact.REARRANGEMENTS, told.Rearranged, ("owner", "color"), _rearranged),
    done.Wiped: (Fact.REMOVALS, told.Wiped, (), None),
    done.Eliminated: (Fact.REMOVALS, told.Eliminated, ("player",), None),
    done.TopsAndHandsRemoved: (
        Fact.REMOVALS, told.TopsAndHandsRemoved, (), lambda of, event, _: [("cards", tuple(sorted(event.cards)))],
    ),
    done.GameEnded: (Fact.ENDING, told.Ended, (), _end),
    done.ActionBegan: (Fact.ACTIONS, told.ActionBegan, ("player", "number"), _action),
    done.FreeActionBegan: (Fact.FREE_ACTIONS, told.FreeActionBegan, ("player",), None),
    done.DogmaStarted: (
        Fact.ACTIVATIONS, told.DogmaStarted, ("player", "card", "endorsed"),
        lambda of, event, _: [("icon", of.game.table.featured[event.card])],
    ),
    done.IconsCounted: (Fact.ICON_COUNTS, told.IconCounted, ("player", "icon", "count"), None),
    done.EffectStarted: (Fact.EFFECTS, told.EffectStarted, ("player", "again", "card"), _effect),
    done.SharingBonus: (Fact.SHARING_BONUS, told.SharingBonus, (), None),
    done.TurnEnded: (Fact.TURNS, told.TurnEnded, (), None),
    done.NestedStarted: (Fact.NESTED, told.NestedStarted, ("player", "card"), _nested),
    done.NestedEnded: (Fact.NESTED, told.NestedEnded, ("card",), None),
    # Whether the player paid, or could have.
    done.Parley: (
        Fact.CHOICES, told.Parley, ("player", "what"), lambda of, event, _: [("paid", event.paid is not None), (
            "able", event.paid is not None or bool(of.game.players[event.player].hand))],
    ),
    done.Chained: (Fact.CHOICES, told.Chained, ("player",), None),
    done.DeckJunked: (Fact.CHOICES, told.DeckJunked, ("age",), lambda of, event, _: [("count", event.number)]),
}  # fmt: skip
