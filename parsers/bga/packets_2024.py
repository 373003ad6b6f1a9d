"""Write a game as packets of the newer generation of Board Game Arena's code, which plays the fourth edition, too.

It differs from the older generation (:mod:`parsers.bga.packets`) in the arguments of cards that move and in the players
who see their faces. It omits other facts, and has messages for the fourth edition alone.
"""

from __future__ import annotations

from typing import Any

from innolog import log as seen
from innolog.cards.editions import Edition, Platform
from innolog.cards.facts import CardSet, card_table
from innolog.cards.generations import NEWEST
from innolog.log import NOBODY, Check, Place
from innolog.log.told import Told, ToldGame
from parsers.bga import notifications as words
from parsers.bga import notifications_2024 as words_2024
from parsers.bga import visibility
from parsers.bga.cardrows import printed
from parsers.bga.messages_2024 import first_person
from parsers.bga.packets import Args, Writer
from parsers.bga.together import leaving_together
from parsers.bga.transfers_2024 import verbs

_ICONS = 7
_NUMBER_WORDS = {number: word for word, number in words_2024.NUMBERS.items()}
_PARLEYS = {meaning: template for template, meaning in words_2024.PARLEYS.items()}
_NOT_SPLAYED = {"splay_direction": "NULL"}

#: The state after a choice within an effect.
_AFTER_CHOICE = 14


