"""The cheats, by what they break. Importing this registers all of them."""

from tests.cheating.cheats import achievements, boards, dogma, draws, ends, expansions, fourth, records, turns

__all__ = ["achievements", "boards", "dogma", "draws", "ends", "expansions", "fourth", "records", "turns"]
