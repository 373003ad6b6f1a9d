"""What stands beside the moves of an export: page data, teams, nested cards, questions, concessions, results."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from innolog import log as seen
from innolog.cards.editions import Edition
from innolog.cards.generations import USUAL, Generation
from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog, UnreadableLog
from innolog.replay import replay
from innolog.results.result import Replay, Verdict
from parsers.bga.channels import Item
from parsers.bga.copies import shape
from parsers.bga.notifications import EXECUTED
from parsers.bga.offers import Offers
from tests.parsers.verdicts import read, replayed, written
from tests.replay.poorer import in_form
from tests.shared import REPOSITORY, load

TWO = Ruleset(players=2)
TEAMS = Ruleset(players=4, teams=(0, 1, 0, 1))


def _judged(rules: Ruleset, change: Callable[[Any, list[Any]], None]) -> Replay:
    content = written(rules, 3)
    change(content, [item for packet in content["packets"] for item in packet["data"]])
    return replayed(content)


def _states(items: list[Any], state: int) -> list[Any]:
    return [item["args"] for item in items if item["type"] == "gameStateChange" and item["args"].get("id") == state]


def _ranks(content: Any, first: int, score: int) -> list[Any]:
    """The rows of a result in which a seat comes first with a score, which no game gives the others."""
    players = list(content["players"])
    players.insert(0, players.pop(first))
    return [{"rank": n + 1, "id": player, "score": str(score if n == 0 else 0)} for n, player in enumerate(players)]


def _message(template: str, **args: object) -> dict[str, Any]:
    args = {"player_name": "Ada", "notification_type": "log", "log": template, **args}
    return {"args": args, "log": "", "type": "log_spectator", "uid": "added"}


@pytest.mark.parametrize("generation", [Generation.G1, Generation.G2])
def test_no_execution_ends_that_did_not_begin(generation: Generation) -> None:
    """The first generations do not name the card there, and the message was read only after such a beginning."""
    content = written(replace(TWO, generation=generation), 3, None)
    assert replayed(content).verdict is Verdict.LEGAL
    content["packets"][len(content["packets"]) // 2]["data"].append(_message(EXECUTED))
    assert replayed(content).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("generation", [USUAL, Generation.G3])
@pytest.mark.parametrize(
    ("where", "kind", "number"), [(-1, "DOGMA", 6), (-1, "ACHIEVEMENTS", 5), (99, "ACHIEVEMENTS", 6)]
)
def test_a_game_ends_once_and_in_one_way(generation: Generation, where: int, kind: str, number: int) -> None:
    """What was wrong: a message of another end was read, and the last one counted."""
    rules = replace(TWO, generation=generation)

    def told_twice(content: Any, _: list[Any]) -> None:
        public = [packet["data"] for packet in content["packets"] if packet["channel"].startswith("/table")]
        public[where].append(_message("END OF GAME BY " + kind + ": ${player_name}", n=number))

    assert _judged(rules, lambda *_: None).verdict is Verdict.LEGAL
    assert _judged(rules, told_twice).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("form", ["bga", "text"])
def test_nothing_is_chosen_after_the_end(form: str) -> None:
    """In full records and in poor ones; what was wrong: choices there were passed over."""
    log = read(written(TWO, 3))
    assert isinstance(log, GameLog)
    if form != "bga":
        log = in_form(log, form)
    end = log.observations[-1]
    assert isinstance(end, seen.Ended)
    assert replay(log).verdict.explained
    for told in (seen.Passed(end.at, 0), seen.Agreed(end.at, 0, yes=True), seen.Named(end.at, 0, 7)):
        found = replay(replace(log, observations=[*log.observations, told]))
        assert found.verdict is Verdict.ILLEGAL
        assert found.violation is not None
        assert found.violation.rule == "end.after"


def test_a_pass_may_be_missing_as_its_rule_says() -> None:
    """Not from a choice among achievements that nobody has (Socialism). The rule asked for every pass."""
    log = read(written(Ruleset(players=2, edition=Edition.FOURTH), 4))
    effect, verdicts = None, []
    for index, told in enumerate(log.observations):
        if isinstance(told, seen.EffectStarted):
            effect = told.card
        elif isinstance(told, seen.Passed):
            found = replay(replace(log, observations=log.observations[:index] + log.observations[index + 1 :]))
            verdicts.append((effect, found.verdict, found.violation and found.violation.rule))
    missing = [(card, Verdict.LEGAL, None) for card in (16, 65, 65)]
    assert verdicts == [*missing, *[(84, Verdict.ILLEGAL, "record.pass")] * 2]


def test_the_own_hand_has_each_card_once() -> None:
    """Among the hands that the player had, as it is saved with the page; a hand of any time of the game fits."""
    hands: list[list[int]] = [[]]

    def saved(content: Any, _: list[Any]) -> None:
        content["gamedatas"]["my_hand"] = [{"id": card} for card in hands[-1]]

    result = replay(read(written(TWO, 3)), record=True)
    assert result.setup is not None
    hands.append(list(result.setup.hands[0]))
    assert _judged(TWO, saved).verdict is Verdict.LEGAL
    hands.append([*hands[-1], hands[-1][0]])
    found = _judged(TWO, saved)
    assert found.verdict is Verdict.ILLEGAL
    assert found.violation is not None
    assert found.violation.rule == "record.contradiction"

    def stops(content: Any, items: list[Any]) -> None:
        saved(content, items)
        content["packets"] = content["packets"][: len(content["packets"]) // 2]

    # A hand that is newer than the log can have any cards, but not one twice.
    assert _judged(TWO, stops).verdict is Verdict.ILLEGAL
    hands.append([100, 101])
    assert _judged(TWO, stops).verdict is Verdict.LEGAL_SO_FAR


@pytest.mark.parametrize("winner", [0, 1])
def test_the_result_names_who_won(winner: int) -> None:
    """The site adds ranks and points to the end of a game; the points are achievements or the score."""

    def change(score: int) -> Callable[[Any, list[Any]], None]:
        def add(content: Any, items: list[Any]) -> None:
            _states(items, 99)[0]["args"] = {"result": _ranks(content, winner, score)}

        return add

    honest = _judged(TWO, lambda content, items: None)
    assert honest.verdict is Verdict.LEGAL
    ids = list(written(TWO, 3)["players"])
    right = [honest.log.seats[seat].id for seat in honest.winners] == [ids[winner]]
    result = _judged(TWO, change(1))
    assert (result.verdict is Verdict.LEGAL) is right
    assert _judged(TWO, change(997)).verdict is Verdict.ILLEGAL
    # Whoever left the game may have less than no point.
    assert _judged(TWO, change(-1)).verdict is result.verdict


@pytest.mark.parametrize("kind", ["gameStateChange", "tableInfosChanged"])
@pytest.mark.parametrize(
    ("winner", "loser", "verdict"),
    [
        ([1], [2], Verdict.LEGAL),
        ([1], [0], Verdict.ILLEGAL),
        ([1], [-1], Verdict.ILLEGAL),
        ([2], [0], Verdict.ILLEGAL),
        ([1, 2], [], Verdict.ILLEGAL),
        ([1], [2, 3], Verdict.ILLEGAL),
    ],
)
def test_ranks_begin_with_one_and_each_player_has_one(
    kind: str, winner: list[int], loser: list[int], verdict: Verdict
) -> None:
    """Only who has rank 1 was compared with who wins, so that a loser could come before the winner."""
    (won,) = replayed(written(TWO, 3)).winners

    def add(content: Any, items: list[Any]) -> None:
        ids = list(content["players"])
        rows = [{"rank": rank, "id": ids[won]} for rank in winner] + [
            {"rank": rank, "id": ids[1 - won]} for rank in loser
        ]
        end = _states(items, 99)[0]
        if kind == "gameStateChange":
            end["args"] = {"result": rows}
        else:
            last = content["packets"][-1]["data"]
            last.append({"args": {"result": rows}, "log": "", "type": kind, "uid": "added"})

    assert _judged(TWO, add).verdict is verdict


def test_the_points_of_a_result_count_the_same_for_all_players() -> None:
    """Each row was compared alone, and 0 and 1 not at all."""
    log = read(written(Ruleset(players=3), 4))
    result = replay(log, record=True)
    assert result.actions[-1].snapshot is not None
    views = result.actions[-1].snapshot.players
    assert result.winners == (2,)
    assert [(len(view.achievements), view.score) for view in views] == [(1, 25), (3, 26), (5, 37)]
    at, ranks = log.observations[-1].at, {2: 1, 1: 2, 0: 3}

    def verdict(*scores: int, away: tuple[int, ...] = (), ranks: dict[int, int] = ranks) -> Verdict:
        ranked = seen.Ranked(at, ranks, dict(enumerate(scores)))
        absences = tuple([seen.Absence(seat, at, None) for seat in away])
        return replay(replace(log, ranked=(ranked,), absences=absences)).verdict

    for honest in ((1, 3, 5), (25, 26, 37), (0, 0, 1), (-1, 3, 5)):
        assert verdict(*honest) is Verdict.LEGAL
    for forged in ((1, 26, 5), (25, 3, 37), (1, 1, 0), (0, 3, 5), (0, 0, 0), (1, 3, 1)):
        assert verdict(*forged) is Verdict.ILLEGAL
    worse = {2: 1, 0: 2, 1: 3}
    assert verdict(1, 3, 5, ranks=worse) is Verdict.ILLEGAL
    # Nobody knows where the site ranks a player who left, and with which points.
    assert verdict(1, 3, 5, ranks=worse, away=(1,)) is Verdict.LEGAL
    assert verdict(0, 3, 5, away=(0,)) is Verdict.LEGAL
    assert verdict(0, 3, 5, away=(1,)) is Verdict.ILLEGAL


def test_the_points_of_a_result_may_be_those_of_a_team() -> None:
    """Of all players, or of none."""
    log = read(written(TEAMS, 2))
    result = replay(log, record=True)
    assert result.actions[-1].snapshot is not None
    assert result.winners == (1, 3)
    assert [view.score for view in result.actions[-1].snapshot.players] == [0, 25, 20, 28]
    for scores, verdict in (
        ((20, 53, 20, 53), Verdict.LEGAL),
        ((0, 1, 0, 1), Verdict.LEGAL),
        ((20, 53, 20, 28), Verdict.ILLEGAL),
        ((0, 2, 0, 2), Verdict.ILLEGAL),
    ):
        ranked = seen.Ranked(log.observations[-1].at, {1: 1, 3: 1, 0: 3, 2: 3}, dict(enumerate(scores)))
        assert replay(replace(log, ranked=(ranked,))).verdict is verdict


_FORMS: dict[str, Callable[[Any], object]] = {
    "a text of all": json.dumps,
    "texts": lambda rows: [json.dumps(row) for row in rows],
    "ordinals": lambda rows: [{**row, "rank": f"{row['rank']}st"} for row in rows],
    "listed players": lambda rows: [{**row, "id": [row["id"]]} for row in rows],
}


@pytest.mark.parametrize("form", _FORMS)
def test_a_result_in_another_form_hides_nothing(form: str) -> None:
    """Rows whose rank or player had another form were no rows, so that a wrong winner was not noticed."""
    verdicts: list[Verdict | None] = []
    for first in (0, 1):

        def add(content: Any, items: list[Any], first: int = first) -> None:
            _states(items, 99)[0]["args"] = {"result": _FORMS[form](_ranks(content, first, 1))}

        try:
            verdicts.append(_judged(TWO, add).verdict)
        except UnreadableLog:
            verdicts.append(None)
    assert Verdict.ILLEGAL in verdicts or verdicts == [None, None]


def test_who_gives_up_does_not_come_first() -> None:
    """The verdict on a game that stops says who gave up."""

    def change(first: int) -> Callable[[Any, list[Any]], None]:
        def end(content: Any, items: list[Any]) -> None:
            player = next(iter(content["players"]))
            name = content["players"][player]
            last = [packet for packet in content["packets"] if int(packet["move_id"]) <= 20]
            table = next(packet for packet in last if packet["channel"].startswith("/table"))
            args = {"player_id": player, "player_name": name if isinstance(name, str) else name["name"]}
            over = {"id": 99, "args": {"result": _ranks(content, first, 0)}}
            data = [{"type": "playerConcedeGame", "log": "", "args": args}]
            data.append({"type": "gameStateChange", "log": "", "args": over})
            move = int(last[-1]["move_id"]) + 1
            last.append({**table, "move_id": move, "packet_id": 10**6, "time": last[-1].get("time"), "data": data})
            content["packets"] = last

        return end

    result = _judged(TWO, change(1))
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert (result.reason or "").endswith(" conceded")
    assert _judged(TWO, change(0)).verdict is Verdict.ILLEGAL


def test_whose_team_loses_when_a_player_gives_up() -> None:
    """Only the player was compared, and not the partner. The wrong player was named, too."""
    log = read(written(TEAMS, 3))
    assert log.partners == {0: 2, 1: 3, 2: 0, 3: 1}
    begins = [told.at for told in log.observations if type(told) is seen.ActionBegan]

    def judge(actions: int, first: set[int], partners: dict[int, int] = log.partners) -> Replay:
        start = log.before(begins[actions])
        ended = seen.Ended(begins[actions], "conceded", 0)
        ranked = seen.Ranked(ended.at, {seat: 1 if seat in first else 2 + (seat in (0, 2)) for seat in range(4)}, {})
        stopped = [*start.observations, ended]
        return replay(replace(start, observations=stopped, ranked=(ranked,), partners=partners))

    for first, verdict in (({1, 3}, Verdict.LEGAL_SO_FAR), ({3}, Verdict.LEGAL_SO_FAR)):
        assert judge(40, first).verdict is verdict
    ada, bob, cleo, dan = (seat.name for seat in log.seats)
    for first, names in (({0}, f"{ada} comes"), ({2}, f"{cleo} comes"), ({1, 2}, f"{bob} and {cleo} come")):
        violation = judge(40, first).violation
        assert violation is not None
        assert violation.expected == f"only {bob} or {dan} can come first after {ada} conceded"
        assert violation.observed == f"the result says that {names} first"
    # Nobody knows who played together, before the moves show it.
    assert judge(2, {2, 3}).verdict is Verdict.ILLEGAL
    assert judge(2, {2, 3}, {}).verdict is Verdict.LEGAL_SO_FAR
    assert judge(2, {0, 2}, {}).verdict is Verdict.ILLEGAL


def test_partners_are_those_of_the_messages() -> None:
    """Messages that contradict each other, or name partners with whom the game cannot have been played."""

    def teams(partners: dict[int, int], *strangers: str) -> Callable[[Any, list[Any]], None]:
        def tell(content: Any, items: list[Any]) -> None:
            ids = list(content["players"])
            names = [entry if isinstance(entry, str) else entry["name"] for entry in content["players"].values()]
            names += strangers
            state = next(args for args in _states(items, 2) if isinstance(args["args"], dict))
            state["args"]["messages"] = {
                ids[one]: f"You are in team with <span>{names[other]}</span>." for one, other in partners.items()
            }

        return tell

    assert _judged(TEAMS, teams({0: 2, 1: 3, 2: 0, 3: 1})).verdict is Verdict.LEGAL
    assert _judged(TEAMS, teams({0: 2, 1: 3, 2: 1, 3: 0})).verdict is Verdict.ILLEGAL
    assert _judged(TEAMS, teams({0: 1, 1: 0, 2: 3, 3: 2})).verdict is Verdict.ILLEGAL
    assert _judged(TEAMS, teams({0: 0, 1: 3, 2: 0, 3: 1})).verdict is Verdict.ILLEGAL
    assert _judged(TEAMS, teams({0: 2, 1: 3, 2: 0, 3: 4}, "Zorro")).verdict is Verdict.ILLEGAL
    # Somebody has given the players other names since.
    assert _judged(TEAMS, teams({0: 4, 1: 5, 2: 6, 3: 7}, "Zorro", "Zita", "Zoe", "Zeno")).verdict is Verdict.LEGAL


@pytest.mark.parametrize("state", [16, 19, 20])
def test_what_follows_a_meld_is_asked_of_the_player_who_melds(state: int) -> None:
    """Seizing a relic, promoting a card, and using it: in a player's file, all copies of the state."""
    content = load(REPOSITORY / "sample_logs" / "third_all_sets_3p_player.json.gz")
    events = [event for packet in content["packets"] for event in packet["data"]]
    asked = [
        event["args"]
        for event in events
        if event["type"].startswith("gameStateChange") and event["args"].get("id") == state
    ]
    before = asked[0]["active_player"]
    other = next(player for player in content["players"] if player != str(before))
    for args in asked:
        if args["active_player"] == before:
            args["active_player"] = type(before)(other)
    assert replayed(content).verdict is Verdict.ILLEGAL


