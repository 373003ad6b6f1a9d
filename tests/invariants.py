"""The invariants of every position between two actions: a numbered list, and the check.

I1  every card in play is in exactly one zone, and ``place`` names that zone
I2  the cards in play are exactly those of the sets in play
I3  cards lie where they can: a pile holds its own color, a supply pile its own back
I4  only a pile of two or more cards is splayed
I5  the cached icon counts equal the number of visible printed icons
I6  the score is the sum of the values in the score pile, plus the points of the visible bonuses
I7  the counts towards Monument equal those of the events of the turn, as far as these are what counts; without events,
    they are not negative
I8  no player meets the condition of a special achievement that is still available
I9  each player has the entries for exactly the flags and fountains that count for this player
I10 nobody has enough achievements to win while the game goes on
I11 nothing stays revealed between actions

The last four hold only while the game goes on, because a game can end in the middle of an effect. Earlier generations
of a site's code break I5 and I8: an unsplayed pile keeps its icons, and not every change is followed by a look at what
was earned. They are not checked there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from innolog.cards.facts import (
    COLORS,
    FOUNTAINS,
    SLOTS,
    UNKNOWN_BASE,
    CardFacts,
    CardSet,
    Direction,
    Icon,
    back_set,
    is_city_icon,
)
from innolog.engine.achievements import conditions_of, special_achievements
from innolog.engine.events import Event, Transfer, TurnEnded
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.support.errors import InnologError


class Broken(InnologError, AssertionError):
    """An invariant does not hold; ``number`` is its number in the list."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"I{number}: {what}")
        self.number = number


class Tally:
    """Counts the cards tucked and scored in a turn from the events; call it with each (a sink)."""

    def __init__(self, rules: Ruleset) -> None:
        self.tucked = [0] * rules.players
        self.scored = [0] * rules.players
        #: False where the game counts otherwise than by the cards tucked.
        self.counts_tucks = not rules.holds("monument_counts_returns")
        #: The cards scored from another player's places that may not count, because a site does not count Rock's.
        self.uncounted = [0] * rules.players
        self._counts_others = not rules.holds("rock_scores_for_the_launcher")

    def __call__(self, event: Event) -> None:
        """Count one event."""
        if isinstance(event, Transfer):
            if event.keyword is Keyword.TUCK:
                self.tucked[event.to_owner] += 1
            elif event.keyword is Keyword.SCORE:
                self.scored[event.to_owner] += 1
                if not self._counts_others and event.from_owner not in (NOBODY, event.to_owner):
                    self.uncounted[event.to_owner] += 1
        elif isinstance(event, TurnEnded):
            self.tucked = [0] * len(self.tucked)
            self.scored = [0] * len(self.scored)
            self.uncounted = [0] * len(self.uncounted)

    def agrees(self, player: Player) -> bool:
        """Whether the counts kept for a player are those of the events."""
        tucked = not self.counts_tucks or player.tucked == self.tucked[player.index]
        return tucked and 0 <= self.scored[player.index] - player.scored <= self.uncounted[player.index]


def check(game: Game, tally: Tally | None = None) -> None:
    """Check all invariants between two actions, I7 with the tally of the turn's events.

    Raises :class:`Broken` for the first that does not hold.
    """
    for number, what in violations(game, tally):
        raise Broken(number, what)


def violations(game: Game, tally: Tally | None = None) -> Iterator[tuple[int, str]]:
    """The number of each invariant that does not hold, with a description of what was found."""
    yield from _places(game)
    yield from _whole(game)
    yield from _right_piles(game)
    for player in game.players:
        yield from _boards(game, player)
        yield from _monument(player, tally)
        if player.revealed and game.over is None:
            yield 11, f"player {player.index} has revealed cards"
    yield from _specials(game)
    yield from _city_icons(game)
    if game.over is None:
        for player in game.players:
            if game.achievements_of(player) >= game.rules.achievements_needed:
                yield 10, f"player {player.index} has won"


def _zones(game: Game) -> Iterator[tuple[int, Zone, list[int]]]:
    for deck in game.decks.values():
        yield NOBODY, Zone.DECK, deck
    yield NOBODY, Zone.AVAILABLE, game.specials
    for zone, cards in game.zones.items():
        yield NOBODY, zone, cards
    for player in game.players:
        for zone, cards in player.zones.items():
            yield player.index, zone, [card for card in cards if not is_city_icon(card)]
        for pile in player.piles:
            yield player.index, Zone.BOARD, pile


def _places(game: Game) -> Iterator[tuple[int, str]]:
    found = Counter(chain.from_iterable(cards for _, _, cards in _zones(game)))
    for card, times in found.items():
        if times > 1:
            yield 1, f"{_name(game, card)} is in {times} places"
    for owner, zone, cards in _zones(game):
        for card in cards:
            if game.place.get(card) != (owner, zone):
                yield 1, f"{_name(game, card)} is in {zone.name} of {owner}, not at {game.place.get(card)}"
    for card in game.place.keys() - found.keys():
        yield 1, f"{_name(game, card)} has a place but is nowhere"


