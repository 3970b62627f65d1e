"""The end of the game and its points: LW 10 of RULES.md, by number."""

from __future__ import annotations

import pytest

from branchline.games.wensleydale.rules.layout import BUILDING, LINKS, PROFIT, TAKEOVERS, TRAINS
from tests.games.wensleydale.positions import arrange, balance, building, checked, idle, new, refusal

rule = pytest.mark.rule


@rule("LW 10.0")
def test_the_game_ends_with_the_last_answer_of_the_last_takeovers() -> None:
    state = new(3)
    while state.fields_view.turn < 5 or state.fields_view.phase != TAKEOVERS:
        idle(state)
    assert not state.is_over
    state.play("pass").play("pass").play("pass")
    assert state.is_over
    assert "The game is over (LW 10.0)." in refusal(state, "pass")


@rule("LW 10.1")
def test_points_for_pieces_sets_profit_and_links() -> None:
    state = building(3)
    for piece, number in enumerate((3, 2, 4, 2)):
        state.fields_view.piles[1][piece] = number
        state.fields_view.removed[piece] -= number
        balance(state.fields_view, piece, "SKI")
    arrange(state, 1, profit=-3, links="SKI-GAG SKI-TIC")
    assert state.scores[1] == 11 + 2 * 2 - 3 - 2
    assert state.extra_scores["sets"] == [0, 2, 0]


@rule("LW 10.2")
def test_ties_go_to_the_profit_track_and_then_to_its_stack() -> None:
    state = building(3)
    assert (state.scores, state.ranks) == ([0, 0, 0], [1, 2, 3])
    arrange(state, 2, profit=1, links="SKI-GAG")
    assert (state.scores, state.ranks) == ([0, 0, 0], [2, 3, 1])
    state.fields_view.stacks[PROFIT][:3] = [2, 1, 0]
    assert checked(state).ranks == [3, 2, 1]


@rule("LW 10.3")
def test_everybody_sees_everything() -> None:
    state = building(3)
    tables = [state.view(seat)["table"] for seat in (None, 0, 1, 2)]
    assert all(table == tables[0] for table in tables)
    assert "reconstruction" in tables[0]["reconstructed"]


def test_phases_and_links_have_their_bounds() -> None:
    assert (BUILDING, TRAINS, TAKEOVERS, LINKS) == (5, 6, 9, 15)
