"""Play positions: search for answers with which this engine makes the same movements as the site.

The search tries all answers, depth first. When a movement differs from the site's, it goes back to the last question
with an untried answer. The remaining movements and the recorded answers decide which answer comes first. That affects
only the time.

Movements are compared in order. If the site moves several cards in one step without asking, the engine asks for their
order, so the search finds any order. Only revealed cards that are taken up together move in the order in which they
were shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from innolog.cards.facts import card_table
from innolog.engine.actions import meld_action
from innolog.engine.choices import Choice, ChoiceKind, Decider
from innolog.engine.dogma import begin_dogma, run_dogma
from innolog.engine.events import EffectStarted, Event, Transfer
from innolog.engine.game import Game, GameOver, Saved
from innolog.engine.parley import pay_to_activate
from innolog.engine.position import ImpossiblePosition, Seat, build
from innolog.engine.zones import Keyword, Zone
from tests.positions.lines import CITY_ICONS, Movement, NotApplicable, Position, Table, same_card

#: The maximum number of tries for an action. All known positions that agree need fewer than a tenth of it.
MOST_TRIES = 3000

#: Zones in which positions have a meaning that both sides share.
_COUNTED = frozenset({Zone.DECK, Zone.HAND, Zone.BOARD, Zone.SCORE, Zone.FORECAST, Zone.REVEALED, Zone.DISPLAY})


class Differs(Exception):
    """The engine differs from the site, after ``step`` movements. The message says how."""

    def __init__(self, message: str, step: int) -> None:
        super().__init__(message)
        self.step = step


@dataclass(slots=True)
class Outcome:
    """Whether ``answers`` were found. ``difference`` is that of the try that came furthest; ``tries`` counts them."""

    agrees: bool
    difference: str = ""
    tries: int = 0
    cut_off: bool = False
    answers: Sequence[Any] = ()


@dataclass(slots=True)
class _Question:
    answers: list[Any]
    tried: int = 0


#: What the site's kinds of questions ask for; answers to questions of other kinds are not compared.
_KINDS = {
    "card": (ChoiceKind.CARD, ChoiceKind.COLOR),
    "pass": (ChoiceKind.CARD, ChoiceKind.COLOR, ChoiceKind.VALUE, ChoiceKind.PLAYER, ChoiceKind.YES_NO),
    "choose_color": (ChoiceKind.COLOR,),
    "choose_value": (ChoiceKind.VALUE,),
    "choose_non_negative_integer": (ChoiceKind.VALUE,),
    "choose_icon_type": (ChoiceKind.VALUE,),
    "choose_type": (ChoiceKind.CARD_SET,),
    "choose_yes_or_no": (ChoiceKind.YES_NO,),
    # The newer code.
    "splay": (ChoiceKind.COLOR,),
    "distance_share": (ChoiceKind.CARD,),
    "distance_demand": (ChoiceKind.CARD,),
    "choose_from_list": (ChoiceKind.VALUE,),
    "choose_special_achievement": (ChoiceKind.CARD,),
    "choose_two_colors": (ChoiceKind.COLORS,),
}


class _Answers:
    """A decider that repeats the answers of the current try, and gives the likeliest answer to each new question.

    ``moved`` is the number of movements made, ``heard`` of the site's answers that were used.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.asked: list[_Question] = []
        self.done = 0
        self.moved = 0
        self.heard = 0

    def choose(self, choice: Choice) -> Any:
        said = self._said(choice)
        if self.done == len(self.asked):
            self.asked.append(_Question(self._sorted(choice, said)))
        question = self.asked[self.done]
        self.done += 1
        answer = question.answers[question.tried]
        if said is not None and answer == said[1]:
            self.heard = said[0] + 1
        return answer

    def again(self) -> bool:
        """Go on to the next answers; False if all were tried."""
        self.done = self.moved = self.heard = 0
        while self.asked:
            self.asked[-1].tried += 1
            if self.asked[-1].tried < len(self.asked[-1].answers):
                return True
            self.asked.pop()
        return False

    def _said(self, choice: Choice) -> tuple[int, Any] | None:
        """The next answer of the site's player that is one to a question, and its place among the answers."""
        for index in range(self.heard, len(self.position.choices)):
            kind, *rest = self.position.choices[index]
            if rest[:1] != [choice.player] or choice.kind not in _KINDS.get(kind, ()):
                continue
            if kind == "choose_two_colors":
                answer: Any = tuple(sorted(rest[1])) if isinstance(rest[1], list) else rest[1]
            else:
                answer = None if kind == "pass" else int(rest[1])
            if kind == "card" and choice.kind is ChoiceKind.COLOR:
                answer = card_table().color[int(rest[1])]
            elif kind == "choose_yes_or_no":
                answer = bool(answer)
            if answer in choice.options or answer in choice.uncertain or (answer is None and choice.may):
                return index, answer
        return None

    def _sorted(self, choice: Choice, said: tuple[int, Any] | None) -> list[Any]:
        if choice.rearranges:
            # No position contains a rearrangement.
            return [None]
        answers = choice.answers()
        if choice.kind is ChoiceKind.CARD:
            coming = self.position.movements[self.moved :]
            order = {movement.card: step for step, movement in reversed(list(enumerate(coming)))}
            far = len(coming)
            # Declining comes before what moves later for another reason, and after what moves now.
            answers.sort(key=lambda card: min(far, 1) if card is None else 2 * order.get(card, far))
        if said is not None:
            answers.sort(key=lambda answer: answer != said[1])
        return answers


