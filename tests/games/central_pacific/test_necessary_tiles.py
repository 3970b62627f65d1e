"""CP 6.2 on lines with loops: two methods, compiled and plain, against the naive referee; and how much work they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.games.central_pacific.rules import frontier, steiner
from branchline.games.central_pacific.rules.board import SQUARE_NAMES
from branchline.games.central_pacific.rules.claiming import follow, joined
from branchline.games.central_pacific.rules.layout import SQUARES
from branchline.kernel.contract import Matrix, Numbers
from tests.games.central_pacific.loops import HARD, arrays, drawn, looped, position
from tests.oracle import central_pacific as naive

pytestmark = pytest.mark.rule("CP 6.2")

MAX_STATES = 2000
"""States that the hardest line of standard tiles may take."""
boards = st.builds(
    looped, st.integers(0, 10**6).map(Random), st.integers(4, 45), st.integers(2, 6), st.sampled_from((0.6, 0.8, 1.0))
)


def necessary(board: naive.Board) -> Iterator[tuple[naive.Line, int]]:
    """Every line with its necessary tiles by the rules, as plain Python."""
    ways, cities = arrays(board)
    for line in naive.lines(board):
        seen, found = np.zeros((2, SQUARES), np.int64)
        start = SQUARE_NAMES.index(naive.name_of(min(line.track)))
        tiles = follow(ways, cities, start, seen, found) & 255
        yield line, int(steiner.shortest_tree(ways, cities, found, tiles))


@settings(max_examples=40, deadline=None)
@given(boards)
@pytest.mark.parametrize("few", [1, steiner.FEW_CITIES])
def test_plain_both_methods_find_what_the_referee_finds(few: int, board: naive.Board) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(steiner, "FEW_CITIES", few)
        for line, tiles in necessary(board):
            assert tiles == naive.steiner(board, line)


@pytest.mark.compiled
@settings(max_examples=150, deadline=None)
@given(boards)
def test_compiled_the_score_is_the_referees(board: naive.Board) -> None:
    lines = naive.lines(board)
    state = position(board)
    cities = {city for line in lines for city in line.cities}
    assert state.scores == [sum(naive.steiner(board, line) for line in lines) + 2 * len(cities), 0]
    assert state.score_sheet()[0].values == [state.scores[0] - 2 * len(cities), 0]


@pytest.mark.compiled
def test_compiled_lines_with_many_cities_have_the_referees_score() -> None:
    """Eight to ten cities: more than `steiner_tree` is used for, and as many as the referee can do."""
    checked: Counter[int] = Counter()
    for seed in range(400):
        chance = Random(seed)
        board = looped(chance, chance.randint(20, 45), chance.randint(9, 12), 0.85)
        lines = naive.lines(board)
        many = max((len(line.cities) for line in lines), default=0)
        if steiner.FEW_CITIES < many <= 10 and checked[many] < 3:
            cities = {city for line in lines for city in line.cities}
            assert position(board).scores[0] == sum(naive.steiner(board, line) for line in lines) + 2 * len(cities)
            checked[many] += 1
    assert min(checked[number] for number in (8, 9, 10)) > 0


@pytest.mark.parametrize("number", range(len(HARD)))
def test_the_hardest_lines_take_few_states(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    work: Counter[str] = Counter()
    remember = frontier.remember

    def counted(states: Matrix, state: int, used: int) -> int:
        work["states"] += 1
        return remember(states, state, used)

    monkeypatch.setattr(frontier, "remember", counted)
    monkeypatch.setattr(steiner, "FEW_CITIES", 1)
    board = drawn(HARD[number])
    found = dict(necessary(board))
    largest = max(found, key=lambda line: len(line.cities))
    assert len(largest.cities) >= steiner.FEW_CITIES
    assert 0 < work["states"] < 2 * MAX_STATES
    if number == 2:  # eleven cities: the referee can still do it
        assert found[largest] == naive.steiner(board, largest)


def test_no_order_has_a_wider_frontier_than_a_state_can_hold() -> None:
    """The densest board there is: all crosses, cities in between.  The plan falls back on reading order if need be."""
    for seed in range(20):
        board = looped(Random(seed), 68, 12, 1.0)
        ways, _ = arrays(board)
        beside, index = np.full((len(board), 4), -1, np.int64), np.full(SQUARES, -1, np.int64)
        squares = [square for square in range(SQUARES) if ways[square]]
        for node, square in enumerate(squares):
            index[square] = node
        for node, square in enumerate(squares):
            for arm in range(4):
                other = joined(ways, square, arm)
                if other >= 0:
                    beside[node, arm] = index[other]
        order, places, open_ = np.zeros((3, len(squares)), np.int64)
        frontier.plan(beside, index, order, places, open_)
        assert sorted(order.tolist()) == list(range(len(squares)))
        assert widest(beside, order, places, open_) <= frontier.MAX_WIDTH


def widest(beside: Matrix, order: Numbers, places: Numbers, open_: Numbers) -> int:
    frontier.lay_out(beside, places, open_)
    free, most = -1, 0
    for node in order.tolist():
        free = frontier.enter(beside, node, places, open_, free)
        free = frontier.leave(beside, node, places, open_, free)
        most = max(most, int((places >= 0).sum()))
    return most
