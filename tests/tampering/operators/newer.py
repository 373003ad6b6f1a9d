"""What only the newer generation's games offer a place for: junk, chains, self-execution, aslant splays, payments."""

from __future__ import annotations

from random import Random

from parsers.bga import notifications_2024 as words
from tests.tampering.operators.registry import Moves, one_left_out, operator, others_than, shifted
from tests.tampering.story import Event, Story


def _told(story: Story, template: str) -> list[Event]:
    return [event for event in story.events if event.template == template]


def _moved(story: Story, source: str, target: str) -> list[Event]:
    return [
        event
        for event in story.events
        if event.kind in words.TRANSFERS
        and (event.args["location_from"], event.args["location_to"]) == (source, target)
    ]


@operator("junked achievement left out")
def junk_left_out(story: Story, rng: Random) -> Moves | None:
    """An achievement that was junked still lies there: what players can claim later tells, and the missing pass."""
    event = story.choice(rng, _moved(story, "achievements", "junk"))
    if event is None:
        return None
    story.delete(event)
    # What players can claim later may tell first.
    return tuple(move for move in story.moves() if move >= event.move)


@operator("junked achievement of another value")
def junked_value(story: Story, rng: Random) -> Moves | None:
    """No effect names values that far apart, or the other achievement is gone already."""
    event = story.choice(rng, [event for event in _moved(story, "achievements", "junk") if event.args.get("age")])
    if event is None:
        return None
    age, gone = int(event.args["age"]), set()
    for other in story.events:
        if other.public is event.public:
            break
        if other.kind in words.TRANSFERS and other.args["location_from"] == "achievements" and other.args.get("age"):
            gone.add(int(other.args["age"]))
    values = [value for value in range(1, 11) if abs(value - age) > 2 or value in gone]
    story.edit(event, age=shifted(event.args["age"], rng.choice(values) - age))
    return tuple(move for move in story.moves() if move >= event.move)


@operator("junked to another position")
def junk_position(story: Story, rng: Random) -> Moves | None:
    """Cards lie in the junk in the order in which they came, by age."""
    found = [event for event in story.events if event.args.get("location_to") == "junk" and event.args.get("age")]
    event = story.choice(rng, found)
    if event is None:
        return None
    at = shifted(event.args["position_to"], 3)
    story.edit(event, position_to=at, position=at)
    return (event.move,)


@operator("card of a junked deck left out")
def card_of_deck(story: Story, rng: Random) -> Moves | None:
    """All cards of the pile are junked."""
    return one_left_out(story, rng, _moved(story, "deck", "junk"))


@operator("junked deck with another number of cards")
def deck_count(story: Story, rng: Random) -> Moves | None:
    """As many cards were junked as were in the pile."""
    event = story.choice(rng, [event for event in _told(story, words.DECK_JUNKED) if event.args["n"] in words.NUMBERS])
    if event is None:
        return None
    names = list(words.NUMBERS)
    story.edit(event, n=names[(names.index(event.args["n"]) + 1) % len(names)])
    return (event.move,)


@operator("junked deck called empty")
def deck_called_empty(story: Story, rng: Random) -> Moves | None:
    """Cards were junked."""
    event = story.choice(rng, _told(story, words.DECK_JUNKED))
    if event is None:
        return None
    for _, item in story.touched(event):
        item["log" if item.get("log") else "args"] = words.NO_DECK_TO_JUNK if item.get("log") else item["args"]
        if "log" in item["args"]:
            item["args"]["log"] = words.NO_DECK_TO_JUNK
    return (event.move,)


@operator("chain achievement not announced")
def chain_dropped(story: Story, rng: Random) -> Moves | None:
    """The card is drawn and achieved all the same."""
    return one_left_out(story, rng, _told(story, words.CHAIN))


@operator("chain achievement not drawn")
def chain_not_drawn(story: Story, rng: Random) -> Moves | None:
    """It was announced."""
    return one_left_out(story, rng, _moved(story, "deck", "achievements"))


