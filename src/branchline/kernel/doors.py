"""Doors: the contract's functions as Python calls them, over the raw bytes of one position.

NumPy is slow at handing structured records to compiled code and at copying them, and fast with plain
bytes; so a position lives in Python as a `uint8` array and becomes a record only inside.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.kernel.contract import (
    Bytes,
    Floats,
    Ids,
    Numbers,
    Weights,
    actor,
    apply,
    encode,
    hide,
    legal,
    new,
    rank,
    resample,
    score,
    sees,
    weights,
    why_not,
)
from branchline.kernel.jit import rule
from branchline.kernel.rng import Rng

STATE: np.dtype[Any] = np.dtype(np.void)
"""The game's record; `bind` replaces this placeholder."""


@rule
def begin(raw: Bytes, options: Numbers) -> int:
    """Write the first position; returns its actor."""
    state = raw.view(STATE)[0]
    new(state, options)
    return int(actor(state))


@rule
def whose(raw: Bytes) -> int:
    """The actor of a position."""
    return int(actor(raw.view(STATE)[0]))


@rule
def choices(raw: Bytes, out: Ids) -> int:
    """The legal actions of a position."""
    return int(legal(raw.view(STATE)[0], out))


@rule
def odds(raw: Bytes, out: Weights) -> int:
    """The weights of a chance node."""
    return weights(raw.view(STATE)[0], out)


@rule
def push(raw: Bytes, action: int) -> int:
    """Apply an action without asking; returns the next actor."""
    state = raw.view(STATE)[0]
    apply(state, action)
    return int(actor(state))


@rule
def check(raw: Bytes, action: int) -> int:
    """The paragraph that forbids an action, or 0."""
    return int(why_not(raw.view(STATE)[0], action))


@rule
def refusals(raw: Bytes, out: Numbers) -> None:
    """The paragraph that forbids each action, or 0, for every action of the board."""
    state = raw.view(STATE)[0]
    for action in range(len(out)):
        out[action] = why_not(state, action)


@rule
def standings(raw: Bytes, scores: Numbers, ranks: Numbers) -> None:
    """The score and the rank of each seat."""
    state = raw.view(STATE)[0]
    score(state, scores)
    rank(state, ranks)


@rule
def blank(raw: Bytes, seat: int) -> None:
    """Hide in place what a seat may not know."""
    hide(raw.view(STATE)[0], seat)


@rule
def imagine(raw: Bytes, seat: int, rng: Rng) -> None:
    """Fill in place what a seat may not know."""
    resample(raw.view(STATE)[0], seat, rng)


@rule
def numbers(raw: Bytes, seat: int, out: Floats) -> None:
    """The position as numbers for learning."""
    encode(raw.view(STATE)[0], seat, out)


@rule
def witness(raw: Bytes, actions: Ids, seat: int, actors: Ids, seen: Ids) -> None:
    """Follow legal actions and note who acted and whether `seat` saw each."""
    state = raw.view(STATE)[0]
    for ply in range(len(actions)):
        actors[ply] = actor(state)
        seen[ply] = sees(state, actions[ply], seat)
        apply(state, actions[ply])
