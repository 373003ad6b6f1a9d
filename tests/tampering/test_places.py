"""The place of a violation is the move in which something is missing or wrong, not one before or after it.

Found among 2,647 forged exports, of which 14 were judged illegal at a neighbouring move. The classes: a player who is
asked although nothing fits decides in a move of its own, and so does one who names a value or passes; what is missing
in that move or after it was placed before or behind it. Where an answer to a later question came next, the answer was
blamed. Who is asked was blamed on the answer. A pass in an effect could be told in the words of a promotion, if the
action was a meld. A question to the player who carries out the effect was dropped as known, so that it could replace
the one to the player who decides: the one who demands, whoever may pay before the effect begins (all 30 of bga_second
and bga_rare, and 41 of the fourth edition, passed or were found in the next move).
"""

from __future__ import annotations

import pytest

from innolog.replay import Verdict
from tests.shared import sampled, shared_folder
from tests.tampering.measure import forgeries, judge

_FOUND = [
    ("sharing bonus missing", "bga_rare/third_cities_echoes_2p/9010/player_90000002"),
    ("second first action", "bga_rare/third_all_relics_2p/9038/spectator"),
    ("end of turn missing", "bga_rare/third_artrelics_3p/9000/player_90000002"),
    ("player of the effect is asked", "bga_second/third_cities_3p/7003/spectator"),
    ("player of the effect is asked", "bga_second/third_echoes_4p/7000/player_90000001"),
    ("player of the effect is asked", "bga_fourth/fourth_base_4p/4/spectator"),
    ("player of the effect is asked", "bga_fourth/fourth_base_2p/3008/player_90000001"),
    ("somebody else is asked", "bga_second/third_artrelics_echoes_2p/7003/player_90000002"),
    ("special achievement missing", "bga_second/third_artrelics_echoes_2p/7004/spectator"),
    ("special achievement missing", "bga_rare/third_all_relics_2p/9000/player_90000002"),
    ("draw missing", "bga/third_all_relics_2p/1030/spectator"),
    ("foreshadowing missing", "bga/third_art_echoes_2p/4/player_90000002"),
    ("dig missing", "bga_rare/third_all_relics_2p/9000/player_90000002"),
    ("declined in the words of something else", "bga/third_all_relics_2p/1030/spectator"),
]
#: Of the measure in which they were found: it decides what is changed.
_SEED = 2512


@pytest.mark.parametrize(("kind", "name"), sampled(_FOUND, 3), ids=lambda value: value.replace("/", " "))
def test_illegal_at_the_move(kind: str, name: str) -> None:
    folder = shared_folder()
    if folder is None:
        pytest.skip("the corpus is not beside the repository")
    ((_, _, moves, story),) = forgeries(folder / "corpus" / f"{name}.json.gz", _SEED, [kind])
    verdict, move, said = judge(story)
    assert verdict is Verdict.ILLEGAL
    assert move in moves, said
