"""Render the page about one game: a single self-contained HTML file."""

from __future__ import annotations

import base64
import hashlib
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from innolog.cards.editions import Edition
from innolog.cards.facts import BASIC_ICONS, COLORS, CardSet, Icon, back_age, back_set, card_table
from reports.curves import Curve, curve
from reports.safe_text import visible

if TYPE_CHECKING:
    from jinja2 import Environment, Template

    from reports.winprob.course import Chances

#: The order of the slots in the page's data is that of :data:`innolog.cards.facts.SLOTS`.
ICON_NAMES = tuple(icon.name.lower() for icon in BASIC_ICONS)
AVATAR = Icon.AVATAR.name.lower()
#: The eyes of somebody who sees nobody's hidden cards.
SPECTATOR = -1
#: Maximum number of characters of one text in a page.
_LONGEST = 2000
COLOR_NAMES = tuple(color.name.lower() for color in COLORS)


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone that every player has: ``open`` if its cards lie face up, ``always`` if it is shown even if it is empty.

    ``small``: True when only the points of its cards count.
    """

    title: str
    open: bool
    always: bool
    small: bool


@dataclass(frozen=True, slots=True)
class Area:
    """The cards of one player.

    ``icons`` are the counts from crown to clock, or to avatar. ``zones`` has for each zone of
    the page its cards: (id or None if hidden, back or 0 if it lies face up). ``achievements``
    are named; ``boards`` and ``splays`` are in color order, piles from bottom to top. Facts that the record leaves open
    are None. Piles that it leaves open show one possibility; ``guesses`` marks them. ``lost``: True when the player is
    out of the game.
    """

    score: int | None
    icons: tuple[int, ...] | None
    zones: tuple[tuple[tuple[int | None, int], ...] | None, ...]
    achievements: tuple[str, ...] | None
    boards: tuple[tuple[int, ...], ...]
    splays: tuple[int | None, ...]
    guesses: tuple[bool, ...] = (False,) * len(COLOR_NAMES)
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Everything on the table. ``decks`` maps a back to the number of cards in the supply pile."""

    areas: tuple[Area, ...]
    decks: dict[int, int]
    available_ages: tuple[int, ...]
    available_specials: tuple[str, ...]
    relics: tuple[int, ...] = ()
    #: The cards in the junk, card id or None if hidden with the back, and the special achievements in it by name.
    junk: tuple[tuple[int | None, int], ...] = ()
    junked_specials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a player could do: in words, whether it was done, and where it leads.

    ``chance`` is the win probability afterwards if a model knows it; ``depends`` says what decides the table
    afterwards, or how those choose on whom it depends. It is None if the table is certain.
    """

    text: str
    taken: bool
    chance: float | None = None
    depends: str | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """One action and the table after it. ``turn`` is 0 for the opening; ``lines`` are (depth, text).

    ``among`` says that there are other possible explanations; None if there are none. ``possible`` are all legal
    actions at that point: empty if they are not wanted, None if they could not be determined.
    """

    turn: int
    number: int
    player: int
    title: str
    lines: tuple[tuple[int, str], ...]
    move: int | None
    table: Table
    among: str | None = None
    possible: tuple[Option, ...] | None = ()
    #: Title and lines as other eyes (:attr:`GamePage.eyes`) saw the action, where they saw less.
    seen: dict[int, tuple[str, tuple[tuple[int, str], ...]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deed:
    """An action in which a card played a part, and the numbers of the lines that are about it."""

    action: int
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardNote:
    """What a card is, line by line, and what it did in this game."""

    facts: tuple[str, ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """The place where the log breaks the rules, in words.

    ``sentence`` is what the rule says; ``reason`` adds to the two sides, and may be empty.
    """

    rule: str
    sentence: str
    reason: str
    place: str
    expected: str
    observed: str
    #: The labels of the two.
    sides: tuple[str, str]
    move: int | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision against its alternatives.

    ``options`` are (words, the player's chance to win from 0 to 1, the standard error of it, which one deal does not
    show); the first is what was played. ``loss`` is what that lost against the best. ``marked``: True when the loss is
    larger than its error allows. ``why`` says what the best option brings.
    """

    action: int
    player: int
    options: tuple[tuple[str, float, float | None], ...]
    loss: float
    marked: bool
    why: str


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """The review of some actions.

    ``draws``: the action, what a drawn card changed of the chance of each player, and the errors of that, if known.
    """

    decisions: tuple[Decided, ...]
    draws: tuple[tuple[int, tuple[float, ...], tuple[float | None, ...]], ...]
    #: The number of actions, from the first one on, that are reviewed with this part and those before.
    done: int


