"""A move: an action's id and its text."""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """An action of a game, by id and in notation.

    >>> print(Move(2, "extend Fargo"))
    extend Fargo
    """

    id: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __int__(self) -> int:
        return self.id
