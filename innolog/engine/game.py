"""The game: a state, and the keywords with which cards and rules change it.

The class has layers, each in a module of its own. From the lowest: :mod:`~innolog.engine.state`,
:mod:`~innolog.engine.reading` (facts), :mod:`~innolog.engine.choosing`, :mod:`~innolog.engine.consequences`,
:mod:`~innolog.engine.performing`, :mod:`~innolog.engine.moving`, :mod:`~innolog.engine.keywords`,
:mod:`~innolog.engine.junking`. The topmost is here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from innolog.cards.facts import UNKNOWN_BASE, CardSet
from innolog.engine.achievements import conditions_of
from innolog.engine.actions import activate, carry_out_action
from innolog.engine.artifacts import Artifacts
from innolog.engine.choices import Decider, Where
from innolog.engine.cities import Cities
from innolog.engine.consequences import GameOver
from innolog.engine.dogma import carry_out, effects, has_demand, has_non_demand, run_as_if, run_nested
from innolog.engine.echoes import Echoes
from innolog.engine.events import Chained, GameEnded, NestedEnded, NestedStarted
from innolog.engine.expansions import Expansion
from innolog.engine.figures import Figures
from innolog.engine.junking import Junking
from innolog.engine.moving import DogmaComplete
from innolog.engine.nature import Nature
from innolog.engine.operations import (
    BY_ACTION,
    DONE,
    NOTHING,
    Activate,
    CarryOut,
    EndUnshared,
    Execute,
    Fade,
    MeldAction,
    Operation,
    TakeAction,
)
from innolog.engine.reading import DEEPEST, Sink, TooDeep
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player, SavedState, Setup
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.support.errors import InnologError
from innolog.support.tuples import made

__all__ = ["DogmaComplete", "Game", "GameOver", "Saved", "Sink"]


class Saved(NamedTuple):
    """A copy of everything that changes between actions. Any game of the same cards and rules can take it up."""

    state: SavedState
    #: The seat of the player whose turn it is.
    turn_player: int
    turn: int
    action: int
    actions_in_turn: int
    over: GameEnded | None
    free_action: bool
    placed: frozenset[int]
    domains: dict[int, frozenset[int]]
    assumptions: int


@lru_cache(maxsize=64)
def expansions_of(rules: Ruleset) -> tuple[Expansion, ...]:
    """The expansions in play, in the order in which their events happen (Deluxe rulebook, "Action triggers")."""
    # Promotion comes with whatever foreshadows: Echoes, and Figures.
    by_set = ((CardSet.CITIES, Cities), (CardSet.ARTIFACTS, Artifacts), (CardSet.ECHOES, Echoes))
    found: list[Expansion] = [expansion() for card_set, expansion in by_set if card_set in rules.sets]
    if CardSet.FIGURES in rules.sets:
        if CardSet.ECHOES not in rules.sets:
            found.append(Echoes())
        found.append(Figures(rules))
    return tuple(found)


@lru_cache(maxsize=64)
def reactors_of(rules: Ruleset) -> dict[type[Operation], tuple[Expansion, ...]]:
    """Which of the expansions in play react to each kind of operation."""
    expansions = expansions_of(rules)
    kinds = {kind for expansion in expansions for kind in expansion.reacts_to}
    return {kind: tuple(expansion for expansion in expansions if kind in expansion.reacts_to) for kind in kinds}


class NoSpareCard(InnologError, LookupError):
    """A card cannot be hidden, because all ids of hidden cards with its back are in use."""


class Game(Junking):
    """One game in progress.

    ``decider`` answers choices and ``sink`` receives every event; both may be replaced between actions. ``current``
    is the player carrying out an effect right now, ``turn_player`` the one whose turn it is.
    """

    def __init__(self, setup: Setup, rules: Ruleset, decider: Decider, sink: Sink | None = None) -> None:
        super().__init__(setup, rules.table, rules.players, has_bonuses=rules.sets != {CardSet.BASE})
        self.rules = rules
        self.counts_achievements_together = rules.holds("counts_achievements_together")
        self.hands_show_cards = rules.holds("revealed_is_in_hand")
        self.texts = rules.texts
        self.has_echoes = CardSet.ECHOES in rules.sets
        self.last_age = rules.highest_age
        self.has_parley = rules.has_parley
        self.claims_after_the_action = rules.claims_after_the_action
        self.wins_after_the_action = rules.holds("wins_after_the_action")
        self.ending = False
        self.claims_at_checkpoints, self.at_checkpoint = rules.holds("claims_at_checkpoints"), False
        self.only_movers_claim = rules.holds("only_movers_claim")
        self.any_move_earns = not rules.holds("rearranging_earns") and not self.claims_at_checkpoints
        self.monument_counts_returns = rules.holds("monument_counts_returns")
        self.decider = decider
        self.sink = sink or (lambda event: None)
        placed = [card for card in self.place if card < UNKNOWN_BASE]
        self.nature = Nature(rules.table, self.back, placed, setup.faces)
        self.turn_player = self.players[0]
        self.current = self.players[0]
        self.turn = -1
        self.action = 0
        self.actions_in_turn = 0
        #: Whether the free action with the Artifact on display is still to come this turn.
        self.free_action = False
        #: The counts of the featured icon of the card first activated, one a seat; empty in other actions.
        self.icon_counts: tuple[int, ...] = ()
        self.over: GameEnded | None = None
        self.changed = False
        #: Whether the effects executed so far have earned the sharing bonus.
        self.shared = False
        #: The card whose effect is being carried out.
        self.executed: int = 0
        self.notes = {}
        self.kept = {}
        self.before = {}
        self.acting_as = None
        self.depth = 0
        self.leader = None
        self.naming = None
        self.swayed = {}
        self.bonus_set = CardSet.FIGURES if CardSet.FIGURES in rules.sets else None
        self.cause = BY_ACTION
        self.bared = ()
        self.drawn = NOTHING
        self.movers = ()
        self.expansions = expansions_of(rules)
        self.interceptors = tuple(found for expansion in self.expansions for found in expansion.interceptors())
        self.modifiers = tuple(found for expansion in self.expansions for found in expansion.modifiers())
        self.intercepting = False
        self.waiting_claims = ()
        self.reactors = reactors_of(rules)
        self.board_watchers = tuple(expansion for expansion in self.expansions if expansion.watches_boards)
        conditions = () if rules.claims_after_the_action else conditions_of(rules)
        self.conditions = (
            [entry for entry in conditions if self.table.set[entry[0]] == CardSet.BASE],
            [entry for entry in conditions if self.table.set[entry[0]] != CardSet.BASE],
        )

    @property
    def _game(self) -> Game:
        return self

    def with_demand(self, cards: Iterable[int]) -> list[int]:
        """The cards with a demand or compel effect, among cards whose faces are known."""
        return [card for card in cards if has_demand(self, card)]

    def has_effects(self, card: int) -> bool:
        """Whether a card has any effect."""
        return bool(effects(self, card))

    def execute_non_demand(self, me: Player, card: int) -> bool:
        """Execute the non-demand effects of a card, unshared. Returns whether that changed anything.

        Deluxe rulebook, "Keywords", execute each ... Fourth edition, "Keywords", self-execute, and "Chain rule": if a
        self-executed card self-executes another one, the player draws and achieves an 11 first.
        """
        if self.depth and self.rules.chains:
            self.sink(Chained(me.index))
            self.draw_and_achieve(me, self.rules.highest_age)
        if not self.passes(card, Where("with non-demand effects", lambda table, face: has_non_demand(self, face))):
            return False
        if card >= UNKNOWN_BASE and self.watch_hidden is not None:
            self.watch_hidden(card)
        return self._execute(me, card, None)

    def execute_as_if(self, me: Player, card: int) -> bool:
        """Execute all effects of a card as if they were on the card being executed, unshared (some Artifacts).

        Returns whether that changed anything.
        """
        return self._execute(me, card, self.executed)

    def _execute(self, me: Player, card: int, on: int | None) -> bool:
        """Execute a card. Returns whether that changed anything. A card that a figure put out of reach is not executed.

        Raises :class:`~innolog.engine.reading.TooDeep` if too many cards are executed within each other.
        """
        if self.depth >= DEEPEST:
            raise TooDeep
        return not self.is_lost(card) and self.perform(Execute(me, self.cause, card, on)) != NOTHING

    def act(self, op: Operation) -> int:
        """Perform an action, or a fade. An effect can complete it at once; then its usual reactions follow.

        A Dogma action that begins its effects completes itself (:func:`~innolog.engine.dogma.run_dogma`). But karmas
        and inspire effects execute cards in any action.
        """
        try:
            return self.perform(op)
        except DogmaComplete:
            self.swayed.clear()
            self._react(op)
            return DONE

    def _carry_out(self, op: Operation) -> int:
        if isinstance(op, CarryOut):
            carry_out(self, op)
            self.reach_checkpoint()
        elif isinstance(op, Execute):
            return DONE if self._executes(op) else NOTHING
        elif isinstance(op, TakeAction):
            carry_out_action(self, op.actor, op.action)
        elif isinstance(op, Activate):
            activate(self, op.actor, op.card, endorsed=op.endorsed, counted=op.icon)
            self.swayed.clear()
        elif isinstance(op, MeldAction):
            if not self.meld(op.actor, op.card):
                return NOTHING
            self.reach_checkpoint()
            op.covered = self.swayed.pop("covered", op.covered)
        elif isinstance(op, Fade):
            card = self._choose(op.actor, op.cards, Keyword.SCORE)
            if card is not None:
                op.chosen = card
                self.score(op.actor, card)
        elif isinstance(op, EndUnshared):
            pass
        else:
            return super()._carry_out(op)
        return DONE

    def _executes(self, op: Execute) -> bool:
        """Execute effects of another card. Returns whether that changed anything."""
        me, card, on = op.actor, op.card, op.on
        executed, notes, changed, acting_as = self.executed, self.notes, self.changed, self.acting_as
        self.notes, self.changed, self.acting_as = {}, False, on
        self.depth += 1
        try:
            self.sink(NestedStarted(me.index, card, on))
            self.reach_checkpoint()
            if on is None:
                run_nested(self, me, card)
            else:
                run_as_if(self, me, card)
        except DogmaComplete:
            if not self.rules.holds("fission_ends_itself"):
                raise
        except RecursionError:
            # Many calls may lie below this game, such as those of another game in which it looks ahead.
            raise TooDeep from None
        finally:
            self.depth -= 1
            self.notes, self.acting_as = notes, acting_as
        self.sink(NestedEnded(card))
        did = self.changed
        self.executed, self.current = executed, me
        self.changed = changed or (did and self.rules.holds("nested_changes_share"))
        self.cause = op.cause
        return did

    def save(self) -> Saved:
        """A copy of everything that changes between actions, for :meth:`restore`."""
        fields = (
            self.save_state(),
            self.turn_player.index,
            self.turn,
            self.action,
            self.actions_in_turn,
            self.over,
            self.free_action,
            self.nature.placed,
            self.nature.domains,
            self.nature.assumptions,
        )
        return made(Saved, fields)

    def restore(self, saved: Saved) -> None:
        """Go back to what :meth:`save` copied; the copy stays usable."""
        self.restore_state(saved.state)
        self.turn_player = self.current = self.players[saved.turn_player]
        self.turn, self.action, self.actions_in_turn = saved.turn, saved.action, saved.actions_in_turn
        self.over, self.free_action = saved.over, saved.free_action
        self.nature.placed = saved.placed
        self.nature.domains, self.nature.assumptions = saved.domains, saved.assumptions
        self.notes = {}

    def learn(self, hidden: int, card: int) -> None:
        """Replace a hidden card, wherever it lies, by a card that it can be (:meth:`Nature.can_have`).

        Only between actions, because an effect in progress may hold the id of the hidden card.
        """
        self._take_for(hidden, card)
        self.nature.learn(hidden, card)

    @property
    def action_number(self) -> int:
        """The number of the next action in its turn, from 1; 0 for the opening and the free action with the display."""
        return 0 if self.turn < 0 or self.free_action else self.action + 1

    def forget(self, cards: Iterable[int]) -> None:
        """Make cards with the same back, known or hidden, indistinguishable. They must lie face down.

        Afterwards each can be whatever any of them could be. Only between actions. Raises :class:`NoSpareCard` if the
        game has too few ids of hidden cards, and then may be changed in part.
        """
        members = sorted(cards)
        faces = self.nature.union(members)
        back = self.back[members[0]]
        spare = (card for card in range(UNKNOWN_BASE, len(self.back)) if self.back[card] == back)
        shown = [card for card in members if card < UNKNOWN_BASE]
        hidden = [card for card in members if card >= UNKNOWN_BASE]
        for card in shown:
            other = next((other for other in spare if other not in self.place), 0)
            if not other:
                raise NoSpareCard
            self._take_for(card, other)
            hidden.append(other)
        self.nature.forget(shown)
        self.nature.limit(hidden, faces)

    def _take_for(self, card: int, other: int) -> None:
        """Put the card ``other`` into the place of ``card``."""
        owner, zone = self.place.pop(card)
        self.place[other] = (owner, zone)
        if owner != NOBODY:
            cards = self.players[owner].zone(zone)
        elif zone == Zone.DECK:
            cards = self.decks[self.back[card]]
        elif zone in (Zone.AVAILABLE, Zone.REMOVED, Zone.JUNK):
            cards = self.zones[zone]
        else:
            raise ValueError(f"no card can be hidden among the {zone.name.lower()}")
        cards[cards.index(card)] = other
