"""Write a game as packets of an earlier generation of Board Game Arena's code.

Which fields and types of notification a generation writes is in :mod:`parsers.bga.fields`, for the reader as well as
here. What it writes in another form than the code of May 2023 is below.
"""

from __future__ import annotations

from typing import Any

from innolog import log as seen
from innolog.cards.facts import UNKNOWN_BASE
from innolog.cards.generations import Generation
from innolog.log import Check, Place
from innolog.log.told import Told, ToldGame
from parsers.bga import fields
from parsers.bga import notifications as words
from parsers.bga.cardrows import printed
from parsers.bga.packets import COLOR_NAMES, Args, Writer

#: The arguments of every public copy.
_OF_PUBLIC = frozenset({"log", "notification_type"})
#: The texts of a card that the first generations send with it. They are left empty.
_TEXTS = dict.fromkeys(
    (
        *("i_demand_effect_1", "non_demand_effect_1", "non_demand_effect_2", "non_demand_effect_3"),
        *("achievement_name", "condition_for_claiming", "alternative_condition_for_claiming"),
    )
)


class OlderWriter(Writer):
    """The packets of one game, as a generation before that of May 2023 sends them."""

    def __init__(self, game: ToldGame) -> None:
        super().__init__(game, generation=Generation[game.generation])
        written = fields.tables(self.generation)
        self._fields = {kind: _OF_PUBLIC.union(names) for kind, names in written.notifications.items()}
        self._fields_of_states = {state: frozenset(names) for state, names in written.states.items()}
        #: True for the generations that write the whole row of a card, and name no card in messages.
        self._writes_rows = self.generation <= Generation.G2

    def _item(self, kind: str, args: Args | list[Any], template: str) -> Args:
        known = self._fields.get(kind.removesuffix(words.PUBLIC_SUFFIX))
        if known is not None and isinstance(args, dict):
            args = {name: value for name, value in args.items() if name in known}
            if kind == words.STATE and isinstance(inner := args.get("args"), dict):
                of_state = self._fields_of_states.get(args["id"])
                if of_state is not None:
                    args["args"] = {name: value for name, value in inner.items() if name in of_state}
        return super()._item(kind, args, template)

    def _both(self, kind: str, args: Args, template: str, own: Any = None) -> None:
        if fields.writes(self.generation, kind):
            super()._both(kind, args, template, own)

    def row(self, card: int) -> Args:
        """The facts printed on a card that the site sends with it."""
        names = self._fields[words.TRANSFER]
        return {name: value for name, value in printed(self.table, card).items() if name in names}

    def all_cards(self) -> Args:
        """The entry of the page's data that has all cards. The first generations have none."""
        cards = super().all_cards()
        if self._writes_rows:
            return {}
        return cards if self.generation >= Generation.G7 else {"cards": list(cards["cards"].values())}

    # --- transfers -----------------------------------------------------------------------------

    def _parties(self, told: Told, move: seen.Transfer) -> tuple[int, int | None]:
        player, opponent = super()._parties(told, move)
        if player == seen.NOBODY and self.generation < Generation.G5:
            player = told.actor
        return player, opponent

    def _facts(self, told: Told, move: seen.Transfer) -> Args:
        facts = super()._facts(told, move)
        if self._writes_rows:
            card = self.effect[0] if self.effect else None
            omitted = bool(move.score) and card is not None and self.table.name[card] == words.OMITS_THE_BOTTOM
            facts["bottom_to"] = None if omitted and move.from_place is Place.BOARD else bool(move.bottom)
        return facts

    def _numbers(self, check: Check, places: set[Place], suffix: str) -> Args:
        args = super()._numbers(check, places, suffix)
        score = args.pop("new_score" + suffix, None)
        if self.generation >= Generation.G5:
            return args if score is None else {"new_score" + suffix: score, **args}
        # The score is text, and sent only with cards of a score pile.
        return {"new_score" + suffix: str(score), **args} if Place.SCORE in places else args

    def _back(self, move: seen.Transfer) -> Args:
        back = super()._back(move)
        if self.generation is Generation.G2:
            # It writes the set with a face alone.
            del back["type"]
        return back

    def _face(self, told: Told, move: seen.Transfer) -> Args:
        face = super()._face(told, move)
        if move.card in self.table.achievements and self.generation <= Generation.G4:
            face["achievement_name"] = face.pop("name")
        elif self._writes_rows:
            face |= _TEXTS
        return face

    def _rearranged(self, told: Told, change: seen.Rearranged) -> None:
        super()._rearranged(told, change)
        if self._writes_rows:
            # The owner of the pile receives a message in place of a copy.
            self.private[change.owner][-1] |= {
                "type": words.LOG,
                "log": words.REARRANGES_OWN,
                "args": {"i18n": ["color"], "You": "You", "color": COLOR_NAMES[change.color]},
            }

    # --- actions and effects -----------------------------------------------------------------------------

    def _hints(self, told: Told) -> Args | None:
        if self.generation < Generation.G3:
            return None
        return {"dogma_effect_info": {}} | (super()._hints(told) or {} if self.generation >= Generation.G7 else {})

    def _item_of(self, card: int) -> str:
        return f"#item_{card}__age_{self.table.age[card]}__M__card" if self._writes_rows else super()._item_of(card)

    def _dogma_started(self, told: Told, dogma: seen.DogmaStarted) -> None:
        if not self._writes_rows:
            super()._dogma_started(told, dogma)
            return
        self.acted = True
        place = {"owner": self.ids[dogma.player], "location": Place.BOARD.value}
        self._log(dogma.player, words.ACTIVATES, "", self.row(dogma.card) | place | _TEXTS | {"icon": str(dogma.icon)})

    def _nested_started(self, told: Told, nested: seen.NestedStarted) -> None:
        if self._writes_rows:
            self._log(nested.player, words.NESTED_STARTED, words.OWN_NESTED_STARTED, {})
        else:
            super()._nested_started(told, nested)

    def _nested_ended(self, told: Told, nested: seen.NestedEnded) -> None:
        if self._writes_rows:
            self._both(words.LOG, {}, words.EXECUTED)
        else:
            super()._nested_ended(told, nested)

    # --- choices and the end -----------------------------------------------------------------------------

    def _named(self, told: Told, named: seen.Named) -> None:
        if named.value is None or not self._writes_rows:
            super()._named(told, named)
        else:
            # The value is in the markup alone.
            age = {"age": f"<span class='square N age_{named.value}'></span>"}
            self._log(named.player, words.CHOOSES_VALUE, "", age)

    def _end_told(self, end: seen.Ended) -> None:
        super()._end_told(end)
        if not self._writes_rows:
            return
        for card in self.game.achievements:
            if card < UNKNOWN_BASE:
                age = self.table.age[card]
                was = {"i18n": ["achievement_name", "name"], "age": str(age), "name": self.table.name[card]}
                self._both(words.LOG, was | {"achievement_name": words.AGE_ACHIEVEMENTS[age - 1]}, "")
