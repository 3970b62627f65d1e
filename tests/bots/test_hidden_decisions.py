"""Hidden decisions in the search: seats that do not see which one was made stand at one node for all of them.

The test uses a made-up game for three.  Seat 0 either plays safe and wins four times of ten, or hides a pea under one of three
cups and asks a rival to find it.  The rival may name a cup or pass; then seat 0 wins five times of ten after a pass, nine times
after a wrong cup and once after the right one.  A public toss before the answer decides whether the right cup is that with the
pea or the next one.  Seat 1 has seen where the pea is.  Seat 2 has not and does best to pass.

With the option `recall` nobody hears the answer, and seat 0 has to name its cup after it; if that is wrong, it wins once of ten
times.  The safe way then wins as rarely.
"""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline.bots.root_moves import RootMoves
from branchline.bots.tree import TREE_STREAM, SearchTree
from branchline.bots.viewed_position import ViewedPosition
from branchline.games.central_pacific.rules.layout import DISCARD
from branchline.kernel import CHANCE, OVER, Rng, rule
from branchline.kernel.contract import Ids, Numbers, Weights
from branchline.kernel.heuristics import NONE
from branchline.kernel.layout import Layout, i1
from branchline.kernel.search_tree import ACTION, VISITS
from tests.bots.made_up import tree_of

pytestmark = [pytest.mark.every_way, pytest.mark.compiled]

CUPS = 3
SAFE, HIDE, LUCK, MISFORTUNE, ASK_SEER, ASK_BLIND, SUN, RAIN, PASS, NAME = 0, 1, 4, 5, 6, 7, 8, 9, 10, 11
"""Actions; `HIDE` and `NAME` have one for each cup."""
BEGIN, DRAW, ASK, TOSS, ANSWER, RECALL = range(6)
SAFE_ODDS, PASS_ODDS, WRONG_ODDS, RIGHT_ODDS = 4, 5, 9, 1
"""Of ten times, how often seat 0 wins."""


class Cups(Layout):
    """The phase, the cup, the seat asked, whether it rains, how often seat 0 wins, who won, and the option."""

    phase: int = i1()
    cup: int = i1()
    asked: int = i1()
    rain: int = i1()
    odds: int = i1()
    winner: int = i1()
    recall: int = i1()


@rule
def actor(state: Cups) -> int:
    if state.winner > 0:
        return OVER
    if state.phase in (DRAW, TOSS):
        return CHANCE
    return int(state.asked) if state.phase == ANSWER else 0


@rule
def legal(state: Cups, out: Ids) -> int:
    first = (SAFE, LUCK, ASK_SEER, SUN, PASS, NAME)[state.phase]
    count = (1 + CUPS, 2, 2, 2, 1 + CUPS, CUPS)[state.phase]
    for index in range(count):
        out[index] = first + index
    return count


@rule
def weights(state: Cups, out: Weights) -> int:
    out[0], out[1] = (state.odds, 10 - state.odds) if state.phase == DRAW else (1, 1)
    return 2


@rule
def apply(state: Cups, action: int) -> None:
    if action == SAFE:
        state.odds = RIGHT_ODDS if state.recall else SAFE_ODDS
        state.phase = DRAW
    elif action < LUCK:
        state.cup = action - HIDE
        state.phase = ASK
    elif action in (LUCK, MISFORTUNE):
        state.winner = 1 if action == LUCK else 2
    elif action in (ASK_SEER, ASK_BLIND):
        state.asked = 1 + action - ASK_SEER
        state.phase = TOSS
    elif action in (SUN, RAIN):
        state.rain = action - SUN
        state.phase = ANSWER
    elif state.phase == ANSWER:
        right = action == NAME + (state.cup + state.rain) % CUPS
        state.odds = PASS_ODDS if action == PASS else RIGHT_ODDS if right else WRONG_ODDS
        state.phase = RECALL if state.recall else DRAW
    else:
        if action != NAME + state.cup:
            state.odds = RIGHT_ODDS
        state.phase = DRAW


@rule
def rank(state: Cups, out: Numbers) -> None:
    out[0] = 1 if state.winner == 1 else 3
    out[1] = out[2] = 3 - state.winner


@rule
def sees(state: Cups, action: int, seat: int) -> int:
    if HIDE <= action < LUCK:
        return int(seat in (0, 1))
    return int(action < PASS or seat == actor(state))


@rule
def resample(state: Cups, seat: int, rng: Rng) -> None:
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


def child(tree: SearchTree, node: int, action: int) -> int:
    return next(child for child in tree.children(node) if tree.nodes[child, ACTION] == action)


