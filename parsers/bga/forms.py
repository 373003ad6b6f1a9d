"""The formats that contain packets of Board Game Arena."""

from functools import partial

from innolog.log import Fact
from parsers.forms import Form

_form = partial(Form, records=frozenset(Fact), fields="parsers.bga.fields", newer_fields="parsers.bga.fields_2024")
_SEAT = "A player's file shows that player's hidden cards. A spectator's file shows nobody's."

FORMS = (
    _form(
        "bga",
        "the packets of a table, saved from the table's page",
        beside=(_SEAT, "The deal is not recorded; innolog infers it from the later moves."),
        steps=(
            "open the table's page on boardgamearena.com (during the game or after its end)",
            "open the browser's console (F12, Console) and run the snippet that `innolog docs formats` has",
            "save the file that it offers, innolog_<table>.json",
        ),
        written_by="--to bga",
    ),
    _form(
        "bga, tracker's packets",
        "raw_data.json of a browser extension that tracks games, alone or in the ZIP file that the extension downloads",
        beside=(_SEAT,),
        steps=(
            "open the table's page with the extension installed (for example BGA Assistant)",
            "open the extension's side panel and download the game",
            "pass the ZIP file to innolog unchanged; if it contains raw_data.json, innolog reads only that file",
        ),
        written_by="--to bga",
    ),
    _form(
        "bga, archive",
        "the reply logs.html that the review page of a finished table requests",
        beside=("It contains the view of one player or of all players; innolog detects which.",),
        steps=(
            "open the finished table's page and choose the replay, which opens the review page",
            "open the developer tools (F12), Network, enter logs.html as the filter, and reload the page",
            "save the response of that request as a file",
        ),
    ),
    _form(
        "bga, replay page",
        "the page that replays a finished game from one player's view",
        beside=(_SEAT,),
        steps=(
            "open the finished table's review page and follow the replay link of a player",
            "save the page (Ctrl+S)",
        ),
    ),
)
