"""Many games side by side, for learning: step each by an action, draw chance, start again, and write what the actor sees.

A row of every array is one environment.  Environments do not depend on each other, so several threads may each advance a part
of them.  `core.vector` allocates the arrays and is the door for Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from branchline.kernel.calls import STATE
from branchline.kernel.contract import (
    CHANCE,
    OVER,
    Batch,
    Bytes,
    Ids,
    Numbers,
    Weights,
    actor,
    apply,
    encode,
    hide,
    legal,
    rank,
    score,
)
from branchline.kernel.jit import rule
from branchline.kernel.loops import copy_position, draw
from branchline.kernel.rng import Rng

FloatMatrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float32]]
WordMatrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint64]]

NEW_GAME, SAME_POSITION = -1, -2
"""In place of an action: start a new game, or only write again what the actor sees."""
BY_RANK, BY_WIN, BY_SCORE = 0, 1, 2
"""The kinds of rewards."""
STEP_IS_LEGAL, NAMED_TWICE, NO_ENVIRONMENT, NOT_LEGAL = 0, 1, 2, 3
"""What `first_problem` finds: nothing, an environment named twice, no such environment, an action that is not legal there."""
WORD_BITS = 64
TOGETHER = 64
"""Environments of which each part of a step is done together."""
_ONE, _WORD = np.uint64(1), np.uint64(63)


class Environments(NamedTuple):
    """The arrays of all environments, a row for each."""

    positions: Batch
    generators: WordMatrix
    """The random generator of each environment, which draws its chance."""
    legal_bits: WordMatrix
    """The legal actions as bits.  The masks say the same, but they are in the hands of the caller, who may write into them."""
    observations: FloatMatrix
    masks: Batch
    rewards: FloatMatrix
    """For each seat; all zero unless a game has just ended."""
    dones: Bytes
    actors: Ids
    sides: Numbers
    """The side of each seat, the same for all environments."""
    marks: Ids
    """Working memory of `first_problem`: the last step in which each environment was named."""


class Scratch(NamedTuple):
    """The working memory of one thread."""

    position: Bytes
    ids: Ids
    weight: Weights
    """The weight of each outcome of a chance node."""
    scores: Numbers
    ranks: Numbers


@rule
def first_problem(environments: Environments, which: Ids, actions: Ids, step: int, at: Ids) -> int:
    """Check a step before anything changes: the kind of the first problem (`at[0]` gets its place), or `STEP_IS_LEGAL`."""
    bits, marks = environments.legal_bits, environments.marks
    size = environments.masks.shape[1]
    for place in range(len(which)):
        environment, action = which[place], actions[place]
        at[0] = place
        if environment < 0 or environment >= len(marks):
            return NO_ENVIRONMENT
        if marks[environment] == step:
            return NAMED_TWICE
        marks[environment] = step
        if action < 0 or action >= size:
            return NOT_LEGAL
        word = bits[environment, action // WORD_BITS]
        if (word >> (np.uint64(action) & _WORD)) & _ONE == np.uint64(0):
            return NOT_LEGAL
    return STEP_IS_LEGAL


@rule
def advance(
    environments: Environments,
    scratch: Scratch,
    start: Bytes,
    which: Ids,
    actions: Ids,
    first: int,
    last: int,
    kind: int,
    restart: int,
) -> None:
    """Advance the environments `which[first:last]`, each by its legal action, `NEW_GAME` or `SAME_POSITION`.

    Chance is drawn until somebody has to decide.  A game that ends writes its rewards of a `kind`; with `restart` the next one
    starts at once.  Each part is done for some environments before the next part: a processor does better what it repeats.
    """
    for begin in range(first, last, TOGETHER):
        end = min(last, begin + TOGETHER)
        for place in range(begin, end):
            play_on(environments, scratch, start, which[place], actions[place], kind, restart)
        for place in range(begin, end):
            write_legal(which[place], environments, scratch)
        for place in range(begin, end):
            write_observation(which[place], environments, scratch)


@rule
def play_on(
    environments: Environments, scratch: Scratch, start: Bytes, environment: int, action: int, kind: int, restart: int
) -> None:
    """Bring one environment to its next decision."""
    raw, generator = environments.positions[environment], environments.generators[environment]
    state = raw.view(STATE)[0]
    if action == SAME_POSITION:
        environments.actors[environment] = actor(state)
        return
    rewards = environments.rewards[environment]
    for seat in range(len(rewards)):
        rewards[seat] = np.float32(0.0)
    environments.dones[environment] = 0
    if action == NEW_GAME:
        copy_position(start, raw)
    else:
        apply(state, action)
    who = draw_chance(state, actor(state), generator, scratch)
    if who == OVER:
        environments.dones[environment] = 1
        write_rewards(state, kind, environments.sides, scratch, rewards)
        if restart:
            copy_position(start, raw)
            who = draw_chance(state, actor(state), generator, scratch)
    environments.actors[environment] = who


@rule
def draw_chance(state: Any, who: int, generator: Rng, scratch: Scratch) -> int:
    """Draw chance until it is a seat's turn or the game is over; returns who is to act."""
    while who == CHANCE:
        count = legal(state, scratch.ids)
        apply(state, scratch.ids[draw(state, generator, scratch.weight, count)])
        who = actor(state)
    return int(who)


