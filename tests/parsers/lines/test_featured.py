"""The featured icon that a line gives the card on which effects count as printed."""

from __future__ import annotations

import pytest

from innolog.cards.facts import Icon
from innolog.log import At
from parsers.lines.bga import bga_table
from parsers.lines.matching import Back, Said
from parsers.lines.reading import LineReader
from tests.table import card


@pytest.mark.parametrize(
    ("on", "icon", "true"),
    [
        ("Pottery", Icon.LEAF, True),
        ("Pottery", Icon.CROWN, False),
        # The fourth edition printed another one. It is not known yet which edition was played.
        ("The Internet", Icon.CLOCK, True),
        ("The Internet", Icon.CASTLE, False),
    ],
)
def test_the_featured_icon_of_a_line_is_that_of_the_card(on: str, icon: Icon, true: bool) -> None:
    reader = LineReader(bga_table(), ["Ada", "Bo"], None)
    values = {"player": 0, "card": Back(card("Tools")), "card2": Back(card(on)), "icon": int(icon)}
    reader.tell(At(7, 30, 0), "", Said("execute_on", values, False))
    assert [each.at.move for each in reader.inconsistencies] == ([] if true else [7])
