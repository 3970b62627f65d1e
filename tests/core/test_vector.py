"""Many games side by side: every environment is the game that `State` plays, whatever the size and the threads."""

from __future__ import annotations

import pickle
from typing import Any

import numba
import numpy as np
import pytest

import branchline as bl
from branchline.core.rewards import final_rewards
from branchline.core.vector import Snapshot, random_legal
from branchline.errors import BadOption, BadPosition
from branchline.kernel.rng import seeded
from tests.own_games import OWN_GAMES

pytestmark = pytest.mark.every_way
IS_PLAIN = bool(vars(numba.config)["DISABLE_JIT"])
QUICK = OWN_GAMES if IS_PLAIN else OWN_GAMES[:1]
"""Compiled, the loops of one game are enough for every run of the tests: they take ten seconds or more to compile."""
GAMES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in OWN_GAMES]
NP = OWN_GAMES[0]
MANY = 8 if IS_PLAIN else 300


def vector(name: str, n: int, **settings: Any) -> bl.Vector:
    return bl.vector(name, n=n, players=3, **settings)


def play(games: bl.Vector, steps: int, seed: int = 0) -> list[Any]:
    """Some random steps; copies of what they show.  Environment k plays the same whatever n is."""
    rngs = [np.random.default_rng((seed, number)) for number in range(games.n)]
    shown = []
    for _ in range(steps):
        actions = [random_legal(games.masks[k : k + 1], rng)[0] for k, rng in enumerate(rngs)]
        shown.append([array.copy() for array in games.step(actions)])
    return shown


@pytest.mark.parametrize("name", GAMES)
def test_every_environment_is_the_game_that_states_play(name: str) -> None:
    games, rng = vector(name, 2, seed=5), np.random.default_rng(1)
    chance = [seeded(5, number) for number in range(2)]
    states = [games.game.start() for _ in range(2)]
    for state, generator in zip(states, chance, strict=True):
        _draw(state, generator)
    ended = 0
    for _ in range(25 if IS_PLAIN else 600):
        actions = games.random_actions(rng)
        step = games.step(actions)
        for k, state in enumerate(states):
            state.push(int(actions[k]))
            _draw(state, chance[k])
            assert step.dones[k] == state.is_over
            expected = [0.0] * 3
            if state.is_over:
                expected = final_rewards("rank", state.scores, state.ranks, [0, 1, 2])
                states[k] = state = games.game.start()
                _draw(state, chance[k])
                ended += 1
            assert step.rewards[k].tolist() == pytest.approx(expected)
            assert step.actors[k] == state.actor
            assert np.flatnonzero(step.masks[k]).tolist() == state.ids().tolist()
            assert np.array_equal(step.observations[k], state.encode(state.actor))
            assert games.state(k) == state
    assert IS_PLAIN or ended > 0


def _draw(state: bl.State, generator: Any) -> None:
    while state.is_chance:
        state.push(state.random_move(generator).id)


