"""Random positions in which a certain card is in an unusual state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from innolog.cards.facts import COLORS, CardSet, Direction, back_of, card_table
from innolog.cards.karmas import Issues
from innolog.cards.registry import EffectKind, card_named, effects_of
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.ruleset import Platform, Printing, Ruleset
from innolog.engine.zones import Zone
from innolog.simulate import Character, CharacterBot
from tests.hunt.arranging import Arrangement, Claimed, Layout, Turned
from tests.hunt.karmas import Sought
from tests.hunt.states import IN_VAIN, STATES

#: The player who activates the card: the seat after the one who sets up the position.
ACTOR = 1
#: Cards that execute another top card of their owner: all its effects, or only the non-demand ones.
_ALL_EFFECTS, _NON_DEMANDS = "The Daily Courant", "Self Service"
_DIRECTIONS = (Direction.LEFT, Direction.RIGHT, Direction.UP)


def rules_for(card: int, state: str, random: Random) -> Ruleset:
    """Rules under which a card can be in a state."""
    table = card_table()
    sets = {CardSet.BASE, CardSet(table.set[card])}
    if table.relic[card] or (state == "executed by another card" and card_named(_NON_DEMANDS) == card):
        sets.add(CardSet.ARTIFACTS)
    if state == "executed by another card" and not _has_only_dogmas(card):
        sets.add(CardSet.ARTIFACTS)
    if state == "endorsed":
        sets.add(CardSet.CITIES)
    sets |= {other for other in (CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS) if random.random() < 0.25}
    teams: tuple[int, ...] = ()
    players = random.choice((2, 3, 3, 4)) if state != "no top card" else 3
    if state == "four players":
        players = 4
    elif state == "teams" or random.random() < 0.1:
        players, teams = 4, random.choice(((0, 1, 0, 1), (0, 0, 1, 1)))
    relics = CardSet.ARTIFACTS in sets and (table.relic[card] or random.random() < 0.3)
    return Ruleset(sets=frozenset(sets), players=players, teams=teams, relics=relics)


def _has_only_dogmas(card: int) -> bool:
    return all(effect.kind is EffectKind.DOGMA for effect in effects_of(card))


def layout(
    card: int,
    state: str,
    seed: int,
    platform: Platform = Platform.BGA,
    *,
    figures: bool = False,
    sought: Sought | None = None,
) -> tuple[Ruleset, Arrangement, Aim]:
    """A position in which the actor is to activate a card, with its rules and decider.

    With ``figures``, Figures in the Sand is in play in one of its printings, with figures among the cards on boards.
    If a karma is ``sought``, it is that of the card, which lies where its karma needs it.
    """
    random = Random(f"{card}/{state}/{seed}")
    rules = replace(rules_for(card, state, random), platform=platform)
    if figures:
        printing = random.choice(list(Printing)) if sought is None else sought.printing
        rules = replace(rules, sets=rules.sets | {CardSet.FIGURES}, printing=printing)
    return _Maker(card, state, random, rules, sought).make(seed)


class _Maker:
    def __init__(self, card: int, state: str, random: Random, rules: Ruleset, sought: Sought | None) -> None:
        self.card, self.state, self.random, self.rules = card, state, random, rules
        self.sought = sought
        self.table = card_table(rules.platform.value)
        executes = _ALL_EFFECTS if CardSet.ARTIFACTS in rules.sets else _NON_DEMANDS
        if card_named(executes) == card:
            executes = _NON_DEMANDS
        self.activated = card_named(executes) if state == "executed by another card" else card

    def make(self, seed: int) -> tuple[Ruleset, Arrangement, Aim]:
        random, rules, state = self.random, self.rules, self.state
        keeps = {self.card, self.activated}
        self.city = self._city() if state == "endorsed" else None
        if self.city is not None:
            keeps.add(self.city)
        self.layout = Layout(rules, seed, keeps)
        self.on_display = self.table.set[self.card] == CardSet.ARTIFACTS and (
            state in ("from the display", "no top card") or random.random() < 0.15
        )
        if self.table.relic[self.card]:
            self.on_display = False
        is_melded = self.sought is not None and self.sought.is_melded
        kept = keeps - {self.card} if self.on_display or is_melded else keeps
        self._boards(kept)
        for seat in range(rules.players):
            self._fill(seat, Zone.HAND, self._number(seat, "empty hand"), keeps)
            self._fill(seat, Zone.SCORE, self._number(seat, "empty score pile"), keeps)
            if CardSet.ECHOES in rules.sets:
                self._fill(seat, Zone.FORECAST, random.choice((0, 0, 1, 2)), keeps)
        if self.city is not None:
            self._payment(keeps)
        if self.sought is not None and isinstance(self.sought.karma, Issues):
            for _ in range(2):
                self._one(ACTOR, Zone.HAND, self._ages(), keeps, of=[CardSet.FIGURES])
        self._empty_piles(keeps)
        if random.random() < 0.4:
            owner = random.randrange(rules.players)
            for age in random.sample(range(1, 10), random.choice((1, 2, 3))):
                self.layout.step(Claimed(owner, age))
        if self.on_display:
            self.layout.put(self.card, ACTOR, Zone.DISPLAY)
        elif is_melded:
            self.layout.put(self.card, ACTOR, Zone.HAND)
        declines = 1.0 if state == "declined" else random.choice((0.0, 0.3, 0.6))
        bots = CharacterBot(random.randrange(1000), Character(declines=declines))
        return rules, self.layout.finished(), Aim(self.activated, self.card, state, bots)

    # --- places -----------------------------------------------------------------------------

    def _city(self) -> int:
        """A city of another color that shows the card's icon, so that the card can be endorsed."""
        table, icon = self.table, self.table.featured[self.card]
        cities = [
            city.id
            for city in table.cards.values()
            if city.set == CardSet.CITIES
            and not city.relic
            and table.color[city.id] != table.color[self.card]
            and (not icon or table.icon_mask[city.id] >> icon & 1)
        ]
        return self.random.choice(cities)

    def _payment(self, keeps: set[int]) -> None:
        assert self.city is not None
        age = self.random.randint(1, self.table.age[self.city])
        self._one(ACTOR, Zone.HAND, [age], keeps)

    def _number(self, seat: int, emptied: str) -> int:
        if self.state == emptied and (seat == ACTOR or self.random.random() < 0.7):
            return 0
        if self.state == "one card only":
            return 1
        if self.state == IN_VAIN and seat != ACTOR:
            return self.random.choice((0, 0, 0, 1))
        if self.state.startswith("tie"):
            return self.random.choice((2, 3, 4))
        return self.random.choice((0, 1, 1, 2, 3, 4, 5))

    def _ages(self) -> list[int]:
        """The ages of the other cards: near the age of the card, or all the same if the state needs ties."""
        around = self.table.age[self.card]
        if self.state.startswith("tie"):
            return [self.random.choice((max(1, around - 1), around, min(10, around + 1)))]
        if self.random.random() < 0.3:
            return list(range(1, 11))
        return list(range(max(1, around - 3), min(10, around + 2) + 1))

    def _fill(self, seat: int, zone: Zone, number: int, keeps: set[int]) -> None:
        ages = self._ages()
        for _ in range(number):
            self._one(seat, zone, ages, keeps)

    def _one(
        self,
        seat: int,
        zone: Zone,
        ages: list[int],
        keeps: set[int],
        color: int | None = None,
        likes: bool | None = None,
        of: Sequence[CardSet] = (),
    ) -> None:
        """Put a random card of some ages into a zone, of some sets or of any in play.

        ``likes``: whether it needs the icon of the activated card.
        """
        random, icon = self.random, self.table.featured[self.card]
        sets = of or [
            card_set
            for card_set in sorted(self.rules.sets)
            if card_set in (CardSet.BASE, CardSet.ECHOES) or random.random() < 0.4
        ]
        if self.sought is not None and (seat, zone) == (ACTOR, Zone.BOARD):
            # With another figure on top, the one whose karma is sought may fade.
            sets = [card_set for card_set in sets if card_set is not CardSet.FIGURES]
        piles = [self.layout.left(back_of(card_set, age)) for card_set in sets for age in ages]
        cards = [
            card
            for card in random.choice(piles)
            if card not in keeps and (color is None or self.table.color[card] == color)
        ]
        if likes is not None:
            cards = [card for card in cards if bool(self.table.icon_mask[card] >> icon & 1) == likes] or cards
        if cards:
            self.layout.put(random.choice(cards), seat, zone)

    def _boards(self, kept: set[int]) -> None:
        random, state, table = self.random, self.state, self.table
        kinds = {effect.kind for effect in effects_of(self.card)}
        for seat in range(self.rules.players):
            # A player who obeys a demand has few of the icon. One who obeys a compel effect or shares has many.
            likes: bool | None = None
            if seat != ACTOR and random.random() < 0.8:
                likes = EffectKind.COMPEL in kinds or state == IN_VAIN
                if EffectKind.DEMAND in kinds or (not likes and random.random() < 0.5):
                    likes = EffectKind.DEMAND not in kinds
            own = {table.color[card]: card for card in sorted(kept)} if seat == ACTOR else {}
            for color in COLORS:
                cards = random.choice((0, 1, 1, 2, 2, 3, 4))
                if state == "no top card" and (seat != ACTOR or not own or random.random() < 0.8):
                    cards = 0
                elif state == "one card only":
                    cards = min(cards, 1) if random.random() < 0.4 else 0
                elif state == "pile of two loses one":
                    cards = 2
                ages = self._ages()
                placed = 0
                for _ in range(cards - (color in own)):
                    before = len(self.layout._steps)
                    self._one(seat, Zone.BOARD, ages, kept | {self.card}, color, likes)
                    placed += len(self.layout._steps) - before
                if color in own:
                    self.layout.put(own[color], seat, Zone.BOARD)
                    placed += 1
                splayed = state == "pile of two loses one" or random.random() < 0.5
                if placed > 1 and splayed:
                    self.layout.step(Turned(seat, color, random.choice(_DIRECTIONS)))

    def _empty_piles(self, keeps: set[int]) -> None:
        """Empty some supply piles: the player who sets up the position scores their cards."""
        age, emptied = self.table.age[self.card], set()
        if self.state == "draws past an empty pile":
            emptied = {
                max(1, min(10, age + offset)) for offset in self.random.choice(((0, 1), (0, 1, 2), (-1, 0), (1,)))
            }
            if self.random.random() < 0.3:
                emptied = set(range(1, age + 1))
        if self.state == "age 10 empty":
            emptied = {10} if self.random.random() < 0.7 else {9, 10}
        owner = self.random.choice([seat for seat in range(self.rules.players) if seat != ACTOR])
        for each in sorted(emptied):
            waiting = keeps.intersection(self.layout.left(each))
            if not (self.on_display and waiting):
                self.layout.empty(each, owner, Zone.SCORE)


