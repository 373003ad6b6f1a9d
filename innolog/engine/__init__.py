"""The rules: a pure function of setup and decisions to events and states."""
