"""Views: a state as a seat may see it, JSON-safe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.kernel import CHANCE, OVER

if TYPE_CHECKING:
    from branchline.core.game import Game
    from branchline.core.state import State


def view_of(state: State, seat: int | None, log: bool) -> dict[str, Any]:
    """The view of a seat, or of a spectator (None)."""
    game, position, counted = state.game, state.hide(seat), state.counted(seat)
    decides = seat is not None and state.actor == seat
    return {
        "game": game.name,
        "players": game.players,
        "options": game.options,
        "board": game.board.digest,
        "rules_version": game.spec.rules.version,
        "seat": seat,
        "ply": state.ply,
        "actor": {CHANCE: "chance", OVER: "over"}.get(state.actor, state.actor),
        "todo": game.spec.text.prompt(position),
        "legal": [move.text for move in state.legal()] if decides else [],
        "scores": list(counted.scores),
        "ranks": list(counted.ranks),
        "log": state.log(seat) if log else [],
        "table": game.spec.text.describe(position),
        "position": named_fields(game, position.fields),
    }


def named_fields(game: Game, fields: Any) -> dict[str, Any]:
    """The fields of a position by name as plain numbers and lists; fields that are all zero are left out."""
    return {name: fields[name].tolist() for name in game.spec.rules.layout.fields if np.any(fields[name])}
