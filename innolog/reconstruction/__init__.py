"""Reconstruction: one full game that a poor record may have been, for writing it in a format that records everything.

The replay of a poor record proves that games explain it, and on the way forgets facts that no later event needs. To
write one of these games, every card needs one face from the deal on, and every pile one order. ``explanations``
searches again and keeps all ways; ``stories`` plays one of them and notes what was known when; ``faces`` goes backwards
from what is known at the end and finds a face for each card; ``settling`` lets the engine play that game along the log,
which compares it with every statement of the log. It knows the search; the search does not know it.
"""