def test_two_players_are_in_no_teams() -> None:
    def tell(content: Any, items: list[Any]) -> None:
        state = next(args for args in _states(items, 2) if isinstance(args["args"], dict))
        state["args"]["team_game"] = True

    assert _judged(TWO, tell).verdict is Verdict.ILLEGAL


def test_somebody_comes_first_in_a_result() -> None:
    def ranks(*found: int) -> Callable[[Any, list[Any]], None]:
        def tell(content: Any, items: list[Any]) -> None:
            rows = _ranks(content, 0, 1)
            _states(items, 99)[0]["args"] = {
                "result": [row | {"rank": rank} for row, rank in zip(rows, found, strict=True)]
            }

        return tell

    assert _judged(TWO, ranks(2, 3)).verdict is Verdict.ILLEGAL
    # Nobody may have won, which says nothing about the moves.
    assert _judged(TWO, ranks(2, 2)).verdict is Verdict.LEGAL


def test_a_state_lists_the_card_of_its_effect() -> None:
    """The last of the nested cards; a name in another language is not compared."""

    def name(text: str) -> Callable[[Any, list[Any]], None]:
        def change(content: Any, items: list[Any]) -> None:
            for args in _states(items, 8):
                args["args"]["card_0"] = text

        return change

    assert _judged(TWO, name("Übersetzte Karte")).verdict is Verdict.LEGAL
    assert _judged(TWO, name("Fission")).verdict is Verdict.ILLEGAL


