"""Hold what the site announces of the game itself against what is played after it: its end, who leaves it, effects."""

from __future__ import annotations

from typing import Final

from innolog.log import At, Unread
from parsers.bga import notifications as words
from parsers.bga import notifications_2024 as words_2024
from parsers.bga.beside import Contradiction
from parsers.bga.channels import Item
from parsers.bga.speech import both, label
from parsers.bga.statements import name_of
from parsers.bga.values import Args, bare, by_key, short, to_int

#: Notifications that change the table.
_PLAYED: Final = frozenset(
    {
        words.TRANSFER,
        words_2024.BULK,
        words.SPLAY,
        words.REARRANGE,
        words.WIPE,
        words.ELIMINATION,
        words.TOPS_AND_HANDS_REMOVED,
    }
)
_MESSAGES: Final = (words.LOG, words.LOG_WITH_CARDS)
#: States in which a player is asked, all within the game.
_WAITING: Final = words.STATES_WAITING - {words.STATE_GAME_END}
_BACK: Final = "zombieBack"
#: Arguments of a message about a player.
_ADDRESSED: Final = frozenset({"player_name", "You"})


class Announced:
    """The end of the game and the players who are out of it, as the log announces them."""

    def __init__(self, seat: dict[str, int], names: dict[str, str]) -> None:
        self._seat = seat
        self._names = names
        #: The first announcement of the end.
        self._end: At | None = None
        #: The players whom an effect has eliminated, and those of whom the site alone says so.
        self._eliminated: set[str] = set()
        self._out: set[str] = set()
        #: The player who is asked for an action and has not taken it yet, if that player is out.
        self._asked: str | None = None

    def follow(self, item: Item) -> Contradiction | Unread | None:
        """Compare a notification with the announcements before it.

        Returns what is wrong there: a contradiction, or a place from which the log is not understood.
        """
        kind = item.kind
        state = to_int(item.args.get("id")) if kind == words.STATE else None
        if state == words.STATE_ENDING or (kind in _MESSAGES and item.template.startswith(words.END_PREFIX)):
            self._end = self._end or item.at
        elif kind == words.GAME_END or state == words.STATE_GAME_END:
            # The game is over, by the rules or not. What is played after that is illegal itself.
            self._end = None
        elif self._end is not None and item.packet > self._end.packet and (kind in _PLAYED or state in _WAITING):
            end, self._end = self._end, None
            message = "the end of the game is announced, and the game goes on"
            return end, message, "nothing is played after it", f"{item.at}: {short(kind)}"
        if kind == words.ELIMINATED:
            return self._leaves(item)
        if kind == words.ELIMINATION:
            player = str(item.args.get("player_to_remove"))
            self._eliminated.add(player)
            self._out.discard(player)
        return self._goes_on(item, state) if self._out else None

    def _leaves(self, item: Item) -> Contradiction | None:
        """Read that a player is out of the game. The effect that eliminates a player has a notification of its own."""
        told, name = item.args.get("who_quits"), item.args.get("player_name")
        if told is None:
            return None
        player = str(told)
        if player not in self._seat:
            message = "a person is eliminated who does not sit at the table"
            return item.at, message, "a player of this table", short(told)
        named = self._names.get(bare(name), player) if isinstance(name, str) else player
        if named != player:
            here, there = name_of(self._names, player), name_of(self._names, named)
            return item.at, "the player who is eliminated has the name of another", here, there
        if player not in self._eliminated:
            self._out.add(player)
        return None

    def _goes_on(self, item: Item, state: int | None) -> Unread | None:
        """Stop where a player takes an action of whom the site alone has said that the game is over for this player.

        The site may say so of a player who left the table, and came back.
        """
        if state == words.STATE_ACTION:
            player = str(item.args.get("active_player"))
            self._asked = player if player in self._out else None
        elif item.kind == _BACK:
            self._out.clear()
        elif item.kind in words.ABSENT or item.kind == words.TURN_END or item.template == words.SKIPPED:
            self._asked = None
        elif self._asked is not None and (item.kind in _PLAYED or "icon" in item.args):
            who = name_of(self._names, self._asked)
            return Unread(item.at, f"{item.at}: {who} plays on after an elimination without an effect")
        return None


class Begun:
    """The effect that began last. If it affects nobody, nobody carries it out."""

    def __init__(self) -> None:
        self._effect: Args = {}
        #: The message that the effect affects nobody, and the first state in which a player carries it out.
        self._said: At | None = None
        self._carried: At | None = None

    def follow(self, item: Item) -> Contradiction | None:
        """Compare a message that an effect affects nobody with the states around it."""
        args = item.args
        if item.kind == words.STATE:
            state, inner = to_int(args.get("id")), by_key(args.get("args")) or {}
            if state in (words.STATE_EFFECT, words.STATE_ACTION):
                self._effect, self._said, self._carried = inner, None, None
            elif state == words.STATE_EFFECT_OF_PLAYER and _of(inner) and _of(inner) == _of(self._effect):
                self._carried = item.at
                return self._both()
        elif item.kind == words.LOG and "qualified_effect" in args and _ADDRESSED.isdisjoint(args) and self._effect:
            self._said = item.at
            told, wanted = args["qualified_effect"], self._effect.get("qualified_effect")
            if isinstance(wanted, str) and bare(str(told)) != bare(wanted):
                key = "qualified_effect"
                return item.at, f"{label(key)} does not match the game state before it", *both(key, wanted, told)
            return self._both()
        return None

    def _both(self) -> Contradiction | None:
        """The contradiction if the effect affects nobody, and somebody carries it out."""
        if self._said is None or self._carried is None:
            return None
        message = "an effect affects nobody, and a player carries it out"
        return self._said, message, "nobody carries it out", f"{self._carried}: a player does"


def _of(inner: Args) -> Args:
    """The effect in the arguments of a state, with its card and those that execute it."""
    return {key: told for key, told in inner.items() if key.startswith("card_") or key == "JSCardEffectQuery"}
