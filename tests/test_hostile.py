"""Positions spoiled in any way are refused or can be played to the end: they never harm compiled code."""

from __future__ import annotations

import os
import random
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.testing import settings

LIMITS = {code: (np.iinfo(code).min, np.iinfo(code).max) for code in ("i1", "i2", "i4", "i8")}
TRIES = 20 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 120


@pytest.mark.parametrize("name", [spec.name for spec in bl.specs()])
def test_spoiled_positions_never_harm(name: str) -> None:
    chance = random.Random(name)
    games = settings(name, 12)
    accepted = 0
    for seed in range(TRIES):
        game = chance.choice(games)
        fields = spoil(middle(game, seed, chance), chance)
        try:
            state = game.position(fields)
        except bl.BadPosition:
            continue
        accepted += 1
        use(state)
    assert accepted < TRIES


def middle(game: bl.Game, seed: int, chance: random.Random) -> bl.State:
    actions = game.start().play_out(seed).actions
    state = game.start()
    for action in actions[: chance.randrange(len(actions))]:
        state.push(action)
    return state


def spoil(state: bl.State, chance: random.Random) -> dict[str, Any]:
    """The fields with one or two numbers changed."""
    layout, fields = state.game.spec.rules.layout, state.fields()
    for name in chance.sample(list(layout.fields), chance.choice((1, 1, 2))):
        code, shape = layout.fields[name]
        low, high = LIMITS[code]
        values = np.array(fields.get(name, np.zeros(shape, int).tolist()), dtype=object)
        wild = chance.choice([low, high, 0, 1, -1, 2, 3, 7, 24, 40, 100, chance.randint(low, high), chance.randint(-3, 8)])
        values[tuple(chance.randrange(size) for size in shape)] = wild
        fields[name] = values.tolist()
    return fields


def use(state: bl.State) -> None:
    """Everything that a position is good for."""
    moves = state.legal()
    assert bool(moves) != state.is_over
    codes = np.zeros(state.game.action_count, np.int64)
    state.game.engine.why_not_all(state._raw, codes)
    assert np.flatnonzero(codes == 0).tolist() == [move.id for move in moves]
    state.view(0)
    state.text(0)
    state.svg()
    state.encode(0)
    state.resample(0, bl.seeded(1))
    state.copy().play_out(1)
