"""Phases 7 and 8, profit and loss and the new order: LW 7 and 8 of RULES.md, by number."""

from __future__ import annotations

import pytest

from branchline.games.wensleydale.rules.layout import TAKEOVERS
from tests.games.wensleydale.positions import arrange, building, pieces, stack, takeovers, trains

rule = pytest.mark.rule


@rule("LW 7.1")
def test_profit_is_loads_less_links_in_one_move() -> None:
    state = arrange(building(3), 0, train=9, links="SKI-ADD ADD-BOL")
    pieces(state, "BOL", red=1)
    trains(state).play("hire 3A").play("pass").play("pass")
    state.play("load cheese ADD").play("load stone h26").play("load stone h26").play("load red BOL").play("pass")
    assert state.fields_view.phase == TAKEOVERS
    assert state.extra_scores["profit"][0] == 1 + 2 + 2 + 1 - 2
    assert state.fields_view.piles[0].tolist() == [2, 1, 1, 0]
    assert not state.fields_view.train_owner.any()


@rule("LW 7.1")
@pytest.mark.parametrize(("before", "after"), [(4, 5), (5, 5), (0, 3)])
def test_profit_is_clamped_at_plus_five(before: int, after: int) -> None:
    state = arrange(building(3), 0, train=9, profit=before, links="SKI-BOL")
    arrange(state, 1, profit=5)
    top = stack(state, "profit")[0]
    trains(state).play("hire 3A").play("pass").play("pass").play("load stone h26").play("load stone h26").play("pass")
    assert state.extra_scores["profit"][0] == after
    if before == 5:
        assert stack(state, "profit")[0] == top == 0
    elif before == 4:
        assert stack(state, "profit")[:2] == [0, 1]


@rule("LW 7.1")
def test_profit_is_clamped_at_minus_thirteen_and_a_marker_held_there_has_not_moved() -> None:
    state = arrange(building(3), 0, profit=-13, links="SKI-BOL")
    arrange(state, 1, profit=-12, links="SKI-ADD ADD-BOL")
    takeovers(state)
    assert state.extra_scores["profit"][:2] == [-13, -13]
    assert stack(state, "profit") == [2, 1, 0]


@rule("LW 8.1")
def test_the_new_order_is_the_profit_track() -> None:
    state = arrange(building(4), 0, links="SKI-BOL")
    arrange(state, 2, links="SET-CLA")
    arrange(state, 3, profit=3)
    takeovers(state)
    # Seat 0 moves to −1 first, then seat 2 goes on top.
    assert state.fields_view.order.tolist() == [3, 1, 2, 0]
