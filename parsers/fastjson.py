"""The JSON parser for logs: orjson if it is installed, otherwise Python's.

A browser has no orjson. Both accept the same texts, except for numbers beyond 64 bits and unpaired surrogates.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from orjson import JSONDecodeError, loads
else:
    try:
        from orjson import JSONDecodeError, loads
    except ModuleNotFoundError:
        from json import JSONDecodeError

        def _refuse(constant: str) -> NoReturn:
            raise JSONDecodeError(f"{constant} is not JSON", constant, 0)

        _decoder = json.JSONDecoder(parse_constant=_refuse)

        def loads(data: bytes | str) -> Any:
            """The value of a JSON text in UTF-8. Raises :class:`JSONDecodeError`."""
            try:
                return _decoder.decode(data if isinstance(data, str) else data.decode())
            except UnicodeDecodeError as error:
                raise JSONDecodeError("not UTF-8", "", error.start) from None
            except RecursionError:
                raise JSONDecodeError("recursion limit exceeded", "", 0) from None


__all__ = ["JSONDecodeError", "loads"]
