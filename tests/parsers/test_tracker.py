"""Trackers' files: they are read as written, without the facts that trackers lose or record wrongly."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from innolog import log as seen
from innolog.cards.facts import card_table
from innolog.conversion.retelling import convert
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import (
    ANYBODY,
    NOBODY,
    Fact,
    GameLog,
    Observation,
    Place,
    Seat,
    Transfer,
    UnreadableLog,
    UnsupportedLog,
)
from innolog.log.told import Told, ToldGame
from innolog.replay import Verdict, replay
from parsers import read_blob, read_log, read_logs
from parsers.bga import visibility
from parsers.files import Blob
from parsers.tracker.specification import GENERATIONS
from parsers.tracker.writer import write
from tests.parsers.lines.games import told
from tests.parsers.test_files import zipped
from tests.parsers.trackers import tracked
from tests.shared import copied, corpus_games, load, sampled
from tests.simulate.test_exports import RULES, played

LOST = (
    seen.Splay,
    seen.Rearranged,
    seen.TurnEnded,
    seen.FreeActionBegan,
    seen.Agreed,
    seen.Named,
    seen.Wiped,
    seen.Eliminated,
    seen.TopsAndHandsRemoved,
)
RELICS = {(card.set, card.age) for card in card_table().cards.values() if card.relic}
ICONS = {Place.FLAGS, Place.FOUNTAINS}
FIGURES: tuple[tuple[str, int | None], ...] = (("text", 0), ("from-to", 0), ("snake", 1), ("camel", None), ("ids", 1))


def read(content: str | dict[str, Any]) -> GameLog:
    text = content if isinstance(content, str) else json.dumps(content)
    log = read_blob(Blob("game_log.json", text.encode()))
    assert isinstance(log, GameLog)
    return log


def left(told: list[Told], viewpoint: int | None, log: GameLog) -> Iterator[Observation]:
    """The observations of a game that are left in a tracker's file."""
    for item in told:
        what = item.observation
        if isinstance(what, LOST) or (isinstance(what, seen.ActionBegan) and Fact.ACTIONS not in log.records):
            continue
        if isinstance(what, seen.ActionBegan):
            what = replace(what, age_to_draw=None, claimable=None)
        elif isinstance(what, seen.Ended):
            what = replace(what, winners=())
        elif isinstance(what, Transfer):
            what = replace(what, checks=(), score=None, from_position=None, to_position=None)
            if viewpoint is None:
                shown = visibility.everybody_sees(what)
            else:
                shown = visibility.sees(what, item.actor, viewpoint)
            if not shown or {what.from_place, what.to_place} & ICONS:
                what = replace(what, card=None, color=None)
        yield what


def compared(wanted: Observation, found: Observation) -> tuple[Observation, Observation]:
    """Both without their places; what a file may leave open about a transfer is left open in both."""
    wanted, found = replace(wanted, at=found.at), found
    if isinstance(wanted, Transfer) and isinstance(found, Transfer):
        wanted = replace(
            wanted,
            bottom=wanted.bottom if found.bottom is not None else None,
            meld=wanted.meld if found.meld is not None else None,
            from_owner=ANYBODY if found.from_owner == ANYBODY and wanted.from_owner >= 0 else wanted.from_owner,
            to_owner=ANYBODY if found.to_owner == ANYBODY and wanted.to_owner >= 0 else wanted.to_owner,
        )
        if wanted.from_owner == wanted.to_owner == NOBODY and found.card_set is None:
            # Messages about cards that move to and from the table do not name the set.
            wanted = replace(wanted, card_set=None)
        if wanted.card is None and found.relic is None and (wanted.card_set, wanted.age) in RELICS:
            # A relic that is seized, or another card of the same set and value.
            wanted = replace(wanted, relic=None)
    return wanted, found


