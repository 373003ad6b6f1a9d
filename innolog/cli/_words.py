"""A replayed game in words: what happened in an action, how a game ended, where a log breaks the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from innolog.cards.facts import (
    FOUNTAINS,
    UNKNOWN_BASE,
    CardSet,
    back_age,
    back_set,
    card_table,
    city_icon_color,
    is_city_icon,
)
from innolog.cli._text import qualification, sets_in_words
from innolog.comparing.sentences import ACTIONS, ENDINGS, color_name, pile_name, purpose, shown, verb
from innolog.engine import events as did
from innolog.engine.actions import Action, ActionKind
from innolog.engine.zones import NOBODY, OPEN, OWN, Keyword, Zone
from innolog.results.result import ActionRecord, PlayerView, Replay, Snapshot

#: For facts on which the explanations of a log differ if it does not record everything.
UNKNOWN = "unknown"

#: The words for effects other than demands.
_EFFECTS = {
    "compel": "compel effect {}",
    "echo": "the echo effect",
    "inspire": "the inspire effect",
    "decree": "the decree",
    "karma": "karma {}",
}
#: A karma of somebody else interrupts an action, and is not a part of it.
_NEVER_SHARED = frozenset({"inspire", "decree", "karma"})
_LONGEST_NAME = 40
#: Keywords of cards that a player moves to a zone that the keyword says.
_BY_THE_OWNER = frozenset({Keyword.MELD, Keyword.TUCK, Keyword.SCORE, Keyword.REVEAL, Keyword.FORESHADOW, Keyword.DIG})


def back_name(back: int) -> str:
    """A card face down, for instance ``[base 3]``."""
    return f"[{CardSet(back_set(back)).name.lower()} {back_age(back)}]"


def short(name: str) -> str:
    """A player's name, truncated if it is too long to repeat on every line."""
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def achievement_name(entry: int | None, age: int) -> str:
    """An achievement as :class:`~innolog.results.result.PlayerView` lists it."""
    if entry is None:
        return f"age {age}"
    if is_city_icon(entry):
        kind = "fountain" if entry >= FOUNTAINS else "flag"
        return f"{color_name(city_icon_color(entry))} {kind}"
    return card_table().name[entry]


def achievements_of(view: PlayerView) -> list[str]:
    """A player's achievements by name."""
    return [achievement_name(entry, age) for entry, age in zip(view.achievements, view.achievement_ages, strict=True)]


def left_to_claim(snapshot: Snapshot) -> list[str]:
    """The achievements that nobody has claimed: standard ones by their age, special ones by name."""
    standard = [f"age {age}" for age in sorted(snapshot.available_ages)]
    return standard + [card_table().name[entry] for entry in snapshot.available_specials]


