"""The tables of a dataset: every column with its type and meaning.

This is the only list of the columns. The writer fills these schemas, the Parquet files carry the meanings as field
metadata, and :func:`~innolog.store.shown.describe` provides the documentation.

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


def _column(name: str, type_: pa.DataType, meaning: str) -> pa.Field:
    return pa.field(name, type_, metadata={"meaning": meaning})


_LOG = [
    _column("log_id", _TEXT, "the log: the first 16 digits of its content_hash"),
    _column("game_id", _TEXT, "the game: the same value for all its logs, of whatever site or form"),
]

_ACTION = _column("action", _COUNT, "number of the action in the game; 0 is the opening")
_TURN = _column("turn", _COUNT, "number of the turn in the game, from 1; 0 for the opening")
_EVENT = _column("event", _COUNT, "number of the event in the action, from 0")
_PLAYER_ID = _column("player_id", _TEXT, "the player as the source identifies them")
_SEAT = _column("seat", _SMALL, "place at the table, from 0 in turn order")
_WIN = _column(
    "win_points", pa.float64(), "1 divided by the number of winners for a winner, 0 for others; null if unfinished"
)
_COUNTED = [
    _column(
        "counts",
        _YES_NO,
        "whether statistics of public facts count this row: its log is the best legal, finished log of the game",
    ),
    _column(
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
        _column("source", _TEXT, "the file, or archive and member, that the log was read from"),
        _column("content_hash", _TEXT, "SHA-256 of the log's bytes, hexadecimal"),
        _column("site", _TEXT, "the site that recorded the game"),
        _column("table_id", _TEXT, "the site's number of the table; null if not known"),
        _column("viewpoint", _TEXT, "id of the player whose hidden cards the log shows; null for a spectator"),
        _column("edition", _TEXT, "the edition whose rules apply: first, third or fourth"),
        _column("sets", _TEXTS, "the sets in play, sorted by name"),
        _column("players", _SMALL, "number of players"),
        _column("teams", _NUMBERS, "each seat's team number; null if everybody plays alone"),
        _column("options", _TEXTS, "the options of the rules that are on, sorted by name"),
        _column("deduced", pa.map_(pa.string(), pa.string()), "rules deduced from the log: which rule, and from what"),
        _column("verdict", _TEXT, "legal, legal_so_far, illegal, unsupported or unreadable"),
        _column("reason", _TEXT, "why a log is unsupported or unreadable, or a game not finished"),
        _column("ended_by", _TEXT, "how the game ended: achievements, score or dogma; null if unfinished"),
        _column("winners", _TEXTS, "player ids of the winners, empty if unfinished; several share the win"),
        _column(
            "started_at",
            _TIME,
            "when the game began, in UTC: the time of the first move that the log has a time of; null if not recorded",
        ),
        _column(
            "ended_at",
            _TIME,
            "when the last move of the log was made, in UTC, also if the game is unfinished; null if not recorded",
        ),
        _column("seconds", _NUMBER, "seconds from started_at to ended_at, pauses included; null if not recorded"),
        _column("turns", _COUNT, "turns begun, the opening not counted"),
        _column("actions", _COUNT, "actions begun, the opening not counted"),
        _column("checks", _COUNT, "statements of the log that were compared with the engine"),
        _column("assumptions", _COUNT, "assumptions about hidden cards that the verdict rests on"),
        _column("backtracks", _COUNT, "how often the search for an explanation backtracked"),
        _column("unknown", _COUNT, "ignored parts of the log of an unknown kind"),
        _column(
            "not_recorded",
            _TEXTS,
            "kinds of fact that the log leaves out, if that leaves the state open; the verdict is about the rest",
        ),
        _column("settled", _TEXTS, "kinds of fact that the sources of the log left out; the log holds one possibility"),
        _column("explanations", _COUNT, "number of explanations of the log with different final states"),
        _column("guessed", _YES_NO, "whether the search was incomplete, so that there may be more explanations"),
        _column("final_digest", _TEXT, "digest of the final state, hexadecimal; null if not known"),
        _column("tool_version", _TEXT, "the version of innolog that replayed the log"),
        _column(
            "review_deals", _COUNT, "in how many deals each decision and draw was valued at most; null without a review"
        ),
        _column(
            "story_hash",
            _TEXT,
            "hash of openings and actions, the same in every format of a record of the game; null if too little "
            "happened",
        ),
        _column(
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
        _column(
            "turn_order",
            _SMALL,
            "place in turn order, from 0 for the player who took the first turn; null if nobody took one",
        ),
        _column("player_name", _TEXT, "the player's name"),
        _column("team", _SMALL, "team number; null if everybody plays alone"),
        _column("winner", _YES_NO, "whether the player won or shared the win; null if the game is unfinished"),
        _column("score", _COUNT, "points after the last action"),
        _column("achievements", _SMALL, "number of achievements after the last action"),
        _WIN,
        _column(
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
        _column("action", _COUNT, "number of the action in the game; 0 is the opening, everybody's first meld"),
        _TURN,
        _column("number", _SMALL, "number of the action in its turn, from 1; 0 for the opening and free actions"),
        _column("player_id", _TEXT, "the player who acted; null for the opening"),
        _column("seat", _SMALL, "seat of the player who acted; null for the opening"),
        _column(
            "kind",
            _TEXT,
            "opening, draw, meld, dogma, achieve, endorse, parley, inspire, decree, or one with the display",
        ),
        _column(
            "explanations",
            _COUNT,
            "number of explanations of the log with different states after the action; the events are those of one",
        ),
        _column("guessed", _YES_NO, "whether the search was incomplete, so that there may be more explanations"),
        _column("card", _SMALL, "id of the card melded, activated or claimed; null if none, or not known"),
        _column("move", _NUMBER, "the source's number of the move in which the action began"),
        _column("last_move", _NUMBER, "the source's number of the last move that belongs to the action"),
        _column(
            "seconds",
            _NUMBER,
            "seconds from the site's asking for the action to its last move, other players' choices included; opening: "
            "from the setup; null if not recorded",
        ),
        _column(
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
    yield _column(place.column, _CARDS, says)
    if place.zone is Zone.ACHIEVEMENTS:
        ages = "ages of the claimed achievements in the same order; 0 for special achievements, flags and fountains"
        yield _column("achievement_ages", _NUMBERS, ages)
        yield _column("achievements_count", _SMALL, "number of claimed achievements")
        can = "ages of the available standard achievements whose requirements the player meets, karmas included"
        yield _column("claimable", _NUMBERS, can)
    elif place.hidden:
        same = ": 16 * set + age, 128 more for a relic" if place.zone is Zone.HAND else ", as in hand_backs"
        yield _column(place.backs, _NUMBERS, f"backs of the {place.words} in the same order{same}")


_STATES = _schema(
    "states",
    "one row per log, action and player: the player's cards and counts after the action",
    [
        _ACTION,
        _TURN,
        _column("move", _NUMBER, "the source's number of the last move that belongs to the action"),
        _column("player_id", _TEXT, "the player whose cards these are"),
        _SEAT,
        _column("score", _COUNT, "points"),
        *[_column(icon, _SMALL, f"visible {icon} icons") for icon in ICONS],
        _column("avatar", _SMALL, "visible avatar icons (fourth edition)"),
        *[column for place in sorted(OF_A_PLAYER) for column in _columns_of(place)],
        _column("tucked", _SMALL, "cards tucked so far in this turn, as Monument counts them"),
        _column("scored", _SMALL, "cards scored so far in this turn, as Monument counts them"),
        *[_column(f"board_{color}", _CARDS, f"card ids of the {color} pile, bottom to top") for color in COLORS],
        *[
            _column(f"splay_{color}", _TEXT, f"splay of the {color} pile: none, left, right, up or aslant")
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
        _column("move", _NUMBER, "the source's number of the move in which the event was observed"),
        _column(
            "kind",
            _TEXT,
            "transfer, splay, rearranged, wiped, eliminated, tops_and_hands_removed, free_action_began, action_began, "
            "dogma_started, icons_counted, effect_started, effect_skipped, nested_started, nested_ended, "
            "parley, chained, deck_junked, sharing_bonus, turn_ended or game_ended",
        ),
        _column("seat", _SMALL, "the player who acts, executes the effect, owns the pile, or ended the game"),
        _column("card", _SMALL, "card id; null if the card is not known"),
        _column("unknown_card", _COUNT, "number within the log of a card that is not known, from 0"),
        _column("card_set", _TEXT, "set of the card, also if only its back is known"),
        _column("card_age", _SMALL, "age of the card, also if only its back is known"),
        _column(
            "keyword",
            _TEXT,
            "transfer: draw, meld, tuck, score, return, transfer, reveal, achieve, remove, keep, foreshadow, dig, junk",
        ),
        _column("from_seat", _SMALL, "transfer: previous owner; null for the table"),
        _column("from_zone", _TEXT, "transfer: previous zone: deck, hand, board, score, achievements, available ..."),
        _column(
            "from_position",
            _SMALL,
            "transfer: previous position in the zone, from 0 for the bottom or the first to arrive",
        ),
        _column("to_seat", _SMALL, "transfer: new owner; null for the table"),
        _column("to_zone", _TEXT, "transfer: new zone"),
        _column("to_position", _SMALL, "transfer: new position in the zone"),
        _column("bottom", _YES_NO, "transfer: whether the card went under a pile"),
        _column("color", _TEXT, "color of the pile that was splayed or rearranged"),
        _column("direction", _TEXT, "splay: none, left, right, up or aslant"),
        _column("lost", _YES_NO, "splay: whether the splay was lost because only one card was left"),
        _column("cards", _CARDS, "rearranged: card ids of the pile in its new order, bottom to top"),
        _column("number", _SMALL, "number of the action in its turn, or of the effect within its kind; from 1"),
        _column("actions", _SMALL, "action_began: how many actions the turn has"),
        _column(
            "effect",
            _TEXT,
            "effect_started, effect_skipped: its kind: demand, compel, echo, dogma ...; parley: what was paid for",
        ),
        _column("on", _SMALL, "nested_started: id of the card on which the effects are executed as if printed on it"),
        _column("again", _YES_NO, "effect_started: whether it is the second execution of an endorsed effect"),
        _column("endorsed", _YES_NO, "dogma_started: whether by an Endorse action"),
        _column("icon", _TEXT, "icons_counted: the featured icon"),
        _column("icon_counts", _NUMBERS, "icons_counted: each seat's count; null if not known"),
        _column("ended_by", _TEXT, "game_ended: achievements, score or dogma"),
        _column("winners", _NUMBERS, "game_ended: seats of the winners"),
    ],
)

_VIOLATIONS = _schema(
    "violations",
    "one row per log that is illegal, unsupported or unreadable",
    [
        _column("source", _TEXT, "the file, or archive and member, that the log was read from"),
        _column("verdict", _TEXT, "illegal, unsupported or unreadable"),
        _column("rule", _TEXT, "id of the rule that was broken; null unless illegal"),
        _column("message", _TEXT, "what is wrong, in words"),
        _column("move", _NUMBER, "the source's number of the move that breaks the rules"),
        _column("packet", _NUMBER, "number of the packet in a source of packets, from 0"),
        _column("index", _NUMBER, "number of the notification in the packet, from 0"),
        _column("place", _TEXT, "the place in the source, if move, packet and index cannot express it"),
        _column("expected", _TEXT, "what the rules allow there; if the log contradicts itself, one of its statements"),
        _column("observed", _TEXT, "what the log says there; if it contradicts itself, the other statement"),
    ],
)

_DECISIONS = _schema(
    "decisions",
    "one row per log and choice, with the answer that the replay found; if hidden cards leave it open, one that fits",
    [
        _ACTION,
        _column("decision", _COUNT, "number of the choice in the action, from 0"),
        _column("player_id", _TEXT, "the player who chose; null for the shuffle"),
        _column("seat", _SMALL, "seat of the player who chose; null for the shuffle"),
        _column("kind", _TEXT, f"what was chosen: {', '.join(kind.value for kind in ChoiceKind)}"),
        _column("options", _NUMBER, "number of legal answers, declining included; null for orders of over 20 cards"),
        _column("optional", _YES_NO, "whether declining was a legal answer"),
        _column("declined", _YES_NO, "whether it was declined"),
        _column("cards", _CARDS, "card ids of the possible answers, for a card or an action; an unknown card is null"),
        _column("card", _SMALL, "card id of the answer; null if none, or not known"),
        _column("answer", _TEXT, "the answer in words, such as a kind of action, a number, a zone; null for cards"),
        _column("intent", _TEXT, "keyword of what happens to the chosen card immediately; null if nothing does"),
        _column(
            "equity",
            pa.float64(),
            "the player's chance to win (0 to 1) with the answer, from what the player could know; null if it was not "
            "reviewed (innolog ingest --review)",
        ),
        _column(
            "equity_error", pa.float64(), "standard error of equity that comes from the deals; null after one deal"
        ),
        _column("loss", pa.float64(), "chance to win with the best answer minus equity"),
        _column("loss_error", pa.float64(), "standard error of loss, of the deals and of the values"),
    ],
)

_LUCK = _schema(
    "luck",
    "one row per log, drawn card and player: what this card changed of the player's chance to win, against all cards "
    "that could have been drawn; only for logs that were reviewed (innolog ingest --review), and without draws that "
    "the log does not show",
    [
        _ACTION,
        _column("draw", _COUNT, "number of the draw in the game, from 0"),
        _column("card", _SMALL, "card id of the card that was drawn"),
        _column("drawn_by", _SMALL, "seat of the player who drew it"),
        _PLAYER_ID,
        _SEAT,
        _column("luck", pa.float64(), "change of the player's chance to win (1 is a whole game)"),
    ],
)

_CARD_GAMES = _schema(
    "card_games",
    "one row per log, player and card to which something happened that involves the player; a card without a row was "
    "never seen by the player, or the log does not show its face (see counts_drawn)",
    [
        _PLAYER_ID,
        _SEAT,
        _column("card", _SMALL, "card id"),
        _WIN,
        *_COUNTED,
        *[
            field
            for name, what in CARD_EVENTS.items()
            for field in (
                _column(f"{name}_action", _COUNT, f"{what}: number of the action, the first time"),
                _column(f"{name}_turn", _COUNT, f"{what}: number of the turn, the first time"),
                _column(
                    f"{name}_age",
                    _SMALL,
                    f"{what}: the player's highest top card before that action; 0 without any, null if not known",
                ),
                _column(f"{name}_times", _SMALL, f"{what}: how often; null for never"),
            )
        ],
        _column(
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
        _column("number", _SMALL, "number of achievements that the player has had, including this one and lost ones"),
        _column("kind", _TEXT, "standard, special, flag, fountain, or card for any other card that counts as one"),
        _column("card", _SMALL, "card id; null if not known; from 1000 a flag, from 1100 a fountain"),
        _column("age", _SMALL, "age of a standard achievement or card, also if only its back is known"),
        _column("by", _TEXT, "how: achieve (the action), transfer (from another player) or effect (anything else)"),
        _column(
            "claimable_action",
            _COUNT,
            "standard: first action after which the player could have claimed it; null if never, or not known",
        ),
        _column("claimable_turn", _COUNT, "standard: the turn of claimable_action"),
        _column("held", _YES_NO, "whether the player still had it after the last action"),
    ],
)

_DOGMAS = _schema(
    "dogmas",
    "one row per log and activation of a card; changes are from before the action to after it, one number per "
    "seat, null if not known for all seats",
    [
        _ACTION,
        _column("event", _COUNT, "number of the event in the action with which it began, from 0"),
        _TURN,
        _column("player_id", _TEXT, "the player who activated the card"),
        _column("seat", _SMALL, "seat of the player who activated the card"),
        _column("card", _SMALL, "card id"),
        _column("endorsed", _YES_NO, "whether by an Endorse action"),
        _column("icon", _TEXT, "the featured icon; null if the card has none"),
        _column("icon_counts", _NUMBERS, "each seat's count of the featured icon; null if not known"),
        _column("sharers", _NUMBERS, "other seats that executed a shared effect"),
        _column(
            "bonus", _YES_NO, "whether the sharing bonus was drawn, because an opponent's sharing changed something"
        ),
        _column("victims", _NUMBERS, "seats that a demand or compel effect was executed against"),
        _column("yielded", _NUMBERS, "those of the victims who had a card moved by it"),
        _column("ended_game", _YES_NO, "whether the game ended during the activation"),
        _column("score_changes", _NUMBERS, "change of each seat's points"),
        _column("achievement_changes", _NUMBERS, "change of each seat's number of achievements"),
        _column("icon_changes", _NUMBERS, "change of each seat's visible icons, all kinds together"),
        _column("card_changes", _NUMBERS, "change of each seat's cards in hand, score pile and board together"),
        _column("win_points", pa.float64(), "win points of the player who activated the card; null if unfinished"),
        _COUNTED[0],
    ],
)

#: The rates of cards: how often it happened (an expression over card_games), and whether only the player sees it.
CARD_RATES = {
    "opening": ("opening_times", True),
    "kept": ("CASE WHEN opening_meld_times > 0 THEN opening_times END", True),
    "drawn": ("drawn_times", True),
    "melded": ("melded_times", False),
    "dogma": ("dogma_times", False),
    "scored": ("scored_times", True),
    "shared": ("shared_times", False),
    "demanded": ("demanded_times", False),
    "seen": ("1", True),
}

#: What is summed over activations.
DOGMA_SUMS = ("shared", "demanded", "score", "achievements", "icons", "cards")

_GROUP = [
    _column("edition", _TEXT, "the edition"),
    _column("sets", _TEXT, "the sets in play, the options that are on, and teams if there are any, joined by +"),
    _column("players", _SMALL, "number of players"),
]
_SUMS = [
    _column("n", _NUMBER, "rows: players of games"),
    _column("w", pa.float64(), "their win points"),
]
_RATE = [
    _column("card", _SMALL, "card id"),
    _column("rate", _TEXT, "what happened: " + ", ".join(CARD_RATES)),
]


def _totals(meaning: str, columns: Sequence[pa.Field]) -> pa.Schema:
    return pa.schema([*_GROUP, *columns], metadata={"meaning": meaning, "schema_version": str(SCHEMA_VERSION)})


#: Sums over all rows that count, by name. Statistics of cards are computed from them in datasets of any size. A cluster
#: is a hash from 0 to 255, the same for all rows of one player (or game).
TOTAL_TABLES: dict[str, pa.Schema] = {
    "total_seats": _totals(
        "one row per group and cluster of players: the players of all games whose hidden cards are known",
        [_column("cluster", _SMALL, "cluster of the player"), *_SUMS],
    ),
    "total_cards": _totals(
        "one row per group, card, rate and cluster of players",
        [
            *_RATE,
            _column("cluster", _SMALL, "cluster of the player"),
            *_SUMS,
            _column("events", _NUMBER, "how often it happened"),
            _column("w_events", pa.float64(), "win points, once for every time it happened"),
            _column("n_around", _NUMBER, "rows of all players of the games that players of the cluster were in"),
            _column("w_around", pa.float64(), "win points of all players of these games"),
        ],
    ),
    "total_games": _totals(
        "one row per group, card and rate: sums for the covariance of the players of a game; N and W are n and w of "
        "a game",
        [
            *_RATE,
            _column("nn", pa.float64(), "sum of N * N over games"),
            _column("wn", pa.float64(), "sum of W * N over games"),
            _column("ww", pa.float64(), "sum of W * W over games"),
            _column(
                "extra_nn", pa.float64(), "as nn, each game multiplied by its number of clusters of players minus 1"
            ),
            _column("extra_wn", pa.float64(), "the same for wn"),
            _column("extra_ww", pa.float64(), "the same for ww"),
        ],
    ),
    "total_draws": _totals(
        "one row per group, card, phase of the game and cluster of games: the first draw of a card by a player",
        [
            _column("card", _SMALL, "card id"),
            _column("phase", _SMALL, "rounds 1-4: 0, 5-8: 1, 9-12: 2, 13-16: 3, 17-20: 4, later: 5"),
            _column("cluster", _SMALL, "cluster of the game"),
            *_SUMS,
        ],
    ),
    "total_dogmas": _totals(
        "one row per group, card, sum and cluster of games: the results of activations",
        [
            _column("card", _SMALL, "card id"),
            _column("what", _TEXT, "what is summed: " + ", ".join(DOGMA_SUMS)),
            _column("cluster", _SMALL, "cluster of the game"),
            _column("n", _NUMBER, "rows: activations; for demanded, victims"),
            _column(
                "s",
                pa.float64(),
                "shared: activations that another player shared; demanded: victims who had a card moved; the others: "
                "change for the player who activated the card minus the mean change of the opponents",
            ),
        ],
    ),
}
#: The columns of totals that are sums; all others are keys.
TOTAL_SUMS = frozenset(
    ["n", "w", "s", "events", "w_events", "n_around", "w_around", "nn", "wn", "ww", "extra_nn", "extra_wn", "extra_ww"]
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
