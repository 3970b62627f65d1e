"""`branchline map`."""

from __future__ import annotations

import click

DRAWING_SECONDS = 120.0
"""Time for playing and drawing a random game on a map, with uncompiled rules."""
DRAW = """
import sys
import branchline as bl
name, option, file = sys.argv[1:]
state = bl.game(name, None, **{option: file}).start()
for state in (state, state.copy().play_out(1)):
    state.svg()
    state.text()
"""


EXAMPLE = "\b\nExample:\n  branchline map check northern-pacific my-map.toml"


@click.group(epilog=EXAMPLE)
def command() -> None:
    """Check maps and tile mixes."""


@command.command(epilog=EXAMPLE)
@click.argument("name", metavar="GAME")
@click.argument("file")
def check(name: str, file: str) -> None:
    """Check the map or tile mix in FILE (or of that name) for GAME and print what it amounts to."""
    from branchline.core.game import game
    from branchline.errors import BadOption

    spec = game(name).spec
    option = next((row.name for row in spec.options if not row.values), None)
    if option is None:
        raise BadOption(f"{spec.card.title} has neither maps nor tile mixes to choose.")
    board = game(name, None, **{option: file}).board
    for key, value in spec.reports.map_report(board):
        click.echo(f"{key:<20} {value}")
    if board.reconstructed:
        click.echo(board.reconstructed)
    draw(name, option, file)
    click.echo("The file is sound.")


def draw(name: str, option: str, file: str) -> None:
    """Play and draw a game with the file, in another process that is ended if it takes too long."""
    import os
    import subprocess
    import sys

    from branchline.errors import BadOption

    words = [sys.executable, "-c", DRAW, name, option, file]
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    # Compiling the rules for a new map would take longer than a game with uncompiled rules.
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    try:
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=DRAWING_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise BadOption(f"{file} can be read, but a game on it was not drawn within {DRAWING_SECONDS:g} seconds.") from None
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise BadOption(f"{file} can be read, but a game on it cannot be drawn: {why[:200]}")