@rule
def write_legal(environment: int, environments: Environments, scratch: Scratch) -> None:
    """Write the legal actions as a mask and as bits; none when the game is over."""
    mask, bits, ids = environments.masks[environment], environments.legal_bits[environment], scratch.ids
    for action in range(len(mask)):
        mask[action] = 0
    state = environments.positions[environment].view(STATE)[0]
    count = 0 if environments.actors[environment] == OVER else legal(state, ids)
    place = 0
    for word in range(len(bits)):
        found, behind = np.uint64(0), (word + 1) * WORD_BITS
        while place < count and ids[place] < behind:
            mask[ids[place]] = 1
            found |= _ONE << (np.uint64(ids[place]) & _WORD)
            place += 1
        bits[word] = found


@rule
def write_observation(environment: int, environments: Environments, scratch: Scratch) -> None:
    """Write what the actor sees; zeros when the game is over."""
    who, out = environments.actors[environment], environments.observations[environment]
    if who == OVER:
        for index in range(len(out)):
            out[index] = np.float32(0.0)
        return
    copy_position(environments.positions[environment], scratch.position)
    seen = scratch.position.view(STATE)[0]
    hide(seen, who)
    encode(seen, who, out)


@rule
def write_rewards(state: Any, kind: int, sides: Numbers, scratch: Scratch, out: Any) -> None:
    """Write the reward of each seat at the end of a game.  `core.rewards` says what the kinds mean."""
    scores, ranks = scratch.scores, scratch.ranks
    score(state, scores)
    rank(state, ranks)
    winners = 0
    for seat in range(len(ranks)):
        winners += 1 if ranks[seat] == 1 else 0
    for seat in range(len(ranks)):
        if kind == BY_WIN:
            out[seat] = np.float32(1.0 / winners if ranks[seat] == 1 else 0.0)
        else:
            out[seat] = np.float32(mean_lead(seat, kind, sides, scratch))


@rule
def mean_lead(seat: int, kind: int, sides: Numbers, scratch: Scratch) -> float:
    """The mean over the rivals of a seat: 1, 0 or −1 by rank, or the difference of the scores."""
    scores, ranks = scratch.scores, scratch.ranks
    total, rivals = 0.0, 0
    for other in range(len(sides)):
        if sides[other] == sides[seat]:
            continue
        rivals += 1
        if kind == BY_SCORE:
            total += scores[seat] - scores[other]
        elif ranks[seat] < ranks[other]:
            total += 1.0
        elif ranks[seat] > ranks[other]:
            total -= 1.0
    return total / max(1, rivals)
