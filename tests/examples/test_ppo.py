"""The example that learns: its gradients and advantages are right, and what it learns can play."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline as bl

FILE = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("ppo", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ppo", module)
    spec.loader.exec_module(module)
    for name, value in {"ENVIRONMENTS": 8, "STEPS": 40, "MINIBATCH": 32, "EPOCHS": 1, "HIDDEN": 8, "RANDOM_STEPS": 9}.items():
        monkeypatch.setattr(module, name, value)
    return module


def test_gradients_are_those_of_small_changes(ppo: Any) -> None:
    rng = np.random.default_rng(1)
    network = ppo.Network(range(5), 3, rng)
    for name, value in network.weights.items():
        network.weights[name] = rng.standard_normal(value.shape)
    seen = rng.standard_normal((4, 5))
    to_logits, to_values = rng.standard_normal((4, 3)), rng.standard_normal(4)

    def loss() -> float:
        logits, values, _ = network.forward(seen)
        return float((logits * to_logits).sum() + (values * to_values).sum())

    found = network.backward(network.forward(seen)[2], to_logits, to_values)
    for name, weights in network.weights.items():
        place = tuple(rng.integers(size) for size in weights.shape)
        before = weights[place]
        weights[place] = before + 1e-6
        above = loss()
        weights[place] = before - 1e-6
        below = loss()
        weights[place] = before
        assert found[name][place] == pytest.approx((above - below) / 2e-6, abs=1e-4), name


def test_advantages_follow_the_decisions_of_each_seat(ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of seats 0, 1, 0, 1 that ends after the fourth decision; then a decision whose end is not seen."""
    monkeypatch.setattr(ppo, "TRACE", 1.0)
    values = np.array([0.1, 0.2, 0.3, 0.4, 0.5], np.float32)
    shown = {
        "seen": np.zeros((5, 1, 2), np.float32),
        "masks": np.ones((5, 1, 2), np.bool_),
        "actions": np.zeros((5, 1), np.int64),
        "logs": np.zeros((5, 1), np.float32),
        "values": values[:, None],
        "actors": np.array([[0], [1], [0], [1], [0]]),
        "learns": np.ones((5, 1), np.bool_),
        "dones": np.array([[False], [False], [False], [True], [False]]),
        "rewards": np.array([[[0, 0]], [[0, 0]], [[0, 0]], [[1, -1]], [[0, 0]]], np.float32),
    }
    found = ppo.estimate(shown)
    assert found["returns"].tolist() == pytest.approx([1, -1, 1, -1])
    assert found["advantages"].tolist() == pytest.approx([0.9, -1.2, 0.7, -1.4])
    shown["learns"][1] = False
    assert ppo.estimate(shown)["returns"].tolist() == pytest.approx([1, 1, -1]), "what greedy does teaches nothing"


def test_learning_raises_the_chance_of_what_paid(ppo: Any) -> None:
    rng = np.random.default_rng(2)
    network = ppo.Network(range(4), 3, rng)
    seen = np.ones((32, 4), np.float32)
    masks = np.ones((32, 3), np.bool_)
    masks[:, 2] = False
    before = ppo.log_softmax(network.forward(seen)[0], masks)
    actions = np.arange(32) % 2
    batch = {"seen": seen, "masks": masks, "actions": actions, "logs": before[np.arange(32), actions]}
    batch |= {"advantages": np.where(actions == 1, 1.0, -1.0).astype(np.float32), "returns": np.zeros(32, np.float32)}
    for _ in range(5):
        ppo.learn_part(network, batch, 0.01)
    after = ppo.log_softmax(network.forward(seen)[0], masks)
    assert (after[:, 1] > before[:, 1]).all()
    assert (np.exp(after[:, 2]) < 1e-6).all()


def test_greedy_has_its_seats_and_the_network_learns_from_its_own_decisions(ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def last_legal(states: list[bl.State], rounds: int) -> list[int]:
        asked.extend(state.actor for state in states)
        return [int(state.ids()[-1]) for state in states]

    monkeypatch.setattr(bl, "greedy", last_legal)
    games, rng = bl.vector(ppo.GAME, n=24, players=ppo.PLAYERS), np.random.default_rng(0)
    bots = ppo.seats_of_greedy(24)
    assert not bots[::2].any()
    assert sorted(bots[1::2].sum(axis=1).tolist()) == [1] * 6 + [2] * 6
    assert len(np.unique(bots[1::2], axis=0)) == 6
    batch = ppo.roll_out(games, ppo.Network(ppo.columns_that_vary(games, rng), games.masks.shape[1], rng), rng)
    assert set(asked) == {0, 1, 2}
    assert 0 < len(batch["actions"]) <= 24 * ppo.STEPS - len(asked)
    assert batch["seen"].shape[1] < games.observations.shape[1] / 2, "most numbers are for more players"


def test_it_learns_and_plays(ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network = ppo.train(minutes=1e-6)
    network.save(tmp_path / "policy.npz")
    monkeypatch.setenv(ppo.FILE, "")
    told = ppo.measure(tmp_path / "policy.npz", "random", games=3, seed=1, workers=0)
    assert told.startswith("ranks above random: ")
    assert told.endswith(" 0 forfeits")
    view = bl.game("northern-pacific", players=3).start().view(0)
    assert ppo.Policy(1).choose(view) in view["legal"]