def play(position: Position) -> Outcome:
    """Play a position with all answers until some agree with the site."""
    answers = _Answers(position)
    try:
        game = built(position, answers)
    except (Differs, ImpossiblePosition) as found:
        return Outcome(False, f"before the action: {found}")
    begun = game.save()
    best: Differs | None = None
    tries = 0
    while True:
        tries += 1
        try:
            _try(game, begun, position, answers)
            given = [question.answers[question.tried] for question in answers.asked[: answers.done]]
            return Outcome(True, tries=tries, answers=given)
        except Differs as found:
            if best is None or found.step > best.step:
                best = found
        if tries == MOST_TRIES or not answers.again():
            return Outcome(False, str(best), tries, tries == MOST_TRIES)


def built(position: Position, decider: Decider) -> Game:
    """The game in a position, with somebody who decides."""
    before = position.before
    game = build(
        position.rules,
        decider,
        [_without_city_icons(seat) for seat in before.seats],
        decks=before.decks,
        available=[*before.available, *before.specials],
        removed=before.removed,
        junk=before.junk,
        fill=False,
        turn_player=position.player,
    )
    for player, cards in zip(game.players, before.revealed, strict=True):
        player.revealed.extend(cards)
        game.place.update((card, (player.index, Zone.REVEALED)) for card in cards)
    _compare_tables(game, before, 0)
    return game


def _without_city_icons(seat: Seat) -> Seat:
    """Flags and fountains are counted when the game is built."""
    return Seat(
        hand=seat.hand,
        score_pile=seat.score_pile,
        board=seat.board,
        splays=seat.splays,
        achievements=[card for card in seat.achievements if card < CITY_ICONS],
        forecast=seat.forecast,
        display=seat.display,
    )


def _try(game: Game, begun: Saved, position: Position, answers: _Answers) -> None:
    """Play the action once; raises :class:`Differs`."""
    game.restore(begun)
    expected = position.movements
    begun_effects: Counter[tuple[int, str, int]] = Counter()

    def compare(event: Event) -> None:
        if isinstance(event, Transfer):
            made = _movement(event)
            if answers.moved == len(expected):
                raise Differs(f"the engine moves {made}; the site has done", answers.moved)
            if not _same_movement(made, expected[answers.moved]):
                raise Differs(f"the engine moves {made}; the site {expected[answers.moved]}", answers.moved)
            answers.moved += 1
        elif isinstance(event, EffectStarted):
            begun_effects[event.card, event.kind, event.number] += 1

    game.sink = compare
    ended: GameOver | None = None
    try:
        act(game, position)
    except GameOver as over:
        ended = over
    if answers.moved < len(expected):
        raise Differs(f"the engine has done; the site moves {expected[answers.moved]}", answers.moved)
    _compare_tables(game, position.after, answers.moved)
    if position.effects is not None:
        _same("effects begun", dict(begun_effects), position.effects, answers)
    how = None if ended is None else ended.how
    if how != (position.ended and position.ended[0]):
        raise Differs(f"end: the engine's {how}, the site's {position.ended}", answers.moved)
    if ended is not None and position.ended is not None:
        winners = position.ended[1]
        if not winners <= set(ended.winners) or (position.rules.junks and winners != set(ended.winners)):
            raise Differs(f"winners: the engine's {ended.winners}, the site's {sorted(winners)}", answers.moved)
    _same("eliminated", {player.index for player in game.players if player.eliminated}, position.eliminated, answers)


