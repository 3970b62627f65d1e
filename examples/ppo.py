"""Learn Northern Pacific by self-play: PPO with masks over `bl.vector`, in NumPy alone.

python examples/ppo.py --minutes 15 --save policy.npz
python examples/ppo.py --load policy.npz --games 60

One network plays in many games at once: in some of them all seats, in others beside the bot `greedy` (`bl.greedy` chooses in
many positions at once).  Every seat's decisions in a game are one trajectory, rewarded at the end by its rank.  The policy is
then measured in the arena: two of it against one bot and one against two, in every rotation.
"""

from __future__ import annotations

import argparse
import itertools
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

import branchline as bl
from branchline import arena

GAME, PLAYERS = "northern-pacific", 3
ENVIRONMENTS, STEPS, MINIBATCH, EPOCHS = 256, 64, 2048, 3
HIDDEN, RATE, CLIP, DISCOUNT, TRACE = 192, 7e-4, 0.2, 1.0, 0.95
ENTROPY, VALUE_WEIGHT, MAX_NORM, SCALE = 0.015, 0.5, 0.5, 0.4
RANDOM_STEPS = 500
"""In each environment, to find out which numbers of an observation vary."""
FILE = "PPO_POLICY"
"""The variable that tells `Policy` in another process where its weights are."""


class Network:
    """Two hidden layers with a policy and a value on top, trained by Adam.  `columns` are the numbers that it looks at."""

    def __init__(self, columns: Any, actions: int, rng: np.random.Generator) -> None:
        self.columns = columns
        sizes = {"a": (len(columns), HIDDEN), "b": (HIDDEN, HIDDEN), "policy": (HIDDEN, actions), "value": (HIDDEN, 1)}
        gains = {"a": 1.4, "b": 1.4, "policy": 0.05, "value": 1.0}
        self.weights: dict[str, Any] = {}
        for name, (rows, columns) in sizes.items():
            self.weights[name] = (rng.standard_normal((rows, columns)) * gains[name] / np.sqrt(rows)).astype(np.float32)
            self.weights[f"{name}_bias"] = np.zeros(columns, np.float32)
        self._means = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._squares = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._updates = 0

    def save(self, file: Path) -> None:
        """Write everything that a policy needs to play."""
        np.savez(file, columns=self.columns, **self.weights)

    def see(self, observations: Any) -> Any:
        """A copy of the columns that `forward` takes."""
        return observations[:, self.columns]

    def forward(self, observations: Any) -> tuple[Any, Any, tuple[Any, Any, Any]]:
        """Logits, values, and the layers that `backward` needs."""
        w = self.weights
        inputs = observations * np.float32(SCALE)
        first = np.maximum(inputs @ w["a"] + w["a_bias"], 0)
        second = np.maximum(first @ w["b"] + w["b_bias"], 0)
        return second @ w["policy"] + w["policy_bias"], (second @ w["value"] + w["value_bias"])[:, 0], (inputs, first, second)

    def backward(self, layers: tuple[Any, Any, Any], by_logits: Any, by_values: Any) -> dict[str, Any]:
        """The gradient of every weight."""
        w, (inputs, first, second) = self.weights, layers
        by_value = by_values[:, None]
        by_second = (by_logits @ w["policy"].T + by_value @ w["value"].T) * (second > 0)
        by_first = (by_second @ w["b"].T) * (first > 0)
        found = {
            "policy": second.T @ by_logits,
            "value": second.T @ by_value,
            "b": first.T @ by_second,
            "a": inputs.T @ by_first,
        }
        biases = {"policy": by_logits, "value": by_value, "b": by_second, "a": by_first}
        return found | {f"{name}_bias": part.sum(axis=0) for name, part in biases.items()}

    def update(self, gradients: dict[str, Any], rate: float) -> None:
        """One step of Adam, with the norm of the gradient cut off."""
        norm = float(np.sqrt(sum(float((part * part).sum()) for part in gradients.values())))
        factor = np.float32(min(1.0, MAX_NORM / (norm + 1e-8)))
        self._updates += 1
        step = rate * np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for name, gradient in gradients.items():
            part, mean, square = gradient * factor, self._means[name], self._squares[name]
            mean += np.float32(0.1) * (part - mean)
            square += np.float32(0.001) * (part * part - square)
            self.weights[name] -= np.float32(step) * mean / (np.sqrt(square) + np.float32(1e-8))


