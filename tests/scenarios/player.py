"""Play the recorded scenarios of another engine on ours, and find the differences.

A scenario is a position, the answers that its players gave, and the position afterwards (its README describes the
fields). Our engine asks in smaller steps: it wants one card after the other, and the order of moves that the other
engine leaves out. :class:`Answers` translates; it never invents a decision that the scenario's players made.
"""

from __future__ import annotations

from typing import Any

from innolog.cards.facts import (
    COLORS,
    CardSet,
    Color,
    back_of,
    back_set,
    card_table,
)
from innolog.engine.actions import finish, legal_actions, take_action
from innolog.engine.choices import Choice, IllegalAnswer
from innolog.engine.figures import INSPIRED, TUCKED_GREEN
from innolog.engine.game import Game, GameOver
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Edition, Platform, Ruleset, UnsupportedRules
from innolog.engine.zones import NOBODY, Zone
from tests.invariants import violations
from tests.scenarios.answers import Answers
from tests.scenarios.names import (
    ICONS,
    SETS,
    SPLAYS,
    Mismatch,
    NotApplicable,
    OpenRequest,
    card_id,
    label_of,
    plain,
)
from tests.scenarios.reading import Scenario


def play(scenario: Scenario, readings: frozenset[str] = frozenset()) -> None:
    """Play a scenario to its end, with other readings of open questions.

    Raises :class:`NotApplicable` or :class:`Mismatch`.
    """
    data = scenario.data
    for flag in ("age_zero", "uses_unseen", "illegal_answer", "card_in_wrong_deck", "state_changed_before_first_step"):
        if flag in data["flags"]:
            raise NotApplicable(f"flagged {flag}")
    unknown = set(data["sets"]) - SETS.keys()
    if unknown:
        raise NotApplicable("uses " + ", ".join(sorted(unknown)))
    if scenario.edition is Edition.FOURTH:
        data = _of_base(data)
    game = _game(data, scenario.edition, readings)
    _compare_figures(game, data, data["before"])
    requests = data["steps"][:1] or data["next"] or []
    # An action that both allow is played even if one engine allows others.
    found = _actions_differing(game, data, requests[0]) if requests and requests[0]["kind"] == "action" else []
    answers = Answers(game, data)
    game.decider = answers
    game.sink = answers.noticed
    try:
        while answers.left("action") or answers.left("artifact_action"):
            take_action(game)
    except GameOver as end:
        finish(game, end)
    except OpenRequest:
        pass
    except IllegalAnswer as error:
        raise Mismatch(*found, f"our engine takes no such answer: {error}") from None
    except (Mismatch, LookupError, StopIteration, ValueError) as error:
        if not found:
            raise
        raise Mismatch(*found, f"the answers do not fit our questions: {error!r}") from None
    else:
        # I2 (no card is missing) does not hold of a position with a few cards of a set that is not in play.
        broken = [found for found in violations(game) if found[0] != 2 or len(data["sets"]) == len(game.rules.sets)]
        _same("broken invariants", broken, [])
    try:
        answers.finished()
    except Mismatch as mismatch:
        raise Mismatch(*found, *mismatch.differences) from None
    found += _differences(game, data)
    if found:
        raise Mismatch(*found)


def _of_base(data: dict[str, Any]) -> dict[str, Any]:
    """The scenario with the base set alone, if it has other sets of which no card is anybody's or moves.

    Of the fourth edition, innolog plays the base set alone.
    """
    seen = {event["card"] for event in data["events"] if event["t"] == "move"} | set(data["before"].get("junk", ()))
    for player in data["before"]["players"].values():
        seen.update(*(player[zone] for zone in ("hand", "score", "achievements", "forecast", "display")))
        seen.update(*(pile["cards"] for pile in player["board"].values()), player.get("museum", ()))
    table = card_table(edition=Edition.FOURTH.value)
    if data["sets"] == ["base"] or any(table.set[card_id(card)] != CardSet.BASE for card in seen):
        return data
    rest = {**data, "sets": ["base"], "set_aside": True}
    for when in ("before", "after"):
        rest[when] = {
            **data[when],
            "achievements": {**data[when]["achievements"], "decrees": []},
            "decks": {"base": data[when]["decks"]["base"]},
        }
    return rest


