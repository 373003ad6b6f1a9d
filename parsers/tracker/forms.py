"""What the trackers' lists of entries record."""

from parsers.forms import Form
from parsers.tracker.specification import CAMEL, CARRIES, IDS, SNAKE, TEXT, Generation

_LOST = "Whether a card was tucked or melded is told only where it was melded by that keyword."
_STEPS = (
    "take game_log.json out of the ZIP that the extension downloads",
    "where raw_data.json lies beside it, give innolog the ZIP instead: that file tells everything",
)


def _form(generation: Generation, what: str, *beside: str) -> Form:
    return Form(
        f"tracker, {generation.name}",
        f"game_log.json of a browser extension {what}",
        generation.records,
        beside=(*beside, _LOST),
        steps=_STEPS,
        written_by=f"--to tracker --generation {generation.name}",
        carries={getattr(generation, field) or field: carries for field, carries in CARRIES[generation.name].items()},
    )


FORMS = (
    _form(TEXT, "of the first generation, whose entries are texts", "Who plays is found in the messages."),
    _form(SNAKE, "of the second generation, with keys such as card_name", "A true bottom_to may mean nothing."),
    _form(CAMEL, "of the third generation, with keys such as cardName", "Its list of actions is used where it fits."),
    _form(IDS, "as written since 2026: owners are ids", "Positions in it are not read."),
)
