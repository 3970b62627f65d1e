"""The contract's functions as Python calls them, over the raw bytes of one position.

NumPy is slow at handing structured records to compiled code and at copying them, and fast with plain bytes.  So a position
lives in Python as a `uint8` array and becomes a record only inside.  `Engine` has each of these functions under the name of
the contract: `call_legal` is `engine.legal`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.kernel.contract import (
    OVER,
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
from branchline.kernel.jit import brief, rule
from branchline.kernel.rng import Rng

STATE: np.dtype[Any] = np.dtype(np.void)
"""The game's record; `bind` replaces this placeholder."""
ACTION_COUNT = 0
"""The number of action ids; `bind` replaces it too."""
UNLISTED, REFUSED = -1, -2
"""In place of a number of legal actions: they are not listed; the action was none of them."""
ACTOR_BITS, ACTOR_MASK = 6, 63
"""A step returns one number, which Python has sooner than a tuple: the actor, counted from `OVER`, in the lowest bits, and
the number of its legal actions above them."""


@rule
def call_new(raw: Bytes, options: Numbers) -> int:
    """Write the first position; return its actor."""
    state = raw.view(STATE)[0]
    new(state, options)
    return int(actor(state))


@brief
@rule
def call_actor(raw: Bytes) -> int:
    """The actor of a position."""
    return int(actor(raw.view(STATE)[0]))


@brief
@rule
def call_legal(raw: Bytes, out: Ids) -> int:
    """The legal actions of a position."""
    return int(legal(raw.view(STATE)[0], out))


@brief
@rule
def call_weights(raw: Bytes, out: Weights) -> int:
    """The weights of a chance node."""
    return weights(raw.view(STATE)[0], out)


@brief
@rule
def call_step(raw: Bytes, action: int, room: Ids, at: int, listed: int, lists: int) -> int:
    """Apply an action.  Return the next actor and, with `lists`, the number of its legal actions, as `packed` does.

    The legal actions are written to `room` from `at` on.  If those of the position as it is stand there, `listed` is their
    number, and any other action is `REFUSED` and changes nothing.  Otherwise the caller has made sure that the action is legal;
    only what is no action at all is refused.
    """
    state = raw.view(STATE)[0]
    if action < 0 or action >= ACTION_COUNT or (listed >= 0 and not is_among(action, room, at, listed)):
        return packed(actor(state), REFUSED)
    apply(state, action)
    if not lists:
        return packed(actor(state), UNLISTED)
    count = int(legal(state, room))  # at the beginning, which is free: with a slice Numba would count references
    for place in range(count):
        room[at + place] = room[place]
    return packed(actor(state), count)


@rule
def packed(who: int, count: int) -> int:
    """An actor and a number of legal actions, `UNLISTED` or `REFUSED`, as one number."""
    return (count << ACTOR_BITS) | (int(who) - OVER)  # as plain Python `who` may be a field's small NumPy number


@rule
def is_among(action: int, ids: Ids, first: int, count: int) -> bool:
    """Whether an action is one of `count` ids."""
    for place in range(first, first + count):
        if ids[place] == action:
            return True
    return False


@brief
@rule
def call_why_not(raw: Bytes, action: int) -> int:
    """The paragraph that forbids an action, or 0."""
    return int(why_not(raw.view(STATE)[0], action))


@rule
def call_why_not_all(raw: Bytes, out: Numbers) -> None:
    """The paragraph that forbids each action, or 0, for every action of the board."""
    state = raw.view(STATE)[0]
    for action in range(len(out)):
        out[action] = why_not(state, action)


@rule
def call_standings(raw: Bytes, scores: Numbers, ranks: Numbers) -> None:
    """The score and the rank of each seat."""
    state = raw.view(STATE)[0]
    score(state, scores)
    rank(state, ranks)


@rule
def call_hide(raw: Bytes, seat: int) -> None:
    """Hide in place what a seat may not know."""
    hide(raw.view(STATE)[0], seat)


@rule
def call_resample(raw: Bytes, seat: int, rng: Rng) -> None:
    """Fill in place what a seat may not know."""
    resample(raw.view(STATE)[0], seat, rng)


@rule
def call_encode(raw: Bytes, seat: int, out: Floats) -> None:
    """The position as numbers for learning."""
    encode(raw.view(STATE)[0], seat, out)


@rule
def call_sees(raw: Bytes, actions: Ids, seat: int, actors: Ids, seen: Ids) -> None:
    """Apply legal actions one after the other; write the actor of each and whether `seat` learns which one it was."""
    state = raw.view(STATE)[0]
    for ply in range(len(actions)):
        actors[ply] = actor(state)
        seen[ply] = sees(state, actions[ply], seat)
        apply(state, actions[ply])
