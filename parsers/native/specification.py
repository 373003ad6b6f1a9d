"""The words of the native format, version 1.

The first line is the header: ``innolog`` (the version), ``site``, ``game_id``, ``sources``, ``players`` (id and name in
turn order), ``rules``, ``time`` (only if recorded: when the game began and ended, in seconds since 1970), ``settled``
(only if the sources left facts open: the names of these facts, of :class:`~innolog.log.Fact` in lower case; the game is
then one of those that explain the sources), and ``setup``: ``decks`` (by set and age, bottom to top), ``hands``,
``achievements``, ``specials``, ``relics`` as lists of card ids, and ``unknown``, the cards of which only the back is
known (``id``, ``set``, ``age``, ``relic``, and ``faces`` if it can be only some cards). Every further line is a
decision (``player``, ``choice``, ``answer``, ``move``; the last one of an action may have the ``digest`` of the state
after it). The last line is the end: ``end`` (how the game ended, null for an unfinished one), ``winners``,
``decisions`` (their number) and ``digest`` of the last state.
"""

HEADER = "innolog"
END = "end"

CHOICES = frozenset(
    {"action", "card", "color", "colors", "value", "yes or no", "player", "place", "set", "order", "nature"}
)
SETS = ("base", "artifacts", "cities", "echoes", "figures")
