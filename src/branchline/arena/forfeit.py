"""A bot that loses a game by what it does beside the rules."""

from __future__ import annotations

KINDS = ("crash", "stall", "illegal", "garbage")
"""The program failed; it took too long; its move is not legal; its answer is no move at all."""


class Forfeit(Exception):
    """Raised where a bot fails; ends the game at once."""

    def __init__(self, seat: int, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.kind, self.reason = seat, kind, reason
