"""`branchline dataset`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from branchline.cli.settings import game_arguments, make_game

EXAMPLES = """\b
Examples:
  branchline dataset northern-pacific --players 4 --bots a=medium,b=medium --games 1000 --out games
  branchline dataset cp --bots hard,greedy --games 200 --simulations 400 --out games --on ray://head:10001"""

BOTS = "Two or more, by comma, as for `branchline arena`: hard, hard:500, py:my_module:MyBot, cmd:python my_bot.py."
INTERRUPTED = 130


@click.command(epilog=EXAMPLES)
@game_arguments
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for the files.")
@click.option("--bots", default="a=medium,b=medium", show_default=True, help=BOTS)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many, at least.")
@click.option(
    "--simulations",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Search every position with so many, for visits.",
)
@click.option("--seed", type=int, help="Seed of chance and bots; drawn if left out, and kept with the settings.")
@click.option("--workers", type=click.IntRange(0), help="Processes; all cores if left out, 0 for none.")
@click.option("--on", default="local", show_default=True, metavar="PLACE", help="local, ray, or ray://host:port of a cluster.")
@click.option("--move-seconds", type=float, default=60.0, show_default=True, help="A bot that takes longer forfeits the game.")
def command(name: str, players: int | None, settings: tuple[str, ...], out: Path, count: int, **given: Any) -> None:
    """Let bots play GAME and write every decision as Parquet, for learning.

    Observations, masks, visits, values and results are described in docs/research.md.  The same command again goes on with a
    run that was interrupted.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from branchline.arena.dataset import write_dataset

    game = make_game(name, players, settings)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{game.spec.card.title}, {game.players} players", total=None)

        def note(done: int, planned: int) -> None:
            progress.update(task, completed=done, total=planned)

        written = write_dataset(game, given.pop("bots"), count, out, progress=note, **given)
    forfeits = f", {written.forfeits} games left out after a forfeit" if written.forfeits else ""
    click.echo(f"{written.decisions:,} decisions of {written.games:,} games in {out}{forfeits}")
    if not written.is_complete:
        click.echo(
            f"{written.planned - written.games - written.forfeits:,} games are missing: the same command goes on.", err=True
        )
        sys.exit(INTERRUPTED)
