"""Read observations from lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from innolog import log as seen
from innolog.cards.editions import Edition
from innolog.cards.facts import CardSet, Icon, card_table, every_card
from innolog.log import (
    ANYBODY,
    NOBODY,
    At,
    Inconsistency,
    Observation,
    Place,
    Unread,
    UnreadableLog,
)
from parsers.carries import Carries
from parsers.lines.editions import says_newer
from parsers.lines.keys import CARRIES, MOVEMENTS, NAMED, Movement
from parsers.lines.matching import RELICS, Back, Matcher, Said, Where, moves_in
from parsers.lines.pages import Contradicted
from parsers.lines.players import about_players, place_of_all, stranger_in
from parsers.lines.templates import Table
from parsers.lines.words import spoken
from parsers.text import shorten

#: The name for a line of the log on a page, to distinguish it from the lines of the file.
LOG_ENTRY = "log entry"
#: Maximum number of lines: ten times the longest known game.
_MOST_LINES = 50_000
#: Maximum number of tags: twenty for each of these lines. A page of tags alone takes seconds per million.
_MOST_TAGS = 1_000_000


def check_length(source: str, lines: int) -> None:
    """Reject an input with no lines, or more than any game. Raises :class:`~innolog.log.UnreadableLog`."""
    if not lines:
        raise UnreadableLog(source, place_of_all(lines), "lines of a game of Innovation", "none")
    if lines > _MOST_LINES:
        raise UnreadableLog(source, "", f"at most {_MOST_LINES} lines of a game", f"{lines}")


def check_tags(source: str, page: bytes) -> None:
    """Reject a page with more tags than that of any game. Raises :class:`~innolog.log.UnreadableLog`."""
    tags = max(page.count(b"<"), page.count(b">"))
    if tags > _MOST_TAGS:
        raise UnreadableLog(source, "", f"a page with at most {_MOST_TAGS:,} tags", f"{tags:,}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: its move, its number in the source, and its text with marks.

    ``player`` is the name in it if it is the header of a move and the site names players there. On a page lines are
    counted in the log; ``position`` is the place in the file. ``contradicted`` lists what its text names in
    contradiction to its markup. ``header`` identifies the header of its move: a number may stand in several.
    ``spelled`` is the name in a header of a text as it stands there, without invisible characters.
    """

    move: int | None
    number: int
    text: str
    player: str | None = None
    position: str = ""
    contradicted: tuple[Contradicted, ...] = ()
    header: int = 0
    spelled: str = ""

    @property
    def at(self) -> At:
        """Its place in the source."""
        return At(self.move, self.number, 0, LOG_ENTRY if self.position else "line", self.position)


@dataclass(slots=True)
class Line:
    """The result for a line: observations (none for a line without facts), or that no wording matches.

    ``said`` is the matching wording.
    """

    observations: list[Observation] = field(default_factory=list)
    unread: Unread | None = None
    said: Said | None = None


def contradictions(entries: Iterable[Entry]) -> Iterator[Inconsistency]:
    """The contradictions between the markup and the text of lines (see :class:`~parsers.lines.pages.PageLine`)."""
    for entry in entries:
        for found in entry.contradicted:
            yield Inconsistency(entry.at, *found)


#: Lines that mean nothing without a player.
_ABOUT_SOMEBODY = ("splay", "unsplay", "eliminate")


