"""The formats that record a game in words."""

from functools import partial

from innolog.log import Fact
from parsers.forms import Form
from parsers.lines.keys import CARRIES
from parsers.lines.review import RECORDS as REVIEWED
from parsers.lines.yucata import RECORDS as TOLD_BY_YUCATA

_REVIEWED = REVIEWED | {Fact.SPLAYS, Fact.PASSES}
_FIELDS = "parsers.lines.fields"
_of_bga = partial(Form, records=_REVIEWED, fields=_FIELDS, carries=CARRIES["bga"])
_of_yucata = partial(Form, records=TOLD_BY_YUCATA, fields=_FIELDS, carries=CARRIES["yucata"])
_LOST = "Copying loses the icons and the ids of cards, but the names are enough."
_ORDERS = "If a pile is rearranged, its color is recorded, but not the new order."
_DATES = "Its dates are in the language and time zone of whoever opened the page, so innolog does not read them."
_WORDINGS = "For another language, or wordings that innolog does not know, supply the wordings with --templates FILE."
#: For the forms that record who passes.
PASSES = "That a player passes is recorded, but not compared: such a line can be missing or invented."
_NEWER = (
    "It may be in the words of the site's code until 2023 or since January 2024. The newer ones do not say from whose"
    " hand a card is taken, nor whether a card that changes hands is scored."
)
_ASSUMED = (
    "No log of this site is public. innolog expects its own wordings (English, German) and assumes what is recorded.",
    "Supply the site's own wordings, from its locale file, with --templates FILE.",
)
_WRITTEN_DOWN = (
    "No site needs to be involved: this is the form for a game at a table, with any sets, also Figures in the Sand.",
    "All lines are listed, with an example, in innolog/docs/table.md.",
    "The new order of a pile and what a player names can be recorded; without them, innolog tries what the later lines"
    " allow.",
)

FORMS = (
    _of_bga(
        "text, review page",
        "the review page of a finished game on Board Game Arena, which describes the game in words, saved as HTML",
        beside=(_ORDERS, PASSES, _NEWER, _DATES, _WORDINGS),
        steps=("open the finished table's page and choose the replay", "save the review page (Ctrl+S)"),
    ),
    _of_bga(
        "text",
        "the text of that page, copied",
        beside=(_LOST, _ORDERS, PASSES, _NEWER, _DATES, _WORDINGS),
        steps=("open the review page as above", "select the log, copy it, and paste it into a text file"),
        written_by="--to text",
    ),
    _of_yucata(
        "yucata-html",
        "the page of a game on Yucata, saved as HTML, or the HTML of its log panel",
        beside=(_ORDERS, *_ASSUMED),
        steps=(
            "open the game's page on yucata.de and its log panel",
            "save the page (Ctrl+S, complete)",
            "or copy only the panel, in the console (F12): "
            "copy(document.querySelector('#log, #gameLog').outerHTML), and paste it into a file",
        ),
        written_by="--to yucata-html",
    ),
    _of_yucata(
        "yucata, text",
        "the text of that panel, copied",
        beside=(_LOST, *_ASSUMED),
        steps=(
            "open the game's page on yucata.de and its log panel",
            "select the panel, copy it, and paste it into a text file",
        ),
    ),
    _of_yucata(
        "table",
        "a game at a table that somebody wrote down, one line for each event",
        beside=_WRITTEN_DOWN,
        steps=(
            "begin a text file with what is in play: Innovation (Table, Figures, Deluxe)",
            'begin each action with a line such as "Move 3: Ann"',
            'write below it what happens: "Ann draws [2] Base", "Ann melds Tools from hand", "Ann activates Tools"',
        ),
        written_by="--to table",
    ),
)
