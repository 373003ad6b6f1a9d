"""Compare what players are offered, and who decides, with the rules. No event follows from these observations."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from innolog import log as seen
from innolog.cards.facts import CardSet, back_of, back_set
from innolog.comparing.matching import SOFT, Mismatch
from innolog.comparing.words import Speaker
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.log import Place


def check_decided(
    speaker: Speaker,
    askable: Collection[int],
    observation: seen.Asked | seen.Passed | seen.Named,
    move: seen.Observation | None,
    *,
    answers: bool,
) -> None:
    """Compare the player of a decision that no event shows, and the value or color named before a card moves.

    A site may let a player name a color or value that the next chosen cards (``move``) show. ``askable`` are the
    players with something to decide; empty in a plain action. ``answers``: True when there may be something to name or
    decline. Raises :class:`Mismatch`.
    """
    told = speaker.observation(observation)
    if observation.player not in askable:
        names = " or ".join(map(speaker.player, sorted(askable)))
        raise Mismatch("record.choice", f"{names or 'nobody'} has a choice to make here", told)
    if isinstance(observation, seen.Named) and isinstance(move, seen.Transfer):
        value, colors, age = observation.value, observation.colors, move.age
        drawn = move.from_place is Place.DECK
        if value is not None and age is not None and (age < value if drawn else age != value):
            raise Mismatch("record.choice", f"a card of age {age} is chosen", told)
        if not drawn and move.color is not None and len(colors) == 1 and move.color not in colors:
            color = speaker.named(ChoiceKind.COLOR, move.color)
            raise Mismatch("record.choice", f"a {color} card is chosen", told)
    if not answers and not isinstance(observation, seen.Asked):
        raise Mismatch("record.choice", f"{speaker.player(observation.player)} does not have this choice", told)


def check_asked(speaker: Speaker, choice: Choice, observations: Sequence[seen.Observation], following: int) -> None:
    """Raise :class:`Mismatch` if no question precedes the choice of a player who does not carry out the effect.

    ``following`` is the index of the next observation of an event. One question may stand for several choices. Nobody
    is asked where hidden cards leave nothing to choose, and a log that ends here may lack the question.
    """
    if len(choice.options) < 2 - choice.may or following == len(observations):
        return
    index = following - 1
    while index >= 0 and isinstance(observation := observations[index], SOFT):
        if isinstance(observation, seen.Asked) and observation.player == choice.player:
            return
        index -= 1
    told = speaker.observation(observations[following])
    raise Mismatch("record.choice", f"{speaker.player(choice.player)} is asked to choose", told)


def are_common(game: Game, cards: Collection[int]) -> bool:
    """Whether some of the cards are achievements that nobody has."""
    return any(card in game.specials or card in game.available or card in game.junk_pile for card in cards)


def check_draw(game: Game, speaker: Speaker, observation: seen.ActionBegan, player: Player) -> int:
    """Compare the card that a Draw action would take. Returns the number of statements. Raises :class:`Mismatch`."""
    name, checks, age = speaker.player(player.index), 0, age_to_draw(game, player)
    if observation.age_to_draw is not None:
        if age != min(observation.age_to_draw, game.rules.highest_age + 1):
            raise Mismatch(
                "count.draw",
                f"{name} would draw a card of age {age}",
                f"{name} would draw a card of age {observation.age_to_draw}",
            )
        checks += 1
    if observation.set_to_draw is not None and age <= game.rules.highest_age:
        drawn = back_set(game.back[game.next_card(player, age)])
        if drawn != observation.set_to_draw:
            raise Mismatch(
                "draw.set",
                f"{name} would draw a card of the set {speaker.card_set(drawn)}",
                f"{name} would draw a card of the set {speaker.card_set(observation.set_to_draw)}",
            )
        checks += 1
    return checks


def age_to_draw(game: Game, player: Player) -> int:
    """The age of the card that a Draw action would take; one above the last age if it would end the game."""
    age = max(1, player.highest_top())
    while age <= game.rules.highest_age and not game.decks.get(back_of(CardSet.BASE, age)):
        age += 1
    return age


def check_words(speaker: Speaker, choice: Choice, told: seen.Passed | seen.Agreed, of: str) -> None:
    """Raise :class:`Mismatch` if the words of an answer do not belong to the question, which is ``of`` something."""
    if told.of is not None and told.of != of:
        name, words = speaker.player(choice.player), speaker.observation(told)
        raise Mismatch("record.choice", f"{name} is offered something else", f"{words} ({told.of or 'an effect'})")
