"""Monte-Carlo tree search for any game, with a value for every seat.

Every simulation samples the hidden parts of the position (`resample`) and chance by its weights.  It follows the tree by
PUCT, adds a node, plays a rollout by the priors and backpropagates the returns.

Nobody's decisions may depend on what they do not know.  So a seat stands at one node for everything that looks the same to
it.  All seats stand at the same node until a decision is hidden from some of them, such as a discard.  Then the seats that see
it go to the node of that decision, and the others to one node for all decisions that they cannot tell apart (`HIDDEN`).  From
there on every seat has its own path through the tree, and decides by the statistics of the node where it stands.

A chance outcome has a node only if every seat sees it, and only once its parent has been visited `OUTCOME_VISITS` × outcomes
times.  Until then the decisions after all outcomes share their nodes.

So a move of a node is not legal in every simulation.  Only the moves that are legal now are compared, and the number of
times that a move was available takes the place of the parent's visits in PUCT.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from branchline.kernel.calls import STATE
from branchline.kernel.contract import CHANCE, OVER, SPECTATOR, Bytes, Ids, actor, apply, legal, resample, sees
from branchline.kernel.heuristics import NONE, Reals, priors, stage
from branchline.kernel.jit import rule
from branchline.kernel.loops import copy_position, draw
from branchline.kernel.returns import write_returns
from branchline.kernel.rng import Rng, below, unit
from branchline.kernel.search_tree import (
    ACTION,
    AVAILABLE,
    CHILD,
    ROOT,
    SIBLING,
    VISITS,
    SearchBuffers,
    add_child,
    backpropagate,
    clear_children,
    decision_child,
    find_child,
)

MIN_EXPLORATION = 0.05
"""Exploration never falls below this share of its weight."""
PRIOR_TRUST = 0.8
"""The share of a move's prior that comes from the game's heuristics; the rest is spread evenly over the legal moves."""
WIDENING_BASE, WIDENING_GROWTH = 6.0, 2.0
"""Progressive widening: a node visited n times has at most WIDENING_BASE + WIDENING_GROWTH × √n moves."""
NO_HORIZON = -1
"""See `SearchSettings.horizon`."""
OUTCOME_VISITS = 4
"""A chance outcome gets its own node once its parent has been visited OUTCOME_VISITS × outcomes times."""


class SearchSettings(NamedTuple):
    """How a search explores."""

    rollout_plies: int
    """The most decisions of a rollout; it also ends where a stage of the game ends."""
    round_robin: int
    """1: the moves of the root take turns, and the tree has no other nodes."""
    exploration: float
    """The weight of PUCT's exploration term beside the mean value."""
    stdev_scale: float
    """Exploration is multiplied by this times the standard deviation of the values of a node's moves, up to 1: where moves
    hardly differ, small differences decide."""
    horizon: int = NO_HORIZON
    """Every simulation ends after so many ends of a stage, in the tree and in the rollout, so that values of positions within
    one stage can be compared.  With `NO_HORIZON` a rollout ends with the stage in which it began."""


@rule
def search(root: Bytes, seat: int, simulations: int, settings: SearchSettings, buffers: SearchBuffers) -> None:
    """Run simulations from a position as `seat` sees it; the tree in the buffers grows.

    With `NONE` for the seat nothing is sampled: everything in the position is known, as in a review of a finished game.
    """
    for _ in range(simulations):
        copy_position(root, buffers.position)
        state = buffers.position.view(STATE)[0]
        if seat != NONE:
            resample(state, seat, buffers.rng)
        depth = simulate(state, settings, buffers)
        write_returns(state, buffers.points, buffers.ranks, buffers.returns, buffers.win_shares)
        backpropagate(buffers, depth)