_PASSES = ("log", "${player_name} passes.", {"player_name": "Ada"})
_SPLAYS = ("splayedPile", "", {"color": "1", "splay_direction": "2"})
_NAMES = ("log", "${player_name} chooses ${color}.", {"player_name": "Ada", "color": "red"})
_PROMOTES = ("transferedCard", "", {"location_from": "forecast", "age": "4"})
_SEIZES = ("transferedCard", "", {"location_from": "relics", "location_to": "hand"})


@pytest.mark.parametrize(
    ("state", "answer", "right", "wrong"),
    [
        (13, _PASSES, {"can_pass": True}, {"can_pass": False}),
        (13, _SPLAYS, {"splayable_colors": [0, 1]}, {"splayable_colors": [0, 2]}),
        (13, _SPLAYS, {"splayable_colors": [1], "splay_direction": 2}, {"splayable_colors": [1], "splay_direction": 3}),
        (13, _NAMES, *({"special_type_of_choice": 4, "options": [{"value": value}]} for value in (1, 2))),
        (19, _PROMOTES, {"max_age_to_promote": "4"}, {"max_age_to_promote": "3"}),
        (16, _SEIZES, {"can_seize_to_hand": True}, {"can_seize_to_hand": False}),
    ],
)
def test_a_question_offers_what_is_chosen(state: int, answer: tuple[str, str, Any], right: Any, wrong: Any) -> None:
    """Only what comes next can be an answer, and a question without a field offers nothing to compare."""

    def item(kind: str, template: str, args: Any) -> Item:
        return Item(5, 4, 0, kind, args, template, shape(Generation.G9, kind, list(args)), True)

    for inner, fits in ((right, True), ({}, True), (wrong, False)):
        offers = Offers({"Ada": "1"})
        offers.ask(item("gameStateChange", "", {"id": state, "args": inner}), state, inner)
        assert (offers.answer(item(*answer)) is None) is fits
        assert offers.answer(item(*answer)) is None