@dataclass(frozen=True, slots=True)
class Fact:
    """One line about the game. If it was deduced, ``reason`` says from what."""

    what: str
    which: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GamePage:
    """The content of the page. All text is plain, and may be as a log has it; :func:`render` makes it safe to show.

    ``verdict`` is one of legal, legal_so_far, illegal; ``winners`` are seats; ``actions`` are in order; the last one
    of an illegal game is the last that could be explained. ``not_recorded`` are the kinds of fact that the log leaves
    out, if that leaves the state of the game open.
    """

    players: tuple[str, ...]
    winners: tuple[int, ...]
    verdict: str
    verdict_words: str
    ending: str
    game: str
    rules: tuple[Fact, ...]
    facts: tuple[Fact, ...]
    actions: tuple[Action, ...]
    #: The zones of each player, in the order of :attr:`Area.zones`.
    zones: tuple[Zone, ...]
    violation: Violation | None = None
    not_recorded: tuple[str, ...] = ()
    #: The number of achievements that wins.
    achievements_needed: int | None = None
    #: The win probabilities after each action; or, if they were requested, the reason why there are none.
    chances: Chances | None = None
    no_chances: str | None = None
    #: The seat that recorded the log; None for a spectator.
    viewpoint: int | None = None
    #: For each back of a hidden card: all cards with it, and those that the log never identifies. Empty if unknown.
    candidates: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=dict)
    #: The edition whose cards are drawn; empty for the third.
    edition: str = ""
    #: Whose knowledge the page can show instead of all that the log tells: seats, and SPECTATOR.
    eyes: tuple[int, ...] = ()
    #: Facts and deeds of cards by their ids.
    notes: dict[int, CardNote] = field(default_factory=dict)
    #: The review of the decisions, or the reason why there is none; None if none was requested.
    review: ReviewPart | str | None = None
    #: The team of each player; empty if everybody plays alone.
    teams: tuple[int, ...] = ()

    @property
    def sides(self) -> list[list[int]]:
        """The seats of each team, or of each player who plays alone."""
        of = self.teams or tuple(range(len(self.players)))
        return [[seat for seat, each in enumerate(of) if each == side] for side in dict.fromkeys(of)]


def render(game: GamePage) -> str:
    """The page as HTML."""
    template, style, script = _template()
    return template.render(
        game=game,
        style=style,
        script=script,
        style_hash=csp_hash(style),
        script_hash=csp_hash(script),
        data=visible(_data(game), _LONGEST),
        turns=_turns(game.actions),
        curves=_curves(game),
        icon_names=ICON_NAMES,
        final=game.actions[-1].table if game.actions else None,
        # After the last action that could be explained comes the place of the verdict.
        steps=len(game.actions) - (game.violation is None),
    )


@cache
def _template() -> tuple[Template, str, str]:
    """The template of a page, and its style and script. Compiling it takes longer than filling it in."""
    made, (style, script) = templates("game.css", "game.js", longest=_LONGEST)
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": True}
    return made.get_template("game.html.j2"), style, script


