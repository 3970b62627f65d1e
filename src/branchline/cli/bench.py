"""`branchline bench`."""

from __future__ import annotations

import click

from branchline.cli.settings import game_arguments


@click.command(epilog="\b\nExample:\n  branchline bench northern-pacific --players 4")
@game_arguments
def command(name: str, players: int | None, settings: tuple[str, ...]) -> None:
    """Measure the speed of GAME on this machine: inside the kernel and from Python."""