class Aim:
    """A decider: it plays the opening and the first turn as the position needs it, then the card, then as a bot."""

    def __init__(self, activated: int, card: int, state: str, bot: CharacterBot) -> None:
        self.activated, self.card, self.state, self._bot = activated, card, state, bot

    def attach(self, game: Game) -> None:
        """Set the game in which it decides."""
        self._game = game
        self._bot.attach(game)

    def choose(self, choice: Choice) -> object:
        """The answer that leads to the card, if there is one."""
        game = self._game
        if game.turn < 0:
            return min(choice.options, key=lambda card: (game.place[card][0], game.table.name[card]))
        if choice.kind is ChoiceKind.ACTION and game.turn == 0:
            return next(action for action in choice.options if action.kind is ActionKind.DOGMA)
        if choice.kind is ChoiceKind.ACTION and game.turn == 1:
            # An inspire effect has an action of its own.
            kinds = [ActionKind.DISPLAY_DOGMA, ActionKind.INSPIRE, ActionKind.DOGMA]
            if self.state == "endorsed":
                kinds.insert(0, ActionKind.ENDORSE)
            for kind in kinds:
                wanted = Action(kind, self.activated)
                if wanted in choice.options:
                    return wanted
        if self.activated != self.card and self.card in choice.options and choice.kind is ChoiceKind.CARD:
            return self.card
        return self._bot.choose(choice)


__all__ = ["ACTOR", "STATES", "Aim", "layout", "rules_for"]
