"""What games told in words record."""

from innolog.log import Fact
from parsers.forms import Form
from parsers.lines.keys import CARRIES
from parsers.lines.review import RECORDS as REVIEWED
from parsers.lines.yucata import RECORDS as TOLD_BY_YUCATA

_REVIEWED = REVIEWED | {Fact.SPLAYS, Fact.PASSES}
_LOST = "Copying loses the icons and the ids of cards; the names are enough."
_ORDERS = "Of a pile that is put in a new order the color is told, and not the order."
_WORDINGS = "Wordings in another language, or other than innolog knows, are given with --templates FILE."
_ASSUMED = (
    "No log of this site is public: the wordings are innolog's own (English, German), and what is recorded is assumed.",
    "The site's own wordings, from its locale file, are given with --templates FILE.",
)

FORMS = (
    Form(
        "text, review page",
        "the page of Board Game Arena that reviews a finished game in words, saved as HTML",
        _REVIEWED,
        carries=CARRIES["bga"],
        beside=(_ORDERS, _WORDINGS),
        steps=("open the finished table's page and choose its replay", "save the review page (Ctrl+S)"),
    ),
    Form(
        "text",
        "the words of that page, copied",
        _REVIEWED,
        carries=CARRIES["bga"],
        beside=(_LOST, _ORDERS, _WORDINGS),
        steps=("open the review page as above", "mark the log, copy it, and paste it into a text file"),
        written_by="--to text",
    ),
    Form(
        "yucata-html",
        "the page of a game on Yucata, saved as HTML, or the HTML of its log panel",
        TOLD_BY_YUCATA,
        carries=CARRIES["yucata"],
        beside=(_ORDERS, *_ASSUMED),
        steps=(
            "open the game's page on yucata.de and its log panel",
            "save the page (Ctrl+S, complete)",
            "or copy the panel alone, in the console (F12): "
            "copy(document.querySelector('#log, #gameLog').outerHTML), and paste it into a file",
        ),
        written_by="--to yucata-html",
    ),
    Form(
        "yucata, text",
        "the words of that panel, copied",
        TOLD_BY_YUCATA,
        carries=CARRIES["yucata"],
        beside=(_LOST, *_ASSUMED),
        steps=("open the game's page on yucata.de and its log panel", "mark the panel, copy it into a text file"),
    ),
)
