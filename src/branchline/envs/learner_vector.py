"""One learner in each of many games, as a Gymnasium `VectorEnv` over `bl.vector`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.bots.batched import greedy
from branchline.core.game import game
from branchline.core.vector import random_legal, vector
from branchline.envs.extras import needed
from branchline.envs.learner import RANDOM
from branchline.envs.observing import Observer
from branchline.errors import BadOption
from branchline.games.spec import Value

needed("gymnasium")
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

GREEDY = "greedy"
Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]
"""Chooses legal actions for a batch, from its observations and masks."""


class LearnerVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games; a step is a decision of the learner in each of them, up to its next one.

    `opponents` is `random`, `greedy`, or a function from observations and masks to actions, such as an older policy of the
    learner.  The learner has seat k % players in environment k and moves on by a seat with each game, unless `seat` fixes it.
    A finished game shows the first decision of the next one at once (`AutoresetMode.SAME_STEP`); its end is in the infos, as
    `final_obs` and `final_info`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game_name: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        opponents: str | Policy = RANDOM,
        seat: int | None = None,
        rewards: str = "rank",
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        if isinstance(opponents, str) and opponents not in (RANDOM, GREEDY):
            raise BadOption(
                f"The bot {opponents!r:.60} plays one game at a time. hint: {RANDOM}, {GREEDY}, or a function of a batch."
            )
        if render_mode is not None:
            raise BadOption("A vector of games has no picture. hint: env.games.state(k).svg() draws one of them.")
        self.games = vector(game(game_name, players, **options), num_envs, rewards=rewards, threads=threads, auto_reset=False)
        chosen = self.games.game
        if seat is not None and not 0 <= seat < chosen.players:
            raise BadOption(f"There is no seat {seat}: seats run from 0 to {chosen.players - 1}.")
        self.num_envs, self.fixed_seat, self.opponents, self.render_mode = num_envs, seat, opponents, None
        self.single_observation_space = Observer(chosen, "flat").space()
        self.single_action_space = spaces.Discrete(chosen.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats = self._first_seats()

    def _first_seats(self) -> NDArray[np.int64]:
        players, fixed = self.games.game.players, self.fixed_seat
        return np.arange(self.num_envs) % players if fixed is None else np.full(self.num_envs, fixed)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a new game in every environment and play up to the learner's first decision."""
        super().reset(seed=seed)
        self.seats = self._first_seats()
        self.games.reset(int(self.np_random.integers(2**62)))
        self._begin_step()
        self._continue()
        return self.games.observations.copy(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take the learner's action in every environment and play up to its next decision."""
        self._begin_step()
        self._move(np.asarray(actions), np.arange(self.num_envs))
        self._continue()
        truncated = np.zeros(self.num_envs, np.bool_)
        return self.games.observations.copy(), self._rewards, self._ended, truncated, self._infos()

    def _begin_step(self) -> None:
        self._rewards, self._ended = np.zeros(self.num_envs, np.float64), np.zeros(self.num_envs, np.bool_)
        self._finals: dict[str, Any] = {}

    def _continue(self) -> None:
        """Let the opponents move until every learner has to decide."""
        while len(waiting := np.flatnonzero(self.games.actors != self.seats)):
            self._move(self._answers(waiting), waiting)

    def _answers(self, waiting: NDArray[np.int64]) -> Any:
        """What the opponents do in these environments."""
        if self.opponents == GREEDY:
            seed = int(self.np_random.integers(2**62))
            states = [self.games.state(environment) for environment in waiting.tolist()]
            return greedy(states, seed=seed, threads=self.games.threads)
        masks = self.games.masks[waiting]
        if callable(self.opponents):
            return np.asarray(self.opponents(self.games.observations[waiting], masks))
        return random_legal(masks, self.np_random)

    def _move(self, actions: Any, which: NDArray[np.int64]) -> None:
        step = self.games.step(actions, which)
        ended = which[step.dones[which]]
        if not len(ended):
            return
        self._rewards[ended] += step.rewards[ended, self.seats[ended]]
        self._ended[ended] = True
        for environment in ended.tolist():
            self._finals = self._add_info(self._finals, self._final(environment), environment)
        if self.fixed_seat is None:
            self.seats[ended] = (self.seats[ended] + 1) % self.games.game.players
        self.games.reset(which=ended)

    def _final(self, environment: int) -> dict[str, Any]:
        """What the learner sees at the end of a game, and the info on it."""
        state, seat = self.games.state(environment), int(self.seats[environment])
        info = {
            "action_mask": np.zeros(self.games.game.action_count, np.int8),
            "seat": seat,
            "scores": np.array(state.scores),
            "ranks": np.array(state.ranks),
        }
        return {"final_obs": state.encode(seat), "final_info": info}

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.games.masks.astype(np.int8),
            "_action_mask": everywhere,
            "seat": self.seats.copy(),
            "_seat": everywhere,
            **self._finals,
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks of legal actions under the name that MaskablePPO of sb3-contrib asks for."""
        return self.games.masks.copy()
