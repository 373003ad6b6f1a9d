"""Making named tuples quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])

if TYPE_CHECKING:

    def made(kind: type[T], fields: tuple[Any, ...]) -> T:
        """A named tuple of a kind, from all its fields in order.

        The call of a class that NamedTuple makes runs a function of Python's. In the engine, which makes one for every
        event, these took a third of the time. Neither the number of fields nor their types are checked.
        """
        raise NotImplementedError

else:
    made = tuple.__new__
