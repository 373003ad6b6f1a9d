"""What the native format records."""

from innolog.log import Fact
from parsers.forms import Form

FORMS = (
    Form(
        "native",
        "innolog's own: the deal and every decision, from which the engine plays the game again",
        frozenset(Fact),
        beside=("Cards that no source showed are there as backs.",),
        steps=(
            "innolog convert LOG --to native -o GAME.innolog",
            "or put the logs of all players together: innolog merge LOG... -o GAME.innolog",
        ),
        written_by="--to native",
    ),
)