@operator("self-execution of another card")
def self_execution(story: Story, rng: Random) -> Moves | None:
    """The effects that follow are those of the card."""
    found = [event for event in story.events if event.template.startswith("${player_name} self-executes")]
    event = story.choice(rng, found)
    if event is None:
        return None
    other = "14" if event.args["card_ids"] != ["14"] else "15"
    for _, item in story.touched(event):
        item["args"]["card_ids"] = [other]
        item["args"].pop("card", None)
    return (event.move,)


@operator("self-execution not announced")
def self_execution_dropped(story: Story, rng: Random) -> Moves | None:
    """Effects of another card are executed in the midst of an action."""
    found = [event for event in story.events if event.template.startswith("${player_name} self-executes")]
    return one_left_out(story, rng, found)


@operator("aslant passed off as up")
def aslant(story: Story, rng: Random) -> Moves | None:
    """The card says aslant, and other icons show."""
    found = [
        (event, table.icons_with(str(event.args["player_id"]), int(event.args["color"]), 3))
        for _, event, table in story.walk()
        if event.kind == "splayedPile" and str(event.args["splay_direction"]) == "4"
    ]
    if not found:
        return None
    event, icons = rng.choice(found)
    story.edit(
        event,
        splay_direction=type(event.args["splay_direction"])(3),
        splay_direction_in_clear="up",
        new_ressource_counts=icons,
    )
    return (event.move,)


@operator("payment called a refusal")
def payment_refused(story: Story, rng: Random) -> Moves | None:
    """The card was returned."""
    return _reworded(story, rng, "pays", "declines")


@operator("refusal called a payment")
def refusal_paid(story: Story, rng: Random) -> Moves | None:
    """No card was returned."""
    return _reworded(story, rng, "declines", "pays")


@operator("refusal called inability")
def refusal_unable(story: Story, rng: Random) -> Moves | None:
    """The player holds cards."""
    return _reworded(story, rng, "declines", "cannot")


@operator("refusal to pay left out")
def refusal_left_out(story: Story, rng: Random) -> Moves | None:
    """What was wrong: the place was that of the question, which is of an earlier move."""
    return one_left_out(story, rng, _refusals(story))


@operator("refusal to pay told of another player")
def refusal_of_another(story: Story, rng: Random) -> Moves | None:
    """The player who was asked refuses. What was wrong: the place, as before."""
    event = story.choice(rng, _refusals(story))
    if event is None:
        return None
    told = next(player for player, name in story.names.items() if name in event.args["player_name"])
    _, item = event.public
    item["args"]["player_name"] = story.names[rng.choice(others_than(story, told))]
    return (event.move,)


def _refusals(story: Story) -> list[Event]:
    refused = {template for template, (_, how) in words.PARLEYS.items() if how == "declines"}
    return [event for event in story.events if event.template in refused]


def _reworded(story: Story, rng: Random, was: str, now: str) -> Moves | None:
    others = {
        template: next(other for other, (for_what, how) in words.PARLEYS.items() if (for_what, how) == (what, now))
        for template, (what, how) in words.PARLEYS.items()
        if how == was
    }
    event = story.choice(rng, [event for event in story.events if event.template in others])
    if event is None:
        return None
    # What a player is told in the second person is left out: its words are not compared with those of the others.
    item = event.public[1]
    holder = item if item.get("log") else item["args"]
    holder["log"] = others[event.template]
    return (event.move,)


@operator("avatar counted once more")
def avatars(story: Story, rng: Random) -> Moves | None:
    """Avatars count where they are visible."""
    found = [event for event in story.events if "7" in (event.args.get("new_ressource_counts") or {})]
    event = story.choice(rng, found)
    if event is None:
        return None
    counts = event.args["new_ressource_counts"]
    story.edit(event, new_ressource_counts={**counts, "7": shifted(counts["7"], 1)})
    return (event.move,)


#: Kinds of forgery that only logs of the newer generation offer a place for.
KINDS = frozenset(
    {
        *("junked achievement left out", "junked achievement of another value", "junked to another position"),
        *("card of a junked deck left out", "junked deck with another number of cards", "junked deck called empty"),
        *("chain achievement not announced", "chain achievement not drawn", "self-execution of another card"),
        *("self-execution not announced", "aslant passed off as up", "payment called a refusal"),
        *("refusal called a payment", "refusal called inability", "avatar counted once more"),
        *("refusal to pay left out", "refusal to pay told of another player"),
    }
)