def _game(data: dict[str, Any], edition: Edition, readings: frozenset[str]) -> Game:
    before = data["before"]
    table = card_table(edition=edition.value)
    sets = {SETS[name] for name in data["sets"]}
    for player in before["players"].values():
        for color, pile in player["board"].items():
            for card in map(card_id, pile["cards"]):
                sets.add(CardSet(table.set[card]))
                if Color(table.color[card]).name.lower() != color:
                    raise NotApplicable("a card lies in a pile of another color")
    teams = tuple(data.get("teams", ()))
    # A team of one has nobody to claim the other half of six achievements.
    needed = before["achievements_to_win"] if len(set(teams)) == len(data["players"]) or "set_aside" in data else 0
    try:
        rules = Ruleset(
            edition,
            frozenset(sets),
            len(data["players"]),
            teams,
            achievements_to_win=needed,
            platform=Platform.TABLE,
            readings=readings,
        )
    except UnsupportedRules as error:
        raise NotApplicable(str(error)) from None
    # Some positions have cards of a set that is not said to be in play.
    if len(sets) == len(data["sets"]) and len(set(teams)) in (0, len(data["players"])):
        _same("achievements that win", rules.achievements_needed, before["achievements_to_win"])
    seats = []
    for name in data["players"]:
        player = before["players"][name]
        foreshadows = not sets.isdisjoint({CardSet.ECHOES, CardSet.FIGURES})
        if (player["forecast"] and not foreshadows) or (player["display"] and CardSet.ARTIFACTS not in sets):
            raise NotApplicable("a forecast or an artifact on display in a game without them")
        zones = (player["hand"], player["score"], player["achievements"])
        if CardSet.FIGURES not in sets and any(
            table.set[card_id(card)] == CardSet.FIGURES for zone in zones for card in zone
        ):
            raise NotApplicable("uses a figure, the relic Ching Shih")
        board = [card_id(card) for pile in player["board"].values() for card in reversed(pile["cards"])]
        seats.append(
            Seat(
                hand=[card_id(card) for card in player["hand"]],
                score_pile=[card_id(card) for card in player["score"]],
                board=board,
                # Some positions mark a lone card as splayed; by the rulebook it never is.
                splays={
                    Color[color.upper()]: SPLAYS[pile["splay"]]
                    for color, pile in player["board"].items()
                    if len(pile["cards"]) > 1
                },
                achievements=[card_id(card) for card in player["achievements"]],
                tucked=before["turn"]["tucked"][name],
                scored=before["turn"]["scored"][name],
                endorsed=before["turn"]["endorsed"],
                turn_marks=(INSPIRED if before["turn"].get("inspired") and name == before["turn"]["current"] else 0)
                | (TUCKED_GREEN if name in before["turn"].get("green_tuckers", ()) else 0),
                forecast=[card_id(card) for card in player["forecast"]],
                display=[card_id(card) for card in player["display"]],
            )
        )
    decks: dict[int, list[int]] = {}
    for name, ages in before["decks"].items():
        for age, cards in ages.items():
            if name in SETS:
                decks[back_of(SETS[name], int(age))] = [card_id(card) for card in reversed(cards)]
    achievements = before["achievements"]
    turn = before["turn"]
    number = turn["turn_number"] - 1
    game = build(
        rules,
        _Nobody(),
        seats,
        decks=decks,
        available=[
            card_id(card)
            for card in (*achievements["standard"], *achievements["special"], *achievements.get("decrees", ()))
        ],
        removed=[card_id(card) for card in before.get("removed", ())],
        junk=[card_id(card) for card in before.get("junk", ())],
        fill=False,
        turn_player=data["players"].index(turn["current"]),
        turn=number,
        action=max(turn["action"], 1) - 1,
        actions_in_turn=rules.opening_actions(number),
    )
    game.free_action = turn["action"] == 0
    if edition is Edition.FOURTH:
        # The other engine has no payments of distant players.
        game.has_parley = False
    game.relics[:] = [card_id(card) for card in achievements.get("relics", ())]
    game.place.update((card, (NOBODY, Zone.RELICS)) for card in game.relics)
    return game


class _Nobody:
    def choose(self, choice: Choice) -> Any:
        raise AssertionError("nobody decides yet")


