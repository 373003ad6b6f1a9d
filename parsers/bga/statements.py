"""Compare additional statements of notifications with earlier parts of the log.

These checks do not need the rules. For example, an Artifact on display has the icons printed on it. A player who may
execute the promoted card is asked about that card.
"""

from __future__ import annotations

from collections.abc import Collection

from innolog.cards.facts import CardTable
from innolog.log import NOBODY, Absence, ActionBegan, At, DogmaStarted, Ended, Observation, Splay, Transfer, TurnEnded
from parsers.bga.channels import Item
from parsers.bga.copies import named
from parsers.bga.notifications import AGE_ACHIEVEMENTS
from parsers.bga.values import Args, bare, to_int
from parsers.bga.wording import Fault


class Displays:
    """The Artifact on each player's display, whose icons count only during a free action."""

    def __init__(self, table: CardTable) -> None:
        self._table = table
        self._card: dict[str, int] = {}
        #: The players whose Artifact counts now.
        self._counted: set[str] = set()

    def follow(self, args: Args, card: int) -> None:
        """Follow a transfer to a display."""
        self._card[str(args.get("owner_to"))] = card

    def faults(self, args: Args) -> list[Fault]:
        """Check the icons that begin or stop counting against the Artifact on display."""
        player = str(args.get("player_id"))
        card = self._card.get(player)
        if card is None or card not in self._table.cards:
            return [("player_id", "a player with an Artifact on display", player)]
        icon = self._table.featured[card]
        count = self._table.top_icons[card][icon] if icon else 0
        if player in self._counted:
            self._counted.remove(player)
            count = -count
        else:
            self._counted.add(player)
        told = (to_int(args.get("resource_icon")) or 0, to_int(args.get("resource_count_delta")))
        faults: list[Fault] = []
        if told[0] != icon:
            faults.append(("resource_icon", icon, told[0]))
        if told[1] != count:
            faults.append(("resource_count_delta", count, told[1]))
        return faults


class Disclosed:
    """The cards that were the achievements of ages 1 to 9, which the first generations tell after the end.

    Tables of that time had the base set alone, in which such a card never leaves the achievements.
    """

    def __init__(self, table: CardTable) -> None:
        self._table = table
        self._ages: set[int] = set()

    def faults(self, args: Args, moved: Collection[int | None]) -> list[Fault]:
        """Check a message about one of them. ``moved`` are the cards that were seen when they moved."""
        age, told = to_int(args.get("age")), args.get("name")
        if age is None or not 1 <= age <= len(AGE_ACHIEVEMENTS) or age in self._ages:
            return [("age", "the age of an achievement that was not told yet", age)]
        self._ages.add(age)
        faults = [achievement_fault(self._table, args)]
        card = named(told)
        # The name may be in another language.
        if card is not None and (self._table.age[card], self._table.set[card]) != (age, 0):
            faults.append(("name", f"a card of age {age}", told))
        elif card is not None and card in moved:
            faults.append(("name", "a card that was an achievement from the beginning", told))
        return [fault for fault in faults if fault is not None]


def achievement_fault(table: CardTable, args: Args) -> Fault | None:
    """Check the name of an achievement against its number or age. It may be in another language."""
    told, card, age = args.get("achievement_name"), to_int(args.get("id")), to_int(args.get("age"))
    names = [*AGE_ACHIEVEMENTS, *(table.name[special] for special in table.achievements)]
    if told not in names:
        return None
    wanted = told
    if card is not None and card in table.achievements:
        wanted = table.name[card]
    elif age is not None and 1 <= age <= len(AGE_ACHIEVEMENTS):
        wanted = AGE_ACHIEVEMENTS[age - 1]
    return None if told == wanted else ("achievement_name", wanted, told)


