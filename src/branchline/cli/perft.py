"""`branchline perft`."""

from __future__ import annotations

import time

import click

from branchline.cli.settings import game_arguments, make_game

EXAMPLES = """\b
Examples:
  branchline perft northern-pacific --players 4 --depth 4
  branchline perft np --players 2 --depth 3 --divide"""


@click.command(epilog=EXAMPLES)
@game_arguments
@click.option("--depth", type=click.IntRange(1, 12), default=3, show_default=True, help="How many plies deep.")
@click.option("--divide", is_flag=True, help="Also the count below each first action.")
def command(name: str, players: int | None, settings: tuple[str, ...], depth: int, divide: bool) -> None:
    """Count the sequences of actions of GAME from the start, chance included, for each depth."""
    state = make_game(name, players, settings).start()
    if divide:
        for move in state.legal():
            click.echo(f"{move.text:<30} {state.copy().play(move).perft(depth - 1):>14,}")
    for plies in range(1, depth + 1):
        begun = time.perf_counter()
        count = state.perft(plies)
        seconds = time.perf_counter() - begun
        click.echo(f"depth {plies}: {count:>16,}  ({seconds:.2f} s)")
