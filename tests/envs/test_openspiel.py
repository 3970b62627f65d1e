"""The games of OpenSpiel: its own test of games, and what that does not look at."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import branchline as bl
from branchline import arena
from branchline.envs import openspiel, openspiel_bots
from branchline.envs.openspiel import NAMES
from branchline.errors import BadOption, IllegalMove
from branchline.testing import settings
from tests.own_games import OWN_GAMES

NP, CP, LW = NAMES


def loaded(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(name, parameters)


def drawn(state: Any, seed: int = 1) -> Any:
    """The state after the chance nodes before a decision."""
    rng = random.Random(seed)
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    return state


def test_there_is_a_game_for_every_game() -> None:
    assert list(NAMES.values()) == OWN_GAMES
    assert set(NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", [NP, CP, pytest.param(LW, marks=pytest.mark.slow)])
def test_upstream_test_of_games(name: str) -> None:
    pyspiel.random_sim_test(loaded(name, players=3), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_upstream_test_of_games_for_every_setting(name: str) -> None:
    for game in settings(NAMES[name]):
        parameters = {"players": game.players, **game.options}
        pyspiel.random_sim_test(pyspiel.load_game(name, parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_the_position_that_states_have(name: str) -> None:
    game = loaded(name, players=3)
    state = game.new_initial_state()
    ours = bl.game(NAMES[name], players=3).start()
    rng = random.Random(1)
    for _ in range(40):
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            weights = ours.weights()
            assert chances == pytest.approx([weight / sum(weights) for weight in weights])
        else:
            actions = tuple(state.legal_actions())
        assert list(actions) == ours.ids().tolist()
        action = rng.choice(actions)
        assert state.action_to_string(action) == ours.game.board.texts[action]
        state.apply_action(action)
        ours.push(action)
        assert state.current_player() == (ours.actor if ours.actor >= 0 else -1)
    assert state.clone().state == ours
    assert game.deserialize_state(state.serialize()).state == ours
    assert str(state) == ours.text()


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("branchline_northern_pacific(players=4,scoring=wins,rounds=3)")
    assert game.num_players() == 4
    assert game.game is bl.game("northern-pacific", players=4, scoring="wins")
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert loaded(CP).get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


def test_returns_are_by_rank_and_sum_to_zero() -> None:
    state, rng = loaded(NP, players=3).new_initial_state(), random.Random(2)
    assert state.returns() == [0, 0, 0]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)
    best = state.returns().index(max(state.returns()))
    assert state.state.ranks[best] == 1


def test_an_illegal_action_is_refused() -> None:
    state = loaded(NP, players=3).new_initial_state()
    with pytest.raises(IllegalMove, match="no track leads"):
        state.apply_action(bl.game("northern-pacific").move("extend Butte").id)


def test_observations_have_the_named_parts() -> None:
    game = loaded(CP, players=2)
    state = drawn(game.new_initial_state())
    seen = make_observation(game)
    seen.set_from(state, player=1)
    assert np.array_equal(seen.tensor, state.state.encode(1))
    assert list(seen.dict) == list(game.game.encoding)
    assert list(state.observation_tensor(1)) == state.state.encode(1).tolist()
    assert seen.string_from(state, 1).startswith('player 1 {"players":2')


def test_an_information_state_is_all_that_a_player_saw() -> None:
    """Two hidden draws look the same to the rival, and differ for the player who drew."""
    game = loaded(CP, players=2)
    one = game.new_initial_state()
    first = one.state.legal()[0].text.split()[0]
    assert first == "draw"
    other = one.clone()
    drawer = one.state.fields_view.turn
    one.apply_action(one.legal_actions()[0])
    other.apply_action(other.legal_actions()[1])
    for kind in ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor"):
        assert list(getattr(one, kind)(1 - drawer)) == list(getattr(other, kind)(1 - drawer)), kind
        assert list(getattr(one, kind)(drawer)) != list(getattr(other, kind)(drawer)), kind


def test_a_sample_looks_the_same_to_the_player() -> None:
    state = drawn(loaded(CP, players=2).new_initial_state())
    player, rng = state.current_player(), random.Random(3)
    sample = state.resample_from_infostate(player, rng.random)
    assert sample.observation_string(player) == state.observation_string(player)
    assert sample.observation_string(1 - player) != state.observation_string(1 - player)
    assert sample.legal_actions() == state.legal_actions()


# -- bots ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mcts_4", "mcts_1ms", "mcts_40ms"])
def test_the_bots_of_openspiel_choose_from_views(name: str) -> None:
    bot = getattr(openspiel_bots, name)(1)
    for game in (bl.game("northern-pacific", players=3), bl.game("central-pacific", players=2)):
        state, rng = game.start(), bl.seeded(1)
        while state.is_chance:
            state.push(state.random_move(rng).id)
        view = state.view(state.actor)
        assert bot.choose(view) in view["legal"]


SPARE = {NP: 4, CP: 12, LW: 40}
"""One of so many decisions of a game is asked of a bot; the others are random, since rollouts of whole games take long."""


@pytest.mark.parametrize(("name", "bot"), [*((name, "mcts_2") for name in NAMES), (CP, "ismcts_2")])
def test_the_bots_of_openspiel_play_every_game_to_its_end(name: str, bot: str) -> None:
    chooser, state, rng = getattr(openspiel_bots, bot)(1), bl.game(NAMES[name], players=3).start(), bl.seeded(1)
    decisions = asked = 0
    while not state.is_over:
        decisions += not state.is_chance
        if not state.is_chance and decisions % SPARE[name] == 0:
            state.play(chooser.choose(state.view(state.actor)))
            asked += 1
        else:
            state.push(state.random_move(rng).id)
    assert asked >= 3


@pytest.mark.parametrize("name", [NP, LW])
def test_the_bot_for_hidden_games_tells_that_nothing_is_hidden(name: str) -> None:
    state = bl.game(NAMES[name], players=3).start()
    while state.is_chance:
        state.push(int(state.ids()[0]))
    with pytest.raises(BadOption, match=r"Nothing is hidden in .* hint: mcts_1000"):
        openspiel_bots.ismcts_3(1).choose(state.view(state.actor))


def test_what_a_move_took_too_long_is_made_up_for_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    searched: list[int] = []

    def search(self: Any, state: Any, simulations: int) -> int:
        nonlocal now
        now += pace * simulations
        searched.append(simulations)
        return 0

    monkeypatch.setattr(openspiel_bots.MCTS, "_search", search)
    monkeypatch.setattr("branchline.envs.openspiel_bots.time.process_time", lambda: now)
    game = loaded(NP, players=3)
    bot, state = openspiel_bots.MCTS(game, 1, seconds=1.0), game.new_initial_state()
    for pace in (1 / 128, 1 / 64, 1 / 64, 1 / 256, 1 / 256):  # noqa: B007 - search reads it
        bot.step(state)
    assert searched == [4, 124, 128, 2, 62, 442], "a pilot first; the second move takes two seconds, so the third hardly any"
    assert now == 5.0, "five moves, a second each"


def test_a_move_without_a_choice_takes_no_search() -> None:
    class Forced:
        def legal_actions(self) -> list[int]:
            return [7]

    assert openspiel_bots.MCTS(loaded(NP, players=3), 1, seconds=9.0).step(Forced()) == 7


def test_any_bot_can_be_wrapped() -> None:
    class Last(pyspiel.Bot):  # type: ignore[misc]
        def step(self, state: Any) -> int:
            return int(state.legal_actions()[-1])

    bot = openspiel_bots.OpenSpielBot(lambda game, player, seed: Last(), 1)
    view = bl.game("northern-pacific", players=3).start().view(0)
    assert bot.choose(view) == view["legal"][-1]


def test_a_bot_of_openspiel_in_the_arena() -> None:
    spec = "spiel=py:branchline.envs.openspiel_bots:mcts_2"
    done = arena.run(bl.game("northern-pacific", players=2, rounds=1), f"{spec},random", games=2, seed=1, workers=0)
    assert not done.forfeits
    assert done.figures["spiel"].games == 2


def test_names_of_bots_that_do_not_exist() -> None:
    for name in ("alphazero", "mcts_fast", "ismcts_2s"):
        with pytest.raises(AttributeError, match="hint: mcts_1000"):
            getattr(openspiel_bots, name)


def test_python_ends_in_order() -> None:
    """OpenSpiel keeps what was registered until after Python's end."""
    code = f"import {openspiel.__name__}"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
