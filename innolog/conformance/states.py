"""Cases in unusual states: each card with effects, activated where something is missing, equal or near its end.

What follows is what innolog's engine does. The tests hold the engine in such states against other records
(``tests/hunt``), so these cases are as good as the engine, and are marked by their kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from random import Random

from innolog.cards.editions import Edition, Platform
from innolog.cards.facts import CardSet, Color, Direction
from innolog.cards.registry import effects_of
from innolog.conformance.cases import Case, made
from innolog.conformance.table import NoPosition, position_of
from innolog.engine.achievements import conditions_of, special_achievements
from innolog.engine.choices import IllegalAnswer
from innolog.engine.game import Game
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import RandomDecider

#: The states: nothing but the card on the table; no card left below the last age; each player with equal cards; many
#: cards with splayed piles.
STATES = {
    "bare": "nobody has another card",
    "no supply": "the supply piles are empty but for the last age",
    "equal": "both players show as many icons, with cards of equal value",
    "full": "boards with splayed piles, hands and score piles",
}
#: How many tables are laid out for one that nobody has earned anything on.
_TRIES = 6
#: The editions with the sets whose cards are activated.
_SETS = {
    Edition.THIRD: (CardSet.BASE, CardSet.ECHOES, CardSet.ARTIFACTS, CardSet.FIGURES),
    Edition.FIRST: (CardSet.BASE,),
    Edition.FOURTH: (CardSet.BASE,),
}


def unusual(only: Collection[str]) -> Iterator[Case]:
    """The cases of all cards (or those in ``only``, names in lower case), for two players, in all :data:`STATES`."""
    for rules, card in unusual_cards():
        if not only or rules.table.name[card].lower() in only:
            for state in STATES:
                case = _case(rules, card, state)
                if case is not None:
                    yield case


def unusual_cards() -> Iterator[tuple[Ruleset, int]]:
    """The cards with effects, with the rules under which they are activated."""
    for edition, sets in _SETS.items():
        for card_set in sets:
            rules = Ruleset(edition, frozenset({CardSet.BASE, card_set}), 2, platform=Platform.TABLE, relics=False)
            for number, facts in sorted(rules.table.cards.items()):
                if facts.set is card_set and not facts.relic and effects_of(number, rules.texts):
                    yield rules, number


def _case(rules: Ruleset, card: int, state: str) -> Case | None:
    """A card in a state; None if the state does not allow to activate it."""
    random = Random(f"{rules.edition.value} {card} {state}")
    game = next((game for _ in range(_TRIES) if _is_calm(game := _laid_out(rules, card, state, random))), None)
    if game is None:
        return None
    try:
        position = position_of(game)
        return made(
            position,
            ["dogma", card],
            partial(_bot, random),
            subject=rules.table.name[card],
            card=card,
            kind=state,
            note=STATES[state],
        )
    except (NoPosition, IllegalAnswer):
        return None


def _is_calm(game: Game) -> bool:
    """Whether nobody meets the condition of an available special achievement before the action."""
    return not any(
        earned(game, player)
        for special, earned in conditions_of(game.rules)
        if special in game.specials
        for player in game.players
    )


def _bot(random: Random, game: Game) -> RandomDecider:
    return RandomDecider(random.randrange(1 << 30))


def _laid_out(rules: Ruleset, card: int, state: str, random: Random) -> Game:
    seats, decks = [Seat(board=[card]), Seat()], None
    base = [number for number, facts in sorted(rules.table.cards.items()) if facts.set is CardSet.BASE]
    left = [number for number in base if number != card]
    random.shuffle(left)
    if state == "equal":
        twins = [other for other in left if rules.table.age[other] == rules.table.age[card]]
        featured = rules.table.featured[card]
        twins.sort(key=lambda other: -rules.table.top_icons[other][featured])
        seats = [Seat(board=[card], hand=twins[2:4], score_pile=twins[4:5]), Seat(board=twins[:1], hand=twins[5:7])]
    elif state == "no supply":
        seats = [Seat(board=[card], hand=left[:2], score_pile=left[2:4]), Seat(board=left[4:6], hand=left[6:7])]
        held = {card, *left[:7]}
        last = [number for number in base if rules.table.age[number] == rules.highest_age and number not in held]
        return build(
            rules,
            RandomDecider(0),
            seats,
            decks={rules.highest_age: last[:3]},
            available=special_achievements(rules),
            fill=False,
        )
    elif state == "full":
        seats = [
            _crowded([*left[:12], card], left[12:18], rules, random),
            _crowded(left[18:30], left[30:36], rules, random),
        ]
    return build(rules, RandomDecider(0), seats, decks=decks)


def _crowded(board: list[int], others: list[int], rules: Ruleset, random: Random) -> Seat:
    splays = {
        color: random.choice((Direction.LEFT, Direction.RIGHT, Direction.UP))
        for color in Color
        if sum(rules.table.color[number] == color for number in board) > 1
    }
    return Seat(board=board, hand=others[:3], score_pile=others[3:], splays=splays)
