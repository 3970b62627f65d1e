"""A wheel of `make wheels` in a new environment: how long the first compiled move of each game takes.

    python bench/wheels.py --write

The wheel brings compiled code, so nothing may be compiled: the cache is empty before every start, and must be empty after it.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import click
from rich.console import Console

import branchline as bl
import starts
from branchline.machine import cores
from report import Row, duration, markdown, show, write_into

ROOT = Path(__file__).parents[1]
README = Path(__file__).with_name("README.md")
SECTION = "The first move with a wheel"
MOST_SECONDS = 2.0
EPILOG = """\b
Examples:
  python bench/wheels.py
  python bench/wheels.py --wheel dist/branchline-*.whl --write"""


def built() -> Path:
    """The wheel that `make wheels` builds."""
    subprocess.run(["make", "wheels"], cwd=ROOT, check=True)
    return max((ROOT / "dist").glob("branchline-*.whl"), key=lambda wheel: wheel.stat().st_mtime)


def install(wheel: Path, folder: Path) -> Path:
    """A new environment with this wheel and what it needs; returns its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(wheel.resolve())], check=True)
    return python


def first_moves(game: bl.Game, python: Path, rounds: int) -> list[tuple[float, float]]:
    """Seconds on the wall and of processor of some starts, each with an empty cache."""
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            found.append(starts.first_move(game, Path(cache), (str(python), "-I")))  # -I: the sources here do not count
            if any(place.is_file() for place in Path(cache).rglob("*")):
                raise click.ClickException(f"{game.spec.card.title} was compiled anew: the wheel brings no code that fits.")
    return found


def row(game: bl.Game, found: list[tuple[float, float]]) -> Row:
    """The figure of a game."""
    walls, busy = zip(*found, strict=True)
    note = f"median of {', '.join(map(duration, walls))}; {duration(median(busy))} of processor"
    return Row(SECTION, game.spec.card.title, median(walls), duration, MOST_SECONDS, at_most=True, note=note)


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--wheel", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="This one, not a new one.")
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1, 100), help="Starts of each game.")
@click.option("--write", is_flag=True, help="Put the figures into bench/README.md.")
def main(wheel: Path | None, rounds: int, write: bool) -> None:
    """Measure the first compiled move of each game with a wheel in a new environment."""
    console, wheel = Console(), wheel or built()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="branchline-wheel-") as folder:
        with console.status("Installing …"):
            python = install(wheel, Path(folder))
        with console.status("Starting …"):
            games = [bl.game(spec.name, players=spec.card.players[0]) for spec in bl.specs()]
            rows = [row(game, first_moves(game, python, rounds)) for game in games]
    show(console, rows)
    if write:
        machine = f"Measured on {cores()} cores, Python {platform.python_version()}, with a load average of {load:.1f} before."
        write_into(README, markdown(rows, machine), "wheels", "wheels.py")


if __name__ == "__main__":
    main()
