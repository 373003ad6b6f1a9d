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
