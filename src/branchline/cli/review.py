"""`branchline review`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from branchline.core.record import Record
    from branchline.review import Review, Summary

EXAMPLES = """\b
Examples:
  branchline review game.txt
  branchline review game.txt --depth deep --html review.html
  branchline review game.txt --depth 2000 --json review.json
  branchline review games/*.txt --json players.json"""
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--depth", default="quick", show_default=True, help="quick, deep, or the simulations for each decision.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the searches: the same seed, the same review.")
@click.option("--threads", type=click.IntRange(1), help="How many threads; all cores if left out.")
@click.option("--html", "html_file", type=FILE, help="Write a page with the graph and the tables.")
@click.option("--json", "json_file", type=FILE, help="Write all figures.")
def command(
    files: tuple[Path, ...], depth: str, seed: int, threads: int | None, html_file: Path | None, json_file: Path | None
) -> None:
    """Review the finished game in FILES: chances to win move by move, errors, luck and gifts.

    With several files: a summary of each player.
    """
    from rich.console import Console

    from branchline.cli.replay import load_record

    for file in (html_file, json_file):
        if file is not None and not file.resolve().parent.is_dir():
            raise click.UsageError(f"There is no folder {file.parent} to write {file.name} into.")
    if html_file is not None and len(files) > 1:
        raise click.UsageError("A page shows one game. hint: leave out --html, or name one file.")
    records = [load_record(file) for file in files]
    for file, record in zip(files, records, strict=True):
        _check(file, record)
    reviews = [_run(record, depth, seed, threads) for record in records]
    if len(reviews) == 1:
        from branchline.review.terminal import show

        show(Console(), reviews[0])
        found: Review | Summary = reviews[0]
        if html_file is not None:
            html_file.write_text(reviews[0].html(), encoding="utf-8")
    else:
        from branchline.review.summary import summarise

        found = summarise(reviews)
        _show_players(Console(), found)
    if json_file is not None:
        json_file.write_text(json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _check(file: Path, record: Record) -> None:
    """Refuse an unfinished game before the first search."""
    from branchline.errors import BadRecord
    from branchline.review.plan import events_of

    try:
        events_of(record)
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None


def _run(record: Record, depth: str, seed: int, threads: int | None) -> Review:
    """A review with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    from branchline.review import Review, Reviewer

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{record.game.spec.card.title}, {record.game.players} players", total=None)
        work = Reviewer(record, depth, seed)
        work.run(threads, lambda done, total: progress.update(task, completed=done, total=total))
        return Review.of(work)


def _show_players(console: Console, summary: Summary) -> None:
    """Two tables with a row for each player."""
    from branchline.review.html_rows import phase_rows, player_rows, summary_notes
    from branchline.review.terminal import table

    console.print(f"{len(summary.reviews)} games", highlight=False)
    for rows, note in zip((player_rows(summary), phase_rows(summary)), summary_notes(), strict=True):
        console.print(table(*rows))
        console.print(note, style="dim", highlight=False)
