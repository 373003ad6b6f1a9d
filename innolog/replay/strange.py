"""Places of a log from which the rules are not known well enough to call it illegal."""

from __future__ import annotations

from innolog import log as seen
from innolog.cards.facts import card_table
from innolog.engine.ruleset import Ruleset
from innolog.log import At, Fact, GameLog


def unknown_there(log: GameLog, rules: Ruleset | None, at: At | None) -> str | None:
    """The reason why a violation at a place proves nothing, because the rules are not known there; None if they are."""
    if at is None:
        return None
    if log.strange is not None and _place(log.strange.at) <= _place(at):
        return f"at {log.strange.at}: {log.strange.text}"
    return None if rules is None else _unknown_payment(log, rules, at) or _unknown_card(log, rules, at)


def _unknown_card(log: GameLog, rules: Ruleset, at: At) -> str | None:
    """The reason if the action before a place, or the one at it, executes a card that is not known exactly."""
    names = rules.not_known
    if not names:
        return None
    executed: list[tuple[At, str]] = []
    earlier: list[tuple[At, str]] = []
    table = rules.table
    for observation in log.observations:
        if isinstance(observation, seen.ActionBegan):
            if _place(observation.at) > _place(at):
                break
            executed, earlier = [], executed
        elif isinstance(observation, seen.DogmaStarted | seen.NestedStarted | seen.EffectStarted):
            name = "" if observation.card is None else table.name[observation.card]
            if name in names:
                executed.append((observation.at, name))
    # A violation at the beginning of an action may be something that the action before it lacks.
    found = executed or earlier
    if not found:
        return None
    since, name = found[0]
    return f"at {since}: {name}; innolog does not know exactly how the site's code of that time played it"


def _unknown_payment(log: GameLog, rules: Ruleset, at: At) -> str | None:
    """The reason if an action has a payment to the place, or before it, which the site handles in its own way.

    Only the action with the payment is doubtful, from the question to the player who paid. Whether the action was
    played as innolog plays it shows in the log until the next action begins.
    """
    doubtful = rules.doubtful_payments
    card: int | None = None
    since: At | None = None
    asked: dict[int, At] = {}
    for observation in log.observations if doubtful and rules.has_parley else ():
        if isinstance(observation, seen.ActionBegan):
            if since is not None and _place(since) <= _place(at) <= _place(observation.at):
                break
            if _place(observation.at) > _place(at):
                return None
            card, since = None, None
            asked.clear()
        elif isinstance(observation, seen.DogmaStarted) and card is None:
            card = observation.card
        elif isinstance(observation, seen.Asked) and card in doubtful:
            asked.setdefault(observation.player, observation.at)
            if Fact.CHOICES not in log.records:
                # The message about the payment is in a language that innolog does not read.
                since = since or observation.at
        elif isinstance(observation, seen.Parley) and observation.paid and card in doubtful:
            since = since or asked.get(observation.player, observation.at)
    if card is None or since is None or _place(since) > _place(at):
        return None
    name = card_table(rules.platform.value, rules.edition.value).name[card]
    return f"at {since}: a payment under {name}; innolog does not know well enough what the site does then"


def _place(at: At) -> tuple[int, int]:
    # Packets can lack the number of their move.
    return at.packet, at.index
