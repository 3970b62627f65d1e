"""The tournament that others are compared with."""

from __future__ import annotations

import pytest

from branchline import arena
from tests.arena.common import BOTS, GAME


@pytest.fixture(scope="session")
def alone() -> arena.Tournament:
    return arena.run(GAME, BOTS, 12, seed=4, workers=0)
