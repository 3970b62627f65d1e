"""The chance of a deal: the same for each rotation, as far as the game allows."""

from __future__ import annotations

import zlib

from branchline.core.move import Move
from branchline.core.state import State
from branchline.kernel.rng import Rng, seeded


class Chance:
    """Draws for one game of a deal.

    Every kind of draw (the first word of its notation: `draw`, `token`, `first`) has random numbers of its own, and the
    k-th draw of a kind uses the k-th of them.  So the k-th tile out of one bag is the same in every game of the deal,
    whoever draws it and whatever other draws came between; where decisions change what is in the bag, the same number
    chooses by weight among what is there.
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