@pytest.mark.parametrize(("generation", "viewpoint"), FIGURES)
@pytest.mark.parametrize("name", sampled(["all_relics_2p", "base_2p", "cities_5p", "echoes_3p"], 4))
def test_what_is_read_is_what_was_told_less_what_is_lost(name: str, generation: str, viewpoint: int | None) -> None:
    game = played(RULES[name], 2).told
    assert game is not None
    log = read(write(game, viewpoint, generation))
    assert [seat.name for seat in log.seats] == [seat.name for seat in game.seats]
    assert log.viewpoint == viewpoint
    assert not log.unread
    assert not log.inconsistencies
    assert log.records <= GENERATIONS[generation].records
    # Free actions with an Artifact are not among the actions that trackers list.
    assert (Fact.ACTIONS in log.records) == (generation in ("camel", "ids") and "all" not in name)
    wanted = list(left(game.told, viewpoint, log))
    assert len(log.observations) == len(wanted)
    for one, other in map(compared, wanted, log.observations):
        assert one == other
    numbers = [observation.at.packet for observation in log.observations]
    assert numbers == sorted(numbers)
    assert {observation.at.unit for observation in log.observations} == {"entry"}


@pytest.mark.parametrize("generation", ["snake", "camel"])
def test_the_writer_writes_what_trackers_make_of_the_packets(generation: str, shared_folder: Path) -> None:
    """Two ways from the packets of a corpus game to a tracker's file, one of them with the site's own messages."""
    for game in corpus_games(editions=["third"], sets=["base", "cities"], players=[2], teams=False)[::30]:
        path = game.seats[0]
        made = read(tracked(load(path), generation))
        result = replay(read_log(path), record=True)
        written = read(convert(result, "tracker", result.log.viewpoint, generation=generation))
        assert not made.unread
        assert made.seats == written.seats
        assert made.records == written.records - {Fact.ACTIONS}
        ours = [what for what in written.observations if not isinstance(what, seen.ActionBegan)]
        # What effects say beside what they do, innolog's own texts leave out.
        theirs = [what for what in made.observations if not isinstance(what, seen.Revealed | seen.IconsStated)]
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            if isinstance(one, Transfer) and isinstance(other, Transfer) and other.bottom is None:
                # The text "0" is true: a card that was melded seems to be tucked as well, so neither is believed.
                one = replace(one, bottom=None, meld=one.meld and other.meld)
            assert replace(one, at=other.at) == other


def test_the_samples_are_read_whole(shared_folder: Path) -> None:
    samples = shared_folder / "samples"
    raw = load(samples / "bga" / "real_cities_2p_unfinished.json")
    camel = load(samples / "bga_tracker" / "game_log_camel_case_unfinished.json")
    # The same game: the file that a tracker really made from these packets, with other names of players.
    real = read(camel | {"actions": []})
    made = read(tracked(raw, "camel"))
    assert real.observations == made.observations
    for path in sorted((samples / "bga_tracker").iterdir()):
        log = read_log(path)
        assert isinstance(log, GameLog)
        assert not log.unread
        assert not log.unknown
    assert sum(isinstance(what, seen.ActionBegan) for what in read(camel).observations) == len(camel["actions"])


@pytest.mark.parametrize(
    "names", [("Ana", "Ana Maria", "Anabel"), ("draws a [1]", "passes.", "Ana 's hand"), ("1", "2", "3")]
)
def test_names_of_players_can_be_anything(names: tuple[str, ...]) -> None:
    game = played(RULES["echoes_3p"], 6).told
    assert game is not None
    seats = [Seat(seat.id, name) for seat, name in zip(game.seats, names, strict=True)]
    named = ToldGame(game.game_id, seats, (), game.told, game.hands)
    for generation, viewpoint in FIGURES:
        log = read(write(named, viewpoint, generation))
        assert [seat.name for seat in log.seats] == list(names)
        assert not log.unread
        wanted = left(game.told, viewpoint, log)
        assert all(one == other for one, other in map(compared, wanted, log.observations))


def small(generation: str = "snake") -> dict[str, Any]:
    game = played(Ruleset(), 2).told
    assert game is not None
    content: dict[str, Any] = json.loads(write(game, 0, generation))
    return content


