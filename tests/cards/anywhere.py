"""Effects that are carried out in random positions, whether or not a game would come there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from innolog.cards import registry
from innolog.cards.editions import STANDARD, Edition, Platform, Printing
from innolog.cards.facts import CardSet, Color, Direction, back_of
from innolog.cards.registry import Effect, EffectKind, all_effects
from innolog.engine.game import DogmaComplete, Game, GameOver
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import RandomDecider
from tests.table import names

#: Text, card, kind and number.
Key = tuple[str, str, str, int]


def every_effect() -> dict[Key, Effect]:
    """All effects of all texts."""
    all_effects()
    return {
        (text, names([card])[0], effect.kind.value, effect.number): effect
        for (card, text), effects in registry._texts.items()
        for effect in effects
    }


def rules_of(text: str, effect: Effect) -> Ruleset:
    """Rules for three under which an effect applies."""
    if text in ("first", "fourth"):
        return Ruleset(Edition(text), players=3, platform=Platform.TABLE)
    own = CardSet(Ruleset().table.set[effect.card])
    sets = frozenset({CardSet.BASE, CardSet.ARTIFACTS if Ruleset().table.relic[effect.card] else own})
    if text == STANDARD.value and own is not CardSet.FIGURES:
        return Ruleset(sets=sets, players=3, relics=CardSet.ARTIFACTS in sets, platform=Platform.TABLE)
    printing = Printing.BOX_2013 if text == Printing.BOX_2013.value else Printing.DELUXE
    return Ruleset(sets=sets | {CardSet.FIGURES}, players=3, printing=printing, platform=Platform.TABLE)


def positions(rules: Ruleset, effect: Effect) -> Iterator[Game]:
    """Positions with the effect's card on the board of player 0 and random cards elsewhere, one after the other."""
    facts, colors = rules.table.cards, rules.table.color
    all_cards = [card for card in facts if facts[card].set in rules.sets and card != effect.card]
    for seed in range(1000):
        random = Random(f"{effect.card} {effect.kind.value} {effect.number} {seed}")
        cards = random.sample(all_cards, 90)
        seats = []
        for number in range(3):
            hand, score, board = ([cards.pop() for _ in range(random.randrange(most))] for most in (7, 6, 9))
            board += [effect.card] if not number else []
            splays = {
                Color(color): Direction(random.randrange(4))
                for color in {colors[card] for card in board}
                if sum(colors[card] == color for card in board) > 1
            }
            forecast = [cards.pop() for _ in range(2)] if CardSet.ECHOES in rules.sets else []
            seats.append(Seat(hand=hand, score_pile=score, board=board, splays=splays, forecast=forecast))
        decks: dict[int, list[int]] = {}
        for card in cards:
            decks.setdefault(back_of(facts[card].set, facts[card].age, facts[card].relic), []).append(card)
        game = build(rules, RandomDecider(seed), seats, decks=decks)
        game.icon_counts = (1, 1, 1)
        yield game


def carry_out(game: Game, effect: Effect) -> None:
    """Let player 0 carry out an effect, or player 1 obey it."""
    me, you = game.players[:2]
    game.current, game.cause, game.executed = me, effect.card, effect.card
    try:
        if effect.kind in (EffectKind.DEMAND, EffectKind.COMPEL):
            game.current, game.leader = you, me
            effect.run(game, me, you)
        else:
            effect.run(game, me)
    except (GameOver, DogmaComplete):
        pass