def templates(*sources: str, longest: int = sys.maxsize) -> tuple[Environment, list[str]]:
    """The templates of ``reports``, and the texts of some files beside them as they are.

    A text that a template prints is cut after the ``longest`` number of characters.

    Every value that a template prints passes through :func:`~reports.safe_text.visible`: a direction mark in a name
    would turn the sentence around it.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("reports")
    made = Environment(
        loader=loader,
        autoescape=True,
        finalize=partial(visible, longest=longest),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return made, [loader.get_source(made, name)[0] for name in sources]


def csp_hash(text: str) -> str:
    """The hash with which a Content-Security-Policy allows an inline style or script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _turns(actions: Sequence[Action]) -> list[tuple[Action, list[tuple[int, Action]]]]:
    """The actions with their indices, grouped by turn; each group starts with the first action of the turn."""
    turns: list[tuple[Action, list[tuple[int, Action]]]] = []
    for index, action in enumerate(actions):
        if not turns or turns[-1][0].turn != action.turn:
            turns.append((action, []))
        turns[-1][1].append((index, action))
    return turns


def _curves(game: GamePage) -> list[Curve]:
    if not game.actions:
        return []
    seats = range(len(game.players))
    # Team-mates win with the achievements of both.
    partners = {seat: side for side in game.sides for seat in side}
    curves = []
    if game.chances is not None:
        percent = [[100 * chance for chance in chances] for chances in game.chances.curves]
        curves.append(curve("win probability", percent, height=1.7, top=100))
    areas = [action.table.areas for action in game.actions]
    curves += [
        curve("score", [[_or_gap(each[seat].score) for each in areas] for seat in seats], height=1.7),
        curve(
            "achievements",
            [
                [sum(_or_gap(_number(each[one].achievements)) for one in partners[seat]) for each in areas]
                for seat in seats
            ],
            height=1.7,
            target=game.achievements_needed,
        ),
    ]
    for number, name in enumerate(ICON_NAMES):
        counts = [[None if (all_ := each[seat].icons) is None else all_[number] for each in areas] for seat in seats]
        curves.append(curve(name, [[_or_gap(count) for count in line] for line in counts]))
    return curves


def _number(things: Sequence[object] | None) -> int | None:
    return None if things is None else len(things)


def _or_gap(value: float | None) -> float:
    """A value of a curve; an unknown value is a gap."""
    return math.nan if value is None else value


def _data(game: GamePage) -> dict[str, Any]:
    """The data from which the page's script draws the board. It contains only cards that occur in the game."""
    printed = card_table(edition=game.edition).cards
    options = [option for action in game.actions for option in action.possible or ()]
    texts = sorted({option.text for option in options})
    depends = sorted({option.depends or "" for option in options})
    numbers, of_depends = _numbers(texts), _numbers(depends)
    chances = None if game.chances is None else list(zip(*game.chances.curves, strict=True))
    return {
        # Texts occur in many actions, so they have numbers.
        "options": texts,
        "depends": depends,
        "colors": COLOR_NAMES,
        "icons": (*ICON_NAMES, AVATAR) if game.edition == Edition.FOURTH.value else ICON_NAMES,
        "sets": {str(int(card_set)): card_set.name.lower() for card_set in CardSet},
        "players": game.players,
        "cards": {
            str(card): {
                "name": printed[card].name,
                "age": printed[card].age,
                "color": COLOR_NAMES[printed[card].color],
                "set": printed[card].set.name.lower(),
                # A place without an icon is drawn like one that the card does not have.
                "slots": ["" if slot == "none" else slot for slot in printed[card].slots],
            }
            for card in sorted(_cards_in(game) & printed.keys())
        },
        "viewpoint": game.viewpoint,
        "zones": [asdict(zone) for zone in game.zones],
        "eyes": game.eyes,
        "notes": {
            str(card): [note.facts, [[deed.action, deed.lines] for deed in note.deeds]]
            for card, note in sorted(game.notes.items())
        },
        "candidates": {str(back): cards for back, cards in game.candidates.items()},
        "names": {
            str(card): f"{printed[card].name} [{printed[card].age}]"
            for card in sorted({card for all_, _ in game.candidates.values() for card in all_} & printed.keys())
        },
        "chances": None if chances is None else [list(map(_rounded, after)) for after in chances],
        "percent": None if chances is None else [whole_percent(after) for after in chances],
        "violation": None
        if (broken := game.violation) is None
        else {
            "move": broken.move,
            "lines": [(0, f"{broken.sides[0]}: {broken.expected}"), (0, f"{broken.sides[1]}: {broken.observed}")],
        },
        "actions": [_action_data(action, numbers, of_depends) for action in game.actions],
        "review": None if game.review is None else _review(game.review),
    }