def test_words_that_trackers_got_wrong_are_not_believed() -> None:
    content = small()
    moves = [entry for entry in content["log"] if entry["type"] == "transfer"]
    for entry in moves:
        entry["bottom_to"] = True
    log = read(content)
    transfers = [what for what in log.observations if isinstance(what, Transfer)]
    # A card that is melded does not go to the bottom, so the two fields contradict each other and prove nothing.
    assert {(move.meld, move.bottom) for move in transfers} == {(None, None)}
    # What the files have by default says nothing either, but of a card from a hand.
    for entry in moves:
        entry |= {"bottom_to": False, "meld_keyword": False}
    known = [what for what in read(content).observations if isinstance(what, Transfer) and what.bottom is not None]
    assert {(move.from_place, move.to_place, move.bottom) for move in known} == {(Place.HAND, Place.BOARD, False)}
    for entry in moves:
        entry["bottom_to"] = True
    # Files that were made of the first generation's texts: achievements without a place they come from, no keyword.
    for entry in moves:
        del entry["meld_keyword"]
        if entry["source"] == "achievements":
            entry |= {"source": None if entry["card_name"] else "deck", "dest": "claimed"}
    old = read(content)
    assert [
        (move.from_place, move.to_place, move.to_owner) for move in old.observations if isinstance(move, Transfer)
    ] == [(move.from_place, move.to_place, move.to_owner) for move in transfers]
    assert not old.unread
    # What the texts said without naming a place.
    for entry in moves:
        if (entry["source"], entry["dest"]) == ("revealed", "hand"):
            entry |= {"source": None, "source_owner": None}
    assert read(content).observations == old.observations
    # Whose an achievement became may be lost as well: that is said.
    claim = next(entry for entry in moves if entry["dest"] == "claimed")
    claim["dest_owner"] = None
    assert [unread.at.packet for unread in read(content).unread] == [content["log"].index(claim) + 1]
    # A card of a player is no available achievement.
    first, second = content["players"].values()
    claim |= {"source": None, "source_owner": first, "dest_owner": second}
    assert [unread.at.packet for unread in read(content).unread] == [content["log"].index(claim) + 1]


def test_what_a_file_does_not_tell_and_what_innolog_does_not_know_accuse_nobody() -> None:
    content = small()
    # An achievement may come from elsewhere, but is first looked for where achievements lie.
    claim = next(entry for entry in content["log"] if entry.get("source") == "achievements")
    told = dict(claim)
    claim |= {"source": None, "source_owner": None}
    content["log"][0]["msg"] = None
    content["my_hand"] = None
    found = replay(read(content))
    assert found.verdict.explained
    assert [unread.text for unread in found.log.unread] == [
        "a card is achieved, but the entry does not say where it was"
    ]
    claim |= told
    # The keyword is false in all entries: it is a default, and denies no meld.
    camel = small("camel")
    for entry in camel["log"]:
        if "meldKeyword" in entry:
            entry["meldKeyword"] = False
    assert {move.meld for move in read(camel).observations if isinstance(move, Transfer)} == {None}
    # What a key means that no known file has is unknown. So the rest can be explained, and not judged.
    content["speed"] = "slow"
    content["log"][5] |= {"splay": 2, "empty": None}
    moved = [entry for entry in content["log"] if entry["type"] == "transfer"]
    moved[-1]["dest_owner"], moved[-1]["source_owner"] = moved[-1]["source_owner"], moved[-1]["dest_owner"]
    del content["log"][content["log"].index(moved[8])]
    found = replay(read(content))
    assert [unread.text for unread in found.log.unread] == [
        'keys that innolog does not know: "speed"',
        'keys that innolog does not know: "splay"',
    ]
    assert found.verdict is Verdict.UNSUPPORTED


def test_small_files_that_were_accused_are_legal(shared_folder: Path) -> None:
    """Contradicting fields, an achievement without a source, the keys from and to; a text of the fourth edition."""
    samples = shared_folder / "samples" / "small"
    for path in (*samples.glob("tracker_*.json"), samples / "table_fourth_edition.txt"):
        assert replay(read_log(path)).verdict is Verdict.LEGAL_SO_FAR, path


@pytest.mark.long
@pytest.mark.parametrize("folder", ["bga_fourth/fourth_base_2p", "bga_newer/newer_third_base_2p"])
def test_files_of_games_of_the_newer_code_are_explained_by_its_rules(folder: str, shared_folder: Path) -> None:
    """They do not name the code. Cards that are junked together have no entries."""
    paths = sorted((shared_folder / "corpus" / folder).glob("*/player_*1.json.gz"))[:3]
    assert paths
    for path in paths:
        for generation in ("snake", "camel"):
            found = replay(read(tracked(load(path), generation)))
            assert found.verdict.explained, (path, found.reason)
            assert found.rules is not None
            # A game in which the two generations play alike may be explained by the older one.
            assert found.rules.platform is Platform.BGA_2024 or "third" in folder


