"""Scribes: an honest game with one false record, the same in all copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from innolog import log as seen
from innolog.cards.facts import UNKNOWN_BASE, card_table
from innolog.log import NOBODY, GameLog, Place
from innolog.log.native import RecordedGame
from innolog.log.told import Told
from tests.cheating.con import Breach, Played, lie, misreading, recording, slip, tables

_SCORED = (Place.DECK, Place.SCORE)


def _places(played: Played, kind: type, fits: Callable[[Any], object] = lambda told: True) -> list[int]:
    """The indices of the observations of a kind after the opening."""
    return [
        index
        for index, told in enumerate(played.told.told)
        if type(told.observation) is kind and told.observation.at.move and fits(told.observation)
    ]


def _change(played: Played, index: int, **values: Any) -> Breach:
    told = played.told.told
    told[index] = replace(told[index], observation=replace(told[index].observation, **values))
    return Breach(index)


def _one(
    played: Played, rng: Random, kind: type, fits: Callable[[Any], object], values: Callable[[Any], dict[str, Any]]
) -> Breach | None:
    found = _places(played, kind, fits)
    if not found:
        return None
    index = rng.choice(found)
    return _change(played, index, **values(played.told.told[index].observation))


def _counted(
    played: Played, rng: Random, places: set[Place], values: Callable[[seen.Check], dict[str, Any]]
) -> Breach | None:
    """Change a statement beside a transfer that concerns one player."""

    def fits(move: seen.Transfer) -> bool:
        return len(move.checks) == 1 and bool({move.from_place, move.to_place} & places) and move.age is not None

    def wrong(move: seen.Transfer) -> dict[str, Any]:
        return {"checks": (replace(move.checks[0], **values(move.checks[0])),)}

    return _one(played, rng, seen.Transfer, fits, wrong)


@lie("count.score")
def tells_a_wrong_score(played: Played, rng: Random) -> Breach | None:
    """The score after a transfer is one higher."""
    return _counted(played, rng, {Place.SCORE, Place.BOARD}, lambda check: {"score": (check.score or 0) + 1})


@lie("count.icons")
def tells_wrong_icons(played: Played, rng: Random) -> Breach | None:
    """One icon more is counted after a transfer."""

    def more(check: seen.Check) -> dict[str, Any]:
        icons = list(check.icons or ())
        icons[rng.randrange(len(icons))] += 1
        return {"icons": tuple(icons)}

    return _counted(played, rng, {Place.BOARD}, more)


@lie("count.top")
def tells_a_wrong_top_card(played: Played, rng: Random) -> Breach | None:
    """The highest top card after a transfer is one higher."""
    return _counted(played, rng, {Place.BOARD}, lambda check: {"highest_top": (check.highest_top or 0) + 1})


@lie("count.monument")
def tells_wrong_counts_for_monument(played: Played, rng: Random) -> Breach | None:
    """A card more was tucked in this turn."""
    return _counted(played, rng, {Place.HAND}, lambda check: {"tucked": (check.tucked or 0) + 1})


@lie("count.draw")
def tells_a_wrong_age_to_draw(played: Played, rng: Random) -> Breach | None:
    """The age of a Draw action is one higher."""
    return _one(
        played,
        rng,
        seen.ActionBegan,
        lambda began: began.age_to_draw < 11,
        lambda began: {"age_to_draw": began.age_to_draw + 1},
    )


@lie("achieve.offered")
def offers_a_claim_too_many(played: Played, rng: Random) -> Breach | None:
    """An age is offered for a claim that can't be claimed."""

    def more(began: seen.ActionBegan) -> dict[str, Any]:
        ages = set(began.claimable or ())
        return {"claimable": tuple(sorted(ages | {next(age for age in range(1, 10) if age not in ages)}))}

    return _one(played, rng, seen.ActionBegan, lambda began: True, more)


@lie("turn.actions", "record.contradiction")
def tells_a_wrong_number_of_the_action(played: Played, rng: Random) -> Breach | None:
    """A first action is recorded as a second one, or a second one as a first."""
    return _one(played, rng, seen.ActionBegan, lambda began: True, lambda began: {"number": 3 - began.number})


