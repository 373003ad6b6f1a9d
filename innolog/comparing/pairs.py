"""Comparing one event of the engine with one observation of a log: a function for each kind of pair.

Nothing here knows the search. A function takes the game in its state after the event, and returns the number of
statements of the log that it compared. It raises :class:`Differs` if the event does not explain the observation. It
raises :class:`~innolog.comparing.matching.Mismatch` if an additional statement of the observation is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from innolog import log as seen
from innolog.comparing.matching import Mismatch, failed_check, statements, transfer_difference
from innolog.comparing.offered import check_draw
from innolog.comparing.rules import RuleId
from innolog.comparing.words import Speaker
from innolog.engine import events as done
from innolog.engine.actions import claimable
from innolog.engine.game import Game
from innolog.log import Fact, Place
from innolog.log.meaning import announces
from innolog.support.counting import counted


class Differs(Exception):
    """An event does not explain an observation.

    ``rule`` is the broken rule if the pair alone determines it, otherwise None. ``missing``: False when the observation
    is about the event and has an error.
    """

    def __init__(self, rule: RuleId | None = None, missing: bool = True) -> None:
        super().__init__(rule)
        self.rule = rule
        self.missing = missing


def compare_checks(game: Game, speaker: Speaker, checks: Sequence[seen.Check]) -> int:
    """Compare a log's statements about players beside an event: scores, icon counts and the like."""
    number = 0
    for check in checks:
        failed = failed_check(game, check)
        if failed:
            rule, expected, observed = failed
            name = speaker.player(check.player)
            raise Mismatch(rule, f"{name} has {expected}", f"{name} has {observed}")
        number += statements(check)
    return number


def compare_transfer(game: Game, speaker: Speaker, event: done.Transfer, told: seen.Transfer) -> int:
    """A card moved."""
    if transfer_difference(game, event, told) is not None:
        raise Differs
    return compare_checks(game, speaker, told.checks)


def compare_splay(game: Game, speaker: Speaker, event: done.Splay, told: seen.Splay) -> int:
    """A pile was splayed or unsplayed."""
    if (told.owner, told.color, told.direction) != (event.owner, event.color, event.direction):
        raise Differs
    return compare_checks(game, speaker, told.checks)


def compare_rearranged(game: Game, speaker: Speaker, event: done.Rearranged, told: seen.Rearranged) -> int:
    """A pile was put in a new order."""
    if (told.owner, told.color, told.order or event.cards) != (event.owner, event.color, event.cards):
        raise Differs
    size = len(event.cards)
    if any(not (0 <= one < size and 0 <= one + by < size) for one, by in told.swaps):
        raise Mismatch(
            "rearrange", f"a pile of {counted(size, 'card')} is rearranged", "positions outside of it are swapped"
        )
    if told.highest_top is None:
        return 0
    return compare_checks(game, speaker, (seen.Check(event.owner, highest_top=told.highest_top),))


def compare_nothing(game: Game, speaker: Speaker, event: Any, told: Any) -> int:
    """The observation states only that it happened."""
    return 0


def compare_player(
    game: Game,
    speaker: Speaker,
    event: done.Eliminated | done.FreeActionBegan | done.Chained,
    told: seen.Eliminated | seen.FreeActionBegan | seen.Chained,
) -> int:
    """The observation states only the player concerned."""
    if told.player != event.player:
        raise Differs
    return 0


def compare_removed(
    game: Game, speaker: Speaker, event: done.TopsAndHandsRemoved, told: seen.TopsAndHandsRemoved
) -> int:
    """All top cards and hands were removed."""
    if told.cards is not None and told.cards != (cards := tuple(sorted(event.cards))):
        raise Mismatch("remove", _top_cards(speaker, cards), _top_cards(speaker, told.cards))
    return compare_checks(game, speaker, told.checks)


def _top_cards(speaker: Speaker, cards: Sequence[int]) -> str:
    return f"the top cards are {', '.join(map(speaker.card, cards)) or 'none'}"


def compare_end(game: Game, speaker: Speaker, event: done.GameEnded, told: seen.Ended) -> int:
    """The game ended."""
    if told.how not in (event.how, ""):
        raise Differs("end.missing" if told.how in seen.STOPPED else None)
    if told.player is not None and told.player not in event.winners and told.how != "score":
        raise Differs("end.winner")
    if told.player is not None and told.how == "score" and told.player != event.by:
        name, other = speaker.player(event.by), speaker.player(told.player)
        raise Mismatch("end.winner", f"an action of {name} ends the game", f"an action of {other} ends the game")
    if told.winners and sorted(told.winners) != sorted(event.winners) and not game.rules.teams:
        raise Differs("end.winner")
    if told.achievements is not None and event.how == "achievements":
        count = game.achievements_of(game.players[event.winners[0]])
        if count != told.achievements:
            raise Mismatch(
                "end.winner", f"the winner has {counted(count, 'achievement')}", f"the winner has {told.achievements}"
            )
    if told.card not in (None, game.executed):
        name, other = speaker.card(game.executed), speaker.card(told.card)
        raise Mismatch("end.condition", f"an effect of {name} ends the game", f"an effect of {other} ends the game")
    if told.above not in (None, game.rules.highest_age):
        wanted, found = (f"a draw above age {age} ends the game" for age in (game.rules.highest_age, told.above))
        raise Mismatch("end.condition", wanted, found)
    if told.alone and not event.alone:
        raise Mismatch("end.condition", "others are still in the game", "only the winners are still in the game")
    return 1