@rule
def simulate(state: Any, settings: SearchSettings, buffers: SearchBuffers) -> int:
    """Follow the tree to a new node, then play a rollout; returns the last place of the path.

    One loop does both, so that the rules are compiled into one place only.  All seats stand at the last node of the path
    until a decision is hidden from one of them (`apart`).
    """
    nodes, path, standing, ids = buffers.nodes, buffers.path, buffers.standing, buffers.ids
    max_depth = len(path) - len(standing)
    depth, in_tree, apart, plies_left, last, chooser = 0, True, False, settings.rollout_plies, NONE, OVER
    horizon, ends = settings.horizon, 0
    path[0] = buffers.counters[ROOT]
    here = stage(state)
    who = actor(state)
    while who != OVER and ends != horizon and (in_tree or (plies_left > 0 and (horizon >= 0 or stage(state) == here))):
        count = legal(state, ids)
        if who == CHANCE:
            action = ids[draw(state, buffers.rng, buffers.weights, count)]
            if in_tree and depth + 2 < max_depth and sees(state, action, SPECTATOR) == 1:  # room for the decision after it
                if apart:
                    depth = follow(state, buffers, depth, who, action, count)
                else:
                    child = outcome_child(buffers, path[depth], action, count)
                    if child > 0:
                        depth += 1
                        path[depth] = child
        else:
            kept, prior_sum = write_priors(state, ids, count, last if who == chooser else NONE, buffers.priors)
            node = standing[who] if apart else path[depth]
            child = 0
            if in_tree and node != NONE:
                child = select(buffers, settings, node, who, count, kept, prior_sum)
            if child > 0:
                depth += 1
                path[depth] = child
                in_tree = settings.round_robin == 0 and nodes[child, VISITS] > 0 and depth + 1 < max_depth
                here = stage(state)
                action = nodes[child, ACTION]
                last, chooser = action, who
                if in_tree and not apart and sees(state, action, SPECTATOR) == 0:
                    apart = True
                    for seat in range(len(standing)):
                        standing[seat] = node
                if in_tree and apart:
                    standing[who] = child
                    depth = follow(state, buffers, depth, who, action, count)
            else:
                in_tree, chooser = False, OVER
                plies_left -= 1
                action = ids[sample(buffers.rng, buffers.priors, kept, prior_sum)]
        apply(state, action)
        if horizon >= 0 and stage(state) != here:
            here = stage(state)
            ends += 1
        who = actor(state)
    return depth


@rule
def follow(state: Any, buffers: SearchBuffers, depth: int, who: int, action: int, count: int) -> int:
    """Move the other seats to their nodes after an action of `who`, and put these on the path; returns its last place.

    A seat leaves the tree at a new node of a decision: a simulation adds one such node for each seat at most.
    """
    nodes, path, standing, first = buffers.nodes, buffers.path, buffers.standing, depth
    for seat in range(len(standing)):
        node = standing[seat]
        if seat == who or node == NONE:
            continue
        if who == CHANCE:
            child = outcome_child(buffers, node, action, count)
            standing[seat] = child if child > 0 else node
        else:
            child = decision_child(buffers, node, action, sees(state, action, seat))
            standing[seat] = child if child > 0 and nodes[child, VISITS] > 0 else NONE
        place = first
        while place <= depth and path[place] != child:
            place += 1
        if child > 0 and place > depth:  # no other seat stands there
            depth = place
            path[depth] = child
            if who != CHANCE:
                nodes[child, AVAILABLE] += 1
    return depth


@rule
def outcome_child(buffers: SearchBuffers, node: int, action: int, count: int) -> int:
    """The node of one of `count` chance outcomes; 0 if the parent has too few visits, or the memory is full."""
    nodes = buffers.nodes
    if nodes[node, VISITS] < OUTCOME_VISITS * count:
        return 0
    child = find_child(buffers, node, action)
    if child == 0:
        child = add_child(buffers, node, action)
        if child > 0:
            nodes[child, AVAILABLE] = 0
    return child


@rule
def write_priors(state: Any, ids: Ids, count: int, last: int, out: Reals) -> tuple[int, float]:
    """Write the priors of the legal actions and keep only the actions with one; returns how many they are, and the sum.

    If all are 0, all become 1.
    """
    if count == 1:
        out[0] = 1.0
        return 1, 1.0
    priors(state, ids, count, last, out)
    kept, total = 0, 0.0
    for index in range(count):
        prior = out[index]
        if prior > 0.0:
            ids[kept], out[kept] = ids[index], prior
            kept += 1
            total += prior
    if kept > 0:
        return kept, total
    for index in range(count):
        out[index] = 1.0
    return count, float(count)


