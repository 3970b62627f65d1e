"""Pickled states: how they are sealed, and how they are checked when they are read."""

from __future__ import annotations

import hashlib
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.core.game import set_up
from branchline.errors import BadPosition, IllegalMove, UnknownMove

if TYPE_CHECKING:
    from branchline.core.state import State


def seal(position: bytes) -> str:
    """A digest of a position, by which a damaged pickle is known."""
    return hashlib.blake2b(position, digest_size=8).hexdigest()


def restore(settings: tuple[Any, ...], digest: str, base: bytes, actions: list[int], sealed: str) -> State:
    """Rebuild a pickled state; raises BadPosition if the pickle is damaged or its map has changed since.

    The bytes and the actions are checked, because compiled rules trust them: wrong numbers could write anywhere in memory.
    """
    from branchline.core.state import State

    game = set_up(*settings)
    if game.board.digest != digest:
        raise BadPosition(f"The state was pickled on the board {digest}; here {game.board.name} is {game.board.digest}.")
    raw = np.frombuffer(base, np.uint8).copy()
    game.check_position(raw)
    state = State(game, raw)
    try:
        for action in map(index, actions):
            state.play(action)
    except (IllegalMove, UnknownMove) as error:
        raise BadPosition(f"The pickled state is damaged: {error}") from None
    if seal(state.key()) != sealed:
        raise BadPosition("The pickled state is damaged: its moves do not lead to its position.")
    return state
