"""Which rule a difference is about: an id of ``innolog rules``, if the evidence is good enough.

That an engine differs after a Dogma action says little: its effect can be wrong, or any rule on the way. A rule is
named only for evidence of its own: the action has no effects of cards, or nothing else differs, or what differs is what
this rule alone decides. Else the cause is the card's effect, with the rule that it is possibly.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from innolog.cards.registry import EffectKind
from innolog.comparing.rules import RuleId
from innolog.conformance.cases import Case, Recorder
from innolog.conformance.table import Data, Script, game_of
from innolog.engine.achievements import meets_condition
from innolog.engine.actions import play_next
from innolog.engine.events import EffectStarted, Event, SharingBonus, Transfer
from innolog.engine.game import Game
from innolog.engine.operations import BY_SHARING
from innolog.engine.zones import Keyword, Zone
from innolog.support.errors import InnologError

#: In place of a rule: no rule is known for it, the effect of the card differs.
EFFECT = "effect"
#: A place in two tables, what it has by the rules, and what the engine has.
Difference = tuple[str, Any, Any]
#: The rule that an action is about, if it is missing in the list, or too much, or refused.
_ACTIONS: dict[str, RuleId] = {
    "meld": "meld.hand",
    "dogma": "dogma.top-card",
    "achieve": "achieve.claim",
    "endorse": "endorse.condition",
    "inspire": "figures.inspire",
    "decree": "figures.decree",
    "parley": "parley.payment",
    "dogma of display": "display.action",
    "return display": "display.action",
    "leave display": "display.action",
}
#: Actions that carry out effects of cards.
WITH_EFFECTS = ("dogma", "endorse", "inspire", "decree", "parley", "dogma of display")
_OBEYED = {EffectKind.DEMAND.value, EffectKind.COMPEL.value}


class Cause(NamedTuple):
    """What a difference comes from: a rule for which there is evidence, or :data:`EFFECT`.

    ``possibly``: without evidence, the rule that it can be. ``subject``: what differs, if it is not what the case is
    about.
    """

    rule: str
    possibly: str = ""
    subject: str = ""


#: Of what does not differ.
NO_CAUSE = Cause("")


class Story:
    """What happens in a case by the rules, as far as it is evidence for a rule."""

    def __init__(self, case: Case) -> None:
        #: For each seat the kinds of effects that it carries out.
        self.parts: dict[int, set[str]] = {}
        #: Whether the player whose turn it is draws for sharing, and the cards of that draw.
        self.bonus = False
        self.for_sharing: set[int] = set()
        #: The special achievements whose condition is met when they are claimed.
        self.earned: set[int] = set()
        answers = [decision["answer"] for decision in case.decisions]
        # A case of another version of innolog may have no story here.
        with suppress(InnologError):
            game = game_of(case.position, Recorder(case.action, Script(answers)))
            game.sink = partial(self._look, game)
            play_next(game)

    def _look(self, game: Game, event: Event) -> None:
        if isinstance(event, EffectStarted):
            self.parts.setdefault(event.player, set()).add(event.kind)
        elif isinstance(event, SharingBonus):
            self.bonus = True
        elif isinstance(event, Transfer):
            if event.keyword == Keyword.DRAW and game.cause == BY_SHARING:
                self.for_sharing.add(event.card)
            claimed = event.to_zone == Zone.ACHIEVEMENTS and event.card in game.table.achievements
            if claimed and meets_condition(game, game.rules, game.players[event.to_owner], event.card):
                self.earned.add(event.card)

    def obeys(self, seat: int) -> bool:
        """Whether a player carries out an effect that others demand or compel."""
        return bool(self.parts.get(seat, set()) & _OBEYED)


def rule_of_action(kind: str) -> RuleId:
    """The rule that says when an action is legal."""
    return _ACTIONS.get(kind, "turn.action")


def cause_of_actions(case: Case, kind: str) -> Cause:
    """Why a list of legal actions differs in the actions of a kind."""
    rule = rule_of_action(kind)
    return Cause(rule, subject="" if rule == case.subject else f"{kind} actions")


def cause_of_refusal(case: Case, place: str) -> Cause:
    """Why an engine refuses an action or an answer that is legal."""
    return cause_of_actions(case, case.action[0]) if place == "act" else _of_effect(case)


def cause_of_question(case: Case, expected: Data | None, found: Data) -> Cause:
    """Why an engine asks something else, or something more."""
    kinds = set().union(*Story(case).parts.values())
    seat = found["player"]
    if kinds and seat in range(len(case.position["players"])) and seat not in Story(case).parts:
        # The player takes no part in the action.
        rule = "dogma.vulnerable" if kinds <= _OBEYED else "dogma.sharing"
        return Cause(rule) if _are_alike(kinds) else _of_effect(case, rule)
    return _of_effect(case, "" if expected is None or expected["player"] == seat else "dogma.order")


def cause_of_order(case: Case, *, later: bool) -> Cause:
    """Why a player was asked before another one. ``later``: True if the other one was asked after that."""
    return Cause("dogma.order") if later else _of_effect(case, "dogma.order")


def cause_of_silence(case: Case, seat: int, found: Sequence[Difference]) -> Cause:
    """Why a player is not asked. ``found``: where the tables differ after the action."""
    by_rules, by_engine = _changed(case, found)
    idle = seat in by_rules and seat not in by_engine and seat != case.position["turn"]["player"]
    return _of_effect(case, _part(Story(case), {seat}) if idle else "")


def cause_of_states(case: Case, found: Sequence[Difference], *, same_table: bool) -> Cause:
    """Why two tables differ. ``same_table``: True if the end of the game is all that differs."""
    for place, ours, theirs in found:
        if place == "over":
            return _of_end(case, ours, theirs, same_table)
    found = [each for each in found if not each[0].startswith("turn")] or found
    if found[0][0].startswith("turn"):
        return Cause("turn.order" if found[0][0] in ("turn player", "turn number") else "turn.actions")
    if all(place.endswith((" tucked", " scored")) for place, *_ in found):
        return Cause("count.monument")
    if all(place == "available" or place.endswith(" achievements") for place, *_ in found):
        return _of_achievements(case, found)
    if all(place.startswith("decks ") for place, *_ in found) and any(
        _is_elsewhere(case, *difference) for difference in found
    ):
        return Cause("return.bottom")
    if all(" splays " in place for place, *_ in found):
        return _of_splay(case, found)
    if case.action[0] in WITH_EFFECTS:
        return _of_dogma(case, found)
    return _of_plain_action(case, found)


def _of_effect(case: Case, possibly: str = "") -> Cause:
    """The effect of the card that is activated; if the case is about a rule, possibly that rule."""
    own = case.subject if case.card is None and "." in case.subject else ""
    kind, card = case.action
    if kind in WITH_EFFECTS and card is not None:
        return Cause(EFFECT, possibly or own, str(case.table.name[card]))
    return Cause(EFFECT, possibly or own)


def _are_alike(kinds: Collection[str]) -> bool:
    """Whether all effects are demands, or none is."""
    return len({kind in _OBEYED for kind in kinds}) == 1


def _part(story: Story, seats: Collection[int]) -> RuleId:
    """The rule by which some players take part in an action."""
    return "dogma.vulnerable" if all(map(story.obeys, seats)) else "dogma.sharing"


def _of_end(case: Case, ours: Any, theirs: Any, same_table: bool) -> Cause:
    mine, other = (over.get("how") if isinstance(over, Mapping) else None for over in (ours, theirs))
    rule = "end.winner" if mine == other else "end.missing" if other is None else "end.condition"
    sure = same_table or case.action[0] not in WITH_EFFECTS or (mine is None and other == "score")
    by_card = "dogma" in (mine, other)
    return Cause(rule) if sure and not by_card else _of_effect(case, rule)


def _of_achievements(case: Case, found: Sequence[Difference]) -> Cause:
    missing, more = set[int](), set[int]()
    for place, ours, theirs in found:
        if isinstance(theirs, list) and place != "available":
            missing |= _cards(ours) - _cards(theirs)
            more |= _cards(theirs) - _cards(ours)
    if not (missing | more) & set(case.table.achievements):
        return Cause("achieve.claim") if case.action[0] == "achieve" else _of_effect(case, "achieve.claim")
    rule = "achieve.special-player" if missing & more else "achieve.special" if missing else "achieve.undeserved"
    plain = case.action[0] not in WITH_EFFECTS
    return Cause(rule) if plain or missing & Story(case).earned else _of_effect(case, rule)


def _is_elsewhere(case: Case, place: str, ours: Any, theirs: Any) -> bool:
    """Whether a supply pile has the same cards, and only those that came to it lie elsewhere in it."""
    before = set(case.position["decks"].get(place.removeprefix("decks "), ()))
    kept = [[card for card in pile if card in before] for pile in (ours, theirs)] if isinstance(theirs, list) else []
    return _cards(ours) == _cards(theirs) and kept[0] == kept[1]


def _of_splay(case: Case, found: Sequence[Difference]) -> Cause:
    for place, ours, theirs in found:
        words = place.split(" ")
        pile = case.then["players"][int(words[1])]["board"].get(words[3], [])
        if ours and theirs:
            return Cause("splay.direction")
        if theirs and len(pile) < 2:
            before = case.position["players"][int(words[1])]["splays"].get(words[3])
            return Cause("splay.lost" if before == theirs else "splay.cards")
    return _of_effect(case) if case.action[0] in WITH_EFFECTS else Cause("splay.change")


def _of_plain_action(case: Case, found: Sequence[Difference]) -> Cause:
    """Of an action without effects: a draw, a meld, a claim."""
    seat, kind = case.position["turn"]["player"], case.action[0]
    places = {place for place, *_ in found}
    if kind == "draw" and all(place.startswith("decks ") or place == f"players {seat} hand" for place in places):
        return _of_draw(case, next((each for each in found if each[0].endswith(" hand")), None))
    if len(case.position["rules"]["sets"]) > 1 or not all(
        place.startswith((f"players {seat} ", "decks ", "available")) for place in places
    ):
        # Karmas, icons of cities and such have a part in it.
        return _of_effect(case)
    if kind == "meld" and all(" board " in place or place.endswith(" hand") for place in places):
        return Cause("meld.top")
    return Cause("achieve.claim" if kind == "achieve" else "action.too-much")


def _of_draw(case: Case, hand: Difference | None) -> Cause:
    """Of a Draw action after which only the hand and supply piles differ."""
    if hand is None:
        return Cause("draw.player")
    ours, theirs = _cards(hand[1]) - _cards(hand[2]), _cards(hand[2]) - _cards(hand[1])
    if len(ours) != 1 or len(theirs) != 1:
        return Cause("action.too-much" if len(theirs) > len(ours) else "draw.missing")
    table, mine, other = case.table, ours.pop(), theirs.pop()
    if other not in table.cards or table.set[mine] != table.set[other]:
        return Cause("draw.set")
    return Cause("draw.age" if table.age[mine] != table.age[other] else "draw.top")


def _of_dogma(case: Case, found: Sequence[Difference]) -> Cause:
    seat, story = case.position["turn"]["player"], Story(case)
    bonus = _of_bonus(case, story, seat, found)
    if bonus is not None:
        return bonus
    changed, kept = _changed(case, found), set[int]()
    for other in {int(place.split(" ")[1]) for place, *_ in found if place.startswith("players ")} - {seat}:
        if other in story.parts and other in changed[0] and other not in changed[1]:
            kept.add(other)
    if kept:
        # They do nothing, though they take part by the rules.
        rule = _part(story, kept)
        shared = rule == "dogma.sharing" and _are_alike(set().union(*story.parts.values()))
        return Cause(rule) if shared and seat in changed[1] else _of_effect(case, rule)
    drawn = all(place.startswith("decks ") or place.endswith(" hand") for place, *_ in found)
    as_many = all(_count(ours) == _count(theirs) for place, ours, theirs in found if place.endswith(" hand"))
    return _of_effect(case, "draw.age" if drawn and as_many and len(found) > 2 else "")


def _of_bonus(case: Case, story: Story, seat: int, found: Sequence[Difference]) -> Cause | None:
    """The rule of the draw for sharing, if that draw is all that differs."""
    hands = [each for each in found if each[0] == f"players {seat} hand"]
    decks = [each for each in found if each[0].startswith("decks ")]
    if len(hands) != 1 or len(decks) != 1 or len(found) != 2 or not isinstance(hands[0][2], list):
        return None
    missing, more = _cards(hands[0][1]) - _cards(hands[0][2]), _cards(hands[0][2]) - _cards(hands[0][1])
    if story.bonus and missing and missing == story.for_sharing and not more:
        return Cause("dogma.sharing-bonus")
    tops = {pile[-1] for pile in case.then["decks"].values()}
    if story.bonus or missing or len(more) != 1 or not more <= tops:
        return None
    shared = any(other != seat and kinds - _OBEYED for other, kinds in story.parts.items())
    return Cause("dogma.sharing-bonus") if shared else _of_effect(case, "dogma.sharing-bonus")


def _changed(case: Case, found: Sequence[Difference]) -> tuple[set[int], set[int]]:
    """The seats of the differences whose places changed: by the rules, and in the engine."""
    ours, theirs = set[int](), set[int]()
    for place, mine, other in found:
        words = place.split(" ")
        if words[0] != "players" or len(words) < 3:
            continue
        before: Any = case.position["players"][int(words[1])].get(words[2])
        if len(words) > 3:
            before = before.get(words[3])
        for seats, now in ((ours, mine), (theirs, other)):
            if _plain(now) != _plain(before):
                seats.add(int(words[1]))
    return ours, theirs


def _plain(value: Any) -> Any:
    return sorted(value, key=repr) if isinstance(value, list) else value or []


def _cards(value: Any) -> set[int]:
    return {card for card in value if isinstance(card, int)} if isinstance(value, list) else set()


def _count(value: Any) -> int:
    return len(value) if isinstance(value, list) else -1
