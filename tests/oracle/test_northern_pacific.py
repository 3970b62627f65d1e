from __future__ import annotations

import pytest

import branchline as bl
from branchline.testing import settings
from tests.oracle.northern_pacific import NorthernPacific
from tests.oracle.referee import follow


@pytest.mark.parametrize("game", settings("northern-pacific"), ids=repr)
def test_engine_and_referee_agree_at_every_ply(game: bl.Game) -> None:
    for seed in range(3):
        lines = iter(list(bl.trace(game, games=1, seed=seed)))
        assert next(lines)["players"] == game.players
        assert follow(lines, NorthernPacific(game.players, dict(game.options))) >= 7