class LineReader:
    """Reads the lines of one game in order.

    ``names`` are the players by seat, ``viewpoint`` the seat that the log calls "You", ``carries`` says what the words
    of the site prove. The reader tracks the places of face-up cards, for wordings that name no place, and the activated
    card, for the counts that follow.
    """

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        viewpoint: int | None = None,
        carries: Mapping[str, Carries] = CARRIES["yucata"],
    ) -> None:
        self._matcher = Matcher(table, names, viewpoint)
        self._names, self._viewpoint = names, viewpoint
        #: The wordings in which a name can be that of a stranger. It is the viewer's if only that name is not known.
        all_named = viewpoint is None or names[viewpoint] not in table.words.get("you", ())
        self._about_players = about_players(table) if all_named else []
        self._players = len(names)
        self._carries = carries
        self._cards = card_table()
        #: Contradictions between what lines say of a card and the card.
        self.inconsistencies: list[Inconsistency] = []
        #: The first line that is perhaps about somebody who does not play.
        self.strange: Unread | None = None
        self._where: dict[int, tuple[int, Place]] = {}
        #: Seats whose icons have yet to be counted, and the icon, right after a card was activated.
        self._uncounted: set[int] = set()
        #: Whether only the icons of players were counted since the last activation. Later, effects say what they count.
        self._counts = False
        self._featured: int | None = None
        self._relics = False
        #: The player whose move it is, and the player of lines that name none.
        self._mover = self._subject = NOBODY
        self._names_relics = carries["relic"] is Carries.FACT and bool(table.words.get("relics"))
        #: The player who carries out an effect, if known: of the activated card, and of each card executed within it.
        self._executing: list[int | None] = [None]
        #: The players who have lost.
        self._eliminated: set[int] = set()
        #: The lines in which a team ends the game, without a player's name.
        self._team_ends: list[Said] = []
        #: True when the newer code of Board Game Arena wrote the lines, or from its first line on that shows this.
        self.newer = False
        #: True when somebody at a table wrote the lines.
        self.at_table = False

    def begin_move(self, player: int) -> None:
        """From here on, lines without a player are about this player, or about the next one who executes an effect."""
        self._mover = self._subject = player

    def read(self, at: At, text: str) -> Line:
        """Read the next line. Marks of :mod:`parsers.lines.words` in it are kept, control characters are not."""
        return self.tell(at, text, self.said(text))

    def said(self, text: str) -> Said | None:
        """The statement of a line by itself; None if no wording matches."""
        return self._matcher.match(text)

    def tell(self, at: At, text: str, said: Said | None) -> Line:
        """The meaning of a line with this statement, after the lines before it."""
        if said is None or (said.key.startswith(_ABOUT_SOMEBODY) and self._player_of(said) is None):
            self._executing = [None]
            self._compare_name(at, text)
            return Line([], Unread(at, shorten(spoken(text), 120)))
        # The cost of endorsing comes between the activation and the counts.
        if said.key not in ("icons", "known") and (
            len(self._uncounted) < self._players or said.key.rpartition(".")[0] not in MOVEMENTS
        ):
            self._uncounted, self._counts = set(), False
        self.newer = self.newer or says_newer(said)
        observations = [self._observation(at, each) for each in (moves_in(said) if self.at_table else [said])]
        return Line([each for each in observations if each is not None], None, said)

    def _player_of(self, said: Said) -> Any:
        """The seat of the player whom a line is about; None if it does not say who that is."""
        values = said.values
        return values.get("player", values.get("owner", None if self._subject == NOBODY else self._subject))

    def _compare_name(self, at: At, text: str) -> None:
        """Hold a line that is not understood against the names of the players.

        It can be a remark, or have another name of a player, so it accuses nobody. But it can also be the end of the
        game, so nothing explains it.
        """
        stranger = stranger_in(self._about_players, text, self._names)
        if stranger is not None:
            message, players = "a line is about somebody who does not play", f"one of {', '.join(self._names)}"
            self._contradiction(at, message, players, shorten(stranger))
            self.strange = self.strange or Unread(at, f"{message} ({shorten(stranger)}), or a remark")

    def _observation(self, at: At, said: Said) -> Observation | None:
        key, values = said.key, said.values
        movement = key.rpartition(".")[0]
        if movement in MOVEMENTS:
            return self._transfer(at, movement, values)
        player = self._player_of(said)
        if key in ("effect", "effect_again", "sharing") and self._mover != NOBODY:
            self._subject = self._mover if key == "sharing" else player
        self._follow(key, player, values)
        if key in ("first_player", "end.dogma") and "card" in values:
            self._known(at, values["card"])
        if key == "end.achievements" and "player" not in values:
            self._team_ends.append(said)
            if self._team_ends == [said, said]:
                # The newer code says so once for each player of the team.
                return None
        if key.startswith("eliminate"):
            again = key == "eliminate_cards" and player in self._eliminated
            self._eliminated.add(player)
            return None if again else seen.Eliminated(at, player)
        make = _MAKERS.get(key)
        if make is not None:
            made: Observation = make(at, player, values)
            return made
        if key in ("dogma", "endorse"):
            self._uncounted, self._counts, self._featured = set(range(self._players)), True, values.get("icon")
            card = self._known(at, values["card"])
            return seen.DogmaStarted(at, player, card, values.get("icon"), key == "endorse")
        if key == "icons":
            icon = values.get("icon")
            other = None not in (icon, self._featured) and icon != self._featured
            if not self._counts and (other or player not in self._uncounted):
                return seen.IconsStated(at, player, icon, values["count"])
            self._uncounted.discard(player)
            return seen.IconCounted(at, player, icon, values["count"])
        if key in ("execute", "execute_on", "self_execute"):
            card = self._known(at, values["card"])
            on = self._known(at, values["card2"]) if "card2" in values else None
            if on is not None:
                self._uncounted, self._featured = set(range(self._players)), values.get("icon")
                self._check_featured(at, on, values.get("icon"))
            return seen.NestedStarted(at, player, card, on)
        if key == "executed":
            return seen.NestedEnded(at, self._known(at, values["card"]))
        return None

    def _follow(self, key: str, player: int, values: Any) -> None:
        """Follow who carries out an effect."""
        if key in ("dogma", "endorse", "action", "free_action"):
            self._executing = [None]
        elif key in ("effect", "effect_again"):
            # No line says who goes on after a karma.
            self._executing[-1] = None if values["effect"][0] == "karma" else player
        elif key in ("execute", "execute_on", "self_execute"):
            self._executing.append(None)
        elif key == "executed":
            self._executing = self._executing[:-1] or [None]

    def _check_actor(self, at: At, player: int, *, of_nobody: bool) -> None:
        """Hold the player whom a line about a card names against the one who carries out the effect.

        ``of_nobody``: whether the card moves between places of nobody. The line of any other card may be about somebody
        else, or be the first one of the next action.
        """
        executing = self._executing[-1]
        if executing is None or executing == player:
            return
        if of_nobody:
            message = "a line names another player than the one who carries out the effect"
            self._contradiction(at, message, self._names[executing], self._names[player])
        else:
            self._executing[-1] = None

    # --- cards ----------------------------------------------------------------------------------------------------

    def _contradiction(self, at: At, message: str, expected: str, observed: str) -> None:
        self.inconsistencies.append(Inconsistency(at, message, expected, observed))

    def _known(self, at: At, told: Back) -> int:
        """The card with a name; the value and set in the line must match it."""
        card = self._agreed(at, told).card
        assert card is not None
        return card

    def _agreed(self, at: At, *told: Back) -> Back:
        """What a line says of a card in several places, none of which may contradict another, or the card."""
        table = self._cards
        card = next((back.card for back in told if back.card is not None), None)
        value = next((back.value for back in told if back.value is not None), None)
        card_set = next((back.card_set for back in told if back.card_set is not None), None)
        message = "a line gives a card two {}s"
        if card is not None and card in every_card():
            value, card_set = table.age[card], table.set[card]
            message = f"a line gives {table.name[card]} another {{}} than it has"
        for back in told:
            if back.value not in (None, value):
                self._contradiction(at, message.format("value"), str(value), str(back.value))
            if back.card_set not in (None, card_set):
                self._contradiction(at, message.format("set"), _set_name(card_set), _set_name(back.card_set))
        return Back(card, value, card_set)

    def _check_featured(self, at: At, card: int, icon: int | None) -> None:
        """Hold the featured icon that a line gives a card against the card."""
        # A card may have another one in another edition, and the edition is not known yet.
        tables = (self._cards, card_table(edition=Edition.FOURTH.value))
        featured = [Icon(table.featured[card]) for table in tables if card in table.cards]
        if icon is not None and featured and icon not in featured:
            message = f"a line gives {self._cards.name[card]} another featured icon than it has"
            self._contradiction(at, message, featured[0].name.lower(), Icon(icon).name.lower())

    def _transfer(self, at: At, key: str, values: Any) -> seen.Transfer:
        movement, table = MOVEMENTS[key], self._cards
        player = values.get("player", values.get("owner", self._subject))
        named_set = values.get("set")
        of_set = Back(card_set=None if named_set is None else named_set % RELICS)
        told = self._agreed(at, values.get("card", Back()), of_set, values.get("value", Back()))
        card = told.card
        to_owner, to_place = self._target(movement.target, movement.table_target, values.get("to"), player)
        from_owner, from_place = self._origin(key, values, player, card, to_owner)
        if movement.origin is not None and from_place is not movement.origin and "from" in values:
            message = "a line names another place than that which its other words mean"
            self._contradiction(at, message, f"from the {movement.origin.value}", f"from the {from_place.value}")
        if "player" in values:
            self._check_actor(at, player, of_nobody=from_owner == to_owner == NOBODY)
        own = "to" in values and values["to"].owner is None and not self.newer
        if own and from_owner not in (player, NOBODY) and (from_place, to_place) == (Place.BOARD, Place.SCORE):
            # "His score pile" can be that of the player who loses the card, whom the newer code names.
            to_owner = ANYBODY
        said_relic = from_place is Place.RELICS or movement.relic or (named_set or 0) >= RELICS
        relic = said_relic or (card is not None and table.relic[card])
        if said_relic and card is not None and not table.relic[card]:
            self._contradiction(
                at, "a line calls a card a relic", f"{table.name[card]} is no relic", "it is called one"
            )
        if relic and to_place is Place.DECK:
            to_owner, to_place = NOBODY, Place.RELICS
        self._relics |= movement.relic or from_place is Place.RELICS
        if card is not None:
            self._where[card] = (to_owner, to_place)
        age, card_set, color = self._face(told)
        if key in ("flag", "flag_lost", "fountain", "fountain_lost"):
            age, card_set = None, int(CardSet.CITIES)
        if (
            card is None
            and not relic
            and self._relics
            and not self._names_relics
            and self._could_be_relic(age, card_set)
        ):
            relic = None
        meld, score = self._keywords(movement, "from" in values)
        if self._is_given(key, from_owner, to_owner):
            meld = score = None
        return seen.Transfer(
            at,
            card,
            card_set,
            age,
            relic,
            from_owner,
            from_place,
            None,
            to_owner,
            to_place,
            None,
            None if to_place is Place.RELICS else movement.bottom,
            meld,
            score,
            color,
        )

    def _is_given(self, key: str, from_owner: int, to_owner: int) -> bool:
        """Whether a card changes hands. The newer code calls it a transfer, even if the card is melded or scored."""
        return self.newer and key == "transfer" and from_owner != to_owner and NOBODY not in (from_owner, to_owner)

    def _keywords(self, movement: Movement, is_placed: bool) -> tuple[bool | None, bool | None]:
        """Whether a card was melded, and scored, by these keywords.

        A promotion always melds, and has its own word. The word for drawing and scoring also says where the card was.
        """
        melds = movement.meld and movement.origin is not Place.FORECAST
        scores = movement.score and movement.origin is None and not is_placed
        return (
            None if melds and self._carries["meld"] is Carries.IF_FALSE else movement.meld,
            None if scores and self._carries["score"] is Carries.IF_PLACED else movement.score,
        )

    def _face(self, told: Back) -> tuple[int | None, int | None, int | None]:
        """Value, set and color of a card, as far as they are stated."""
        table, card = self._cards, told.card
        if card is None:
            return told.value, told.card_set, None
        if card in table.achievements:
            return None, table.set[card], None
        return told.value, told.card_set, table.color[card]

    def _could_be_relic(self, age: int | None, card_set: int | None) -> bool:
        """Whether a hidden card may be a relic. Only a line about seizing distinguishes its back from others."""
        table = self._cards
        return any(
            table.relic[card] and table.age[card] == age and card_set in (None, table.set[card]) for card in table.cards
        )

    def _origin(self, key: str, values: Any, player: int, card: int | None, to_owner: int) -> tuple[int, Place]:
        """The owner and place that a card leaves."""
        movement, named, told = MOVEMENTS[key], "player" in values, values.get("from")
        if told is not None:
            return player if told.owner is None else told.owner, told.place
        if self.newer and (left_out := self._left_out(key, player, card, to_owner)) is not None:
            return left_out
        if movement.origin is not None:
            return NOBODY if movement.table_origin else player, movement.origin
        # The site omits only places in which a card lies face up, and the keyword of a foreshadowed card.
        known = self._where.get(card) if card is not None else None
        if known is not None and known[1] in (Place.REVEALED, Place.BOARD, Place.DISPLAY):
            # A card that goes to the table is one of the player's. Others may come from another player. A revealed one
            # is moved by its owner, or to the board, hand or score pile of the player who is named.
            own = movement.table_target or (known[1] is Place.REVEALED and to_owner != player)
            return (player, known[1]) if own and named else known
        return player, Place.FORECAST if key == "reveal" else Place.REVEALED

    def _left_out(self, key: str, player: int, card: int | None, to_owner: int) -> tuple[int, Place] | None:
        """The origin of a card whose place the newer code leaves out, if the card is not revealed.

        It leaves out another player's hand if the card goes to the hand of who takes it, and a deck and the relics.
        """
        if key == "achieve" and card is None:
            return NOBODY, Place.RELICS
        if key != "transfer" or (card is not None and self._where.get(card, (0, None))[1] is Place.REVEALED):
            return None
        if to_owner != player:
            return NOBODY, Place.DECK
        others = [seat for seat in range(self._players) if seat != player]
        # Nobody else sees which card is taken.
        seen_by_viewer = card is not None and self._viewpoint in others
        owner = self._viewpoint if seen_by_viewer else others[0] if len(others) == 1 else ANYBODY
        return owner if owner is not None else ANYBODY, Place.HAND

    def _target(self, place: Place | None, of_table: bool, named: Where | None, player: int) -> tuple[int, Place]:
        if named is not None:
            return player if named.owner is None else named.owner, named.place
        return NOBODY if of_table else player, place or Place.REVEALED


