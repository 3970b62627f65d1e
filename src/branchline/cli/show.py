"""`branchline show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from branchline.cli.settings import make_game

if TYPE_CHECKING:
    from branchline.core.game import Game
    from branchline.core.state import State

EXAMPLES = """\b
Examples:
  branchline show northern-pacific --players 4
  branchline show np --seed 0 --ply 12 --open
  branchline show game.txt --ply 30 --svg board.svg"""


@click.command(epilog=EXAMPLES)
@click.argument("what", metavar="GAME|FILE")
@click.option("--players", type=int, help="Number of players; the fewest if left out.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--seed", type=int, help="Play a random game with this seed, as the checks of `branchline.testing` do.")
@click.option("--ply", type=click.IntRange(0), help="The position after this many actions of a record or a random game.")
@click.option("--seat", type=click.IntRange(0), help="As this seat sees it; a spectator's view if left out.")
@click.option("--open", "everything", is_flag=True, help="With nothing hidden.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the picture into this file.")
def command(
    what: str,
    players: int | None,
    settings: tuple[str, ...],
    seed: int | None,
    ply: int | None,
    seat: int | None,
    everything: bool,
    svg: Path | None,
) -> None:
    """Show a position: the first of a GAME, one of a random game, or one of the record or position text in FILE."""
    state = _state(what, players, settings, seed, ply)
    if seat is not None and seat >= state.game.players:
        raise click.UsageError(f"There is no seat {seat}: seats run from 0 to {state.game.players - 1}.")
    spec, position = state.game.spec, state.position if everything else state.hide(seat)
    if svg is not None:
        from branchline.games.drawing import picture

        svg.write_text(picture(spec.drawing, position, seat), encoding="utf-8")
        click.echo(f"Wrote {svg}.")
        return
    click.echo(spec.text.terminal(position))
    click.echo(spec.text.prompt(position))
    if everything:
        click.echo(state.dumps())


def _random_state(game: Game, seed: int, ply: int) -> State:
    """A position of the random game with a seed; it need not be possible to play that game to its end."""
    from branchline.kernel.rng import seeded

    state, rng = game.start(), seeded(seed)
    while state.ply < ply:
        if state.is_over:
            raise click.UsageError(f"The game with seed {seed} has {state.ply} actions, so there is no ply {ply}.")
        state.push(state.random_move(rng).id)
    return state


def _state(what: str, players: int | None, settings: tuple[str, ...], seed: int | None, ply: int | None) -> State:
    file = Path(what)
    if not file.is_file():
        if seed is not None:
            return _random_state(make_game(what, players, settings), seed, ply or 0)
        if ply is not None:
            raise click.UsageError(
                "--ply asks for a position of a record or of a random game. hint: name a file, or give --seed."
            )
        return make_game(what, players, settings).start()
    if seed is not None:
        raise click.UsageError("--seed is for a random game, but a file is given.")
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
