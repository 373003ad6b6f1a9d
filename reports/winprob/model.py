"""A win probability model as plain numbers, and its file format: JSON that any program can read.

A model has phases. For an action, the first phase applies whose ``until`` is at least the round of the action. For a
side with the features x (see :mod:`reports.winprob.states`) after an action

    z = intercept + sum(coefficients * (x - mean) / scale) + cards of the side - mean of the cards of the other sides
    p = 1 / (1 + exp(-(slope * z + shift)))

and its win probability is p divided by the sum of p over all sides. ``slope`` and ``shift`` are the calibration. They
were fitted to predictions for games that were not used for the other coefficients. The cards of a side are the sum of
what ``cards`` says of its top cards: models from few games say nothing of them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from innolog.support.errors import InnologError
from reports.safe_text import plain
from reports.winprob.features import FEATURES, Group

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

FORMAT = "innolog win probability"
VERSION = 3
#: Versions that can be read; a model of version 2 says nothing of cards.
_READ = (2, VERSION)
_LARGEST_FILE = 4 << 20
#: Bits of the number of a game in a file. Two lists of 4,000 have one in common by chance in one of ten million cases.
FINGERPRINT_BITS = 48
#: Digits of the number of a card.
_LONGEST_CARD = 4
#: The origin of games in words, for sites whose name says too little.
_ORIGINS = {"innolog": "played by the bots of innolog", "bga": "recorded by Board Game Arena"}


class ModelError(InnologError, ValueError):
    """The file is not a win probability model, or not one that this version can read."""


@dataclass(frozen=True, slots=True)
class Bin:
    """A bin of predictions of similar size: its share of all predictions, the mean prediction, the observed frequency,
    and the 95 % interval of the latter (Wilson, with the effective number of games).
    """

    share: float
    predicted: float
    observed: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Part:
    """The quality of predictions in a part of all games, each with the same weight.

    ``name`` says which part. ``log_loss`` and ``base_log_loss`` are those of :class:`Quality`; ``error`` is the
    standard error, over games, of their difference. ``off`` is the largest difference between predicted and observed
    frequency in any tenth of the predictions, and ``chance`` the mean of this largest difference if the predictions
    were true. ``reliability`` has the bins of rounds; it is empty for thirds of a game, because nobody knows during a
    game in which third it is.
    """

    name: str
    games: int
    log_loss: float
    base_log_loss: float
    error: float
    off: float
    chance: float
    reliability: tuple[Bin, ...] = ()

    @property
    def better(self) -> float:
        """The reduction in log loss compared with equal chances."""
        return self.base_log_loss - self.log_loss


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of predictions for games to which the model was not fitted. All games have the same weight.

    - ``brier``: the mean squared error. ``log_loss``: the mean of -ln(predicted probability of the actual outcome),
      where the outcome is whether a side wins. ``base_...``: the same for the constant prediction 1 / sides.
    - ``skill``: 1 - brier / base_brier, with its 95 % interval (bootstrap of whole games).
    - ``error``: the mean difference between predicted and observed frequency over the bins of the reliability plot.
    - ``slope``: the slope of the observed over the predicted log odds. Below 1 the predictions are too extreme, above 1
      too cautious.
    - ``drift``: the mean change in probability that an action brings to the acting side. It is 0 if the model foresees
      that players act in their own interest.
    - ``parts``: the quality in each third of a game, by number of actions, and in rounds; empty in files without it.
    """

    games: int
    states: int
    brier: float
    base_brier: float
    log_loss: float
    base_log_loss: float
    skill: float
    skill_low: float
    skill_high: float
    error: float
    slope: float
    drift: float
    reliability: tuple[Bin, ...]
    parts: tuple[Part, ...] = ()

    @property
    def useful(self) -> bool:
        """True when the predictions are significantly better than 1 / sides."""
        return self.skill_low > 0


