"""Monte-Carlo tree search over any game: a value for every seat, chance and hidden parts drawn anew in each simulation.

In every simulation the hidden parts are sampled, and chance by weight.  A node stands for the decisions that led to it and
for what chance did, as far as its outcomes have branches of their own.  They never have where only some seats see them, as
nobody's decisions may depend on what he does not know, and else only where the node before is familiar; until then the
decisions after them are pooled.  (A decision has a branch even where others do not see it, such as a discard.)  So a move
of a node is not always legal: only those legal *now* compete, and how often a move could have been chosen is counted beside
how often it was.

All memory comes from the caller.  A row of `tree` is a node, with the columns named below; node 0 is the first root.  A row of
`values` has the mean rank share of every seat after that node: means rather than sums, which 32 bits could not hold
exactly.  `wins` sums the shares of the win by action of the root.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from branchline.kernel.calls import STATE
from branchline.kernel.contract import (
    CHANCE,
    OVER,
    SPECTATOR,
    Bytes,
    Ids,
    Numbers,
    Weights,
    actor,
    apply,
    legal,
    rank,
    resample,
    sees,
)
from branchline.kernel.heuristics import NONE, Reals, RealTable, evaluate, priors, stage
from branchline.kernel.jit import rule
from branchline.kernel.loops import draw
from branchline.kernel.rng import Rng, below, unit

Nodes: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]
Means: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float32]]

ACTION, CHILD, SIBLING, VISITS, AVAILABLE = 0, 1, 2, 3, 4
"""`AVAILABLE` is 0 for what chance did, and at least 1 for a decision."""
COLUMNS = 5
USED, ROOT, FIGURES = 0, 1, 2
"""Numbers that a search keeps: nodes in use, and the node that stands for the position it starts from."""
LEAST_DIFFERENCE = 0.05
"""Curiosity never falls below this share of its weight."""
TRUST = 0.8
"""Share of a move's prior that comes from the game's taste; the rest is spread evenly."""
FIRST_MOVES, MORE_MOVES = 6.0, 2.0
"""Progressive widening: a node visited n times has at most FIRST_MOVES + MORE_MOVES × √n moves."""

FAMILIAR = 4
"""Outcomes of a draw have branches of their own once there were so many visits for each of them."""


@rule
def search(
    root: Bytes,
    seat: int,
    simulations: int,
    plies: int,
    evenly: int,
    exploration: float,
    sharpness: float,
    rng: Rng,
    scratch: Bytes,
    ids: Ids,
    odds: Weights,
    likes: Reals,
    slots: Ids,
    path: Ids,
    tree: Nodes,
    values: Means,
    wins: RealTable,
    points: Reals,
    ranks: Numbers,
    outcome: Reals,
    figures: Numbers,
) -> int:
    """Run simulations from what `seat` sees, growing the tree; returns the nodes in use.

    Beyond the tree quick play goes on for at most `plies`.  If `evenly` is 1 the moves of the root take turns, and the tree
    ends with them.  `exploration` weighs exploration against the mean value; where the moves of a node hardly differ,
    `sharpness` makes it smaller.
    """
    for _ in range(simulations):
        for byte in range(len(root)):
            scratch[byte] = root[byte]
        state = scratch.view(STATE)[0]
        resample(state, seat, rng)
        depth = walk(state, plies, evenly, exploration, sharpness, rng, ids, odds, likes, slots, path, tree, values, figures)
        judge(state, points, ranks, outcome)
        for step in range(depth + 1):
            learn(path[step], outcome, tree, values)
        if depth > 0:
            for other in range(len(ranks)):
                wins[tree[path[1], ACTION], other] += outcome[len(ranks) + other]
    return int(figures[USED])


@rule
def learn(node: int, outcome: Reals, tree: Nodes, values: Means) -> None:
    """Count a visit, and move the means of all seats towards the outcome."""
    visits = tree[node, VISITS] + 1
    tree[node, VISITS] = visits
    for seat in range(values.shape[1]):
        values[node, seat] += (outcome[seat] - values[node, seat]) / visits


@rule
def walk(
    state: Any,
    plies: int,
    evenly: int,
    exploration: float,
    sharpness: float,
    rng: Rng,
    ids: Ids,
    odds: Weights,
    likes: Reals,
    slots: Ids,
    path: Ids,
    tree: Nodes,
    values: Means,
    figures: Numbers,
) -> int:
    """Follow the tree to a new node, then play on quickly until stage or game ends; returns the length of the path.

    One loop does both, so that the rules are compiled into one place only.
    """
    depth, in_tree, rest, last, chooser = 0, True, plies, NONE, OVER
    path[0] = figures[ROOT]
    here = stage(state)
    who = actor(state)
    while who != OVER and (in_tree or (rest > 0 and stage(state) == here)):
        count = legal(state, ids)
        if who == CHANCE:
            action = ids[draw(state, rng, odds, count)]
            if in_tree and depth + 2 < len(path) and sees(state, action, SPECTATOR) == 1:  # room for the decision after it
                child = outcome_of(path[depth], action, count, tree, figures)
                if child > 0:
                    depth += 1
                    path[depth] = child
        else:
            wish = wishes(state, ids, count, last if who == chooser else NONE, likes)
            child = 0
            if in_tree:
                keen = exploration * difference(who, path[depth], sharpness, tree, values)
                child = select(who, count, wish, path[depth], evenly, keen, rng, ids, likes, slots, tree, values, figures)
            if child > 0:
                depth += 1
                path[depth] = child
                in_tree = evenly == 0 and tree[child, VISITS] > 0 and depth + 1 < len(path)
                here = stage(state)
                action = tree[child, ACTION]
                last, chooser = action, who
            else:
                in_tree, chooser = False, OVER
                rest -= 1
                action = ids[pick_liked(rng, likes, count, wish)]
        apply(state, action)
        who = actor(state)
    return depth


@rule
def outcome_of(node: int, action: int, count: int, tree: Nodes, figures: Numbers) -> int:
    """The branch of one of `count` outcomes after a node; 0 if the node is not familiar enough, or memory is full."""
    if tree[node, VISITS] < FAMILIAR * count:
        return 0
    child = tree[node, CHILD]
    while child > 0 and tree[child, ACTION] != action:
        child = tree[child, SIBLING]
    if child == 0:
        child = add_child(node, action, tree, figures)
        if child > 0:
            tree[child, AVAILABLE] = 0
    return int(child)


@rule
def wishes(state: Any, ids: Ids, count: int, last: int, likes: Reals) -> float:
    """The taste for each legal action, and its sum; where all are left out, all count alike."""
    priors(state, ids, count, last, likes)
    total = 0.0
    for index in range(count):
        total += likes[index]
    if total <= 0.0:
        for index in range(count):
            likes[index] = 1.0
        total = float(count)
    return total


@rule
def select(
    who: int,
    count: int,
    wish: float,
    node: int,
    evenly: int,
    keen: float,
    rng: Rng,
    ids: Ids,
    likes: Reals,
    slots: Ids,
    tree: Nodes,
    values: Means,
    figures: Numbers,
) -> int:
    """The child to follow: the best of those legal now, or a new one for the most liked move not yet tried; 0 if none."""
    mark(node, 1, slots, tree)
    visits = tree[node, VISITS]
    in_turn = evenly == 1 and node == figures[ROOT]
    best, most, tried, fresh, ties = 0, -1.0, 0, -1, 0
    for index in range(count):
        child = slots[ids[index]]
        if likes[index] <= 0.0:
            continue
        if child > 0:
            tried += 1
            tree[child, AVAILABLE] += 1
            if in_turn:
                worth = 1.0 / tree[child, VISITS]
            else:
                worth = values[child, who]
                worth += keen * bonus(likes[index] / wish, count, tree[child, AVAILABLE], tree[child, VISITS])
            if worth > most:
                best, most = child, worth
        elif fresh < 0 or likes[index] > likes[fresh]:
            fresh, ties = index, 1
        elif likes[index] == likes[fresh]:
            ties += 1
            if below(rng, ties) == 0:
                fresh = index
    mark(node, 0, slots, tree)
    if fresh >= 0 and in_turn:
        return add_child(node, ids[fresh], tree, figures)
    if fresh >= 0 and tried < FIRST_MOVES + MORE_MOVES * np.sqrt(visits):
        mean = values[node, who] if visits > 0 else 0.5
        if mean + keen * bonus(likes[fresh] / wish, count, visits + 1, 0) > most:
            new = add_child(node, ids[fresh], tree, figures)
            best = new if new > 0 else best
    return best


@rule
def difference(who: int, node: int, sharpness: float, tree: Nodes, values: Means) -> float:
    """The standard deviation of the mean values of a node's moves times the sharpness, between a least share and 1."""
    visits, total, squares = 0, 0.0, 0.0
    child = tree[node, CHILD]
    while child > 0:
        if tree[child, VISITS] > 0 and tree[child, AVAILABLE] > 0:
            visits += tree[child, VISITS]
            total += values[child, who] * tree[child, VISITS]
            squares += values[child, who] * values[child, who] * tree[child, VISITS]
        child = tree[child, SIBLING]
    if visits == 0:
        return 1.0
    mean = total / visits
    return min(1.0, LEAST_DIFFERENCE + sharpness * np.sqrt(max(0.0, squares / visits - mean * mean)))


