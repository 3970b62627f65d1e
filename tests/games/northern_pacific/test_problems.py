"""Positions that play cannot reach are refused."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl


def refusal(game: bl.Game, **changes: Any) -> str:
    with pytest.raises(bl.BadPosition) as caught:
        game.position(game.start().fields() | changes)
    return str(caught.value)


@pytest.mark.rule("NP 4.3")
@pytest.mark.parametrize("wins", [[3, 0, 0, 0, 0, 0], [2, 2, 0, 0, 0, 0]])
def test_two_round_wins_end_the_game(wins: list[int]) -> None:
    game = bl.game("northern-pacific", 2, scoring="wins")
    assert "ends when a seat wins its round 2 (NP 4.3)" in refusal(game, rounds_done=5, wins=wins)


@pytest.mark.rule("NP 4.4")
def test_while_seats_are_drawn_everybody_has_the_cubes_of_the_set_up() -> None:
    game = bl.game("northern-pacific", 3, order="shuffled")
    assert "still being drawn, but the round has begun" in refusal(game, small=[3, 4, 3, 0, 0, 0])
