"""Which rule a difference is about: an id of ``innolog rules`` from the place where two tables differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from innolog.cards.facts import card_table
from innolog.cards.registry import EffectKind, effects_of
from innolog.comparing.rules import RuleId
from innolog.conformance.table import Script, game_of
from innolog.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from innolog.conformance.holding import Case

#: A place in two tables, what it has by the rules, and what the engine has.
Difference = tuple[str, Any, Any]
#: Places that tell more than others.
_TELLING = ("available", "over", "splays")
#: The rule that an action is about, if it is missing in the list, or too much.
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
#: The rule that a zone of a player is about.
_ZONES: dict[str, RuleId] = {
    "achievements": "achieve.claim",
    "splays": "splay.direction",
    "tucked": "count.monument",
    "scored": "count.monument",
    "display": "display.action",
    "endorsed": "endorse.condition",
}


def rule_of(case: Case, place: str, expected: Any, found: Any) -> RuleId:
    """The rule that a difference is most likely about."""
    if place == "actions":
        return _of_actions(expected, found)
    if place == "act":
        return _ACTIONS.get(case.action[0], "turn.action")
    if place == "choose":
        return "record.choice"
    if place == "question":
        return _of_question(case, expected, found)
    if place == "over":
        return _of_end(expected, found)
    if place.startswith("turn"):
        return "turn.actions" if place in ("turn action", "turn actions", "turn free") else "turn.order"
    if place == "available":
        return _of_achievements(expected, found)
    if place == "junk":
        return "junk.deck"
    if place == "removed":
        return "remove"
    words = place.split(" ")
    if words[0] == "players" and len(words) > 2:
        return _of_player(case, int(words[1]), words[2], expected, found)
    return "card.place"


def _of_actions(missing: Any, more: Any) -> RuleId:
    for action in [*missing, *more]:
        kind = action[0] if isinstance(action, list) and action else None
        if isinstance(kind, str) and kind in _ACTIONS:
            return _ACTIONS[kind]
    return "turn.action"


def _of_question(case: Case, expected: Any, found: Any) -> RuleId:
    if expected is None or found is None:
        asked = expected or found
        launcher = case.position["turn"]["player"]
        if asked["player"] != launcher:
            return "dogma.vulnerable" if _obeys(case) else "dogma.sharing"
        return "dogma.mandatory" if expected is not None else "dogma.too-much"
    if expected["player"] != found["player"]:
        launcher = case.position["turn"]["player"]
        if launcher in (expected["player"], found["player"]):
            # Somebody takes part who is not to, or the other way round.
            return _of_others(case)
        return "dogma.order"
    return "record.choice"


def _obeys(case: Case) -> bool:
    """Whether the activated card has an effect that others must obey."""
    return True in _demands(case)


def _demands(case: Case) -> set[bool]:
    """Whether the effects of the activated card are such that others must obey."""
    card = case.action[1]
    rules = Ruleset.from_description(case.position["rules"])
    if case.action[0] not in ("dogma", "endorse") or card not in rules.table.cards:
        return set()
    return {effect.kind in (EffectKind.DEMAND, EffectKind.COMPEL) for effect in effects_of(card, rules.texts)}


def _of_end(expected: Any, found: Any) -> RuleId:
    if found is None:
        return "end.missing"
    if expected is None:
        return "end.condition"
    same = isinstance(found, dict) and expected["how"] == found.get("how")
    return "end.winner" if same else "end.condition"


def of_states(case: Case, found: Sequence[Difference]) -> tuple[RuleId, Difference]:
    """The rule that differences of two tables are most likely about, and the difference that shows it."""
    by_place = {place: difference for place in _TELLING for difference in found if place in difference[0]}
    if "available" in by_place:
        return _of_achievements(*by_place["available"][1:]), by_place["available"]
    if "over" in by_place:
        return _of_end(*by_place["over"][1:]), by_place["over"]
    decks = [difference for difference in found if difference[0].startswith("decks")]
    for difference in decks:
        if _sorted(difference[1]) == _sorted(difference[2]):
            return "return.bottom", difference
    hands = [difference for difference in found if difference[0].endswith("hand")]
    if len(decks) > 1 and len(decks) + len(hands) == len(found):
        return "draw.age", decks[0]
    if _is_bonus(case, decks, hands, found):
        return "dogma.sharing-bonus", hands[0]
    for difference in found:
        if difference[0].endswith("score"):
            return "score.keyword", difference
    if "splays" in by_place and " board " not in " ".join(place for place, *_ in found):
        return "splay.direction", by_place["splays"]
    if len(decks) > 1:
        return "draw.age", decks[0]
    rest = [difference for difference in found if difference not in decks] or list(found)
    return rule_of(case, *rest[0]), rest[0]


def _is_bonus(
    case: Case, decks: Sequence[Difference], hands: Sequence[Difference], found: Sequence[Difference]
) -> bool:
    """Whether the only difference is one card that the player whose turn it is has drawn."""
    if case.action[0] not in ("dogma", "endorse") or len(hands) != 1 or len(decks) + 1 != len(found):
        return False
    if _demands(case) == {True}:
        return False
    place, ours, theirs = hands[0]
    mine = int(place.split(" ")[1]) == case.position["turn"]["player"]
    if not mine or not isinstance(theirs, list) or abs(len(ours) - len(theirs)) != 1:
        return False
    return len(theirs) > len(ours) or _can_share(case)


def _can_share(case: Case) -> bool:
    """Whether an opponent has enough icons to share the activated card."""
    game = game_of(case.position, Script(()))
    me, icon = game.turn_player, game.table.featured[case.action[1]]
    return any(player.count(icon) >= me.count(icon) for player in game.opponents(me))


def _sorted(cards: Any) -> list[str]:
    return sorted(map(repr, cards)) if isinstance(cards, list) else []


def _of_achievements(expected: Any, found: Any) -> RuleId:
    differing = set(map(repr, expected)) ^ set(map(repr, found if isinstance(found, list) else []))
    table = card_table(edition="fourth")
    if any(str(special) in differing for special in table.achievements):
        return "achieve.special"
    return "achieve.claim"


def _of_player(case: Case, seat: int, zone: str, expected: Any, found: Any) -> RuleId:
    if zone == "achievements":
        return _of_achievements(expected, found)
    if zone in _ZONES:
        return _ZONES[zone]
    if zone == "score":
        return "score.keyword"
    if case.action[0] == "draw":
        return "draw.age"
    if case.action[0] == "meld":
        return "meld.top"
    if _demands(case) == {True}:
        return "dogma.vulnerable"
    return "dogma.mandatory" if seat == case.position["turn"]["player"] else _of_others(case)


def _of_others(case: Case) -> RuleId:
    return "dogma.vulnerable" if _obeys(case) else "dogma.sharing"
