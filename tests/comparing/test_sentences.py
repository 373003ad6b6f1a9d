"""Every kind of event and observation has a sentence, whose placeholders are facts that it has."""

from __future__ import annotations

from string import Formatter
from typing import get_args

from innolog import log as seen
from innolog.comparing.sentences import _FACTS, _SENTENCES, _STATED
from innolog.engine import events as done

#: They have functions of their own.
_OTHERS = {"Transfer", "GameEnded", "Ended"}


def test_every_kind_has_a_sentence_made_of_its_facts() -> None:
    events = {kind.__name__: set(kind._fields) for kind in get_args(done.Event)}
    observations = {kind.__name__: set(kind.__match_args__) for kind in get_args(seen.Observation)}
    assert events.keys() - _OTHERS == _SENTENCES.keys() - {"Splay lost"}
    used = [(sentence, events[kind]) for kind in events.keys() - _OTHERS for sentence in _SENTENCES[kind] if sentence]
    used += [(_STATED.get(kind) or _SENTENCES[kind][0], observations[kind]) for kind in observations.keys() - _OTHERS]
    for sentence, fields in used:
        assert {name for _, name, _, _ in Formatter().parse(sentence) if name} <= fields | _FACTS.keys(), sentence
