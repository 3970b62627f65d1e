"""Reading a view that may come from anywhere: everything is checked before it reaches compiled code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.core.game import Game, set_up
from branchline.core.state import State
from branchline.errors import BadPosition
from branchline.kernel.rng import seeded

LOG_READ = 16
"""So many last entries of the log are read; a decision with more chance moves before it counts as the first of a turn."""


def read_game(view: Any, files: bool = True) -> Game:
    """The game of a view; raises BadOption or BadPosition.  Without `files` its options cannot name files of this machine."""
    if not isinstance(view, Mapping):
        raise BadPosition("A view is an object with a value for each name.")
    name, players, options = view.get("game"), view.get("players"), view.get("options")
    if not isinstance(name, str) or not isinstance(options, Mapping) or not all(isinstance(key, str) for key in options):
        raise BadPosition("A view has the name of its game, the number of players and the options by name.")
    if not all(isinstance(value, (str, int)) for value in options.values()):
        raise BadPosition("The options of a view have texts and whole numbers for values.")
    game = set_up(name, players if _is_number(players) else -1, options, files)
    for key, mine in {"board": game.board.digest, "rules_version": game.spec.rules.version}.items():
        if view.get(key, mine) != mine:
            raise BadPosition(f"The view has {key} {view[key]!r:.60}, this game has {mine!r}.")
    return game


def read_seat(view: Mapping[str, Any], game: Game) -> int:
    """The seat that has to decide in a view."""
    seat: Any = view.get("seat")
    if not _is_number(seat) or not 0 <= seat < game.players:
        raise BadPosition(f"A view to decide in has a seat from 0 to {game.players - 1}, not {seat!r:.60}.")
    if not view.get("legal") or view.get("actor", seat) != seat:
        raise BadPosition(f"Seat {seat} has nothing to decide in this view: the actor is {view.get('actor')!r:.60}.")
    return int(seat)


def read_ply(view: Mapping[str, Any], game: Game) -> int:
    """The number of plies before a view; 0 if the view does not say."""
    ply = view.get("ply", 0)
    if not _is_number(ply) or not 0 <= ply <= game.max_plies:
        raise BadPosition(f"The ply of a view is a number from 0 to {game.max_plies}, not {ply!r:.60}.")
    return int(ply)


def read_deciders(view: Mapping[str, Any], game: Game) -> list[int]:
    """The seats that made the latest decisions, the last one last."""
    log = view.get("log", [])
    if not isinstance(log, list):
        raise BadPosition("The log of a view is a list.")
    actors: list[Any] = [entry.get("actor") if isinstance(entry, Mapping) else None for entry in log[-LOG_READ:]]
    for actor in actors:
        if actor != "chance" and not (_is_number(actor) and 0 <= actor < game.players):
            raise BadPosition(f"The log of a view names {actor!r:.60}, which is neither a seat nor chance.")
    return [actor for actor in actors if actor != "chance"]


def read_position(view: Mapping[str, Any], game: Game, seat: int) -> State:
    """The position as the seat sees it, hidden parts blank; it is possible, the seat decides, and the legal moves agree."""
    position = view.get("position")
    if not isinstance(position, Mapping):
        raise BadPosition("A view has the fields of its position.")
    state = game.position(position)
    if state.hide(seat).fields.tobytes() != state.key():
        raise BadPosition(f"The view shows what seat {seat} cannot see.")
    if state.actor != seat:
        raise BadPosition(f"The view asks seat {seat}, but in its position the actor is {state.actor}.")
    imagined = state.resample(seat, seeded(0))
    if imagined != state and (found := game.spec.rules.problems(imagined.fields_view, game.board)):
        raise BadPosition(f"The view does not show what seat {seat} can see: {found[0]}")
    if [move.text for move in state.legal()] != view["legal"]:
        raise BadPosition("The legal moves of the view are not those of its position.")
    return state


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
