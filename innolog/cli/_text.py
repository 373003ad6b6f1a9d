"""Text for people: what strangers' files contain, made safe to print."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""The text on one line, with everything a terminal could act on escaped.

    Control characters, ANSI sequences, line breaks, direction marks and lone surrogates become ``\x1b``, ``\u202e`` and
    the like. Letters of every script stay.
    """
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def sides(rule: str) -> tuple[str, str]:
    """What the two sides of a violation of a rule are called; of a contradiction the log tells both."""
    return ("told", "and also") if rule == "record.contradiction" else ("expected", "observed")


def rules_in_words(rules: dict[str, object]) -> str:
    """The rules of a game in a few words, for instance ``third edition, base + cities, 2 players``."""
    sets, options, teams = rules["sets"], rules["options"], rules["teams"]
    words = [f"{rules['edition']} edition"]
    words.append(" + ".join(map(str, sets)) if isinstance(sets, list) else str(sets))
    words.append(f"{rules['players']} players" + (" in teams" if teams else ""))
    if isinstance(options, dict):
        words += [name.replace("_", " ") for name, on in options.items() if on]
    return ", ".join(words)