def test_an_option_without_a_value_offers_anything() -> None:
    """What was wrong: it offered None, so that nothing else could be chosen."""

    def item(kind: str, template: str, args: Any) -> Item:
        return Item(5, 4, 0, kind, args, template, shape(Generation.G9, kind, list(args)), True)

    for options, fits in (([{"value": 2}, {"text": "red"}], True), ([{"value": None}], True), ([{"value": 2}], False)):
        offers = Offers({"Ada": "1"})
        inner = {"special_type_of_choice": 4, "options": options}
        offers.ask(item("gameStateChange", "", {"id": 13, "args": inner}), 13, inner)
        assert (offers.answer(item(*_NAMES)) is None) is fits


def test_who_chooses_is_who_was_asked() -> None:
    """Whatever is chosen: what the message says of it needs no meaning for this. Icons are announced for the victim."""

    def item(kind: str, template: str, args: Any) -> Item:
        return Item(5, 4, 0, kind, args, template, shape(Generation.G9, kind, list(args)), True)

    question = item("gameStateChange", "", {"id": 13, "active_player": 1, "args": {}})
    for name, template, fits in (
        ("Ada", "${player_name} chooses to return his top green card.", True),
        ("Bob", "${player_name} chooses to return his top green card.", False),
        ("Bob", "${player_name} chooses ${icon}.", True),
        ("Bob", "${player_name} has 3 cards.", True),
    ):
        offers = Offers({"Ada": "1", "Bob": "2"})
        offers.ask(question, 13, {})
        assert (offers.answer(item("log", template, {"player_name": name})) is None) is fits


