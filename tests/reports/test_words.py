from __future__ import annotations

from dataclasses import replace

from innolog import log as seen
from innolog.cards.deeds import deeds_of
from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_of, card_table
from innolog.cards.registry import card_named
from innolog.cli._words import Words
from innolog.comparing.words import Speaker
from innolog.engine.actions import ActionKind
from innolog.engine.events import (
    NO_CARD,
    DogmaStarted,
    EffectSkipped,
    EffectStarted,
    Event,
    IconsCounted,
    Parley,
    SharingBonus,
    Splay,
    Transfer,
)
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.log import At, Ended, Place
from innolog.results.result import ActionRecord

_FACTS = {
    "Archery": ("Its effects compare castle icons", "Demand: draw, transfer"),
    "Publications": ("Its effects compare lightbulb icons", "Effect 1: rearrange", "Effect 2: splay up"),
    "Computers": (
        "Its effects compare clock icons",
        "Effect 1: splay up",
        "Effect 2: execute another card, draw, meld",
    ),
}
WORDS = Words(["Ada", "Blaise"], backs=[back_of(0, 3)])


def _action(kind: str, card: int | None, *events: Event) -> ActionRecord:
    return ActionRecord(5, 3, 1, 0, kind, card, 10, 12, [(event, 10) for event in events])


def _move(card: int, source: tuple[int, Zone], target: tuple[int, Zone], keyword: Keyword) -> Transfer:
    return Transfer(card, *source, 0, *target, 0, False, keyword)


def test_a_draw_is_its_own_title() -> None:
    draw = _action("draw", None, _move(UNKNOWN_BASE, (NOBODY, Zone.DECK), (0, Zone.HAND), Keyword.DRAW))
    assert WORDS.title(draw) == "Ada draws a hidden [base 3]"
    assert WORDS.lines(draw) == []


def test_a_payment_names_who_pays_and_for_what() -> None:
    """Who had carried out the last effect returned the card of the player who paid, for no reason."""
    words = Words(["Ada", "Blaise", "Cleo", "Dan"])
    demand, effect = EffectStarted(1, 1, "demand", 1, False), EffectStarted(3, 1, "dogma", 1, False)
    returned = _move(0, (2, Zone.HAND), (NOBODY, Zone.DECK), Keyword.RETURN)
    drawn = _move(2, (NOBODY, Zone.DECK), (2, Zone.HAND), Keyword.DRAW)
    action = _action(
        "dogma", 1, demand, returned, drawn, Parley(2, "avoid", 0), effect, returned, Parley(2, "share", 0)
    )
    name = words.card
    assert words.lines(action) == [
        (0, f"Blaise obeys demand 1 of {card_table().name[1]}"),
        (1, "nothing changes"),
        (0, f"Cleo returns {name(0)} to avoid the demand"),
        (0, f"Cleo draws {name(2)}"),
        (0, f"Dan shares effect 1 of {card_table().name[1]}"),
        (1, "nothing changes"),
        (0, f"Cleo returns {name(0)} to share the effect"),
    ]
    action = _action("dogma", 1, demand, Parley(2, "avoid", None), Parley(3, "avoid", NO_CARD))
    assert words.lines(action)[1:] == [
        (1, "nothing changes"),
        (0, "Cleo does not pay to avoid the demand"),
        (0, "Dan pays to avoid the demand"),
    ]


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


def test_each_kind_of_action_and_of_effect_has_its_word() -> None:
    """Inspiring, a decree and what is done with a card on display were all told as endorsing."""
    told = {
        "inspire": "Ada inspires yellow",
        "decree": "Ada issues the decree Empire",
        "dogma of display": "Ada activates Domestication [1] on display",
        "return display": "Ada returns Domestication [1] from the display",
        "leave display": "Ada leaves Domestication [1] on display",
        "parley": "Ada parleys with Domestication [1]",
        "endorse": "Ada endorses Domestication [1]",
    }
    cards = {"decree": 105}
    assert {kind: WORDS.title(_action(kind, cards.get(kind, 10))) for kind in told} == told
    assert {kind.value for kind in ActionKind} - set(told) == {"draw", "meld", "dogma", "achieve"}
    kinds = ["dogma", "demand", "compel", "echo", "inspire", "karma"]
    lines = WORDS.lines(_action("dogma", 1, *(EffectStarted(1, 10, kind, 1, False) for kind in kinds)))
    assert [text for depth, text in lines if not depth] == [
        "Blaise shares effect 1 of Domestication",
        "Blaise obeys demand 1 of Domestication",
        "Blaise obeys compel effect 1 of Domestication",
        "Blaise shares the echo effect of Domestication",
        "Blaise uses the inspire effect of Domestication",
        "Blaise uses karma 1 of Domestication",
    ]


def test_eyes_do_not_name_what_they_cannot_see() -> None:
    seen = {eyes: Words(["Ada", "Blaise"], eyes=eyes) for eyes in (0, 1, NOBODY)}
    draw = _action("draw", None, _move(1, (NOBODY, Zone.DECK), (0, Zone.HAND), Keyword.DRAW))
    assert {eyes: words.title(draw) for eyes, words in seen.items()} == {
        0: "Ada draws Tools [1]",
        1: "Ada draws a hidden [base 1]",
        NOBODY: "Ada draws a hidden [base 1]",
    }
    taken = _action("dogma", 2, _move(1, (0, Zone.HAND), (1, Zone.SCORE), Keyword.TRANSFER))
    assert seen[NOBODY].lines(taken) == [(0, "a hidden [base 1] goes from Ada's hand to Blaise's score pile")]
    assert "Tools [1]" in seen[1].lines(taken)[0][1]
    for zone in (Zone.BOARD, Zone.REVEALED):
        shown = _action("dogma", 2, _move(1, (0, Zone.HAND), (0, zone), Keyword.MELD))
        assert seen[1].lines(shown) == [(0, "Ada melds Tools [1]")]


def test_the_facts_of_a_card_are_keywords_of_its_effects() -> None:
    table = card_table()
    found = {
        name: deeds_of(card_named(name), ("third",), table.cards[card_named(name)].featured_icon) for name in _FACTS
    }
    assert found == _FACTS


def test_a_log_that_does_not_say_how_the_game_ended() -> None:
    speaker = Speaker(("Ada", "Bob"))
    at = At(1, 0, 0)
    assert speaker.observation(Ended(at, "")) == "the game ends"
    assert speaker.observation(Ended(at, "dogma", 1)) == "the game ends by a card's effect (Bob)"
    assert speaker.observation(Ended(at, "conceded")) == "a player conceded"
    assert speaker.observation(Ended(at, "conceded", 1)) == "Bob conceded"


def test_what_has_no_age_is_described_without_one() -> None:
    speaker, at = Speaker(("Ada", "Bob")), At(1, 0, 0)
    cities, own = int(CardSet.CITIES), (1, Place.ACHIEVEMENTS, None)
    gained = seen.Transfer(at, None, cities, None, False, NOBODY, Place.FLAGS, None, *own)
    assert speaker.observation(gained) == "a flag goes from the flags to Bob's achievements"
    lost = replace(gained, from_owner=1, from_place=Place.ACHIEVEMENTS, to_owner=NOBODY, to_place=Place.FOUNTAINS)
    assert speaker.observation(lost) == "a fountain goes from Bob's achievements to the fountains"
    special = replace(gained, card_set=None, from_place=Place.ACHIEVEMENTS)
    assert speaker.observation(special) == "a card goes from the available achievements to Bob's achievements"
