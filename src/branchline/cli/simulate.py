"""`branchline simulate`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from branchline.cli.settings import game_arguments, make_game, seed_option

if TYPE_CHECKING:
    from rich.console import Console

    from branchline.core.simulate import Simulation

EXAMPLES = """\b
Examples:
  branchline simulate northern-pacific --players 4 --games 100000
  branchline simulate np --players 3 --set scoring=wins --csv games.csv --json figures.json"""


@click.command(epilog=EXAMPLES)
@game_arguments
@seed_option
@click.option("--games", "count", type=click.IntRange(1, 10**9), default=10_000, show_default=True, help="How many games.")
@click.option("--threads", type=click.IntRange(1), help="How many threads; all cores if left out.")
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False, path_type=Path), help="Write one row for each game.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures.")
def command(
    name: str,
    players: int | None,
    settings: tuple[str, ...],
    seed: int,
    count: int,
    threads: int | None,
    csv_file: Path | None,
    json_file: Path | None,
) -> None:
    """Play random games of GAME on all cores and print scores, lengths, win shares and visits."""
    from rich.console import Console
    from rich.progress import Progress

    from branchline.core.simulate import simulate

    game = make_game(name, players, settings)
    for file in (csv_file, json_file):
        if file is not None and not file.resolve().parent.is_dir():
            raise click.UsageError(f"There is no folder {file.parent} to write {file.name} into.")
    game.engine.compile()
    console = Console()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{game.spec.card.title}, {game.players} players", total=count)
        result = simulate(game, count, seed, threads, lambda done: progress.advance(task, done))
    _print(console, result)
    if csv_file is not None:
        _write_csv(csv_file, result)
    if json_file is not None:
        json_file.write_text(json.dumps(result.summary(), indent=1) + "\n", encoding="utf-8")


def _print(console: Console, result: Simulation) -> None:
    from rich.table import Table

    figures = result.summary()
    options = ", ".join(f"{name}={value}" for name, value in result.game.changed_options.items()) or "default options"
    console.print(f"[bold]{result.game.spec.card.title}[/bold], {result.game.players} players, {options}")
    plies = figures["plies"]
    console.print(f"{result.games:,} random games of {plies['mean']:.1f} plies ({plies['min']}–{plies['max']})")
    table = Table("seat", "score", "sd", "lowest", "highest", "wins", "95 % limits")
    for seat in figures["seats"]:
        score, wins = seat["score"], seat["wins"]
        row = [f"{score['mean']:.3f}", f"{score['sd']:.2f}", str(score["min"]), str(score["max"]), f"{wins['mean']:.2%}"]
        table.add_row(str(seat["seat"]), *row, f"{wins['low']:.2%} – {wins['high']:.2%}")
    console.print(table)
    if visits := figures["visits"]:
        ordered = sorted(visits.items(), key=lambda item: -item[1])
        console.print("Visits in a round: " + ", ".join(f"{place} {share:.3f}" for place, share in ordered))


def _write_csv(file: Path, result: Simulation) -> None:
    seats = range(result.game.players)
    with file.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(["game", "plies", "rounds", *(f"score_{s}" for s in seats), *(f"rank_{s}" for s in seats)])
        for number in range(result.games):
            scores, ranks = result.scores[number].tolist(), result.ranks[number].tolist()
            rows.writerow([number, int(result.lengths[number]), int(result.rounds[number]), *scores, *ranks])