def compare_action(game: Game, speaker: Speaker, event: done.ActionBegan, told: seen.ActionBegan) -> int:
    """An action began; some sites state what is open to the player."""
    if told.player != event.player or told.number not in (None, event.number):
        raise Differs
    number, player = 1, game.players[event.player]
    if told.claimable is not None:
        ages = sorted({game.age[card] for card in claimable(game, player)})
        if ages != sorted(told.claimable):
            name = speaker.player(event.player)
            raise Mismatch(
                "achieve.offered",
                f"{name} can claim {speaker.ages(ages)}",
                f"{name} can claim {speaker.ages(sorted(told.claimable))}",
            )
        number += 1
    if told.age_to_draw is not None or told.set_to_draw is not None:
        number += check_draw(game, speaker, told, player)
    return number


def compare_dogma(game: Game, speaker: Speaker, event: done.DogmaStarted, told: seen.DogmaStarted) -> int:
    """A card was activated."""
    if (told.player, told.card) != (event.player, event.card):
        raise Differs
    if told.endorsed not in (None, event.endorsed):
        raise Differs("endorse.condition")
    icon = game.table.featured[event.card]
    if told.icon is not None and told.icon != icon:
        raise Mismatch(
            "dogma.icon",
            f"{speaker.card(event.card)} has the {speaker.icon(icon)} as its featured icon",
            f"the featured icon is the {speaker.icon(told.icon)}",
        )
    return 1


def compare_icons(speaker: Speaker, event: done.IconsCounted, seat: int, told: seen.IconCounted) -> int:
    """The icons of one player were counted: the event has all players, an observation one."""
    count = event.counts[seat]
    if (told.player, told.count) != (seat, count):
        raise Mismatch(
            "dogma.icons",
            f"{speaker.player(seat)} has {counted(count, f'{speaker.icon(event.icon)} icon')}",
            f"{speaker.player(told.player)} has {told.count}",
        )
    if told.icon not in (None, event.icon):
        raise Mismatch(
            "dogma.icon", f"the {speaker.icon(event.icon)} is counted", f"the {speaker.icon(told.icon)} is counted"
        )
    return 1


def compare_effect(game: Game, speaker: Speaker, event: done.EffectStarted, told: seen.EffectStarted) -> int:
    """A player began to carry out an effect."""
    if told.player != event.player:
        raise Differs
    if told.kind is not None and not (announces(told.kind, event.kind) and told.number == event.number):
        raise Differs
    if told.again not in (None, event.again):
        name = speaker.player(event.player)
        words = (f"{name} does so for the first time", f"{name} does so again because the card is endorsed")
        raise Mismatch("dogma.order", *(words[::-1] if event.again else words))
    if told.card not in (None, event.card):
        # It is the same effect, recorded as another card's.
        raise Differs("dogma.order", missing=False)
    return 1


def compare_nested(game: Game, speaker: Speaker, event: done.NestedStarted, told: seen.NestedStarted) -> int:
    """An effect began to execute another card."""
    if (told.player, told.on) != (event.player, event.on) or told.card not in (None, event.card):
        raise Differs
    return 0


def compare_nested_end(game: Game, speaker: Speaker, event: done.NestedEnded, told: seen.NestedEnded) -> int:
    """A card executed by an effect is done."""
    if told.card not in (None, event.card):
        raise Differs
    return 0


def compare_parley(game: Game, speaker: Speaker, event: done.Parley, told: seen.Parley) -> int:
    """A distant player paid, or did not."""
    if (told.player, told.what) != (event.player, event.what):
        raise Differs
    paid, able = event.paid is not None, event.paid is not None or bool(game.players[event.player].hand)
    if (told.paid, told.able) != (paid, able):
        name = speaker.player(event.player)
        raise Mismatch("parley.payment", _payment(name, paid, able), _payment(name, told.paid, told.able))
    return 1


def _payment(name: str, paid: bool, able: bool) -> str:
    return f"{name} {'returns a card' if paid else 'returns no card' if able else 'has no card to return'}"


def compare_deck(game: Game, speaker: Speaker, event: done.DeckJunked, told: seen.DeckJunked) -> int:
    """A supply pile was junked."""
    if told.age not in (None, event.age):
        raise Differs
    if told.count not in (None, event.number):
        raise Mismatch(
            "junk.deck", f"there were {counted(event.number, 'card')} in the pile", f"there were {told.count}"
        )
    return 1