def join(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


class Line(NamedTuple):
    """A line about an action: its depth, the card whose effect is carried out, and the card that moves."""

    depth: int
    text: str
    effect: int | None = None
    card: int | None = None


class Words:
    """Describes one game in words. ``backs[i]`` is the back of hidden card ``UNKNOWN_BASE + i`` if known.

    ``eyes`` is the seat from whose view the game is described, NOBODY for a spectator, None for all that is known. A
    card that these eyes do not see when it moves is called by its back, even if they saw it before.
    """

    def __init__(self, names: Sequence[str], backs: Sequence[int] = (), eyes: int | None = None) -> None:
        self._names = [short(name) for name in names]
        self._backs = backs
        self._eyes = eyes
        self._table = card_table()

    def player(self, seat: int) -> str:
        """A player's name."""
        return self._names[seat] if 0 <= seat < len(self._names) else "Nobody"

    def card(self, card: int, *, known: bool = True) -> str:
        """A card with its age, for instance ``Tools [1]``; one that is hidden, or not known, by its back."""
        if card < UNKNOWN_BASE:
            age = self._table.age[card]
            if not age:
                return achievement_name(card, 0)
            return f"{self._table.name[card]} [{age}]" if known else f"a hidden {back_name(self._table.back[card])}"
        hidden = card - UNKNOWN_BASE
        return f"a hidden {back_name(self._backs[hidden])}" if hidden < len(self._backs) else "a hidden card"

    def _hidden_age(self, card: int) -> int | None:
        """The age on the back of a hidden card, if it is known."""
        hidden = card - UNKNOWN_BASE
        return back_age(self._backs[hidden]) if 0 <= hidden < len(self._backs) else None

    def title(self, action: ActionRecord) -> str:
        """An action in one sentence without a full stop."""
        if action.kind == "opening":
            return "Opening: everybody melds a card"
        name, card = self.player(action.player), action.card
        if action.kind in ("draw", "achieve"):
            event = action.taken()
            done = ACTIONS[ActionKind(action.kind)].done
            if event is None:
                return done.format(name)
            return self._transfer(event, action.player, known=event.card not in action.doubtful_cards())
        if card is None:
            return f"{name}: {action.kind}"
        kind = ActionKind(action.kind)
        return ACTIONS[kind].done.format(name, self._color(card) if kind is ActionKind.INSPIRE else self.card(card))

    def option(self, action: Action, age: int | None, alike: int = 1) -> str:
        """The words for an action that a player could take: ``Meld Tools [1]``."""
        verb, card = ACTIONS[action.kind].option, action.card
        if card is None:
            return verb
        if action.kind is ActionKind.ACHIEVE and (age := age or self._hidden_age(card)):
            return f"{verb} the achievement of age {age}"
        if action.kind is ActionKind.INSPIRE:
            return f"{verb} {self._color(card)}"
        text = f"{verb} {self.card(card)}"
        return f"{text} ({alike} such cards)" if alike > 1 else text

    def lines(self, action: ActionRecord) -> list[tuple[int, str]]:
        """What happened besides the title, line by line; each line has a depth of 0, or 1 inside an effect."""
        return [(line.depth, line.text) for line in self.told(action)]

    def told(self, action: ActionRecord) -> list[Line]:
        """The same lines, with the cards that they are about."""
        lines = list(self._lines(action))
        if lines and lines[0].text == self.title(action):
            del lines[0]
        return lines

    def event(self, event: did.Event, acting: int) -> str | None:
        """One event of an action of the player ``acting``; None if there is nothing to say about it."""
        return self._effect(event, acting) if isinstance(event, did.EffectStarted) else self._event(event, acting)

    def _lines(self, action: ActionRecord) -> Iterable[Line]:
        acting, depth, idle = action.player, 0, False
        effect: int | None = None
        payments = _payments(action)
        for index, (event, _) in enumerate(action.events):
            if isinstance(event, did.EffectStarted):
                if idle:
                    yield Line(1, "nothing changes", effect)
                acting, depth, idle, effect = event.player, 1, True, event.card
                yield Line(0, self._effect(event, action.player), effect)
                continue
            payment = payments.get(index)
            if payment is None and isinstance(event, did.Parley):
                # The line about the returned card says it.
                continue
            if payment or isinstance(event, did.SharingBonus | did.TurnEnded | did.GameEnded | did.EffectSkipped):
                if idle:
                    yield Line(1, "nothing changes", effect)
                acting, depth, idle, effect = payment.player if payment else action.player, 0, False, None
            known = index not in action.doubtful
            text = self._event(event, acting, known=known)
            if text is not None:
                idle = False
                if payment and payment is not event:
                    text = f"{text} {purpose(payment)}"
                yield Line(depth, text, effect, event.card if isinstance(event, did.Transfer) and known else None)
        if idle:
            yield Line(1, "nothing changes", effect)

    def _effect(self, event: did.EffectStarted, activating: int) -> str:
        card = self._table.name[event.card]
        again = " again" if event.again else ""
        if event.kind == "demand":
            return f"{self.player(event.player)} obeys demand {event.number} of {card}{again}"
        what = f"{_EFFECTS.get(event.kind, 'effect {}').format(event.number)} of {card}"
        own = event.player == activating or event.kind in _NEVER_SHARED
        verb = "uses" if own else "obeys" if event.kind == "compel" else "shares"
        return f"{self.player(event.player)} {verb} {what}{again}"

    def _color(self, card: int) -> str:
        """The color of a card on a board."""
        return color_name(self._table.cards[card].color) if card in self._table.cards else "a color"

    def _moved(self, event: did.Transfer, *, known: bool) -> str:
        """The card of a transfer, or its back if it is not known or the eyes do not see it."""
        if self._eyes is not None:
            places = ((event.from_owner, event.from_zone), (event.to_owner, event.to_zone))
            known &= any(zone in OPEN or (zone in OWN and owner == self._eyes) for owner, zone in places)
        return self.card(event.card, known=known)

    def _event(self, event: did.Event, acting: int, *, known: bool = True) -> str | None:
        if isinstance(event, did.Transfer):
            return self._transfer(event, acting, known=known)
        if isinstance(event, did.GameEnded):
            return ending(event, self._names)
        return shown(self, event)

    def _transfer(self, event: did.Transfer, acting: int, *, known: bool) -> str:
        card, keyword = self._moved(event, known=known), event.keyword
        owner = event.to_owner if event.to_owner != NOBODY else event.from_owner
        name = self.player(owner)
        if keyword is Keyword.ACHIEVE:
            return self._achieve(event, name)
        if event.from_zone == Zone.DECK:
            then = {
                Zone.HAND: "",
                Zone.BOARD: " and tucks" if event.bottom else " and melds",
                Zone.SCORE: " and scores",
                Zone.REVEALED: " and reveals",
                Zone.FORECAST: " and foreshadows",
                Zone.DISPLAY: " and digs up",
            }.get(event.to_zone, "")
            return f"{name} draws{then} {card}"
        origin = self._origin(event, owner)
        if keyword is Keyword.RETURN:
            # If a card is returned from another player's zone, the player carrying out the effect returns it.
            name = self.player(acting if acting != NOBODY else owner)
            return f"{name} returns {card}{self._origin(event, acting)}"
        if keyword is Keyword.REMOVE or event.to_owner == NOBODY:
            return f"{card} leaves the game{origin}"
        if keyword is Keyword.KEEP:
            return f"{name} takes {card} into the hand"
        if keyword in _BY_THE_OWNER:
            return f"{name} {verb(keyword)} {card}{origin}"
        return f"{card} goes from {self.place(event.from_owner, event.from_zone)} to {self.place(owner, event.to_zone)}"

    def _achieve(self, event: did.Transfer, name: str) -> str:
        if event.card < UNKNOWN_BASE and not self._table.age[event.card]:
            what = achievement_name(event.card, 0)
            if is_city_icon(event.card):
                if event.to_owner == NOBODY:
                    return f"{self.player(event.from_owner)}'s {what} no longer counts as an achievement"
                return f"{name}'s {what} counts as an achievement"
            return f"{name} claims {what}"
        if event.card < UNKNOWN_BASE:
            return f"{name} claims the achievement of age {self._table.age[event.card]}"
        age = self._hidden_age(event.card)
        return f"{name} claims the achievement" + (f" of age {age}" if age else "")

    def _origin(self, event: did.Transfer, owner: int) -> str:
        """Where a card comes from, or an empty text if that is obvious."""
        if event.from_owner == NOBODY or event.from_zone == Zone.REVEALED:
            return ""
        if event.from_owner == owner:
            return "" if event.from_zone == Zone.HAND else f" from the {pile_name(event.from_zone.name)}"
        return f" from {self.place(event.from_owner, event.from_zone)}"

    def place(self, owner: int, zone: Zone) -> str:
        """A place for cards, for instance ``Bob's score pile``."""
        if owner == NOBODY:
            return "the supply" if zone == Zone.DECK else "the table"
        return f"{self.player(owner)}'s {pile_name(zone.name)}"


def _payments(action: ActionRecord) -> dict[int, did.Parley]:
    """The payments of an action, by the place of the event in which a card is returned for them.

    If no card is returned, the place is that of the payment itself, or of the refusal to pay.
    """
    found: dict[int, did.Parley] = {}
    returned: int | None = None
    for index, (event, _) in enumerate(action.events):
        if isinstance(event, did.Transfer) and event.keyword is Keyword.RETURN:
            returned = index
        elif isinstance(event, did.Parley):
            found[index if returned is None or event.paid in (None, did.NO_CARD) else returned] = event
    return found


def ending(event: did.GameEnded, names: Sequence[str]) -> str:
    """How the game ended, in one sentence without a full stop."""
    winners = [short(names[seat]) for seat in event.winners]
    how = ENDINGS[event.how].told
    if not winners:
        return f"The game ends {how}; nobody wins"
    if len(winners) == len(names):
        return f"The game ends in a draw {how}"
    return f"{join(winners)} {'wins' if len(winners) == 1 else 'win'} {how}"


def words_of(replay: Replay, eyes: int | None = None) -> Words:
    """The words for a replayed game, as these eyes see it (:class:`Words`)."""
    return Words([seat.name for seat in replay.log.seats], replay.unknown_backs, eyes)


def verdict_of(replay: Replay) -> str:
    """The verdict as a heading, with a qualification if the log does not record everything."""
    words = replay.verdict.value.replace("_", " ").capitalize()
    return words + qualification(replay.verdict, replay.not_recorded)


def explained(action: ActionRecord) -> str | None:
    """A note if an action has other explanations than the one shown; None if it has no other."""
    if action.guessed:
        return "one possible explanation; there are more than innolog could search"
    return f"one of {action.explanations} possible explanations" if action.explanations > 1 else None


def place_of(replay: Replay) -> str:
    """The place in the source where an illegal log breaks the rules."""
    violation = replay.violation
    if violation is None or violation.at is None:
        return "place unknown"
    return str(violation.at)


def rules_of(replay: Replay) -> list[tuple[str, str, str | None]]:
    """The rules of a game as rows: what, its value, and from what it was deduced, if it was."""
    if replay.rules is None:
        return []
    facts = replay.rules.describe()
    rows: list[tuple[str, str]] = [("edition", str(facts["edition"]))]
    sets, teams, options = facts["sets"], facts["teams"], facts["options"]
    rows.append(("sets", sets_in_words(sets)))
    rows.append(("players", str(facts["players"])))
    if isinstance(teams, list):
        names = [seat.name for seat in replay.log.seats]
        sides = [
            [short(n) for n, side in zip(names, teams, strict=False) if side == team] for team in sorted(set(teams))
        ]
        rows.append(("teams", " against ".join(join(side) for side in sides)))
    if isinstance(options, dict):
        on = [str(option).replace("_", " ") for option, chosen in options.items() if chosen]
        rows.append(("options", ", ".join(on) or "none"))
    rows.append(("achievements needed", str(replay.rules.achievements_needed)))
    return [(what, which, replay.deduced.get(what)) for what, which in rows]
