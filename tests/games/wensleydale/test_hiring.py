"""Phase 6, hiring trains: LW 6.1 to 6.3 of RULES.md, by number."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.wensleydale.rules.layout import TAKEOVERS
from tests.games.wensleydale.positions import arrange, building, idle, influence, refusal, texts, trains

rule = pytest.mark.rule


def hires(state: bl.State) -> set[str]:
    return {text for text in texts(state) if text.startswith("hire")}


def poor(state: bl.State, *seats: int) -> bl.State:
    for seat in seats:
        arrange(state, seat, cubes=0, midland=0, ner=0, government=0, train=0)
    return state


@rule("LW 6.1")
def test_who_can_do_nothing_is_out_without_a_node() -> None:
    state = trains(poor(building(), 0, 2))
    assert state.actor == 1
    state.play("hire 1A")
    assert state.actor == 3
    state.play("pass")
    assert state.actor == 1
    state.play("pass")
    assert state.fields_view.phase == TAKEOVERS


@rule("LW 6.1")
def test_nobody_able_to_act_skips_the_phase() -> None:
    state = poor(building(), 0, 1, 2, 3)
    for _ in range(4):
        state.play("done")
    assert state.fields_view.phase == TAKEOVERS


@rule("LW 6.1")
def test_a_pass_is_final() -> None:
    state = trains(building(3))
    state.play("pass").play("hire 1A").play("hire 1B")
    assert state.actor == 1
    assert "Hire a train, load a piece, or finish with trains (LW 6.1)" in refusal(state, "done")


@rule("LW 6.2")
def test_one_train_from_a_row_and_one_player_to_a_train() -> None:
    state = trains(arrange(building(4), 0, train=9))
    state.play("hire 2A")
    assert "hired by seat 0 already (LW 6.2)" in refusal(state, "hire 2A")
    state.play("pass").play("pass").play("pass")
    assert state.actor == 0
    assert hires(state) == {f"hire {row}{letter}" for row in (3, 1) for letter in "ABCD"}
    assert "You have a train of the row that costs 2 already (LW 6.2)" in refusal(state, "hire 2B")
    state.play("hire 3D").play("hire 1A")
    assert state.fields_view.phase == TAKEOVERS


@rule("LW 6.2")
def test_three_players_have_fewer_trains() -> None:
    state = trains(arrange(building(3), 0, train=9))
    assert hires(state) == {f"hire {row}{letter}" for row in (3, 2, 1) for letter in "ABC"}
    assert "There is no train 3D with 3 players (LW 6.2)" in refusal(state, "hire 3D")


@rule("LW 6.3")
def test_missing_train_points_cost_three_payments_each() -> None:
    state = building()
    arrange(state, 0, cubes=2, train=1, midland=2, ner=1, government=1)
    trains(state)
    while state.actor != 0:
        state.play("pass")
    assert hires(state) == {f"hire {row}{letter}" for row in (3, 2, 1) for letter in "ABCD"}
    state.play("hire 3A")
    assert influence(state, 0)["train"] == 0
    assert texts(state) == {"pay cube", "pay government", "pay midland", "pay ner"}
    assert "Train points cannot stand for themselves (LW 6.3)" in refusal(state, "pay train")
    for owed, kind in ((6, "cube"), (5, "midland"), (4, "cube"), (3, "ner"), (2, "midland")):
        assert state.fields_view.owed == owed
        state.play(f"pay {kind}")
    assert texts(state) == {"pay government"}
    assert "no cubes left (LW 6.3)" in refusal(state, "pay cube")
    state.play("pay government")
    assert influence(state, 0) == {"midland": 0, "ner": 0, "government": 0, "train": 0}


@rule("LW 6.3")
def test_nine_payments_replace_three_points_and_less_is_refused() -> None:
    state = arrange(building(), 0, cubes=8, train=0, midland=0, ner=0, government=0)
    arrange(state, 1, cubes=9, train=0, midland=0, ner=0, government=0)
    trains(state)
    while state.actor != 0:
        idle(state)
    assert not hires(state) & {"hire 3A"}
    wanted = "Train 3A costs 3 Train, you have 0; for what is missing you need 9 cubes or other points and have 8 (LW 6.3)."
    assert wanted in refusal(state, "hire 3A")
    state.play("pass")
    assert state.actor == 1
    state.play("hire 3A")
    for _ in range(9):
        assert texts(state) == {"pay cube"}
        state.play("pay cube")
    assert (state.actor, int(state.fields_view.owed)) == (2, 0)
