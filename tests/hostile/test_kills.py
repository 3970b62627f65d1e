"""kill -9 of the server under load, long enough for figures: every acknowledged move is found afterwards."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.server.test_killed import Siege

KILLS, BETWEEN = 14, 110
"""Kills, and what the server says between two of them: at least 1,540 acknowledged moves in all."""


@pytest.mark.slow
def test_fourteen_kills_and_fifteen_hundred_acknowledged_moves(database: str, tmp_path: Path) -> None:
    """An acknowledged move is one that an answer or a stream has told somebody; each counts once."""
    siege, chance = Siege(tmp_path, database), random.Random(14)
    try:
        for thread in siege.threads:
            thread.start()
        for _ in range(KILLS):
            siege.bots_begin()
            siege.more_told(BETWEEN)
            time.sleep(chance.random() * 0.2)  # at any moment of a request
            siege.crash()
            siege.check()
        siege.end()
        siege.check()
        acknowledged = sum(map(len, siege.told.moves.values()))
        print(f"{KILLS} kills, {acknowledged} acknowledged moves at {len(siege.told.moves)} tables, all found")
        assert acknowledged >= 1_500
    finally:
        siege.give_up()
