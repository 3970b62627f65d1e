"""Phases 3 and 4, the auction and the orders: LW 3 and 4 of RULES.md, by number."""

from __future__ import annotations

import pytest

from branchline.games.wensleydale.rules.layout import BUILDING
from tests.games.wensleydale.positions import (
    arrange,
    auction,
    building,
    influence,
    lead,
    new,
    pieces,
    refusal,
    stack,
    texts,
    tokens,
)

rule = pytest.mark.rule


@rule("LW 3.1")
def test_rounds_go_on_until_nobody_bids() -> None:
    state = auction(4)
    state.play("pass").play("bid 5 2").play("pass").play("pass")
    assert state.actor == 0
    state.play("bid 5 3").play("pass").play("pass").play("pass")
    assert state.actor == 0
    state.play("pass").play("pass").play("pass").play("pass")
    assert state.fields_view.phase == BUILDING


@rule("LW 3.1")
def test_the_first_round_without_a_bid_ends_the_auction() -> None:
    state = auction(3)
    state.play("pass").play("pass").play("pass")
    assert state.fields_view.phase == BUILDING


@rule("LW 3.1")
def test_whoever_has_two_bids_is_skipped_and_whoever_can_only_pass_is_asked() -> None:
    state = auction(3)
    state.play("bid 1 6").play("pass").play("pass")
    state.play("bid 2 6").play("bid 5 12").play("pass")
    assert state.actor == 1
    assert texts(state) == {"pass"}
    state.play("pass").play("bid 2 7")
    assert state.actor == 0
    assert "(LW 3.1)" in refusal(state, "done")


@rule("LW 3.2")
def test_bids_beat_the_minimum_and_the_standing_bid() -> None:
    state = auction(4)
    assert {"bid 1 3", "bid 5 2", "bid 8 12"} <= texts(state)
    assert not {"bid 4 2", "bid 5 1", "bid 8 13"} & texts(state)
    assert "Box 4 needs at least 3 cubes, not 2 (LW 3.2)." in refusal(state, "bid 4 2")
    state.play("bid 1 5")
    assert state.fields_view.cubes[0] == 7
    assert "at least 6 cubes" in refusal(state, "bid 1 5")
    state.play("bid 1 6")
    assert state.fields_view.cubes.tolist() == [12, 6, 12, 12]
    state.play("pass").play("pass").play("bid 1 7")
    state.play("bid 2 3").play("pass").play("pass")
    assert "Your own bid of 7 stands in box 1 (LW 3.2)." in refusal(state, "bid 1 8")


@rule("LW 3.3")
def test_cubes_in_bids_are_locked() -> None:
    state = auction(3)
    state.play("bid 1 10").play("pass").play("pass")
    assert "more than you have free: 2 (LW 3.3)" in refusal(state, "bid 2 3")
    assert texts(state) == {"pass", "bid 5 2", "bid 6 2", "bid 7 2", "bid 8 2"}


@rule("LW 3.4")
def test_the_winner_gains_printed_points_and_token_and_goes_on_top() -> None:
    state = tokens(new(3), "train", "midland")
    state.play("bid 2 3").play("bid 1 4").play("pass")
    lead(state, BUILDING)
    assert influence(state, 1) == {"midland": 2, "ner": 1, "government": 1, "train": 5}
    assert influence(state, 0) == {"midland": 2, "ner": 1, "government": 3, "train": 3}
    assert state.fields_view.cubes[:3].tolist() == [9, 8, 12]
    # Box 1 is settled before box 2: seat 0 arrives later on Midland 2 and lies on top.
    assert stack(state, "midland") == [0, 1, 2]
    assert stack(state, "train") == [1, 0, 2]


@rule("LW 3.4")
@pytest.mark.parametrize(("stacking", "order"), [("top", [0, 1, 2]), ("bottom", [1, 0, 2])])
def test_stacking_decides_where_an_arriving_marker_goes(stacking: str, order: list[int]) -> None:
    state = tokens(new(3, stacking=stacking), "train", "midland")
    assert stack(state, "midland") == [0, 1, 2]
    state.play("bid 2 3").play("bid 1 4").play("pass")
    lead(state, BUILDING)
    assert stack(state, "midland") == order


@rule("LW 3.4")
@pytest.mark.parametrize("stacking", ["top", "bottom"])
def test_spending_moves_a_marker_onto_another_stack(stacking: str) -> None:
    state = arrange(building(4, stacking=stacking), 2, midland=2)
    assert stack(state, "midland") == [2, 0, 1, 3]
    pieces(state, "GAG", red=2)
    state.play("build SKI-GAG")
    assert stack(state, "midland") == [2, 1, 3, 0]
    state.play("done").play("done").play("build SKI-TIC")
    assert stack(state, "midland") == ([2, 1, 3, 0] if stacking == "top" else [1, 3, 2, 0])
    state.play("done").play("build SKI-ADD")
    assert stack(state, "midland") == ([2, 1, 3, 0] if stacking == "top" else [1, 2, 0, 3])


@rule("LW 4.1")
def test_orders_go_by_influence_and_are_fixed_for_the_turn() -> None:
    state = tokens(new(4), "train", "government")
    state.play("pass").play("pass").play("bid 1 3").play("bid 2 3")
    lead(state, BUILDING)
    assert state.fields_view.build_order.tolist() == [3, 0, 1, 2]
    assert state.fields_view.train_order.tolist() == [2, 3, 0, 1]
    arrange(state, 3, government=0)
    state.play("done")
    assert state.actor == 0
    assert state.fields_view.build_order.tolist() == [3, 0, 1, 2]
