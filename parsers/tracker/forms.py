"""The trackers' lists of entries."""

from parsers.forms import Form
from parsers.lines.forms import PASSES
from parsers.tracker.specification import CAMEL, CARRIES, FROM_TO, IDS, SNAKE, TEXT, Generation

_LOST = "Only a card that was melded by that keyword can be distinguished from a tucked card."
_ASKED = "It has the time at which the site asked for each action, and not when the last one ended."
_STEPS = (
    "extract game_log.json from the ZIP file that the extension downloads",
    "if the ZIP file also contains raw_data.json, pass the ZIP file to innolog instead, because raw_data.json is "
    "complete",
)


def _form(generation: Generation, what: str, *beside: str) -> Form:
    return Form(
        f"tracker, {generation.name}",
        f"game_log.json of a browser extension {what}",
        generation.records,
        beside=(*beside, _LOST, PASSES),
        steps=_STEPS,
        written_by=f"--to tracker --generation {generation.name}",
        fields="parsers.tracker.fields",
        carries={getattr(generation, field) or field: carries for field, carries in CARRIES[generation.name].items()},
    )


FORMS = (
    _form(
        TEXT,
        "of the first generation, whose entries are texts",
        "innolog finds the players in the messages.",
        "Entries have the times of their moves.",
    ),
    _form(FROM_TO, "of the second generation, with the keys from and to", "It does not record the keyword meld."),
    _form(SNAKE, "of the second generation, with keys such as card_name", "A true bottom_to may be meaningless."),
    _form(
        CAMEL, "of the third generation, with keys such as cardName", "Its list of actions is used if it fits.", _ASKED
    ),
    _form(IDS, "as written since 2026: owners are ids", "Its positions are not read.", _ASKED),
)
