"""What people see and point at, in every game: see `branchline.testing.check_board` for the laws."""

from __future__ import annotations

import os

import pytest

import branchline as bl
from branchline.learn import paragraphs
from branchline.testing import LawBroken, check_board, settings

NAMES = [spec.name for spec in bl.specs()]
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
SAMPLE = [game for name in NAMES for game in settings(name, 2 if PLAIN else 6)]
CHECKED = 15
"""About how many positions of a game are checked thoroughly."""


@pytest.mark.parametrize("game", SAMPLE, ids=repr)
def test_the_laws_of_boards(game: bl.Game) -> None:
    check_board(game, seed=2, every=max(1, game.start().play_out(2).ply // CHECKED))


@pytest.mark.parametrize("name", NAMES)
def test_paragraphs_that_moves_are_told_with_exist(name: str) -> None:
    known = set(paragraphs(name))
    state, rng = bl.game(name).start(), bl.seeded(3)
    while not state.is_over:
        move = state.random_move(rng)
        assert {paragraph for _, paragraph in state.tell(move) if paragraph} <= known
        state.push(move.id)


def test_a_shared_path_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bl.game("northern-pacific", 3)
    monkeypatch.setitem(game.__dict__, "picks", (("city:Fargo",),) * game.action_count)
    with pytest.raises(LawBroken, match="actions share the path"):
        check_board(game)