@pytest.mark.parametrize(("told", "fits"), [("left", True), ("up", False)])
def test_a_splay_has_the_direction_that_was_announced(told: str, fits: bool) -> None:
    def item(kind: str, template: str, args: Any) -> Item:
        return Item(5, 4, 0, kind, args, template, shape(Generation.G9, kind, list(args)), True)

    offers = Offers({"Ada": "1"})
    template = "${player_name} chooses to splay a non-purple pile ${splay_direction}."
    assert offers.splays(item("log", template, {"player_name": "Ada", "splay_direction": told})) is None
    splay = item("splayedPile", "", {"color": "1", "splay_direction": "1"})
    assert (offers.splays(splay) is None) is fits
    assert offers.splays(splay) is None


def test_page_data_are_compared_with_the_cards_of_the_log() -> None:
    """Cards that the log does not show may be printed as another generation of the site has them."""

    def change(age: str) -> Callable[[Any, list[Any]], None]:
        def add(content: Any, items: list[Any]) -> None:
            moves = [item["args"] for item in items if item["type"].startswith("transferedCard")]
            shown = next(args for args in moves if args.get("id"))
            row = {key: shown.get(key) for key in ("id", "type", "faceup_age", "color", "name")}
            hidden = {"id": "104", "type": "0", "age": "3", "name": "Fake"}
            content["gamedatas"] = {"cards": {"0": {**row, "age": age}, "1": hidden}}

        return add

    assert _judged(TWO, change("1")).verdict is Verdict.LEGAL
    assert _judged(TWO, change("9")).verdict is Verdict.ILLEGAL