def _actions_differing(game: Game, data: dict[str, Any], request: dict[str, Any]) -> list[str]:
    me = game.players[data["players"].index(request["player"])]
    ours = {(action.kind.value, label_of(game, me, action)) for action in legal_actions(game, me)}
    theirs = {
        (group["group"].lower(), plain(option if isinstance(option, str) else option["title"]))
        for group in request["options"]
        for option in group["options"]
    }
    return _differing("legal actions", ours, theirs)


def _differing(what: str, ours: object, theirs: object) -> list[str]:
    return [] if ours == theirs else [f"{what}: ours {ours}, theirs {theirs}"]


def _same(what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Mismatch(f"{what}: ours {ours}, theirs {theirs}")


def _compare_figures(game: Game, data: dict[str, Any], state: dict[str, Any]) -> None:
    for player, name in zip(game.players, data["players"], strict=True):
        theirs = state["players"][name]
        icons = player.icons()
        ours = {kind: icons[ICONS[kind]] for kind in theirs["icons"]}
        _same(f"icons of {name}", ours, theirs["icons"])
        _same(f"score of {name}", player.score(), theirs["score_total"])
        if game.has_bonuses and "bonuses" in theirs:
            _same(f"bonuses of {name}", sorted(player.bonuses(), reverse=True), theirs["bonuses"])
        sides = [who for seat, who in enumerate(data["players"]) if game.rules.same_side(player.index, seat)]
        # The other program has each of a team count alone.
        together = sum(state["players"][who]["achievement_count"] for who in sides)
        _same(f"achievements of {name}", game.achievements_of(player), together)


def _differences(game: Game, data: dict[str, Any]) -> list[str]:
    """All places of cards, and all splays, that differ afterwards; else what is counted, and the legal actions.

    What is counted follows from the places, so it is compared only if these agree.
    """
    after = data["after"]
    name_of = game.table.name
    result = data["result"]
    if result is not None:
        if game.over is None:
            return _differing("over", False, True)
        return _differing(
            "winners", sorted(data["players"][seat] for seat in game.over.winners), sorted(result["winners"])
        )
    if game.over is not None:
        return _differing("over", game.over, None)
    found: list[str] = []

    def names(cards: list[int]) -> list[str]:
        return sorted(plain(name_of[card]) for card in cards if card in game.place)

    def theirs(cards: list[str]) -> list[str]:
        return sorted(map(plain, cards))

    for player, who in zip(game.players, data["players"], strict=True):
        there = after["players"][who]
        found += _differing(f"hand of {who}", names([*player.hand_cards, *player.revealed]), theirs(there["hand"]))
        found += _differing(f"score pile of {who}", names(player.score_cards), theirs(there["score"]))
        found += _differing(f"achievements of {who}", names(player.achievements), theirs(there["achievements"]))
        found += _differing(f"display of {who}", names(player.display), theirs(there["display"]))
        for color in COLORS:
            pile = there["board"][color.name.lower()]
            ours = [plain(name_of[card]) for card in reversed(player.piles[color])]
            found += _differing(f"{color.name} of {who}", ours, list(map(plain, pile["cards"])))
            found += _differing(f"{color.name} splay of {who}", player.splays[color], int(SPLAYS[pile["splay"]]))
    for back, deck in game.decks.items():
        if back >= back_of(CardSet.BASE, 0, relic=True):
            continue
        set_name = next(name for name, card_set in SETS.items() if card_set == back_set(back))
        pile = after["decks"].get(set_name, {}).get(str(back % 16), [])
        found += _differing(f"deck {back}", [plain(name_of[card]) for card in reversed(deck)], list(map(plain, pile)))
    lying = after["achievements"]["standard"] + after["achievements"]["special"]
    lying += after["achievements"].get("decrees", [])
    found += _differing("available achievements", names([*game.available, *game.specials]), theirs(lying))
    found += _differing(
        "removed cards",
        names([*game.removed, *game.junk_pile]),
        theirs(after["junk" if game.rules.junks else "removed"]),
    )
    if found:
        return found
    _compare_figures(game, data, after)
    if data["next"] and data["next"][0]["kind"] == "action":
        found += _differing("player to act", data["players"][game.turn_player.index], data["next"][0]["player"])
        found += _actions_differing(game, data, data["next"][0])
    return found
