from __future__ import annotations

from innolog.cards.facts import UNKNOWN_BASE, back_of
from innolog.cli._words import Words
from innolog.engine.events import (
    DogmaStarted,
    EffectSkipped,
    EffectStarted,
    Event,
    IconsCounted,
    SharingBonus,
    Splay,
    Transfer,
)
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.results.result import ActionRecord

WORDS = Words(["Ada", "Blaise"], backs=[back_of(0, 3)])


def _action(kind: str, card: int | None, *events: Event) -> ActionRecord:
    return ActionRecord(5, 3, 1, 0, kind, card, 10, 12, [(event, 10) for event in events])


def _move(card: int, source: tuple[int, Zone], target: tuple[int, Zone], keyword: Keyword) -> Transfer:
    return Transfer(card, *source, 0, *target, 0, False, keyword)


def test_a_draw_is_its_own_title() -> None:
    draw = _action("draw", None, _move(UNKNOWN_BASE, (NOBODY, Zone.DECK), (0, Zone.HAND), Keyword.DRAW))
    assert WORDS.title(draw) == "Ada draws a hidden [base 3]"
    assert WORDS.lines(draw) == []


def test_a_shared_dogma() -> None:
    action = _action(
        "dogma",
        1,
        DogmaStarted(0, 1, False),
        IconsCounted(3, (2, 2)),
        EffectStarted(1, 1, "dogma", 1, False),
        _move(0, (1, Zone.HAND), (NOBODY, Zone.DECK), Keyword.RETURN),
        _move(2, (0, Zone.SCORE), (NOBODY, Zone.DECK), Keyword.RETURN),
        _move(2, (NOBODY, Zone.DECK), (1, Zone.BOARD), Keyword.MELD),
        EffectStarted(0, 1, "dogma", 1, False),
        EffectSkipped(1, "demand", 1),
        SharingBonus(0),
        _move(4, (NOBODY, Zone.DECK), (0, Zone.HAND), Keyword.DRAW),
    )
    assert WORDS.title(action) == "Ada activates Tools [1]"
    assert WORDS.lines(action) == [
        (0, "Count of lightbulb icons: Ada 2, Blaise 2"),
        (0, "Blaise shares effect 1 of Tools"),
        (1, "Blaise returns Pottery [1]"),
        (1, "Blaise returns Writing [1] from Ada's score pile"),
        (1, "Blaise draws and melds Writing [1]"),
        (0, "Ada uses effect 1 of Tools"),
        (1, "nothing changes"),
        (0, "Demand 1 of Tools affects nobody"),
        (0, "Ada draws because others shared"),
        (0, "Ada draws Metalworking [1]"),
    ]


def test_achievements_flags_and_splays() -> None:
    def claim(entry: int) -> Transfer:
        return _move(entry, (NOBODY, Zone.AVAILABLE), (0, Zone.ACHIEVEMENTS), Keyword.ACHIEVE)

    # The face of a standard achievement stays hidden even where its id is known.
    assert WORDS.title(_action("achieve", 0, claim(0))) == "Ada claims the achievement of age 1"
    assert WORDS.title(_action("achieve", UNKNOWN_BASE, claim(UNKNOWN_BASE))) == "Ada claims the achievement of age 3"
    lines = WORDS.lines(
        _action(
            "meld",
            3,
            claim(106),
            claim(1010),
            _move(1010, (0, Zone.ACHIEVEMENTS), (NOBODY, Zone.CITY_ICONS), Keyword.ACHIEVE),
            Splay(1, 2, 3, False),
            Splay(1, 2, 0, True),
        )
    )
    assert [text for _, text in lines] == [
        "Ada claims Monument",
        "Ada's red flag counts as an achievement",
        "Ada's red flag no longer counts as an achievement",
        "Blaise splays the green pile up",
        "Blaise's green pile is no longer splayed",
    ]