def log_softmax(logits: Any, masks: Any) -> Any:
    """Logarithms of the probabilities of the legal actions; illegal ones have next to none."""
    legal = np.where(masks, logits, np.float32(-1e9))
    shifted = legal - legal.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def seats_of_greedy(count: int) -> Any:
    """For each environment which seats `greedy` has: in half of them none, in the others one or all but one, by turns."""
    ways = [way for way in itertools.product((False, True), repeat=PLAYERS) if any(way) and not all(way)]
    return np.array([ways[number // 2 % len(ways)] if number % 2 else [False] * PLAYERS for number in range(count)])


def roll_out(games: bl.Vector, network: Network, rng: np.random.Generator) -> dict[str, Any]:
    """Let the network and `greedy` play for some steps; what the network saw and did, with advantages and returns."""
    rows, bots = np.arange(games.n), seats_of_greedy(games.n)
    shown: dict[str, list[Any]] = {
        name: [] for name in ("seen", "masks", "actions", "logs", "values", "actors", "learns", "dones", "rewards")
    }
    for _ in range(STEPS):
        seen, masks, actors = network.see(games.observations), games.masks.copy(), games.actors.copy()
        logits, values, _ = network.forward(seen)
        logs = log_softmax(logits, masks)
        actions = (logs + rng.gumbel(size=logs.shape)).argmax(axis=1)
        learns = ~bots[rows, actors]
        actions[~learns] = bl.greedy([games.state(row) for row in np.flatnonzero(~learns)], rounds=1)
        step = games.step(actions)
        row = (seen, masks, actions, logs[rows, actions], values, actors, learns, step.dones.copy(), step.rewards.copy())
        for name, part in zip(shown, row, strict=True):
            shown[name].append(part)
    return estimate({name: np.stack(parts) for name, parts in shown.items()})


def estimate(shown: dict[str, Any]) -> dict[str, Any]:
    """Generalised advantage estimation along the decisions of each seat.  A seat's last decision before the end of the
    roll-out is left out, unless its game has ended, and so are those of `greedy`."""
    steps, count = shown["actors"].shape
    seats, rows = shown["rewards"].shape[2], np.arange(count)
    later_value, later_advantage, reward = np.zeros((3, count, seats), np.float32)
    known = np.zeros((count, seats), np.bool_)
    advantages, counts = np.zeros((steps, count), np.float32), np.zeros((steps, count), np.bool_)
    for step in reversed(range(steps)):
        ended, actor, value = shown["dones"][step], shown["actors"][step], shown["values"][step]
        later_value[ended], later_advantage[ended], known[ended] = 0.0, 0.0, True
        reward[ended] = shown["rewards"][step][ended]
        surprise = reward[rows, actor] + DISCOUNT * later_value[rows, actor] - value
        advantages[step] = surprise + DISCOUNT * TRACE * later_advantage[rows, actor]
        counts[step] = known[rows, actor]
        later_value[rows, actor], later_advantage[rows, actor] = value, np.where(counts[step], advantages[step], 0.0)
        reward[rows, actor], known[rows, actor] = 0.0, True
    chosen = (counts & shown["learns"]).reshape(-1)
    found = {
        name: shown[name].reshape(-1, *shown[name].shape[2:])[chosen] for name in ("seen", "masks", "actions", "logs", "values")
    }
    found["advantages"] = advantages.reshape(-1)[chosen]
    found["returns"] = found["advantages"] + found["values"]
    return found


def learn(network: Network, batch: dict[str, Any], rng: np.random.Generator, rate: float) -> float:
    """Some epochs of PPO on a batch; the mean entropy of the policy."""
    entropies = []
    for _ in range(EPOCHS):
        order = rng.permutation(len(batch["actions"]))
        for begin in range(0, len(order) - MINIBATCH + 1, MINIBATCH):
            part = {name: values[order[begin : begin + MINIBATCH]] for name, values in batch.items()}
            entropies.append(learn_part(network, part, rate))
    return float(np.mean(entropies))


def learn_part(network: Network, part: dict[str, Any], rate: float) -> float:
    """One step on a minibatch, with the gradients of PPO's clipped objective, the value error and the entropy."""
    size, rows = len(part["actions"]), np.arange(len(part["actions"]))
    logits, values, layers = network.forward(part["seen"])
    logs = log_softmax(logits, part["masks"])
    chances = np.exp(logs)
    advantages = (part["advantages"] - part["advantages"].mean()) / (part["advantages"].std() + 1e-8)
    ratio = np.exp(logs[rows, part["actions"]] - part["logs"])
    inside = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    push = -(advantages * ratio * inside)[:, None]
    by_logits = -push * chances
    by_logits[rows, part["actions"]] += push[:, 0]
    entropy = -(chances * np.where(part["masks"], logs, 0)).sum(axis=1)
    by_logits += ENTROPY * chances * (np.where(part["masks"], logs, 0) + entropy[:, None])
    by_values = VALUE_WEIGHT * 2 * (values - part["returns"])
    scale = np.float32(1 / size)
    by_logits, by_values = (by_logits * scale).astype(np.float32), (by_values * scale).astype(np.float32)
    network.update(network.backward(layers, by_logits, by_values), rate)
    return float(entropy.mean())


def columns_that_vary(games: bl.Vector, rng: np.random.Generator) -> Any:
    """The numbers of an observation that are not always the same.  Three of five are: most of those are for more players."""
    first, varies = games.observations[0].copy(), np.zeros(games.observations.shape[1], np.bool_)
    for _ in range(RANDOM_STEPS):
        varies |= (games.step(games.random_actions(rng)).observations != first).any(axis=0)
    return np.flatnonzero(varies)


def train(minutes: float, seed: int = 0, log: Any = print, clock: Any = time.monotonic) -> Network:
    """Play and learn for some minutes of a clock."""
    games, rng = bl.vector(GAME, n=ENVIRONMENTS, players=PLAYERS, seed=seed), np.random.default_rng(seed)
    started, decisions, number = clock(), 0, 0
    network = Network(columns_that_vary(games, rng), games.masks.shape[1], rng)
    while (spent := (clock() - started) / (60 * minutes)) < 1 or number == 0:
        batch = roll_out(games, network, rng)
        entropy = learn(network, batch, rng, RATE * max(0.1, 1 - spent))
        decisions, number = decisions + len(batch["actions"]), number + 1
        if number % 20 == 0:
            seconds = clock() - started
            pace = f"{decisions / 1e6:6.2f} M decisions  {decisions / seconds:8,.0f}/s"
            log(f"{seconds / 60:5.1f} min  {pace}  entropy {entropy:.3f}")
    return network


class Policy:
    """The learned policy as a bot.  It draws its actions as in learning, so that games differ."""

    name = "ppo"

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.network = Network([0], 1, self.rng)
        self.network.weights = dict(np.load(os.environ[FILE]))
        self.network.columns = self.network.weights.pop("columns")

    def choose(self, view: Any) -> str:
        """One of the view's legal moves."""
        game = bl.game(view["game"], players=view["players"], **view["options"])
        seen = game.position(view["position"]).encode(view["seat"])
        legal = [game.move(text).id for text in view["legal"]]
        logits = self.network.forward(self.network.see(seen[None]))[0][0][legal]
        return str(view["legal"][int((logits + self.rng.gumbel(size=len(legal))).argmax())])


def play(weights: Path, rival: str, games: int, seed: int, workers: int | None = None) -> arena.Tournament:
    """Games of the policy against a bot in the arena."""
    os.environ[FILE] = str(weights.resolve())
    return arena.run(bl.game(GAME, players=PLAYERS), f"ppo=py:ppo:Policy,{rival}", games, seed=seed, workers=workers)


def measure(weights: Path, rival: str, games: int, seed: int, workers: int | None = None) -> str:
    """How often the policy ranks above a bot in the arena, with 95 % limits."""
    done = play(weights, rival, games, seed, workers)
    share = done.figures["ppo"].rank_share
    assert share is not None
    limits = f"{share.low:.1%} – {share.high:.1%}"
    return f"ranks above {rival}: {share.mean:.1%} ({limits}), {len(done.games)} games, {len(done.forfeits)} forfeits"


def main() -> None:
    """Train or load, then measure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=15.0, help="how long to learn")
    options.add_argument("--processor", action="store_true", help="minutes of the processor, of all threads together")
    options.add_argument("--games", type=int, default=120, help="games of each measurement")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--save", type=Path, default=Path("policy.npz"), help="where the weights are written")
    options.add_argument("--load", type=Path, help="measure these weights instead of learning")
    given = options.parse_args()
    weights = given.load or given.save
    if given.load is None:
        clock = time.process_time if given.processor else time.monotonic
        train(given.minutes, given.seed, clock=clock).save(given.save)
    for rival in ("random", "greedy"):
        print(measure(weights, rival, given.games, given.seed), flush=True)


if __name__ == "__main__":
    main()
