"""`branchline warm`."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import click

from branchline.cli.settings import make_game

if TYPE_CHECKING:
    from branchline.core.game import Game

EXAMPLES = """\b
Examples:
  branchline warm
  branchline warm northern-pacific wensleydale
  branchline warm np --set map=my-map.toml

In the recipe of a container, after the package is installed:
  RUN branchline warm"""


@click.command(epilog=EXAMPLES)
@click.argument("names", metavar="[GAME]...", nargs=-1)
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the one GAME, such as its map.")
def command(names: tuple[str, ...], settings: tuple[str, ...]) -> None:
    """Compile the rules and the search of every GAME ahead, on all cores; without GAME, those of all games.

    What is compiled is kept in the cache folder: $BRANCHLINE_CACHE, or `branchline` in your own cache folder.  Whoever starts
    a game later on this machine need not wait for the compiler.
    """
    from branchline.games import packages

    if settings and len(names) != 1:
        raise click.UsageError("--set is for one GAME.")
    games = [make_game(name, None, settings) for name in names or packages()]
    if len(games) > 1:
        compile_apart(games)
    else:
        compile_here(games[0])


def compile_here(game: Game) -> None:
    """Compile a game in this process."""
    from branchline import warm

    begun = time.perf_counter()
    warm.compile_game(game, lambda step: click.echo(f"{game.name}: {time.perf_counter() - begun:.0f} s for the {step}"))


def compile_apart(games: list[Game]) -> None:
    """Compile every game in a process of its own, as many at a time as there are cores."""
    from branchline import warm
    from branchline.machine import cores

    places, failed = threading.Semaphore(cores()), list[str]()

    def work(game: Game) -> None:
        with places:
            done = subprocess.run(warm.warm_command(game), stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            failed.append(game.name)
            click.echo(done.stderr, err=True)

    threads = [threading.Thread(target=work, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        click.echo(f"error: not compiled: {', '.join(failed)}.", err=True)
        sys.exit(1)