def test_a_list_of_actions_that_does_not_fit_is_not_believed() -> None:
    content = small("camel")
    assert Fact.ACTIONS in read(content).records
    action = content["actions"][9]
    others: tuple[dict[str, Any], ...] = (
        action | {"logIndex": action["logIndex"] + 1},
        action | {"player": "Nobody"},
        action | {"actions": [{"actionType": "pending"}]},
        {},
    )
    for other in others:
        spoiled = copied(content)
        spoiled["actions"][9] = other
        log = read(spoiled)
        assert Fact.ACTIONS not in log.records
        assert not any(isinstance(what, seen.ActionBegan) for what in log.observations)
    alike = copied(content)
    alike["actions"][9] = action | {"logIndex": str(action["logIndex"])}
    assert read(alike).observations == read(content).observations


def test_melds_after_the_first_effects_are_no_opening() -> None:
    """A file that starts late, in which each player happens to meld before another card moves."""
    content = small("camel")
    first = next(index for index, entry in enumerate(content["log"]) if "dogma" in str(entry.get("msg")))
    effects = [entry for entry in content["log"][first:] if entry["type"] == "log"][:3]
    opening = [entry | {"move": 900} for entry in content["log"] if entry["type"] == "transfer"][:2]
    with pytest.raises(UnsupportedLog, match="does not contain the opening"):
        read(content | {"log": [entry | {"move": 900} for entry in effects] + opening})


@pytest.mark.parametrize("change", [{"cardAge": 2}, {"dest": "hand"}])
def test_a_forged_opening_is_no_late_start(change: dict[str, Any]) -> None:
    """Who goes first is said in the opening, so a file that says so has it."""
    content = small("camel")
    next(entry for entry in content["log"] if entry["type"] == "transfer").update(change)
    assert replay(read(content)).verdict is Verdict.ILLEGAL


def test_what_is_missing_is_not_a_player_who_is_called_none() -> None:
    """A file of the first generation does not say who saved it. It was held to be the file of that player."""
    game = told("base")
    first, second = [seat.name for seat in game.seats]
    for viewpoint in (0, 1):
        text = write(game, viewpoint, "text").replace(f"{first} ", "None ").replace(f"{first}'s", "None's")
        log = read(text)
        assert {seat.name for seat in log.seats} == {"None", second}
        assert (log.inconsistencies, log.seats[log.viewpoint or 0].name) == ([], ("None", second)[viewpoint])


def test_a_card_of_another_set_or_value_is_a_contradiction() -> None:
    content = small("camel")
    entry = next(entry for entry in content["log"] if entry.get("cardName") and entry.get("cardSet") == "base")
    entry["cardSet"] = "echoes"
    (found,) = read(content).inconsistencies
    assert (found.expected, found.observed) == ("base", "echoes")
    for nine in (9, 9.0, "9"):
        entry |= {"cardSet": "base", "cardAge": nine}
        (found,) = read(content).inconsistencies
        assert found.observed == "9"


def test_a_card_that_is_melded_elsewhere_than_on_a_board_is_a_contradiction() -> None:
    content = small("camel")
    entry = next(
        entry
        for entry in content["log"]
        if entry.get("meldKeyword") is False and entry.get("dest") not in (None, "board")
    )
    entry["meldKeyword"] = True
    (found,) = read(content).inconsistencies
    assert "called melded" in found.message


@pytest.mark.parametrize("generation", [name for name in GENERATIONS if name != "text"])
@pytest.mark.parametrize(("key", "pile"), [("from", "from {}'s supply pile"), ("to", "of {}'s supply pile")])
def test_no_player_owns_a_supply_pile(generation: str, key: str, pile: str) -> None:
    """Whatever the file named as the owner of a supply pile was dropped."""
    game = played(Ruleset(), 2).told
    assert game is not None
    content = json.loads(write(game, None, generation))
    keys = GENERATIONS[generation]
    place, owner = getattr(keys, f"{key}_place"), getattr(keys, f"{key}_owner")
    moves = [entry for entry in content["log"] if entry.get(place) == "deck"]
    assert {entry[owner] for entry in moves} == {None}
    seat = game.seats[1]
    moves[-1][owner] = seat.id if generation == "ids" else seat.name
    result = replay(read(content))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert pile.format(seat.name) in result.violation.observed


def test_what_no_words_explain_is_said_with_its_place() -> None:
    content = small("text")
    content["log"][30]["msg"] = "Bob juggles [1] Tools.\x1b[31m"
    (unread,) = read(content).unread
    assert (unread.at.packet, unread.text) == (31, "Bob juggles [1] Tools.\\x1b[31m")


