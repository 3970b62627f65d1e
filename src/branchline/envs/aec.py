"""A game as a PettingZoo environment in which agents act in turn (AEC)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from branchline.core.game import game
from branchline.core.rewards import final_rewards, reward_kind
from branchline.core.state import State
from branchline.envs.extras import needed
from branchline.envs.names import short_name
from branchline.envs.observing import FLAT, Observer
from branchline.envs.rendering import MODES, check_mode, render
from branchline.errors import BadOption
from branchline.games.spec import Value
from branchline.kernel.rng import seeded

needed("pettingzoo")
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import EzPickle  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

RAISE, LOSE = "raise", "lose"
LOST = -1.0
"""The reward of an agent that loses by an illegal action."""


class GameEnv(AECEnv, EzPickle):  # type: ignore[misc, type-arg, unused-ignore]
    """One game.  Agent `player_2` is seat 2; chance is drawn by the seed of `reset`."""

    def __init__(
        self,
        name: str,
        game_name: str,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        observations: str = FLAT,
        rewards: str = "rank",
        max_cycles: int | None = None,
        **options: Value,
    ) -> None:
        settings: dict[str, Any] = {"render_mode": render_mode, "observations": observations, "rewards": rewards}
        EzPickle.__init__(self, name, game_name, players, **settings, max_cycles=max_cycles, **options)
        super().__init__()
        check_mode(render_mode)
        reward_kind(rewards)
        if max_cycles is not None and max_cycles < 1:
            raise BadOption("A game that is broken off has at least one decision: max_cycles is at least 1.")
        self.metadata: dict[str, Any] = {"name": name, "render_modes": list(MODES), "is_parallelizable": True, "render_fps": 2}
        self.game = game(game_name, players, **options)
        self.render_mode, self.reward_name, self.max_cycles = render_mode, rewards, max_cycles
        self._observer = Observer(self.game, observations)
        self._rng = seeded(secrets.randbits(63))
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents = list(self.possible_agents)
        pair = {"observation": self._observer.space(), "action_mask": self._observer.mask_space()}
        self.observation_spaces = {agent: spaces.Dict(pair) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.action_count) for agent in self.agents}
        self.state_of_game: State = self.game.start()

    def observation_space(self, agent: str) -> Any:
        """What `observe` gives to an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The actions by id; which of them are legal, the mask says."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, with the mask of its legal actions (all 0 unless it is to decide)."""
        seat, state = self.possible_agents.index(agent), self.state_of_game
        return {"observation": self._observer.observe(state, seat), "action_mask": self._observer.mask(state, seat)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.  Without a seed chance goes on where it stands."""
        if seed is not None:
            self._rng = seeded(seed)
        self.state_of_game = self.game.start()
        self._cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._continue()

    def step(self, action: Any) -> None:
        """Take the action of the agent that is to decide; an illegal one raises IllegalMove and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.state_of_game.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._cycles += 1
        self._continue()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _continue(self) -> None:
        """Draw chance until somebody has to decide or the game is over."""
        state = self.state_of_game
        while state.is_chance:
            state.push(state.random_move(self._rng).id)
        if state.is_over:
            sides = self.game.spec.rules.sides(state.fields_view)
            final = final_rewards(self.reward_name, state.scores, state.ranks, sides)
            self.rewards = dict(zip(self.possible_agents, final, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.actor]
            if self.max_cycles is not None and self._cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        for seat, agent in enumerate(self.possible_agents):
            self.infos[agent] = {"action_mask": self._observer.mask(state, seat)}

    def render(self) -> Any:
        """The position as a spectator sees it."""
        return render(self.state_of_game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def wrapped(env: GameEnv, illegal: str) -> Any:
    """An environment with PettingZoo's usual wrappers; an illegal action raises, or loses the game."""
    if illegal not in (RAISE, LOSE):
        raise BadOption(f"An illegal action cannot {illegal!r:.60}. hint: illegal is {RAISE} or {LOSE}.")
    found: Any = wrappers.TerminateIllegalWrapper(env, illegal_reward=LOST) if illegal == LOSE else env
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(found))


class Environments(NamedTuple):
    """The contents of a PettingZoo module of one game."""

    name: str
    env: Callable[..., Any]
    raw_env: Callable[..., GameEnv]
    parallel_env: Callable[..., Any]


def environments(game: str) -> Environments:
    """The name and the functions of a game's PettingZoo module, for any game that is installed."""
    name = f"{short_name(game)}_v0"

    def env(*, illegal: str = RAISE, **options: Any) -> Any:
        """The environment with PettingZoo's usual wrappers."""
        return wrapped(raw_env(**options), illegal)

    def raw_env(**options: Any) -> GameEnv:
        """The environment without wrappers."""
        return GameEnv(name, game, **options)

    def parallel_env(**options: Any) -> Any:
        """The environment in which all agents answer at every step, and only the answer of the one to decide counts."""
        return turn_based_aec_to_parallel(env(**options))

    return Environments(name, env, raw_env, parallel_env)
