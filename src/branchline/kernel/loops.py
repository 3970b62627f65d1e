"""Generic loops over a game's rules: random games, batches of them, perft.

`bind` replaces the functions imported from the contract by those of a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.kernel.calls import STATE
from branchline.kernel.contract import (
    CHANCE,
    OVER,
    Batch,
    Bytes,
    Ids,
    Matrix,
    Numbers,
    Weights,
    actor,
    apply,
    legal,
    rank,
    score,
    weights,
)
from branchline.kernel.jit import rule
from branchline.kernel.rng import Rng, below, reseed

DEAD_END = -1
"""The length of a game that reached a position without a legal move."""
ENDLESS = -2
"""The length of a game that was longer than its bound."""


@rule
def copy_position(source: Bytes, target: Bytes) -> None:
    """Copy a position as one record: byte by byte it would take fifteen times as long."""
    target.view(STATE)[0] = source.view(STATE)[0]


@rule
def pick_weighted(rng: Rng, weight: Weights, count: int) -> int:
    """An index below `count`, with probability proportional to its weight."""
    total = weight[0]
    for index in range(1, count):
        total += weight[index]
    rest = below(rng, total)
    for index in range(count):
        rest -= weight[index]
        if rest < 0:
            return index
    return count - 1


@rule
def draw(state: Any, rng: Rng, weight: Weights, count: int) -> int:
    """The index of one of the `count` legal actions of a chance node, by weight."""
    weights(state, weight)
    return pick_weighted(rng, weight, count)


@rule
def random_game(raw: Bytes, rng: Rng, ids: Ids, weight: Weights, path: Ids) -> int:
    """Play to the end at random and write the actions; return their number, DEAD_END or ENDLESS.

    A game with more actions than `path` has room for counts as endless.
    """
    state = raw.view(STATE)[0]
    plies = 0
    who = actor(state)
    while who != OVER:
        if plies == len(path):
            return ENDLESS
        count = legal(state, ids)
        if count == 0:
            return DEAD_END
        chosen = draw(state, rng, weight, count) if who == CHANCE else below(rng, count)
        path[plies] = ids[chosen]
        apply(state, ids[chosen])
        plies += 1
        who = actor(state)
    return plies


@rule
def random_games(
    start: Bytes,
    seed: np.uint64,
    first: int,
    rng: Rng,
    ids: Ids,
    weight: Weights,
    path: Ids,
    lengths: Numbers,
    scores: Matrix,
    ranks: Matrix,
    taken: Numbers,
    finals: Batch,
) -> None:
    """Play `len(lengths)` random games from one position; game k of the batch uses stream first + k.

    `taken` counts how often each action was played, `finals` keeps the last position of each game;
    `rng`, `ids`, `weight` and `path` are working memory.
    """
    for game in range(len(lengths)):
        reseed(rng, seed, np.uint64(first + game))
        copy_position(start, finals[game])
        lengths[game] = random_game(finals[game], rng, ids, weight, path)
        for ply in range(lengths[game]):
            taken[path[ply]] += 1
        state = finals[game].view(STATE)[0]
        score(state, scores[game])
        rank(state, ranks[game])


@rule
def perft(stack: Batch, ids: Matrix, counts: Numbers, taken: Numbers) -> int:
    """Count the action sequences of exactly `len(counts)` plies from `stack[0]`.

    `stack` and `ids` have a row for each ply.  A game that ends earlier does not count, as in chess.
    """
    depth = len(counts)
    counts[0] = legal(stack[0].view(STATE)[0], ids[0])
    if depth == 1:
        return int(counts[0])
    total = 0
    level = 0
    taken[0] = 0
    while level >= 0:
        if taken[level] == counts[level]:
            level -= 1
            continue
        copy_position(stack[level], stack[level + 1])
        child = stack[level + 1].view(STATE)[0]
        apply(child, int(ids[level, taken[level]]))
        taken[level] += 1
        replies = legal(child, ids[level + 1])
        if level + 2 == depth:
            total += replies
        else:
            level += 1
            counts[level] = replies
            taken[level] = 0
    return total


@rule
def retrace(start: Bytes, raw: Bytes, path: Ids, plies: int, ids: Ids, times: int, with_legal: int) -> int:
    """Replay a known game so many times, with or without listing the legal actions: for profiles."""
    found = 0
    for _ in range(times):
        copy_position(start, raw)
        state = raw.view(STATE)[0]
        for ply in range(plies):
            if with_legal:
                found += legal(state, ids)
            apply(state, path[ply])
    return found
