"""The native format."""

from innolog.log import Fact
from parsers.forms import Form

FORMS = (
    Form(
        "native",
        "innolog's own format: the deal and every decision, from which the engine replays the game",
        frozenset(Fact),
        beside=("Cards that no source showed are recorded as backs.",),
        steps=(
            "innolog convert LOG --to native -o GAME.innolog",
            "or merge the logs of all players: innolog merge LOG... -o GAME.innolog",
        ),
        written_by="--to native",
        fields="parsers.native.fields",
    ),
)
