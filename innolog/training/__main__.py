"""``python -m innolog.training``: train the network that values positions."""

from innolog.training.learning import command

if __name__ == "__main__":
    command()