def _set_name(card_set: int | None) -> str:
    """A set by name, or by its number if innolog does not know it."""
    return next((known.name.capitalize() for known in CardSet if known == card_set), str(card_set))


def _named(at: At, player: int, values: Any) -> Observation:
    back = values.get("value")
    number = back.value if back is not None else values.get("icon", values.get("count"))
    return seen.Named(at, player, number, values.get("colors", ()), values.get("other"))


def _ended(how: str) -> Any:
    def make(at: At, player: int, values: Any) -> Observation:
        card, back = values.get("card", Back()).card, values.get("value", Back())
        return seen.Ended(at, how, player, values.get("count"), card=card, above=back.value, alone=values.get("alone"))

    return make


def _parley(what: str, how: str) -> Any:
    return lambda at, player, values: seen.Parley(at, player, what, how == "paid", how != "unable")


def _effect(again: bool) -> Any:
    def make(at: At, player: int, values: Any) -> Observation:
        kind, number = values["effect"]
        return seen.EffectStarted(at, player, kind, number, again)

    return make


def _rearranged(at: At, player: int, values: Any) -> Observation:
    # The words go from the top of the pile to its bottom.
    order = tuple(reversed(values["cards"])) if "cards" in values else None
    return seen.Rearranged(at, player, values["color"], (), None, order)


