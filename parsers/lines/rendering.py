"""Write statements as lines of text: the inverse of :mod:`parsers.lines.matching`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from innolog.cards.facts import CardSet, Color, Direction, Icon, card_table, every_card
from innolog.log import NOBODY, Place
from innolog.support.errors import InnologError
from parsers.lines.keys import MOVEMENTS
from parsers.lines.matching import RELICS, Back, Said, Where
from parsers.lines.templates import Table, Wording, split, to_you

#: Functions with which a format shows a card (id), a back (value, set or None) and an icon, and escapes text.
Shows = Callable[[int], str]


class NoWording(InnologError, LookupError):
    """The table has no wording for a statement."""


class Renderer:
    """Words for the players of one game.

    ``text``, ``card``, ``value`` (of a value and a set or None) and ``icon`` say how each is shown; ``viewpoint`` is
    the seat to which the lines speak, if the table has words for that.
    """

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        viewpoint: int | None = None,
        *,
        text: Callable[[str], str] = str,
        card: Shows | None = None,
        value: Callable[[int, int | None], str] | None = None,
        icon: Shows | None = None,
    ) -> None:
        self._words = table.words
        self._names = names
        self._viewpoint = viewpoint if table.words.get("you") else None
        self._text = text
        self._card = card or (lambda number: text(card_table().name[number]))
        self._value = value or (lambda number, card_set: text(f"[{number}]"))
        self._icon = icon or (lambda number: text(f"[{table.words['icons'][Icon(number).name.lower()][0]}]"))
        self._wordings: dict[str, list[tuple[Wording, Wording]]] = {}
        second = table.words.get("second_person") or {}
        for key, texts in table.lines.items():
            self._wordings[key] = [(split(key, each), split(key, to_you(each, second))) for each in texts]

    def line(self, said: Said) -> str:
        """The line: the first of the key's wordings for which all placeholders have a value.

        Raises :class:`NoWording` if the table has none.
        """
        origin: Where | None = said.values.get("from")
        if self._words.get("revealed_unsaid") and origin == Where(Place.REVEALED, None):
            said = Said(said.key, {key: value for key, value in said.values.items() if key != "from"}, False)
        addressed = said.values.get("player") == self._viewpoint is not None
        for about, to_them in self._wordings.get(said.key, ()):
            wording = to_them if addressed else about
            if not _tells_places(said, wording):
                continue
            try:
                shown = [self._shown(placeholder, said.values) for placeholder in wording.placeholders]
            except KeyError:
                continue
            parts = [self._text(wording.literals[0])]
            for inner, literal in zip(shown, wording.literals[1:], strict=True):
                parts += [inner, self._text(literal)]
            return "".join(parts).strip()
        raise NoWording(f"no wording of {said.key} for {', '.join(said.values)}")

    def _shown(self, placeholder: str, values: Mapping[str, Any]) -> str:
        if placeholder == "you":
            return self._text(self._words["you"][0])
        if placeholder == "owner":
            return self._text(self._owner(values.get("owner", values["player"])))
        if placeholder == "alone" and values["alone"]:
            return self._text(self._words["alone"][0])
        if placeholder == "rest":
            return self._text(str(values.get("rest", "")))
        value = values[placeholder]
        if placeholder in ("player", "other"):
            return self._text(self._names[value])
        if placeholder in ("card", "card2"):
            return self._back(value)
        if placeholder == "cards":
            return self._text(", ").join(self._back(Back(card)) for card in value)
        if placeholder == "value":
            return self._value(value.value, value.card_set)
        if placeholder in ("from", "to"):
            return self._text(self._place(placeholder, value, values["player"]))
        if placeholder == "icon":
            return self._icon(value)
        return self._text(self._word(placeholder, value))

    def _back(self, back: Back) -> str:
        table = card_table()
        assert back.card is not None
        shown = self._card(back.card)
        if self._words.get("values_before_names") and back.card in every_card():
            return self._value(table.age[back.card], table.set[back.card]) + self._text(" ") + shown
        return shown

    def _word(self, placeholder: str, value: Any) -> str:
        words = self._words
        if placeholder == "color":
            return str(words["colors"][Color(value).name.lower()][0])
        if placeholder == "colors":
            return str(words["and"][0]).join(self._word("color", color) for color in value)
        if placeholder == "direction":
            return str(words["directions"][Direction(value).name.lower()][0])
        if placeholder == "set":
            kind = "relics" if value >= RELICS and "relics" in words else "sets"
            return str(words[kind][CardSet(value % RELICS).name.lower()][0])
        if placeholder == "effect":
            kind, number = value
            ordinal = words["ordinals"].get(str(number), f"{number}.")
            return f"{ordinal} {words['effects'][kind][0]}"
        return str(value)

    def _owner(self, seat: int) -> str:
        if seat == self._viewpoint and self._words.get("your"):
            return str(self._words["your"][0])
        return str(self._words["possessive"][0]).replace("{{name}}", self._names[seat])

    def _place(self, side: str, where: Where, player: int) -> str:
        """The phrase for a place; raises KeyError if the table has none."""
        phrases, place = self._words[side], self._words["places"][where.place.value][0]
        if where.owner == NOBODY:
            return str(phrases["table"][0]).replace("{{place}}", place)
        if (where.owner is None or where.owner == player) and player != self._viewpoint:
            return str(phrases["own"][0]).replace("{{place}}", place)
        owner = self._owner(player if where.owner is None else where.owner)
        return str(phrases["other"][0]).replace("{{place}}", place).replace("{{owner}}", owner)


def _tells_places(said: Said, wording: Wording) -> bool:
    """Whether a wording names both places of a card, unless its key implies them or the card is revealed."""
    movement = MOVEMENTS.get(said.key.rpartition(".")[0])
    if movement is None:
        return True
    from_told = movement.origin is not None or "from" in wording.placeholders or "from" not in said.values
    return from_told and (movement.target is not None or "to" in wording.placeholders)
