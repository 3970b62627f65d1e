"""Pickled states and games that were damaged are refused or are sound: they never harm compiled code."""

from __future__ import annotations

import dataclasses
import pickle
import random
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.core.pickling import restore, seal
from branchline.core.vector import Snapshot, _seal, check_decision
from branchline.testing import settings
from tests.test_hostile import middle, use

GAMES = [spec.name for spec in bl.specs()]


def parts_of_pickle(state: bl.State) -> list[Any]:
    """What a pickle holds: settings, digest of the board, bytes of the first position, actions, seal."""
    function, parts = state.__reduce__()
    assert function is restore
    return list(parts)


@pytest.mark.parametrize("name", GAMES)
def test_pickles_with_damaged_bytes_never_harm(name: str) -> None:
    chance, refused = random.Random(name), 0
    for seed in range(60):
        state = middle(chance.choice(settings(name, 8)), seed, chance)
        state = state.game.position(state.dumps())  # its first position is in the middle of a game
        parts = parts_of_pickle(state)
        base = bytearray(parts[2])
        for _ in range(chance.choice((1, 1, 3))):
            base[chance.randrange(len(base))] ^= 1 << chance.randrange(8)
        parts[2] = bytes(base)
        with pytest.raises(bl.BadPosition):
            restore(*parts)
        parts[4] = seal(parts[2])
        try:
            found = restore(*parts)
        except bl.BadPosition:
            refused += 1
        else:
            use(found)
    assert refused > 10


@pytest.mark.parametrize("name", GAMES)
def test_pickles_with_damaged_actions_are_refused(name: str) -> None:
    chance = random.Random(name)
    for seed in range(30):
        game = chance.choice(settings(name, 8))
        state = game.start().play_out(seed)
        parts = parts_of_pickle(state)
        parts[3] = list(parts[3])
        parts[3][chance.randrange(len(parts[3]))] = chance.choice(
            [-1, game.action_count, 2**40, 0, chance.randrange(game.action_count)]
        )
        if parts[3] != state.actions:
            with pytest.raises(bl.BadPosition):
                restore(*parts)


@pytest.mark.parametrize("base", [b"", b"\0", bytes(100_000)])
def test_bytes_of_another_length_are_refused(base: bytes) -> None:
    parts = parts_of_pickle(bl.game("np", 3).start())
    parts[2] = base
    with pytest.raises(bl.BadPosition, match="A position of Northern Pacific has"):
        restore(*parts)


@pytest.mark.parametrize("setting", [("np", 250, {}), ("np", 3, {"scoring": "oddly"}), ("chess", 2, {}), ("np", 3, {"x": 1})])
def test_settings_that_cannot_be_are_refused(setting: Any) -> None:
    parts = parts_of_pickle(bl.game("np", 3).start())
    parts[0] = setting
    with pytest.raises(bl.BadOption):
        restore(*parts)
    make, _ = bl.game("np", 3).__reduce__()
    with pytest.raises(bl.BadOption):
        make(*setting)


@pytest.mark.parametrize("name", GAMES)
def test_a_file_with_any_bit_wrong_never_harms(name: str) -> None:
    """What Python itself says about a damaged pickle is its own; a state that comes out is sound."""
    chance = random.Random(name)
    for seed in range(150):
        state = middle(bl.game(name, 3), seed, chance)
        data = bytearray(pickle.dumps(state))
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            found = pickle.loads(bytes(data))
        except Exception:
            continue
        if isinstance(found, bl.State):
            assert not found.game.spec.rules.problems(found.fields_view, found.game.board)


@pytest.mark.parametrize("name", GAMES)
def test_sound_pickles_come_back(name: str) -> None:
    chance = random.Random(name)
    for game in settings(name, 12):
        state = middle(game, 1, chance)
        found = pickle.loads(pickle.dumps(state))
        assert (found, found.actions, found.game) == (state, state.actions, state.game)
        for seat in range(game.players):
            seen = game.position(state.view(seat)["position"])
            assert pickle.loads(pickle.dumps(seen)) == seen
            imagined = state.resample(seat, bl.seeded(1))
            assert pickle.loads(pickle.dumps(imagined)) == imagined


def resealed(snapshot: Snapshot, **parts: Any) -> Snapshot:
    """The snapshot with other arrays, and with the digest that fits them."""
    changed = dataclasses.replace(snapshot, **parts)
    return dataclasses.replace(changed, seal=_seal(changed.positions))


@pytest.mark.parametrize("name", [GAMES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in GAMES[1:])])
def test_snapshots_with_damaged_bytes_never_harm(name: str) -> None:
    games, chance, rng, refused = bl.vector(name, n=3, players=3), random.Random(name), np.random.default_rng(1), 0
    for _ in range(60):
        games.step(games.random_actions(rng))
        snapshot = pickle.loads(pickle.dumps(games.snapshot()))
        assert not snapshot.is_of_this_process
        damaged, before = snapshot.positions.copy(), games.snapshot()
        damaged[chance.randrange(3), chance.randrange(damaged.shape[1])] ^= 1 << chance.randrange(8)
        try:
            games.restore(resealed(snapshot, positions=damaged))
        except bl.BadPosition:
            refused += 1
            assert np.array_equal(games.snapshot().positions, before.positions)
        else:
            use(games.state(0))
            games.restore(snapshot)
    assert refused > 20


def test_a_snapshot_of_this_process_that_was_changed_is_checked() -> None:
    games = bl.vector(GAMES[0], n=2, players=3)
    snapshot, wild = games.snapshot(), np.full_like(games.snapshot().positions, 255)
    assert snapshot.is_of_this_process
    with pytest.raises(bl.BadPosition):
        games.restore(resealed(snapshot, positions=wild))
    for parts in (
        {"positions": snapshot.positions.astype(np.int64)},
        {"positions": snapshot.positions[:, :-1]},
        {"generators": np.zeros((2, 2), np.uint64)},
        {"generators": np.zeros((2, 1))},
        {"rewards": np.zeros((1, 3), np.float32)},
        {"rewards": None},
        {"dones": np.zeros(2, np.int64)},
    ):
        with pytest.raises(bl.BadPosition):
            games.restore(dataclasses.replace(snapshot, **parts))


@pytest.mark.parametrize("name", GAMES)
def test_a_vector_goes_on_from_whole_decisions_only(name: str) -> None:
    """A vector draws chance itself: from blanks it would draw anything, and there nothing checks what the rules are given."""
    state = bl.game(name, 3).start()
    while not state.is_over:
        if state.is_chance:
            with pytest.raises(bl.BadPosition, match="waits for chance"):
                check_decision(state.game, state._raw)
        else:
            check_decision(state.game, state._raw)
        for seat in (None, 0):
            seen = state.game.position(state.view(seat)["position"])
            if seen != state:
                with pytest.raises(bl.BadPosition):
                    check_decision(state.game, seen._raw)
        if state.ply > 60:
            break
        state.push(state.random_move(bl.seeded(state.ply)).id)