def test_an_environment_depends_on_its_number_and_the_seed_only() -> None:
    few, many = vector(NP, 3, seed=7, order="shuffled"), vector(NP, 130, seed=7, order="shuffled", threads=3)
    for one, other in zip(play(few, MANY // 4), play(many, MANY // 4), strict=True):
        for small, large in zip(one, other, strict=True):
            assert np.array_equal(small, large[:3])
    assert not np.array_equal(few.observations, vector(NP, 3, seed=8, order="shuffled").observations)


def test_a_step_returns_the_arrays_themselves() -> None:
    games = vector(NP, 4)
    step = games.step(games.masks.argmax(axis=1))
    assert step.observations is games.observations
    assert np.shares_memory(step.masks, games.step(games.masks.argmax(axis=1)).masks)
    assert np.shares_memory(np.from_dlpack(games.observations), games.observations)
    assert np.shares_memory(np.from_dlpack(games.masks), games.masks)
    parts = games.parts
    assert games.observations[:, parts["options"]][:, 0].tolist() == [3.0] * 4


def test_torch_shares_the_arrays_and_its_actions_are_taken() -> None:
    torch = pytest.importorskip("torch")
    games = vector(NP, 4)
    seen = torch.from_dlpack(games.observations)
    games.step(torch.from_dlpack(games.masks.view(np.uint8)).argmax(dim=1))
    assert seen.data_ptr() == games.observations.ctypes.data
    assert np.array_equal(seen.numpy(), games.observations)


def test_jax_reads_the_arrays_and_its_actions_are_taken() -> None:
    jax = pytest.importorskip("jax")
    games = vector(NP, 4)
    games.step(jax.numpy.asarray(games.masks).argmax(axis=1))
    assert games.actors.tolist() == [1] * 4
    assert np.array_equal(np.asarray(jax.dlpack.from_dlpack(games.observations)), games.observations)


def test_a_partial_step_leaves_the_others_as_they_are() -> None:
    games = vector(NP, 5)
    before: list[Any] = [array.copy() for array in games.now]
    games.step(games.masks[[3, 1]].argmax(axis=1), which=[3, 1])
    after: list[Any] = list(games.now)
    for old, new in zip(before, after, strict=True):
        assert np.array_equal(old[[0, 2, 4]], new[[0, 2, 4]])
    assert games.actors.tolist() == [0, 1, 0, 1, 0]


def test_a_snapshot_goes_on_with_the_same_chance() -> None:
    games = vector(NP, 3, order="shuffled")
    play(games, 10)
    kept: Snapshot = pickle.loads(pickle.dumps(games.snapshot()))
    there: list[Any] = [array.copy() for array in games.now]
    first = play(games, MANY // 4, seed=3)
    back: Any = games.restore(kept)
    assert all(np.array_equal(old, new) for old, new in zip(there, back, strict=True))
    again = play(games, MANY // 4, seed=3)
    assert all(np.array_equal(*pair) for one, other in zip(first, again, strict=True) for pair in zip(one, other, strict=True))
    kept.positions[0, 0] ^= 1
    with pytest.raises(BadPosition, match="damaged"):
        games.restore(kept)
    with pytest.raises(BadPosition, match="of 3 ×"):
        vector(NP, 2).restore(games.snapshot())


def test_an_illegal_action_changes_nothing() -> None:
    games = vector(NP, 3)
    games.masks[:] = True  # a caller may write there; it makes nothing legal
    before = games.snapshot()
    legal = games.game.move("extend Fargo").id
    for actions, sentence in {
        (legal, games.game.move("extend Butte").id, legal): r"Environment 1: The railroad stands at .* \(NP 2.1\)",
        (legal, legal, games.game.action_count): "Environment 2: No action has the id",
        (-1, legal, legal): "Environment 0: No action has the id -1",
    }.items():
        with pytest.raises(ValueError, match=sentence):
            games.step(actions)
    for which, sentence in {(0, 0): "two steps at once", (0, 3): "no environment 3", (-1, 0): "no environment -1"}.items():
        with pytest.raises(BadOption, match=sentence):
            games.step([legal, legal], which)
    with pytest.raises(BadOption, match="actions of shape"):
        games.step([legal])
    with pytest.raises(BadOption, match="whole numbers"):
        games.step([0.5] * 3)
    assert np.array_equal(games.snapshot().positions, before.positions)


def test_without_auto_reset_a_finished_game_waits() -> None:
    games, rng = vector(NP, 2, auto_reset=False), np.random.default_rng(0)
    while not games.dones.all():
        alive = np.flatnonzero(~games.dones)
        games.step(games.random_actions(rng, alive), alive)
    assert games.actors.tolist() == [bl.OVER] * 2
    assert not games.masks.any()
    assert games.state(1).is_over
    with pytest.raises(ValueError, match="Environment 0: The game is over"):
        games.step([0, 0])
    games.reset(which=[1])
    assert games.dones.tolist() == [True, False]
    assert games.masks[1].any()


@pytest.mark.parametrize("kind", ["rank", "win", "score"])
def test_rewards_are_those_of_the_final_standings(kind: str) -> None:
    games, rng = bl.vector(NP, n=4, players=4, rewards=kind, auto_reset=False), np.random.default_rng(4)
    while not games.dones.all():
        alive = np.flatnonzero(~games.dones)
        games.step(games.random_actions(rng, alive), alive)
    for k in range(4):
        state = games.state(k)
        assert games.rewards[k].tolist() == pytest.approx(final_rewards(kind, state.scores, state.ranks, [0, 1, 2, 3]))


def test_partners_are_no_rivals() -> None:
    assert final_rewards("rank", [5, 3, 5, 3], [1, 2, 1, 2], [0, 1, 0, 1]) == [1, -1, 1, -1]
    assert final_rewards("score", [5, 3, 5, 3], [1, 2, 1, 2], [0, 1, 0, 1]) == [2, -2, 2, -2]
    assert final_rewards("win", [5, 3, 5, 3], [1, 2, 1, 2], [0, 1, 0, 1]) == [0.5, 0, 0.5, 0]


def test_settings_that_are_not_possible() -> None:
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"n": 0}, "at least one environment"),
        ({"n": 1, "threads": 0}, "one thread"),
        ({"n": 1, "rewards": "ranks"}, "did you mean rank"),
        ({"n": 1, "players": 9}, "is for 2, 3, 4, 5, 6 players"),
    )
    for settings, sentence in cases:
        with pytest.raises(BadOption, match=sentence):
            bl.vector(NP, **settings)
    with pytest.raises(BadOption, match="players and options already"):
        bl.vector(bl.game(NP, players=3), 1, players=4)
