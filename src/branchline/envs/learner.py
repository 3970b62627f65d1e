"""One learner against bots, as a Gymnasium environment: `gymnasium.make("branchline/NorthernPacific-v0", players=3)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.bots import bot
from branchline.core.game import game
from branchline.core.rewards import final_rewards, reward_kind
from branchline.core.state import State
from branchline.envs.extras import needed
from branchline.envs.observing import FLAT, Observer
from branchline.envs.rendering import MODES, check_mode, render
from branchline.errors import BadOption
from branchline.games.spec import Value
from branchline.kernel.rng import Rng, seeded

needed("gymnasium")
import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402

RAISE, LOSE = "raise", "lose"
LOST = -1.0
"""The reward for an illegal action that loses."""
RANDOM = "random"
Chooser: TypeAlias = Callable[[State], int]


class LearnerEnv(gymnasium.Env[Any, Any]):
    """The learner has one seat, bots have the others.  A step is a decision of the learner, up to its next one.

    `opponents` is the name of a bot, or one for each of the other seats, counted from the learner's.  `seat` is the learner's;
    without it, it is drawn for every game.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game_name: str,
        players: int | None = None,
        *,
        opponents: str | Sequence[str] = RANDOM,
        seat: int | None = None,
        observations: str = FLAT,
        rewards: str = "rank",
        illegal: str = RAISE,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        check_mode(render_mode)
        reward_kind(rewards)
        if illegal not in (RAISE, LOSE):
            raise BadOption(f"An illegal action cannot {illegal!r:.60}. hint: illegal is {RAISE} or {LOSE}.")
        self.game = game(game_name, players, **options)
        self.rivals = rivals(opponents, self.game.players)
        if seat is not None and not 0 <= seat < self.game.players:
            raise BadOption(f"There is no seat {seat}: seats run from 0 to {self.game.players - 1}.")
        self.fixed_seat, self.reward_name, self.illegal, self.render_mode = seat, rewards, illegal, render_mode
        self._observer = Observer(self.game, observations)
        self.observation_space = self._observer.space()
        self.action_space = spaces.Discrete(self.game.action_count)
        self.state, self.seat = self.game.start(), seat or 0
        self._choosers: list[Chooser] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game and play up to the learner's first decision."""
        super().reset(seed=seed)
        seeds = [int(number) for number in self.np_random.integers(2**62, size=self.game.players + 1)]
        drawn = int(self.np_random.integers(self.game.players))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        self._rng = seeded(seeds[0])
        self._choosers = [chooser(name, number) for name, number in zip((RANDOM, *self.rivals), seeds[1:], strict=True)]
        self.state = self.game.start()
        self._continue()
        return self._observer.observe(self.state, self.seat), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take the learner's action and play up to its next decision, or to the end."""
        number = int(action)
        if self.illegal == LOSE and not (0 <= number < self.game.action_count and self.state.is_legal(number)):
            return self._observer.observe(self.state, self.seat), LOST, True, False, self._info()
        self.state.play(number)
        self._continue()
        reward = 0.0
        if self.state.is_over:
            sides = self.game.spec.rules.sides(self.state.fields_view)
            reward = final_rewards(self.reward_name, self.state.scores, self.state.ranks, sides)[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observer.observe(self.state, self.seat), reward, self.state.is_over, False, self._info()

    def _continue(self) -> None:
        """Let chance and the bots move."""
        state, seat, players = self.state, self.seat, self.game.players
        while not state.is_over and state.actor != seat:
            if state.is_chance:
                state.push(state.random_move(self._rng).id)
            else:
                state.play(self._choosers[(state.actor - seat) % players](state))

    def _info(self) -> dict[str, Any]:
        mask = self._observer.mask(self.state, self.seat)
        result = {"scores": self.state.scores, "ranks": self.state.ranks} if self.state.is_over else {}
        return {"action_mask": mask, "seat": self.seat, "ply": self.state.ply, **result}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions under the name that MaskablePPO of sb3-contrib asks for."""
        return self._observer.mask(self.state, self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The position as the learner sees it."""
        return render(self.state, self.render_mode, self.seat)


def rivals(opponents: str | Sequence[str], players: int) -> tuple[str, ...]:
    """The bot of each seat after the learner's."""
    found = (opponents,) * (players - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(found) != players - 1:
        raise BadOption(f"{players} players need {players - 1} opponents, not {len(found)}. hint: one name is for all of them.")
    for name in set(found):
        bot(name)
    return found


def chooser(name: str, seed: int) -> Chooser:
    """A function that chooses as a bot does.  The random bot needs no view, which saves most of its time."""
    if name == RANDOM:
        rng: Rng = seeded(seed)
        return lambda state: state.random_move(rng).id
    made = bot(name, seed)
    return lambda state: state.game.move(made.choose(state.view(state.actor))).id
