"""The command `branchline`: a list of commands, each loaded when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

import branchline

COMMANDS = {
    "games": "List the games with their players and options.",
    "rules": "Read the rules of a game, or one paragraph.",
    "play": "Play in the terminal against bots or friends.",
    "serve": "Serve tables on the web, for people and programs.",
    "backup": "Write all tables of a server to a file, or restore them.",
    "admin": "Look after a server: people, tables, passwords, figures.",
    "bot": "Let a bot on this machine play at a server elsewhere.",
    "simulate": "Play many random games on all cores and print the figures.",
    "arena": "Let bots play each other and say which is better, with limits.",
    "dataset": "Let bots play and write every decision as Parquet, for learning.",
    "trace": "Write games decision by decision as NDJSON.",
    "replay": "Check a record and show its game.",
    "review": "Say where a finished game was won: errors, luck, gifts.",
    "puzzles": "Find positions with exactly one good move in games of bots.",
    "show": "Show a position as text or write it as an SVG picture.",
    "perft": "Count the action sequences from the start.",
    "warm": "Compile games ahead, so that nobody waits for them.",
    "bench": "Measure the speed of a game on this machine.",
    "map": "Check maps and tile mixes.",
}

EXAMPLES = """\b
Examples:
  branchline play northern-pacific
  branchline simulate northern-pacific --players 4 --games 10000
  branchline COMMAND --help"""


class _Lazy(click.Group):
    """A group that imports the module of a command when the command is called, so that --help is fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"branchline.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        name = click.utils.make_str(args[0])
        if name in COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        import difflib

        near = difflib.get_close_matches(name, COMMANDS, n=1)
        hint = f"did you mean {near[0]}?" if near else "branchline --help lists the commands."
        raise click.UsageError(f"There is no command {name!r}. hint: {hint}", ctx)


@click.group(cls=_Lazy, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(branchline.__version__, prog_name="branchline")
def command() -> None:
    """Railway board games: play, simulate, check, measure."""


def main() -> None:
    """Run the command line.  A user's mistake ends in a sentence and exit code 1 or 2, never in a traceback."""
    try:
        command(prog_name="branchline")
    except Exception as error:  # click itself ends quietly when a reader such as `head` has gone
        sentence = explain(error)
        if sentence is None:
            raise
        click.echo(f"error: {sentence}", err=True)
        sys.exit(1)


def explain(error: Exception) -> str | None:
    """An error as a sentence, if a user's input or machine can be its cause; None for a bug of ours."""
    from branchline.errors import BranchlineError

    if isinstance(error, BranchlineError):
        return str(error)
    if isinstance(error, OSError):
        where = f"{click.format_filename(os.fsdecode(error.filename))}: " if isinstance(error.filename, (str, bytes)) else ""
        return f"{where}{error.strerror or error}."
    if isinstance(error, UnicodeEncodeError):
        return f"There is a character that {error.encoding} cannot hold. hint: set PYTHONUTF8=1, or use other names."
    if isinstance(error, UnicodeDecodeError):
        return f"The input is no text in {error.encoding}."
    if isinstance(error, MemoryError):
        return "This needs more memory than there is."
    if "sqlalchemy" in sys.modules:
        from sqlalchemy.exc import SQLAlchemyError

        from branchline.server.store.engine import sentence

        if isinstance(error, SQLAlchemyError):
            return sentence(error)
    return None
