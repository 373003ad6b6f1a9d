"""Every field of a notification of Board Game Arena, and what innolog compares it with.

These tables tell the reader on which fields the copies of a notification must agree. The reader reports a field that is
not listed here as unread. The documentation (``innolog formats bga --fields``) and a family of forgeries use the same
tables. Each field says which generations of the site's code write it. A field that is missing in a log of another
generation is not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple

from innolog.cards.generations import USUAL, Generation
from parsers.bga import notifications as sent
from parsers.bga.values import to_int
from parsers.fields import Field, Kind, each, engine, explains, within

#: Nearly all fields that are compared with the engine must be the same in all copies.
_engine = partial(engine, copied=True)

_MARKUP = explains("markup for the page")
_TRANSLATED = explains("the arguments that the page translates")
_ADDRESS = explains("addresses the reader of the message")
_WORDING = explains("an icon or a value in the text of a message, on which no choice depends")
_RESULT = explains("a number that explains the result of an effect; what the effect does is compared", copied=True)

#: The texts of a card, which the first generations send with every card.
_PRINTED_TEXTS = dict.fromkeys(
    (
        *(f"non_demand_effect_{number}{alt}" for number in (1, 2, 3) for alt in ("", "_alt")),
        *("i_demand_effect_1", "i_demand_effect_1_alt"),
        *("condition_for_claiming", "alternative_condition_for_claiming"),
    ),
    explains("the printed text of the card; the effects themselves are compared"),
)

#: Beside the arguments of every public copy.
_PUBLIC = {
    "log": within(
        Kind.TEXT, "the text of the message; if it is English, it must match the other fields; it may be missing"
    ),
    "notification_type": explains("the type of the private copies, which equals that of the public one"),
}

#: What surrounds the notifications: the file, its packets, and the notifications beside their arguments.
ENVELOPE: dict[str, dict[str, Field]] = {
    "file": {
        "packets": explains("the packets; replies of the site and pages have them under other names"),
        "players": within(
            Kind.NAME,
            "names by id; they replace the names in the messages, and must not be those of other players; nor must the"
            " colors; nobody is listed in the place of a player of the table",
        ),
        "currentPlayerId": explains("who saved the file; the channels show whose cards it has"),
        "gamedatas": explains("the data of the page; listed below"),
        "gameName": within(Kind.NAME, "the game must be Innovation; also as game_name"),
        "game_name": within(Kind.NAME, "the game must be Innovation"),
        **dict.fromkeys(
            ("data", "logs", "status", "valid"), explains("what the site wraps around the packets in its replies")
        ),
        **dict.fromkeys(("realTime", "tableType"), explains("how the table was set up, on which no rule depends")),
    },
    "gamedatas": {
        "cards": within(Kind.CARDS, "what is printed on the cards that the log shows"),
        "my_hand": within(
            Kind.CARDS,
            "the own hand has each card once, and is compared if the log has the end of the game and all moves of that"
            " hand",
        ),
        "players": within(Kind.NAME, "as those of the file"),
        **dict.fromkeys(("gameName", "game_name"), within(Kind.NAME, "the game must be Innovation")),
    },
    "packet": {
        "packet_id": within(Kind.NUMBER, "the order of the packets; a packet that is sent again must be the same"),
        "packet_type": explains("whether the site sent the packet at once, again, or from the history"),
        "move_id": within(Kind.NUMBER, "numbers must not decrease; a missing number is noted"),
        "table_id": within(Kind.NUMBER, "must be the same in all packets"),
        "channel": within(Kind.WORD, "the copies on all channels must agree"),
        "time": within(
            Kind.NUMBER,
            "seconds since 1970, UTC; in packets of the game, not decreasing on a channel, and within a day for a move",
        ),
        "data": explains("the notifications; listed below for each type"),
    },
    "notification": {
        "type": within(Kind.WORD, "the types of the copies must agree"),
        "log": within(Kind.TEXT, "the text of the message; if it is English, it must match the other fields"),
        "args": explains("listed below for each type"),
        "uid": explains("a number made of the clock of the site when it wrote the notification"),
        "h": explains("a mark with which the page recognizes what it already shows"),
        "lock_uuid": explains("which request of the page the notification answers"),
        "synchro": explains("how the page shows the notification"),
    },
}

_SPLAYED = within(Kind.NUMBER, "must match the earlier splays, which are compared with the engine", copied=True)
#: How the fields about one player, and about the two between whom a card moves, end.
_SIDES = ("", "_from", "_to")
_TRANSFER: dict[str, Field] = {
    "owner_from": _engine(Kind.PLAYER),
    "location_from": _engine(Kind.PLACE),
    "position_from": _engine(
        Kind.NUMBER,
        "except for an unclaimed special achievement, flag or fountain, because those lie face up; the first four"
        " generations may also write the position that a revealed card got when it was revealed",
    ),
    "splay_direction_from": _SPLAYED,
    "owner_to": _engine(Kind.PLAYER),
    "location_to": _engine(Kind.PLACE),
    "position_to": _engine(Kind.NUMBER),
    "splay_direction_to": _SPLAYED,
    "bottom_from": within(Kind.FLAG, "only the card at position 0 of a pile is drawn from its bottom", copied=True),
    "bottom_to": _engine(Kind.FLAG),
    "score_keyword": _engine(Kind.FLAG),
    "meld_keyword": _engine(Kind.FLAG, "the site omits it for cards that are drawn and melded"),
    "player_id": within(
        Kind.PLAYER, "the player whose card moves; if two players are involved, the one who acts", copied=True
    ),
    "opponent_id": within(Kind.PLAYER, "the other player, if two players are involved", copied=True),
    **{f"new_score{side}": _engine(Kind.NUMBER) for side in _SIDES},
    **{f"new_max_age_on_board{side}": _engine(Kind.NUMBER) for side in _SIDES},
    **{f"new_ressource_counts{side}": _engine(Kind.COUNTS) for side in _SIDES},
    "monument_counters": _engine(Kind.COUNTS),
    "id": _engine(Kind.NUMBER, "of a flag or fountain, which the site numbers by its city, the color is compared"),
    "age": _engine(Kind.NUMBER),
    "type": _engine(Kind.NUMBER),
    "is_relic": _engine(Kind.FLAG),
    "color": within(Kind.NUMBER, "printed on the card", copied=True),
    "name": within(Kind.NAME, "printed on the card; in another language, the same in all messages"),
    "faceup_age": within(Kind.NUMBER, "printed on the card"),
    **{f"spot_{number}": within(Kind.NUMBER, "printed on the card") for number in range(1, 7)},
    "dogma_icon": within(Kind.NUMBER, "printed on the card"),
    "has_demand": explains("printed on the card; the effects themselves are compared"),
    "owner": within(Kind.PLAYER, "must match the place of the card after the move"),
    "location": within(Kind.PLACE, "must match the place of the card after the move"),
    "position": within(Kind.NUMBER, "must match the place of the card after the move"),
    "splay_direction": within(Kind.NUMBER, "must match the place of the card after the move"),
    "selected": explains("how the page shows the card while a player chooses"),
    "icon_hash": explains("a number of the site for comparing icons; no known game has one"),
    "<": within(Kind.TEXT, "markup that contains the set of the card"),
    ">": _MARKUP,
    "<<": within(Kind.TEXT, "markup that contains the number of the card"),
    ">>": _MARKUP,
    "<<<": _MARKUP,
    ">>>": _MARKUP,
    "You": _ADDRESS,
    "your": _ADDRESS,
    "player_name": within(Kind.NAME, "the name of the player in player_id"),
    "opponent_name": within(Kind.NAME, "the name of the player in opponent_id"),
    "i18n": _TRANSLATED,
    "using_debug_buttons": explains("used by the site's own tests"),
    **_PRINTED_TEXTS,
    "achievement_name": within(Kind.WORD, "the name of the achievement with this number or age", copied=True),
}

_SPLAY: dict[str, Field] = {
    "player_id": _engine(Kind.PLAYER),
    "color": _engine(Kind.NUMBER),
    "splay_direction": _engine(Kind.NUMBER),
    "new_score": _engine(Kind.NUMBER),
    "new_ressource_counts": _engine(Kind.COUNTS),
    "forced_unsplay": within(Kind.FLAG, "set if the pile is no longer splayed", copied=True),
    "colored": within(Kind.WORD, "the color in words"),
    "colored_cards": within(Kind.WORD, "the color in words"),
    "splay_direction_in_clear": within(Kind.WORD, "the direction in words"),
    "player_name": within(Kind.NAME, "the owner of the pile, or the player who splays another player's pile"),
    "target_player_name": within(Kind.NAME, "the owner of the pile, if another player splays it"),
    "You": _ADDRESS,
    "Your": _ADDRESS,
    "i18n": _TRANSLATED,
}

_REARRANGEMENT: dict[str, Field] = {
    "player_id": _engine(Kind.PLAYER),
    "rearrangement": _engine(Kind.COUNTS, "the pile and the swaps; later moves show the new order"),
    "new_max_age_on_board": _engine(Kind.NUMBER),
    "color": within(Kind.WORD, "the color in words", copied=True),
    "player_name": within(Kind.NAME, "the owner of the pile"),
    "You": _ADDRESS,
    "i18n": _TRANSLATED,
}

_LOG: dict[str, Field] = {
    "player_name": _engine(Kind.NAME, "if the message states a fact"),
    "ressource_count": _engine(Kind.NUMBER),
    "icon": _engine(Kind.WORD, "for a count, or as a choice"),
    "qualified_effect": within(
        Kind.WORD,
        "must match the effect in the preceding state, which is compared with the engine; an effect that affects nobody"
        " is not carried out",
        copied=True,
    ),
    "text": _engine(Kind.WORD, "the sharing bonus, in any language"),
    "english_name": _engine(Kind.NAME, "the card of the player who begins"),
    **dict.fromkeys(("age", "color", "color_1", "color_2", "color_3"), _engine(Kind.WORD, "as a choice")),
    "n": _engine(Kind.NUMBER, "as a choice, or the achievements of the winner"),
    "player_choice": _engine(Kind.NAME, "as a choice"),
    **dict.fromkeys(("english_name_1", "english_name_2", "m", "number", "splay_direction"), _RESULT),
    **dict.fromkeys(
        ("age_6", "clocks", "colored", "colored_cards", "crown", "crowns", "factories", "factory"), _WORDING
    ),
    "age_10": _engine(Kind.WORD, "the age above which a draw ends the game"),
    **dict.fromkeys((f"icon_{icon}" for icon in range(1, 7)), _WORDING),
    **dict.fromkeys(("leaves", "leaf", "lightbulbs", "music_note", "tower", "towers", "location"), _WORDING),
    **dict.fromkeys(("You", "you", "your", "Your"), _ADDRESS),
    "i18n": _TRANSLATED,
    # The first generations announce an activated card, and after the end the achievements, with the whole card.
    "id": _engine(Kind.NUMBER, "the card that is activated"),
    **{key: _TRANSFER[key] for key in ("name", "dogma_icon", "type", *(f"spot_{number}" for number in range(1, 5)))},
    **dict.fromkeys(
        ("owner", "position", "selected"), explains("where the activated card lies; the board is compared elsewhere")
    ),
    **dict.fromkeys(("<", ">", "<<", ">>", "<<<", ">>>", "[", "]"), _MARKUP),
    **_PRINTED_TEXTS,
    "achievement_name": within(
        Kind.WORD,
        "after the end, which achievement a card was: the name must be that of its age; each age is told once, and the"
        " card must have that age and not be seen elsewhere",
        copied=True,
    ),
}

_LOG_WITH_CARDS: dict[str, Field] = {
    "card_ids": _engine(Kind.CARDS),
    "icon": _engine(Kind.NUMBER),
    "player_name": _engine(Kind.NAME, copied=False),
    "card": within(Kind.MESSAGE, "the name of the card in card_ids"),
    "card_1": within(Kind.MESSAGE, "the name of the card in card_ids"),
    "card_2": _engine(Kind.MESSAGE, copied=False),
    "card_list": within(Kind.MESSAGE, "the names of the cards in card_ids"),
    "[": _MARKUP,
    "]": _MARKUP,
    "You": _ADDRESS,
    "i18n": _TRANSLATED,
}

#: The arguments of each type of notification that is read.
NOTIFICATIONS: dict[str, dict[str, Field]] = {
    sent.TRANSFER: _TRANSFER,
    sent.SPLAY: _SPLAY,
    sent.REARRANGE: _REARRANGEMENT,
    sent.LOG: _LOG,
    sent.LOG_WITH_CARDS: _LOG_WITH_CARDS,
    sent.OWN_START: {"english_name": _engine(Kind.NAME, copied=False), "You": _ADDRESS, "i18n": _TRANSLATED},
    sent.TURN_END: {},
    sent.WIPE: {"i18n": _TRANSLATED},
    sent.TOPS_AND_HANDS_REMOVED: {
        "new_resource_counts_by_player": _engine(Kind.COUNTS),
        "new_max_age_on_board_by_player": _engine(Kind.COUNTS),
        "top_cards_to_remove": _engine(Kind.CARDS),
    },
    sent.ELIMINATION: {
        "player_to_remove": _engine(Kind.PLAYER),
        "player_name": within(Kind.NAME, "the player in player_to_remove"),
        "your": _ADDRESS,
    },
    sent.ELIMINATED: {
        "who_quits": within(
            Kind.PLAYER,
            "a player of the table; without an effect that eliminates, the log is not judged if that player plays on",
            copied=True,
        ),
        "player_name": within(Kind.NAME, "the player in who_quits"),
    },
    sent.DISPLAY_ICONS: {
        "player_id": within(Kind.PLAYER, "the player with the Artifact on display", copied=True),
        "resource_icon": within(Kind.NUMBER, "the featured icon of the Artifact on display", copied=True),
        "resource_count_delta": within(Kind.NUMBER, "the number of such icons on the Artifact on display", copied=True),
    },
    sent.GAME_END: {"end_of_game_type": _engine(Kind.WORD)},
    sent.STATE: {
        "id": _engine(
            Kind.NUMBER,
            "the state; compared for the states that wait for an action, if the log has any such state",
            copied=False,
        ),
        "active_player": _engine(
            Kind.PLAYER,
            "compared for states that wait for a player to act or to choose; in most others, a player of the table; "
            "the first generations also ask who activated the card",
        ),
        "args": explains("listed below for each state; at the end of the game, the result is compared with who won"),
        "type": explains("the kind of state, which its number already gives"),
        **dict.fromkeys(("reflexion", "updateGameProgression"), explains("clocks and the progress shown on the page")),
        **dict.fromkeys(("multiactive", "_notified_privately"), explains("which players receive what")),
        **dict.fromkeys(
            ("name", "action", "description", "descriptionmyturn", "initialprivate", "possibleactions", "transitions"),
            explains("belongs to the states that begin and end a game"),
        ),
    },
}

_NESTED = {
    f"card_{number}": within(
        Kind.NAME, "the cards that are executed within each other; the last one must be that of the effect"
    )
    for number in range(10)
}
_REF_PLAYERS = tuple(f"ref_player_{number}" for number in range(10))
_EFFECT: dict[str, Field] = {
    "JSCardEffectQuery": _engine(Kind.TEXT, "the card and its effect", copied=False),
    "player_id": within(Kind.PLAYER, "must match the player who executes the effect in the next message"),
    "qualified_effect": within(Kind.WORD, "must match the effect in the next message"),
    "player_name": _ADDRESS,
    "player_name_as_you": _ADDRESS,
    "player": _MARKUP,
    "card_name": _MARKUP,
    "i18n": _TRANSLATED,
    **_NESTED,
    **dict.fromkeys(
        _REF_PLAYERS, within(Kind.PLAYER, "the last one must be the player of the effect; not compared in G1 and G2")
    ),
}
_ASKS = explains("what was offered; the choice is compared", copied=True)


def _offered(kind: Kind) -> Field:
    return within(kind, "must offer what the player then chose, if a message or a splay says so next", copied=True)


_CHOICE: dict[str, Field] = {
    **dict.fromkeys(
        (
            "can_stop",
            "color_pile",
            "default_integer",
            "num_cards_already_chosen",
            "opponent_id",
            "special_type_of_choice",
            "splay_direction_in_clear",
            "splayable_colors_in_clear",
            "card_interaction",
        ),
        _ASKS,
    ),
    "can_pass": _offered(Kind.FLAG),
    "options": _offered(Kind.CARDS),
    "splay_direction": _offered(Kind.NUMBER),
    "splayable_colors": _offered(Kind.CARDS),
    **dict.fromkeys(
        ("message_for_player", "message_for_others", "message_for_opponent", "player_name", "player_id"), _ADDRESS
    ),
    "card_name": _MARKUP,
    "i18n": _TRANSLATED,
    **{
        f"card_{number}": explains("the cards that are executed within each other; compared in the states of effects")
        for number in range(10)
    },
    **dict.fromkeys(
        _REF_PLAYERS, explains("the players who execute the nested cards; compared in the states of effects")
    ),
    "_private": explains("the cards offered; the choice is compared"),
}

#: The arguments of the states that are read, by state number. Other states are not read.
STATES: dict[int, dict[str, Field]] = {
    2: {
        "team_game": _engine(Kind.FLAG, copied=False),
        "messages": _engine(Kind.COUNTS, "the partner of each player, in words", copied=False),
    },
    4: {
        "action_number": _engine(Kind.NUMBER),
        "qualified_action": within(Kind.WORD, "the number of the action in words", copied=True),
        "age_to_draw": _engine(Kind.NUMBER),
        "type_to_draw": _engine(Kind.NUMBER),
        "claimable_ages": _engine(Kind.CARDS),
        "city_draw_falls_back_to_other_type": explains("a hint for the page about what a meld would draw", copied=True),
        "_private": within(
            Kind.CARDS, "must match the cards in the player's hand, as shown before; contains hints for the page"
        ),
        "i18n": _TRANSLATED,
    },
    8: _EFFECT,
    13: _CHOICE,
    15: {"_private": explains("hints for the page about who would be affected"), "i18n": _TRANSLATED},
    16: {
        **dict.fromkeys(
            ("can_seize_to_achievements", "can_seize_to_hand"),
            within(Kind.FLAG, "must offer what the player then chose", copied=True),
        ),
        **dict.fromkeys(("relic_id", "relic_name"), explains("what was offered; the choice is compared", copied=True)),
        "i18n": _TRANSLATED,
    },
    19: {"max_age_to_promote": within(Kind.NUMBER, "at least the age of the promoted card", copied=True)},
    20: {"promoted_card_id": within(Kind.NUMBER, "must match the card promoted just before")},
}


class _Written(NamedTuple):
    """Generations that write some fields."""

    since: Generation
    until: Generation
    names: tuple[str, ...]


def _from(since: Generation, *names: str) -> _Written:
    return _Written(since, USUAL, names)


def _up_to(until: Generation, *names: str) -> _Written:
    return _Written(Generation.G1, until, names)


#: The fields that not all generations write, by type of notification. A type with an entry without names is written by
#: these generations alone.
_WRITTEN: Final[dict[str, tuple[_Written, ...]]] = {
    sent.TRANSFER: (
        _up_to(Generation.G2, *_PRINTED_TEXTS),
        _up_to(Generation.G4, "achievement_name"),
        _from(Generation.G2, "type"),
        _from(Generation.G3, "is_relic", "faceup_age", "icon_hash", "has_demand", "spot_5", "spot_6"),
        _from(Generation.G5, "bottom_from", "monument_counters"),
        _from(Generation.G8, "meld_keyword"),
    ),
    sent.SPLAY: (_from(Generation.G5, "new_score"), _from(Generation.G3, "target_player_name")),
    sent.REARRANGE: (_from(Generation.G3, "new_max_age_on_board"),),
    sent.LOG: (
        _up_to(
            Generation.G2,
            *("id", "name", "dogma_icon", "type", "spot_1", "spot_2", "spot_3", "spot_4"),
            *("owner", "position", "selected", "<", ">", "<<", ">>", "<<<", ">>>", "[", "]"),
            *_PRINTED_TEXTS,
            "achievement_name",
        ),
    ),
    sent.LOG_WITH_CARDS: (_from(Generation.G3),),
    sent.TURN_END: (_from(Generation.G5),),
    sent.GAME_END: (_from(Generation.G7),),
    sent.DISPLAY_ICONS: (_from(Generation.G3),),
}
#: The same for the arguments of states, by number.
_WRITTEN_IN_STATES: Final[dict[int, tuple[_Written, ...]]] = {
    4: (
        _from(Generation.G3, "_private"),
        _from(Generation.G5, "type_to_draw"),
        _from(Generation.G7, "city_draw_falls_back_to_other_type"),
    ),
    13: (_from(Generation.G4, "card_interaction", "num_cards_already_chosen"),),
    15: (_from(Generation.G3),),
    16: (_from(Generation.G3),),
    19: (_from(Generation.G5),),
    20: (_from(Generation.G5),),
}


def _dated(
    fields: Mapping[Any, dict[str, Field]], written: Mapping[Any, tuple[_Written, ...]]
) -> dict[Any, dict[str, Field]]:
    """Tables of fields, in which each field says which generations write it."""
    found = {of: dict(names) for of, names in fields.items()}
    for of, periods in written.items():
        for period in periods:
            for name in period.names or found[of]:
                found[of][name] = found[of][name]._replace(since=period.since, until=period.until)
    return found


NOTIFICATIONS = _dated(NOTIFICATIONS, _WRITTEN)
STATES = _dated(STATES, _WRITTEN_IN_STATES)


class Tables(NamedTuple):
    """The fields of one generation of the site's code: of each type of notification, and of each state that is read."""

    notifications: dict[str, dict[str, Field]]
    states: dict[int, dict[str, Field]]

    def copied(self) -> dict[str, tuple[str, ...]]:
        """The arguments on which all copies must agree, by type of notification, for types sent on both channels."""
        found = {
            kind: tuple(name for name, field in fields.items() if field.copied)
            for kind, fields in self.notifications.items()
            if kind != sent.OWN_START
        }
        # Of all states together, including the fields around their arguments.
        of_states: dict[str, None] = dict.fromkeys(found[sent.STATE])
        for fields in self.states.values():
            of_states.update((name, None) for name, field in fields.items() if field.copied)
        found[sent.STATE] = tuple(of_states)
        return found

    def joined(self, other: Tables) -> Tables:
        """The fields of these tables and of those of another generation."""
        if other is self:
            return self

        def both(mine: dict[Any, dict[str, Field]], theirs: dict[Any, dict[str, Field]]) -> dict[Any, dict[str, Field]]:
            return {of: theirs.get(of, {}) | mine.get(of, {}) for of in theirs | mine}

        return Tables(both(self.notifications, other.notifications), both(self.states, other.states))

    def of(self, part: str) -> dict[str, Field] | None:
        """The fields of a type of notification, or of a state (``state 4``); None for what is not read."""
        states = {f"state {state}": fields for state, fields in self.states.items()}
        return {**self.notifications, **states}.get(part)

    def knows(self, part: str, names: Iterable[str]) -> bool:
        """Whether all arguments of a notification or state are in the tables, or it is not read."""
        known = self.of(part)
        return known is None or all(name in known or name in _PUBLIC for name in names)

    def each(self) -> Iterator[tuple[str, str, Field]]:
        """Every field in order: the type of notification or state, the name, and the field."""
        yield from each(self.notifications)
        yield from each({f"state {state}": fields for state, fields in self.states.items()})


