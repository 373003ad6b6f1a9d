"""Simulated games: a shuffled deal, bots that decide, and the engine."""

from __future__ import annotations

from innolog.simulate.bots import BOTS, Bot, RandomDecider, SensibleBot, seats
from innolog.simulate.characters import CHARACTERS, Character, CharacterBot
from innolog.simulate.dealing import deal, stacked
from innolog.simulate.games import SimulatedAction, SimulatedGame, simulate

__all__ = [
    "BOTS",
    "CHARACTERS",
    "Bot",
    "Character",
    "CharacterBot",
    "RandomDecider",
    "SensibleBot",
    "SimulatedAction",
    "SimulatedGame",
    "deal",
    "seats",
    "simulate",
    "stacked",
]
