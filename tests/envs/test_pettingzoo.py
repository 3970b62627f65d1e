"""The PettingZoo environments: PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import hashlib
import pickle
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import branchline as bl
from branchline.envs import central_pacific_v0, northern_pacific_v0, wensleydale_v0
from branchline.errors import BadOption, IllegalMove, MissingExtra, UnknownMove
from tests.own_games import OWN_GAMES

MODULES = (northern_pacific_v0, central_pacific_v0, wensleydale_v0)
every_game = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.GAME)
AS_UPSTREAM = ("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be")
"""Upstream warns of dictionaries with a mask unless the environment is one of its own."""


def random_game(env: Any, seed: int) -> list[Any]:
    """Play a game at random; the observations and the last rewards."""
    env.reset(seed=seed)
    shown, rewards, rng = [], {}, np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        rewards[agent] = reward
        if terminated or truncated:
            env.step(None)
            continue
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        shown.append(observation["observation"])
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return [shown, rewards]


def test_there_is_a_module_for_every_game() -> None:
    assert [module.GAME for module in MODULES] == OWN_GAMES


@every_game
@pytest.mark.filterwarnings(*AS_UPSTREAM)
def test_upstream_tests_of_the_interface(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(module.env(players=3), num_cycles=10)
    seed_test(lambda: module.env(players=3), num_cycles=20)
    parallel_api_test(module.parallel_env(players=3), num_cycles=10)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
@every_game
@pytest.mark.filterwarnings(*AS_UPSTREAM)
def test_upstream_tests_at_length(module: ModuleType) -> None:
    for players in bl.game(module.GAME).spec.card.players:
        api_test(module.env(players=players), num_cycles=1000)
        seed_test(lambda players=players: module.env(players=players), num_cycles=500)
        parallel_api_test(module.parallel_env(players=players), num_cycles=1000)


@pytest.mark.parametrize("module", [MODULES[0], *(pytest.param(one, marks=pytest.mark.slow) for one in MODULES[1:])])
def test_upstream_test_of_pictures(module: ModuleType) -> None:
    render_test(lambda render_mode: module.env(players=3, render_mode=render_mode), {"svg": lambda svg: svg.startswith("<svg")})


@every_game
def test_whole_games_end_with_the_rewards_of_the_standings(module: ModuleType) -> None:
    env = module.env(players=3, rewards="win")
    _, rewards = random_game(env, seed=3)
    assert sum(rewards.values()) == pytest.approx(1)
    state = env.unwrapped.state_of_game
    assert state.is_over
    assert {agent for agent, reward in rewards.items() if reward} == {
        f"player_{seat}" for seat, rank in enumerate(state.ranks) if rank == 1
    }


SHOWN = {
    "northern_pacific_v0": "cabbc4c9035f75ed",
    "central_pacific_v0": "a80e43f9d314ea25",
    "wensleydale_v0": "bc3b46f93765f6f7",
}
"""Digests of the observations of a random game.  If one changes, rules or observation have changed: that needs a module _v1."""


@every_game
def test_the_version_stands_for_rules_and_observation(module: ModuleType) -> None:
    shown, _ = random_game(module.env(players=3), seed=1)
    assert hashlib.blake2b(np.concatenate(shown).tobytes(), digest_size=8).hexdigest() == SHOWN[module.NAME]


def test_observations_as_named_parts() -> None:
    flat, named = northern_pacific_v0.env(players=3), northern_pacific_v0.env(players=3, observations="dict")
    for env in (flat, named):
        env.reset(seed=1)
    whole, parts = flat.observe("player_1")["observation"], named.observe("player_1")["observation"]
    assert list(parts) == list(flat.unwrapped.game.encoding)
    assert np.array_equal(np.concatenate(list(parts.values())), whole)
    assert named.observation_space("player_1").contains(named.observe("player_1"))


def test_only_the_agent_to_decide_has_legal_actions() -> None:
    env = northern_pacific_v0.env(players=3)
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    assert env.observe("player_0")["action_mask"].any()
    assert not env.observe("player_1")["action_mask"].any()


def test_hidden_tiles_are_not_observed() -> None:
    env = central_pacific_v0.raw_env(players=2)
    env.reset(seed=1)
    state = env.state_of_game
    env.state_of_game = state.resample(state.actor, bl.seeded(5))
    assert env.state_of_game != state
    other = env.observe(env.agent_selection)
    env.state_of_game = state
    assert np.array_equal(other["observation"], env.observe(env.agent_selection)["observation"])


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = northern_pacific_v0.env(players=3)
    env.reset(seed=1)
    before = env.unwrapped.state_of_game.key()
    with pytest.raises(IllegalMove, match=r"\(NP 2\.1\)"):
        env.step(env.unwrapped.game.move("extend Butte").id)
    with pytest.raises((UnknownMove, AssertionError)):
        env.step(10_000)
    assert env.unwrapped.state_of_game.key() == before


def test_an_illegal_action_loses_if_asked_for() -> None:
    env = northern_pacific_v0.env(players=3, illegal="lose")
    env.reset(seed=1)
    env.step(env.unwrapped.game.move("extend Butte").id)
    assert env.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0}
    assert all(env.terminations.values())


def test_a_game_can_be_broken_off() -> None:
    """Upstream's max_cycles_test is for agents that act at the same time and without masks, so it cannot be used here."""
    env = northern_pacific_v0.env(players=3, max_cycles=4)
    shown, rewards = random_game(env, seed=1)
    assert len(shown) == 4
    assert set(rewards.values()) == {0.0}
    assert not env.unwrapped.state_of_game.is_over


def test_chance_comes_from_the_seed() -> None:
    env = northern_pacific_v0.env(players=6, order="shuffled")
    firsts = []
    for seed in range(8):
        env.reset(seed=seed)
        firsts.append(env.agent_selection)
        env.reset(seed=seed)
        assert env.agent_selection == firsts[-1]
    assert len(set(firsts)) > 1


def test_an_environment_can_be_pickled_with_its_options() -> None:
    env = pickle.loads(pickle.dumps(northern_pacific_v0.env(players=4, scoring="wins", rewards="score")))
    assert env.unwrapped.game is bl.game("northern-pacific", players=4, scoring="wins")
    assert env.unwrapped.reward_name == "score"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"render_mode": "gif"}, "no render mode 'gif'"),
        ({"observations": "list"}, "flat or dict"),
        ({"rewards": "money"}, "no rewards 'money'"),
        ({"illegal": "explode"}, "raise or lose"),
        ({"max_cycles": 0}, "at least 1"),
        ({"colour": "blue"}, "no option 'colour'"),
    ],
)
def test_settings_that_are_not_possible(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        northern_pacific_v0.env(**options)


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "branchline.envs.aec")
    monkeypatch.delitem(sys.modules, "branchline.envs.northern_pacific_v0")
    monkeypatch.delattr("branchline.envs.northern_pacific_v0")
    with pytest.raises(MissingExtra, match=r'needs pettingzoo.*pip install "branchline\[envs\]"'):
        from branchline.envs import northern_pacific_v0  # noqa: F401
