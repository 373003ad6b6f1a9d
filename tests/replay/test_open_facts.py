"""Logs that leave facts open are legal, and the true game is among the explanations after every action."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from innolog import log as seen
from innolog.beliefs.unordered import Unordered
from innolog.cards.facts import COLORS, UNKNOWN_BASE, Color
from innolog.engine import events as done
from innolog.engine.ruleset import Edition, Ruleset
from innolog.engine.zones import Zone
from innolog.log import Fact, GameLog, Rearranged
from innolog.replay import Replay, Verdict, replay
from innolog.replay.nodes import Node
from innolog.replay.poor import layers
from innolog.results.result import PlayerView, Snapshot
from tests.replay.poorer import RECORDS, in_form, poorer, read
from tests.shared import CorpusGame, corpus, sampled
from tests.simulate.test_exports import ARTIFACTS, BASE, CITIES, ECHOES, RULES, played
from tests.simulate.test_exports import read as read_export

SAMPLES = sorted((Path(__file__).parents[2] / "sample_logs").glob("*.json.gz"))
#: Games of all sets with many silent choices, each in a form and as seen by whom (-1: a spectator) it is hardest:
#: splays of several players in one effect; the order of draws of many values, and of cards put back face down; which of
#: the hidden cards have a color, and which of them is which.
SILENT = [
    ("third_artrelics_echoes_2p/2", "tracker", 0),
    ("third_cities_echoes_3p/4", "tracker", 0),
    ("third_all_relics_2p/1001", "yucata-html", -1),
    ("third_all_relics_2p/1001", "text", -1),
    ("third_all_relics_2p/1025", "tracker", -1),
    ("third_all_relics_2p/1025", "tracker", 0),
    ("third_all_relics_3p/1004", "tracker", 1),
    ("third_all_relics_team4/4", "yucata-html", 1),
    ("third_echoes_2p/1011", "yucata-html", 0),
]
#: Games with piles in a new order that matters later: cards are scored from the bottom, cover a card that makes a dig,
#: or leave all at once. A tracker's file does not even record that a pile was rearranged.
REARRANGED = [
    ("third_all_relics_2p/1025", "text", -1),
    ("third_all_relics_4p/7", "text", -1),
    ("third_base_extra_2p/1", "tracker", -1),
    ("third_art_2p/1017", "tracker", 0),
    ("third_all_relics_4p/7", "tracker", -1),
    ("third_art_echoes_2p/1012", "yucata-html", 0),
    ("third_cities_2p/6", "tracker", 1),
    ("third_base_team2/4", "tracker", 0),
]
#: Such games with too many possibilities to try all, so that something is guessed.
REARRANGED_OFTEN = [("third_cities_2p/14", "tracker", -1)]
#: Configurations whose games are all read in another form, too.
CONVERTED = re.compile(r"third_(base|cities)_\dp|third_base_(extra_\dp|team\d)")


def of_configurations() -> list[CorpusGame]:
    """The first game of each configuration of the corpus."""
    found: dict[str, CorpusGame] = {}
    for game in corpus():
        found.setdefault(game.folder.parent.name, game)
    return list(found.values())


def of_corpus(game: str, form: str, seat: int) -> tuple[GameLog, GameLog]:
    """A game of the corpus as one of its players or a spectator (-1) saw it, and the same in a form that tells less."""
    (found,) = [one for one in corpus() if one.id == game]
    log = read(found.exports[seat])
    return log, in_form(log, form)


@pytest.mark.parametrize("records", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("sample", sampled(SAMPLES, 6, many=True), ids=lambda path: path.name.split(".")[0])
def test_samples(sample: Path, records: frozenset[Fact], monkeypatch: pytest.MonkeyPatch) -> None:
    log = read(sample)
    look_for_truth(log, poorer(log, records), monkeypatch)


@pytest.mark.parametrize(
    ("number", "game"), sampled(enumerate(of_configurations()), 45, many=True), ids=lambda part: getattr(part, "id", "")
)
def test_corpus(number: int, game: CorpusGame, shared_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of each configuration, in turn as one of its players or a spectator saw it and in one kind of record."""
    records = list(RECORDS.values())[number % len(RECORDS)]
    log = read(game.exports[number % len(game.exports)])
    look_for_truth(log, poorer(log, records), monkeypatch)


