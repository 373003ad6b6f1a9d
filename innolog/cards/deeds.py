"""What the effects of a card do, in keywords: facts about the effects, not their texts."""

from __future__ import annotations

from functools import cache

from innolog.cards.editions import Edition
from innolog.cards.facts import Icon, card_table, rows
from innolog.cards.karmas import karmas_of
from innolog.cards.registry import EffectKind, effects_of

_KINDS = {
    EffectKind.DOGMA: "effect",
    EffectKind.DEMAND: "demand",
    EffectKind.COMPEL: "compel effect",
    EffectKind.ECHO: "echo effect",
    EffectKind.INSPIRE: "inspire effect",
    EffectKind.DECREE: "decree",
}


@cache
def declared() -> dict[tuple[str, str], tuple[str, ...]]:
    """What each effect of a card does, in keywords and the printed order, by the text and the card's name."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in rows("deeds.csv"):
        key = row["text"], row["card"]
        found[key] = (*found.get(key, ()), row["does"])
    return found


def deeds_of(card: int, texts: tuple[str, ...], icon: Icon) -> tuple[str, ...]:
    """The effects of a card in the printed order, each with the keywords of what it does, not its text.

    ``texts`` are those of the rules, most special first; ``icon`` is the featured icon of the card.
    """
    effects = effects_of(card, texts)
    kinds = [effect.kind for effect in effects]
    name = card_table(edition=Edition.FOURTH.value).name[card]
    done = next((declared()[text, name] for text in texts if (text, name) in declared()), ())
    found = []
    for effect, does in zip(effects, done, strict=True):
        title = _KINDS[effect.kind] + (f" {effect.number}" if kinds.count(effect.kind) > 1 else "")
        found.append(f"{title[0].upper()}{title[1:]}: {does or 'nothing'}")
    if any(kind in (EffectKind.DOGMA, EffectKind.DEMAND, EffectKind.COMPEL) for kind in kinds):
        found.insert(0, f"Its effects compare {icon.name.lower()} icons")
    karmas = {karma.number for karma in karmas_of(card, texts)}
    if karmas:
        found.append("A karma" if len(karmas) == 1 else f"{len(karmas)} karmas")
    return tuple(found)
