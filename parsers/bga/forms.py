"""The formats that contain packets of Board Game Arena."""

from innolog.log import Fact
from parsers.forms import Form

_ALL = frozenset(Fact)
_FIELDS = "parsers.bga.fields"
_NEWER = "parsers.bga.fields_2024"
_SEAT = "A player's file shows that player's hidden cards. A spectator's file shows nobody's."

FORMS = (
    Form(
        "bga",
        "the packets of a table, saved from the table's page",
        _ALL,
        beside=(_SEAT, "The deal is not recorded; innolog infers it from the later moves."),
        steps=(
            "open the table's page on boardgamearena.com (during the game or after its end)",
            "open the browser's console (F12, Console) and run the snippet that `innolog docs formats` has",
            "save the file that it offers, innolog_<table>.json",
        ),
        written_by="--to bga",
        fields=_FIELDS,
        newer_fields=_NEWER,
    ),
    Form(
        "bga, tracker's packets",
        "raw_data.json of a browser extension that tracks games, alone or in the ZIP file that the extension downloads",
        _ALL,
        beside=(_SEAT,),
        steps=(
            "open the table's page with the extension installed (for example BGA Assistant)",
            "open the extension's side panel and download the game",
            "pass the ZIP file to innolog unchanged; if it contains raw_data.json, innolog reads only that file",
        ),
        written_by="--to bga",
        fields=_FIELDS,
        newer_fields=_NEWER,
    ),
    Form(
        "bga, archive",
        "the reply logs.html that the review page of a finished table requests",
        _ALL,
        beside=("It contains the view of one player or of all players; innolog detects which.",),
        steps=(
            "open the finished table's page and choose the replay, which opens the review page",
            "open the developer tools (F12), Network, enter logs.html as the filter, and reload the page",
            "save the response of that request as a file",
        ),
        fields=_FIELDS,
        newer_fields=_NEWER,
    ),
    Form(
        "bga, replay page",
        "the page that replays a finished game from one player's view",
        _ALL,
        beside=(_SEAT,),
        steps=(
            "open the finished table's review page and follow the replay link of a player",
            "save the page (Ctrl+S)",
        ),
        fields=_FIELDS,
        newer_fields=_NEWER,
    ),
)