@rule
def select(
    buffers: SearchBuffers, settings: SearchSettings, node: int, who: int, count: int, kept: int, prior_sum: float
) -> int:
    """The child to follow: the best of those legal now, or a new one for the untried move with the highest prior; 0 if none.

    Of `count` legal moves only those `kept` that have a prior are compared.
    """
    nodes, values, ids, move_priors = buffers.nodes, buffers.values, buffers.ids, buffers.priors
    child_by_action = buffers.child_by_action
    entered, share = enter_children(buffers, node, who, settings.stdev_scale)
    exploration = settings.exploration * share
    in_turn = settings.round_robin == 1 and node == buffers.counters[ROOT]
    best, best_score, tried, untried, ties = 0, -1.0, 0, -1, 0
    for index in range(kept):
        child = child_by_action[ids[index]]
        if child > 0:
            tried += 1
            child_by_action[ids[index]] = 0
            available = nodes[child, AVAILABLE] + 1
            nodes[child, AVAILABLE] = available
            if in_turn:
                score = 1.0 / nodes[child, VISITS]
            else:
                score = values[child, who]
                score += exploration * puct(move_priors[index] / prior_sum, count, available, nodes[child, VISITS])
            if score > best_score:
                best, best_score = child, score
        elif untried < 0 or move_priors[index] > move_priors[untried]:
            untried, ties = index, 1
        elif move_priors[index] == move_priors[untried]:
            ties += 1
            if below(buffers.rng, ties) == 0:
                untried = index
    if tried < entered:  # some are not legal now
        clear_children(buffers, node)
    if untried >= 0 and in_turn:
        return add_child(buffers, node, ids[untried])
    visits = nodes[node, VISITS]
    if untried >= 0 and tried < WIDENING_BASE + WIDENING_GROWTH * np.sqrt(visits):
        mean = values[node, who] if visits > 0 else 0.5
        if mean + exploration * puct(move_priors[untried] / prior_sum, count, visits + 1, 0) > best_score:
            child = add_child(buffers, node, ids[untried])
            best = child if child > 0 else best
    return best


@rule
def enter_children(buffers: SearchBuffers, node: int, who: int, stdev_scale: float) -> tuple[int, float]:
    """Enter the children of a node into `child_by_action`; returns how many they are, and the share of exploration there.

    The share is the standard deviation of the mean values of the node's moves times a scale, between `MIN_EXPLORATION` and 1.
    """
    nodes, values, child_by_action = buffers.nodes, buffers.values, buffers.child_by_action
    entered, total_visits, total, squares = 0, 0, 0.0, 0.0
    child = nodes[node, CHILD]
    while child > 0:
        entered += 1
        child_by_action[nodes[child, ACTION]] = child
        visits = nodes[child, VISITS]
        if visits > 0 and nodes[child, AVAILABLE] > 0:
            value = values[child, who]
            total_visits += visits
            total += value * visits
            squares += value * value * visits
        child = nodes[child, SIBLING]
    if total_visits == 0:
        return entered, 1.0
    mean = total / total_visits
    return entered, min(1.0, MIN_EXPLORATION + stdev_scale * np.sqrt(max(0.0, squares / total_visits - mean * mean)))


@rule
def puct(prior_share: float, count: int, available: int, visits: int) -> float:
    """PUCT's exploration term of one of `count` legal moves, before its weight."""
    prior = PRIOR_TRUST * prior_share + (1.0 - PRIOR_TRUST) / count
    return prior * np.sqrt(available) / (1 + visits)


@rule
def sample(rng: Rng, move_priors: Reals, count: int, prior_sum: float) -> int:
    """The index of one of `count` actions, with probability proportional to its prior."""
    rest = unit(rng) * prior_sum
    for index in range(count):
        rest -= move_priors[index]
        if rest < 0.0:
            return index
    return count - 1
