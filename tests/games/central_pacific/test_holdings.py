"""Holdings and the score sheet."""

from __future__ import annotations

import pytest

from branchline.games.central_pacific.text.holdings import holdings, score_sheet
from tests.games.central_pacific.scene import BEYOND, LINE, play, scene


def test_holdings_offer_what_the_mover_can_use() -> None:
    state = scene(LINE | BEYOND, [["straight"], ["curve"]], spike=1)
    rows = holdings(state.position)
    assert {thing.pick for thing in rows[0]} == {None, "train:sacrifice", "token:stock", "token:grant"}
    assert {thing.pick for thing in rows[1]} == {None}
    assert {thing.label: thing.value for thing in rows[0]}["Stock Market"] == "ready"
    play(state, "stock")
    assert {thing.pick for thing in holdings(state.position)[0]} == {None}


@pytest.mark.rule("CP 6.4")
def test_the_score_sheet_has_lines_cities_and_spike() -> None:
    state = scene(LINE | {"E4": "straight NS"}, [["straight"], ["curve"]], marks={"E2": 0}, spike=0)
    rows = score_sheet(state.position)
    assert [(row.label, row.values) for row in rows] == [
        ("Track tiles of lines", [3, 0]),
        ("Cities with own lines only", [4, 0]),
        ("Golden Spike", [10, 0]),
        ("Trains in supply", [6, 7]),
    ]


@pytest.mark.rule("CP 5.3")
def test_holdings_board_and_prompt_show_the_limit_of_a_land_grant() -> None:
    state = scene(LINE | BEYOND, [["straight", "tee"], ["curve"] * 5], spike=1)
    play(state, "grant 1", "take curve", "lay E4 straight NS")
    rows = [{thing.label: thing.value for thing in row} for row in holdings(state.position)]
    assert ["Limit by a Land Grant" in row for row in rows] == [False, True]
    assert rows[1]["Limit by a Land Grant"] == "at most 4"
    assert "B holds 4 tiles (Land Grant: lays and discards at most 4)" in state.text()
    assert "4 tiles, at most 4 in the next turn (Land Grant)" in state.svg()
    assert "≤4" in state.svg()
    play(state, "done", *["draw tee"] * 3)
    assert state.view(1)["todo"] == (
        "Lay or discard at most 4 tiles (Land Grant); first you may use a token or sacrifice a train."
    )
    play(state, "discard curve")
    assert state.view(1)["todo"] == "Discard up to 3 more tiles, or end your turn."
    play(state, "done", "draw tee", "draw tee")
    assert "Land Grant:" not in state.text()
    assert "≤4" not in state.svg()
