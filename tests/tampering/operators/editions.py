"""Card texts of another edition, in a game whose sets that edition does not have."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.tampering.operators.registry import WHOLE, Moves, is_move, operator
from tests.tampering.story import Event, Story

WHOLE.add("first edition in a game with expansions")

#: The number of cards of other sets that a log must show before the place, so that these sets are known to be in play.
_SHOWN = 3


@dataclass
class _Execution:
    """One player carries out one effect: the notifications of it, and the table before them."""

    card: int
    demand: bool
    number: int
    #: True when the log has what only the player is told.
    own: bool
    leaves: int
    factories: int
    #: Cards in the hand of the player.
    held: int
    #: Cards of other sets that the log showed before.
    shown: int
    #: The notification that ends the effect.
    proof: Event
    facts: list[Event] = field(default_factory=list)

    def moves(self, source: str, target: str) -> list[int]:
        """The indices of the moves between two places."""
        return [index for index, event in enumerate(self.facts) if is_move(event, source, target)]


#: The indices of the events that the third edition has in an effect, and the number of these that the first has.
Wording = tuple[list[int], int]
#: That nothing can be said.
_UNKNOWN: Wording = ([], 1)
_EFFECT = re.compile(r"#item_(\d+)__.*\.(i_demand|non_demand)_effect_(\d)")


def _executions(story: Story) -> list[_Execution]:
    """The effects that were carried out, in order."""
    ids = {name: player for player, name in story.names.items()}
    channels = {packet["channel"] for packet in story.packets}
    found: list[_Execution] = []
    query: re.Match[str] | None = None
    current: _Execution | None = None
    shown = 0
    for _, event, table in story.walk():
        starts = event.kind == "log" and {"qualified_effect", "player_name"} <= event.args.keys()
        over = starts or event.kind == "resetMonumentCounters" or event.args.get("text") == "Sharing bonus."
        if current is not None and over:
            current.proof = event
            found.append(current)
            current = None
        if event.state == 8:
            query = _EFFECT.search(str(event.inner.get("JSCardEffectQuery")))
        elif starts and query is not None:
            player = ids[event.args["player_name"]]
            icons = table.icons(player)
            held = sum(count for (owner, _, _), count in table.hands.items() if owner == player)
            demand, number = query[2] == "i_demand", int(query[3])
            own = f"/player/p{player}" in channels
            current = _Execution(int(query[1]), demand, number, own, icons["2"], icons["5"], held, shown, event)
        elif current is not None and event.kind in ("transferedCard", "splayedPile", "logWithCardTooltips"):
            current.facts.append(event)
        shown += event.kind == "transferedCard" and event.card_set != 0
    return found


def _oars(done: _Execution) -> Wording:
    """It takes one card, and is not repeated. Nobody but the victim can tell whether there is another to take."""
    taken = done.moves("hand", "score")
    if len(taken) > 1 and not done.own:
        return _UNKNOWN
    return taken, min(1, len(taken)) if done.demand else len(taken)


def _fermenting(done: _Execution) -> Wording:
    """A card for every two leaves, not for every color with one."""
    return done.moves("deck", "hand"), done.leaves // 2


def _industrialization(done: _Execution) -> Wording:
    """A card for every two factories, not for every color with one."""
    return done.moves("deck", "board"), done.factories // 2 if done.number == 1 else 0


def _feudalism(done: _Execution) -> Wording:
    """No pile loses its splay. Nobody but the victim can tell which should."""
    splays = [index for index, event in enumerate(done.facts) if event.kind == "splayedPile"]
    if not done.demand:
        return splays, len(splays)
    return (splays, 0) if done.own or not splays else _UNKNOWN


def _statistics(done: _Execution) -> Wording:
    """One card, and another only where it is the only one in the hand."""
    taken = done.moves("score", "hand")
    return taken, min(1 if done.held else 2, len(taken)) if done.demand else len(taken)


def _combustion(done: _Execution) -> Wording:
    """Two cards, and no red one is returned."""
    return (done.moves("score", "score"), 2) if done.demand else (done.moves("board", "deck"), 0)


def _fission(done: _Execution) -> Wording:
    """Nothing is drawn after the return."""
    return ([], 0) if done.demand else (done.moves("deck", "hand"), 0)


#: By the number of the card. Measurement and Societies let players do what they can't in the third edition, so there is
#: nothing to leave out; a cheating engine plays them.
_WORDINGS: dict[int, Callable[[_Execution], Wording]] = {
    5: _oars,
    18: _fermenting,
    34: _feudalism,
    51: _statistics,
    57: _industrialization,
    67: _combustion,
    88: _fission,
}
_OTHERS = (50, 54)


@operator("first edition in a game with expansions")
def first_edition(story: Story, rng: Random) -> Moves | None:
    """B: a card is carried out as the first edition words it, though that can't be played with other sets.

    What the first edition does not do is left out with all that follows of it, and the log ends where the next effect
    or turn begins, or a bonus is drawn. Up to there everything is as in the first edition.
    """
    for done in _executions(story):
        if done.card in _OTHERS:
            return None
        if done.card in _WORDINGS:
            moves, count = _WORDINGS[done.card](done)
            if count < len(moves):
                if done.shown < _SHOWN:
                    return None
                # Where it was chosen card by card, the next answer is missing in the move of the one before.
                before = done.facts[moves[count] - 1 : moves[count]]
                return (*_cut(story, done.facts[moves[count]], done.proof), *(event.move for event in before))
            if count != len(moves):
                return None
    return None


def _cut(story: Story, gone: Event, proof: Event) -> Moves:
    """Leave out what lies between two notifications, the first of them too, and all that follows the second."""
    events = story.events
    stay = (*events[: events.index(gone)], proof)
    kept = {id(item) for event in stay for _, item in (event.public, *event.private)}
    packets = [packet for packet in story.packets if int(packet["move_id"]) <= proof.move]
    for packet in packets:
        if int(packet["move_id"]) >= gone.move:
            packet["data"] = [item for item in packet["data"] if id(item) in kept]
            packet["move_id"] = type(packet["move_id"])(gone.move)
    story.export["packets"] = packets
    return (gone.move,)
