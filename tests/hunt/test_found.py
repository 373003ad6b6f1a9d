"""Classes of fault that the hunt found, each in a small game that shows it, from every seat."""

from __future__ import annotations

from innolog.cards.facts import CardSet, Icon
from innolog.cards.registry import card_named
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import Zone
from innolog.log import GameLog
from innolog.replay import replay
from innolog.simulate import Character, CharacterBot, SimulatedGame, simulate
from parsers import read_blob
from parsers.bga.writer import write
from parsers.files import Blob
from tests.hunt.arranging import Claimed, Layout, arranged
from tests.hunt.judging import wrong
from tests.hunt.layouts import ACTOR, Aim


def judged(layout: Layout, card: int, seed: int, actions: int = 3) -> tuple[SimulatedGame, list[str]]:
    """The game in which the actor activates a card in a position, and what is wrong with each of its exports."""
    arrangement = layout.finished()
    aim = Aim(card, card, "", CharacterBot(seed, Character(declines=0.0)))
    with arranged(arrangement):
        game = simulate(layout.rules, seed, aim, tell=True, setup=arrangement.setup, most_actions=actions)
        assert game.told is not None
        found = []
        for viewpoint in (*range(game.rules.players), None):
            log = read_blob(Blob("game", write(game.told, viewpoint).encode()))
            assert isinstance(log, GameLog)
            found.append(wrong(replay(log), game, is_full=True))
    return game, found


def test_a_hidden_achievement_is_found_by_its_place_among_all() -> None:
    """Accused was a player who returned any but the first of the achievements that the log shows from behind.

    The search located hidden cards in hands, score piles, forecasts and supply piles, but not among the achievements of
    a player, and took the first that could be chosen. The same held where a card is chosen before it is moved. Found by
    a game in which the third of four achievements was returned; looked for by going through all places where cards lie
    face down.
    """
    ball = card_named("'30 World Cup Final Ball")
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS}), players=2)
    returned = set()
    for seed in range(8):
        layout = Layout(rules, seed, {ball})
        layout.put(ball, ACTOR, Zone.BOARD)
        for card in [card for card in layout.left(9) if layout.table.icon_mask[card] >> Icon.LEAF & 1][:3]:
            layout.put(card, 0, Zone.BOARD)
        for age in (3, 1, 6):
            layout.step(Claimed(0, age))
        game, found = judged(layout, ball, seed)
        assert not any(found), found
        returned |= {answer for choice, answer in game.actions[2].decisions if choice.kind.value == "card"}
    assert len(returned) > 2
