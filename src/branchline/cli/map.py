"""`branchline map`."""

from __future__ import annotations

import click


@click.group()
def command() -> None:
    """Check maps and tile mixes."""


@command.command(epilog="\b\nExample:\n  branchline map check northern-pacific my-map.toml")
@click.argument("name", metavar="GAME")
@click.argument("file")
def check(name: str, file: str) -> None:
    """Check the map or tile mix in FILE (or of that name) for GAME and print what it amounts to."""
    from branchline.core.errors import BadOption
    from branchline.core.game import game

    title = game(name).title
    option = next((row.name for row in title.options if not row.values), None)
    if option is None:
        raise BadOption(f"{title.title} has neither maps nor tile mixes to choose.")
    board = game(name, None, **{option: file}).board
    for key, value in title.map_report(board):
        click.echo(f"{key:<20} {value}")
    if board.reconstructed:
        click.echo(board.reconstructed)
    click.echo("The file is sound.")
