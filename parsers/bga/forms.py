"""What records of Board Game Arena hold that are made of its packets."""

from innolog.log import Fact
from parsers.forms import Form

_ALL = frozenset(Fact)
_FIELDS = "parsers.bga.fields"
_SEAT = "A player's file shows that player's hidden cards; a spectator's shows nobody's."

FORMS = (
    Form(
        "bga",
        "the packets of a table, saved from its page",
        _ALL,
        beside=(_SEAT, "The deal is not in it: cards are followed back to it."),
        steps=(
            "open the table's page on boardgamearena.com (during the game, or its end)",
            "open the browser's console (F12, Console) and run the snippet that the README of innolog has",
            "save the file it offers: innolog_<table>.json",
        ),
        written_by="--to bga",
        fields=_FIELDS,
    ),
    Form(
        "bga, tracker's packets",
        "raw_data.json of a browser extension that tracks games, alone or in the ZIP it downloads",
        _ALL,
        beside=(_SEAT,),
        steps=(
            "open the table's page with the extension (BGA Assistant, say) installed",
            "open its side panel and download",
            "give innolog the ZIP as it is: where raw_data.json is in it, nothing else is read",
        ),
        written_by="--to bga",
        fields=_FIELDS,
    ),
    Form(
        "bga, archive",
        "the reply logs.html that the review page of a finished table requests",
        _ALL,
        beside=("It holds one player's view, or every player's: innolog sees which.",),
        steps=(
            "open the finished table's page and choose its replay, so that the review page opens",
            "open the developer tools (F12), Network, type logs.html as the filter, and load the page again",
            "save the response of that request as a file",
        ),
        fields=_FIELDS,
    ),
    Form(
        "bga, replay page",
        "the page on which a finished game is replayed from one player's view",
        _ALL,
        beside=(_SEAT,),
        steps=(
            "open the finished table's review page and follow the replay link of a player",
            "save the page (Ctrl+S)",
        ),
        fields=_FIELDS,
    ),
)
