"""`branchline bot`."""

from __future__ import annotations

import asyncio

import click

from branchline.cli.extras import needs

EXAMPLES = """\b
Examples:
  branchline bot --server http://localhost:8000 --bot hard --join 'http://localhost:8000/t/abc#invite_…'
  branchline bot --server https://trains.example --token token_… --bot expert"""


@click.command(epilog=EXAMPLES)
@click.option("--server", required=True, metavar="URL", help="The server's address.")
@click.option("--token", envvar="BRANCHLINE_TOKEN", help="The token, or $BRANCHLINE_TOKEN; a new one if left out.")
@click.option("--bot", "name", default="hard", show_default=True, help="The bot that plays, on this machine.")
@click.option("--join", "links", multiple=True, metavar="LINK", help="Sit down by an invitation; may be given several times.")
@click.option("--once", is_flag=True, help="Stop when no table is in play any more.")
@needs("web", "bot")
def command(server: str, token: str | None, name: str, links: tuple[str, ...], once: bool) -> None:
    """Let a bot on this machine play seats at a server elsewhere, at all tables where the token has one."""
    import httpx

    from branchline.bots import bot
    from branchline.server.client.player import Player

    async def play() -> None:
        player = Player(server, token, chosen, click.echo)
        async with player.server.http:
            if token is None:
                click.echo(f"Playing with a new token: {await player.register(f'bot {name}')}")
            for link in links:
                await player.join(link)
            await player.play(once)

    chosen = bot(name)
    try:
        asyncio.run(play())
    except KeyboardInterrupt:
        click.echo("Stopped.")
    except httpx.TransportError as error:
        raise click.ClickException(f"{server} cannot be reached ({type(error).__name__}).") from None