def act(game: Game, position: Position) -> None:
    """Carry out the action of a position."""
    me = game.players[position.player]
    if position.action == "meld":
        meld_action(game, me, position.card)
    elif position.action in ("dogma", "endorse", "display"):
        endorsed = position.action == "endorse"
        begin_dogma(game, me, position.card, endorsed=endorsed)
        if position.paid:
            pay_to_activate(game, me)
        run_dogma(game, me, position.card, endorsed=endorsed)
    else:
        raise NotApplicable(f"the action {position.action}")
    if game.rules.claims_after_the_action:
        game.settle_action()


def _movement(event: Transfer) -> Movement:
    return Movement(*event[:8], scored=event.keyword is Keyword.SCORE)


def _same_movement(ours: Movement, theirs: Movement) -> bool:
    if not same_card(ours.card, theirs.card):
        return False
    places = (ours.from_owner, ours.from_zone, ours.to_owner, ours.to_zone, ours.bottom, ours.scored)
    if places != (theirs.from_owner, theirs.from_zone, theirs.to_owner, theirs.to_zone, theirs.bottom, theirs.scored):
        return False
    return not (
        (ours.from_zone in _COUNTED and ours.from_position != theirs.from_position)
        or (ours.to_zone in _COUNTED and ours.to_position != theirs.to_position)
    )


def _same(what: str, ours: object, theirs: object, at: _Answers) -> None:
    if ours != theirs:
        raise Differs(f"{what}: the engine's {ours}, the site's {theirs}", at.moved)


def _compare_tables(game: Game, table: Table, step: int) -> None:
    """Compare all zones, those of seats and common ones. Raises :class:`Differs`."""

    def same(what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise Differs(f"{what}: the engine's {ours}, the site's {theirs}", step)

    for back, cards in table.decks.items():
        same(f"deck {back // 16}/{back % 16}", game.decks.get(back, []), cards)
    same("available", sorted(game.available), sorted(table.available))
    same("special achievements", sorted(game.specials), sorted(table.specials))
    same("removed", sorted(game.removed), sorted(table.removed))
    same("junk", sorted(game.junk_pile), sorted(table.junk))
    for player, seat, piles, revealed in zip(game.players, table.seats, table.piles, table.revealed, strict=True):
        who = f"of seat {player.index}"
        same(f"hand {who}", _stacked(game, player.hand), _stacked(game, seat.hand))
        same(f"score pile {who}", _stacked(game, player.score_pile), _stacked(game, seat.score_pile))
        same(f"forecast {who}", _stacked(game, player.forecast), _stacked(game, seat.forecast))
        same(f"display {who}", player.display, list(seat.display))
        same(f"revealed {who}", player.revealed, revealed)
        same(f"achievements {who}", _kinds(player.achievements), _kinds(seat.achievements))
        same(f"board {who}", player.piles, piles)
        splays = {color: int(direction) for color, direction in seat.splays.items() if direction}
        same(f"splays {who}", {color: splay for color, splay in enumerate(player.splays) if splay}, splays)
    if table.shown:
        for player, shown in zip(game.players, table.shown, strict=True):
            same(f"icons and points of seat {player.index}", (player.icons()[1:], player.score()), shown)


def _stacked(game: Game, cards: Sequence[int]) -> dict[int, list[int]]:
    """Cards by their backs; those with the same back in order."""
    piles: dict[int, list[int]] = {}
    for card in cards:
        piles.setdefault(game.back[card], []).append(card)
    return piles


def _kinds(achievements: Sequence[int]) -> list[int]:
    return sorted(card if card < CITY_ICONS else card // 100 * 100 for card in achievements)
