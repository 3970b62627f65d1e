"""Who takes an action, and who learns which one it was: logs are veiled by it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from branchline.core.game import Game
from branchline.kernel import CHANCE
from branchline.kernel.contract import Bytes


class Sighting(NamedTuple):
    """An action as a reader may know it."""

    actor: int | str
    """A seat, or `chance`."""
    action: int
    visible: bool
    """Whether the reader learns which action it was."""

    def text(self, game: Game) -> str:
        """The action's text, veiled where the reader may not know it."""
        text = game.board.texts[self.action]
        return text if self.visible else game.spec.text.redact(text)


def witnessed(game: Game, raw: Bytes, actions: list[int], reader: int) -> list[Sighting]:
    """Actions one after the other from a position, as a seat or the spectator learns of them."""
    actors, seen = np.empty(len(actions), np.int64), np.empty(len(actions), np.int64)
    game.engine.witness(raw.copy(), np.array(actions, np.int64), reader, actors, seen)
    takers: list[int | str] = ["chance" if who == CHANCE else who for who in actors.tolist()]
    return [Sighting(who, action, visible != 0) for who, action, visible in zip(takers, actions, seen.tolist(), strict=True)]
