"""Games that nobody played: a shuffled deal, bots that decide, and the engine."""

from __future__ import annotations

from innolog.simulate.bots import BOTS, Bot, RandomDecider, SensibleBot, seats
from innolog.simulate.dealing import deal
from innolog.simulate.games import SimulatedAction, SimulatedGame, simulate

__all__ = [
    "BOTS",
    "Bot",
    "RandomDecider",
    "SensibleBot",
    "SimulatedAction",
    "SimulatedGame",
    "deal",
    "seats",
    "simulate",
]
