"""The rules: a pure function of setup and decisions to events and states.

To set up and play a game: :class:`~innolog.engine.ruleset.Ruleset`, :func:`innolog.simulate.deal`,
:class:`~innolog.engine.game.Game` with a :class:`~innolog.engine.choices.Decider`, and
:func:`~innolog.engine.actions.play_next`. :func:`~innolog.engine.position.build` begins in a position. The page
``innolog docs python`` has examples.

The modules run without those above them in this drawing; a contract of layers says so::

    position  deals  digest           a game from outside
    game                              what holds a game together
    actions                           turns and actions
    cities artifacts echoes figures   what expansions add
    karma                             the karmas of figures, at both seams (see below)
    dogma                             activation, sharing, demands, endorsement, nested execution
    parley                            payments to distant players (fourth edition)
    expansions                        the hooks of expansions
    junking                           the junk (fourth edition)
    keywords                          draw, meld, return ... with the choice of the card: the words of effects
    moving                            the same without a choice: one operation each
    performing                        performs operations
    consequences                      what follows an operation, and an action
    choosing  reading                 questions to players; facts about the table
    operations  achievements          what is about to be done; conditions of special achievements
    state  nature                     zones as lists of card ids, icon counts kept per pile; hidden cards
    ruleset  choices  events          on which games differ; what can be asked; what was done
    zones  seams

:class:`~innolog.engine.game.Game` is one class in nine files, ``state`` to ``junking`` and ``game``, each derived from
the one below. A file can be read without those above it. Two methods are declared below and defined above:
``perform``, and ``_game``, by which hooks get the whole game. Hooks (``expansions``, ``seams``) and rules above single
operations are functions of a ``Game``; what lies below ``game`` names that type in annotations alone, which the
contract leaves out. ``tests/engine/test_one_class.py`` checks the order of the nine files, and where the whole game is
named.

An *operation* is a value before it is an act. ``operations.py`` has a record for each kind (Draw, Meld, Splay, Claim,
Demand, Execute, TakeAction ...) with its actor and its cause. ``Performing.perform`` is the one place where it happens:

1. interceptors may act before it, replace it or cancel it;
2. the change is made;
3. it is recorded: the sink gets an event (``events.py``), which knows the positions, too;
4. its consequences follow: flags and fountains, special achievements, the check of the end, achievements of Cities, a
   lost splay, the end. This is the site's order; the rulebook's differs (the ruling ``consequences_one_by_one``). In
   the fourth edition achievements wait for the end of the action, and at a table so does the win (``settle_action``);
5. expansions react to it (a City drawn for a new splay, what a Meld action triggers), in the order of ``expansions_of``
   in ``game.py``: Cities, Artifacts, Echoes, Figures. A *when* karma comes at once or last
   (``Ruleset.when_karmas_come_last``).

There are two seams for expansions, both in ``seams.py``. An ``Interceptor`` sees operations before they are performed.
A ``Modifier`` changes answers about a position (icons, score, what counts for an achievement ...) and the values that
effects name, and nothing else. Both are empty tuples in games whose expansions bring none.

Figures are declared in ``innolog/cards/figures/``, one declaration for each karma (``innolog/cards/karmas.py``):
``first`` and ``instead`` name the operations that they interrupt, ``each`` the question about the position that it
answers, ``when_melded`` and ``issues`` are the other two kinds. ``karma.py`` puts them at the seams (``WouldKarmas``
intercepts, ``EachKarmas`` modifies), ``figures.py`` has the rest of the expansion as hooks, and carries out *when*
karmas. What karmas perform is not intercepted, and every ``each`` counts from what is printed, so karmas never trigger
one another. A karma that changes the values in effects answers ``game.printed``, by which an effect names each value
that its text names.

- ``ruleset.py``: every question on which editions, sets, options, teams or sites differ is answered by ``Ruleset``.
  Where a site plays otherwise than the rulebook, effects and rules ask ``rules.holds("ID")`` for a row of
  ``innolog/cards/data/rulings.csv``; ``innolog rules`` and ``innolog cards NAME`` print it. No card is named outside of
  ``innolog/cards/``.
- A card's text is found by a chain, most special first: the site's wording of the edition (``"first@bga"``), the
  edition's, the third edition's (``innolog/cards/editions.py``). Facts deviate by platform and edition in
  ``innolog/cards/data/deviations.csv``. What the search must know of an effect, such as that it puts a pile in a new
  order, is declared with the effect (``Trait``).
- ``choices.py``: what a player can be asked. An effect asks; a ``Decider`` answers: a bot, a log or a file of
  decisions.
"""