@pytest.mark.parametrize("form", ["tracker", "yucata-html", "text"])
@pytest.mark.parametrize("sample", sampled(SAMPLES, 6, many=True), ids=lambda path: path.name.split(".")[0])
def test_samples_in_other_forms(sample: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = read(sample)
    look_for_truth(log, in_form(log, form), monkeypatch)


@pytest.mark.parametrize(
    ("number", "game"),
    sampled(
        ((n, game) for n, game in enumerate(corpus()) if CONVERTED.fullmatch(game.folder.parent.name)), 45, many=True
    ),
    ids=lambda part: getattr(part, "id", ""),
)
def test_corpus_in_other_forms(
    number: int, game: CorpusGame, shared_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of the third edition's base and Cities, in turn as one of its players or a spectator saw it, in a form."""
    log = read(game.exports[number % len(game.exports)])
    look_for_truth(log, in_form(log, ("tracker", "yucata-html", "text")[number % 3]), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize(("game", "form", "seat"), sampled(SILENT, 9))
def test_many_silent_choices(
    game: str, form: str, seat: int, shared_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_for_truth(*of_corpus(game, form, seat), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize(("game", "form", "seat"), sampled(REARRANGED + REARRANGED_OFTEN, 9))
def test_piles_in_orders_that_nobody_tells(
    game: str, form: str, seat: int, shared_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, lacking = of_corpus(game, form, seat)
    result = look_for_truth(log, lacking, monkeypatch)
    assert result.verdict is Verdict.LEGAL, result.reason
    # What the search guessed is not stated as known.
    assert result.guessed is ((game, form, seat) in REARRANGED_OFTEN)


#: Simulated games with rearrangements whose records leave the orders open: rules, seed.
SIMULATED = [("base_2p", 15), ("first_base_3p", 10), ("echoes_3p", 9), ("all_relics_2p", 42), ("base_teams", 39)]
#: One of them needs a guess, which excludes nothing that happened before.
SIMULATED_OFTEN = ("base_teams", 39, "tracker")


@pytest.mark.parametrize("form", sampled(["tracker", "yucata-html", "text"], 3, many=True))
@pytest.mark.parametrize(("rules", "seed"), sampled(SIMULATED, 5, many=True))
def test_simulated_games_with_piles_in_other_orders(
    rules: str, seed: int, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = read_export(tmp_path, played(RULES[rules], seed), None)
    lacking = in_form(log, form)
    result = look_for_truth(log, lacking, monkeypatch)
    assert result.guessed is ((rules, seed, form) == SIMULATED_OFTEN)


#: Simulated games in which what is told of hidden cards and of piles is easily taken for more than it says: a flag
#: goes while bottom cards leave; below a top card that leaves nobody knows which is next; boards are removed in
#: silence; of a card chosen for its icon something is assumed; cards of one kind go where one of another kind could;
#: a card is drawn again that was not the one taken for several others; of those who share an effect, one puts a pile of
#: three in a new order in silence below the same top card: a bonus is due, and for the order that it had none is.
LEADING_ASTRAY = [
    (Ruleset(edition=Edition.FIRST, sets=frozenset({BASE, ARTIFACTS, CITIES})), 602791, "text", None),
    (
        Ruleset(
            edition=Edition.FIRST,
            sets=frozenset({BASE, ARTIFACTS, CITIES, ECHOES}),
            players=4,
            teams=(0, 0, 1, 1),
            extra_achievement=True,
        ),
        603040,
        "tracker",
        3,
    ),
    (Ruleset(players=4), 640718, "tracker", 1),
    (Ruleset(edition=Edition.FIRST, sets=frozenset({BASE, ARTIFACTS, CITIES}), players=3), 661629, "text", None),
    (Ruleset(sets=frozenset({BASE, ECHOES}), players=5), 663210, "text", None),
    (Ruleset(sets=frozenset({BASE, ARTIFACTS}), players=3), 680060, "yucata-html", 0),
    (Ruleset(sets=frozenset({BASE, ARTIFACTS}), players=4), 56, "tracker", None),
]


@pytest.mark.parametrize(
    ("rules", "seed", "form", "viewpoint"), sampled(LEADING_ASTRAY, 7), ids=lambda part: str(part)[:20]
)
def test_simulated_games_that_lead_astray(
    rules: Ruleset, seed: int, form: str, viewpoint: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = read_export(tmp_path, played(rules, seed), viewpoint)
    # Board Game Arena has no games of the first edition with expansions: it must be said.
    edition = rules.edition.value
    lacking = in_form(log, form, edition)
    assert not look_for_truth(log, lacking, monkeypatch, edition).guessed


#: Games in which cards that were shown are hidden again, several at a time, and drawn again later.
HIDDEN_AGAIN = [
    ("third_all_relics_team4/4", "text", 3),
    ("third_all_relics_team4/4", "tracker", 2),
    ("third_cities_3p/1003", "yucata-html", -1),
    ("third_all_relics_2p/1001", "text", -1),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "form", "seat"), sampled(HIDDEN_AGAIN, 4))
def test_cards_that_are_hidden_again(
    game: str, form: str, seat: int, shared_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, lacking = of_corpus(game, form, seat)
    assert not look_for_truth(log, lacking, monkeypatch).guessed


def look_for_truth(
    log: GameLog, lacking: GameLog, monkeypatch: pytest.MonkeyPatch, edition: str | None = None
) -> Replay:
    """Replay a log that lacks some facts: the states of the full log are among those that are left."""
    true = replay(log, edition=edition, record=True)
    #: By each table the ones among which it is, of all rules that were tried.
    left: dict[int, Sequence[Snapshot]] = {}
    #: By each table what lies on it in no known order.
    unordered: dict[int, Unordered] = {}

    def compared(tables: list[Snapshot], nodes: list[Node]) -> None:
        left.update((id(table), tables) for table in tables)
        unordered.update((id(table), node.unordered) for table, node in zip(tables, nodes, strict=True))

    monkeypatch.setattr(layers, "on_compared", compared)
    found = replay(lacking, edition=edition, record=True)
    untold = not any(isinstance(told, Rearranged) for told in lacking.observations)
    if Fact.REARRANGEMENTS not in lacking.records and untold and found.verdict is Verdict.UNSUPPORTED:
        # If the log does not even record that, the search gives up at such a pile, and does not call the log illegal.
        assert any(isinstance(event, done.Rearranged) for action in true.actions for event, _ in action.events)
        return found
    assert found.verdict is true.verdict, found.violation or found.reason
    assert set(found.not_recorded) == set(Fact) - lacking.records
    assert len(found.actions) == len(true.actions)
    # Yucata lists players in the order of their turns, from the first to play. A page identifies the player called
    # "You" only by the words of others.
    names = [seat.name for seat in lacking.seats]
    seats = [names.index(seat.name if seat.name in names else "You") for seat in log.seats]
    assert sorted(found.winners) == sorted(seats[seat] for seat in true.winners)
    for action, known in zip(true.actions, found.actions, strict=True):
        assert action.snapshot is not None
        if action.index + 1 < len(seats):
            # Cards of the opening are put down in the order of the seats.
            continue
        assert (action.kind, action.kind == "opening" or seats[action.player]) == (
            known.kind,
            known.kind == "opening" or known.player,
        )
        assert action.kind == "achieve" or _face(action.card) == _face(known.card)
        if known.guessed:
            # Not all that may have been was tried, which shows as unknown.
            assert all(names >= layers.GUESSED for names in known.open)
            continue
        assert known.snapshot is not None
        tables = left[id(known.snapshot)]
        told = f"action {action.index}: {action.kind}"
        assert any(agree(action.snapshot, table, seats, unordered[id(table)]) for table in tables), told
        for seat, view in zip(seats, action.snapshot.players, strict=True):
            for color in COLORS:
                if f"board_{color.name.lower()}" not in known.open[seat]:
                    assert view.boards[color] == known.snapshot.players[seat].boards[color], told
            for name in {"score", "icons", "tucked", "scored"} - known.open[seat]:
                certain = getattr(known.snapshot.players[seat], name)
                assert getattr(view, name) == certain, f"action {action.index}: {name}"
    return found


def _face(card: int | None) -> int | None:
    return None if card is None or card >= UNKNOWN_BASE else card


def agree(true: Snapshot, table: Snapshot, seats: Sequence[int], unordered: Unordered) -> bool:
    """Whether a table can be the true one: all that lies open is equal, hidden cards have their backs.

    ``seats`` are the places at that table of the players of the true one; on it some cards are ``unordered``.
    """
    group_of = {card: cards for cards in unordered for card in cards}
    return (
        sorted(true.available_ages) == sorted(table.available_ages)
        and sorted(true.available_specials) == sorted(table.available_specials)
        and all(_agree(one, table.players[seat], group_of) for seat, one in zip(seats, true.players, strict=True))
        and {back: len(cards) for back, cards in true.decks.items()}
        == {back: len(cards) for back, cards in table.decks.items()}
    )


def _agree(true: PlayerView, view: PlayerView, group_of: Mapping[int, frozenset[int]]) -> bool:
    piles = zip(true.boards, view.boards, strict=True)
    return (
        all(
            getattr(true, name) == getattr(view, name)
            for name in ("score", "icons", "splays", "tucked", "scored", "display")
        )
        and all(
            [group_of.get(card, card) for card in one] == [group_of.get(card, card) for card in other]
            and sorted(one) == sorted(other)
            for one, other in piles
        )
        and sorted(true.achievement_ages) == sorted(view.achievement_ages)
        and _could_be(true.hand, true.hand_backs, view.hand, view.hand_backs)
        and _could_be(true.score_pile, true.score_backs, view.score_pile, view.score_backs)
        and _could_be(true.forecast, true.forecast_backs, view.forecast, view.forecast_backs)
    )


def _could_be(
    true: Sequence[int | None], true_backs: Sequence[int], cards: Sequence[int | None], backs: Sequence[int]
) -> bool:
    """Whether cards with these backs can be the true ones: those known are there."""
    known = {card for card in cards if card is not None}
    # The full log may not know a face that shows later in the poorer one's order of discovery.
    return sorted(true_backs) == sorted(backs) and (None in true or known <= set(true))


def test_a_log_that_records_all_is_replayed_as_ever() -> None:
    log = read(SAMPLES[0])
    assert log.not_recorded == []
    result = replay(log)
    assert isinstance(result, Replay)
    assert (result.verdict, result.explanations, result.not_recorded) == (Verdict.LEGAL, 1, [])


@pytest.mark.parametrize("form", ["text", "tracker", "yucata-html"])
def test_an_illegal_log_is_told_up_to_where_it_leaves_the_rules(form: str) -> None:
    source = read(SAMPLES[0])
    full, log = replay(source, record=True), in_form(source, form)
    melds = [
        number
        for number, told in enumerate(log.observations)
        if isinstance(told, seen.Transfer) and (told.from_place, told.to_place) == (seen.Place.HAND, seen.Place.BOARD)
    ]
    del log.observations[melds[12]]
    found = replay(log, record=True)
    assert found.verdict is Verdict.ILLEGAL
    assert (found.ended, found.digest) == (None, None)
    assert len(found.actions) > 10
    # The action without its meld, and later ones, may have another explanation.
    told = [sum(_is_meld(event) for event, _ in action.events) for action in full.actions]
    lacking = next(number for number in range(len(told)) if sum(told[: number + 1]) > 12)
    assert len(found.actions) >= lacking
    for action, true in zip(found.actions[:lacking], full.actions, strict=False):
        assert (action.turn, action.player, action.kind) == (true.turn, true.player, true.kind)
        assert action.snapshot is not None
        assert true.snapshot is not None
        for seat, (view, really) in enumerate(zip(action.snapshot.players, true.snapshot.players, strict=True)):
            assert "score" in action.unknown(seat) or view.score == really.score
            for color, pile in enumerate(view.boards):
                name = f"board_{Color(color).name.lower()}"
                assert name in action.unknown(seat) or pile == really.boards[color]


def _is_meld(event: done.Event) -> bool:
    return isinstance(event, done.Transfer) and (event.from_zone, event.to_zone) == (Zone.HAND, Zone.BOARD)
