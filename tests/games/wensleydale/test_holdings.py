"""Holdings of everybody and the score sheet."""

from __future__ import annotations

import branchline as bl
from tests.games.wensleydale.positions import arrange, building, pieces


def held(state: bl.State, seat: int) -> dict[str, int | str]:
    return {thing.label: thing.value for thing in state.game.spec.text.holdings(state.position)[seat]}


def test_holdings_of_a_seat() -> None:
    state = arrange(building(3), 1, cubes=7, midland=2, profit=-3, links="SKI-GAG SKI-TIC")
    found = held(state, 1)
    assert (found["cubes"], found["Midland"], found["profit"], found["own links"]) == (7, 2, "−3", "2/15")
    state.fields_view.loaded[1][0] = 2
    assert held(state, 1)["stone"] == "0 + 2"


def test_only_what_can_be_paid_now_can_be_picked() -> None:
    state = arrange(building(3), 0, cubes=0, midland=1, ner=0, government=1, train=2)
    spec = state.game.spec
    assert not any(thing.pick for things in spec.text.holdings(state.position) for thing in things)
    pieces(state, "MAL")
    state.play("build SET-MAL")
    picks = [[thing.pick for thing in things if thing.pick] for things in spec.text.holdings(state.position)]
    assert picks == [["kind:government", "kind:train"], [], []]
    assert {path[0] for path in state.picks()} == set(picks[0])


def test_the_score_sheet_of_a_finished_game() -> None:
    state = bl.game("last-train-to-wensleydale", players=4).start().play_out(5)
    rows = state.game.spec.text.score_sheet(state.position)
    assert [row.label for row in rows][:2] == ["stone", "cheese"]
    assert [sum(values) for values in zip(*(row.values for row in rows), strict=True)] == state.scores
