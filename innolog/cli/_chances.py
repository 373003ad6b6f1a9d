"""The win probability over the course of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from innolog.cards.facts import COLORS, card_table
from innolog.cli._model import read_model
from innolog.cli._one import fail
from innolog.engine.zones import AT_REST
from innolog.support.exits import USAGE

if TYPE_CHECKING:
    from innolog.conversion.alternatives import Alternative
    from innolog.engine.ruleset import Ruleset
    from innolog.results.result import ActionRecord, Replay, Snapshot
    from reports.winprob.course import Chances, Moment, Seat
    from reports.winprob.features import Group
    from reports.winprob.model import GroupModel, WinModel

_DEFAULT = "This is the model that comes with innolog. Bots play worse than people, so take it as a rough guide."
_NETWORK = (
    "From networks that learned from games of bots of innolog, weak and strong ones, of all editions and sets. They "
    "see what each player sees, and how well each has played up to this action. They are off by several points."
)
_NO_MODEL = "the model that comes with innolog was not fitted to games of this kind"
#: What must be known of every player: fields of views, and piles and splays by color.
_NEEDED = frozenset(["score", "icons", "achievement_ages", "claimable", *[place.column for place in AT_REST]]) | {
    f"{what}_{color.name.lower()}" for what in ("board", "splay") for color in COLORS
}


def chances(
    replay: Replay,
    model_file: str | None,
    dataset: str | None,
    possible: Sequence[Sequence[Alternative]] = (),
) -> Chances | str | None:
    """The win probability after each action, from the model in a file or one fitted to a dataset without this game.

    If neither is given, it is from the networks of reviews, and for games that cannot be reviewed from the default
    model. Returns a text with the reason if there is no probability, and None if none was asked for and innolog knows
    no state of the game. ``possible`` are alternatives at each action, whose values are computed, too, but not from
    networks: the review has these. A file or dataset that cannot be read ends the process.
    """
    from reports.winprob.course import Chances, course

    if replay.rules is None or not any(action.snapshot for action in replay.actions):
        return None if model_file is None and dataset is None else "innolog knows no complete state of this game"
    group = _group(replay.rules, len(replay.log.seats))
    model: GroupModel | Chances | str
    if model_file is not None:
        model = _from_file(model_file, group)
    elif dataset is not None:
        model = _from_dataset(dataset, group, replay)
    else:
        model = _from_network(replay) or _default(group) or f"{_NO_MODEL}: {group.name}"
    if isinstance(model, Chances | str):
        return model
    moments = [_moment(action) for action in replay.actions]
    if all(moment.seats is None for moment in moments):
        return "innolog knows the whole table after no action of this game"
    found = course(model, moments, replay.rules.teams or (), replay.winners)
    found = replace(found, possible=tuple(_possible(model, replay, possible)))
    if model_file is None and dataset is None:
        return replace(found, note=f"{_DEFAULT} {found.note}")
    return found


def _from_network(replay: Replay) -> Chances | str | None:
    """The win probability after each action from the networks of reviews; None if the game cannot be reviewed.

    A text is the reason for none.
    """
    from innolog.reviewing import CannotReview, can_review, levels
    from reports.winprob.course import along

    try:
        found = levels(replay)
    except CannotReview as error:
        # A fault of innolog is said, and not hidden behind another model.
        return str(error) if can_review(replay) else None
    sides = (replay.rules.teams if replay.rules else None) or range(len(replay.log.seats))
    # Partners have the same chance.
    after = [dict(zip(sides, each, strict=True)) for each in found]
    players = [None if action.kind == "opening" else action.player for action in replay.actions]
    return along(after, players, sides, replay.winners, _NETWORK)


def has_default(replay: Replay) -> bool:
    """True when the win probability is from the model that comes with innolog, if no other one is asked for."""
    from innolog.reviewing import can_review

    if replay.rules is None or can_review(replay):
        return False
    return _default(_group(replay.rules, len(replay.log.seats))) is not None


def _group(ruleset: Ruleset, players: int) -> Group:
    from reports.winprob.features import Group

    rules = ruleset.describe()
    options = rules["options"] if isinstance(rules["options"], dict) else {}
    sets = [*(rules["sets"] if isinstance(rules["sets"], list) else ())]
    sets += sorted(name for name, on in options.items() if on) + (["teams"] if rules["teams"] else [])
    return Group(str(rules["edition"]), "+".join(map(str, sets)), players)


def _possible(
    model: GroupModel, replay: Replay, possible: Sequence[Sequence[Alternative]]
) -> Iterator[tuple[float | None, ...]]:
    """The chance of the player of each action after each alternative; None if its outcomes are not known.

    Within an action, everybody on the player's side makes the choice that is best for it, and others the worst.
    """
    from innolog.conversion.alternatives import After, Fork
    from reports.winprob.course import Prospect, chance_after

    teams = (replay.rules.teams if replay.rules else None) or ()
    first = next((action.player for action in replay.actions if action.kind != "opening"), 0)

    def value(action: ActionRecord, after: After | Fork) -> float:
        if isinstance(after, Fork):
            one, other = action.player, after.player
            ours = teams[one] == teams[other] if teams else one == other
            return (max if ours else min)(value(action, each) for each in after.branches)
        now = moment_of(action.turn, action.number, action.player, after.table)
        winners = after.ended.winners if after.ended else None
        prospect = Prospect(now, after.turn, after.number, after.player, winners)
        return chance_after(model, prospect, first, action.player, teams)

    for action, each in zip(replay.actions, possible, strict=False):
        outcomes = [alternative.outcome for alternative in each]
        yield tuple(value(action, known) if isinstance(known, After | Fork) else None for known in outcomes)


def _moment(action: ActionRecord) -> Moment:
    """The table after an action as the model sees it."""
    from reports.winprob.course import Moment

    player = None if action.kind == "opening" else action.player
    snapshot = action.snapshot
    if snapshot is None or any(action.unknown(seat) & _NEEDED for seat in range(len(snapshot.players))):
        return Moment(action.turn, action.number, player, None)
    return moment_of(action.turn, action.number, player, snapshot)


def moment_of(turn: int, number: int, player: int | None, table: Snapshot) -> Moment:
    """A table of which everything is known, as the model sees it."""
    from reports.winprob.course import Moment

    return Moment(turn, number, player, _seats(table), frozenset(table.available_ages))


def _seats(snapshot: Snapshot) -> tuple[Seat, ...]:
    from reports.winprob.course import Seat

    age = card_table().age_on_board
    return tuple(
        Seat(
            achievements=len(view.achievements),
            score=view.score,
            icons=view.icons,
            tops=tuple(age(pile[-1]) if pile else 0 for pile in view.boards),
            hand=len(view.hand),
            score_pile=len(view.score_pile),
            waiting=len(view.forecast) + len(view.display),
            board=sum(map(len, view.boards)),
            splayed=sum(map(bool, view.splays)),
            claimable=view.claimable,
            cards=tuple(pile[-1] for pile in view.boards if pile),
        )
        for view in snapshot.players
    )


def _default(group: Group) -> GroupModel | None:
    """The model that is installed with innolog; None if it has no games of this kind."""
    return _installed().of(group)


@cache
def _installed() -> WinModel:
    """The models that are installed with innolog, read once."""
    from reports.winprob.model import WinModel

    return WinModel.default()


def _from_file(path: str, group: Group) -> GroupModel | str:
    return read_model(path).of(group) or f"the model was not fitted to games of this kind: {group.name}"


def _from_dataset(path: str, group: Group, replay: Replay) -> GroupModel | str:
    from innolog.store.dataset import open_dataset
    from innolog.store.errors import DatasetError, QueryError
    from reports.queries import overview
    from reports.winprob.fitting import fit_group
    from reports.winprob.states import Game

    try:
        with open_dataset(path) as data:
            rows = overview(data)
            same = (
                (rows["edition"] == group.edition) & (rows["sets"] == group.sets) & (rows["players"] == group.players)
            )
            this = Game(replay.log.site, replay.log.game_id, replay.digest or "")
            outcome = fit_group(data.frame, group, int(rows[same]["games"].sum()), without=this)
    except (DatasetError, QueryError) as error:
        fail(str(error), USAGE)
    return outcome.model or f"{outcome.reason} (games in the dataset of this kind: {group.name})"
