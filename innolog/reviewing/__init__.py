"""Reviews of games: what each decision cost against the best one, from what the player knew then."""

from innolog.reviewing.decisions import Alternative, CannotReview, Review, Reviewed, by_action, can_review, review
from innolog.reviewing.levels import levels

__all__ = ["Alternative", "CannotReview", "Review", "Reviewed", "by_action", "can_review", "levels", "review"]
