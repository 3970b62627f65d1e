"""Bots of OpenSpiel as bots of ours: in the arena, on a server, anywhere a bot gets views.

The arena finds them by name: `py:branchline.envs.openspiel_bots:mcts_1000` is OpenSpiel's MCTS in C++ with 1000 simulations a
move, `mcts_500ms` and `mcts_2s` have processor time instead, and `ismcts_200` is its information-set MCTS in Python, for games
with hidden parts.  `OpenSpielBot` wraps any other bot.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeAlias

import numpy as np

from branchline.bots.simple import seed_or_new
from branchline.bots.viewed_position import ViewedPosition
from branchline.envs.extras import needed
from branchline.envs.openspiel import NAMES, SpielGame, pyspiel
from branchline.errors import BadOption
from branchline.kernel.rng import seeded

NAME = re.compile(r"(?P<bot>mcts|ismcts)_(?P<amount>\d+)(?P<unit>s|ms|)")
EXPLORATION = 2.0
MEMORY_MB = 500
PILOT = 4
"""Simulations by which a bot that thinks by the clock finds out, once in a game, how long one takes."""
MakeBot: TypeAlias = Callable[[SpielGame, int, int], Any]
"""Makes a bot of OpenSpiel from a game, the player and a seed."""


class OpenSpielBot:
    """Any bot of OpenSpiel that chooses from a state.

    It gets the position of the view; what the seat cannot know is sampled anew for each decision.  The state's history begins
    there, so the bot must not depend on earlier moves.
    """

    def __init__(self, make: MakeBot, seed: int | None = None, name: str = "openspiel") -> None:
        self.name, self._make, self._seed = name, make, seed_or_new(seed)
        self._games: dict[Any, SpielGame] = {}
        self._bots: dict[Any, Any] = {}

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        viewed = ViewedPosition(view)
        game, seat = viewed.game, viewed.seat
        if (game, seat) not in self._bots:
            self._games[game] = self._games.get(game) or spiel_game(game)
            self._bots[game, seat] = self._make(self._games[game], seat, self._seed)
        state = self._games[game].state_at(viewed.state.resample(seat, seeded(self._seed, viewed.ply)))
        return game.board.texts[step(self._bots[game, seat], state)]


def step(bot: Any, state: Any) -> int:
    """The action of a bot.

    `step` of OpenSpiel's bots in C++ crashes in games written in Python, in its own as well (2.0.2); `step_with_policy` does
    not.
    """
    is_python = isinstance(type(bot).step, FunctionType)
    return int(bot.step(state) if is_python else bot.step_with_policy(state)[1])


def spiel_game(game: Any) -> SpielGame:
    """OpenSpiel's game for one of ours."""
    name = next(theirs for theirs, ours in NAMES.items() if ours == game.name)
    found: SpielGame = pyspiel.load_game(name, {"players": game.players, **game.options})
    return found


class MCTS:
    """OpenSpiel's MCTS in C++ with random rollouts, with a number of simulations or seconds of processor time for each move.

    It takes the position for the truth, so hidden parts are sampled once.  OpenSpiel's own clock is not used: a search that it
    stops before the second simulation crashes.  How many simulations fill the time is foretold from the search before; what
    that took too long or too short is made up for in the next one.
    """

    def __init__(self, game: SpielGame, seed: int, simulations: int = 0, seconds: float = 0.0) -> None:
        self._game, self._seed, self._simulations, self._seconds = game, seed % 2**31, simulations, seconds
        self._left, self._pace = 0.0, 0.0
        """Seconds that earlier moves left, and what a simulation took last."""

    def step(self, state: Any) -> int:
        """The action that was visited most."""
        if self._simulations:
            return self._search(state, self._simulations)
        actions = state.legal_actions()
        if len(actions) == 1:
            return int(actions[0])
        self._left += self._seconds
        if not self._pace:
            self._timed_search(state, PILOT)
        return self._timed_search(state, int(self._left / self._pace))

    def _timed_search(self, state: Any, simulations: int) -> int:
        count, started = max(2, simulations), time.process_time()
        action = self._search(state, count)
        spent = time.process_time() - started
        self._left, self._pace = self._left - spent, max(1e-6, spent / count)
        return action

    def _search(self, state: Any, simulations: int) -> int:
        rollouts = pyspiel.RandomRolloutEvaluator(1, self._seed)
        bot = pyspiel.MCTSBot(self._game, rollouts, EXPLORATION, max(2, simulations), MEMORY_MB, False, self._seed, False)
        return step(bot, state)


def mcts(simulations: int = 0, seconds: float = 0.0) -> MakeBot:
    """What makes an `MCTS` for a game."""
    return lambda game, seat, seed: MCTS(game, seed, simulations, seconds)


def ismcts(simulations: int) -> MakeBot:
    """OpenSpiel's information-set MCTS in Python with random rollouts.  It plays only games in which something is hidden."""
    algorithms, plain = (needed("open_spiel", f"open_spiel.python.algorithms.{name}") for name in ("ismcts", "mcts"))

    def make(game: SpielGame, seat: int, seed: int) -> Any:
        if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
            title = game.game.spec.card.title
            raise BadOption(
                f"Nothing is hidden in {title}, so OpenSpiel's information-set MCTS does not play it. hint: mcts_1000"
            )
        random_state = np.random.RandomState(seed % 2**32)
        return algorithms.ISMCTSBot(
            game,
            plain.RandomRolloutEvaluator(1, random_state),
            EXPLORATION,
            simulations,
            random_state=random_state,
            use_observation_string=True,
            allow_inconsistent_action_sets=True,
        )

    return make


def __getattr__(name: str) -> Callable[[int], OpenSpielBot]:
    """Functions from a seed to a bot: `mcts_1000`, `mcts_2s`, `mcts_500ms`, `ismcts_200`."""
    found = NAME.fullmatch(name)
    if found is None or (found["bot"] == "ismcts" and found["unit"]):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}. hint: mcts_1000, mcts_2s, mcts_500ms, ismcts_200")
    amount = int(found["amount"])
    if found["bot"] == "ismcts":
        make = ismcts(amount)
    elif found["unit"]:
        make = mcts(seconds=amount / (1000 if found["unit"] == "ms" else 1))
    else:
        make = mcts(amount)
    return lambda seed: OpenSpielBot(make, seed, name)
