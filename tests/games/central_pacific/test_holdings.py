"""Holdings and the score sheet."""

from __future__ import annotations

import pytest

from branchline.games.central_pacific.text.holdings import holdings, score_sheet
from tests.games.central_pacific.scene import LINE, play, scene


def test_holdings_offer_what_the_mover_can_use() -> None:
    state = scene(LINE, [["straight"], ["curve"]])
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
