"""Exports in words that nobody knows, as the site sends them to people who read another language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

_PARTS = re.compile(r"(\$\{[^}]*\}|<[^>]*>)")


def in_other_words(text: str) -> str:
    """A text with other words, and the same placeholders and markup."""
    parts = _PARTS.split(text)
    return "".join(
        part if number % 2 else re.sub("[A-Za-z]+", lambda word: f"é{word[0][::-1].lower()}", part)
        for number, part in enumerate(parts)
    )


def messages(content: Any) -> Iterator[dict[str, Any]]:
    """Whatever has a template, also within arguments."""
    if isinstance(content, dict):
        if isinstance(content.get("log"), str):
            yield content
        content = list(content.values())
    if isinstance(content, list):
        for each in content:
            yield from messages(each)


def translate(content: Any, chosen: Callable[[str], bool]) -> None:
    """Translate the chosen templates wherever they stand."""
    for message in messages(content):
        if chosen(message["log"]):
            message["log"] = in_other_words(message["log"])


def translate_arguments(content: Any, chosen: Callable[[str], bool] = lambda text: True) -> set[str]:
    """Translate the chosen values of all arguments that the site lists for translation; returns the names of these."""
    found: set[str] = set()
    if isinstance(content, dict):
        for name in content.get("i18n") or ():
            if isinstance(text := content.get(name), str) and chosen(text):
                content[name] = in_other_words(text)
                found.add(name)
        content = list(content.values())
    if isinstance(content, list):
        for each in content:
            found |= translate_arguments(each, chosen)
    return found
