"""What a log names that innolog does not know is unsupported with its place; what makes no sense is unreadable.

What was wrong: places of the fourth edition were called unreadable, and where none was named its games were called
illegal. What belonged to the class: every name that a log takes from a list which can grow (places, sets, cards, types
of notification, ways to end, directions, editions, options), in every form. How it was looked for: all exports of the
fourth edition and of the newer code, and each such name replaced by one that nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from innolog.cards.editions import Edition, Platform
from innolog.conversion.retelling import convert
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.replay import Verdict, replay
from parsers import read_blob, read_log
from parsers.files import Blob
from tests.parsers.verdicts import read, replayed
from tests.shared import copied, load

Export = dict[str, Any]
Change = Callable[[Export], object]


def arguments(export: Export, kind: str, *keys: str) -> dict[str, Any]:
    """The arguments of the tenth public notification of a type that has some keys."""
    found = [
        notification["args"]
        for packet in export["packets"]
        for notification in packet["data"]
        if packet["channel"].startswith("/table/")
        and notification["type"].removesuffix("_spectator") == kind
        and isinstance(notification["args"], dict)
        and notification["args"].keys() >= set(keys)
    ]
    chosen: dict[str, Any] = found[min(9, len(found) - 1)]
    return chosen


def insert(export: Export, kind: str, args: object) -> None:
    export["packets"][20]["data"].insert(0, {"type": kind, "log": "", "args": args})


def state(export: Export, number: int) -> dict[str, Any]:
    """The arguments of the tenth state of a kind."""
    found: list[dict[str, Any]] = [
        notification["args"]["args"]
        for packet in export["packets"]
        for notification in packet["data"]
        if notification["type"] == "gameStateChange" and str(notification["args"].get("id")) == str(number)
    ]
    return found[9]


@pytest.fixture(scope="module")
def export(sample_logs: list[Path]) -> Export:
    found: Export = load(next(path for path in sample_logs if "cities_2p" in path.name))
    return found


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda e: arguments(e, "transferedCard").update(location_to="vault"), 'the place for cards "vault"'),
        (lambda e: arguments(e, "transferedCard").update(location_from="junk"), 'the place for cards "junk"'),
        (lambda e: arguments(e, "transferedCard", "id").update(id="440"), "the card with number 440"),
        (
            lambda e: arguments(e, "logWithCardTooltips", "card_ids").update(card_ids=["594"]),
            "the card with number 594",
        ),
        (lambda e: arguments(e, "transferedCard").update(type="5"), "the set The Unseen"),
        (lambda e: arguments(e, "transferedCard").update(type="6"), "the set of cards with number 6"),
        (lambda e: state(e, 4).update(type_to_draw=5), "the set The Unseen"),
        (lambda e: arguments(e, "splayedPile").update(splay_direction="4"), "the splay direction 4"),
        (lambda e: insert(e, "cardVanished", {"location_from": "hand"}), 'the notification "cardVanished"'),
        (lambda e: insert(e, "newPile_spectator", {"card_ids": ["1"]}), 'the notification "newPile"'),
        (lambda e: arguments(e, "endOfGame").update(end_of_game_type="sonnet"), 'the end of the game "sonnet"'),
        (
            lambda e: state(e, 8).update(JSCardEffectQuery="#item_5__M.sand_effect"),
            'the effect of a card "#item_5__M.sand_effect"',
        ),
    ],
)
def test_names_that_nobody_knows_in_an_export(export: Export, change: Change, named: str) -> None:
    changed = copied(export)
    try:
        change(changed)
    except IndexError:
        insert(changed, "endOfGame", {"end_of_game_type": "sonnet"})
    place, said = _refusal(changed).split(": ", 1)
    assert re.fullmatch(r"move \d+, packet \d+, notification \d+", place)
    assert said == f"innolog does not know {named}"


def _refusal(export: Export) -> str:
    """Why an export is unsupported."""
    try:
        log = read(export)
    except UnsupportedLog as refused:
        return refused.reason
    result = replay(log)
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.reason is not None
    return result.reason


@pytest.mark.parametrize("kind", ["a notification", "a set"])
def test_what_nobody_knows_excuses_nothing_before_it(export: Export, kind: str) -> None:
    """What was wrong: a last message of an unknown type made every forged log unsupported."""
    changed = copied(export)
    last = next(packet for packet in reversed(changed["packets"]) if packet["channel"].startswith("/table/"))
    if kind == "a set":
        moves = [args for args in _transfers(changed) if "position_to" in args]
        moves[-1]["type"] = "5"
    else:
        last["data"].append({"type": "cardHint", "log": "", "args": {"card_ids": [3]}})
    assert "innolog does not know" in _refusal(changed)
    (one, first), (other, second) = changed["players"].items()
    changed["players"] = {one: second, other: first}
    log = read(changed)
    assert replay(log).verdict is Verdict.ILLEGAL
    if kind == "a notification":
        changed["players"] = {one: first, other: second}
        scored = [args for args in _transfers(changed) if "new_score" in args]
        scored[len(scored) // 2]["new_score"] = "77"
        assert replayed(changed).verdict is Verdict.ILLEGAL


def _transfers(export: Export) -> list[dict[str, Any]]:
    return [
        event["args"]
        for packet in export["packets"]
        for event in packet["data"]
        if event["type"].startswith("transferedCard") and isinstance(event["args"], dict)
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda e: arguments(e, "transferedCard").update(location_to=["hand"]),
        lambda e: arguments(e, "transferedCard").update(location_from=None),
        lambda e: arguments(e, "transferedCard", "id").update(id="Tools"),
        lambda e: arguments(e, "splayedPile").update(splay_direction={}),
        lambda e: arguments(e, "transferedCard").update(age="first"),
        lambda e: arguments(e, "transferedCard").update(type=[]),
        lambda e: arguments(e, "transferedCard").update(position_to="top"),
        lambda e: arguments(e, "transferedCard", "new_score").update(new_score="many"),
        lambda e: arguments(e, "splayedPile").update(new_score=1.5),
        lambda e: arguments(e, "splayedPile").update(new_ressource_counts=[1, 2]),
        lambda e: state(e, 4).update(age_to_draw="next"),
        lambda e: state(e, 4).update(claimable_ages=["all"]),
    ],
)
def test_values_of_a_wrong_type_are_unreadable(export: Export, change: Change) -> None:
    """What was wrong: a number that was none counted as missing, and the game was illegal some moves later."""
    changed = copied(export)
    change(changed)
    with pytest.raises(UnreadableLog) as refused:
        read(changed)
    assert refused.value.place.startswith("move ")


def test_a_card_without_a_number_is_readable_only_where_it_has_no_name_either(export: Export) -> None:
    """The Communist Manifesto: who has no card executes one that the site cannot name."""
    changed = copied(export)
    card = {"log": "<span>${name_0}</span>", "args": {"name_0": None, "i18n": ["name_0"]}}
    told = {"card_ids": [None], "card": card}
    insert(changed, "logWithCardTooltips", told)
    log = read(changed)
    before = read(export)
    assert [type(one) for one in log.observations] == [type(one) for one in before.observations]
    card["args"] = {"name_0": "Archery", "i18n": ["name_0"]}
    with pytest.raises(UnreadableLog):
        read(changed)


def test_an_icon_that_nobody_knows_is_named_as_not_compared(export: Export) -> None:
    changed = copied(export)
    arguments(changed, "splayedPile")["new_ressource_counts"]["8"] = 3
    log = read(changed)
    assert [unread.text for unread in log.unread] == ["icon 8"]


_FACTS = ("owner_from", "position_from", "owner_to", "position_to", "type", "is_relic", "bottom_to", "score_keyword")


@pytest.mark.parametrize("fact", ["age", *_FACTS])
def test_a_transfer_without_a_fact_that_others_have_is_unreadable(export: Export, fact: str) -> None:
    """A null was taken for a fact that is not recorded, so that nothing compared it.

    Whoever removes positions hides which of several face-down cards moves. To the class belongs every fact of a
    transfer. It was found by removing each argument, once from one notification and once from all.
    """
    for empty in (True, False):
        changed = copied(export)
        args = arguments(changed, "transferedCard")
        if empty:
            args[fact] = None
        else:
            del args[fact]
        with pytest.raises(UnreadableLog) as refused:
            read(changed)
        assert refused.value.place.startswith("move ")
    if fact in ("type", "is_relic"):
        for packet in changed["packets"]:
            for notification in packet["data"]:
                if notification["type"].startswith("transferedCard"):
                    notification["args"].pop(fact, None)
        read(changed)


@pytest.mark.parametrize("place", [("hand", "board"), ("deck", "revealed"), ("board", "score")])
def test_a_card_without_a_face_where_it_lies_face_up_is_unreadable(export: Export, place: tuple[str, str]) -> None:
    """The program took any face for it, or failed, because a hidden card has no icons on a board."""
    changed = copied(export)
    for packet in changed["packets"]:
        for notification in packet["data"]:
            args = notification["args"]
            if int(packet["move_id"]) > 9 and notification["type"].startswith("transferedCard"):
                args.pop("id" if place == (args["location_from"], args["location_to"]) else "", None)
    with pytest.raises(UnreadableLog, match="the id of a card that lies face up"):
        read(changed)


def test_players_of_one_name_are_unsupported(export: Export) -> None:
    """Accused were players whose names somebody had replaced by one word: messages say who acts by the name alone.

    The site gives a name to one player only. One message with the name of another player is no such log.
    """
    one, other = (name.encode() for name in export["players"].values())
    text = orjson.dumps(export)
    for quoted in (b'"%s"', b">%s<"):
        text = text.replace(quoted % one, quoted % other)
    with pytest.raises(UnsupportedLog, match="several players have the name"):
        read_blob(Blob("game.json", text))
    changed = copied(export)
    arguments(changed, "transferedCard", "player_name")["player_name"] = other.decode()
    read(changed)


def test_a_type_that_tells_nothing_of_the_table_is_counted_and_passed_over(export: Export) -> None:
    changed = copied(export)
    insert(changed, "newFeature", {"id": 5, "player_name": "Ana"})
    log = read(changed)
    assert log.unknown == {"newFeature": 1}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda h: h["rules"].update(edition="fifth"), "line 1: rules that are not known: 'fifth' is not"),
        (lambda h: h["rules"]["sets"].append("unseen"), "line 1: rules that are not known: 'UNSEEN'"),
        (lambda h: h["rules"]["options"].update(junk=True), "line 1: rules that are not known: 'junk'"),
        (lambda h: h["rules"].update(draft=3), "line 1: rules that are not known: 'draft'"),
        (lambda h: h["rules"].update(platform="moon"), "line 1: rules that are not known: 'moon' is not"),
        (lambda h: h["setup"]["achievements"].append(441), "line 1: innolog does not know the card with number 441"),
        (
            lambda h: h["setup"]["decks"].update({"unseen 1": []}),
            'line 1: innolog does not know the set of cards "unseen"',
        ),
    ],
)
def test_names_that_nobody_knows_in_the_native_form(sample_logs: list[Path], change: Change, reason: str) -> None:
    log = read_log(sample_logs[0])
    header, *rest = convert(replay(log, record=True), "native", None).splitlines()
    changed = orjson.loads(header)
    change(changed)
    text = b"\n".join([orjson.dumps(changed), *(line.encode() for line in rest)])
    try:
        result = replay(read_blob(Blob("game.jsonl", text)))
    except UnsupportedLog as error:
        found: str | None = error.reason
    else:
        assert result.verdict is Verdict.UNSUPPORTED
        found = result.reason
    assert found is not None
    assert found.startswith(reason)


def test_sets_of_the_fourth_edition_are_named(shared_folder: Path) -> None:
    """Of its sets only the base set is implemented: a game with cards of another one is unsupported, and says why."""
    path = next((shared_folder / "corpus" / "bga_fourth").glob("*/*/spectator.json.gz"))
    for number, words in (("2", "cities"), ("5", "The Unseen")):
        whole = load(path)
        for packet in whole["packets"]:
            for event in packet["data"]:
                args = event.get("args")
                moves = event["type"].startswith("transferedCard") and args.get("age") == "2"
                # A card that lies face up has a name, or the log is damaged.
                if moves and not {"board", "revealed"} & {args["location_from"], args["location_to"]}:
                    args.update(type=number, id=None, **{"<": f"<span class='square N age type_{number}'>"})
        log = b"" + orjson.dumps(whole)
        try:
            result = replay(read_blob(Blob("game.json", log)))
        except UnsupportedLog as error:
            reason = error.reason
        else:
            assert result.verdict is Verdict.UNSUPPORTED
            reason = result.reason or ""
        assert words in reason


def test_games_by_the_newer_code_accuse_nobody(shared_folder: Path) -> None:
    """They are legal, or unsupported with the place and the reason; also where a copy of a notification differs."""
    paths = sorted((shared_folder / "corpus" / "bga_newer").glob("*/*/[ps]*.json.gz"))
    assert paths
    for path in paths[::6]:
        try:
            result = replay(read_log(path))
        except UnsupportedLog as error:
            assert "move " in error.reason
            continue
        assert result.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR, Verdict.UNSUPPORTED)
        if result.verdict is Verdict.UNSUPPORTED:
            assert "newer generation" in (result.reason or "")


def test_the_fourth_edition_is_told_by_what_moves_first(shared_folder: Path) -> None:
    """A log cut down to its first packets, without the page's data, shows the edition on each channel alone."""
    path = next((shared_folder / "corpus" / "bga_fourth").glob("*/*/player_*.json.gz"))
    whole = load(path)
    for channel in ("/table/", "/player/"):
        packets = [packet for packet in whole["packets"] if packet["channel"].startswith(channel)][:8]
        text = orjson.dumps({"players": whole["players"], "packets": packets})
        result = replay(read_blob(Blob("game.json", text)))
        assert result.verdict is Verdict.LEGAL_SO_FAR
        assert result.rules is not None
        assert (result.rules.edition, result.rules.platform) == (Edition.FOURTH, Platform.BGA_2024)