@rule
def bonus(liking: float, count: int, available: int, visits: int) -> float:
    """What one unit of exploration adds to a move's mean value."""
    prior = TRUST * liking + (1.0 - TRUST) / count
    return prior * np.sqrt(available) / (1 + visits)


@rule
def mark(node: int, present: int, slots: Ids, tree: Nodes) -> None:
    """Note for the action of each child where it is, or forget it again."""
    child = tree[node, CHILD]
    while child > 0:
        slots[tree[child, ACTION]] = child * present
        child = tree[child, SIBLING]


@rule
def add_child(node: int, action: int, tree: Nodes, figures: Numbers) -> int:
    """A new node after an action, or 0 if the memory is full."""
    new = figures[USED]
    if new == len(tree):
        return 0
    figures[USED] = new + 1
    tree[new, ACTION] = action
    tree[new, SIBLING] = tree[node, CHILD]
    tree[new, AVAILABLE] = 1
    tree[node, CHILD] = new
    return new


@rule
def pick_liked(rng: Rng, likes: Reals, count: int, wish: float) -> int:
    """An index below `count`, with probability proportional to liking."""
    rest = unit(rng) * wish
    last = 0
    for index in range(count):
        if likes[index] > 0.0:
            last = index
            rest -= likes[index]
            if rest < 0.0:
                return index
    return last


