"""`branchline bench`."""

from __future__ import annotations

from collections.abc import Callable

import click

from branchline.cli.settings import game_arguments, make_game

EXAMPLES = """\b
Examples:
  branchline bench northern-pacific --players 4
  branchline bench np --players 2 --set line=own --seconds 2"""


@click.command(epilog=EXAMPLES)
@game_arguments
@click.option("--seconds", type=click.FloatRange(0.01, 60), default=0.5, show_default=True, help="Time for each figure.")
def command(name: str, players: int | None, settings: tuple[str, ...], seconds: float) -> None:
    """Measure the speed of GAME on this machine: inside the kernel and from Python.

    Figures in relation to C and to other libraries come from `make bench`.
    """
    from branchline import speed
    from branchline.machine import cores

    game = make_game(name, players, settings)
    count = cores()
    click.echo(repr(game))
    game.start().play_out()  # compiled or loaded before anything is measured
    rows: dict[str, Callable[[], float]] = {
        "random games inside the kernel, one core": lambda: speed.kernel_rate(game, seconds),
        f"the same on {count} cores": lambda: speed.simulate_rate(game, count, seconds),
        "checked moves from Python (play)": lambda: speed.play_rate(game, seconds),
        "choosing from legal() and playing": lambda: speed.choose_and_play_rate(game, seconds),
        "unchecked ids from Python (ids, push)": lambda: speed.push_rate(game, seconds),
    }
    for label, measure in rows.items():
        click.echo(f"{label:<42} {measure():>14,.0f} decisions/s")
    parts = ", ".join(f"{part} {value * 1e9:.0f} ns" for part, value in speed.profile(game, seconds).items())
    click.echo(f"{'a decision inside the kernel':<42} {parts}")
    click.echo(f"{'State.copy':<42} {speed.copy_seconds(game, seconds) * 1e6:>14.2f} µs")
