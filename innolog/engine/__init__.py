"""The rules: a pure function of setup and decisions to events and states.

To set up and play a game: :class:`~innolog.engine.ruleset.Ruleset`, :func:`innolog.simulate.deal`,
:class:`~innolog.engine.game.Game` with a :class:`~innolog.engine.choices.Decider`, and
:func:`~innolog.engine.actions.play_next`. :func:`~innolog.engine.position.build` begins in a position. The page
``innolog docs python`` has examples.
"""
