"""How earlier generations of Board Game Arena's code played: one property per difference from the code of May 2023.

Each property asks the generation (:class:`~innolog.cards.generations.Generation`), and its documentation says what the
site did, and until when. What the site has always done otherwise than printed is in :mod:`innolog.cards.rulings`.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Final

from innolog.cards.editions import Platform
from innolog.cards.generations import USUAL, Generation
from innolog.cards.rulings import CardRulings

#: Cards that some generations played otherwise in a way that nobody knows exactly: the first and the last of these.
_NOT_KNOWN: Final[dict[str, tuple[Generation, Generation]]] = {
    "Battleship Bismarck": (Generation.G3, Generation.G5),
    "Charitable Trust": (Generation.G5, Generation.G8),
    "Dancing Girl": (Generation.G3, Generation.G6),
    "Dentures": (Generation.G5, Generation.G7),
    "Jet": (Generation.G7, Generation.G8),
    "Karaoke": (Generation.G5, Generation.G8),
    "Loom": (Generation.G5, Generation.G5),
    "Mjolnir Amulet": (Generation.G3, Generation.G5),
    "Periodic Table": (Generation.G3, Generation.G4),
    "Safety Pin": (Generation.G3, Generation.G4),
    "Stethoscope": (Generation.G5, Generation.G7),
}


@dataclass(frozen=True, slots=True)
class OlderRulings(CardRulings):
    """How the generation of the site's code that played a game differs from later ones.

    ``generation`` counts only on Board Game Arena.
    """

    generation: Generation = field(default=USUAL, kw_only=True)

    def _until(self, last: Generation, first: Generation = Generation.G1) -> bool:
        """Whether the game was played by a generation up to the given one, and not before another one."""
        return self.platform is Platform.BGA and first <= self.generation <= last

    def _since(self, first: Generation) -> bool:
        """Whether the game was not played by a generation before the given one."""
        return not (self.platform is Platform.BGA and self.generation < first)

    @property
    def not_known(self) -> frozenset[str]:
        """The names of the cards that the generation played in a way that is not known exactly.

        A log that differs from the rules in an action that executes one of them is not called illegal.
        """
        return frozenset(name for name, (first, last) in _NOT_KNOWN.items() if self._until(last, first))

    # --- rules -------------------------------------------------------------------------------------------------------

    @property
    def counts_achievements_together(self) -> bool:
        """Whether the available achievements have positions in one pile of all values.

        Now: the available achievements of each value are a pile of their own. Board Game Arena until January 2023: they
        are one pile, and the positions in a log count all of them.
        """
        return self._until(Generation.G4)

    @property
    def claims_at_checkpoints(self) -> bool:
        """Whether special achievements other than Monument are looked for only at certain moments.

        Now: after every move of a card and every splay. Board Game Arena from July 2022 to January 2023: after a Meld
        action's card lies, when a player has finished an effect, and before another card is executed. Other actions
        do not look for them.
        """
        return self._until(Generation.G4, Generation.G3)

    @property
    def only_movers_claim(self) -> bool:
        """Whether a change lets only the players claim whose cards it moves, the one who has the turn first.

        Now: after every change all players are looked at, from the one who executes the effect. Board Game Arena until
        July 2022: only the players of that move or splay.
        """
        return self._until(Generation.G2)

    @property
    def rearranging_earns(self) -> bool:
        """Whether special achievements are looked for after a pile was put in a new order.

        Now: they are (Publications). Board Game Arena until February 2023: they are not.
        """
        return self._since(Generation.G6)

    @property
    def equal_values_cost_more(self) -> bool:
        """Whether an achievement costs more points for every achievement of the same value that the player has.

        Now, and printed (Deluxe rulebook, "Achieve action"): they do. Board Game Arena until January 2023: five times
        the value is always enough.
        """
        return self._since(Generation.G5)

    @property
    def asks_without_choice(self) -> bool:
        """Whether players are asked although nothing is left to choose.

        Now: a choice of one card is made for the player. Board Game Arena until July 2022: whoever moves a card chooses
        it, even if there is only one.
        """
        return self._until(Generation.G2)

    @property
    def unsplaying_leaves_icons(self) -> bool:
        """Whether a pile that is unsplayed keeps its visible icons until its owner's board changes again.

        Now: the icons are counted anew. Board Game Arena from January to March 2023: Sunglasses and Telegraph can
        unsplay a pile, and the icons that the splay had shown still count.
        """
        return self._until(Generation.G7, Generation.G5)

    @property
    def nested_echo_stands_in(self) -> bool:
        """Whether a card with an echo effect and no non-demand effects can be executed by another card.

        Now: it cannot. Board Game Arena from January to March 2023: it can, as a card with one non-demand effect, which
        does nothing.
        """
        return self._until(Generation.G7, Generation.G5)

    @property
    def search_keeps_cards_revealed(self) -> bool:
        """Whether the cards of a Search icon stay revealed until all are drawn.

        Now: each goes to the hand at once, and those without the icon are returned from there. Board Game Arena until
        April 2023: all are drawn and revealed first. Then those with the icon go to the hand, and the others are
        returned.
        """
        return self._until(Generation.G8, Generation.G7)

    @property
    def loses_city_icons_late(self) -> bool:
        """Whether flags and fountains are taken away only after special achievements were looked for.

        Now: before that. Board Game Arena in March 2023: after it.
        """
        return self._until(Generation.G7, Generation.G7)

    # --- cards -------------------------------------------------------------------------------------------------------

    @property
    def tools_returns_fewer(self) -> bool:
        """Whether a player with one or two cards may return them for Tools.

        Now: they may, and draw nothing. Board Game Arena until April 2023: Tools does nothing for such a player.
        """
        return self._since(Generation.G9)

    @property
    def machinery_scores_unseen(self) -> bool:
        """Whether the card that Machinery scores is not revealed first.

        Now: it is. Board Game Arena until July 2022: it goes to the score pile unseen.
        """
        return self._until(Generation.G2)

    @property
    def pirate_code_transfers(self) -> bool:
        """Whether the card that The Pirate Code scores does not count as scored.

        Now: it does. Board Game Arena until July 2022: it is moved to the score pile, which does not count for
        Monument.
        """
        return self._until(Generation.G2)

    @property
    def canal_building_asks_in_vain(self) -> bool:
        """Whether Canal Building asks a player without cards in hand and score pile.

        Now: it does not. Board Game Arena until September 2021: it does.
        """
        return self._until(Generation.G1)

    @property
    def stem_cells_asks_in_vain(self) -> bool:
        """Whether Stem Cells asks a player without cards in hand.

        Now: it does not. Board Game Arena until September 2021: it does.
        """
        return self._until(Generation.G1)

    @property
    def bicycle_asks_in_vain(self) -> bool:
        """Whether Bicycle asks a player without cards in hand and score pile.

        Now: it does not. Board Game Arena until July 2022: it does.
        """
        return self._until(Generation.G3)

    @property
    def democracy_compares_executions(self) -> bool:
        """Whether Democracy compares with the most cards returned in one execution before, by whoever it was.

        Now: with what each other player has returned in this action. Board Game Arena until February 2023: with one
        number of the whole action, so that an endorsed Democracy must exceed the player's own.
        """
        return self._until(Generation.G6)

    @property
    def marcha_real_reveals_first(self) -> bool:
        """Whether Marcha Real reveals both cards before it returns them.

        Now: each is returned before the next is revealed. Board Game Arena until January 2023: both are revealed first.
        """
        return self._until(Generation.G4, Generation.G3)

    @property
    def shroud_returns_unseen(self) -> bool:
        """Whether Shroud of Turin returns its cards without revealing them.

        Now: they are revealed first. Board Game Arena until September 2022: they are not.
        """
        return self._until(Generation.G3, Generation.G3)

    @property
    def colt_draws_unseen(self) -> bool:
        """Whether the card drawn for Colt Paterson Revolver is not revealed.

        Now: it is revealed, and kept. Board Game Arena until September 2022: it goes to the hand unseen.
        """
        return self._until(Generation.G3, Generation.G3)

    @property
    def asks_again_after_a_pass(self) -> bool:
        """Whether a player who passes at Globe or Loom is asked once more.

        Now: the effect is over. Board Game Arena in January 2023: the player is asked a second time.
        """
        return self._until(Generation.G5, Generation.G5)

    @property
    def rock_scores_for_the_launcher(self) -> bool:
        """Whether Rock's card goes to the score pile of the player who activated it, whoever executes the effect.

        Now: to that of the player who executes it. Board Game Arena in January 2023: to that of the one who activated.
        """
        return self._until(Generation.G5, Generation.G5)

    @property
    def empty_board_wins_puzzle_cube(self) -> bool:
        """Whether Puzzle Cube can win for a player without cards on the board.

        Now: it can. Board Game Arena in January 2023: it cannot.
        """
        return not self._until(Generation.G5, Generation.G5)


#: The cards that a property concerns. One that is not listed concerns nothing that a poor record has (positions,
#: questions, the order of claims at one moment), or forbids what is allowed now (Tools).
_CONCERNED: Final[dict[str, tuple[str, ...]]] = {
    "rearranging_earns": ("Publications",),
    "unsplaying_leaves_icons": ("Sunglasses", "Telegraph"),
    "machinery_scores_unseen": ("Machinery",),
    "pirate_code_transfers": ("The Pirate Code",),
    "canal_building_asks_in_vain": ("Canal Building",),
    "stem_cells_asks_in_vain": ("Stem Cells",),
    "bicycle_asks_in_vain": ("Bicycle",),
    "democracy_compares_executions": ("Democracy",),
    "marcha_real_reveals_first": ("Marcha Real",),
    "shroud_returns_unseen": ("Shroud of Turin",),
    "colt_draws_unseen": ("Colt Paterson Revolver",),
    "asks_again_after_a_pass": ("Globe", "Loom"),
    "rock_scores_for_the_launcher": ("Rock",),
    "empty_board_wins_puzzle_cube": ("Puzzle Cube",),
}
#: Properties that can concern any game.
_OF_ANY_GAME: Final = (
    "claims_at_checkpoints",
    "equal_values_cost_more",
    "nested_echo_stands_in",
    "search_keeps_cards_revealed",
    "loses_city_icons_late",
)


def plays_otherwise(generation: Generation, executed: Set[str]) -> bool:
    """Whether a generation may play a game otherwise than the usual one, judged by the cards that are executed in it.

    ``executed`` are names of cards. Combustion has another text in the first edition of the first two generations.
    """
    there, now = OlderRulings(platform=Platform.BGA, generation=generation), OlderRulings(platform=Platform.BGA)
    differing = [name for name in (*_CONCERNED, *_OF_ANY_GAME) if getattr(there, name) != getattr(now, name)]
    texts = generation <= Generation.G2 and "Combustion" in executed
    return texts or any(name in _OF_ANY_GAME or not executed.isdisjoint(_CONCERNED[name]) for name in differing)
