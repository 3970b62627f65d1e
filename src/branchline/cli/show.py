"""`branchline show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from branchline.cli.settings import make_game

if TYPE_CHECKING:
    from branchline.core.state import State

EXAMPLES = """\b
Examples:
  branchline show northern-pacific --players 4
  branchline show game.txt --ply 30 --svg board.svg"""


@click.command(epilog=EXAMPLES)
@click.argument("what", metavar="GAME|FILE")
@click.option("--players", type=int, help="Number of players; the fewest if left out.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--ply", type=click.IntRange(0), help="The position after this many actions of a record.")
@click.option("--seat", type=click.IntRange(0), help="As this seat sees it; a spectator's view if left out.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the picture into this file.")
def command(
    what: str, players: int | None, settings: tuple[str, ...], ply: int | None, seat: int | None, svg: Path | None
) -> None:
    """Show the first position of a GAME, or a position of the record or position text in FILE."""
    state = _state(what, players, settings, ply)
    if seat is not None and seat >= state.game.players:
        raise click.UsageError(f"There is no seat {seat}: seats run from 0 to {state.game.players - 1}.")
    if svg is not None:
        svg.write_text(state.svg(seat), encoding="utf-8")
        click.echo(f"Wrote {svg}.")
        return
    click.echo(state.text(seat))
    click.echo(state.game.spec.text.prompt(state.hide(seat)))


def _state(what: str, players: int | None, settings: tuple[str, ...], ply: int | None) -> State:
    file = Path(what)
    if not file.is_file():
        if ply is not None:
            raise click.UsageError("--ply asks for a position of a record, but no record is given.")
        return make_game(what, players, settings).start()
    text = file.read_text(encoding="utf-8", errors="replace")
    if '"fields"' in text[:400]:
        import json

        from branchline.errors import BadPosition

        try:
            data = json.loads(text)
            name, count, options = data["game"], players or data["players"], dict(data.get("options", {}))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadPosition(f"{file} is no position text: `State.dumps` writes them.") from None
        chosen = tuple(f"{option}={value}" for option, value in options.items())
        return make_game(name, count, settings or chosen).position(data)
    from branchline.cli.replay import load_record

    record = load_record(file)
    if ply is not None and ply > len(record.actions):
        raise click.UsageError(f"The record has {len(record.actions)} actions, so there is no ply {ply}.")
    return record.state(ply)
