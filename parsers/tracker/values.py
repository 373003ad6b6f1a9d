"""Values as trackers write them."""


def number(raw: object) -> int | None:
    """A number that may be an int, a float without a fraction, or text; None for anything else."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int):
        return raw
    if isinstance(raw, float) and raw.is_integer():
        return int(raw)
    if isinstance(raw, str) and len(raw) < 12 and raw.isascii() and raw.removeprefix("-").isdecimal():
        return int(raw)
    return None
