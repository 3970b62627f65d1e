"""`branchline games`."""

from __future__ import annotations

import click


@click.command(epilog="\b\nExample:\n  branchline games")
def command() -> None:
    """List the games with their players and options."""
    from rich.console import Console
    from rich.table import Table

    from branchline.games import specs

    console = Console()
    for spec in specs():
        also = f" ({', '.join(spec.card.aliases)})" if spec.card.aliases else ""
        console.print(
            f"[bold]{spec.name}[/bold]{also}: {spec.card.title}, {spec.card.players[0]}–{spec.card.players[-1]} players"
        )
        console.print(f"  {spec.card.summary}")
        console.print(f"  Designed by {spec.card.designer}; published by {spec.card.publishers}.")
        table = Table("option", "values", "default", "what it does", box=None, padding=(0, 2), header_style="dim")
        for option in spec.options:
            values = " | ".join(map(str, option.values)) or "name or path of a file"
            only = f" (with {option.only})" if option.only else ""
            table.add_row(option.name, values, str(option.default), option.text + only)
        if spec.options:
            console.print(table)
        console.print()