def test_only_a_seat_that_sees_a_decision_answers_to_it() -> None:
    """Seat 0 hides the pea and asks the seat that does not know: its chance is that of a pass."""
    tree = tree_of(Cups, RULES, 6000, players=3)
    moves = RootMoves([tree])
    assert moves.order[-1] == SAFE
    for cup in range(CUPS):
        seer, blind = (child(tree, tree.child(HIDE + cup), action) for action in (ASK_SEER, ASK_BLIND))
        assert tree.values[blind, 0] == pytest.approx(0.5, abs=0.05)
        assert tree.nodes[blind, VISITS] > 10 * tree.nodes[seer, VISITS]
        for weather in (SUN, RAIN):
            answers = tree.children(child(tree, seer, weather))
            most = max(answers, key=lambda answer: int(tree.nodes[answer, VISITS]))
            assert tree.nodes[most, ACTION] == NAME + (cup + weather - SUN) % CUPS


def test_a_seat_remembers_what_it_hid_after_others_have_decided() -> None:
    tree = tree_of(Cups, RULES, 6000, {"recall": 1}, players=3)
    for cup in range(CUPS):
        assert tree.main_line(HIDE + cup) == [HIDE + cup, ASK_BLIND, NAME + cup]  # the answer between is hidden from seat 0


def test_seats_that_do_not_see_a_decision_share_a_node() -> None:
    tree = tree_of(Cups, RULES, 6000, players=3)
    (hidden,) = tree.hidden_child(0)
    asked = child(tree, hidden, ASK_BLIND)
    for weather in (SUN, RAIN):
        answers = {int(tree.nodes[answer, ACTION]) for answer in tree.children(child(tree, asked, weather))}
        assert answers == {PASS, NAME, NAME + 1, NAME + 2}
    own = [child(tree, tree.child(HIDE + cup), ASK_BLIND) for cup in range(CUPS)]
    total = sum(int(tree.nodes[node, VISITS]) for node in own)
    assert total - 3 * CUPS <= tree.nodes[asked, VISITS] <= total
    assert not any(tree.nodes[answer, ACTION] >= PASS for node in own for answer in tree.children(node))
    check_tree(tree)


def check_tree(tree: SearchTree) -> None:
    """Every node has one parent, and no node is visited more often than its parent."""
    found, places = [0], [0]
    while places:
        node = places.pop()
        following = tree.children(node)
        assert sum(int(tree.nodes[child, VISITS]) for child in following) <= tree.nodes[node, VISITS]
        for hidden in tree.hidden_child(node):
            assert tree.nodes[hidden, ACTION] == NONE
            assert tree.nodes[hidden, VISITS] <= tree.nodes[node, VISITS]
            following.append(hidden)
        found += following
        places += following
    assert sorted(found) == list(range(tree.used))


@pytest.mark.parametrize("nodes", range(5, 50, 4))
def test_a_full_memory_ends_the_growth_only(nodes: int) -> None:
    tree = tree_of(Cups, RULES, 800, {"recall": 1}, players=3, nodes=nodes)
    assert tree.used == nodes
    assert tree.nodes[0, VISITS] == 800 == sum(int(tree.nodes[move, VISITS]) for move in tree.children(0))
    check_tree(tree)


def test_a_tree_goes_on_after_a_hidden_decision_of_its_own() -> None:
    tree = tree_of(Cups, RULES, 6000, {"recall": 1}, players=3)
    raw = tree.viewed.raw.view(Cups.dtype)
    raw["phase"], raw["cup"] = ASK, 1
    visits = tree.visits(HIDE + 1)
    assert tree.advance(HIDE + 1)
    tree.run(2000)
    moves = RootMoves([tree])
    assert set(moves.order) == {ASK_SEER, ASK_BLIND}
    assert visits + 2000 - 1 == sum(moves.visits.values())


def discarding() -> bl.State:
    """CP: a seat that has begun to discard."""
    state, rng = bl.game("central-pacific", 3).start(), bl.seeded(4)
    while state.is_chance or state.fields_view.phase != DISCARD or len(state.legal()) < 5:
        state.push(state.random_move(rng).id)
    return state


def test_discards_of_central_pacific_look_alike_to_the_next_seat() -> None:
    """CP 1.6, 5.1: the others see how many tiles are discarded, but not which."""
    state = discarding()
    tree = SearchTree(ViewedPosition(state.view(state.actor)), 1, TREE_STREAM, 40_000)
    tree.run(8000)
    check_tree(tree)
    done = state.game.board.ids["done"]
    (one,) = tree.hidden_child(0)
    (two,) = tree.hidden_child(one)
    for node in (one, two):
        (after,) = tree.children(node)
        assert tree.nodes[after, ACTION] == done
        assert len(tree.children(after)) > 3
