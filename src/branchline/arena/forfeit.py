"""Games that a bot loses by a failure."""

from __future__ import annotations

KINDS = ("crash", "stall", "illegal", "garbage")
"""The bot failed; it took too long; its move is not legal; its answer is no move."""


class Forfeit(Exception):
    """Raised when a bot fails; ends the game at once."""

    def __init__(self, seat: int, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.kind, self.reason = seat, kind, reason