@lie("dogma.icons")
def tells_a_wrong_count_of_the_featured_icon(played: Played, rng: Random) -> Breach | None:
    """A player has one featured icon more."""
    return _one(played, rng, seen.IconCounted, lambda counted: True, lambda counted: {"count": counted.count + 1})


@lie("dogma.icon")
def tells_a_wrong_featured_icon(played: Played, rng: Random) -> Breach | None:
    """Another icon is the featured one of an activated card."""
    return _one(played, rng, seen.DogmaStarted, lambda began: began.icon, lambda began: {"icon": began.icon % 6 + 1})


@lie("dogma.order", "dogma.sharing", "dogma.vulnerable")
def tells_a_wrong_effect(played: Played, rng: Random) -> Breach | None:
    """An effect is recorded as the next effect of its card."""
    numbered = {"dogma", "demand"}
    return _one(
        played,
        rng,
        seen.EffectStarted,
        lambda began: began.kind in numbered,
        lambda began: {"number": began.number + 1},
    )


@lie("card.position", "draw.top")
def tells_a_wrong_position(played: Played, rng: Random) -> Breach | None:
    """A card leaves the hand from a position without a card.

    The position of another card would not do: for a viewpoint that sees neither, it could have been that card.
    """
    return _one(
        played,
        rng,
        seen.Transfer,
        lambda move: move.from_place is Place.HAND and move.card is not None,
        lambda move: {"from_position": move.from_position + 20},
    )


def _boards(played: Played) -> Iterator[tuple[int, Told, dict[int, Place]]]:
    """Every observation with the places of all cards before it."""
    places: dict[int, Place] = {}
    for index, told in enumerate(played.told.told):
        yield index, told, places
        move = told.observation
        if isinstance(move, seen.Transfer) and move.card is not None:
            places[move.card] = move.to_place


def _moved_from_elsewhere(played: Played, rng: Random, fits: Callable[[seen.Transfer], bool]) -> Breach | None:
    """Replace a card that moves face up by another one with the same back that lies on a board."""
    table = card_table("bga")
    found: list[tuple[int, int]] = []
    for index, told, places in _boards(played):
        move = told.observation
        if not isinstance(move, seen.Transfer) or not move.at.move or move.card is None or move.card >= UNKNOWN_BASE:
            continue
        if not fits(move) or move.relic or move.age is None:
            continue
        back = (move.age, move.card_set, False)
        alike = [
            card
            for card, place in places.items()
            if (place, card != move.card) == (Place.BOARD, True)
            and (table.age[card], table.set[card], table.relic[card]) == back
        ]
        if alike:
            found.append((index, rng.choice(alike)))
    if not found:
        return None
    index, card = rng.choice(found)
    return _change(played, index, card=card, color=table.color[card])


@lie("meld.hand", "card.place", "card.identity")
def melds_a_card_that_is_on_a_board(played: Played, rng: Random) -> Breach | None:
    """A card that lies on a board is melded from a hand."""
    return _moved_from_elsewhere(
        played, rng, lambda move: (move.from_place, move.to_place) == (Place.HAND, Place.BOARD)
    )


@lie("card.place", "dogma.card", "card.identity")
def moves_a_card_that_lies_elsewhere(played: Played, rng: Random) -> Breach | None:
    """A card leaves a board on which it does not lie."""
    return _moved_from_elsewhere(played, rng, lambda move: move.from_place is Place.BOARD)


