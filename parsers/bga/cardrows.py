"""The facts that Board Game Arena sends with a card whose face it shows."""

from __future__ import annotations

from typing import Any

from innolog.cards.facts import CardTable

#: The site's numbers for the contents of a card's slot; for a bonus, its value is added to :data:`_BONUS`.
_SPOTS = {
    "hex": 0,
    "hex-note": 0,
    "crown": 1,
    "leaf": 2,
    "lightbulb": 3,
    "castle": 4,
    "factory": 5,
    "clock": 6,
    "avatar": 7,
    "flag": 8,
    "fountain": 9,
    "echo": 10,
    "left": 11,
    "right": 12,
    "up": 13,
    "plus": 14,
    # The newer generation has icons of the fourth edition on some cities; their effect is unknown.
    "icon-15": 15,
    "icon-16": 16,
}
_BONUS = 100


def printed(table: CardTable, card: int) -> dict[str, Any]:
    """The facts printed on a card, as the site writes them: texts, and null for missing facts."""
    facts = table.cards.get(card)
    if facts is None:
        nothing = dict.fromkeys(("age", "faceup_age", "color", *(f"spot_{n}" for n in range(1, 7)), "dogma_icon"))
        card_set = table.achievements[card].set
        return {"id": str(card), "type": str(int(card_set)), **nothing, "is_relic": "0", "name": table.name[card]}
    row: dict[str, Any] = {
        "id": str(card),
        "type": str(int(facts.set)),
        "age": str(facts.age),
        "faceup_age": str(facts.age),
        "color": str(int(facts.color)),
    }
    for number, slot in enumerate(facts.slots, 1):
        row[f"spot_{number}"] = spot(slot)
    row["dogma_icon"] = str(int(facts.featured_icon)) if facts.featured_icon else None
    row["is_relic"] = str(int(facts.relic))
    row["name"] = facts.name
    return row


def spot(slot: str) -> str | None:
    """The site's number for the content of a slot; None if the card does not have the slot."""
    if slot.startswith("bonus-"):
        return str(_BONUS + int(slot.removeprefix("bonus-")))
    number = _SPOTS.get(slot.removeprefix("search-"))
    return None if number is None else str(number)
