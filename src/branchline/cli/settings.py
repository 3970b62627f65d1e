"""Arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from branchline.core.game import Game

F = TypeVar("F", bound=Callable[..., Any])

seed_option = click.option("--seed", default=0, show_default=True, help="Seed of the random choices.")


def game_arguments(function: F) -> F:
    """GAME, --players and --set."""
    function = click.option(
        "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game; may be given several times."
    )(function)
    function = click.option("--players", type=int, help="Number of players; the fewest if left out.")(function)
    return click.argument("name", metavar="GAME")(function)


def make_game(name: str, players: int | None, settings: tuple[str, ...]) -> Game:
    """The game that the shared arguments describe."""
    from branchline.core.game import set_up
    from branchline.errors import BadOption

    options: dict[str, str | int] = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise BadOption(f"--set {setting} has no value. hint: write --set option=value; `branchline games` lists options.")
        if key in options:
            raise BadOption(f"--set {key} is given twice.")
        options[key] = value
    return set_up(name, players, options)
