"""Pickled states and games that were damaged are refused or are sound: they never harm compiled code."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import branchline as bl
from branchline.core.pickling import restore, seal
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
