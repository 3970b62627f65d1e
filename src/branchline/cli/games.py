"""`branchline games`."""

from __future__ import annotations

import click


@click.command(epilog="\b\nExample:\n  branchline games")
def command() -> None:
    """List the games with their players and options."""
    from rich.console import Console
    from rich.table import Table

    from branchline.games import GAMES, titles

    console = Console()
    for title in titles():
        also = ", ".join(GAMES[title.name][1])
        console.print(f"[bold]{title.name}[/bold] ({also}): {title.title}, {title.players[0]}–{title.players[-1]} players")
        console.print(f"  {title.summary}")
        console.print(f"  Designed by {title.designer}; published by {title.publishers}.")
        table = Table("option", "values", "default", "what it does", box=None, padding=(0, 2), header_style="dim")
        for option in title.options:
            values = " | ".join(map(str, option.values)) or "name or path of a file"
            only = f" (with {option.only})" if option.only else ""
            table.add_row(option.name, values, str(option.default), option.text + only)
        console.print(table)
        console.print()
