"""Read observations from messages: activated cards, effects, choices, shown cards and ends."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from innolog import log as seen
from innolog.cards.generations import Generation
from innolog.log import NOBODY, At, Fact, Place, Unread
from parsers.bga import copies, messages_2024, statements, transfers
from parsers.bga import notifications as words
from parsers.bga import notifications_2024 as words_2024
from parsers.bga.channels import Channels, Item
from parsers.bga.envelope import Envelope
from parsers.bga.messages import chosen, end_of, is_again, is_sharing_bonus, is_unread
from parsers.bga.reading import Reading
from parsers.bga.speech import both, label
from parsers.bga.values import Args, icon_in, listed, short, to_int, value_in
from parsers.bga.wording import Fault

_CARD_ID: Final = re.compile(r"card_id_(\d+)")


class MessageReading(Reading):
    """Reads messages, and remembers what they and the states say of the effect that is being carried out."""

    def __init__(self, envelope: Envelope, source: str) -> None:
        super().__init__(envelope, source)
        self.channels = Channels(envelope, self.last, self.generation)
        self.records = set(words.PUBLIC_FACTS)
        self.absences = statements.Absences()
        self.translations = copies.Translations(self.table)
        self.disclosed = statements.Disclosed(self.table)
        #: The card of each transfer; None for other notifications.
        self.moved: list[int | None] = []
        #: The effect in the last state, with the arguments of the state.
        self.effect: tuple[str, int, int] | None = None
        self.effect_args: Args | None = None
        self.ending: seen.Ended | None = None
        #: The message that shows a single card, with the player, the place and the card.
        self.shown: tuple[Item, int, Place, int] | None = None
        #: The executions of other cards that are not over. The first generations name the card only in a state.
        self.nested: list[seen.NestedStarted] = []
        #: True when no message of the log has words.
        self.wordless = False
        #: The sentences in unknown words, with the player whom each names.
        self.unread: list[tuple[At, int]] = []
        #: Who carries out an effect, whether it is demanded, who activated the card, and who was asked last.
        self.executing: int | None = None
        self.demanded = False
        #: True when the log has the states with which actions and effects begin, so that what came before is over.
        self.begins = True
        self.activating: int | None = None
        #: True when the activated card executes another one.
        self.nesting = False
        self.asked: int | None = None
        #: The first place after which the log lacks something that it should record, and the reason.
        self.strange: Unread | None = None

    def _faults(
        self, item: Item, faults: Iterable[Fault | None], what: str = "does not match the rest of the notification"
    ) -> None:
        for key, wanted, told in filter(None, faults):
            self.channels.check_alike(item.at, key, wanted, told)
            self.channels.contradiction(item.at, f"{label(key)} {what}", *both(key, wanted, told))

    def _name_of(self, seat: int) -> str:
        """The name of a player in messages."""
        player = next(player for player, its in self.seat.items() if its == seat)
        return statements.name_of(self.names, player)

    def _skipped(self, item: Item) -> None:
        """The site plays for an absent player, and says for whom, except where it failed to play."""
        seat = self.seat.get(str(item.args.get("player_id")), self._named_player(item.args, item.at))
        if seat is None and item.kind != words.FAILED_TO_PLAY:
            self.channels.contradiction(item.at, "a turn is skipped that is nobody's", "a player", "nobody")
        self.absences.begin(item.at, list(self.seat.values()) if seat is None else [seat])

    def _announce_end(self, item: Item, player: int | None, card: int | None = None) -> None:
        """Read how the game ends: one message for each player with the most achievements, and for each team."""
        args, before = item.args, self.ending
        number, above = to_int(args.get("n")), value_in(args.get("age_10"))
        alone = True if words.ONLY_REMAINING in item.template else None
        told = seen.Ended(item.at, end_of(item.template), player, number, card=card, above=above, alone=alone)
        if before is not None:
            pairs = (
                ("log", before.how or None, told.how or None),
                ("n", before.achievements, told.achievements),
                ("age_10", before.above, told.above),
                ("move_id", before.at.move, told.at.move),
            )
            faults = [pair for pair in pairs if None not in pair and pair[1] != pair[2]]
            self._faults(item, faults, "does not match the message before it")
        earlier = () if before is None else before.winners
        self.ending = replace(told, winners=earlier if player is None else (*earlier, player))

    def _game_end(self, item: Item) -> seen.Ended:
        how = words.END_KINDS.get(str(item.args.get("end_of_game_type")))
        if how is None:
            raw = item.args.get("end_of_game_type")
            if isinstance(raw, str):
                self._not_known(item.at, f"end of the game {short(raw)}")
            self._fail(item.at, "how the game ended", short(raw))
        announced = self.ending
        if announced is None:
            return seen.Ended(item.at, how)
        if announced.how not in ("", how):
            self._faults(item, [("end_of_game_type", announced.how, how)], "does not match the message before it")
        return self._announced(how, item.at)

    def _announced(self, how: str, at: At | None = None) -> seen.Ended:
        """The end as messages have announced it. Of an end by score, these name who draws, and not who wins."""
        end = self.ending
        assert end is not None
        winners = end.winners if how == "achievements" else ()
        return replace(end, at=at or end.at, how=how, winners=winners)

    def _called(self, item: Item, card: int) -> None:
        """Compare what the copies of a notification call a card with what earlier ones called it."""
        for copy in (item, *item.private):
            text = copy.args.get("card")
            inner = text.get("args") if isinstance(text, dict) else None
            for name in (copy.args.get("name"), inner.get("name_0") if isinstance(inner, dict) else None):
                fault = self.translations.fault(card, name, copy is item)
                if fault is not None:
                    self._faults(copy, [fault], "is not what the card is called before")

    def _log(self, item: Item) -> seen.Observation | None:
        args, template, at = item.args, item.template, item.at
        player = self._named_player(args, at)
        for copy in (item, *item.private):
            self._faults(copy, copies.value_faults(copy.args.items()))
        if "ressource_count" in args:
            count = self._number(args, "ressource_count", at)
            if player is None or count is None:
                return None
            return seen.IconCounted(at, player, icon_in(args.get("icon")), count)
        if "qualified_effect" in args:
            if player is None:
                return None
            kind, number, card = self.effect or (None, None, None)
            if self.effect is not None and self.effect_args is not None:
                faults = statements.effect_faults(args, self.effect_args, self.names)
                if faults:
                    self._faults(item, faults, "does not match the game state before it")
            self.effect, self.demanded = None, kind in ("demand", "compel")
            # The payments for the next effect come before its message.
            self.executing = player if self.begins or self.newer is None else None
            return seen.EffectStarted(at, player, kind, number, is_again(template), card)
        if is_sharing_bonus(template, args):
            return seen.SharingBonus(at)
        if self.generation <= Generation.G2 and (found := self._log_with_card(item, player)) is not None:
            return found
        if template == words.SKIPPED:
            self._skipped(item)
            return None
        if "english_name" in args:
            # If there is no state before the first action, that action may have covered the card that is named.
            return seen.FirstPlayer(at, player, str(args["english_name"]) if self.you is None else None)
        if template.startswith(words.END_PREFIX):
            self._announce_end(item, player)
            return None
        if self.newer is not None:
            of_all = messages_2024.told_of_all(at, template, args)
            of_player = None if player is None else messages_2024.told_of(at, template, args, player)
            if of_all is not None or of_player is not None:
                return of_all or of_player
            if template == words.CHOOSES_ICON and player is not None:
                # The message names the victim of the demand, not the player who was asked and chose.
                if player != self.executing and self.executing is not None:
                    fault = ("player_name", self._name_of(self.executing), self._name_of(player))
                    self._faults(item, [fault], "is not the player of the effect")
                # Without questions it is the player who activated the card, unless another card executes it.
                player = self.asked if self.asked is not None else None if self.nesting else self.activating
        self._note_unread(item, player)
        if player is None:
            return None
        found = chosen(at, template, args, player, self._seat_named)
        if isinstance(found, seen.Passed):
            self.records.add(Fact.PASSES)
        return found

    def _note_unread(self, item: Item, player: int | None) -> None:
        """Note a sentence in unknown words, or any one of a log whose messages have no words."""
        if is_unread(item.template) or self.wordless:
            self.unread.append((item.at, NOBODY if player is None else player))

    def _log_with_card(self, item: Item, player: int | None) -> seen.Observation | None:
        """Read what the first generations say of an activated card, or of the execution of another card."""
        args, at = item.args, item.at
        if "icon" not in args and args.get("achievement_name") is not None:
            self._faults(item, self.disclosed.faults(args, self.moved), "is not that of an achievement of this game")
            return None
        if "icon" in args and args.get("id") is not None and player is not None:
            card = to_int(args["id"])
            if card is None or not self._exists(card):
                self._not_known(at, f"card with number {short(args['id'])}")
            for copy in (item, *item.private):
                self._faults(copy, transfers.row_faults(self.table, card, copy.args, self.generation))
            self.activating, self.nesting = player, False
            return seen.DogmaStarted(at, player, card, self._number(args, "icon", at), False)
        if player is not None and words.EXECUTES_THIS.match(item.template) is not None:
            self.nested.append(seen.NestedStarted(at, player, None))
            return self.nested[-1]
        if item.template == words.EXECUTED:
            return seen.NestedEnded(at, self.nested.pop().card if self.nested else None)
        unread = {"You", "color"} <= args.keys() and is_unread(item.template)
        if self.you is not None and (unread or words.REARRANGES_OWN_PILE in item.template):
            self.strange = self.strange or Unread(at, "a pile in a new order that the log does not record")
        return None

    def _number_of(self, raw: object, at: At) -> int:
        """The number of a card that is known."""
        card = to_int(raw)
        if card is None:
            self._fail(at, "the id of a card", short(raw))
        if not self._exists(card):
            self._not_known(at, f"card with number {card}")
        return card

    def _log_with_cards(self, item: Item) -> seen.Observation | None:
        args, at = item.args, item.at
        cards = listed(args.get("card_ids") or [])
        if cards == [None] and statements.names_no_card(args.get("card")):
            # The site executes a card that nobody received (The Communist Manifesto), and finds no effects on it.
            return None
        if cards is None:
            self._fail(at, "a list of cards as card_ids", short(args["card_ids"]))
        known = tuple([self._number_of(card, at) for card in cards])
        player = self._named_player(args, at)
        if item.template.startswith(words.END_PREFIX):
            self._announce_end(item, None, known[0] if known else None)
            return None
        for copy in (item, *item.private):
            if faults := copies.text_faults(self.table, known, copy.args):
                self._faults(copy, faults)
        if len(known) == 1:
            self._called(item, known[0])
        if "card_list" in args:
            if player is None:
                return None
            # Only the text of the message says where the cards are. In another language it may be either place.
            place = Place.REVEALED
            if "location" in args:
                if item.template == words_2024.REVEALS_SOME and len(known) == 1:
                    self.shown = (item, player, messages_2024.place_in(args), known[0])
                if not item.template.startswith(words_2024.REVEALS_ALL):
                    return None
                place = messages_2024.place_in(args)
            elif item.template.startswith(words.REVEALS_SCORE):
                place = Place.SCORE
            elif item.template.startswith(words.REVEALS_HAND):
                place = Place.HAND
            return seen.Revealed(at, player, place, known)
        if "card_2" in args:
            executed = _CARD_ID.search(str(args["card_2"]))
            if executed is None or player is None or not known:
                return None
            card = int(executed[1])
            others = [other for other in known if other != card]
            self.nesting = True
            return seen.NestedStarted(at, player, card, others[0] if others else card)
        if not known:
            return None
        if "icon" in args and player is not None:
            endorsed = item.template.startswith(words.ENDORSES)
            said = endorsed or item.template.startswith(words.ACTIVATES)
            icon = self._number(args, "icon", item.at)
            self.activating, self.nesting = player, False
            return seen.DogmaStarted(at, player, known[0], icon, endorsed if said else None)
        if known[0] in self.table.achievements:
            return None
        if "card_1" in args:
            return seen.NestedEnded(at, known[0])
        self.nesting = True
        if player is None:
            self._note_unread(item, None)
            return None
        return seen.NestedStarted(at, player, known[0])

    def _shown(self, args: Args, card: int | None) -> int | None:
        """The card of the transfer that follows a message about a single shown card: both are the same card."""
        assert self.shown is not None
        item, player, place, shown = self.shown
        self.shown = None
        if card is not None:
            fits = card == shown
        else:
            back = (to_int(args.get("type")), to_int(args.get("age")))
            fits = back == (self.table.set[shown], self.table.age[shown])
        # In another language, the message does not say which place it is.
        fits = fits and (place is Place.REVEALED or args.get("location_from") == place.value)
        fits = fits and self.seat.get(str(args.get("owner_from"))) == player
        if not fits:
            message = "a card is shown that is not the one that moves next"
            self.channels.contradiction(item.at, message, *both("id", shown, card))
        return shown if fits else card
