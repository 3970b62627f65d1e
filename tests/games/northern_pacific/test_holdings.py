"""What every player has, and the score sheet."""

from __future__ import annotations

import branchline as bl
from tests.games.northern_pacific.test_telling import WAY


def test_holdings_and_score_sheet() -> None:
    state = bl.game("northern-pacific", players=2).replay(["invest Fargo large", "invest Fargo"])
    held = state.game.spec.text.holdings(state.position)
    assert [(thing.label, thing.value, thing.pick) for thing in held[0]] == [
        ("red – small cubes", 3, None),
        ("red – large cube", "Fargo", None),
        ("red – on the map", 1, None),
        ("gold – small cubes", 3, "cube:small"),
        ("gold – large cube", "in hand", "cube:large"),
        ("gold – on the map", 0, None),
    ]
    state.play_out(5)
    sheet = state.game.spec.text.score_sheet(state.position)
    assert [row.counts for row in sheet] == [True, False]
    assert sheet[0].values == state.scores
    assert sheet[1].values == state.view()["table"]["bad"]


def test_the_score_sheet_tells_each_round() -> None:
    state = bl.game("northern-pacific", players=3).start().play_out(8)
    rows = state.score_sheet()
    assert [row.label for row in rows if row.counts] == [
        f"round {number}, good (cubes in hand at the end of a round)" for number in (1, 2, 3)
    ]
    assert [sum(values) for values in zip(*(row.values for row in rows if row.counts), strict=True)] == state.scores
    assert [sum(values) for values in zip(*(row.values for row in rows if not row.counts), strict=True)] == state.extra_scores[
        "bad"
    ]


def test_the_score_sheet_of_a_game_that_began_in_the_middle() -> None:
    whole = bl.game("northern-pacific", players=3).replay(f"extend {city}" for city in WAY)
    state = whole.game.position(whole.dumps()).play_out(1)
    assert state.score_sheet()[0].label == "before round 2, good (cubes in hand at the end of a round)"
    assert state.score_sheet()[0].values == whole.scores
    assert whole.score_sheet()[0].values == whole.scores
