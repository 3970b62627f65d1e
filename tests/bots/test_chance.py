"""Chance in the search: outcomes that everybody sees have their own nodes, others have none.

The test uses a made-up game for two.  Seat 0 either plays safe and wins seven times of ten, or gambles: a coin is tossed and
the seat calls the side.  A player who sees the coin first always wins the gamble; a player who does not wins half the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.bots.root_moves import RootMoves
from branchline.bots.tree import MAX_DEPTH, TREE_STREAM, SearchTree
from branchline.bots.viewed_position import ViewedPosition
from branchline.games.wensleydale.rules.layout import TAKEOVERS
from branchline.kernel import CHANCE, OVER, Rng, rule
from branchline.kernel.contract import Ids, Numbers, Weights
from branchline.kernel.layout import Layout, i1, i2
from branchline.kernel.search import OUTCOME_VISITS
from branchline.kernel.search_tree import AVAILABLE, VISITS
from tests.bots.made_up import tree_of

pytestmark = [pytest.mark.every_way, pytest.mark.compiled]

SAFE, GAMBLE, LUCK, MISFORTUNE, HEADS, TAILS, CALL_HEADS, CALL_TAILS = range(8)


class Coin(Layout):
    """What was done last, which side lies up, who won, and whether the toss is public."""

    last: int = i1()
    side: int = i1()
    winner: int = i1()
    public: int = i1()


@rule
def actor(state: Coin) -> int:
    if state.winner > 0:
        return OVER
    return CHANCE if state.last in (1 + SAFE, 1 + GAMBLE) else 0


@rule
def legal(state: Coin, out: Ids) -> int:
    first = SAFE
    if state.last == 1 + SAFE:
        first = LUCK
    elif state.last == 1 + GAMBLE:
        first = HEADS
    elif state.side > 0:
        first = CALL_HEADS
    out[0], out[1] = first, first + 1
    return 2


@rule
def weights(state: Coin, out: Weights) -> int:
    out[0], out[1] = (7, 3) if state.last == 1 + SAFE else (1, 1)
    return 2


@rule
def apply(state: Coin, action: int) -> None:
    state.last = 1 + action
    if action in (HEADS, TAILS):
        state.side = action
    elif action in (LUCK, MISFORTUNE):
        state.winner = 1 if action == LUCK else 2
    elif action in (CALL_HEADS, CALL_TAILS):
        state.winner = 1 if action - CALL_HEADS == state.side - HEADS else 2


@rule
def rank(state: Coin, out: Numbers) -> None:
    out[0] = state.winner
    out[1] = 3 - state.winner


@rule
def sees(state: Coin, action: int, seat: int) -> int:
    return int(state.public)


@rule
def resample(state: Coin, seat: int, rng: Rng) -> None:
    return


RULES: dict[str, Any] = {
    "actor": actor,
    "legal": legal,
    "weights": weights,
    "apply": apply,
    "rank": rank,
    "sees": sees,
    "resample": resample,
}


def moves_after_search(public: int, simulations: int) -> RootMoves:
    return RootMoves([tree_of(Coin, RULES, simulations, {"public": public})])


def test_a_public_draw_is_known_when_the_next_decision_is_made() -> None:
    moves = moves_after_search(public=1, simulations=1000)
    assert moves.order[0] == GAMBLE
    assert moves.value(GAMBLE, 0) > 0.9


def test_nobody_follows_from_a_draw_that_is_hidden() -> None:
    moves = moves_after_search(public=0, simulations=1000)
    assert moves.order[0] == SAFE
    assert moves.value(SAFE, 0) == pytest.approx(0.7, abs=0.05)
    assert moves.value(GAMBLE, 0) < 0.6


class Corridor(Layout):
    """A long way on which seat 0 and chance take turns, and neither has a choice."""

    ply: int = i2()


@rule
def corridor_actor(state: Corridor) -> int:
    if state.ply == 2 * MAX_DEPTH:
        return OVER
    return CHANCE if state.ply % 2 else 0


@rule
def corridor_legal(state: Corridor, out: Ids) -> int:
    out[0] = state.ply % 2
    return 1


@rule
def corridor_weights(state: Corridor, out: Weights) -> int:
    out[0] = 1
    return 1


@rule
def corridor_apply(state: Corridor, action: int) -> None:
    state.ply += 1


@rule
def corridor_rank(state: Corridor, out: Numbers) -> None:
    out[0], out[1] = 1, 2


@rule
def corridor_sees(state: Corridor, action: int, seat: int) -> int:
    return 1


CORRIDOR: dict[str, Any] = {
    "actor": corridor_actor,
    "legal": corridor_legal,
    "weights": corridor_weights,
    "apply": corridor_apply,
    "rank": corridor_rank,
    "sees": corridor_sees,
    "resample": resample,
}


def test_a_path_ends_where_its_memory_does() -> None:
    """`make test` runs this also with every index checked."""
    tree = tree_of(Corridor, CORRIDOR, 3000)
    assert tree.nodes[0, VISITS] == 3000
    depth, nodes = 0, tree.children(0)
    while nodes:
        depth, nodes = depth + 1, [child for node in nodes for child in tree.children(node)]
    assert MAX_DEPTH - 2 <= depth < MAX_DEPTH


def takeovers() -> bl.State:
    """LW: somebody may sell a link, and the draws of the next turn are near."""
    game = bl.game("last-train-to-wensleydale", 3)
    for seed in range(100):
        state, rng = game.start(), bl.seeded(seed)
        while not state.is_over:
            if (
                state.fields_view.phase == TAKEOVERS
                and len(state.legal()) > 1
                and state.fields_view.turn < state.fields_view.turns
            ):
                return state
            state.push(state.random_move(rng).id)
    raise AssertionError("No takeover was found.")


def test_draws_of_wensleydale_have_nodes_after_enough_visits() -> None:
    """LW 2.2: all see the tokens drawn."""
    state = takeovers()
    tree = SearchTree(ViewedPosition(state.view(state.actor)), 1, TREE_STREAM, 8001)
    tree.run(4000)
    nodes = tree.nodes[: tree.used]
    outcomes = np.flatnonzero((nodes[:, AVAILABLE] == 0) & (np.arange(len(nodes)) > 0))
    assert len(outcomes) > 4
    for node in range(len(nodes)):
        branches = [child for child in tree.children(node) if child in outcomes]
        if branches:
            assert nodes[node, VISITS] > OUTCOME_VISITS * len(branches)
            assert sum(nodes[child, VISITS] for child in branches) <= nodes[node, VISITS]
    texts = state.game.board.texts
    line = [texts[action] for action in tree.main_line(RootMoves([tree]).order[0])]
    assert not any(text.startswith("token") for text in line)


def test_draws_of_central_pacific_never_have_nodes() -> None:
    """CP 1.6: a drawn tile is known to one seat, and the others' decisions may not follow from it."""
    state, rng = bl.game("central-pacific", 3).start(), bl.seeded(2)
    while state.is_chance or state.ply < 40:
        state.push(state.random_move(rng).id)
    tree = SearchTree(ViewedPosition(state.view(state.actor)), 1, TREE_STREAM, 8001)
    tree.run(4000)
    nodes = tree.nodes[1 : tree.used]
    assert (nodes[:, AVAILABLE] > 0).all()
