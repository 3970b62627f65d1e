"""`branchline puzzles`."""

from __future__ import annotations

import json
from pathlib import Path

import click

EXAMPLES = """\b
Examples:
  branchline puzzles northern-pacific
  branchline puzzles central-pacific --count 7 --seed 3 --json puzzles.json
  branchline puzzles wensleydale --count 20 --minutes 10"""


@click.command(epilog=EXAMPLES)
@click.argument("game")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, help="How many puzzles to find.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed, the same puzzles.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="Stop after so much processor time.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the puzzles into a file.")
def command(game: str, count: int, seed: int, minutes: float | None, json_file: Path | None) -> None:
    """Find positions in games of bots in which exactly one move is good: hard for easy, clear to expert."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from branchline.games import find_card
    from branchline.review.puzzle_making import make

    card = find_card(game)
    if json_file is not None and not json_file.resolve().parent.is_dir():
        raise click.UsageError(f"There is no folder {json_file.parent} to write {json_file.name} into.")
    console, found = Console(), []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(card.title, total=count)
        for decisions, puzzle in enumerate(make(card.name, count, seed, 60 * minutes if minutes else float("inf")), 1):
            if puzzle is None:
                progress.update(task, description=f"{card.title}, {decisions} decisions")
                continue
            found.append(puzzle)
            progress.update(task, completed=len(found))
            told = f"{puzzle.players} players, ply {len(puzzle.moves)}: {puzzle.best}"
            console.print(f"{told}; others lose {100 * puzzle.gap:.0f} points or more", highlight=False)
            if json_file is not None:  # at once: a search may be interrupted
                written = json.dumps([one.to_json() for one in found], ensure_ascii=False)
                json_file.write_text(written + "\n", encoding="utf-8")
    if not found:
        console.print("There was no puzzle in these games. hint: try another seed, or more minutes.")