def test_every_wording_of_the_first_generation_is_read() -> None:
    hand, score, deck, board = Place.HAND, Place.SCORE, Place.DECK, Place.BOARD
    told: list[tuple[str, str, int | None, int, Place, int, Place]] = [
        ("Eva Lu", "melds [1] Archery from hand.", 3, 0, hand, 0, board),
        ("Eva", "melds [1] Tools from hand.", 1, 1, hand, 1, board),
        ("Eva", "tucks [1] Masonry from hand.", 11, 1, hand, 1, board),
        ("Eva Lu", "draws [1] Chang' An.", 224, NOBODY, deck, 0, hand),
        ("Eva", "draws a [1] from cities.", None, NOBODY, deck, 1, hand),
        ("Eva", "draws and reveals [1] Oars.", 5, NOBODY, deck, 1, Place.REVEALED),
        ("Eva", "draws and scores [1] Oars.", 5, NOBODY, deck, 1, score),
        ("Eva", "draws and melds [1] Oars.", 5, NOBODY, deck, 1, board),
        ("Eva", "draws and scores a [2] from base.", None, NOBODY, deck, 1, score),
        ("Eva", "places [1] Oars in hand.", 5, 1, Place.REVEALED, 1, hand),
        ("Eva Lu", "returns [1] Pottery from hand.", 0, 0, hand, NOBODY, deck),
        ("Eva", "returns a [1] from his hand from base.", None, 1, hand, NOBODY, deck),
        ("Eva", "returns a [2] from his score pile from base.", None, 1, score, NOBODY, deck),
        ("Eva", "returns revealed [1] Archery.", 3, 1, Place.REVEALED, NOBODY, deck),
        ("Eva Lu", "scores [1] Agriculture from hand.", 9, 0, hand, 0, score),
        ("Eva Lu", "scores [1] Agriculture from board.", 9, 0, board, 0, score),
        ("Eva Lu", "transfers [2] Canal building from hand to Eva's hand.", 21, 0, hand, 1, hand),
        ("Eva Lu", "transfers [1] Writing from hand to Eva's score pile.", 2, 0, hand, 1, score),
        ("Eva", "transfers a [1] from his score pile to his hand from base.", None, 1, score, 1, hand),
        ("Eva Lu", "moves [8] Sao Paulo (board -> hand).", 300, ANYBODY, board, ANYBODY, hand),
        ("Eva Lu", "moves [8] Sao Paulo (board -> Eva's hand).", 300, ANYBODY, board, 1, hand),
        # Places that belong to nobody.
        ("Eva", "moves [10] Globalization (revealed -> removed).", 101, 1, Place.REVEALED, NOBODY, Place.REMOVED),
        ("Eva", "moves [4] Complex Numbers (board -> relics).", 216, 1, board, NOBODY, Place.RELICS),
        ("Eva", "moves a [2] from base (deck -> hand).", None, NOBODY, deck, 1, hand),
        ("Eva", "achieves a [1] from base.", None, NOBODY, Place.ACHIEVEMENTS, 1, Place.ACHIEVEMENTS),
        ("Eva", "achieves [null] Legend.", 325, NOBODY, Place.ACHIEVEMENTS, 1, Place.ACHIEVEMENTS),
    ]
    entries = [{"move": 2, "type": "log", "msg": f"{name} chooses a card."} for name in ("Eva Lu", "Eva")]
    entries += [{"move": 3, "type": "transfer", "msg": f"{name} {words}"} for name, words, *_ in told]
    log = read({"total_entries": len(entries), "log": entries})
    assert not log.unread
    moves = [move for move in log.observations if isinstance(move, Transfer)]
    assert len(moves) == len(told)
    for move, (_, words, *wanted) in zip(moves, told, strict=True):
        assert [move.card, move.from_owner, move.from_place, move.to_owner, move.to_place] == wanted, words
        # A "tuck" may be a meld, a "return" may go on top, and "draws and melds" is said of tucks, too.
        assert move.bottom is (False if "melds" in words and "from hand" in words else None)
        assert move.meld is move.score is None


