"""Numbers of things in English."""

from __future__ import annotations


def counted(number: int, noun: str, form: str = "") -> str:
    """A number with its noun: ``1 log``, ``2 logs``. ``form`` is how the number is formatted (``,`` for thousands)."""
    return f"{number:{form}} {noun}{'' if number == 1 else 's'}"
