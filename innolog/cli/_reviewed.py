"""Reviews in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE, CardSet
from innolog.cli._words import Words, words_of
from innolog.comparing.sentences import color_name, verb
from innolog.engine.actions import Action
from innolog.engine.choices import ChoiceKind
from innolog.engine.zones import Zone
from innolog.results.result import Replay
from innolog.reviewing import Review, Reviewed
from reports.game import Decided, GamePage, ReviewPart

#: How many of the decisions with the largest losses are listed.
_WORST = 5


def answer_in_words(words: Words, replay: Replay, decision: Reviewed, answer: Any) -> str:
    """An answer to the choice of a decision, for instance ``meld Tools [1]`` or ``decline``.

    A card whose face the player did not know is called by its back and its place: what was chosen, and what stands for
    cards alike.
    """
    kind = decision.kind
    choice = replay.actions[decision.action].decisions[decision.number][0]
    if answer is None:
        return "decline"
    if isinstance(answer, Action):
        backs = replay.rules.table.age if replay.rules else []
        age = backs[answer.card] if answer.card is not None and answer.card < UNKNOWN_BASE else None
        return words.option(answer, age)
    if kind is ChoiceKind.CARD:
        does = verb(choice.intent) if choice.intent is not None else "chooses"
        known = answer in decision.known
        origin = "" if known or answer not in decision.places else f" from {words.place(*decision.places[answer])}"
        return f"{does} {words.card(answer, known=known)}{origin}"
    if kind is ChoiceKind.COLOR:
        return color_name(answer)
    if kind is ChoiceKind.COLORS:
        return ", ".join(map(color_name, answer))
    if kind is ChoiceKind.YES_NO:
        return "yes" if answer else "no"
    if kind is ChoiceKind.PLAYER:
        return words.player(answer)
    if kind is ChoiceKind.PLACE:
        return Zone(answer).name.lower()
    if kind is ChoiceKind.CARD_SET:
        return CardSet(answer).name.lower()
    if kind is ChoiceKind.ORDER:
        return f"{words.card(answer[-1], known=answer[-1] in decision.known)} on top"
    return str(answer)


def why(decision: Reviewed, name: str) -> str:
    """What the best answer brings against the given one, in one sentence; empty if nothing that people count."""
    if decision.wins:
        number = decision.first_worlds
        deals = "" if decision.wins == number else f" in {decision.wins} of {number} deals"
        return f"It wins at once{deals}."
    parts = []
    for brings in decision.brings:
        whose = name if brings.own else "the opponents"
        less = "less" if brings.what.startswith("in ") else "fewer"
        parts.append(f"{abs(brings.more):.1f} {'more' if brings.more > 0 else less} {brings.what} for {whose}")
    return f"On average: {' and '.join(parts)}." if parts else ""


def worst(decisions: list[Reviewed]) -> list[Reviewed]:
    """The marked decisions with the largest losses, the largest first."""
    return sorted((each for each in decisions if each.marked), key=lambda each: -each.loss)[:_WORST]


def summary(decisions: list[Reviewed]) -> dict[str, Any]:
    """Numbers about the decisions of one player. Chances are from 0 to 1."""
    number = len(decisions)
    if not number:
        return {"decisions": 0, "loss": None, "marked": 0, "same": None}
    return {
        "decisions": number,
        "loss": sum(each.loss for each in decisions) / number,
        "marked": sum(each.marked for each in decisions),
        "same": sum(each.best is each.alternatives[0] for each in decisions) / number,
    }


def as_data(replay: Replay, found: Review) -> dict[str, Any]:
    """A review as one JSON object, which ``innolog schema review`` describes."""
    words = words_of(replay)
    return {
        "source": replay.log.source,
        "seconds": round(found.seconds, 3),
        "left_out": dict(found.left_out),
        "players": [
            {
                "name": seat.name,
                **summary(found.of(index)),
                "luck": found.luck(index),
                "luck_error": found.luck_error(index),
            }
            for index, seat in enumerate(replay.log.seats)
        ],
        "draws": [
            {
                "action": each.action,
                "player": each.player,
                "card": words.card(each.card),
                "change": list(each.change),
                "error": list(each.error),
            }
            for each in found.draws
        ],
        "decisions": [
            {
                "action": each.action,
                "turn": replay.actions[each.action].turn,
                "decision": each.number,
                "player": each.player,
                "kind": each.kind.value,
                "loss": each.loss,
                "error": each.error,
                "marked": each.marked,
                "worlds": each.worlds,
                "alternatives": [
                    {
                        "answer": answer_in_words(words, replay, each, alternative.answer),
                        "chance": alternative.chance,
                        "error": alternative.error,
                    }
                    for alternative in each.alternatives
                ],
            }
            for each in found.decisions
        ],
    }


def part_of(replay: Replay, found: Review, done: int) -> ReviewPart:
    """The review of some actions for the page of the game. ``done`` is the number of actions reviewed so far."""
    words = words_of(replay)
    decisions = []
    for each in found.decisions:
        options = [
            (answer_in_words(words, replay, each, option.answer), option.chance, option.error)
            for option in each.alternatives
        ]
        reason = why(each, words.player(each.player)) if each.marked else ""
        decisions.append(Decided(each.action, each.player, tuple(options), each.loss, each.marked, reason))
    draws = tuple((draw.action, draw.change, draw.error) for draw in found.draws)
    return ReviewPart(tuple(decisions), draws, done)


def on_page(page: GamePage, replay: Replay, found: Review) -> GamePage:
    """The page of a game with its review."""
    return replace(page, review=part_of(replay, found, found.actions))


def told(replay: Replay, found: Review) -> Iterator[str]:
    """The decisions that lost most, a paragraph each."""
    words = words_of(replay)
    for each in worst(found.decisions):
        action, name = replay.actions[each.action], words.player(each.player)
        given, best = each.alternatives[0], each.best
        lost = f"{name} loses {100 * each.loss:.0f} points ({words.title(action)})"
        yield f"Turn {action.turn}, action {each.action}: {lost}"
        for what, answer in (("played", given), ("better", best)):
            text = answer_in_words(words, replay, each, answer.answer)
            yield f"  {what}  {text}: {100 * answer.chance:.0f} % to win"
        if reason := why(each, name):
            yield f"  {reason}"
