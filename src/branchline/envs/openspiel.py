"""The games as games of OpenSpiel: importing this module registers them.

`branchline_northern_pacific`, `branchline_central_pacific`, `branchline_wensleydale`, and other installed games by the name of
their package, are then found by `pyspiel.load_game`.  The number of players and the options of the game are parameters.  Chance
nodes are explicit.  The returns are the rewards `rank` of `core.rewards`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from branchline.core.game import Game, game
from branchline.core.rewards import final_rewards
from branchline.core.state import State
from branchline.core.view import named_fields
from branchline.envs.extras import needed
from branchline.envs.names import short_name
from branchline.games import find_spec, packages
from branchline.kernel.rng import seeded

pyspiel: Any = needed("pyspiel")

NAMES = {f"branchline_{short_name(name)}": name for name in packages()}
"""OpenSpiel's name of each game, and ours."""


def game_type(name: str) -> Any:
    """OpenSpiel's description of a game, the same for all its options."""
    spec, kinds = find_spec(NAMES[name]), pyspiel.GameType
    knows_all = spec.rules.perfect_information
    return kinds(
        short_name=name,
        long_name=spec.card.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if knows_all else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=spec.card.players[-1],
        min_num_players=spec.card.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": spec.card.players[0], **{row.name: row.default for row in spec.options}},
        provides_factored_observation_string=False,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and options.  Each game has a subclass with its `kind`."""

    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.game: Game = game(NAMES[self.kind.short_name], given.pop("players", None), **given)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.action_count,
            max_chance_outcomes=self.game.action_count,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.max_plies,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> SpielState:
        """The position before the first action."""
        return SpielState(self)

    def state_at(self, position: State) -> SpielState:
        """A state at a position; its history begins there."""
        found = SpielState(self)
        found.state = position
        return found

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What writes tensors and strings of observations, or of information states (`perfect_recall`)."""
        if params:
            raise ValueError(f"Observers have no parameters here, but {params} were given.")
        return Observer(self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position.  An illegal action raises IllegalMove with its paragraph."""

    def __init__(self, of: SpielGame) -> None:
        super().__init__(of)
        self.state: State = of.game.start()

    def current_player(self) -> int:
        """The seat to decide, or OpenSpiel's numbers for chance and for the end."""
        if self.state.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.state.is_chance else self.state.actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.ids().tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability."""
        weights = self.state.weights()
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(self.state.ids().tolist(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.state.play(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.game.board.texts[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over

    def returns(self) -> list[float]:
        """The reward of every player; zeros before the end."""
        if not self.state.is_over:
            return [0.0] * self.state.game.players
        sides = self.state.game.spec.rules.sides(self.state.fields_view)
        return final_rewards("rank", self.state.scores, self.state.ranks, sides)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that looks the same to a player, with everything that it cannot know sampled.  Its history begins there."""
        of: SpielGame = self.get_game()
        return of.state_at(self.state.resample(player, seeded(int(sampler() * 2**62))))

    def __str__(self) -> str:
        return self.state.text()


class Observer:
    """Tensors and strings of what a player sees (observation), or also remembers (information state)."""

    def __init__(self, of: Game, kind: Any) -> None:
        self.remembers: bool = kind.perfect_recall
        sizes = {name: stop - start for name, (start, stop) in of.encoding.items()}
        if self.remembers:
            sizes |= {"log_actors": of.max_plies, "log_actions": of.max_plies}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size
        self._seen = of.encoding_size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor: the numbers of `State.encode`, and for an information state every action so far.

        `log_actors` has 1 + the seat, or −1 for chance; `log_actions` has 1 + the action, or 0 if the player does not see it.
        """
        position = state.state
        self.tensor[: self._seen] = position.encode(player)
        if self.remembers:
            actors, actions = self.dict["log_actors"], self.dict["log_actions"]
            actors[:], actions[:] = 0.0, 0.0
            ids = position.game.board.ids
            for ply, entry in enumerate(position.log(player)):
                actors[ply] = -1.0 if entry["actor"] == "chance" else 1.0 + entry["actor"]
                actions[ply] = 1.0 + ids.get(entry["move"], -1)

    def string_from(self, state: SpielState, player: int) -> str:
        """The fields that the player sees as JSON; for an information state the log, a line for each action, before them."""
        position = state.state
        fields = json.dumps(named_fields(position.game, position.hide(player).fields), separators=(",", ":"))
        if not self.remembers:
            return f"player {player} {fields}"
        log = "".join(f"{entry['actor']} {entry['move']}\n" for entry in position.log(player))
        return f"player {player}\n{log}{fields}"


for _name in NAMES:
    _kind = game_type(_name)
    # A class, not a function: OpenSpiel lets it go after Python has ended, and the end of a function would then crash.
    pyspiel.register_game(_kind, type(_name, (SpielGame,), {"kind": _kind}))
