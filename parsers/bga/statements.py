"""What notifications state beside the facts of the game, compared with what the log told before.

Nothing here needs the rules: an Artifact on display has the icons printed on it, and a player who is asked whether to
execute the card just promoted is asked about that card.
"""

from __future__ import annotations

from innolog.cards.facts import CardTable
from innolog.log import ActionBegan, At, DogmaStarted, Ended, Observation, Splay, Transfer, TurnEnded
from parsers.bga.channels import Item
from parsers.bga.values import Args, bare, to_int
from parsers.bga.wording import Fault


class Displays:
    """The Artifact on each player's display, whose icons count during a free action only."""

    def __init__(self, table: CardTable) -> None:
        self._table = table
        self._card: dict[str, int] = {}
        #: Whose Artifact counts now.
        self._counted: set[str] = set()

    def follow(self, args: Args, card: int) -> None:
        """Follow a transfer to a display."""
        self._card[str(args.get("owner_to"))] = card

    def faults(self, args: Args) -> list[Fault]:
        """Where the icons that begin or cease to count are not those of the Artifact on display."""
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


class Absences:
    """Where the site may play for somebody: until that player takes an action, as the site never does for anybody.

    A player who goes on deciding was not absent then, so that what is wrong from there on is wrong.
    """

    def __init__(self) -> None:
        self._since: dict[int, At] = {}
        self._ended: list[tuple[At, At | None]] = []
        #: Who is asked for an action that is not yet taken.
        self._asked: int | None = None

    def begin(self, at: At, seats: list[int]) -> None:
        """The site says that it plays for players."""
        for seat in seats:
            self._since.setdefault(seat, at)

    def follow(self, observation: Observation) -> None:
        """Follow what the log has."""
        if isinstance(observation, ActionBegan):
            self._asked = observation.player
        elif self._asked is not None and isinstance(observation, _FACTS):
            if isinstance(observation, Transfer):
                acts = self._asked in (observation.from_owner, observation.to_owner)
            else:
                acts = isinstance(observation, DogmaStarted) and observation.player == self._asked
            since = self._since.pop(self._asked, None) if acts else None
            if since is not None:
                self._ended.append((since, observation.at))
            self._asked = None

    @property
    def found(self) -> tuple[tuple[At, At | None], ...]:
        """The stretches, from where to where; None for one that does not end."""
        return (*self._ended, *((at, None) for at in self._since.values()))


_FACTS = (Transfer, DogmaStarted, Splay, TurnEnded, Ended)


def owner_faults(args: Args, names: dict[str, str], public: bool, owner: object) -> list[Fault]:
    """Where a splay or a new order of a pile, say, names another player than its owner."""
    name = args.get("target_player_name")
    key = "target_player_name"
    if name is None and public:
        # The owner's own copy names who splays.
        name, key = args.get("player_name"), "player_name"
    if type(name) is not str or owner is None:
        return []
    player = names.get(name) or names.get(bare(name))
    return [] if player is None or player == str(owner) else [(key, name_of(names, str(owner)), bare(name))]


def effect_faults(args: Args, state: Args, names: dict[str, str]) -> list[Fault]:
    """Where a message on who carries out which effect is not as the state before it."""
    faults: list[Fault] = []
    told, wanted = args.get("qualified_effect"), state.get("qualified_effect")
    if told != wanted and isinstance(told, str) and isinstance(wanted, str) and bare(told) != bare(wanted):
        faults.append(("qualified_effect", wanted, told))
    return faults + owner_faults(args, names, True, state.get("player_id"))


def hand_shown(copy: Item) -> Args | list[object] | None:
    """The cards that a player may meld, as the state that asks for an action has them for that player alone."""
    inner = copy.args.get("args")
    hidden = inner.get("_private") if isinstance(inner, dict) else None
    melds = hidden.get("meld_info") if isinstance(hidden, dict) else None
    return melds if isinstance(melds, (dict, list)) else None


def name_of(names: dict[str, str], player: str) -> str:
    """The name of a player, or the id where no message has it."""
    return next((name for name, other in names.items() if other == player), player)


def arrival(args: Args) -> int | None:
    """The position a card arrives at; on top of the pile it comes from, BGA still counts the card's old place."""
    position = to_int(args.get("position_to"))
    if not position or args.get("location_to") != "board" or args.get("location_from") != "board":
        return position
    return position - 1 if str(args.get("owner_from")) == str(args.get("owner_to")) else position


def names_no_card(text: object) -> bool:
    """Whether a card in a message is none: it has neither a number nor a name."""
    if not isinstance(text, dict):
        return False
    names = text.get("args")
    return isinstance(names, dict) and "name_0" in names and names["name_0"] is None