@lie("card.identity", "record.contradiction", "draw.top", "dogma.card", "meld.hand", at=tables())
def shows_a_false_face(played: Played, rng: Random) -> Breach | None:
    """A card that is drawn and scored is shown as another one with the same back that is never seen."""
    table = card_table("bga")
    moves = [move for move in played.observations if isinstance(move, seen.Transfer)]
    known = {move.card for move in moves} | {card for told in played.told.told for card in told.hand}
    found = []
    for index in _places(played, seen.Transfer, lambda move: (move.from_place, move.to_place) == _SCORED):
        move = played.observations[index]
        assert isinstance(move, seen.Transfer)
        if move.age is None or sum(other.card == move.card for other in moves) < 2:
            continue
        false = [card for card in table.by_back[move.back or 0] if card not in known]
        if false:
            found.append((index, false))
    if not found:
        return None
    index, false = rng.choice(found)
    move, shown = played.observations[index], rng.choice(false)
    assert isinstance(move, seen.Transfer)
    assert move.card is not None
    _change(played, index, card=shown, color=table.color[shown])
    return Breach(index + 1, witnesses=frozenset({move.card, shown}))


@lie("setup.first-player")
def tells_a_wrong_first_card(played: Played, rng: Random) -> Breach | None:
    """The log names an alphabetically first card that nobody melded."""
    told = played.told.told
    index = next(i for i, one in enumerate(told) if isinstance(one.observation, seen.FirstPlayer))
    melded = {one.observation.card for one in told[:index] if isinstance(one.observation, seen.Transfer)}
    table = card_table("bga")
    ages = [card for card in table.by_back[1] if card not in melded]
    return _change(played, index, card_name=table.name[rng.choice(ages)])


@lie("record.choice")
def tells_of_an_agreement_to_nothing(played: Played, rng: Random) -> Breach | None:
    """After a Draw action a player agrees to something that nobody asked."""
    found = _places(played, seen.ActionBegan)
    found = [index for index in found[1:] if not isinstance(played.observations[index - 1], seen.Agreed)]
    if not found:
        return None
    index = rng.choice(found)
    began = played.told.told[index]
    agreed = seen.Agreed(began.observation.at, began.actor, True)
    played.told.told.insert(index, Told(agreed, began.actor))
    return Breach(index)


@lie("record.pass", "count.icons", "dogma.icons", "splay.change", "count.score", "draw.missing")
def tells_nothing_of_a_splay(played: Played, rng: Random) -> Breach | None:
    """A splay is left out, but all counts include it."""
    if not _places(played, seen.Passed):
        # If a log has no pass at all, it may not record passes. The player could then have declined the splay.
        return None
    found = [
        index
        for index in _places(played, seen.Splay, lambda splay: splay.direction and splay.owner != NOBODY)
        if _counts_differ(played, index) and _effect_at(played, index) not in _SPLAYING_ANY
    ]
    if not found:
        return None
    index = rng.choice(found)
    due = played.observations[index].at.move or 0
    del played.told.told[index]
    return Breach(index, missing=True, due=due)


#: Cards that let a player choose a pile that then does not change, which no log records. If a splay of such a card is
#: left out, the player could have chosen such a pile, so only later records are wrong.
_SPLAYING_ANY = frozenset({"Kobukson", "Cyrus Cylinder"})


def _effect_at(played: Played, index: int) -> str:
    """The name of the card whose effect is being carried out."""
    effects = (
        told.card for told in reversed(played.told.told[:index]) if isinstance(told.observation, seen.EffectStarted)
    )
    card = next(effects, None)
    return "" if card is None else card_table().name[card]


def _counts_differ(played: Played, index: int) -> bool:
    """Whether the icons before and after an observation are recorded and differ."""
    splay = played.observations[index]
    assert isinstance(splay, seen.Splay)
    after = splay.checks[0].icons
    for told in reversed(played.observations[:index]):
        if isinstance(told, seen.Transfer | seen.Splay):
            for check in told.checks:
                if check.player == splay.owner and check.icons is not None:
                    return check.icons != after
    return False


@lie("end.missing")
def tells_no_end(played: Played, rng: Random) -> Breach | None:
    """The end is left out, but its cause is recorded."""
    told = played.told.told
    # If a Draw action ends the game, the end is alone in its move. Without it, the log looks like one cut off there.
    if not isinstance(told[-1].observation, seen.Ended) or told[-2].observation.at.move != told[-1].observation.at.move:
        return None
    end = told.pop()
    return Breach(len(told), missing=True, due=end.observation.at.move or 0)