@cache
def tables(generation: Generation) -> Tables:
    """The fields of the notifications of a generation before the newest."""

    def written(fields: Mapping[Any, dict[str, Field]]) -> dict[Any, dict[str, Field]]:
        return {
            of: {name: field for name, field in names.items() if field.since <= generation <= field.until}
            for of, names in fields.items()
        }

    return Tables(written(NOTIFICATIONS), written(STATES))


def writes(generation: Generation, kind: str) -> bool:
    """Whether a generation before the newest writes a type of notification at all, if it is one of these tables."""
    return all(period.names or period.since <= generation <= period.until for period in _WRITTEN.get(kind, ()))


#: Maximum number of argument lists remembered per kind, and of unknown fields reported per log. The site has tens.
MOST_SHAPES, _MOST_UNKNOWN = 200, 100


class Unknown:
    """Fields that are not in the tables, each reported once, at its first place."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        #: Argument lists without unknown fields; nearly all notifications have one of a few.
        self.fine: dict[str, set[tuple[str, ...]]] = {}
        self.found: dict[str, None] = {}

    def look(self, kind: str, args: dict[str, object]) -> list[str]:
        """The unknown fields among the arguments of a notification that have not been reported before."""
        new = self._look(kind, self._tables.notifications.get(kind), args)
        if kind == sent.STATE:
            state, inner = to_int(args.get("id")), args.get("args")
            if state is not None and isinstance(inner, dict):
                new = new + self._look(f"state {state}", self._tables.states.get(state), inner)
        return new

    def _look(self, kind: str, known: dict[str, Field] | None, args: dict[str, object]) -> list[str]:
        if known is None:
            return []
        fine = self.fine.setdefault(kind, set())
        shape = tuple(args)
        if shape in fine:
            return []
        if len(fine) < MOST_SHAPES:
            fine.add(shape)
        names = [f"{kind}: {name}" for name in args if name not in known and name not in _PUBLIC]
        new = [name for name in names if name not in self.found]
        if len(self.found) + len(new) > _MOST_UNKNOWN:
            return []
        self.found.update(dict.fromkeys(new))
        return new


def described() -> Iterator[tuple[str, str, Field]]:
    """Every field in order: the part of the envelope, type of notification or state, the name, and the field."""
    yield from each(ENVELOPE)
    yield from Tables(NOTIFICATIONS, STATES).each()
