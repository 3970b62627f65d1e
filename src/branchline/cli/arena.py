"""`branchline arena`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from branchline.cli.settings import game_arguments, make_game

if TYPE_CHECKING:
    from branchline.arena.play import Played
    from branchline.arena.tournament import Tournament
    from branchline.core.game import Game

EXAMPLES = """\b
Examples:
  branchline arena northern-pacific --players 3 --bots hard,medium,greedy --games 60
  branchline arena cp --bots medium:500,greedy --games 40 --out results --json figures.json
  branchline arena np --players 3 --bots "greedy,mine=cmd:python my_bot.py" --move-seconds 5
  branchline arena cp --bots hard,medium --games 60 --adjust
  branchline arena lw --bots expert:2s,hard --games 200 --on ray://head:10001"""

BOTS = (
    "Two or more, by comma: hard, hard:500 (simulations), expert:2s (seconds), py:my_module:MyBot,"
    " cmd:python my_bot.py; name=… gives a name."
)
FILE = click.Path(dir_okay=False, path_type=Path)
INTERRUPTED = 130


@click.command(epilog=EXAMPLES)
@game_arguments
@click.option("--seed", type=int, help="Seed of chance and bots; drawn if left out, and shown with the results.")
@click.option("--bots", default="hard,medium,greedy", show_default=True, help=BOTS)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many, at least.")
@click.option("--workers", type=click.IntRange(0), help="Processes; all cores if left out, 0 for none.")
@click.option("--on", default="local", show_default=True, metavar="PLACE", help="local, ray, or ray://host:port of a cluster.")
@click.option("--move-seconds", type=float, default=60.0, show_default=True, help="A bot that takes longer forfeits the game.")
@click.option("--adjust", is_flag=True, help="Also correct the wins for luck: unbiased, and often with narrower limits.")
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

    from branchline.arena import entrants, report

    game = make_game(name, players, settings)
    entrants(given["bots"])
    _check_files(given)
    _check_folder(out)
    problems: list[str] = []
    tournament = _run(game, out, given, problems)
    if given["adjust"] and tournament.games:
        tournament = _adjusted(tournament)
    report.show(Console(), tournament)
    _write(tournament, given, problems)
    if tournament.failure is not None:
        problems.append(tournament.failure)
    for problem in problems:
        click.echo(f"error: {problem}", err=True)
    if problems:
        sys.exit(1)
    if not tournament.is_complete:
        sys.exit(INTERRUPTED)


def _check_files(given: dict[str, Any]) -> None:
    """Check the files before the first game, not after an hour of games."""
    files = [file for file in (given["json_file"], given["csv_file"], given["parquet_file"]) if file is not None]
    for file in files:
        if not file.resolve().parent.is_dir():
            raise click.UsageError(f"There is no folder {file.parent} to write {file.name} into.")
        if [other.resolve() for other in files].count(file.resolve()) > 1:
            raise click.UsageError(f"Two kinds of results would be written to {file}. hint: name a file for each.")
        _check_file(file)
    if given["parquet_file"] is not None:
        from branchline.arena.export import need_parquet

        need_parquet()


def _check_file(file: Path) -> None:
    """Check that a file can be written, without changing it.  Pipes are not opened: their readers would see the end."""
    try:
        existed = file.exists()
        if file.is_file() or not existed:
            file.open("ab").close()
        if not existed:
            file.unlink()
    except OSError as error:
        raise click.UsageError(f"{file} cannot be written: {error.strerror}.") from None


def _check_folder(out: Path | None) -> None:
    """Make the folder for records.  It must be writable and hold no records of another tournament."""
    if out is None:
        return
    from branchline.arena.export import records_folder

    records = records_folder(out)
    try:
        if any(records.glob("*.txt")):
            hint = "name a new folder, or move that one away."
            raise click.UsageError(f"{records} holds the records of another tournament. hint: {hint}")
        records.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=records).close()
    except OSError as error:
        raise click.UsageError(f"Records cannot be written to {out}: {error.strerror}.") from None


def _run(game: Game, out: Path | None, given: dict[str, Any], problems: list[str]) -> Tournament:
    """Play with a progress bar.  Each record is written when its game ends, until one cannot be written."""
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
        task = progress.add_task(f"{game.spec.card.title}, {game.players} players", total=None, forfeits=0)
        forfeits = 0

        def note(played: Played, planned: int) -> None:
            nonlocal forfeits
            forfeits += played.forfeit is not None
            progress.update(task, total=planned, advance=1, forfeits=forfeits)
            if out is not None and not problems:
                try:
                    write_record(out, game, played)
                except OSError as error:
                    problems.append(f"Records from game {played.number} on are missing in {out}: {error.strerror}.")

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


def _adjusted(tournament: Tournament) -> Tournament:
    """Measure the luck of every game with a progress bar.  After Ctrl-C the results come without it."""
    from rich.console import Console
    from rich.progress import Progress

    from branchline.arena import adjusted

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Luck of the draws", total=len(tournament.games))
        try:
            return adjusted(tournament, lambda done: progress.update(task, completed=done))
        except KeyboardInterrupt:
            return tournament


def _write(tournament: Tournament, given: dict[str, Any], problems: list[str]) -> None:
    """Write the results; a file that cannot be written does not stop the others."""
    from branchline.arena import export

    for name, write in (("json", export.write_json), ("csv", export.write_csv), ("parquet", export.write_parquet)):
        file = given[f"{name}_file"]
        if file is not None:
            try:
                write(file, tournament)
            except OSError as error:
                problems.append(f"{file} was not written: {getattr(error, 'strerror', None) or error}.")
