"""The Gymnasium environments: Gymnasium's own check, and what it does not look at."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import namespace
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import branchline as bl
from branchline.envs.learner import LearnerEnv
from branchline.envs.learner_vector import LearnerVectorEnv
from branchline.envs.registration import IDS
from branchline.envs.rendering import MODES, WIDTH
from branchline.errors import BadOption, IllegalMove
from tests.own_games import OWN_GAMES

NP = OWN_GAMES[0]
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module", autouse=True)
def _registered() -> None:
    """As Gymnasium does it with entry points: here they are read from the project file, so that no installation is needed."""
    for name, value in PROJECT["entry-points"]["gymnasium.envs"].items():
        with namespace(name):
            EntryPoint(name, value, "gymnasium.envs").load()()


def play(env: Any, seed: int) -> tuple[float, int]:
    """A random game; the sum of the rewards and the number of decisions."""
    _, info = env.reset(seed=seed)
    total, count, terminated = 0.0, 0, False
    rng = np.random.default_rng(seed)
    while not terminated:
        _, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert not truncated
        total, count = total + reward, count + 1
    return total, count


@pytest.mark.parametrize("name", IDS)
def test_the_check_of_gymnasium(name: str) -> None:
    """It tries actions without looking at the mask, so illegal ones must not raise."""
    env = gymnasium.make(f"branchline/{name}", players=3, illegal="lose")
    assert env.unwrapped.game.name == IDS[name]  # type: ignore[attr-defined]
    check_env(env.unwrapped, skip_render_check=name != "NorthernPacific-v0")


def test_there_is_an_id_for_every_game() -> None:
    assert list(IDS.values()) == OWN_GAMES


def test_whole_games_give_the_reward_of_the_learners_rank() -> None:
    env = LearnerEnv(NP, 3, rewards="win", seat=1)
    for seed in range(5):
        total, count = play(env, seed)
        ranks = env.state.ranks
        assert total == (1 / ranks.count(1) if ranks[1] == 1 else 0)
        assert count > 3
        assert play(env, seed) == (total, count)


def test_the_learner_is_asked_for_its_own_decisions_only() -> None:
    env = LearnerEnv(NP, 4)
    seats = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        assert env.state.actor == info["seat"] == env.seat
        assert np.array_equal(env.action_masks(), info["action_mask"])
        seats.add(env.seat)
    assert len(seats) > 1


def test_opponents_are_bots_by_name() -> None:
    env = LearnerEnv(NP, 3, opponents=("greedy", "random"), seat=2)
    env.reset(seed=1)
    greedy, state = bl.bot("greedy", 0), bl.game(NP, players=3).start()
    assert env.state.actions[0] in state.ids()
    assert env.rivals == ("greedy", "random")
    state.push(env.state.actions[0])
    assert greedy.choose(state.view(1)) in state.view(1)["legal"]
    assert env.state.ply == 2


def test_illegal_actions() -> None:
    env = LearnerEnv(NP, 3, seat=0)
    env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(env.game.move("extend Butte").id)
    env = LearnerEnv(NP, 3, seat=0, illegal="lose")
    env.reset(seed=1)
    for action in (env.game.move("extend Butte").id, -1, 10_000):
        assert env.step(action)[1:4] == (-1.0, True, False)


def test_pictures_are_those_of_the_learner() -> None:
    env = LearnerEnv("central-pacific", 2, render_mode="svg", seat=0)
    env.reset(seed=1)
    assert env.render() == env.state.svg(0) != env.state.svg(None)


@pytest.mark.parametrize("mode", MODES)
def test_every_render_mode(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env: Any = gymnasium.make("branchline/NorthernPacific-v0", players=3, seat=0, render_mode=mode)
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax())
    state, printed = env.unwrapped.state, capsys.readouterr().out
    shown = env.render()
    if mode == "human":
        assert shown is None
        assert printed == capsys.readouterr().out == f"{state.text(0)}\n", "after each step, and when asked"
    elif mode == "rgb_array":
        assert shown.dtype == np.uint8
        assert shown.shape[1:] == (WIDTH, 3)
        assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 20, "a picture, not an empty page"
    else:
        assert shown == (state.text(0) if mode == "ansi" else state.svg(0))
    env.close()


def test_there_is_no_other_render_mode() -> None:
    with pytest.raises(BadOption, match="human, ansi, rgb_array, svg"):
        LearnerEnv(NP, 3, render_mode="oil")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponents": ("greedy",)}, "3 players need 2 opponents, not 1"),
        ({"opponents": "gredy"}, "did you mean greedy"),
        ({"seat": 3}, "no seat 3"),
        ({"illegal": "explode"}, "raise or lose"),
    ],
)
def test_settings_that_are_not_possible(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        LearnerEnv(NP, 3, **options)


# -- many games at once ----------------------------------------------------------------------------------


def test_a_vector_of_learners() -> None:
    env: Any = gymnasium.make_vec(
        "branchline/NorthernPacific-v0", num_envs=8, vectorization_mode="vector_entry_point", players=3, rewards="win"
    )
    observations, infos = env.reset(seed=4)
    assert env.observation_space.contains(observations)
    rng, total, games = np.random.default_rng(0), 0.0, 0
    for _ in range(200):
        actions = [rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert (env.unwrapped.games.actors == infos["seat"]).all()
        assert not rewards[~terminated].any()
        assert not truncated.any()
        total, games = total + rewards.sum(), games + terminated.sum()
    assert games > 40
    assert abs(total / games - 1 / 3) < 0.2
    again, _ = env.reset(seed=4)
    assert np.array_equal(again, env.reset(seed=4)[0])


def until_an_end(env: Any) -> tuple[Any, Any, Any, dict[str, Any]]:
    """First legal actions until a game of a vector ends; what its last step shows."""
    _, infos = env.reset(seed=3)
    while True:
        observations, rewards, terminated, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert ("final_obs" in infos) == terminated.any()
        if terminated.any():
            return observations, rewards, terminated, infos


def test_the_end_of_a_game_is_in_the_infos_of_a_vector() -> None:
    """As Gymnasium's own vectors tell of it."""
    env = LearnerVectorEnv(NP, 5, 3, rewards="win")
    observations, rewards, terminated, infos = until_an_end(env)
    final = infos["final_info"]
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == terminated.tolist()
    for k in np.flatnonzero(terminated):
        assert env.single_observation_space.contains(infos["final_obs"][k])
        assert not np.array_equal(infos["final_obs"][k], observations[k])
        ranks, seat = final["ranks"][k].tolist(), final["seat"][k]
        assert rewards[k] == (1 / ranks.count(1) if ranks[seat] == 1 else 0)
        good, bad = (infos["final_obs"][k][env.games.parts[name]][0] for name in ("good", "bad"))
        assert good - bad == final["scores"][k][seat], "seen from the learner's seat"
    assert [infos["final_obs"][k] for k in np.flatnonzero(~terminated)] == [None] * int((~terminated).sum())
    rounds_to_play = observations[terminated, env.games.parts["options"].start + 3]
    assert set(rounds_to_play) == {3.0}, "the next game has begun"

    alike = SyncVectorEnv([lambda: LearnerEnv(NP, 3)] * 2, autoreset_mode=AutoresetMode.SAME_STEP)
    *_, theirs = until_an_end(alike)
    assert {name for name in theirs if "final" in name} == {name for name in infos if "final" in name}
    assert set(theirs["final_info"]) - {"ply", "_ply"} == set(final)


def test_opponents_of_a_vector_can_be_greedy() -> None:
    vector, single = LearnerVectorEnv(NP, 2, 3, opponents="greedy", seat=2), LearnerEnv(NP, 3, opponents="greedy", seat=2)
    observations, _ = vector.reset(seed=1)
    alone, _ = single.reset(seed=1)
    assert np.array_equal(observations, [alone, alone]), "nothing is drawn in this game"


def test_opponents_of_a_vector_can_be_a_policy() -> None:
    asked = []

    def first_legal(observations: Any, masks: Any) -> Any:
        asked.append(len(observations))
        return masks.argmax(axis=1)

    env = LearnerVectorEnv(NP, 6, 3, opponents=first_legal, seat=0)
    env.reset(seed=1)
    assert not asked
    env.step(env.action_masks().argmax(axis=1))
    assert asked == [6, 6]
    with pytest.raises(BadOption, match="one game at a time"):
        LearnerVectorEnv(NP, 2, 3, opponents="medium")
    with pytest.raises(BadOption, match="no picture"):
        LearnerVectorEnv(NP, 2, 3, render_mode="svg")
