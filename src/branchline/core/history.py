"""The history of a state: its actions, and earlier positions to go back to.  Copies of a state share both."""

from __future__ import annotations

from typing import Any

from branchline.kernel.contract import Bytes

Past = tuple[Any, int] | None
"""The actions so far as a linked list, the last one first: (all before it, action)."""
Checkpoints = tuple[Any, int, Bytes] | None
"""Earlier positions as a linked list, the last one first: (all before it, ply, bytes)."""
CHECKPOINT_EVERY = 32
"""Plies between two checkpoints, and so the most actions that are replayed to go back."""


def latest(past: Past, count: int) -> list[int]:
    """The last actions of a history, in the order of play."""
    actions: list[int] = []
    while past is not None and len(actions) < count:
        past, action = past
        actions.append(action)
    return actions[::-1]


def without(past: Past, plies: int) -> Past:
    """A history without its last plies."""
    for _ in range(plies):
        past = past[0] if past else None
    return past


def up_to(checkpoints: Checkpoints, ply: int) -> Checkpoints:
    """The checkpoints at a ply and before it."""
    while checkpoints is not None and checkpoints[1] > ply:
        checkpoints = checkpoints[0]
    return checkpoints
