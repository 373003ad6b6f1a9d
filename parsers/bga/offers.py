"""Compare what a question offers with what the player then chose. None of it needs the rules."""

from __future__ import annotations

import re
from typing import Final

from parsers.bga import notifications as words
from parsers.bga.beside import Contradiction
from parsers.bga.channels import Item
from parsers.bga.messages import colors_in
from parsers.bga.speech import label
from parsers.bga.statements import name_of
from parsers.bga.values import Args, bare, flag, icon_in, listed, plain, short, to_int, value_in

#: The site's number for the kind of a question: a value, a color, two or three colors, a player, an icon.
_VALUE, _COLOR, _COLORS, _PLAYER, _ICON = 3, 4, (5, 9), 10, 12
#: How messages begin in which a player says what that player chose. Only an icon is announced for somebody else.
_CHOOSES: Final = re.compile(r"\$\{player_name\} (?:chooses|decides|wishes|passes|has chosen)\b")
#: Where a relic may go, and the field that offers it.
_SEIZED: Final = {"hand": "can_seize_to_hand", "achievements": "can_seize_to_achievements"}

#: The directions in words, by their numbers.
DIRECTIONS: Final = {"1": "left", "2": "right", "3": "up", "4": "aslant"}


class Offers:
    """The last question, until something happens after it."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names
        self.open: tuple[Item, int, Args] | None = None
        #: The direction of a splay that a player has announced.
        self._announced: Item | None = None

    def ask(self, item: Item, state: int | None, inner: Args) -> None:
        """Follow a question."""
        if state in words.STATES_ASKING:
            self.open = (item, state or 0, inner)

    def answer(self, item: Item) -> Contradiction | None:
        """Compare the next notification with the last question, if it answers it."""
        if self.open is None or item.kind not in words.ANSWERS:
            return None
        if item.kind == words.LOG and "player_name" not in item.args and "You" not in item.args:
            return None
        question, state, inner = self.open
        self.open = None
        found = None
        if item.kind == words.LOG and _CHOOSES.match(item.template) is not None and item.template != words.CHOOSES_ICON:
            name, asked = item.args.get("player_name"), question.args.get("active_player")
            player = self._names.get(bare(name)) if isinstance(name, str) else None
            if player is not None and asked is not None and player != str(asked):
                wanted = name_of(self._names, str(asked))
                return item.at, "a choice is another player's than the question before it", wanted, bare(str(name))
        if state == words.STATE_CHOICE:
            found = self._choice(item, inner)
        elif item.kind == words.TRANSFER and state == words.STATE_RELIC:
            key = _SEIZED.get(str(item.args.get("location_to")))
            if key is not None and item.args.get("location_from") == "relics" and flag(inner.get(key)) is False:
                found = (key, "yes", "no")
        elif item.kind == words.TRANSFER and state == words.STATE_PROMOTION:
            age, most = to_int(item.args.get("age")), to_int(inner.get("max_age_to_promote"))
            if item.args.get("location_from") == "forecast" and age is not None and most is not None and age > most:
                found = ("max_age_to_promote", f"at least {age}", str(most))
        if found is None:
            return None
        key, wanted, told = found
        return item.at, f"{label(key)} of the question before does not offer what the player then chose", wanted, told

    def splays(self, item: Item) -> Contradiction | None:
        """Compare a splay with the direction that a message before it announced."""
        if item.kind == words.LOG and item.template == words.SPLAYS_ANOTHER:
            self._announced = item
        elif item.kind == words.SPLAY and self._announced is not None:
            said, self._announced = self._announced, None
            wanted = DIRECTIONS.get(str(to_int(item.args.get("splay_direction"))))
            told = said.args.get("splay_direction")
            if isinstance(told, str) and wanted is not None and told in DIRECTIONS.values() and told != wanted:
                return said.at, f"{label('splay_direction')} is not that of the splay", wanted, told
        return None

    def _choice(self, item: Item, inner: Args) -> tuple[str, str, str] | None:
        args = item.args
        if item.kind == words.SPLAY:
            colors = listed(inner.get("splayable_colors"))
            if not colors:
                return None
            if plain(args.get("color")) not in [plain(color) for color in colors]:
                return "splayable_colors", short(args.get("color")), short(colors)
            direction = inner.get("splay_direction")
            if direction is not None and plain(direction) != plain(args.get("splay_direction")):
                return "splay_direction", short(args.get("splay_direction")), short(direction)
            return None
        if item.kind != words.LOG:
            return None
        if item.template == words.PASSES:
            able = flag(inner.get("can_pass")) is False and flag(inner.get("can_stop")) is not True
            return ("can_pass", "yes", "no") if able else None
        options = listed(inner.get("options"))
        told = self._told(item, to_int(inner.get("special_type_of_choice")))
        if not options or told is None:
            return None
        values = [option.get("value") for option in options if isinstance(option, dict)]
        if len(values) < len(options) or None in values:
            # It is not recorded what one of them is.
            return None
        offered = [str(plain(value)) for value in values]
        missing = [one for one in told if one not in offered]
        return ("options", ", ".join(told), ", ".join(offered)) if missing else None

    def _told(self, item: Item, kind: int | None) -> list[str] | None:
        """What a message says that a player chose, as the values of options; None if it says something else."""
        args, template = item.args, item.template
        value: object = None
        if kind == _VALUE and template == words.CHOOSES_VALUE:
            value = value_in(args.get("age"))
        elif kind == _ICON and template == words.CHOOSES_ICON:
            value = icon_in(args.get("icon"))
        elif kind == _PLAYER and template == words.CHOOSES_PLAYER:
            name = args.get("player_choice")
            value = None if name is None else self._names.get(bare(str(name)))
        elif (kind == _COLOR or kind in _COLORS) and template in words.NAMES_COLORS:
            colors = colors_in(template, args)
            return None if colors is None else [str(color) for color in colors]
        return None if value is None else [str(value)]
