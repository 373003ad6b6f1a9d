"""Native records are of the same game as what else is of their table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import orjson
import pytest

from innolog.cards.facts import CardSet
from innolog.conversion.parting import same_seats
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.events import Transfer
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.engine.zones import Zone
from innolog.judging.verdicts import judge
from innolog.log import Seat
from innolog.replay import replay
from innolog.results.result import Replay
from innolog.simulate import seats, simulate
from parsers import read_blob, read_log
from parsers.files import Blob

#: The table of all records here.
TABLE = {"site": "bga", "game_id": "7"}


def _game(rules: Ruleset, seed: int, most_actions: int | None = None) -> Replay:
    bots = seats(["sensible"], rules.players, seed)
    return as_replay(simulate(rules, seed, bots, tell=True, most_actions=most_actions))


def _export(game: Replay, packets: int | None = None, viewpoint: int | None = None) -> bytes:
    content = orjson.loads(convert(game, "bga", viewpoint))
    of_table = {"table_id": TABLE["game_id"]}
    content["packets"] = [
        packet | of_table | ({"channel": "/table/t7"} if packet["channel"].startswith("/table/") else {})
        for packet in content["packets"][:packets]
    ]
    return orjson.dumps(content)


def _native(game: Replay, **header: object) -> bytes:
    head, *decisions = convert(game, "native").splitlines(keepends=True)
    return orjson.dumps(orjson.loads(head) | TABLE | header) + b"\n" + "".join(decisions).encode()


def _together(folder: Path, contents: Sequence[bytes]) -> list[tuple[str, str | None]]:
    """The verdicts on files in this order, with their messages."""
    paths = [folder / str(number) for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return [(each.verdict, each.message) for each in judge(paths, together=True)]


def test_two_native_records_of_one_table_are_of_one_game(tmp_path: Path, sample_logs: list[Path]) -> None:
    """A record of the game of an export agrees with it, whole or cut; one of another game that claims its table not."""
    text = convert(replay(read_log(sample_logs[0])), "native").splitlines(keepends=True)
    table = orjson.loads(text[0])
    paths = {name: tmp_path / f"{name}.jsonl" for name in ("whole", "cut", "other")}
    paths["whole"].write_text("".join(text))
    paths["cut"].write_text("".join(text[:60]))
    rules = Ruleset(Edition.THIRD, platform=Platform.BGA)
    another = convert(as_replay(simulate(rules, 5, seats(["sensible"], 2, 5))), "native").splitlines(keepends=True)
    header = orjson.loads(another[0]) | {"site": table["site"], "game_id": table["game_id"]}
    paths["other"].write_text("".join([orjson.dumps(header).decode() + "\n", *another[1:]]))

    def judged(*paths: Path) -> list[tuple[str, str | None]]:
        return [(each.verdict, each.message) for each in judge(paths, together=True)]

    assert [verdict for verdict, _ in judged(paths["cut"], paths["whole"], sample_logs[0])] == [
        "legal",
        "legal_so_far",
        "legal",
    ]
    # Neither the beginning alone nor an illegal record lets another game in.
    paths["opening"] = tmp_path / "opening.jsonl"
    paths["opening"].write_text(text[0])
    paths["illegal"] = tmp_path / "illegal.jsonl"
    paths["illegal"].write_text("".join([text[0], text[2], text[1], *text[3:]]))
    for name in ("opening", "illegal"):
        verdicts = [verdict for verdict, _ in judged(paths[name], paths["whole"], paths["other"])]
        assert verdicts[1:] == ["legal", "unsupported"]
    one, two = table["players"]
    renamed = {"players": [one | {"name": "Adaline"}, two]}
    for change, verdict in (
        (renamed, "legal_so_far"),
        ({"players": [{"id": "7", "name": "Zorro"}, {"id": "8", "name": "Zita"}]}, "players"),
        ({"players": [one | {"id": two["id"]}, two | {"id": one["id"]}]}, "players"),
        ({"rules": table["rules"] | {"options": {"extra_achievement": True}}}, "rules"),
        ({"time": [1_000_000_000, 1_000_009_000]}, "times"),
    ):
        paths["cut"].write_text("".join([orjson.dumps(table | change).decode() + "\n", *text[1:60]]))
        found, why = judged(sample_logs[0], paths["cut"])[1]
        which = ": extra achievement yes, not no (deduced)" if verdict == "rules" else ""
        assert (found, why) == (
            (verdict, None)
            if verdict == "legal_so_far"
            else ("unsupported", f"it has other {verdict} than {sample_logs[0]}, of the same table{which}")
        )
    for first in (sample_logs[0], paths["whole"]):
        (verdict, _), (strange, why) = judged(first, paths["other"])
        assert (verdict, strange) == ("legal", "unsupported")
        assert why is not None
        assert f"of the same table as {first}" in why


def _otherwise(native: bytes, game: Replay) -> bytes:
    """The record with another face of a card in a hand that nobody showed. It could have been drawn instead."""
    rows = [orjson.loads(line) for line in native.splitlines()]
    moves = [event for action in game.actions for event, _ in action.events if isinstance(event, Transfer)]
    last = {move.card: move for move in moves}
    deck, card, unseen = next(
        (deck, card, other)
        for card, move in last.items()
        for deck in rows[0]["setup"]["decks"].values()
        for other in deck
        if card in deck and other not in last and (move.from_zone, move.to_zone) == (Zone.DECK, Zone.HAND)
    )
    one, other = deck.index(card), deck.index(unseen)
    deck[one], deck[other] = unseen, card
    return b"".join(orjson.dumps({key: row[key] for key in row if key != "digest"}) + b"\n" for row in rows)


def test_each_record_is_compared_with_all_of_its_table(tmp_path: Path) -> None:
    """Two that contradict each other passed, if a record that fits both, and is as long, stood before them."""
    game = _game(Ruleset(platform=Platform.BGA), 7)
    export, known = _export(game), _native(game)
    other = _otherwise(known, game)
    spectator = _native(replay(read_blob(Blob("export", export))))
    for order in permutations([known, other, spectator]):
        second = max(order.index(known), order.index(other))
        expected = ["unsupported" if number == second else "legal" for number in range(3)]
        assert [verdict for verdict, _ in _together(tmp_path, order)] == expected
    assert [verdict for verdict, _ in _together(tmp_path, [known, other, export])] == ["legal", "legal", "unsupported"]


@pytest.mark.parametrize("seed", range(2))
def test_a_text_and_a_record_of_its_game_have_the_same_players(tmp_path: Path, seed: int) -> None:
    """What was wrong: a text has names for ids. The record of another game is found."""
    rules = Ruleset(players=3, platform=Platform.BGA)
    game, another = (_game(rules, number, 60) for number in (seed, seed + 9))
    for viewpoint in (None, 1):
        text = f"Innovation #{TABLE['game_id']}\n{convert(game, 'text', viewpoint)}".encode()
        assert [verdict for verdict, _ in _together(tmp_path, [text, _native(game)])] == ["legal_so_far"] * 2
        _, (verdict, why) = _together(tmp_path, [text, _native(another)])
        assert (verdict, "of another game" in str(why)) == ("unsupported", True)
    strangers = [{"id": str(number), "name": name} for number, name in enumerate(("Zoe", "Zita", "Zora"))]
    _, (verdict, why) = _together(tmp_path, [text, _native(game, players=strangers)])
    assert (verdict, "other players" in str(why)) == ("unsupported", True)


def test_who_is_who_in_two_records() -> None:
    def of(*names: str, ids: str = "", addressed: str = "") -> list[Seat]:
        ids = ids or " ".join(names)
        return [Seat(id_, name, name == addressed) for id_, name in zip(ids.split(), names, strict=True)]

    known = of("Ana", "Ben", "Cy", ids="1 2 3")
    assert same_seats(known, of("Cy", "Anastasia", "Ben", ids="3 1 2")) == [2, 0, 1]
    assert same_seats(known, of("Cy", "Ana", "Ben", ids="6 4 5")) == [2, 0, 1]
    assert same_seats(known, of("Cy", "Ana", "Ben")) == [2, 0, 1]
    assert same_seats(known, of("Cy", "You", "Ben", addressed="You")) == [2, 0, 1]
    assert same_seats(of("Cy", "You", "Ben", addressed="You"), known) == [1, 2, 0]
    for others in (of("Ana", "Ben"), of("Ana", "Ben", "Dan"), of("Ana", "Ben", "Ben"), of("Ana", "Dan", "You")):
        assert same_seats(known, others) is None
    assert same_seats(known, of("Ana", "Dan", "You", addressed="You")) is None


def test_a_shorter_record_need_not_show_the_rules(tmp_path: Path) -> None:
    """What was wrong: the edition of a cut-off export was a guess, for which the whole one was of another game."""
    game = _game(Ruleset(Edition.FIRST, platform=Platform.BGA), 0)
    exports = [_export(game, packets) for packets in (60, None)]
    short, whole = (replay(read_blob(Blob("export", export))) for export in exports)
    assert [each.rules and each.rules.edition for each in (short, whole)] == [Edition.THIRD, Edition.FIRST]
    for pair in (
        (exports[0], _native(whole)),
        (exports[1], _native(short)),
        (_native(short), _native(whole)),
        (_native(whole), _native(short)),
    ):
        assert {verdict for verdict, _ in _together(tmp_path, pair)} == {"legal", "legal_so_far"}
    # The whole game was not played by the usual rules.
    rules = Ruleset(Edition.THIRD, extra_achievement=True, platform=Platform.BGA).describe()
    _, (verdict, why) = _together(tmp_path, [exports[1], _native(short, rules=rules)])
    assert (verdict, str(why).partition(": ")[2]) == (
        "unsupported",
        "edition third, not first (deduced); extra achievement yes, not no (deduced)",
    )


def test_a_text_need_not_show_all_sets(tmp_path: Path) -> None:
    sets = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
    game = _game(Ruleset(sets=sets, players=4, platform=Platform.BGA), 0, 20)
    text = f"Innovation #{TABLE['game_id']}\n{convert(game, 'text')}".encode()
    result = replay(read_blob(Blob("text", text)))
    assert result.rules is not None
    assert result.rules.sets < sets
    assert [verdict for verdict, _ in _together(tmp_path, [text, _native(game)])] == ["legal_so_far"] * 2
