"""The actions of a state: copies, and the way back to earlier positions."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import branchline as bl
from branchline.core.history import CHECKPOINT_EVERY


@pytest.fixture
def state() -> bl.State:
    return bl.game("northern-pacific", players=4).start()


def test_copies_are_independent(state: bl.State) -> None:
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        twin.play("extend Fargo")
        assert (state.ply, twin.ply) == (0, 1)
        assert state != twin
        assert twin.actions != state.actions


def test_history_and_back(state: bl.State) -> None:
    state.play("extend Fargo").play("invest Butte")
    assert [move.text for move in state.history] == ["extend Fargo", "invest Butte"]
    assert state.back().actions == state.actions[:1]
    assert state.back(2).key() == state.game.start().key()
    with pytest.raises(bl.BadOption, match="Cannot go back 3 plies"):
        state.back(3)


@pytest.mark.parametrize("name", ["northern-pacific", "central-pacific", "last-train-to-wensleydale"])
def test_going_back_leads_to_the_position_of_that_ply(name: str) -> None:
    state, rng = bl.game(name).start(), bl.seeded(3)
    states = [state.copy()]
    while not state.is_over and state.ply < 5 * CHECKPOINT_EVERY // 2:
        state.push(state.random_move(rng).id)
        states.append(state.copy())
    for plies in range(state.ply + 1):
        past, before = state.back(plies), states[-1 - plies]
        assert (past, past.actions, past.actor, past.ply) == (before, before.actions, before.actor, before.ply)
    last = state.back(state.ply // 2).play_out(1)
    assert last.back(3).actions == last.actions[:-3]
    assert last.back(last.ply) == states[0]


def test_going_back_a_few_plies_replays_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    state, rng = bl.game("central-pacific", 3).start(), bl.seeded(3)
    while state.ply < 4 * CHECKPOINT_EVERY:
        state.push(state.random_move(rng).id)
    applied: list[int] = []
    apply = state.game.engine.apply

    def counted(raw: Any, action: int) -> int:
        applied.append(action)
        return apply(raw, action)

    monkeypatch.setattr(state.game.engine, "apply", counted)
    for plies in range(5):
        applied.clear()
        state.copy().back(plies)
        assert len(applied) < CHECKPOINT_EVERY


def test_long_games_can_be_pickled_and_copied() -> None:
    state = bl.game("np", 6, scoring="wins", line="own").start().play_out(2)
    assert pickle.loads(pickle.dumps(state)).actions == state.actions