def _whole(game: Game) -> Iterator[tuple[int, str]]:
    """Known cards by id; for hidden cards, only the number of cards with each back."""
    table = game.table
    want: Counter[int] = Counter()
    for back, cards in table.by_back.items():
        if back_set(back) in game.rules.sets:
            want[back] = len(cards)
    # The setup determines which relics are in play.
    have = Counter(game.back[card] for card in game.place if card not in table.achievements and not game.is_relic(card))
    for back in want.keys() | have.keys():
        if want[back] != have[back]:
            yield 2, f"{have[back]} cards with back {back} instead of {want[back]}"
    for card in special_achievements(game.rules):
        if card not in game.place:
            yield 2, f"{_name(game, card)} is missing"


def _right_piles(game: Game) -> Iterator[tuple[int, str]]:
    for back, deck in game.decks.items():
        for card in deck:
            if game.back[card] != back:
                yield 3, f"{_name(game, card)} is in the supply pile {back}"
    for player in game.players:
        for color in COLORS:
            for card in player.piles[color]:
                if game.color[card] != color:
                    yield 3, f"{_name(game, card)} is in the pile {color.name.lower()}"


def _boards(game: Game, player: Player) -> Iterator[tuple[int, str]]:
    for color in COLORS:
        if player.splays[color] and len(player.piles[color]) < 2:
            yield 4, f"player {player.index} has {color.name.lower()} splayed with too few cards"
    seen = [printed for color in COLORS for printed in visible_slots(game, player, color)]
    counts = [0] * len(Icon)
    for printed in seen:
        name = printed.removeprefix("search-").removesuffix("-note").upper()
        if name in Icon.__members__:
            counts[Icon[name]] += 1
    if tuple(counts) != player.plain_icons() and not game.rules.holds("unsplaying_leaves_icons"):
        yield 5, f"player {player.index} shows {counts}, counted {player.plain_icons()}"
    bonuses = [int(printed.removeprefix("bonus-")) for printed in seen if printed.startswith("bonus-")]
    if game.modifiers:
        if sorted(bonuses) != sorted(player.plain_bonuses()):
            yield 6, f"player {player.index} shows the bonuses {bonuses}, counted {player.plain_bonuses()}"
        return
    points = sum(game.age[card] for card in player.score_pile)
    if bonuses and game.rules.sets != {CardSet.BASE}:
        points += max(bonuses) + len(bonuses) - 1
    if points != player.counted_score():
        yield 6, f"player {player.index} has {points} points, counted {player.counted_score()}"


def visible_slots(game: Game, player: Player, color: int) -> Iterator[str]:
    """The content of every visible slot of a pile (Deluxe rulebook, "Splaying")."""
    pile = player.piles[color]
    for card in pile:
        if card >= UNKNOWN_BASE:
            continue
        facts: CardFacts = game.table.cards[card]
        printed = dict(zip(SLOTS, facts.slots, strict=True))
        if card == pile[-1]:
            shown: tuple[str, ...] = SLOTS
        elif player.splays[color] == Direction.LEFT:
            # The strip uncovered at the right edge.
            shown = ("bottom_right", "top_right")
        elif player.splays[color] == Direction.RIGHT:
            shown = ("top_left", "bottom_left")
        elif player.splays[color] == Direction.UP:
            shown = ("bottom_left", "bottom_center", "bottom_right")
        elif player.splays[color] == Direction.ASLANT:
            shown = ("top_left", "bottom_left", "bottom_center", "bottom_right")
        else:
            shown = ()
        yield from (printed[slot] for slot in shown if printed[slot])


def _monument(player: Player, tally: Tally | None) -> Iterator[tuple[int, str]]:
    kept = (player.tucked, player.scored)
    if min(kept) < 0 or not (tally is None or tally.agrees(player)):
        yield 7, f"player {player.index} is said to have tucked and scored {kept}"


def _specials(game: Game) -> Iterator[tuple[int, str]]:
    rules = game.rules
    always = rules.holds("rearranging_earns") and not rules.holds("claims_at_checkpoints")
    if game.over is not None or not always:
        return
    for achievement, condition in conditions_of(rules):
        if achievement in game.specials:
            for player in game.players:
                if condition(game, player):
                    yield 8, f"player {player.index} has not claimed {game.table.name[achievement]}"


def _city_icons(game: Game) -> Iterator[tuple[int, str]]:
    if CardSet.CITIES not in game.rules.sets or game.over is not None:
        return
    for player in game.players:
        held = Counter(
            "flag" if entry < FOUNTAINS else "fountain" for entry in player.achievements if is_city_icon(entry)
        )
        due: Counter[str] = Counter()
        for color in COLORS:
            printed = Counter(visible_slots(game, player, color))
            due["fountain"] += printed["fountain"]
            if printed["flag"] and all(
                other.visible(color) <= player.visible(color) for other in game.opponents(player)
            ):
                due["flag"] += printed["flag"]
        if +due != +held:
            yield 9, f"player {player.index} holds {dict(held)} instead of {dict(+due)}"


def _name(game: Game, card: int) -> str:
    return game.table.name[card] if card < UNKNOWN_BASE and game.table.name[card] else f"card {card}"
