"""Board Game Arena's words: the envelope that carries the notifications of a game.

The notifications themselves are in :mod:`parsers.bga.notifications`.
"""

from __future__ import annotations

from typing import Final

from parsers.bga import notifications as sent
from parsers.bga.notifications_2024 import TRANSFERS

# A packet and the notifications in it.
PACKET_ID: Final = "packet_id"
MOVE_ID: Final = "move_id"
CHANNEL: Final = "channel"
TABLE_ID: Final = "table_id"
TIME: Final = "time"
DATA: Final = "data"
TYPE: Final = "type"
ARGS: Final = "args"
UID: Final = "uid"
TABLE_CHANNEL: Final = "/table/t"
PLAYER_CHANNEL: Final = "/player/p"

# Fields around the packets.
PLAYERS: Final = "players"
PLAYER_IDS = ("id", "player_id")
PLAYER_NAMES = ("name", "player_name")
VIEWPOINT: Final = "currentPlayerId"
GAMEDATAS: Final = "gamedatas"
GAME_NAMES = ("gameName", "game_name")
ERROR: Final = "error"
ERROR_CODE: Final = "code"

# In the scripts of a replay page.
PAGE_PACKETS: Final = "g_gamelogs"
PAGE_SETUP: Final = "completesetup"

#: Prefix of the site's name for the game: "innovation", on the test server "innovationalpha".
GAME: Final = "innovation"

#: Other files in the archive of the browser extension BGA Assistant, all derived from the packets.
COMPANIONS = {"raw_data.json": frozenset({"game_log.json", "game_state.json", "summary.html"})}

#: Types of notification that occur only in logs of Innovation, without those of spectators' copies.
INNOVATION_TYPES = TRANSFERS | {
    sent.SPLAY,
    sent.REARRANGE,
    sent.LOG_WITH_CARDS,
    sent.OWN_START,
    sent.TURN_END,
    sent.WIPE,
    sent.TOPS_AND_HANDS_REMOVED,
    sent.ELIMINATION,
    sent.DISPLAY_ICONS,
}

#: Types that every game of the site sends.
COMMON_TYPES = frozenset(
    {
        sent.STATE,
        "gameStateChangePrivateArg",
        "gameStateMultipleActiveUpdate",
        "gameStatePrivateChange",
        "newActivePlayer",
        "updateReflexionTime",
        "wakeupPlayers",
        "yourturnack",
        sent.LOG,
        "message",
        "simpleNote",
        "simpleNode",
        "simplePause",
        "setNotificationHistory",
        "history_history",
        "tableInfosChanged",
        "tableDecision",
        "tableWindow",
        "chat",
        "chatmessage",
        "tablechat",
        "startWriting",
        "stopWriting",
        "resultsAvailable",
        sent.GAME_END,
        "playerConcedeGame",
        sent.ELIMINATED,
        sent.SKIPS_TURN,
        "zombieBack",
        sent.FAILED_TO_PLAY,
        "gameResultNeutralized",
        "infomsg",
        "showMessage",
        "banFromTable",
        "archivewaitingdelay",
        "end_archivewaitingdelay",
        "replaywaitingdelay",
        "end_replaywaitingdelay",
        "replayinitialwaitingdelay",
        "end_replayinitialwaitingdelay",
        "undoRestorePoint",
    }
)