def review_data(review: ReviewPart | str) -> dict[str, Any]:
    """A part of a review for the script of the page, or the reason why there is none.

    The page has the data of the whole review in it, or gets that of all parts in order from a page around it. It adds
    them up, and counts where no option is better than the one that was played, so no number is rounded here.
    """
    found: dict[str, Any] = visible(_review(review), _LONGEST)
    return found


def _review(review: ReviewPart | str) -> dict[str, Any]:
    if isinstance(review, str):
        return {"none": review}
    return {
        "done": review.done,
        "decisions": [
            {
                "action": each.action,
                "player": each.player,
                "options": each.options,
                "loss": each.loss,
                "marked": each.marked,
                "why": each.why,
            }
            for each in review.decisions
        ],
        "draws": review.draws,
    }


def _cards_in(game: GamePage) -> set[int]:
    cards: set[int] = {*game.notes}
    for action in game.actions:
        for area in action.table.areas:
            cards.update(card for pile in area.boards for card in pile)
            cards.update(card for zone in area.zones for card, _ in zone or () if card is not None)
        cards.update(action.table.relics)
        cards.update(card for card, _ in action.table.junk if card is not None)
    return cards


def _numbers(texts: list[str]) -> dict[str, int]:
    return {text: number for number, text in enumerate(texts)}


def _action_data(action: Action, texts: dict[str, int], depends: dict[str, int]) -> dict[str, Any]:
    return {
        "turn": action.turn,
        "player": action.player,
        "title": action.title,
        "lines": action.lines,
        "move": action.move,
        "among": action.among,
        "seen": action.seen,
        "possible": None
        if action.possible is None
        else [
            [
                texts[option.text],
                int(option.taken),
                _rounded(option.chance),
                depends[option.depends or ""],
            ]
            for option in action.possible
        ],
        "table": _table_data(action.table),
    }


def _rounded(chance: float | None) -> float | None:
    return None if chance is None or math.isnan(chance) else round(chance, 3)


def whole_percent(chances: Sequence[float]) -> list[int | None]:
    """Chances (0 to 1) as whole per cent that have the sum of all, by largest remainders; not a number is None."""
    floors = [None if math.isnan(chance) else math.floor(100 * chance) for chance in chances]
    known = [seat for seat, floor in enumerate(floors) if floor is not None]
    rest = {seat: 100 * chances[seat] - math.floor(100 * chances[seat]) for seat in known}
    # Team-mates have equal chances, and of two equal remainders the one of the larger chance counts.
    first = sorted(known, key=lambda seat: (-round(rest[seat], 6), -chances[seat]))
    for seat in first[: round(sum(rest.values()))]:
        floors[seat] = math.floor(100 * chances[seat]) + 1
    return floors


def _table_data(table: Table) -> dict[str, Any]:
    return {
        "areas": [
            {
                "score": area.score,
                "icons": area.icons,
                "zones": area.zones,
                "achievements": area.achievements,
                "boards": area.boards,
                "splays": area.splays,
                "guesses": area.guesses,
                "lost": area.lost,
            }
            for area in table.areas
        ],
        "decks": [[back_set(back), back_age(back), number] for back, number in sorted(table.decks.items())],
        "ages": table.available_ages,
        "specials": table.available_specials,
        "relics": table.relics,
        "junk": table.junk,
        "junked": table.junked_specials,
    }
