"""Searches of many positions at once."""

from __future__ import annotations

import numpy as np
import pytest

import branchline as bl
from branchline.bots import SearchBot, Strength
from branchline.errors import BadOption, BadPosition

NP, CP = "northern-pacific", "central-pacific"


def positions(name: str, count: int, **options: str) -> list[bl.State]:
    """Positions of a random game in which a seat decides."""
    state, rng = bl.game(name, players=4, **options).start(), bl.seeded(3)
    found: list[bl.State] = []
    while len(found) < count:
        if not state.is_chance:
            found.append(state.copy())
        state.push(state.random_move(rng).id)
    return found


def test_results_do_not_depend_on_threads_nor_on_neighbours() -> None:
    states = positions(NP, 6)
    one, three = bl.search(states, 40, seed=5, threads=1), bl.search(states, 40, seed=5, threads=3)
    for name in ("seats", "visits", "values", "chances"):
        assert np.array_equal(getattr(one, name), getattr(three, name))
    first = bl.search(states[:1], 40, seed=5)
    assert np.array_equal(first.visits[0], one.visits[0])
    assert not np.array_equal(bl.search(states[:1], 40, seed=6).visits, first.visits)


def test_views_and_states_are_searched_alike() -> None:
    states = positions(CP, 3)
    found = bl.search(states, 30)
    seen = bl.search([state.view(state.actor) for state in states], 30)
    assert np.array_equal(found.visits, seen.visits)
    assert np.array_equal(found.values, seen.values)
    assert found.seats.tolist() == [state.actor for state in states]


def test_a_state_is_searched_as_its_actor_sees_it() -> None:
    state = positions(CP, 1)[0]
    other = state.resample(state.actor, bl.seeded(9))
    assert other != state
    assert np.array_equal(bl.search([state], 30).visits, bl.search([other], 30).visits)


def test_what_is_found() -> None:
    states = positions(NP, 4)
    found = bl.search(states, 200)
    assert (found.visits.sum(axis=1) == 200).all()
    for number, state in enumerate(states):
        assert set(np.flatnonzero(found.visits[number])) <= set(state.ids().tolist())
        assert found.choices[number] in state.ids()
    assert found.policies.sum(axis=1) == pytest.approx(1)
    assert found.chances.sum(axis=1) == pytest.approx(1)
    assert found.values.mean(axis=1) == pytest.approx(0.5, abs=0.01)


def test_it_finds_about_what_a_bot_finds() -> None:
    state = positions(NP, 9)[-1]
    bot = SearchBot("same", Strength(simulations=2000, stop_early=False), seed=1)
    analysis = bot.think(state.view(state.actor))
    found = bl.search([state], 2000)
    assert found.chances[0] == pytest.approx(analysis.chances, abs=0.1)


def test_partners_have_the_chance_of_their_team() -> None:
    found = bl.search(positions(CP, 1, teams="on"), 20)
    assert found.chances[0, 0] == found.chances[0, 2]
    assert found.chances[0, 0] + found.chances[0, 1] == pytest.approx(1)


def test_all_environments_of_a_vector() -> None:
    games = bl.vector(NP, n=3, players=3)
    found = bl.search(games, 20)
    assert found.visits.shape == games.masks.shape
    assert not found.visits[~games.masks].any()


def test_what_cannot_be_searched() -> None:
    state = bl.game(NP, players=3).start()
    with pytest.raises(BadOption, match="at least one simulation"):
        bl.search([state], 0)
    with pytest.raises(BadOption, match="no position"):
        bl.search([], 10)
    with pytest.raises(BadOption, match="of one game"):
        bl.search([state, bl.game(NP, players=2).start()], 10)
    with pytest.raises(BadPosition, match="Nobody has to decide"):
        bl.search([state.copy().play_out(1)], 10)


def test_greedy_in_many_positions_is_the_bot_of_that_name() -> None:
    states, bot = positions(NP, 20), bl.bot("greedy", 1)
    chosen = bl.greedy(states, rounds=1, threads=3)
    assert [states[0].game.board.texts[action] for action in chosen] == [bot.choose(one.view(one.actor)) for one in states]
    assert bl.greedy(bl.vector(NP, n=2, players=4)).tolist() == [chosen[0]] * 2


def test_greedy_sees_what_its_seat_sees() -> None:
    states = positions(CP, 3)
    others = [state.resample(state.actor, bl.seeded(9)) for state in states]
    assert bl.greedy(states, seed=2).tolist() == bl.greedy(others, seed=2).tolist()
    assert all(action in state.ids() for action, state in zip(bl.greedy(states), states, strict=True))
    for wrong in ({"rounds": 0}, {"threads": 0}):
        with pytest.raises(BadOption, match="at least"):
            bl.greedy(states, **wrong)
    with pytest.raises(BadOption, match="no position"):
        bl.greedy([])
