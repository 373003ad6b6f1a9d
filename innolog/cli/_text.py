"""Text for people: escapes text from untrusted files so that it is safe to print."""

from __future__ import annotations

from collections.abc import Collection

from innolog.comparing.rules import RULES, by_the_rules
from innolog.results.result import Verdict


def printable(text: str) -> str:
    r"""The text on one line, with every character escaped that a terminal could interpret.

    Control characters, ANSI sequences, line breaks, direction marks and lone surrogates become ``\x1b``, ``\u202e`` and
    so on. Letters of all scripts are kept.
    """
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def sides(rule: str) -> tuple[str, str]:
    """The labels of the two sides of a violation. In a contradiction the log makes both statements."""
    return ("log says", "but also") if rule == "record.contradiction" else ("expected", "observed")


def player_sides(rule: str) -> tuple[str, str]:
    """The labels of the two sides of a violation, for players."""
    return (
        ("The log says", "It also says")
        if rule == "record.contradiction"
        else ("According to the rules", "The log says")
    )


def rule_and_reason(rule: str, message: str, expected: str, observed: str) -> tuple[str, str]:
    """What a rule says, and the message of a violation; the message is empty if it only repeats the two sides."""
    found = RULES.get(rule)
    return found.sentence if found else "", "" if message == by_the_rules(expected, observed) else message


def qualification(verdict: Verdict, not_recorded: Collection[object]) -> str:
    """What to add to the words of a verdict; empty unless the log is explained and does not record everything."""
    if not not_recorded or not verdict.explained:
        return ""
    return ", as far as recorded" if verdict is Verdict.LEGAL_SO_FAR else " as far as recorded"


def sets_in_words(sets: object) -> str:
    """The sets of a game, as its rules describe them."""
    return " + ".join(map(str, sets)) if isinstance(sets, list) else str(sets)


def rules_in_words(rules: dict[str, object]) -> str:
    """The rules of a game in a few words, for instance ``third edition, base + cities, 2 players``."""
    sets, options, teams = rules["sets"], rules["options"], rules["teams"]
    words = [f"{rules['edition']} edition"]
    words.append(sets_in_words(sets))
    words.append(f"{rules['players']} players" + (" in teams" if teams else ""))
    if isinstance(options, dict):
        words += [name.replace("_", " ") for name, on in options.items() if on]
    return ", ".join(words)