@rule
def judge(state: Any, points: Reals, ranks: Numbers, outcome: Reals) -> None:
    """The rank share of each seat and its share of the win: by the ranks at the end, by the evaluation before it."""
    players = len(ranks)
    if actor(state) == OVER:
        rank(state, ranks)
        winners = 0
        for seat in range(players):
            winners += 1 if ranks[seat] == 1 else 0
        for seat in range(players):
            outcome[players + seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
            points[seat] = -1.0e6 * ranks[seat]
        share_ranks(points, 1.0, outcome)
        return
    spread = evaluate(state, points)
    share_ranks(points, spread, outcome)
    most, total = points[0], 0.0
    for seat in range(players):
        most = max(most, points[seat])
    for seat in range(players):
        outcome[players + seat] = np.exp((points[seat] - most) / spread)
        total += outcome[players + seat]
    for seat in range(players):
        outcome[players + seat] /= total


@rule
def share_ranks(points: Reals, spread: float, outcome: Reals) -> None:
    """The mean chance of each seat to be ahead of another one; a tie is half of it."""
    players = len(points)
    for seat in range(players):
        total = 0.0
        for other in range(players):
            if other != seat:
                lead = (points[seat] - points[other]) / spread
                total += 1.0 / (1.0 + np.exp(-min(40.0, max(-40.0, lead))))
        outcome[seat] = total / (players - 1)
