"""The tree of a search: its nodes, its buffers and how it grows.

A row of `nodes` is a node, with the columns named below; node 0 is the first root.  A row of `values` is the mean value of
that node for every seat.  It holds means, not sums, because sums of many simulations do not fit into 32 bits exactly.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from branchline.kernel.contract import Bytes, Ids, Numbers, Weights
from branchline.kernel.heuristics import NONE, RealMatrix, Reals
from branchline.kernel.jit import rule
from branchline.kernel.rng import Rng

Nodes: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]
Values: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float32]]

ACTION, CHILD, SIBLING, VISITS, AVAILABLE, HIDDEN = 0, 1, 2, 3, 4, 5
"""The columns of `nodes`.  `CHILD` is the first child, `SIBLING` the next child of the same parent, 0 if there is none.
`AVAILABLE` counts how often the node's move was legal when its parent was visited: at least 1 for a decision, 0 for a chance
outcome.  Where a seat follows a decision that it does not make, only the move that was made is counted as available.
`HIDDEN` is the child of the seats that do not see which decision was made here, 0 if there is none.  It is no sibling of the
other children, and its action is `NONE`."""
COLUMNS = 6
USED, ROOT, COUNTERS = 0, 1, 2
"""Places in `counters`: the number of nodes in use, and the node of the position to decide in."""


class SearchBuffers(NamedTuple):
    """All memory of a search.  The caller allocates it; the search allocates nothing."""

    rng: Rng
    position: Bytes
    """The position of the current simulation."""
    ids: Ids
    weights: Weights
    priors: Reals
    """The legal actions of the current position, with the weights of a chance node or the priors of a decision."""
    child_by_action: Ids
    """While a node is being selected from: its child for each action, 0 if there is none.  All zeros otherwise."""
    path: Ids
    """The nodes of the current simulation, the root first."""
    standing: Ids
    """Once a decision of the current simulation was hidden: the node where each seat stands, `NONE` if it left the tree."""
    nodes: Nodes
    values: Values
    wins: RealMatrix
    """For each action of the root, the sum of the win shares of every seat."""
    win_totals: Reals
    """The same for all simulations together, also for those in which nobody had to decide."""
    points: Reals
    ranks: Numbers
    returns: Reals
    """The result of the current simulation for every seat: the share of rivals it ranks above."""
    win_shares: Reals
    """The result of the current simulation as the share of the win of every seat."""
    counters: Numbers


def allocate(
    rng: Rng, position_bytes: int, players: int, action_count: int, max_legal: int, max_nodes: int, max_depth: int
) -> SearchBuffers:
    """Buffers with an empty tree: only the root is in use."""
    counters = np.zeros(COUNTERS, np.int64)
    counters[USED] = 1
    return SearchBuffers(
        rng=rng,
        position=np.zeros(position_bytes, np.uint8),
        ids=np.zeros(max_legal, np.int64),
        weights=np.zeros(max_legal, np.int64),
        priors=np.zeros(max_legal),
        child_by_action=np.zeros(action_count, np.int64),
        path=np.zeros(max_depth + players, np.int64),  # the last decision may have a node for every seat
        standing=np.zeros(players, np.int64),
        # The system reserves zeroed memory only where it is written to, so a large bound costs nothing by itself.
        nodes=np.zeros((max_nodes, COLUMNS), np.int32),
        values=np.zeros((max_nodes, players), np.float32),
        wins=np.zeros((action_count, players)),
        win_totals=np.zeros(players),
        points=np.zeros(players),
        ranks=np.zeros(players, np.int64),
        returns=np.zeros(players),
        win_shares=np.zeros(players),
        counters=counters,
    )


@rule
def add_node(buffers: SearchBuffers, action: int) -> int:
    """A new node without a parent; 0 if the memory is full."""
    nodes, node = buffers.nodes, buffers.counters[USED]
    if node == len(nodes):
        return 0
    buffers.counters[USED] = node + 1
    nodes[node, ACTION] = action
    nodes[node, AVAILABLE] = 1
    return node


@rule
def add_child(buffers: SearchBuffers, node: int, action: int) -> int:
    """Expand a node by a child for an action; 0 if the memory is full."""
    nodes, child = buffers.nodes, add_node(buffers, action)
    if child > 0:
        nodes[child, SIBLING] = nodes[node, CHILD]
        nodes[node, CHILD] = child
    return child


@rule
def find_child(buffers: SearchBuffers, node: int, action: int) -> int:
    """The child of a node for an action; 0 if there is none."""
    nodes = buffers.nodes
    child = nodes[node, CHILD]
    while child > 0 and nodes[child, ACTION] != action:
        child = nodes[child, SIBLING]
    return int(child)


@rule
def decision_child(buffers: SearchBuffers, node: int, action: int, seen: int) -> int:
    """The node of a seat after a decision that it sees or not, new if need be; 0 if the memory is full."""
    nodes = buffers.nodes
    if seen == 1:
        child = find_child(buffers, node, action)
        return child if child > 0 else add_child(buffers, node, action)
    if nodes[node, HIDDEN] == 0:
        nodes[node, HIDDEN] = add_node(buffers, NONE)
    return int(nodes[node, HIDDEN])


@rule
def clear_children(buffers: SearchBuffers, node: int) -> None:
    """Clear the entries of a node's children in `child_by_action`."""
    nodes, child_by_action = buffers.nodes, buffers.child_by_action
    child = nodes[node, CHILD]
    while child > 0:
        child_by_action[nodes[child, ACTION]] = 0
        child = nodes[child, SIBLING]


@rule
def backpropagate(buffers: SearchBuffers, depth: int) -> None:
    """Count a visit of every node on the path and move its mean values towards the returns."""
    nodes, values, returns, path = buffers.nodes, buffers.values, buffers.returns, buffers.path
    for step in range(depth + 1):
        node = path[step]
        visits = nodes[node, VISITS] + 1
        nodes[node, VISITS] = visits
        for seat in range(values.shape[1]):
            values[node, seat] += (returns[seat] - values[node, seat]) / visits
    for seat in range(len(returns)):
        buffers.win_totals[seat] += buffers.win_shares[seat]
        if depth > 0:
            buffers.wins[nodes[path[1], ACTION], seat] += buffers.win_shares[seat]
