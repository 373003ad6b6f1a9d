"""Write a game as packets of Board Game Arena: all that the site would send to the table and to each player.

Types, arguments, their JSON types, the two channels and the hidden information are those of the site. Texts are not: a
message has a template only if the reader needs it to distinguish messages.

The packets omit notifications without facts (the steps of a selection, clocks) and hints in words. They also omit hands
that are shown without moving a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time
from itertools import groupby
from typing import Any

from innolog import log as seen
from innolog.cards.facts import UNKNOWN_BASE, CardTable, Direction, card_table
from innolog.cards.generations import USUAL, Generation
from innolog.log import NOBODY, Check, Place
from innolog.log.told import Told, ToldGame
from innolog.support.digests import blake2b
from parsers.bga import notifications as words
from parsers.bga import visibility
from parsers.bga.cardrows import printed
from parsers.bga.clock import Clock
from parsers.bga.messages import KINDS
from parsers.bga.messages_2024 import first_person

Args = dict[str, Any]

_CLOCK = "86400"
#: The day on which a game was played, if the generation of the code was in production then.
_DAY = date(2023, 11, 15)
#: The words for the colors.
COLOR_NAMES = {number: name for name, number in words.COLOR_WORDS.items()}
_EFFECT_CLASSES = {kind: f"{name}_effect" for name, kind in KINDS.items()}
_EFFECT_WORDS = {"demand": "I demand effect", "compel": "I compel effect", "dogma": "non-demand effect"}
_ACTION_WORDS = {1: "a first action", 2: "a second action"}
_DECLINED = dict(zip(("display", "relic", "promotion"), words.DECLINED, strict=True))
#: States of the site's game machine.
_OPENING, _WHO_BEGINS, _BETWEEN_ACTIONS, _EFFECT, _AFTER_EFFECT, _AFTER_PLAYER, _BEFORE_END = 2, 3, 5, 6, 7, 9, 98


class Writer:
    """The packets of one game, as the generation of May 2023 sends them."""

    def __init__(self, game: ToldGame, table: CardTable | None = None, generation: Generation = USUAL) -> None:
        self.game = game
        self.table = card_table("bga") if table is None else table
        self.generation = generation
        self.names_owner = generation.name in visibility.NAME_THE_OWNER
        began = datetime.combine(generation.period.nearest(_DAY), time(), UTC)
        self.times = Clock(game.times, game.end, int(began.timestamp()))
        self.ids = [seat.id for seat in game.seats]
        self.move = 0
        self.packet = 0
        self.uid = 0
        self.public: list[Args] = []
        self.private: dict[int, list[Args]] = {}
        self.synchro = [0] * len(self.ids)
        #: The state arguments of the effects that are being executed, outermost first.
        self.effects: list[Args] = []
        self.effect: tuple[int | None, str | None, int | None] | None = None
        self.active = 0
        #: True when an action (other than leaving the display) was taken since a player was last asked for one.
        self.acted = False
        self.turn_ended = False
        self._writers: dict[type, Callable[[Told, Any], None]] = {
            seen.Transfer: self._transfer,
            seen.Splay: self._splay,
            seen.Rearranged: self._rearranged,
            seen.Wiped: lambda told, wiped: self._both(words.WIPE, {}, ""),
            seen.Eliminated: self._eliminated,
            seen.TopsAndHandsRemoved: lambda told, removed: self._both(words.TOPS_AND_HANDS_REMOVED, {}, ""),
            seen.FreeActionBegan: self._free_action_began,
            seen.ActionBegan: self._action_began,
            seen.DogmaStarted: self._dogma_started,
            seen.IconCounted: self._icon_counted,
            seen.EffectStarted: self._effect_started,
            seen.NestedStarted: self._nested_started,
            seen.NestedEnded: self._nested_ended,
            seen.SharingBonus: self._sharing_bonus,
            seen.TurnEnded: self._turn_ended,
            seen.Passed: self._passed,
            seen.Agreed: self._agreed,
            seen.Named: self._named,
            seen.FirstPlayer: self._first_player,
            seen.Ended: self._ended,
        }

    # --- cards -----------------------------------------------------------------------------

    def row(self, card: int) -> Args:
        """The facts printed on a card that the site sends with it."""
        return printed(self.table, card)

    def all_cards(self) -> Args:
        """The entry of the page's data that has all cards."""
        return {"cards": {str(card): self.row(card) for card in (*self.table.cards, *self.table.achievements)}}

    # --- packets -----------------------------------------------------------------------------

    def packets(self) -> Iterator[Args]:
        """All packets, on all channels, in their order."""
        yield from self._opening()
        for number, group in groupby(self.game.told, lambda told: told.observation.at.move):
            if number:
                # The opening melds are sent together with the last player's choice.
                self.move += 1
            for told in group:
                self._writers[type(told.observation)](told, told.observation)
            yield from self._flush()

    def _opening(self) -> Iterator[Args]:
        clocks = {"reflexion": {"total": dict.fromkeys(self.ids)}}
        setup = {"name": "gameSetup", "type": "manager", "active_player": int(self.ids[0]), "args": [], **clocks}
        self._table(words.STATE, setup | {"updateGameProgression": False})
        teams: Args = {"team_game": self.game.team_game}
        partners = {player: self.game.partner(seat) for seat, player in enumerate(self.ids)}
        if self.game.team_game:
            seats = self.game.seats
            teams["messages"] = {
                player: f"Your partner is {seats[partner].name}."
                for player, partner in partners.items()
                if partner is not None
            }
        self._state(_OPENING, int(self.ids[0]), teams, "multipleactiveplayer")
        self._table("gameStateMultipleActiveUpdate", list(self.ids))
        self.move = 1
        yield from self._flush()
        for seat in range(len(self.ids)):
            self.move += 1
            self._log(seat, "${player_name} chooses a card.", "${You} choose a card.", {})
            if seat + 1 < len(self.ids):
                self._table("gameStateMultipleActiveUpdate", self.ids[seat + 1 :])
                yield from self._flush()
        self._state(_WHO_BEGINS, self.ids[0], [], "game")

    def _flush(self) -> Iterator[Args]:
        """The packets of the current move: one for each player who receives something, then the public one."""
        for seat, items in self.private.items():
            yield self._packet(f"/player/p{self.ids[seat]}", items)
        if self.public:
            yield self._packet(f"/table/t{self.game.game_id}", self.public)
        self.public, self.private = [], {}
        self.synchro = [0] * len(self.ids)

    def _packet(self, channel: str, items: list[Args]) -> Args:
        self.packet += 1
        mark = blake2b(f"{self.game.game_id} {self.packet}".encode(), digest_size=3).hexdigest()
        items[0]["h"] = mark
        seconds = self.times.of(self.move)
        return {
            "channel": channel,
            "table_id": int(self.game.game_id),
            "packet_id": str(self.packet),
            "packet_type": "resend",
            "move_id": str(self.move),
            **({} if seconds is None else {"time": str(seconds)}),
            "data": items,
        }

    def _item(self, kind: str, args: Args | list[Any], template: str) -> Args:
        self.uid += 1
        return {"args": args, "log": template, "type": kind, "uid": f"{int(self.game.game_id):08x}{self.uid:05x}"}

    def _table(
        self, kind: str, args: Args | list[Any], template: str = "", private: dict[int, Args] | None = None
    ) -> None:
        """Send a notification without copies: once publicly, and to ``private`` seats in their own form."""
        for seat, own in (private or {}).items():
            self._tell(seat, kind, own, template)
        for seat in range(len(self.ids)):
            if seat not in (private or {}):
                self.synchro[seat] += 1
        self.public.append(self._item(kind, args, template))

    def _tell(self, seat: int, kind: str, args: Args, template: str) -> None:
        item = self._item(kind, args or [], template)
        item["synchro"] = self.synchro[seat]
        self.synchro[seat] += 1
        self.private.setdefault(seat, []).append(item)

    def _both(
        self,
        kind: str,
        args: Args,
        template: str,
        own: Callable[[int], tuple[str, Args, str]] | None = None,
    ) -> None:
        """Send a fact: a copy to each player (``own(seat)``: its type, arguments and template) and the public one."""
        for seat in range(len(self.ids)):
            self._tell(seat, *(own(seat) if own else (kind, dict(args), template)))
        twin = {**args, "notification_type": kind, "log": template}
        self.public.append(self._item(kind + words.PUBLIC_SUFFIX, twin, ""))

    def _log(
        self, player: int, template: str, own: str, args: Args, kind: str = words.LOG, own_kind: str | None = None
    ) -> None:
        """Send a message about a player, who reads it in the second person, perhaps as one of another kind."""
        self._both(
            kind,
            self._about(player) | args,
            template,
            lambda seat: (
                (own_kind or kind, {"You": "You", **args}, own or first_person(template))
                if seat == player
                else (kind, self._about(player) | args, template)
            ),
        )

    def _about(self, player: int) -> Args:
        return {"player_name": self.game.seats[player].name}

    def _state(
        self, number: int, active: object, args: Args | list[Any], kind: str, hidden: Args | None = None
    ) -> None:
        content = {"id": number, "active_player": active, "args": args, "type": kind} | {
            "reflexion": {"total": dict.fromkeys(self.ids, _CLOCK)},
            "updateGameProgression": 0,
        }
        if hidden is None:
            self._table(words.STATE, content)
            return
        own = content | {"args": {**(args if isinstance(args, dict) else {}), "_private": hidden}}
        told = content | {"_notified_privately": [int(self.ids[self.active])]}
        self._table(words.STATE, told, private={self.active: own})

    # --- cards -----------------------------------------------------------------------------

    def _owner(self, seat: int) -> str:
        return "0" if seat == NOBODY else self.ids[seat]

    def _transfer(self, told: Told, move: seen.Transfer) -> None:
        player, opponent = self._parties(told, move)
        facts = self._facts(told, move)
        if player == NOBODY:
            self._table(words.TRANSFER, facts | self._back(move))
            return
        facts["player_id"] = self.ids[player]
        if opponent is not None:
            facts["opponent_id"] = self.ids[opponent]
        facts |= self._counts(move, player, opponent)

        def args(seat: int | None) -> Args:
            shown = visibility.sees(move, told.actor, seat, self.names_owner)
            text: Args = {"You": "You", "your": "your"} if seat == player else self._about(player)
            if opponent is not None:
                text |= {"your": "your"} if seat == opponent else {"opponent_name": self.game.seats[opponent].name}
            return facts | (self._face(told, move) if shown else self._back(move)) | text

        self._both(words.TRANSFER, args(None), "", lambda seat: (words.TRANSFER, args(seat), ""))

    def _parties(self, told: Told, move: seen.Transfer) -> tuple[int, int | None]:
        """The player whom a transfer names, and the other player."""
        return visibility.parties(move, told.actor, self.names_owner)

    def _facts(self, told: Told, move: seen.Transfer) -> Args:
        left, reached = told.splays
        under_deck = move.to_place is Place.DECK and bool(move.bottom)
        return {
            "owner_from": self._owner(move.from_owner),
            "location_from": move.from_place.value,
            "position_from": str(move.from_position),
            "splay_direction_from": None if left is None else str(left),
            "owner_to": self._owner(move.to_owner),
            "location_to": move.to_place.value,
            "position_to": 0 if under_deck else str(self._arrival(move)),
            "splay_direction_to": "NULL" if reached is None else str(reached),
            "bottom_from": False,
            "bottom_to": "1" if under_deck else bool(move.bottom),
            "score_keyword": bool(move.score),
            # The site's "draw and meld" does not set the keyword for melding.
            "meld_keyword": bool(move.meld) and move.from_place is not Place.DECK,
        }

    def _arrival(self, move: seen.Transfer) -> int:
        """The position of a card on arrival; on top of its own pile, the site still counts its old position."""
        assert move.to_position is not None
        own = move.from_place is move.to_place is Place.BOARD and move.from_owner == move.to_owner
        return move.to_position + (own and not move.bottom)

    def _counts(self, move: seen.Transfer, player: int, opponent: int | None) -> Args:
        """The site's statements about the players' counts after a transfer."""
        checks = {check.player: check for check in move.checks}
        if opponent is None:
            check = checks[player]
            counters = {"number_of_tucked_cards": str(check.tucked), "number_of_scored_cards": str(check.scored)}
            args: Args = {"monument_counters": {self.ids[player]: counters}}
            return args | self._numbers(check, {move.from_place, move.to_place}, "")
        args = {}
        for suffix, owner, place in (
            ("_from", move.from_owner, move.from_place),
            ("_to", move.to_owner, move.to_place),
        ):
            if owner != NOBODY:
                args |= self._numbers(checks[owner], {place}, suffix)
        return args

    def _numbers(self, check: Check, places: set[Place], suffix: str) -> Args:
        args: Args = {}
        if places & {Place.SCORE, Place.BOARD}:
            args["new_score" + suffix] = check.score
        if Place.BOARD in places:
            args["new_max_age_on_board" + suffix] = str(check.highest_top)
            args["new_ressource_counts" + suffix] = self._icons(check)
        return args

    def _icons(self, check: Check) -> Args:
        return {str(icon): str(count) for icon, count in enumerate(check.icons or (), 1)}

    def _back(self, move: seen.Transfer) -> Args:
        return {
            "age": None if move.age is None else str(move.age),
            "type": str(move.card_set),
            "is_relic": str(int(bool(move.relic))),
        }

    def _face(self, told: Told, move: seen.Transfer) -> Args:
        assert move.card is not None
        row = self._back(move) | {"id": str(move.card), "i18n": ["name"]}
        if move.card in self.table.achievements:
            return row | {"name": self.table.name[move.card]}
        if move.card not in self.table.cards:
            row |= {"name": None, "color": str(move.color)}
        else:
            row |= self.row(move.card)
        return row | {
            "owner": self._owner(move.to_owner),
            "location": move.to_place.value,
            "position": str(self._arrival(move)),
            "splay_direction": "NULL" if told.splays[1] is None else str(told.splays[1]),
            "selected": "0",
            "icon_hash": None,
        }

    def _splay(self, told: Told, splay: seen.Splay) -> None:
        (check,) = splay.checks
        color = COLOR_NAMES[splay.color]
        args: Args = {"player_id": self.ids[splay.owner], "color": str(splay.color), "new_score": check.score}
        if check.icons is None:
            args |= {"i18n": ["colored"], "splay_direction": 0, "colored": color}
            self._log(splay.owner, "", "", args, words.SPLAY)
            return
        args |= {
            "i18n": ["colored_cards", "splay_direction_in_clear"],
            "splay_direction": splay.direction,
            "splay_direction_in_clear": Direction(splay.direction).name.lower(),
            "colored_cards": f"{color} cards",
            "forced_unsplay": splay.direction == Direction.NONE,
            "new_ressource_counts": self._icons(check),
        }
        if told.actor != splay.owner:
            args["target_player_name"] = self.game.seats[splay.owner].name
        self._log(told.actor, "", "", args, words.SPLAY)

    def _rearranged(self, told: Told, change: seen.Rearranged) -> None:
        swaps = [{"position": str(position), "delta": str(delta)} for position, delta in change.swaps]
        args = {
            "player_id": self.ids[change.owner],
            "i18n": ["color"],
            "color": COLOR_NAMES[change.color],
            "new_max_age_on_board": str(change.highest_top),
            "rearrangement": {"color": str(change.color), "permutations_done": swaps},
        }
        self._log(change.owner, "", "", args, words.REARRANGE)

    def _eliminated(self, told: Told, eliminated: seen.Eliminated) -> None:
        player = eliminated.player
        self._log(player, "", "", {"player_to_remove": self.ids[player]}, words.ELIMINATION)

    # --- turns and actions -----------------------------------------------------------------------------

    def _first_player(self, told: Told, first: seen.FirstPlayer) -> None:
        assert first.player is not None
        self._log(first.player, "", "", {"english_name": first.card_name}, own_kind=words.OWN_START)
        self._separator()

    def _separator(self) -> None:
        self._both(words.LOG, {}, "<!--empty-->")

    def _action_over(self) -> None:
        self._effects_over()
        if self.acted and not self.turn_ended:
            self._state(_BETWEEN_ACTIONS, self.ids[self.active], [], "game")
        if self.acted:
            self._separator()
        self.acted = self.turn_ended = False

    def _free_action_began(self, told: Told, began: seen.FreeActionBegan) -> None:
        self._action_over()
        self.active = told.actor
        self._state(words.STATE_FREE_ACTION, int(self.ids[told.actor]), [], "activeplayer", hidden={})

    def _action_began(self, told: Told, began: seen.ActionBegan) -> None:
        self._action_over()
        self.active = began.player
        self.acted = True
        args = {
            "i18n": ["qualified_action"],
            "action_number": began.number,
            "qualified_action": _ACTION_WORDS.get(began.number or 1),
            "age_to_draw": str(began.age_to_draw),
            "type_to_draw": told.set_to_draw,
            **self._claimable(began.claimable or ()),
            "city_draw_falls_back_to_other_type": False,
        }
        self._state(words.STATE_ACTION, self.ids[began.player], args, "activeplayer", hidden=self._hints(told))

    def _hints(self, told: Told) -> Args | None:
        """What the player who is asked for an action receives alone; None if the site sends nothing."""
        # The log may not reveal some cards of the deal, and an incomplete hand would be wrong.
        known = all(card < UNKNOWN_BASE for card in told.hand)
        return {"meld_info": {str(card): {} for card in told.hand}} if known else {}

    def _claimable(self, ages: tuple[int, ...]) -> Args:
        return {"claimable_ages": [str(age) for age in ages]}

    def _turn_ended(self, told: Told, ended: seen.TurnEnded) -> None:
        self._effects_over()
        self._state(_BETWEEN_ACTIONS, self.ids[self.active], [], "game")
        self._both(words.TURN_END, {}, "")
        self.turn_ended = True

    # --- effects -----------------------------------------------------------------------------

    def _card_text(self, card: int) -> Args:
        age, card_set = self.table.age[card], self.table.set[card]
        span = f"<span class='square N age age_{age} type_{card_set}'>{age}</span>"
        named = f"{span} <span class='card_name card_id_{card}'>${{name_0}}</span>"
        return {"log": named, "args": {"i18n": ["name_0"], "name_0": self.table.name[card]}}

    def _dogma_started(self, told: Told, dogma: seen.DogmaStarted) -> None:
        self.acted = True
        template = words.ENDORSES if dogma.endorsed else words.ACTIVATES
        args = {"card_ids": [str(dogma.card)], "card": self._card_text(dogma.card), "icon": str(dogma.icon)}
        self._log(dogma.player, template, "", args, words.LOG_WITH_CARDS)

    def _icon_counted(self, told: Told, counted: seen.IconCounted) -> None:
        icon = f"<span class='square N icon_{counted.icon}'></span>"
        self._log(counted.player, "", "", {"ressource_count": str(counted.count), "icon": icon})

    def _effect_args(self, told: Told, started: seen.EffectStarted) -> Args:
        card = told.card
        assert card is not None
        assert started.kind is not None
        card_class = _EFFECT_CLASSES[started.kind]
        number = f"_{started.number}" if started.kind in ("dogma", "echo") or started.number != 1 else ""
        return {
            "qualified_effect": _EFFECT_WORDS.get(started.kind, f"{started.kind} effect"),
            "card_name": "card_name",
            "JSCardEffectQuery": f"{self._item_of(card)} .{card_class}{number}",
            "card_0": self.table.name[card],
            "ref_player_0": self.ids[started.player],
            "i18n": ["card_0", "qualified_effect", "card_name"],
        }

    def _item_of(self, card: int) -> str:
        """How the page finds a card."""
        age, card_set, relic = self.table.age[card], self.table.set[card], int(self.table.relic[card])
        return f"#item_{card}__age_{age}__type_{card_set}__is_relic_{relic}__M__card"

    def _effect_started(self, told: Told, started: seen.EffectStarted) -> None:
        args = self._effect_args(told, started)
        name = self.game.seats[started.player].name
        player = {"player": "${player}", "player_id": self.ids[started.player], "player_name": name}
        which = (told.card, started.kind, started.number)
        if self.effects:
            last = self.effects.pop()
            self._state(_AFTER_PLAYER, last["player_id"], last, "game")
            if which != self.effect:
                self._state(_AFTER_EFFECT, self.ids[self.active], last, "game")
        if which != self.effect:
            self._state(_EFFECT, self.ids[self.active], args, "game")
        self.effect = which
        self.effects.append(args | player)
        self._state(words.STATE_EFFECT_OF_PLAYER, self.ids[started.player], self.effects[-1], "game")
        text = self._effect_text(started)
        worded = {"i18n": ["qualified_effect"], "qualified_effect": args["qualified_effect"]}
        self._log(started.player, text, text, worded)

    def _effect_text(self, started: seen.EffectStarted) -> str:
        return words.ENDORSED_AGAIN if started.again else ""

    def _effects_over(self) -> None:
        if self.effects:
            last = self.effects[-1]
            self._state(_AFTER_PLAYER, last["player_id"], last, "game")
            self._state(_AFTER_EFFECT, self.ids[self.active], last, "game")
        self.effects, self.effect = [], None

    def _nested_started(self, told: Told, nested: seen.NestedStarted) -> None:
        assert nested.card is not None
        args: Args = {"card_ids": [str(nested.card)], "card": self._card_text(nested.card)}
        if nested.on is not None:
            args = {
                "card_ids": [str(nested.on), str(nested.card)],
                "card_1": self._card_text(nested.on),
                "card_2": self._card_text(nested.card),
            }
        self._log(nested.player, "", "", args, words.LOG_WITH_CARDS)

    def _nested_ended(self, told: Told, nested: seen.NestedEnded) -> None:
        assert nested.card is not None
        args = {"card_ids": [str(nested.card)], "card_1": self._card_text(nested.card)}
        self._both(words.LOG_WITH_CARDS, args, "")

    def _sharing_bonus(self, told: Told, bonus: seen.SharingBonus) -> None:
        self._effects_over()
        self._both(words.LOG, {"text": words.SHARING_BONUS, "i18n": ["text"]}, words.TEXT_ALONE)

    # --- choices -----------------------------------------------------------------------------

    def _passed(self, told: Told, passed: seen.Passed) -> None:
        self._log(passed.player, _DECLINED.get(told.about, words.PASSES), "", {})

    def _agreed(self, told: Told, agreed: seen.Agreed) -> None:
        if told.about == "promotion":
            template = words.PROMOTED_DOGMA if agreed.yes else words.NO_PROMOTED_DOGMA
        else:
            template = (words.AGREES if agreed.yes else words.DECLINES[0]) + "do so."
        self._log(agreed.player, template, "", {})

    def _named(self, told: Told, named: seen.Named) -> None:
        args: Args
        if named.value is not None:
            template, args = words.CHOOSES_NUMBER, {"n": named.value}
        elif named.seat is not None:
            template, args = words.CHOOSES_PLAYER, {"player_choice": self.game.seats[named.seat].name}
        else:
            template = {1: words.CHOOSES_COLOR, 2: words.CHOOSES_COLORS, 3: words.CHOOSES_THREE_COLORS}[
                len(named.colors)
            ]
            keys = ("color",) if len(named.colors) == 1 else ("color_1", "color_2", "color_3")
            args = {key: COLOR_NAMES[color] for key, color in zip(keys, named.colors, strict=False)}
            args["i18n"] = [*args]
        self._log(named.player, template, "", args)

    def _ended(self, told: Told, end: seen.Ended) -> None:
        assert end.player is not None
        self._effects_over()
        self._state(_BEFORE_END, self.ids[self.active], [], "game")
        self._end_told(end)
        self._both(words.GAME_END, {"end_of_game_type": end.how}, "")
        self._state(words.STATE_GAME_END, self.ids[self.active], [], "manager")

    def _age_text(self, age: int) -> str | int:
        return f"<span class='square N age age_{age}'>{age}</span>"

    def _end_told(self, end: seen.Ended) -> None:
        """The messages that say how the game ended."""
        assert end.player is not None
        template = f"{words.END_PREFIX}{end.how.upper()}: "
        args: Args = {} if end.achievements is None else {"n": end.achievements}
        args |= {} if end.above is None else {"age_10": self._age_text(end.above)}
        if self.game.team_game and end.how != "score":
            self._both(words.LOG, args, template)
        else:
            named, own = "${player_name}", "${You}"
            if end.alone:
                named, own = (f"{who}{words.ONLY_REMAINING}player." for who in (f"{named} is", f"{own} are"))
            for winner in end.winners or (end.player,):
                self._log(winner, template + named, template + own, args)
