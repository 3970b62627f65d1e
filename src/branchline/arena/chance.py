"""The draws of a deal: the same in each rotation, as far as the game allows."""

from __future__ import annotations

import zlib

from branchline.core.move import Move
from branchline.core.state import State
from branchline.kernel.rng import Rng, seeded


class Chance:
    """The draws of one game of a deal.

    Each kind of draw (the first word of its notation: `draw`, `token`, `first`) has its own sequence of random numbers.  The
    k-th draw of a kind uses the k-th number.  So the k-th tile from a bag is the same in every game of the deal, whichever seat
    draws it.  If decisions have changed the content of the bag, the same number chooses by weight from the new content.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._drawn: dict[str, int] = {}

    def draw(self, state: State) -> Move:
        """The outcome at a chance node."""
        kind = state.game.board.texts[int(state.ids()[0])].partition(" ")[0]
        count = self._drawn[kind] = self._drawn.get(kind, -1) + 1
        return state.random_move(_numbers(self.seed, kind, count))


def _numbers(seed: int, kind: str, count: int) -> Rng:
    return seeded(seed ^ zlib.crc32(kind.encode()), count)
