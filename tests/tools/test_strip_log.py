"""Stripping a log leaves its structure and facts, and its verdict."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from innolog.log import GameLog
from innolog.replay import replay
from parsers import read_log
from tests.shared import REPOSITORY, corpus_games, load, sampled
from tests.tools.strip_log import strip


def shape(value: Any) -> Any:
    """The keys, lengths and types of a parsed JSON document."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return type(value)


def test_facts_stay_and_prose_goes() -> None:
    export = {
        "players": {"7": "Quentin", "5": {"id": "5", "name": "Rosalind"}},
        "gamedatas": {"cards": {"3": {"id": "3", "name": "Archery", "i_demand_effect_1": "a long text"}}},
        "packets": [
            {
                "channel": "/table/t1",
                "move_id": None,
                "data": [
                    {"type": "log", "log": "${player_name} waits. And waits.", "args": {"player_name": "Quentin"}},
                    {"type": "log", "log": "${player_name} chats.", "args": {"player_name": "Rosalind"}},
                    {
                        "type": "transferedCard_spectator",
                        "log": "",
                        "args": {
                            "log": "${player_name} moves a card.",
                            "<": "<span class='square N age type_0'>",
                            "id": "3",
                            "bottom_to": False,
                            "opponent_id": "5",
                            "opponent_name": "<span style='color:#ff0000;'>Rosalind</span>",
                            "icon": "<span class='square N icon_4'></span>",
                            "age": "<span title='3' class='square N age age_3'>3</span>",
                            "qualified_effect": "1<sup>st</sup> non-demand effect",
                        },
                    },
                ],
            }
        ],
    }
    stripped = strip(export, keys={"waits", "${player_name} waits."})
    assert shape(stripped) == shape(export)
    waits, chats, moved = stripped["packets"][0]["data"]
    assert waits == {"type": "log", "log": "${player_name} waits.", "args": {"player_name": "Bo"}}
    assert chats == {"type": "log", "log": "", "args": {"player_name": "Ada"}}
    assert moved["args"] == {
        "log": "",
        "<": "",
        "id": "3",
        "bottom_to": False,
        "opponent_id": "5",
        "opponent_name": "Ada",
        "icon": "icon_4",
        "age": "3",
        "qualified_effect": "1<sup>st</sup> non-demand effect",
    }
    assert stripped["gamedatas"]["cards"]["3"] == {"id": "3", "name": "Archery", "i_demand_effect_1": ""}
    assert stripped["players"] == {"7": "Bo", "5": {"id": "5", "name": "Ada"}}


@pytest.mark.parametrize("sets", sampled(["base", "cities"], 2))
def test_a_stripped_log_reads_and_replays_the_same(sets: str, shared_folder: Path, tmp_path: Path) -> None:
    game = next(
        game for game in corpus_games(editions=["third"], players=[2], teams=False) if game.sets == {"base", sets}
    )
    for export in (game.seats[0], game.spectator):
        output = tmp_path / "stripped.json.gz"
        subprocess.run([sys.executable, "-m", "tests.tools.strip_log", export, output], check=True, cwd=REPOSITORY)
        assert shape(load(output)) == shape(load(export))
        original, stripped = read_log(export), read_log(output)
        assert isinstance(original, GameLog)
        assert isinstance(stripped, GameLog)
        assert facts(stripped) == facts(original)
        assert replay(stripped).digest == replay(original).digest


def facts(log: GameLog) -> Any:
    return log.game_id, [seat.id for seat in log.seats], log.observations, log.records, log.viewpoint


def test_stripped_logs_are_smaller_and_free_of_html(shared_folder: Path) -> None:
    export = load(shared_folder / "samples" / "bga" / "real_cities_2p_unfinished.json")
    stripped = strip(export)
    text = json.dumps(stripped)
    assert "<span" not in text
    assert len(text) < len(json.dumps(export))
    assert not [name for name in export["players"].values() if f'"{name}"' in text]
