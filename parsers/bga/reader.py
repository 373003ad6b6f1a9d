"""Read observations from Board Game Arena's packets: one, or none, of each notification and its copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from innolog import log as seen
from innolog.cards.editions import STANDARD, Platform
from innolog.cards.facts import card_table, is_city_icon
from innolog.cards.generations import Generation
from innolog.log import NOBODY, At, Fact, GameLog, Seat, Unread, UnsupportedLog, Unworded, not_known
from parsers.bga import beside, copies, statements, transfers, transfers_2024, wording
from parsers.bga import notifications as words
from parsers.bga import notifications_2024 as words_2024
from parsers.bga.announced import Announced, Begun
from parsers.bga.beginning import check_beginning
from parsers.bga.channels import Item
from parsers.bga.envelope import Envelope
from parsers.bga.message_reading import MessageReading
from parsers.bga.messages import effect_of, in_words
from parsers.bga.offers import Offers
from parsers.bga.players import names_of, player_ids, seats_of, wrong_names
from parsers.bga.reading import FOURTH
from parsers.bga.sets_2024 import lists_the_base_set_alone
from parsers.bga.speech import both
from parsers.bga.unknown import unknown_field
from parsers.bga.values import Args, by_key, listed, short, to_int


def read(envelope: Envelope, source: str) -> GameLog:
    """The packets of one table as a :class:`~innolog.log.GameLog`.

    Raises :class:`~innolog.log.UnreadableLog` for invalid facts, with their place, and
    :class:`~innolog.log.UnsupportedLog` for something unknown, and for a log that starts late.
    """
    return _Reader(envelope, source).read()


class _Reader(MessageReading):
    def __init__(self, envelope: Envelope, source: str) -> None:
        super().__init__(envelope, source)
        self.unknown: Counter[str] = Counter()
        self.viewpoint = envelope.receiver
        self.splays = copies.Splays(outdated=self.generation <= Generation.G4)
        self.revealed = copies.Revealed(outdated=self.generation <= Generation.G4)
        #: The hands of the players whose private notifications are in the log.
        self.hands = {player: copies.OwnHand(self.table, player) for player in self.channels.players}
        self.displays = statements.Displays(card_table("bga"))
        self.listed = beside.Nested(self.table)
        self.offers = Offers({})
        #: The card that was promoted last.
        self.promoted: int | None = None
        self.over: At | None = None
        #: The first place from which nothing can be read, because innolog does not know what it says.
        self.stopped: Unread | None = None
        #: The place at which the site has started to end the game.
        self.ends: At | None = None
        self.team_game: bool | None = None
        #: The player whose action began last.
        self.acting: int | None = None
        #: True when the log has questions of the site, and these have contents.
        self.questions = False

    def read(self) -> GameLog:
        channels = self.channels
        items = list(channels.notifications())
        if channels.wrong is not None:
            self._fail(*channels.wrong)
        channels.inconsistencies.extend(self.untimely)
        self._require(items)
        ids = player_ids(self.envelope, self.source)
        self.names = names_of(self.envelope, items, ids, self.source)
        order = seats_of(items, ids, self.names, None if channels.public else self.viewpoint)
        self.seat = {player: index for index, player in enumerate(order)}
        self.offers = Offers(self.names)
        self._find_records(items)
        for copy, channel, name in channels.addressed:
            if self.names.get(name, channel) != channel:
                channels.differ(copy.at, "player_name", name, "You")
        for at, what, expected, found in wrong_names(self.envelope, items, ids, self.names, self.source):
            channels.contradiction(at, what, expected, found)
        observations = self._observations(items)
        if channels.wrong is not None:
            self._fail(*channels.wrong)
        if self.generation < Generation.G7 and not any(type(each) is seen.Ended for each in observations):
            self._add_ending(observations, items)
        unread = [*channels.unread, *(Unread(at, f"icon {icon}") for icon, at in sorted(self.more_icons.items()))]
        check_beginning(self.envelope, self.source, observations, len(self.seat))
        if self.over is not None and self.stopped is None:
            self._close(observations, self.over)
        ranked, partners = self._beside(items, observations)
        by_id = {player: name for name, player in self.names.items()}
        by_id.update({player: name for player, name in self.envelope.players.items() if player in self.seat})
        return GameLog(
            source=self.source,
            site="bga",
            game_id=self.envelope.table_id or "",
            seats=[Seat(player, by_id.get(player, player)) for player in order],
            observations=observations,
            viewpoint=None if self.viewpoint is None else self.seat.get(self.viewpoint),
            records=frozenset(self.records),
            team_game=self.team_game,
            unknown=self.unknown,
            # A single player gets no message about some moves.
            gaps=tuple(channels.gaps) if channels.public else (),
            moves=tuple(channels.moves),
            stated=self._stated(),
            generations=tuple(generation.name for generation in self.generations) if self.known else (),
            strange=self._strange(items, unread),
            stopped=self.stopped,
            tells_questions=self.questions,
            private=sum(len(item.private) for item in items),
            absences=self.absences.found,
            times=channels.times,
            ranked=ranked,
            partners=partners,
            unread=unread,
            inconsistencies=sorted(channels.inconsistencies, key=lambda found: found.at.place),
            unworded=self._unworded(items),
            of_one=not channels.public,
        )

    def _find_records(self, items: list[Item]) -> None:
        """Find out which facts the log records."""
        if not self.channels.public:
            self.you = self.seat.get(self.viewpoint or "")
            self.records = set(words.PRIVATE_FACTS if self.you is None else words.FACTS_OF_ONE)
        states = {to_int(item.args.get("id")) for item in items if item.kind == words.STATE}
        self.begins = {words.STATE_ACTION, words.STATE_EFFECT_OF_PLAYER} <= states
        # Unless it lacks other actions, or the questions before what was chosen, there was no free action.
        if words.STATE_ACTION not in states or (self.channels.chosen and words.STATE_CHOICE not in states):
            self.records -= {fact for state, fact in words.FACT_OF_STATE.items() if state not in states}
        if self.generation < Generation.G5:
            self.records.discard(Fact.TURNS)
        self.wordless = not any(item.template for item in items if item.kind == words.LOG)

    def _add_ending(self, observations: list[seen.Observation], items: list[Item]) -> None:
        """Add the end of the game to the observations of a generation that has no notification of it."""
        if self.ending is not None:
            # Nothing but the message says how the game ended.
            observations.insert(self._place_for(observations, self.ending.at), self._announced(self.ending.how))
            return
        last = self.ends or items[-1].at
        if any(at.move == last.move for at, _ in self.unread):
            # The message may be in unknown words. Then at most a state says that the game is over.
            if self.ends is not None:
                observations.insert(self._place_for(observations, self.ends), seen.Ended(self.ends, ""))
            elif not self.channels.public:
                self.records.discard(Fact.ENDING)

    def _beside(
        self, items: list[Item], observations: list[seen.Observation]
    ) -> tuple[tuple[seen.Ranked, ...], dict[int, int]]:
        """Compare what stands beside the moves; returns the results that the log has, and the partners."""
        ranked, wrong = beside.results_of(self.envelope, self.seat, self.names, self.source)
        partners, teams = beside.teams_of(items, self.names, self.seat, self.over is not None)
        wrong += teams
        end = next((told for told in reversed(observations) if isinstance(told, seen.Ended)), None)
        stops = end is not None and end.how in seen.STOPPED
        if items:
            # The page data may be of a later day than the packets, unless these contain the end of the game.
            whole = end is not None and not stops and self.stopped is None and self.channels.public
            known = whole and self.viewpoint is not None and self.envelope.viewpoint_id == self.viewpoint
            own = beside.hands_of(items, str(self.viewpoint), self.moved) if known else None
            moved = set(self.moved)
            wrong += beside.of_page(self.envelope, self.table, self.generation, items[0].at, moved, (own, items[-1].at))
        for at, message, expected, observed in wrong:
            if self.stopped is None or at.place < self.stopped.at.place:
                self.channels.contradiction(at, message, expected, observed)
        return tuple(ranked), partners

    def _observations(self, items: list[Item]) -> list[seen.Observation]:
        """An observation of each notification, up to the first one that innolog does not know."""
        channels = self.channels
        announced, begun = Announced(self.seat, self.names), Begun()
        observations: list[seen.Observation] = []
        unrecorded = {kind for kind, fact in _FACT_OF.items() if fact not in self.records}
        try:
            for item in items:
                self.moved.append(None)
                unfit = self.offers.answer(item) or self.offers.splays(item) or begun.follow(item)
                if unfit is not None:
                    self.channels.contradiction(*unfit)
                wrong = announced.follow(item)
                if isinstance(wrong, Unread):
                    self.stopped = wrong
                    break
                if wrong is not None:
                    self.channels.contradiction(*wrong)
                observation = self._observation(item)
                if type(observation) is seen.Transfer:
                    self.moved[-1] = observation.card
                if observation is not None:
                    self.absences.follow(observation)
                    if self._is_recorded(observation, unrecorded):
                        observations.append(observation)
                if self.stopped is not None:
                    break
        except UnsupportedLog as unknown:
            # Unknown cards may be in play from the start. But they excuse no contradiction of an earlier move.
            if not any((found.at.move or 0) < (item.at.move or 0) for found in channels.inconsistencies):
                raise
            self.stopped = Unread(item.at, unknown.reason)
        if self.stopped is not None:
            end = self.stopped.at.place
            channels.inconsistencies = [found for found in channels.inconsistencies if found.at.place < end]
        return observations

    def _is_recorded(self, observation: seen.Observation, unrecorded: Collection[type]) -> bool:
        """Whether the log has all observations of this kind, so that what the engine does can be held against them."""
        common = isinstance(observation, seen.Transfer) and observation.from_owner == observation.to_owner == NOBODY
        if common and not self.channels.public:
            # Messages to one player tell such a move only if somebody pays by it.
            return False
        own = self.you is not None and type(observation) is seen.ActionBegan
        return own or type(observation) not in unrecorded

    def _stated(self) -> dict[str, object]:
        """The rules that the log states: one of the newer generation reveals its generation, and mostly its edition."""
        if self.newer is None:
            return {}
        stated: dict[str, object] = {"platform": Platform.BGA_2024.value}
        if not self.of_either:
            stated["edition"] = FOURTH if self.fourth else STANDARD.value
        elif lists_the_base_set_alone(self.envelope):
            stated["sets"] = ["base"]
        return stated

    def _unworded(self, items: list[Item]) -> tuple[Unworded, ...]:
        """The sentences in unknown words that may record what only words do."""
        # A message to the player concerned is translated apart from that about others.
        known = [item.template for item in items] if self.you is None else []
        kinds = in_words(self.generation, self.newer is not None, known)
        return tuple([Unworded(at, player, kinds) for at, player in self.unread] if kinds else ())

    def _strange(self, items: list[Item], unread: list[Unread]) -> Unread | None:
        """The first place from which the site's code is not known well enough to accuse anybody, and the reason."""
        found: list[Unread | None] = []
        if self.changed is not None and (later := [item for item in items if item.packet >= self.changed]):
            found.append(Unread(later[0].at, "moves that another generation of the site's code may have played"))
        found += [self.strange, *self.lacking, unknown_field(unread)]
        if self.of_either and self.not_implemented and items:
            found.append(Unread(items[0].at, f"the third edition without its counters, or {self.not_implemented}"))
        if not self.known and items:
            found.append(Unread(items[0].at, "fields that no known generation of the site's code writes"))
        return min(filter(None, found), key=lambda each: each.at.place, default=None)

    def _close(self, observations: list[seen.Observation], over: At) -> None:
        """Insert the observation that the table was closed, unless it was closed because the game ended."""
        ends = [number for number, observation in enumerate(observations) if type(observation) is seen.Ended]
        if not ends and (self.ends is not None or self.ending is not None):
            message = "the game stops after its end was announced, but the log does not say how it ended"
            self.channels.contradiction(over, message, "how the game ended", "nothing")
        place = self._place_for(observations, over)
        before = bool(ends) and ends[0] < place
        after = len(observations) - place > sum(number >= place for number in ends)
        if not before and (after or not ends):
            observations.insert(place, seen.Ended(over, "closed"))

    @staticmethod
    def _place_for(observations: list[seen.Observation], at: At) -> int:
        """The index at which an observation of a place belongs. Observations are in order, and this one comes late."""
        place = len(observations)
        while place and observations[place - 1].at.place > at.place:
            place -= 1
        return place

    # --- notifications ---------------------------------------------------------------------------------------------

    def _observation(self, item: Item) -> seen.Observation | None:
        kind = item.kind
        if kind == words.TRANSFER or (kind == words_2024.BULK and self.newer is not None):
            return self._transfer(item)
        if kind == words.STATE:
            return self._state(item)
        if kind == words.LOG:
            return self._log(item)
        if kind == words.LOG_WITH_CARDS:
            return self._log_with_cards(item)
        if kind == words.SPLAY:
            return self._splay(item)
        if kind == words.TURN_END:
            return seen.TurnEnded(item.at)
        if kind == words.REARRANGE:
            return self._rearrange(item)
        if kind == words.WIPE:
            self.splays.wiped()
            for hand in self.hands.values():
                hand.wiped()
            return seen.Wiped(item.at)
        if kind == words.ELIMINATION:
            return self._elimination(item)
        if kind == words.TOPS_AND_HANDS_REMOVED:
            return self._tops_and_hands_removed(item)
        if kind == words.GAME_END:
            return self._game_end(item)
        if kind == words.OWN_START and self.you is not None:
            return seen.FirstPlayer(item.at, self.you)
        if kind == "playerConcedeGame":
            loser, wrong = beside.conceding(item, self.names, self.seat)
            for at, message, expected, observed in wrong:
                self.channels.contradiction(at, message, expected, observed)
            return seen.Ended(item.at, "conceded", loser)
        if kind in words.ABSENT:
            self._skipped(item)
            return None
        if kind == words.DISPLAY_ICONS:
            self._faults(item, self.displays.faults(item.args), "does not match the Artifact on display")
        elif kind not in words.IGNORED:
            if not words.FACTS_OF_THE_TABLE.isdisjoint(item.args):
                self.stopped = Unread(item.at, not_known(item.at, f"notification {short(kind)}"))
            self.unknown[kind] += 1
        return None

    def _elimination(self, item: Item) -> seen.Eliminated:
        player = item.args.get("player_to_remove")
        if self.newer is None:
            # The newer generation sends every lost card.
            self.splays.eliminated(str(player))
            if (hand := self.hands.get(str(player))) is not None:
                hand.wiped()
        self._faults(item, statements.owner_faults(item.args, self.names, True, player))
        return seen.Eliminated(item.at, self._player(player, item.at))

    def _tops_and_hands_removed(self, item: Item) -> seen.TopsAndHandsRemoved:
        args, at = item.args, item.at
        for hand in self.hands.values():
            hand.wiped()
        checks: dict[int, seen.Check] = {}
        tops, icons = "new_max_age_on_board_by_player", "new_resource_counts_by_player"
        for raw, age in self._by_key(args.get(tops) or {}, tops, at).items():
            player = self._player(raw, at)
            checks[player] = seen.Check(player, highest_top=to_int(age))
        for raw, counts in self._by_key(args.get(icons) or {}, icons, at).items():
            player = self._player(raw, at)
            checks.setdefault(player, seen.Check(player)).icons = self._icons(counts, at)
        removed: tuple[int, ...] | None = None
        if (raw_rows := args.get("top_cards_to_remove")) is not None:
            rows = listed(raw_rows)
            cards = [to_int(row.get("id")) if isinstance(row, dict) else None for row in rows or ()]
            removed = tuple(sorted(card for card in cards if card is not None))
            if rows is None or len(removed) < len(cards):
                self._fail(at, "a list of cards as top_cards_to_remove", short(raw_rows))
        return seen.TopsAndHandsRemoved(at, tuple(checks.values()), removed)

    def _transfer(self, item: Item) -> seen.Transfer:
        args, at = item.args, item.at
        card = self._card(item)
        self._check_rows(item, card)
        for hand in self.hands.values():
            hand.follow(args, card, at)
        if card is not None and args.get("location_to") == "display":
            self.displays.follow(args, card)
        if args.get("location_from") == "forecast":
            self.promoted = card
        age = self._number(args, "age", at)
        card_set = self._set_of(args, at)
        self._number(args, "position_to", at)
        self._check_whole(args, card, age, at)
        self._check_set(card_set, at)
        checks = self._checks(args, at)
        color = self._number(args, "color", at)
        if self.shown is not None:
            card = self._shown(args, card)
        found = seen.Transfer(
            at,
            card,
            card_set,
            age,
            self._flag(args, "is_relic", at),
            self._owner(args, "owner_from", at),
            self._place(args, "location_from", at),
            None if self.revealed.follow(args, card) else self._number(args, "position_from", at),
            self._owner(args, "owner_to", at),
            self._place(args, "location_to", at),
            statements.arrival(args),
            self._bottom(item),
            self._keyword(args, "meld_keyword", at),
            self._keyword(args, "score_keyword", at),
            color,
            checks,
        )
        if self.executing is not None:
            fault = statements.mover_fault(args, self.seat, found, (self.executing, self.activating))
            if fault is not None:
                self._faults(item, [fault], "is not the player who carries out the effect")
        return found

    def _check_set(self, card_set: int, at: At) -> None:
        """Reject a set that is not implemented, as unsupported."""
        if not 0 <= card_set < _SETS:
            named = _UNREAD_SETS.get(card_set)
            self._not_known(at, f"set {named}" if named else f"set of cards with number {card_set}")

    def _card(self, item: Item) -> int | None:
        """The card of a transfer, from the copy that shows it."""
        found: int | None = None
        for copy in (item, *item.private):
            raw = copy.args.get("id")
            if raw is None:
                continue
            card = to_int(raw)
            if card is None:
                self._fail(item.at, "the id of a card", short(raw))
            if not self._exists(card) and not is_city_icon(card):
                self._not_known(item.at, f"card with number {card}")
            if found is not None and card != found:
                message = "the copies of a notification name different cards"
                self.channels.contradiction(item.at, message, *both("id", found, card))
            found = card
        return found

    def _check_rows(self, item: Item, card: int | None) -> None:
        """Check the redundant fields in all copies of a transfer against its facts."""
        for copy in (item, *item.private):
            if self.newer is None:
                faults = transfers.faults_of(self.table, self.names, copy.args, copy.template, self.generation)
            else:
                faults = transfers_2024.faults_of(self.table, self.names, copy.args, copy.kind, self.fourth)
            if faults:
                self._faults(copy, faults)
        if card is not None and card in self.table.cards:
            self._called(item, card)
            lying = self.splays.fault(item.args, self.table.color[card])
            if lying is not None:
                self._faults(item, [lying], "does not match how the pile is splayed")

    def _splay(self, item: Item) -> seen.Splay:
        args, at = item.args, item.at
        owner = self._owner(args, "player_id", at)
        color, direction = to_int(args.get("color")), to_int(args.get("splay_direction"))
        if direction is not None and direction > (4 if self.fourth else 3):
            self._not_known(at, f"splay direction {direction}")
        if owner == NOBODY or color is None or direction is None or not (0 <= color < 5 and direction >= 0):
            self._fail(at, "a player, a color and a direction", short((owner, color, direction)))
        for copy in (item, *item.private):
            public = copy is item and self.channels.public
            named = statements.owner_faults(copy.args, self.names, public, copy.args.get("player_id"))
            self._faults(copy, wording.splay_faults(copy.args) + named)
        self.splays.splayed(args)
        check = seen.Check(owner, score=self._number(args, "new_score", at))
        icons = args.get("new_ressource_counts")
        if icons is not None:
            check.icons = self._icons(icons, at)
        return seen.Splay(at, owner, color, direction, (check,))

    def _rearrange(self, item: Item) -> seen.Rearranged:
        args, at = item.args, item.at
        change = args.get("rearrangement")
        if not isinstance(change, dict):
            self._fail(at, "a rearrangement", short(change))
        color = to_int(change.get("color"))
        swaps: list[tuple[int, int]] = []
        steps = listed(change.get("permutations_done") or [])
        if steps is None:
            self._fail(at, "a list of swaps", short(change["permutations_done"]))
        for step in steps:
            swap = by_key(step) or {}
            position, delta = to_int(swap.get("position")), to_int(swap.get("delta"))
            if position is None or delta is None:
                self._fail(at, "positions to swap", short(step))
            swaps.append((position, delta))
        owner = self._owner(args, "player_id", at)
        if color is None or not 0 <= color < 5 or owner == NOBODY:
            self._fail(at, "a player and a color", short((owner, color)))
        for copy in (item, *item.private):
            named = statements.owner_faults(copy.args, self.names, True, copy.args.get("player_id"))
            self._faults(copy, [*named, wording.color_fault("color", copy.args, color)])
        return seen.Rearranged(at, owner, color, tuple(swaps), to_int(args.get("new_max_age_on_board")))

    def _state(self, item: Item) -> seen.Observation | None:
        args, at = item.args, item.at
        state, inner = self._number(args, "id", at), args.get("args")
        if to_int(args.get("active_player")):
            self._player(args["active_player"], at)
        self.over = self.over or (at if state == words.STATE_GAME_END else None)
        self.ends = at if state == words.STATE_ENDING else self.ends
        if state == words.STATE_FREE_ACTION:
            return seen.FreeActionBegan(at, self._player(args.get("active_player"), at))
        if state in words.STATES_OF_ACTION and self.acting is not None:
            asked = self._player(args.get("active_player"), at)
            if asked != self.acting:
                names = self._name_of(self.acting), self._name_of(asked)
                self._faults(item, [("active_player", *names)], "is not of the player who takes the action")
        if not isinstance(inner, dict):
            return None
        if "team_game" in inner:
            self.team_game = self._flag(inner, "team_game", at)
            for text in self._by_key(inner.get("messages") or {}, "messages", at).values():
                if not isinstance(text, str):
                    self._fail(at, "a text in messages", short(text))
        self.offers.ask(item, state, inner)
        if state == words.STATE_EFFECT_OF_PLAYER:
            self._begin_effect(item, inner)
        if state == words.STATE_PROMOTED:
            card = to_int(inner.get("promoted_card_id"))
            if card is not None and self.promoted is not None and card != self.promoted:
                self._faults(item, [("id", self.promoted, card)], "is not the card that was promoted")
        if state == words.STATE_CHOICE:
            self._compare_list(item, inner, None)
            self.asked = self._player(args.get("active_player"), at)
            self.questions = self.questions or (self.begins and bool(inner))
            # Elsewhere than in demands it is nearly always the player who executes the effect: nothing new.
            return None if self.asked == self.executing and not self.demanded else seen.Asked(at, self.asked)
        if state != words.STATE_ACTION:
            return None
        self.executing = None
        self.listed.begin()
        self._own_hand(item)
        if (unfit := wording.action_fault(inner)) is not None:
            self._faults(item, [unfit])
        claimable = inner.get("claimable_ages" if self.newer is None else words_2024.CLAIMABLE)
        ages = None if (values := listed(claimable)) is None else tuple(map(to_int, values))
        if claimable is not None and (ages is None or None in ages):
            self._fail(at, "the ages that can be claimed", short(claimable))
        self.acting = self._player(args.get("active_player"), at)
        self._check_set(self._number(inner, "type_to_draw", at) or 0, at)
        return seen.ActionBegan(
            at,
            self.acting,
            self._number(inner, "action_number", at),
            self._number(inner, "age_to_draw", at),
            ages,  # type: ignore[arg-type]
            self._number(inner, "type_to_draw", at),
        )

    def _begin_effect(self, item: Item, inner: Args) -> None:
        """Note the effect that a player begins to carry out, and compare what the state says of it."""
        query = inner.get("JSCardEffectQuery")
        self.effect, self.executing, self.asked = effect_of(str(query)), None, None
        if self.nested and self.nested[-1].card is None and self.effect is not None:
            self.nested[-1].card = self.effect[2]
        if query is not None and self.effect is None:
            self._not_known(item.at, f"effect of a card {short(query)}")
        self.effect_args = inner
        # Of the first generations, the state lists an earlier player.
        self._compare_list(item, inner, inner.get("player_id") if self.generation >= Generation.G3 else None)
        told = inner.get("qualified_effect")
        if self.effect is not None and isinstance(told, str):
            fault = wording.effect_fault(told, self.effect[0], self.effect[1])
            if fault is not None:
                self._faults(item, [fault])

    def _compare_list(self, item: Item, inner: Args, executing: object) -> None:
        """Compare the cards that are being executed, and the player who carries out the effect, if that is known."""
        if not self.begins:
            self.listed.begin()
        self._faults(item, self.listed.faults(inner, executing), "does not match the cards that are being executed")

    def _own_hand(self, item: Item) -> None:
        """Compare the list of a player's hand with the cards that the player was shown to receive."""
        hand = self.hands.get(str(item.args.get("active_player")))
        if hand is None:
            return
        for copy in (item, *item.private):
            melds = statements.hand_shown(copy)
            if melds is None:
                continue
            # PHP encodes a map with the keys 0, 1 ... as a list.
            keys = melds if isinstance(melds, dict) else range(len(melds))
            cards = {card for key in keys if (card := to_int(str(key))) is not None}
            for at, wanted, told in hand.faults(cards, item.at):
                message = "the cards shown to a player are not the cards in the player's hand"
                self.channels.contradiction(at, message, wanted, told)


#: Number of sets that have numbers on the site.
_SETS = 5
#: The newer generation's numbers of sets that innolog does not implement.
_UNREAD_SETS = {5: "The Unseen"}
#: The kind of fact of an observation. The reader drops observations whose kind is not recorded completely.
_FACT_OF: dict[type, Fact] = {
    seen.ActionBegan: Fact.ACTIONS,
    seen.FreeActionBegan: Fact.FREE_ACTIONS,
    seen.IconCounted: Fact.ICON_COUNTS,
    seen.EffectStarted: Fact.EFFECTS,
    seen.SharingBonus: Fact.SHARING_BONUS,
    seen.NestedStarted: Fact.NESTED,
    seen.NestedEnded: Fact.NESTED,
}