#: A comparison; it returns the number of compared statements.
Compare: TypeAlias = Callable[[Game, Speaker, Any, Any], int]

#: For each kind of event: the kind of observation that it explains, their comparison, and the kind of fact that a log
#: must record for it. None stands for events that every log shows, or hides by its own rules.
PAIRS: dict[type, tuple[type, Compare, Fact | None]] = {
    done.Transfer: (seen.Transfer, compare_transfer, None),
    done.Splay: (seen.Splay, compare_splay, None),
    done.Rearranged: (seen.Rearranged, compare_rearranged, None),
    done.Wiped: (seen.Wiped, compare_nothing, None),
    done.Eliminated: (seen.Eliminated, compare_player, None),
    done.TopsAndHandsRemoved: (seen.TopsAndHandsRemoved, compare_removed, None),
    done.GameEnded: (seen.Ended, compare_end, None),
    done.ActionBegan: (seen.ActionBegan, compare_action, Fact.ACTIONS),
    done.FreeActionBegan: (seen.FreeActionBegan, compare_player, Fact.FREE_ACTIONS),
    done.DogmaStarted: (seen.DogmaStarted, compare_dogma, Fact.ACTIVATIONS),
    done.EffectStarted: (seen.EffectStarted, compare_effect, Fact.EFFECTS),
    done.SharingBonus: (seen.SharingBonus, compare_nothing, Fact.SHARING_BONUS),
    done.TurnEnded: (seen.TurnEnded, compare_nothing, Fact.TURNS),
    done.NestedStarted: (seen.NestedStarted, compare_nested, Fact.NESTED),
    done.NestedEnded: (seen.NestedEnded, compare_nested_end, Fact.NESTED),
    done.Parley: (seen.Parley, compare_parley, Fact.CHOICES),
    done.Chained: (seen.Chained, compare_player, Fact.CHOICES),
    done.DeckJunked: (seen.DeckJunked, compare_deck, Fact.CHOICES),
}


# --- statements about the table that no event brings about ---------------------------------------------------------


def shown_from(game: Game, shown: seen.Revealed) -> list[int]:
    """The cards of a place that a player shows completely."""
    player = game.players[shown.player]
    cards = player.score_cards if shown.place is Place.SCORE else player.plain_hand
    if shown.place is Place.REVEALED and not _can_be(game, cards, shown.cards):
        # The source does not say which of the two was shown.
        cards = player.score_cards
    return [*cards]


def compare_statement(game: Game, speaker: Speaker, shown: seen.Revealed | seen.IconsStated) -> int:
    """A player showed a hand or score pile, or some of its cards; or an effect says how many icons a player has.

    Which effects say so, and whether they count what the rules count, is not known. Other actions than Dogma do not.
    """
    if isinstance(shown, seen.IconsStated):
        if not game.icon_counts:
            raise Mismatch("dogma.icons", "nothing counts icons there", speaker.observation(shown))
        return 0
    cards = shown_from(game, shown)
    if not (set(shown.cards) <= set(cards) if shown.some else _can_be(game, cards, shown.cards)):
        name = speaker.player(shown.player)
        raise Mismatch("card.shown", f"{name} holds {speaker.cards(cards)}", speaker.observation(shown))
    return 1


def _can_be(game: Game, cards: Sequence[int], shown: Sequence[int]) -> bool:
    """Whether cards, hidden or not, can be those that were shown."""
    back = game.back
    if sorted(back[card] for card in cards) != sorted(back[card] for card in shown):
        return False
    unknown = set(shown)
    for card in cards:
        if game.is_known(card):
            if card not in unknown:
                return False
            unknown.remove(card)
    # The other shown cards must be nowhere else, and the hidden cards must be able to be exactly these.
    return unknown.isdisjoint(game.place) and game.nature.can_be_all(
        [card for card in cards if not game.is_known(card)], frozenset(unknown)
    )


def compare_first_player(game: Game, speaker: Speaker, told: seen.FirstPlayer) -> int:
    """The first player, and the card that decided it."""
    if told.player is None:
        return 0
    first = game.turn_player
    if told.player != first.index:
        raise Mismatch(
            "setup.first-player",
            f"{speaker.player(first.index)} plays first",
            f"{speaker.player(told.player)} plays first",
        )
    name, names, tops = told.card_name, game.table.name, first.tops()
    # Cards that the log does not show cannot be compared.
    known = [names[card] for card in tops if game.is_known(card)]
    if name and name in names and name not in known and len(known) == len(tops):
        raise Mismatch(
            "setup.first-player",
            "the first card in the alphabet is " + ", ".join(map(speaker.card, tops)),
            f"it is {name}",
        )
    return 1
