"""Actions as a reader may know them: the actor of each, and its text unless it is hidden."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from branchline.core.game import Game
from branchline.kernel import CHANCE
from branchline.kernel.contract import Bytes


class LoggedAction(NamedTuple):
    """An action as a reader may know it."""

    actor: int | str
    """A seat, or `chance`."""
    action: int
    visible: bool
    """Whether the reader learns which action it was."""

    def text(self, game: Game) -> str:
        """The action's text, redacted if the reader may not know it."""
        text = game.board.texts[self.action]
        return text if self.visible else game.spec.text.redact(text)


def log_actions(game: Game, raw: Bytes, actions: list[int], reader: int) -> list[LoggedAction]:
    """Actions one after the other from a position, as a seat or the spectator learns of them."""
    actors, visible = np.empty(len(actions), np.int64), np.empty(len(actions), np.int64)
    game.engine.sees(raw.copy(), np.array(actions, np.int64), reader, actors, visible)
    return [
        LoggedAction("chance" if actor == CHANCE else actor, action, seen != 0)
        for actor, action, seen in zip(actors.tolist(), actions, visible.tolist(), strict=True)
    ]
