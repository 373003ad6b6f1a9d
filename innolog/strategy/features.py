"""A position as numbers, seen from one seat: what the network that values positions reads.

Only what the player at that seat sees is read, and of other hands, score piles and forecasts the backs.
"""

from __future__ import annotations

from typing import Final

from innolog.cards.editions import Edition
from innolog.cards.facts import HIGHEST_VALUE, CardSet, Direction, Icon
from innolog.engine.game import Game
from innolog.engine.state import Player

#: More than the number of any card.
CARDS: Final = 1000
#: The roles in which the network knows each card: on top of my board, if no opponent has as many of its featured icon,
#: and if one has; in my hand; on top of the board of an opponent who has no more of its featured icon than I have, and
#: of one who has more. What a dogma brings depends on who shares it and whom it can demand from.
ROLES: Final = 5
_ALONE, _SHARED, _HAND, _OPEN_TO_ME, _AGAINST_ME = (role * CARDS for role in range(ROLES))
_SETS: Final = (CardSet.ARTIFACTS, CardSet.CITIES, CardSet.ECHOES, CardSet.FIGURES)
_EDITIONS: Final = (Edition.FIRST, Edition.FOURTH)
#: How many numbers describe one player, and a position.
PER_PLAYER: Final = 43
#: Which of the numbers of a player says how many achievements the player has the points and the top card for.
CLAIMABLE: Final = 5
NUMBERS: Final = 3 * PER_PLAYER + 26


class View:
    """What all seats see of one position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._icons = [player.icons() for player in game.players]
        self.rows = [_player(game, player, icons) for player, icons in zip(game.players, self._icons, strict=True)]
        self._common = _common(game)

    def of(self, seat: int) -> tuple[list[float], list[int]]:
        """The :data:`NUMBERS` numbers of a seat, and its cards: each ``role * CARDS + card``."""
        game, rows = self.game, self.rows
        me = game.players[seat]
        mine = rows[seat]
        others = [player.index for player in game.players if not game.rules.same_side(seat, player.index)]
        first = rows[others[0]]
        most, mean = list(first), list(first)
        for other in others[1:]:
            for index, value in enumerate(rows[other]):
                mean[index] += value
                if value > most[index]:
                    most[index] = value
        number = 1.0 / len(others)
        mean = [value * number for value in mean]
        found = mine + most + mean
        # Sharing and demands follow from who has more icons.
        for icon in range(7, 14):
            found.append(1.0 if mine[icon] >= most[icon] else 0.0)
        distance = (seat - game.turn_player.index) % len(game.players)
        left = float(game.actions_in_turn - game.action)
        found += [
            left / 2 if distance == 0 else 0.0,
            1.0 if distance == 0 else 0.0,
            left / 2 if distance != 0 else 0.0,
            distance / 4,
        ]
        found += self._common
        return found, self._cards(me, others)

    def _cards(self, me: Player, others: list[int]) -> list[int]:
        featured, icons, players = self.game.table.featured, self._icons, self.game.players
        of_me = icons[me.index]
        most = [max(of) for of in zip(*[icons[other] for other in others], strict=True)]
        found = []
        for pile in me.piles:
            if pile:
                card = pile[-1]
                icon = featured[card]
                found.append(card + (_SHARED if most[icon] >= of_me[icon] else _ALONE))
        found += [_HAND + card for card in me.hand_cards if card < CARDS]
        for other in others:
            of_other = icons[other]
            for pile in players[other].piles:
                if pile:
                    card = pile[-1]
                    icon = featured[card]
                    found.append(card + (_OPEN_TO_ME if of_me[icon] >= of_other[icon] else _AGAINST_ME))
        return found


def _player(game: Game, player: Player, icons: tuple[int, ...]) -> list[float]:
    """What everybody sees of one player."""
    age = game.age
    score, highest = player.score(), player.highest_top()
    values = [age[card] for card in player.hand]
    needed = game.rules.achievements_needed
    reach = [5 * age[card] for card in game.available if age[card] <= highest]
    scored = [age[card] for card in player.score_cards]
    claimed = len(player.achievements)
    splays = player.splays
    covered = sum([len(pile) for pile in player.piles])
    next_one = min(reach, default=50)
    found = [
        score / 20,
        min(score, 60) ** 0.5 / 5,
        highest / 10,
        claimed / needed,
        1.0 / max(1, needed - claimed),
        sum([1.0 for points in reach if score >= points]) / 3,
        min(1.0, score / next_one),
    ]
    found += [icon / 10 for icon in icons[1:8]]
    found += [
        len(values) / 6,
        sum(values) / 30,
        max(values, default=0) / 10,
        sum([1.0 for value in values if value > highest]) / 3,
        len(scored) / 8,
        max(scored, default=0) / 10,
        covered / 15,
        sum([1.0 for pile in player.piles if pile]) / 5,
        sum([age[pile[-1]] for pile in player.piles if pile]) / 30,
        len(player.forecast) / 4,
        sum([age[card] for card in player.forecast]) / 20,
        float(len(player.display)),
        player.tucked / 6,
        player.scored / 6,
        len(player.bonuses()) / 5 if game.has_bonuses else 0.0,
    ]
    for direction in (1, 2, 3, 4):
        found.append(sum([1.0 for splay in splays if splay == direction]) / 5)
    found.append(1.0 if player.endorsed else 0.0)
    found.append(max([len(pile) for pile in player.piles]) / 8)
    # What the next draw brings, and how near the end by drawing is.
    supply = [(value, len(game.decks.get(value, []))) for value in range(max(highest, 1), HIGHEST_VALUE + 1)]
    left = sum([number for _, number in supply])
    next_draw = min([value for value, number in supply if number], default=HIGHEST_VALUE + 1)
    # What special achievements ask for.
    found += [
        next_draw / 10,
        min(left, 40) / 20,
        1.0 / (1 + left),
        1.0 if next_draw > 10 else 0.0,
        sum([1.0 for number in icons[1:7] if number >= 3]) / 6,
        sum([1.0 for pile in player.piles if pile and age[pile[-1]] >= 8]) / 5,
        sum([1.0 for splay in splays if splay >= Direction.RIGHT]) / 5,
        icons[Icon.CLOCK] / 12,
    ]
    return found


def _common(game: Game) -> list[float]:
    rules = game.rules
    base = [game.decks.get(age, []) for age in range(1, 12)]
    lowest = next((age for age, deck in enumerate(base, 1) if deck), 12)
    found = [
        lowest / 10,
        sum([len(deck) for deck in base]) / 100,
        len(base[9]) / 10,
        len(game.available) / 9,
        len(game.specials) / 5,
        min(game.turn, 60) / 40,
        rules.players / 5,
        1.0 if rules.teams else 0.0,
        1.0 if rules.extra_achievement else 0.0,
    ]
    found += [1.0 if card_set in rules.sets else 0.0 for card_set in _SETS]
    found += [1.0 if rules.edition is edition else 0.0 for edition in _EDITIONS]
    return found