Spoil = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda c: c["log"].insert(3, 7), "entry 4: expected an object, found the number 7"),
        (lambda c: c["log"][3].update(source="moon"), "entry 4: innolog does not know the place for cards"),
        (lambda c: c["log"][3].update(source_owner="Zoe"), 'expected a player of this table, found the text "Zoe"'),
        (lambda c: c["log"][3].update(card_name="Soup"), 'entry 4: innolog does not know the card "Soup"'),
        (lambda c: c["log"][3].update(type=None), "expected a text as type, found null"),
        (lambda c: c["log"][3].update(card_age=[9]), "entry 4: expected the value of a card, found a list of 1"),
        (lambda c: c["log"][3].update(card_age="IX"), 'entry 4: expected the value of a card, found the text "IX"'),
        (lambda c: c["log"][3].update(card_set=3), "entry 4: expected the name of a set, found the number 3"),
        (lambda c: c["log"][3].update(move=[1]), "entry 4: expected a number as move, found a list of 1"),
        (lambda c: c["log"][3].update(move=0.5), "entry 4: expected a whole number as move, found the number 0.5"),
        (lambda c: c.update(players={"1": "Ada"}), "players: expected the names of at least two players, found 1"),
        (lambda c: c.update(log=c["log"][40:]), "does not contain the opening"),
        (lambda c: c.update(gameName="chess"), "a log of another game (chess)"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(spoil: Spoil, message: str) -> None:
    content = small()
    spoil(content)
    with pytest.raises((UnreadableLog, UnsupportedLog)) as error:
        read(content)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("generation", sampled(GENERATIONS, 4))
def test_spoiled_files_end_in_a_log_or_a_line(generation: str) -> None:
    chance = random.Random(7)
    whole = small(generation)
    whole["log"] = whole["log"][:40]
    junk: list[Any] = [None, True, -1, 10**30, 0.5, "", "0", "\ud800", "x" * 5000, [], {}, [[]], {"id": {}}]
    for _ in range(50):
        content = copied(whole)
        target: Any = content
        while True:
            keys = list(target) if isinstance(target, dict) else list(range(len(target)))
            key = chance.choice(keys)
            if isinstance(target[key], dict | list) and target[key] and chance.random() < 0.9:
                target = target[key]
                continue
            target[key] = chance.choice(junk)
            break
        try:
            assert read(content).site == "bga"
        except (UnreadableLog, UnsupportedLog) as error:
            assert "\n" not in str(error)


def test_the_packets_win_where_both_are_there(tmp_path: Path) -> None:
    game = played(Ruleset(), 2).told
    assert game is not None
    raw = (Path(__file__).parents[2] / "sample_logs" / "base_2p_player.json.gz").read_bytes()
    log = write(game, 0).encode()
    beside = {"game_log.json": log, "game_state.json": b"{}", "summary.html": b"<p>"}
    (tmp_path / "both.zip").write_bytes(zipped({"raw_data.json": gzip.decompress(raw), **beside}))
    (tmp_path / "one.zip").write_bytes(zipped(beside))
    found = [item for item in read_logs([tmp_path]) if isinstance(item, GameLog)]
    assert [item.source.rpartition("/")[2] for item in found] == ["both.zip!raw_data.json", "one.zip!game_log.json"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_of_any_encoding_is_a_trackers(encoding: str) -> None:
    game = played(Ruleset(), 2).told
    assert game is not None
    text = write(game, 0)
    log, other = (read_blob(Blob("game_log.json", data)) for data in (text.encode(encoding), text.encode()))
    assert log == other


@pytest.mark.parametrize("generation", ["text", "snake"])
def test_what_trackers_write_by_default_accuses_nobody(generation: str) -> None:
    """Games in which a tuck is written as a meld, and an owner is lost, are not called illegal.

    What was wrong: false for "bottom_to", "draws and melds", and that who acts is the owner were believed. What
    belonged to the class: every field that has a value where its format knows none (``specification.CARRIES``).
    """
    game = played(Ruleset(), 2).told
    assert game is not None
    content = json.loads(write(game, None, generation))
    for entry in content["log"]:
        if entry["type"] != "transfer":
            continue
        if generation == "text":
            entry["msg"] = entry["msg"].replace("draws and tucks", "draws and melds")
        elif entry["source"] in ("deck", "board", "score"):
            entry["bottom_to"] = False
            if entry["source"] == entry["dest"] == "board":
                entry["dest_owner"] = None
    result = replay(read(content))
    assert result.verdict is not Verdict.ILLEGAL, result.violation