@lie("end.winner", "end.condition")
def tells_a_wrong_number_of_achievements(played: Played, rng: Random) -> Breach | None:
    """The log states one achievement more for the winner."""
    return _one(
        played,
        rng,
        seen.Ended,
        lambda end: end.achievements is not None,
        lambda end: {"achievements": end.achievements + 1},
    )


@lie("end.condition")
def tells_a_draw_above_another_age(played: Played, rng: Random) -> Breach | None:
    """The log states an end by a draw above another age than the highest one of the edition."""
    return _one(played, rng, seen.Ended, lambda end: end.above is not None, lambda end: {"above": end.above - 1})


# --- what is wrong with a file -----------------------------------------------------------------------------


def _moves(export: dict[str, Any]) -> list[int]:
    return sorted({int(packet["move_id"]) for packet in export["packets"]})


@slip("record.contradiction")
def copies_that_differ(export: dict[str, Any], rng: Random) -> tuple[int, ...] | None:
    """One of two copies of a transfer has another position."""
    found = [
        (packet, item)
        for packet in export["packets"]
        if packet["channel"].startswith("/player")
        for item in packet["data"]
        if item["type"] == "transferedCard" and item["args"].get("position_from") not in (None, "None")
    ]
    if not found:
        return None
    packet, item = rng.choice(found)
    item["args"]["position_from"] = str(int(item["args"]["position_from"]) + 1)
    return (int(packet["move_id"]),)


@slip("record.gap")
def a_move_left_out(export: dict[str, Any], rng: Random) -> tuple[int, ...] | None:
    """All packets of a move are left out in which a card was moved that moves again later.

    Without a move that nothing later builds on, the log tells a game that could have been played: a player who melded a
    card by choice and never used it can also have declined.
    """
    later: dict[str, int] = {}
    moves: set[int] = set()
    for packet in reversed(export["packets"]):
        for item in packet["data"]:
            if item["type"].startswith("transferedCard") and item["args"].get("id") is not None:
                card, move = str(item["args"]["id"]), int(packet["move_id"])
                if later.get(card, move) != move:
                    moves.add(move)
                later[card] = move
    every = _moves(export)
    inner = sorted(moves & set(every[len(export["players"]) + 2 : -1]))
    if not inner:
        return None
    move = rng.choice(inner)
    export["packets"] = [packet for packet in export["packets"] if int(packet["move_id"]) != move]
    return (move, every[every.index(move) + 1])


@misreading("card.shown")
def shows_a_part_of_the_hand(log: GameLog, rng: Random) -> tuple[int, ...] | None:
    """A player who has cards in the hand shows a hand without any."""
    held = [0] * len(log.seats)
    found: list[int] = []
    for index, observation in enumerate(log.observations):
        if isinstance(observation, seen.Transfer):
            for owner, place, change in (
                (observation.from_owner, observation.from_place, -1),
                (observation.to_owner, observation.to_place, 1),
            ):
                if place is Place.HAND and owner != NOBODY:
                    held[owner] += change
        elif isinstance(observation, seen.Wiped | seen.TopsAndHandsRemoved):
            # Every hand is empty then, and to say so is true.
            held = [0] * len(held)
        elif isinstance(observation, seen.EffectStarted) and held[observation.player] > 0:
            found.append(index)
    if not found:
        return None
    index = rng.choice(found)
    began = log.observations[index]
    assert isinstance(began, seen.EffectStarted)
    log.observations.insert(index + 1, seen.Revealed(began.at, began.player, Place.HAND, ()))
    return (began.at.move or 0,)


@recording("native.incomplete")
def leaves_out_the_last_decisions(game: RecordedGame, rng: Random) -> bool:
    """The decisions end in the middle of an action, but the file claims to contain the whole game."""
    inner = [index for index, decision in enumerate(game.decisions) if index and decision.kind != "action"]
    if not inner:
        return False
    del game.decisions[rng.choice(inner) :]
    return True


@recording("native.digest")
def names_another_digest(game: RecordedGame, rng: Random) -> bool:
    """The digest of the last state is another one."""
    game.digest = "0" * len(game.digest or "0")
    return True