@dataclass(frozen=True, slots=True)
class Phase:
    """The coefficients for the rounds up to and including ``until``; see the module docstring."""

    until: int
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    coefficients: tuple[float, ...]
    intercept: float
    slope: float
    shift: float
    cards: Mapping[int, float] = field(default_factory=dict)

    def predict(
        self, features: NDArray[np.float32], tops: NDArray[np.int16], moment: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Probabilities before normalization over the sides, one per row.

        ``tops`` are the top cards of each row's side. Rows of all sides after the same action have the same ``moment``.
        """
        import numpy as np

        logits = self.intercept + ((features - self.mean) / self.scale) @ np.asarray(self.coefficients)
        if self.cards and len(logits):
            logits += self._by_cards(tops, np.unique(moment, return_inverse=True)[1])
        return calibrated(logits, self.slope, self.shift)

    def _by_cards(self, tops: NDArray[np.int16], moment: NDArray[np.int64]) -> NDArray[np.float64]:
        import numpy as np

        # The last entry is that of no card (-1).
        worth = np.zeros(max(int(tops.max()), *self.cards) + 2)
        worth[list(self.cards)] = list(self.cards.values())
        own = worth[tops].sum(axis=1)
        others = np.bincount(moment, own)[moment] - own
        return np.asarray(own - others / (np.bincount(moment)[moment] - 1))


#: ``until`` of the last phase; no game has more rounds.
FOREVER = 10_000


@dataclass(frozen=True, slots=True)
class GroupModel:
    """The model of one group; see the module docstring for the numbers.

    ``sites`` are the sites that recorded the games to which it was fitted; empty if a file does not say. ``fitted_to``
    are the sorted :func:`~reports.winprob.states.fingerprints` of these games; None if a file does not have them.
    """

    edition: str
    sets: str
    players: int
    games: int
    phases: tuple[Phase, ...]
    quality: Quality
    sites: tuple[str, ...] = ()
    fitted_to: tuple[int, ...] | None = None

    @property
    def origin(self) -> str:
        """The origin of the games to which it was fitted, in words; empty if unknown."""
        return " and ".join(_ORIGINS.get(site, f"recorded by {plain(site)}") for site in self.sites)

    @property
    def group(self) -> Group:
        """The group of games to which it applies."""
        return Group(self.edition, self.sets, self.players)

    def predict(self, frame: pd.DataFrame) -> NDArray[np.float64]:
        """The probability that the side wins, for each row of :func:`reports.winprob.states.states`."""
        from reports.winprob.states import design, moments, rounds, shared_out, tops_of

        moment = moments(frame)
        raw = in_phases(self.phases, rounds(frame, self.players), design(frame), tops_of(frame), moment)
        return shared_out(raw, moment)


def in_phases(
    phases: Sequence[Phase],
    round_: NDArray[np.int64],
    features: NDArray[np.float32],
    tops: NDArray[np.int16],
    moment: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The predictions of the phases for states in these rounds; arguments as in :meth:`Phase.predict`."""
    import numpy as np

    number = np.searchsorted([phase.until for phase in phases[:-1]], round_)
    predicted = np.empty(len(features))
    for index, phase in enumerate(phases):
        rows = number == index
        predicted[rows] = phase.predict(features[rows], tops[rows], moment[rows])
    return predicted


def calibrated(logits: NDArray[np.float64], slope: float, shift: float) -> NDArray[np.float64]:
    """Probabilities from log odds, never exactly 0 or 1."""
    import numpy as np

    return np.asarray(1 / (1 + np.exp(-np.clip(slope * logits + shift, -30, 30))), dtype=float)


@dataclass(frozen=True, slots=True)
class WinModel:
    """Win probability models, one for each group with enough games."""

    groups: tuple[GroupModel, ...]
    tool_version: str = field(default="?")

    def of(self, group: Group) -> GroupModel | None:
        """The model of this group, or None."""
        return next((model for model in self.groups if model.group == group), None)

    def to_json(self) -> str:
        """The content of a model file."""
        content = {
            "format": FORMAT,
            "version": VERSION,
            "tool_version": self.tool_version,
            "features": FEATURES,
            "groups": [_written(model) for model in self.groups],
        }
        return json.dumps(content, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> WinModel:
        """Read the content of a model file. Raises :class:`ModelError`."""
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ModelError("not JSON") from error
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ModelError("not a win probability model of innolog")
        if content.get("version") not in _READ or list(_dict(content.get("features"))) != list(FEATURES):
            raise ModelError("this model was written by another version of innolog; fit it again with innolog winprob")
        groups = tuple(_group(entry) for entry in _list(content.get("groups")))
        return cls(groups, str(content.get("tool_version"))[:40])

    @classmethod
    def default(cls) -> WinModel:
        """The models that come with innolog, fitted to games of bots."""
        from importlib.resources import files

        return cls.from_json((files("reports.winprob") / "default.json").read_bytes())

    @classmethod
    def load(cls, path: Path) -> WinModel:
        """Read a model file. Raises :class:`ModelError`, and :class:`OSError` if the file cannot be read."""
        with path.open("rb") as file:
            return cls.from_json(file.read(_LARGEST_FILE))


def _dict(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ModelError("damaged model: an object is missing")
    return value


def _list(value: object) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > 10_000:
        raise ModelError("damaged model: a list is missing")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ModelError("damaged model: a number is missing")
    return float(value)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise ModelError("damaged model: a name is missing")
    return value


def _numbers(value: object) -> tuple[float, ...]:
    numbers = tuple(_number(each) for each in _list(value))
    if len(numbers) != len(FEATURES):
        raise ModelError("damaged model: the number of values is not the number of features")
    return numbers


def _group(value: object) -> GroupModel:
    entry = _dict(value)
    phases = tuple(_phase(_dict(each)) for each in _list(entry.get("phases")))
    untils = [phase.until for phase in phases]
    if not phases or untils != sorted(set(untils)):
        raise ModelError("damaged model: its phases are not in order")
    return GroupModel(
        edition=_text(entry.get("edition")),
        sets=_text(entry.get("sets")),
        players=int(_number(entry.get("players"))),
        games=int(_number(entry.get("games"))),
        phases=phases,
        quality=_quality(_dict(entry.get("quality"))),
        sites=tuple(_text(site) for site in _list(entry.get("sites", []))),
        fitted_to=_fingerprints(entry.get("fitted_to")),
    )


def _written(model: GroupModel) -> dict[str, Any]:
    """A model as in a file, where its fingerprints are one text: a list would have a line for each."""
    prints = model.fitted_to
    return asdict(model) | {
        "fitted_to": None if prints is None else " ".join(f"{each:0{FINGERPRINT_BITS // 4}x}" for each in prints)
    }


def _fingerprints(value: object) -> tuple[int, ...] | None:
    if value is None:
        return None
    digits = FINGERPRINT_BITS // 4
    if not isinstance(value, str) or not re.fullmatch(rf"([0-9a-f]{{{digits}}}( |$))*", value):
        raise ModelError("damaged model: the numbers of the games to which it was fitted are missing")
    return tuple(int(each, 16) for each in value.split())


def _phase(entry: dict[str, Any]) -> Phase:
    scale = _numbers(entry.get("scale"))
    if min(scale) <= 0:
        raise ModelError("damaged model: a scale is not greater than 0")
    return Phase(
        until=int(_number(entry.get("until"))),
        mean=_numbers(entry.get("mean")),
        scale=scale,
        coefficients=_numbers(entry.get("coefficients")),
        intercept=_number(entry.get("intercept")),
        slope=_number(entry.get("slope")),
        shift=_number(entry.get("shift")),
        cards={_card(card): _number(worth) for card, worth in _dict(entry.get("cards", {})).items()},
    )


def _card(value: str) -> int:
    if not value.isdecimal() or len(value) > _LONGEST_CARD:
        raise ModelError("damaged model: the number of a card is missing")
    return int(value)


def _quality(entry: dict[str, Any]) -> Quality:
    bins = _bins(entry.get("reliability"))
    parts = tuple(_part(_dict(each)) for each in _list(entry.get("parts", [])))
    rest = [name for name in Quality.__slots__ if name not in ("reliability", "parts")]
    numbers: dict[str, Any] = {name: _number(entry.get(name)) for name in rest}
    numbers |= {name: int(numbers[name]) for name in ("games", "states")}
    return Quality(**numbers, reliability=bins, parts=parts)


def _part(entry: dict[str, Any]) -> Part:
    numbers: dict[str, Any] = {name: _number(entry.get(name)) for name in Part.__slots__ if name not in _NOT_NUMBERS}
    bins = _bins(entry.get("reliability", []))
    return Part(_text(entry.get("name")), **(numbers | {"games": int(numbers["games"])}), reliability=bins)


_NOT_NUMBERS = ("name", "reliability")


def _bins(value: object) -> tuple[Bin, ...]:
    return tuple(Bin(*(_number(_dict(each).get(name)) for name in Bin.__slots__)) for each in _list(value))