class Absences:
    """The parts of a log in which the site may play for an absent player.

    Such a part ends when that player takes an action, because the site never takes actions for anybody. A player who
    continues to decide is present, so violations from there on count.
    """

    def __init__(self) -> None:
        self._since: dict[int, At] = {}
        self._ended: list[Absence] = []
        #: The player who is asked for an action and has not taken it yet.
        self._asked: int | None = None

    def begin(self, at: At, seats: list[int]) -> None:
        """Record a message that the site plays for some players."""
        for seat in seats:
            self._since.setdefault(seat, at)

    def follow(self, observation: Observation) -> None:
        """Follow an observation of the log."""
        if isinstance(observation, ActionBegan):
            self._asked = observation.player
        elif self._asked is not None and isinstance(observation, _FACTS):
            if isinstance(observation, Transfer):
                acts = self._asked in (observation.from_owner, observation.to_owner)
            else:
                acts = isinstance(observation, DogmaStarted) and observation.player == self._asked
            since = self._since.pop(self._asked, None) if acts else None
            if since is not None:
                self._ended.append(Absence(self._asked, since, observation.at))
            self._asked = None

    @property
    def found(self) -> tuple[Absence, ...]:
        """The parts."""
        return (*self._ended, *(Absence(seat, at, None) for seat, at in self._since.items()))


_FACTS = (Transfer, DogmaStarted, Splay, TurnEnded, Ended)


def owner_faults(args: Args, names: dict[str, str], public: bool, owner: object) -> list[Fault]:
    """Check the player named in a splay, a rearrangement and the like against the owner of the pile."""
    name = args.get("target_player_name")
    key = "target_player_name"
    if name is None and public:
        # The owner's own copy names the player who splays.
        name, key = args.get("player_name"), "player_name"
    return [] if type(name) is not str or owner is None else name_faults(names, key, name, str(owner))


def name_faults(names: dict[str, str], key: str, name: str, wanted: str) -> list[Fault]:
    """Check whether a name belongs to another player."""
    player = names.get(name) or names.get(bare(name))
    return [] if player is None or player == wanted else [(key, name_of(names, wanted), bare(name))]


def effect_faults(args: Args, state: Args, names: dict[str, str]) -> list[Fault]:
    """Check a message about the execution of an effect against the preceding state."""
    faults: list[Fault] = []
    told, wanted = args.get("qualified_effect"), state.get("qualified_effect")
    if told != wanted and isinstance(told, str) and isinstance(wanted, str) and bare(told) != bare(wanted):
        faults.append(("qualified_effect", wanted, told))
    return faults + owner_faults(args, names, True, state.get("player_id"))


def hand_shown(copy: Item) -> Args | list[object] | None:
    """The cards that a player may meld, from the private part of the state that asks for an action."""
    inner = copy.args.get("args")
    hidden = inner.get("_private") if isinstance(inner, dict) else None
    melds = hidden.get("meld_info") if isinstance(hidden, dict) else None
    return melds if isinstance(melds, (dict, list)) else None


def name_of(names: dict[str, str], player: str) -> str:
    """The name of a player, or the id if no message contains the name."""
    return next((name for name, other in names.items() if other == player), player)


def arrival(args: Args) -> int | None:
    """The position of a card on arrival. If it moves to the top of its own pile, BGA still counts its old position."""
    position = to_int(args.get("position_to"))
    if not position or args.get("location_to") != "board" or args.get("location_from") != "board":
        return position
    return position - 1 if str(args.get("owner_from")) == str(args.get("owner_to")) else position


def mover_fault(args: Args, seats: dict[str, int], move: Transfer, movers: tuple[int, int | None]) -> Fault | None:
    """Check who moves a card of nobody or of another player within that player's places or out of play.

    It is the player who carries out the announced effect, or for a move within another player's places, the player who
    activated the card. ``movers`` are the seats of both.
    """
    told, source, target = args.get("player_id"), move.from_owner, move.to_owner
    if told is None or (target != NOBODY and target != source):
        return None
    seat = seats.get(str(told))
    if seat == source or seat == movers[0] or (target != NOBODY and seat == movers[1]):
        return None
    return "player_id", next(player for player, its in seats.items() if its == movers[0]), told


def names_no_card(text: object) -> bool:
    """Whether a card in a message is missing: it has neither a number nor a name."""
    if not isinstance(text, dict):
        return False
    names = text.get("args")
    return isinstance(names, dict) and "name_0" in names and names["name_0"] is None
