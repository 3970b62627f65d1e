"""`branchline trace`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

import click

from branchline.cli.settings import game_arguments, make_game, seed_option

if TYPE_CHECKING:
    from branchline.core.move import Move
    from branchline.core.state import State

EXAMPLES = """\b
Examples:
  branchline trace northern-pacific --players 4 --games 2 --seed 1
  branchline trace np --players 2 --set duo=plain --out games.ndjson"""


@click.command(epilog=EXAMPLES)
@game_arguments
@seed_option
@click.option("--games", "count", type=click.IntRange(1), default=1, show_default=True, help="How many games.")
@click.option("--bot", "bot_name", help="Who plays; left out: every legal move equally likely.")
@click.option("--out", type=click.File("w", encoding="utf-8"), default="-", help="File to write; standard output if left out.")
def command(
    name: str, players: int | None, settings: tuple[str, ...], seed: int, count: int, bot_name: str | None, out: TextIO
) -> None:
    """Write games of GAME decision by decision, one JSON object a line: header, decisions, result."""
    from branchline.core.trace import trace

    game = make_game(name, players, settings)
    for line in trace(game, count, seed, _chooser(bot_name, seed)):
        out.write(json.dumps(line, ensure_ascii=False) + "\n")


def _chooser(bot_name: str | None, seed: int) -> Callable[[State], Move] | None:
    if bot_name is None or bot_name == "random":
        return None
    from branchline.bots import bot

    player = bot(bot_name, seed)
    return lambda state: state.game.move(player.choose(state.view(state.actor)))