class NewerWriter(Writer):
    """The packets of one game, as the generation of January 2024 sends them."""

    def __init__(self, game: ToldGame) -> None:
        super().__init__(game, card_table(Platform.BGA_2024.value, game.edition), NEWEST)
        self._fourth = game.edition == Edition.FOURTH.value
        #: The cards that are being executed, outermost first, and the player who executes the innermost one.
        self._executing: list[int | None] = [None]
        self._executor = 0
        self._bulk = leaving_together(game.told)
        self._writers |= {
            seen.Wiped: lambda told, wiped: self._both(words.LOG, {}, self._wipe_text()),
            seen.Parley: self._parley,
            seen.Chained: self._chained,
            seen.DeckJunked: self._deck_junked,
        }

    # --- cards -----------------------------------------------------------------------------

    def _transfer(self, told: Told, move: seen.Transfer) -> None:
        player, opponent = visibility.parties(move, told.actor)
        if player == NOBODY:
            player = told.actor
        bulk = self._bulk.get(id(told))
        if bulk is not None and self.effects and told.actor != self._executor:
            # A distant player pays. The site sends the state of an effect before the question.
            self._executor = told.actor
            payer = {"player_id": self.ids[told.actor], "player_name": self.game.seats[told.actor].name}
            deepest = sum(key.startswith("ref_player_") for key in self.effects[-1]) - 1
            payer[f"ref_player_{deepest}"] = self.ids[told.actor]
            self._state(words.STATE_EFFECT_OF_PLAYER, self.ids[told.actor], self.effects[-1] | payer, "game")
        kind = words.TRANSFER if bulk is None else words_2024.BULK
        facts = self._facts(told, move) | {"player_id": self.ids[player]}
        facts |= {"bulk_transfer": bulk is not None, "last_card_of_bulk_transfer": bool(bulk)}
        if opponent is not None:
            facts["opponent_id"] = self.ids[opponent]
        facts |= self._counts(move, player, opponent)
        if self._is_executing(words_2024.SHOWS_WHAT_IT_JUNKS) and move.to_place is Place.JUNK and bulk is None:
            self._shows(player, move)

        def args(seat: int | None) -> Args:
            shown = visibility.shown_by_newer(move, told.actor, seat)
            text: Args = {"You": "You"} if seat == player else self._about(player)
            if opponent is None:
                text |= {"your": "your"} if seat == player else {}
            elif seat == opponent:
                text["your"] = "your"
            elif seat != player:
                text["opponent_name"] = self.game.seats[opponent].name
            text |= self._described(move, player, opponent, seat)
            return facts | (self._face(told, move) if shown else self._back(move)) | text

        self._both(kind, args(None), "", lambda seat: (kind, args(seat), ""))

    def _facts(self, told: Told, move: seen.Transfer) -> Args:
        facts = super()._facts(told, move)
        return facts | {
            "owner_to": int(facts["owner_to"]),
            "meld_keyword": bool(move.meld),
            "achieve_keyword": move.to_place is Place.ACHIEVEMENTS and move.to_owner != NOBODY,
            "draw_keyword": move.from_place is Place.DECK,
            "safeguard_keyword": False,
            "return_keyword": False,
            "foreshadow_keyword": move.to_place is Place.FORECAST,
        }

    def _back(self, move: seen.Transfer) -> Args:
        mark = {} if move.age is None else {"<": f"<span class='square N age type_{int(move.card_set or 0)}'>"}
        return super()._back(move) | mark

    def _face(self, told: Told, move: seen.Transfer) -> Args:
        face = super()._face(told, move)
        if move.card in self.table.achievements:
            place = {"owner": self._owner(move.to_owner), "location": move.to_place.value}
            return face | printed(self.table, move.card) | place | {"position": str(move.to_position), **_NOT_SPLAYED}
        return face | {"<<": f"<span class='card_name card_id_{move.card}'>"}

    def _described(self, move: seen.Transfer, player: int, opponent: int | None, seat: int | None) -> Args:
        """The verb for a card's move and the words for its places, as a seat reads them."""
        start, end = move.from_place, move.to_place
        scored, melded = bool(move.score), bool(move.meld)
        fitting = verbs(start.value, end.value, bool(move.bottom), scored, melded, opponent is None)
        verb = fitting[0] if fitting else "transfer"
        source = self._words_for(start, move.from_owner, player, opponent, seat)
        target = self._words_for(end, move.to_owner, player, opponent, seat)
        left = f"{words_2024.FROM}{source}" if source else ""
        goes = verb == "transfer" or (start, end) == (Place.DECK, Place.HAND)
        reached = f"{words_2024.TO}{target}" if target and goes else ""
        if start is Place.HAND and opponent is not None and move.from_owner == opponent:
            # The site has the words for another player's hand in the wrong argument, where others replace them.
            left, reached = "", reached or left
        return {
            words_2024.ACTION: verb if seat == player else words_2024.verb_of_others(verb),
            words_2024.FROM_SOMEWHERE: self._somewhere(left, opponent, seat),
            words_2024.TO_SOMEWHERE: self._somewhere(reached, opponent, seat),
        }

    def _words_for(self, place: Place, owner: int, player: int, opponent: int | None, seat: int | None) -> str:
        """The words for a place, as a seat reads them."""
        if owner == NOBODY:
            common = {Place.ACHIEVEMENTS: words_2024.AVAILABLE_ACHIEVEMENTS, Place.JUNK: words_2024.THE_JUNK}
            return common.get(place, "")
        name = words_2024.PLACES.get(place)
        if name is None:
            return ""
        if owner == player:
            return f"{'your' if seat == player else 'his'} {name}"
        return f"{'${your}' if seat == opponent else '${opponent_name}' + chr(39) + 's'} {name}"

    def _somewhere(self, text: str, opponent: int | None, seat: int | None) -> Any:
        if opponent is None:
            return text
        names = {"opponent_name": self.game.seats[opponent].name}
        return {"log": text, "args": names | ({"your": "your"} if seat == opponent else {})}

    def _counts(self, move: seen.Transfer, player: int, opponent: int | None) -> Args:
        if move.from_owner == NOBODY == move.to_owner:
            return {}
        counts = super()._counts(move, player, opponent)
        if self._fourth:
            counts.pop(words_2024.COUNTERS, None)
        return counts

    def _icons(self, check: Check) -> Args:
        counts = check.icons or ()
        return {str(n): str(counts[n - 1] if n <= len(counts) else 0) for n in range(1, _ICONS + 1)}

    def _shows(self, player: int, move: seen.Transfer) -> None:
        assert move.card is not None
        shown = {
            "i18n": ["location"],
            "location": words_2024.PLACES.get(move.from_place),
            "card_ids": [str(move.card)],
            "card_list": self._card_text(move.card),
        }
        self._log(player, words_2024.REVEALS_SOME, "", shown, words.LOG_WITH_CARDS)

    def _wipe_text(self) -> str:
        return words_2024.ALL_JUNKED if self._fourth else words_2024.ALL_REMOVED

    # --- actions and effects -----------------------------------------------------------------------------

    def _claimable(self, ages: tuple[int, ...]) -> Args:
        return {words_2024.CLAIMABLE: list(ages), words_2024.SECRETS: []}

    def _is_executing(self, name: str) -> bool:
        card = self._executing[-1]
        return card is not None and self.table.name[card] == name

    def _dogma_started(self, told: Told, dogma: seen.DogmaStarted) -> None:
        self._executing = [dogma.card]
        super()._dogma_started(told, dogma)

    def _effect_started(self, told: Told, started: seen.EffectStarted) -> None:
        self._executing[-1] = told.card
        self._executor = started.player
        super()._effect_started(told, started)

    def _effect_text(self, started: seen.EffectStarted) -> str:
        # These words show that a log is in English.
        return super()._effect_text(started) or f"{words.HAS_TO_EXECUTE}."

    def all_cards(self) -> Args:
        """The entry of the page's data that has all cards. Of the fourth edition, those of the sets in play."""
        cards = super().all_cards()["cards"]
        if Edition(self.game.edition) is Edition.FOURTH:
            cards = {card: row for card, row in cards.items() if row["type"] == str(int(CardSet.BASE))}
        return {"cards": cards}

    def _nested_started(self, told: Told, nested: seen.NestedStarted) -> None:
        assert nested.card is not None
        self._executing.append(nested.card)
        args: Args = {"card_ids": [str(nested.card)], "card": self._card_text(nested.card)}
        self._log(nested.player, words_2024.SELF_EXECUTES, "", args, words.LOG_WITH_CARDS)

    def _nested_ended(self, told: Told, nested: seen.NestedEnded) -> None:
        if len(self._executing) > 1:
            self._executing.pop()
        super()._nested_ended(told, nested)

    def _parley(self, told: Told, parley: seen.Parley) -> None:
        template = _PARLEYS[parley.what, "pays" if parley.paid else "declines" if parley.able else "cannot"]
        self._log(parley.player, template, first_person(template), {})

    def _chained(self, told: Told, chained: seen.Chained) -> None:
        self._log(chained.player, words_2024.CHAIN, first_person(words_2024.CHAIN), {})

    def _deck_junked(self, told: Told, junked: seen.DeckJunked) -> None:
        age = {"age": f"<span class='square N age age_{junked.age} type_0'>{junked.age}</span>"}
        if junked.count:
            count = _NUMBER_WORDS.get(junked.count, str(junked.count))
            self._both(words.LOG, age | {"n": count}, words_2024.DECK_JUNKED)
        else:
            self._both(words.LOG, age, words_2024.NO_DECK_TO_JUNK)

    # --- choices and the end -----------------------------------------------------------------------------

    def _agreed(self, told: Told, agreed: seen.Agreed) -> None:
        card = self._executing[-1]
        if card is None or self.table.name[card] not in words_2024.UNTOLD_ANSWERS:
            super()._agreed(told, agreed)
        else:
            self._untold(told.actor)

    def _untold(self, player: int) -> None:
        """A choice that no message tells: the move has states alone."""
        self._state(_AFTER_CHOICE, self.ids[player], [], "game")

    def _named(self, told: Told, named: seen.Named) -> None:
        card = self._executing[-1]
        if named.value is None:
            super()._named(told, named)
        elif card is not None and self.table.name[card] in words_2024.TOLD_NAMES:
            if self.table.name[card] == words_2024.NAMES_ICONS:
                # The message names the player of the effect; the state before it says who was asked.
                self._state(words.STATE_CHOICE, self.ids[named.player], {}, "activeplayer", hidden=None)
                icon = {"icon": f"<span class='square N icon_{named.value}'></span>"}
                self._log(self._executor, words.CHOOSES_ICON, first_person(words.CHOOSES_ICON), icon)
            else:
                age = {"age": f"<span class='square N age age_{named.value}'>{named.value}</span>"}
                self._log(named.player, words.CHOOSES_VALUE, first_person(words.CHOOSES_VALUE), age)
        else:
            self._untold(named.player)

    def _age_text(self, age: int) -> int:
        return age

    def _end_told(self, end: seen.Ended) -> None:
        if end.card is None:
            super()._end_told(end)
            return
        args: Args = {"card": self._card_text(end.card), "card_ids": [str(end.card)]}
        self._table(words.LOG_WITH_CARDS, args, f"{words.END_PREFIX}DOGMA: ${{card}}.")
