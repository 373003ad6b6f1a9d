"""The tables of a dataset: every column with its type and meaning.

This and :mod:`innolog.store.total_schema` are the only lists of the columns. The writer fills these schemas, the
Parquet files carry the meanings as field metadata, and :func:`~innolog.store.shown.describe` provides the
documentation.

Keys: ``log_id`` identifies a log by its content, and ``game_id`` the game: it is the same for all logs of a game
(:mod:`innolog.store.identity`). Both occur in every table. Rows of one log are unique by (log_id, seat) in ``players``,
(log_id, action) in ``actions``, (log_id, action, seat) in ``states``, (log_id, action, event) in ``events``, ``dogmas``
and ``achievements``, (log_id, action, decision) in ``decisions``, (log_id, draw, seat) in ``luck``, and (log_id, seat,
card) in ``card_games``. In an opened dataset they are unique by ``game_id`` in place of ``log_id``, too.

A value is null if the log does not record it, or if the games that explain the log differ in it.

A file (:data:`TABLES`) has the rows of every log. An opened dataset shows each legal, finished game once
(:data:`innolog.store.shown.VIEWS`): the rows of its best record, and of a player's cards those of the log that shows
them. ``every.players`` and so on are the rows of all logs. There ``counts`` and ``counts_drawn`` mark the log that is
counted. A file contains these two columns as they were when its batch was written; an opened dataset computes them
from all logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pyarrow as pa

from innolog.cards.facts import BASIC_ICONS, Color
from innolog.engine.choices import ChoiceKind
from innolog.engine.zones import OF_A_PLAYER, Zone, ZoneFacts

#: Increased with every change after which older datasets cannot be read as before.
SCHEMA_VERSION = 11

COLORS = tuple(color.name.lower() for color in Color)
ICONS = tuple(icon.name.lower() for icon in BASIC_ICONS)

#: Events of a card and a player: the prefix of the columns in card_games, and the meaning.
CARD_EVENTS = {
    "opening": "dealt to the player before the game",
    "opening_meld": "melded by the player before the first turn",
    "drawn": "drawn from its supply pile by the player, to any place",
    "melded": "melded by the player as an action",
    "melded_effect": "melded by the player by an effect",
    "tucked": "tucked by the player",
    "scored": "scored by the player",
    "returned": "returned from the player to the supply",
    "received": "transferred to the player from another player",
    "given": "transferred from the player to another player",
    "foreshadowed": "put into the player's forecast",
    "dug": "put onto the player's display from the supply",
    "dogma": "activated by the player",
    "shared": "activated by another player and shared by this player",
    "demanded": "activated by another player, with a demand or compel effect on this player",
}

_TEXT = pa.string()
_YES_NO = pa.bool_()
_SMALL = pa.int16()
_COUNT = pa.int32()
_NUMBER = pa.int64()
_CARDS = pa.list_(pa.int16())
_NUMBERS = pa.list_(pa.int16())
_TEXTS = pa.list_(pa.string())
#: A date and time of day in UTC. Without a time zone, because DuckDB would show it in the zone of the machine.
_TIME = pa.timestamp("us")


def column(name: str, type_: pa.DataType, meaning: str) -> pa.Field:
    """A column with its meaning, which :func:`meaning_of` reads."""
    return pa.field(name, type_, metadata={"meaning": meaning})


_LOG = [
    column("log_id", _TEXT, "the log: the first 16 digits of its content_hash"),
    column("game_id", _TEXT, "the game: the same value for all its logs, of whatever site or form"),
]

_ACTION = column("action", _COUNT, "number of the action in the game; 0 is the opening")
_TURN = column("turn", _COUNT, "number of the turn in the game, from 1; 0 for the opening")
_EVENT = column("event", _COUNT, "number of the event in the action, from 0")
_PLAYER_ID = column("player_id", _TEXT, "the player as the source identifies them")
_SEAT = column("seat", _SMALL, "place at the table, from 0 in turn order")
_WIN = column(
    "win_points", pa.float64(), "1 divided by the number of winners for a winner, 0 for others; null if unfinished"
)
_COUNTED = [
    column(
        "counts",
        _YES_NO,
        "whether statistics of public facts count this row: its log is the best legal, finished log of the game",
    ),
    column(
        "counts_drawn",
        _YES_NO,
        "whether statistics of what only the player sees count this row: its log is the best legal, finished log of "
        "the game with hand_known for the player",
    ),
]

#: The columns that say whether a row counts.
COUNTED = frozenset(field.name for field in _COUNTED)


def _schema(table: str, meaning: str, columns: Sequence[pa.Field]) -> pa.Schema:
    metadata = {"table": table, "meaning": meaning, "schema_version": str(SCHEMA_VERSION)}
    return pa.schema([*_LOG, *columns], metadata=metadata)


_LOGS = _schema(
    "logs",
    "one row per log, whatever its verdict",
    [
        column("source", _TEXT, "the file, or archive and member, that the log was read from"),
        column(
            "content_hash",
            _TEXT,
            "SHA-256 of the log's bytes (of an .mhtml file, of the page and its addresses), hexadecimal",
        ),
        column("site", _TEXT, "the site that recorded the game"),
        column("table_id", _TEXT, "the site's number of the table; null if not known"),
        column("viewpoint", _TEXT, "id of the player whose hidden cards the log shows; null for a spectator"),
        column("edition", _TEXT, "the edition whose rules apply: first, third or fourth"),
        column("sets", _TEXTS, "the sets in play, sorted by name"),
        column("players", _SMALL, "number of players"),
        column("teams", _NUMBERS, "each seat's team number; null if everybody plays alone"),
        column("options", _TEXTS, "the options of the rules that are on, sorted by name"),
        column("deduced", pa.map_(pa.string(), pa.string()), "rules deduced from the log: which rule, and from what"),
        column("verdict", _TEXT, "legal, legal_so_far, illegal, unsupported or unreadable"),
        column("reason", _TEXT, "why a log is unsupported or unreadable, or a game not finished"),
        column("ended_by", _TEXT, "how the game ended: achievements, score or dogma; null if unfinished"),
        column("winners", _TEXTS, "player ids of the winners, empty if unfinished; several share the win"),
        column(
            "started_at",
            _TIME,
            "when the game began, in UTC: the time of the first move that the log has a time of; null if not recorded",
        ),
        column(
            "ended_at",
            _TIME,
            "when the last move of the log was made, in UTC, also if the game is unfinished; null if not recorded",
        ),
        column("seconds", _NUMBER, "seconds from started_at to ended_at, pauses included; null if not recorded"),
        column("turns", _COUNT, "turns begun, the opening not counted"),
        column("actions", _COUNT, "actions begun, the opening not counted"),
        column("checks", _COUNT, "statements of the log that were compared with the engine"),
        column("assumptions", _COUNT, "assumptions about hidden cards that the verdict rests on"),
        column("backtracks", _COUNT, "how often the search for an explanation backtracked"),
        column("unknown", _COUNT, "ignored parts of the log of an unknown kind"),
        column(
            "not_recorded",
            _TEXTS,
            "kinds of fact that the log leaves out, if that leaves the state open; the verdict is about the rest",
        ),
        column("settled", _TEXTS, "kinds of fact that the sources of the log left out; the log holds one possibility"),
        column("explanations", _COUNT, "number of explanations of the log with different final states"),
        column("guessed", _YES_NO, "whether the search was incomplete, so that there may be more explanations"),
        column("final_digest", _TEXT, "digest of the final state, hexadecimal; null if not known"),
        column("tool_version", _TEXT, "the version of innolog that replayed the log"),
        column(
            "review_deals", _COUNT, "in how many deals each decision and draw was valued at most; null without a review"
        ),
        column(
            "story_hash",
            _TEXT,
            "hash of openings and actions, the same in every format of a record of the game; null if too little "
            "happened",
        ),
        column(
            "likeness_hash",
            _TEXT,
            "hash of the same facts in no order; two games that have it in common are near copies; null if too little "
            "happened",
        ),
        _COUNTED[0],
    ],
)

_PLAYERS = _schema(
    "players",
    "one row per log and player",
    [
        _PLAYER_ID,
        _SEAT,
        column(
            "turn_order",
            _SMALL,
            "place in turn order, from 0 for the player who took the first turn; null if nobody took one",
        ),
        column("player_name", _TEXT, "the player's name"),
        column("team", _SMALL, "team number; null if everybody plays alone"),
        column("winner", _YES_NO, "whether the player won or shared the win; null if the game is unfinished"),
        column("score", _COUNT, "points after the last action"),
        column("achievements", _SMALL, "number of achievements after the last action"),
        _WIN,
        column(
            "hand_known",
            _YES_NO,
            "whether the log shows every card that this player saw: it is the player's own log, or it hides nothing",
        ),
        *_COUNTED,
    ],
)

_ACTIONS = _schema(
    "actions",
    "one row per log and action",
    [
        column("action", _COUNT, "number of the action in the game; 0 is the opening, everybody's first meld"),
        _TURN,
        column("number", _SMALL, "number of the action in its turn, from 1; 0 for the opening and free actions"),
        column("player_id", _TEXT, "the player who acted; null for the opening"),
        column("seat", _SMALL, "seat of the player who acted; null for the opening"),
        column(
            "kind",
            _TEXT,
            "opening, draw, meld, dogma, achieve, endorse, parley, inspire, decree, or one with the display",
        ),
        column(
            "explanations",
            _COUNT,
            "number of explanations of the log with different states after the action; the events are those of one",
        ),
        column("guessed", _YES_NO, "whether the search was incomplete, so that there may be more explanations"),
        column("card", _SMALL, "id of the card melded, activated or claimed; null if none, or not known"),
        column("move", _NUMBER, "the source's number of the move in which the action began"),
        column("last_move", _NUMBER, "the source's number of the last move that belongs to the action"),
        column(
            "seconds",
            _NUMBER,
            "seconds from the site's asking for the action to its last move, other players' choices included; opening: "
            "from the setup; null if not recorded",
        ),
        column(
            "thinking_seconds",
            _NUMBER,
            "seconds from the site's asking for the action to the player's choice of it, which is its first move; null "
            "for the opening, or if not recorded",
        ),
    ],
)

#: What is said of the cards in some zones, where it is more than of those in others.
_SAYS = {
    Zone.ACHIEVEMENTS: "card ids of the claimed achievements; null for a standard one; from 1000 a flag, from 1100 a "
    "fountain",
    Zone.REVEALED: "card ids of cards revealed during an effect; an unknown card is null",
    Zone.DISPLAY: "card id of the Artifact on display, if there is one",
}


def _columns_of(place: ZoneFacts) -> Iterable[pa.Field]:
    says = _SAYS.get(place.zone, f"card ids of the {place.words}; an unknown card is null")
    yield column(place.column, _CARDS, says)
    if place.zone is Zone.ACHIEVEMENTS:
        ages = "ages of the claimed achievements in the same order; 0 for special achievements, flags and fountains"
        yield column("achievement_ages", _NUMBERS, ages)
        yield column("achievements_count", _SMALL, "number of claimed achievements")
        can = "ages of the available standard achievements whose requirements the player meets, karmas included"
        yield column("claimable", _NUMBERS, can)
    elif place.hidden:
        same = ": 16 * set + age, 128 more for a relic" if place.zone is Zone.HAND else ", as in hand_backs"
        yield column(place.backs, _NUMBERS, f"backs of the {place.words} in the same order{same}")


_STATES = _schema(
    "states",
    "one row per log, action and player: the player's cards and counts after the action",
    [
        _ACTION,
        _TURN,
        column("move", _NUMBER, "the source's number of the last move that belongs to the action"),
        column("player_id", _TEXT, "the player whose cards these are"),
        _SEAT,
        column("score", _COUNT, "points"),
        *[column(icon, _SMALL, f"visible {icon} icons") for icon in ICONS],
        column("avatar", _SMALL, "visible avatar icons (fourth edition)"),
        *[each for place in sorted(OF_A_PLAYER) for each in _columns_of(place)],
        column("tucked", _SMALL, "cards tucked so far in this turn, as Monument counts them"),
        column("scored", _SMALL, "cards scored so far in this turn, as Monument counts them"),
        *[column(f"board_{color}", _CARDS, f"card ids of the {color} pile, bottom to top") for color in COLORS],
        *[
            column(f"splay_{color}", _TEXT, f"splay of the {color} pile: none, left, right, up or aslant")
            for color in COLORS
        ],
    ],
)

_EVENTS = _schema(
    "events",
    "one row per log and operation of the engine, in order; a column is null if it does not apply to the kind of event",
    [
        _ACTION,
        _EVENT,
        column("move", _NUMBER, "the source's number of the move in which the event was observed"),
        column(
            "kind",
            _TEXT,
            "transfer, splay, rearranged, wiped, eliminated, tops_and_hands_removed, free_action_began, action_began, "
            "dogma_started, icons_counted, effect_started, effect_skipped, nested_started, nested_ended, "
            "parley, chained, deck_junked, sharing_bonus, turn_ended or game_ended",
        ),
        column("seat", _SMALL, "the player who acts, executes the effect, owns the pile, or ended the game"),
        column("card", _SMALL, "card id; null if the card is not known"),
        column("unknown_card", _COUNT, "number within the log of a card that is not known, from 0"),
        column("card_set", _TEXT, "set of the card, also if only its back is known"),
        column("card_age", _SMALL, "age of the card, also if only its back is known"),
        column(
            "keyword",
            _TEXT,
            "transfer: draw, meld, tuck, score, return, transfer, reveal, achieve, remove, keep, foreshadow, dig, junk",
        ),
        column("from_seat", _SMALL, "transfer: previous owner; null for the table"),
        column("from_zone", _TEXT, "transfer: previous zone: deck, hand, board, score, achievements, available ..."),
        column(
            "from_position",
            _SMALL,
            "transfer: previous position in the zone, from 0 for the bottom or the first to arrive",
        ),
        column("to_seat", _SMALL, "transfer: new owner; null for the table"),
        column("to_zone", _TEXT, "transfer: new zone"),
        column("to_position", _SMALL, "transfer: new position in the zone"),
        column("bottom", _YES_NO, "transfer: whether the card went under a pile"),
        column("color", _TEXT, "color of the pile that was splayed or rearranged"),
        column("direction", _TEXT, "splay: none, left, right, up or aslant"),
        column("lost", _YES_NO, "splay: whether the splay was lost because only one card was left"),
        column("cards", _CARDS, "rearranged: card ids of the pile in its new order, bottom to top"),
        column("number", _SMALL, "number of the action in its turn, or of the effect within its kind; from 1"),
        column("actions", _SMALL, "action_began: how many actions the turn has"),
        column(
            "effect",
            _TEXT,
            "effect_started, effect_skipped: its kind: demand, compel, echo, dogma ...; parley: what was paid for",
        ),
        column("on", _SMALL, "nested_started: id of the card on which the effects are executed as if printed on it"),
        column("again", _YES_NO, "effect_started: whether it is the second execution of an endorsed effect"),
        column("endorsed", _YES_NO, "dogma_started: whether by an Endorse action"),
        column("icon", _TEXT, "icons_counted: the featured icon"),
        column("icon_counts", _NUMBERS, "icons_counted: each seat's count; null if not known"),
        column("ended_by", _TEXT, "game_ended: achievements, score or dogma"),
        column("winners", _NUMBERS, "game_ended: seats of the winners"),
    ],
)

_VIOLATIONS = _schema(
    "violations",
    "one row per log that is illegal, unsupported or unreadable",
    [
        column("source", _TEXT, "the file, or archive and member, that the log was read from"),
        column("verdict", _TEXT, "illegal, unsupported or unreadable"),
        column("rule", _TEXT, "id of the rule that was broken; null unless illegal"),
        column("message", _TEXT, "what is wrong, in words"),
        column("move", _NUMBER, "the source's number of the move that breaks the rules"),
        column("packet", _NUMBER, "number of the packet in a source of packets, from 0"),
        column("index", _NUMBER, "number of the notification in the packet, from 0"),
        column("place", _TEXT, "the place in the source, if move, packet and index cannot express it"),
        column("expected", _TEXT, "what the rules allow there; if the log contradicts itself, one of its statements"),
        column("observed", _TEXT, "what the log says there; if it contradicts itself, the other statement"),
    ],
)

_DECISIONS = _schema(
    "decisions",
    "one row per log and choice, with the answer that the replay found; if hidden cards leave it open, one that fits",
    [
        _ACTION,
        column("decision", _COUNT, "number of the choice in the action, from 0"),
        column("player_id", _TEXT, "the player who chose; null for the shuffle"),
        column("seat", _SMALL, "seat of the player who chose; null for the shuffle"),
        column("kind", _TEXT, f"what was chosen: {', '.join(kind.value for kind in ChoiceKind)}"),
        column("options", _NUMBER, "number of legal answers, declining included; null for orders of over 20 cards"),
        column("optional", _YES_NO, "whether declining was a legal answer"),
        column("declined", _YES_NO, "whether it was declined"),
        column("cards", _CARDS, "card ids of the possible answers, for a card or an action; an unknown card is null"),
        column("card", _SMALL, "card id of the answer; null if none, or not known"),
        column("answer", _TEXT, "the answer in words, such as a kind of action, a number, a zone; null for cards"),
        column("intent", _TEXT, "keyword of what happens to the chosen card immediately; null if nothing does"),
        column(
            "equity",
            pa.float64(),
            "the player's chance to win (0 to 1) with the answer, from what the player could know; null if it was not "
            "reviewed (innolog ingest --review)",
        ),
        column("equity_error", pa.float64(), "standard error of equity that comes from the deals; null after one deal"),
        column("loss", pa.float64(), "chance to win with the best answer minus equity"),
        column("loss_error", pa.float64(), "standard error of loss, of the deals and of the values"),
    ],
)

_LUCK = _schema(
    "luck",
    "one row per log, drawn card and player: what this card changed of the player's chance to win, against all cards "
    "that could have been drawn; only for logs that were reviewed (innolog ingest --review), and without draws that "
    "the log does not show",
    [
        _ACTION,
        column("draw", _COUNT, "number of the draw in the game, from 0"),
        column("card", _SMALL, "card id of the card that was drawn"),
        column("drawn_by", _SMALL, "seat of the player who drew it"),
        _PLAYER_ID,
        _SEAT,
        column("luck", pa.float64(), "change of the player's chance to win (1 is a whole game)"),
    ],
)

_CARD_GAMES = _schema(
    "card_games",
    "one row per log, player and card to which something happened that involves the player; a card without a row was "
    "never seen by the player, or the log does not show its face (see counts_drawn)",
    [
        _PLAYER_ID,
        _SEAT,
        column("card", _SMALL, "card id"),
        _WIN,
        *_COUNTED,
        *[
            field
            for name, what in CARD_EVENTS.items()
            for field in (
                column(f"{name}_action", _COUNT, f"{what}: number of the action, the first time"),
                column(f"{name}_turn", _COUNT, f"{what}: number of the turn, the first time"),
                column(
                    f"{name}_age",
                    _SMALL,
                    f"{what}: the player's highest top card before that action; 0 without any, null if not known",
                ),
                column(f"{name}_times", _SMALL, f"{what}: how often; null for never"),
            )
        ],
        column(
            "top_at_end", _YES_NO, "whether it was a top card of the player after the last action; null if not known"
        ),
    ],
)

_ACHIEVEMENTS = _schema(
    "achievements",
    "one row per log and achievement that a player got, in order",
    [
        _ACTION,
        _EVENT,
        _TURN,
        _PLAYER_ID,
        _SEAT,
        column("number", _SMALL, "number of achievements that the player has had, including this one and lost ones"),
        column("kind", _TEXT, "standard, special, flag, fountain, or card for any other card that counts as one"),
        column("card", _SMALL, "card id; null if not known; from 1000 a flag, from 1100 a fountain"),
        column("age", _SMALL, "age of a standard achievement or card, also if only its back is known"),
        column("by", _TEXT, "how: achieve (the action), transfer (from another player) or effect (anything else)"),
        column(
            "claimable_action",
            _COUNT,
            "standard: first action after which the player could have claimed it; null if never, or not known",
        ),
        column("claimable_turn", _COUNT, "standard: the turn of claimable_action"),
        column("held", _YES_NO, "whether the player still had it after the last action"),
    ],
)

_DOGMAS = _schema(
    "dogmas",
    "one row per log and activation of a card; changes are from before the action to after it, one number per "
    "seat, null if not known for all seats",
    [
        _ACTION,
        column("event", _COUNT, "number of the event in the action with which it began, from 0"),
        _TURN,
        column("player_id", _TEXT, "the player who activated the card"),
        column("seat", _SMALL, "seat of the player who activated the card"),
        column("card", _SMALL, "card id"),
        column("endorsed", _YES_NO, "whether by an Endorse action"),
        column("icon", _TEXT, "the featured icon; null if the card has none"),
        column("icon_counts", _NUMBERS, "each seat's count of the featured icon; null if not known"),
        column("sharers", _NUMBERS, "other seats that executed a shared effect"),
        column(
            "bonus", _YES_NO, "whether the sharing bonus was drawn, because an opponent's sharing changed something"
        ),
        column("victims", _NUMBERS, "seats that a demand or compel effect was executed against"),
        column("yielded", _NUMBERS, "those of the victims who had a card moved by it"),
        column("ended_game", _YES_NO, "whether the game ended during the activation"),
        column("score_changes", _NUMBERS, "change of each seat's points"),
        column("achievement_changes", _NUMBERS, "change of each seat's number of achievements"),
        column("icon_changes", _NUMBERS, "change of each seat's visible icons, all kinds together"),
        column("card_changes", _NUMBERS, "change of each seat's cards in hand, score pile and board together"),
        column("win_points", pa.float64(), "win points of the player who activated the card; null if unfinished"),
        _COUNTED[0],
    ],
)

_OF_CARDS = (_CARD_GAMES, _ACHIEVEMENTS, _DOGMAS)
#: The schema of the files of every table, by name.
TABLES: dict[str, pa.Schema] = {
    schema.metadata[b"table"].decode(): schema
    for schema in (_LOGS, _PLAYERS, _ACTIONS, _STATES, _EVENTS, _VIOLATIONS, _DECISIONS, _LUCK, *_OF_CARDS)
}


def meaning_of(described: pa.Field | pa.Schema) -> str:
    """The meaning that a column or table carries in its metadata."""
    meaning: bytes = described.metadata[b"meaning"]
    return meaning.decode()