def _splay(at: At, player: int, values: Any) -> Observation:
    return seen.Splay(at, values.get("owner", player), values["color"], values.get("direction", 0))


#: Observations that depend only on the words of their own line.
_MAKERS: dict[str, Any] = {
    **dict.fromkeys(("splay", "splay_other", "unsplay", "splay_lost"), _splay),
    **dict.fromkeys(("rearrange", "rearrange_to"), _rearranged),
    "wipe": lambda at, player, values: seen.Wiped(at),
    "tops_and_hands_removed": lambda at, player, values: seen.TopsAndHandsRemoved(at),
    "first_player": lambda at, player, values: seen.FirstPlayer(at, player, card_table().name[values["card"].card]),
    "free_action": lambda at, player, values: seen.FreeActionBegan(at, player),
    "action": lambda at, player, values: seen.ActionBegan(at, player),
    "effect": _effect(again=False),
    "effect_again": _effect(again=True),
    "sharing": lambda at, player, values: seen.SharingBonus(at),
    **{
        f"parley.{what}.{how}": _parley(what, how)
        for what in ("share", "avoid")
        for how in ("paid", "declined", "unable")
    },
    "chain": lambda at, player, values: seen.Chained(at, player),
    # The line about a pile without cards has no number.
    "deck_junked": lambda at, player, values: seen.DeckJunked(at, values["value"].value, values.get("count", 0)),
    "turn_end": lambda at, player, values: seen.TurnEnded(at),
    "show_hand": lambda at, player, values: seen.Revealed(at, player, Place.HAND, values.get("cards", ())),
    "show_score": lambda at, player, values: seen.Revealed(at, player, Place.SCORE, values.get("cards", ())),
    "pass": lambda at, player, values: seen.Passed(at, player),
    "agree": lambda at, player, values: seen.Agreed(at, player, True),
    "decline": lambda at, player, values: seen.Agreed(at, player, False),
    **dict.fromkeys(NAMED, _named),
    **{f"end.{how}": _ended(how) for how in ("achievements", "score", "dogma", "conceded")},
}
