"""`branchline arena`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from branchline.cli.settings import game_arguments, make_game, seed_option

if TYPE_CHECKING:
    from branchline.arena.play import Played
    from branchline.arena.tournament import Tournament
    from branchline.core.game import Game

EXAMPLES = """\b
Examples:
  branchline arena northern-pacific --players 3 --bots hard,medium,greedy --games 60
  branchline arena cp --bots medium:500,greedy --games 40 --out results --json figures.json
  branchline arena np --players 3 --bots "greedy,mine=cmd:python my_bot.py" --move-seconds 5
  branchline arena lw --bots expert:2s,hard --games 200 --on ray://head:10001"""

BOTS = (
    "Two or more, by comma: hard, hard:500 (simulations), expert:2s (seconds), py:my_module:MyBot,"
    " cmd:python my_bot.py; name=… gives a name."
)
FILE = click.Path(dir_okay=False, path_type=Path)
INTERRUPTED = 130


@click.command(epilog=EXAMPLES)
@game_arguments
@seed_option
@click.option("--bots", default="hard,medium,greedy", show_default=True, help=BOTS)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many, at least.")
@click.option("--workers", type=click.IntRange(0), help="Processes; all cores if left out, 0 for none.")
@click.option("--on", default="local", show_default=True, metavar="PLACE", help="local, ray, or ray://host:port of a cluster.")
@click.option("--move-seconds", type=float, default=60.0, show_default=True, help="A bot that takes longer forfeits the game.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder for a record of each game.")
@click.option("--json", "json_file", type=FILE, help="Write settings, figures and every game's result.")
@click.option("--csv", "csv_file", type=FILE, help="Write one row for each seat of each game.")
@click.option("--parquet", "parquet_file", type=FILE, help="The same as Parquet.")
def command(name: str, players: int | None, settings: tuple[str, ...], out: Path | None, **given: Any) -> None:
    """Let bots play GAME against each other and say which is better, with limits.

    Every line-up sits in every rotation, with the same chance for each.  A bot that crashes, stalls or answers illegally
    forfeits that game.  Ctrl-C ends with the results so far.
    """
    from rich.console import Console

    from branchline.arena import tables
    from branchline.arena.booth import WorkerFailed

    game = make_game(name, players, settings)
    _check_files(given)
    tournament = _run(game, out, given)
    tables.show(Console(), tournament)
    _write(tournament, given)
    if tournament.failure is not None:
        raise WorkerFailed(tournament.failure)
    if not tournament.is_complete:
        sys.exit(INTERRUPTED)


def _check_files(given: dict[str, Any]) -> None:
    """Better a sentence now than after an hour of games."""
    for file in (given["json_file"], given["csv_file"], given["parquet_file"]):
        if file is not None and not file.resolve().parent.is_dir():
            raise click.UsageError(f"There is no folder {file.parent} to write {file.name} into.")
    if given["parquet_file"] is not None:
        from branchline.arena.export import need_parquet

        need_parquet()


def _run(game: Game, out: Path | None, given: dict[str, Any]) -> Tournament:
    """Play with a progress bar; records are written as games end."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from branchline.arena import run
    from branchline.arena.export import write_record

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[forfeits]} forfeits"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{game.title.title}, {game.players} players", total=None, forfeits=0)
        forfeits = 0

        def note(played: Played, planned: int) -> None:
            nonlocal forfeits
            forfeits += played.forfeit is not None
            progress.update(task, total=planned, advance=1, forfeits=forfeits)
            if out is not None:
                write_record(out, game, played)

        return run(
            game,
            given["bots"],
            given["count"],
            seed=given["seed"],
            workers=given["workers"],
            on=given["on"],
            move_seconds=given["move_seconds"],
            progress=note,
        )


def _write(tournament: Tournament, given: dict[str, Any]) -> None:
    from branchline.arena import export

    if given["json_file"] is not None:
        export.write_json(given["json_file"], tournament)
    if given["csv_file"] is not None:
        export.write_csv(given["csv_file"], tournament)
    if given["parquet_file"] is not None:
        export.write_parquet(given["parquet_file"], tournament)
