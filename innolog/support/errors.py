"""The base class of the errors that innolog raises."""

from __future__ import annotations


class InnologError(Exception):
    """An input, a game or an argument that innolog cannot work with. ``str()`` says why, in one line."""
