"""What people see and point at, in every game: see `branchline.testing.check_board` for the laws."""

from __future__ import annotations

import os
from random import Random
from xml.etree import ElementTree

import pytest

import branchline as bl
from branchline.learn import paragraphs
from branchline.testing import LawBroken, check_board, settings

NAMES = [spec.name for spec in bl.specs()]
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
SAMPLE = [game for name in NAMES for game in settings(name, 2 if PLAIN else 3)]
FURTHER = [game for name in NAMES for game in settings(name, 6) if game not in SAMPLE]
games = pytest.mark.parametrize("game", [*SAMPLE, *(pytest.param(game, marks=pytest.mark.slow) for game in FURTHER)], ids=repr)
checked = pytest.mark.parametrize("checked", [5, pytest.param(15, marks=pytest.mark.slow)])
"""About how many positions of a game are checked thoroughly."""


@checked
@games
def test_the_laws_of_boards(game: bl.Game, checked: int) -> None:
    check_board(game, seed=2, every=max(1, game.start().play_out(2).ply // checked))


@checked
@games
def test_every_earlier_position_can_be_compared_with(game: bl.Game, checked: int) -> None:
    """A reader who comes back sees what has changed since any earlier moment, in any seat; nothing is marked if nothing has."""
    end, dice = game.start().play_out(5), Random(5)
    for _ in range(checked // 2):
        state = end.back(dice.randrange(end.ply))
        before = state.back(dice.randrange(state.ply + 1))
        for seat in (None, *range(game.players)):
            drawn, marked = state.layers(seat), state.layers(seat, before)
            assert list(drawn) == list(marked)
            for layer in marked.values():
                ElementTree.fromstring(f"<g>{layer}</g>")
            assert not any("latest" in layer for layer in state.layers(seat, state).values())


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
