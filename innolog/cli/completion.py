"""``innolog completion``: print what completes commands and options in a shell."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print a script that completes the commands, options and files of innolog in a shell.

    For bash, add to ~/.bashrc: eval "$(innolog completion bash)"

    For zsh, add to ~/.zshrc after compinit: eval "$(innolog completion zsh)"

    For fish, run once: innolog completion fish > ~/.config/fish/completions/innolog.fish
    """
    from click.shell_completion import get_completion_class

    from innolog.cli import main

    found = get_completion_class(shell)
    assert found is not None
    # The constructor names the program; the command itself is not looked at.
    click.echo(found(main, {}, "innolog", "_INNOLOG_COMPLETE").source())
