"""Cities of Destiny: city draws, city icons, flags and fountains, special achievements, the Endorse action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.facts import (
    COLORS,
    FLAGS,
    FOUNTAINS,
    CardSet,
    Direction,
    Icon,
    back_of,
    back_set,
    city_icon_color,
    is_city_icon,
)
from innolog.engine.expansions import Expansion
from innolog.engine.operations import BY_CONDITION, CountCityIcon, MeldAction, Splay
from innolog.engine.state import Player
from innolog.engine.zones import Keyword

if TYPE_CHECKING:
    from innolog.engine.game import Game

LEGEND, REPUTE, FAME, GLORY, VICTORY = range(325, 330)

_DIRECTIONS = {"left": Direction.LEFT, "right": Direction.RIGHT, "up": Direction.UP}
_ARROW_ACHIEVEMENTS = {"left": LEGEND, "right": REPUTE, "up": FAME}


def _by_color(entry: int) -> tuple[int, int]:
    """A sort key: the order in which one player's flags and fountains are counted."""
    return city_icon_color(entry), entry


def _changes(held: set[int], due: set[int]) -> tuple[set[int], set[int]]:
    """The entries that are lost and gained. Of two fountains of a color, the lower number is gained and lost first."""
    lost, gained = held - due, due - held
    for entry in [entry for entry in lost if entry >= FOUNTAINS]:
        # If one of two is lost, the higher number stays. If the player holds that one alone, nothing changes.
        lower = entry - 5
        if lower in due:
            lost.remove(entry)
            if lower in held:
                lost.add(lower)
            else:
                gained.remove(lower)
    return lost, gained


class Cities(Expansion):
    """Deluxe rulebook, "Expansion: Cities of Destiny" and "Drawing expansion cards"."""

    watches_boards = True
    reacts_to = (MeldAction, Splay)

    def after_move(self, game: Game, player: Player, card: int, keyword: Keyword) -> bool:
        """Let the player claim Legend, Repute or Fame for melding, or Glory or Victory for tucking the right city."""
        claimed = False
        if keyword is Keyword.MELD:
            splay = player.splays[game.color[card]]
            for icon in game.table.specials[card]:
                # A meld does not change the direction of the pile, so it shows whether the pile was splayed before.
                if icon in _DIRECTIONS and splay == _DIRECTIONS[icon]:
                    claimed |= game.claim_special(player, _ARROW_ACHIEVEMENTS[icon])
        elif keyword is Keyword.TUCK:
            icons = game.table.specials[card]
            if "flag" in icons:
                claimed |= game.claim_special(player, GLORY)
            if "fountain" in icons:
                claimed |= game.claim_special(player, VICTORY)
        return claimed

    def after_change(self, game: Game) -> bool:
        """Count flags and fountains anew; they are achievements only while they are visible (and a flag unbeaten).

        First all that are lost, then all that are gained, each player's color by color. On the site each is a transfer
        like any other, so that special achievements due for what brought it about come after the first.
        """
        if game.rules.holds("loses_city_icons_late"):
            return self._recount(game, True, lost=False)
        return self._recount(game, game.rules.holds("consequences_one_by_one"))

    def after_claims(self, game: Game) -> None:
        """Take away the flags and fountains that are lost."""
        self._recount(game, False)

    def begin(self, game: Game) -> None:
        """Count the flags and fountains of a position. Other consequences wait for the first change."""
        self._recount(game, False)

    def _recount(self, game: Game, single: bool, *, lost: bool = True) -> bool:
        differing: dict[int, tuple[set[int], set[int]]] = {}
        for player in game.players:
            due = self._due(game, player)
            held = {entry for entry in player.achievements if is_city_icon(entry)}
            if due != held and (found := _changes(held, due)) != (set(), set()):
                differing[player.index] = found
        if not differing:
            return False
        order = [player for player in game.first_players() if player.index in differing]
        fewer = [(player, entry) for player in order for entry in sorted(differing[player.index][0], key=_by_color)]
        more = [(player, entry) for player in order for entry in sorted(differing[player.index][1], key=_by_color)]
        won = False
        for changes, to_player in ((fewer if lost else [], False), (more, True)):
            for player, entry in changes:
                self._shift(game, player, entry, to_player=to_player)
                if single:
                    won |= game.claim_standing()
                won |= to_player and game.is_won()
        return won

    def _due(self, game: Game, player: Player) -> set[int]:
        specials = game.table.specials
        due: set[int] = set()
        for color in COLORS:
            pile = player.piles[color]
            if not pile:
                continue
            icons = specials[pile[-1]]
            if not icons and player.splays[color] != Direction.UP:
                continue
            entry = player.index + color * 10
            if "flag" in icons:
                visible = player.visible(color)
                if all(other.visible(color) <= visible for other in game.opponents(player)):
                    due.add(FLAGS + entry)
            fountains = icons.count("fountain")
            if player.splays[color] == Direction.UP:
                # Only a fountain in the bottom center shows on a covered card.
                for card in pile[:-1]:
                    icons = specials[card]
                    if icons and icons.count("fountain") > 1:
                        fountains += 1
            for number in range(fountains):
                due.add(FOUNTAINS + entry + 5 * number)
        return due

    def _shift(self, game: Game, player: Player, entry: int, *, to_player: bool) -> None:
        game.perform(CountCityIcon(player, BY_CONDITION, entry, to_player))

    def after_splay(self, game: Game, player: Player) -> None:
        """Draw a City after splaying in a new direction."""
        self._draw_city(game, player)

    def after_meld_action(self, game: Game, player: Player, card: int, covered: int | None) -> None:
        """Carry out the icons of a melded city, then draw a City for a new color ("Action triggers" 1 and 2).

        A city has a plus after an arrow, if it has both.
        """
        icons = game.table.specials[card]
        for icon in reversed(icons) if game.rules.reads("pluses_come_before_arrows") else icons:
            if icon == "plus":
                game.draw(player, game.age[card] + 1)
            elif icon in _DIRECTIONS:
                game.splay(player, game.color[card], _DIRECTIONS[icon])
            elif icon.startswith("search-"):
                self._search(game, player, game.age[card], Icon[icon.removeprefix("search-").upper()])
        if covered is None:
            self._draw_city(game, player)

    def _draw_city(self, game: Game, player: Player) -> None:
        """Draw a City with the value of the highest top card, unless the player has a City in hand."""
        if not any(back_set(game.back[card]) == CardSet.CITIES for card in player.hand):
            game.draw(player, player.highest_top(), CardSet.CITIES)

    def _search(self, game: Game, player: Player, age: int, icon: Icon) -> None:
        """Draw and reveal a number of base cards of a value, keep those with the icon, return the others.

        "City icons", search: no other draw rule and no effect applies, and an empty pile ends it.
        """
        game.swayed["uninterrupted"] = True
        found: list[int] = []
        deck = game.decks[back_of(CardSet.BASE, age)]
        for _ in range(age):
            if not deck:
                break
            card = game.draw_and_reveal(player, age, CardSet.BASE)
            found.append(card)
            if not game.rules.holds("search_keeps_cards_revealed"):
                game.keep(player, card)
        rest = [card for card in found if not game.has_icon(card, icon)]
        if game.rules.holds("search_keeps_cards_revealed"):
            game.keep_all(player, [card for card in found if card not in rest])
        game.return_all(player, rest)
        game.swayed.pop("uninterrupted", None)
