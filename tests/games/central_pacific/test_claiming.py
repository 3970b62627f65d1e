"""Section 4, paragraph by paragraph: the spike, new, grown, merged and stolen lines, claims."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from tests.games.central_pacific.scene import chain, markers, play, scene, texts

rule = pytest.mark.rule
RIVAL = ["straight"] * 5
SPARE = chain("E1", "D1", "C1", "B1", "A1", "A2", "A3")
"""Track of no line, on which trains can be parked."""
PARKED = {"D1": 0, "C1": 0, "B1": 0, "A1": 0, "A2": 0}


def trains(state: bl.State) -> list[int]:
    return [side["trains"] for side in state.view()["table"]["sides"]]


def spike(state: bl.State) -> Any:
    return state.view()["table"]["spike"]


@rule("CP 4.1")
def test_joining_two_homes_takes_the_spike() -> None:
    board = chain("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "F9", "F10")
    del board["E5"]
    state = play(scene(board, [["straight"], RIVAL]), "lay E5 straight NS", "done")
    assert spike(state) == 0
    assert markers(state) == {"E2": 0}


@rule("CP 4.1")
def test_a_start_city_from_the_pool_is_nobodys_home() -> None:
    state = scene(chain("E1", "E2", "E3", "E4"), [["start"], RIVAL])
    assert spike(play(state, "lay E4 start NES", "done")) is None


@rule("CP 4.2")
def test_a_line_is_one_piece_of_track_between_cities() -> None:
    board = {**chain("E1", "E2", "E3", "E4"), "E3": "tee NES", **chain("E3", "F3", "G3", "H3")}
    board |= {"G3": "straight EW", "H3": "city2 NESW"}
    state = scene(board, [["city2"], RIVAL], marks={"E2": 0})
    play(state, "lay E4 city2 NESW", "done")
    assert markers(state) == {"E2": 0}
    board = {**chain("E1", "E2", "E3", "E4"), "E4": "city2 NESW", **chain("E4", "E5", "E6", "E7")}
    state = play(scene(board, [["city2"], RIVAL], marks={"E2": 0}), "lay E7 city2 NESW", "done")
    assert markers(state) == {"E2": 0, "E5": 0}


@rule("CP 4.3")
def test_a_new_line_must_be_claimed() -> None:
    state = scene(chain("E1", "E2", "E3", "E4"), [["city2"], RIVAL])
    play(state, "lay E4 city2 NESW", "done")
    assert (markers(state), trains(state)) == ({"E2": 0}, [6, 7])


@rule("CP 4.3")
def test_track_that_joins_a_city_with_itself_is_no_line() -> None:
    state = scene(chain("E1", "F1", "F2", "E2"), [["curve"], RIVAL])
    play(state, "lay E2 curve NE", "done")
    assert markers(state) == {}


@rule("CP 4.4")
def test_an_own_line_that_grows_needs_no_train() -> None:
    board = {**chain("E1", "E2", "E3", "E4"), "E3": "tee NES", "E4": "city2 NESW", **chain("E3", "F3", "G3", "H3")}
    state = play(scene(board, [["city2"], RIVAL], marks={"E2": 0}), "lay H3 city2 NESW", "done")
    assert (markers(state), trains(state)) == ({"E2": 0}, [6, 7])


def two_lines() -> dict[str, str]:
    """Two lines between E1 and E4: E2, E3, and F1 … F4; a straight on F2's place would be their bridge at … E3 – F3."""
    board = {"E2": "straight NS", "E3": "tee NES", "E4": "city2 NESW"}
    board |= chain("E1", "F1", "G1", "G2", "G3", "G4", "F4", "E4")
    return board | {"G3": "tee NSW"}


@rule("CP 4.4")
def test_of_own_lines_grown_together_one_train_stays() -> None:
    state = scene(two_lines(), [["straight"], RIVAL], marks={"E2": 0, "F1": 0})
    play(state, "lay F3 straight EW", "done")
    assert (markers(state), trains(state)) == ({"F1": 0}, [6, 7])


@rule("CP 4.5")
def test_a_line_that_reaches_a_further_city_is_stolen() -> None:
    board = {**chain("E1", "E2", "E3", "E4"), "E3": "tee NES", "E4": "city2 NESW", **chain("E3", "F3", "G3", "H3")}
    before = scene(board, [["city2"], RIVAL], marks={"E2": 1})
    assert markers(play(before, "lay H3 city2 NESW", "done")) == {"E2": 1}
    after = scene(board, [["city2"], RIVAL], marks={"E2": 1}, spike=0)
    play(after, "lay H3 city2 NESW", "done")
    assert (markers(after), trains(after)) == ({"E2": 0}, [6, 7])


@rule("CP 4.5")
def test_two_parallel_foreign_lines_merged_are_stolen_without_a_further_city() -> None:
    state = scene(two_lines(), [["straight"], RIVAL], marks={"E2": 1, "G1": 1}, spike=1)
    play(state, "lay F3 straight EW", "done")
    assert (markers(state), trains(state)) == ({"F1": 0}, [6, 7])


@rule("CP 4.5")
def test_a_foreign_line_merged_with_an_own_one_keeps_the_own_train() -> None:
    state = scene(two_lines(), [["straight"], RIVAL], marks={"E2": 0, "F1": 1}, spike=1)
    play(state, "lay F3 straight EW", "done")
    assert (markers(state), trains(state)) == ({"E2": 0}, [6, 7])


OPEN = {**chain("E1", "E2", "E3", "E4"), "E3": "tee NES", "E4": "city2 NESW"}
"""A line from E1 to E4 with an open arm to the east, on E3."""


@rule("CP 4.5")
def test_a_further_side_of_a_city_on_the_line_steals_it() -> None:
    moves = ("lay F3 curve SW", "lay F4 curve NW", "done")
    state = play(scene(OPEN, [["curve", "curve"], RIVAL], marks={"E2": 1}, spike=0), *moves)
    assert (markers(state), trains(state)) == ({"E2": 0}, [6, 7])
    before = play(scene(OPEN, [["curve", "curve"], RIVAL], marks={"E2": 1}), *moves)
    assert markers(before) == {"E2": 1}
    own = play(scene(OPEN, [["curve", "curve"], RIVAL], marks={"E2": 0}, spike=1), *moves)
    assert (markers(own), trains(own)) == ({"E2": 0}, [6, 7])


@rule("CP 4.5")
@pytest.mark.parametrize("tile", ["curve SW", "tee ESW"])
def test_a_joined_stub_that_touched_a_city_before_steals_the_line(tile: str) -> None:
    """The old line itself did not meet the eastern side of E4; the stub on F4 did."""
    state = scene({**OPEN, "F4": "curve NW"}, [["curve", "tee"], RIVAL], marks={"E2": 1}, spike=0)
    assert markers(play(state, f"lay F3 {tile}", "done")) == {"E2": 0}


@rule("CP 4.5")
def test_track_and_loops_without_a_new_side_steal_nothing() -> None:
    state = scene(OPEN, [["straight"], RIVAL], marks={"E2": 1}, spike=0)
    assert markers(play(state, "lay F3 straight EW", "done")) == {"E2": 1}
    loop = {**OPEN, "E2": "tee NES"}
    state = scene(loop, [["curve", "curve"], RIVAL], marks={"E2": 1}, spike=0)
    assert markers(play(state, "lay F2 curve SW", "lay F3 curve NW", "done")) == {"E2": 1}


@rule("CP 4.5")
def test_a_city_that_the_line_does_not_meet_steals_nothing() -> None:
    board = {**OPEN, **chain("E4", "E5", "E6", "E7")}
    state = play(scene(board, [["city2"], RIVAL], marks={"E2": 1}, spike=0), "lay E7 city2 NESW", "done")
    assert markers(state) == {"E2": 1, "E5": 0}


@rule("CP 4.5")
def test_a_clearing_steals_if_it_leads_to_a_new_side() -> None:
    state = scene({**OPEN, "F3": "forest"}, [["straight"] * 2, RIVAL], marks={"E2": 1}, spike=0)
    assert markers(play(state, "lay F3 straight EW", "done")) == {"E2": 1}
    state = scene({**OPEN, "F3": "forest", "F4": "curve NW"}, [["curve"] * 2, RIVAL], marks={"E2": 1}, spike=0)
    assert markers(play(state, "lay F3 curve SW", "done")) == {"E2": 0}
    board = {**OPEN, "F3": "mountain", "G3": "straight EW", "H3": "city2 NESW"}
    board |= chain("H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10", "G10", "F10")
    state = scene(board, [["tunnel"], RIVAL], marks={"E2": 1, "H4": 1}, spike=0)
    assert markers(play(state, "lay F3 tunnel EW", "done")) == {"E2": 0, "H4": 1}


def spike_turn(extra: dict[str, str] | None = None, second: int = 2) -> bl.State:
    """Seat 0's cross on E4 joins its home with A8 and merges lines of sides 1 and `second`, three tiles each."""
    board = {**chain("E1", "E2", "E3", "E4"), "D4": "tee ESW", "C4": "straight EW", "B4": "city2 NESW", "D5": "straight NS"}
    board |= {"D6": "city2 NESW", **chain("D6", "C6", "B6", "A6", "A7", "A8")}
    board |= {"F4": "tee ESW", "G4": "straight EW", "H4": "city2 NESW", "F5": "straight NS", "F6": "city2 NESW"}
    board |= chain("F6", "G6", "H6", "I6", "J6", "J7")
    marks = {"C4": 1, "G4": second, "A6": 1, "G6": 2}
    return scene(board | (extra or {}), [["cross"], ["tunnel"], ["tunnel"]], players=3, marks=marks)


@rule("CP 4.6")
def test_a_merge_on_the_spike_turn_with_a_tie_goes_to_the_first_opponent_clockwise() -> None:
    state = play(spike_turn(), "lay E4 cross NESW", "done")
    assert spike(state) == 0
    assert (markers(state), trains(state)) == ({"C4": 1, "A6": 1, "G6": 2}, [7, 5, 6])


@rule("CP 4.6")
def test_the_longer_old_lines_decide_dead_ends_included() -> None:
    state = play(spike_turn({"G4": "tee NEW", "G3": "straight NS"}), "lay E4 cross NESW", "done")
    assert (markers(state), trains(state)) == ({"G4": 2, "A6": 1, "G6": 2}, [7, 6, 5])


@rule("CP 4.6")
def test_the_mover_keeps_nothing_of_a_merge_on_the_spike_turn() -> None:
    state = play(spike_turn({"G4": "tee NEW", "G3": "straight NS"}, second=0), "lay E4 cross NESW", "done")
    assert (markers(state), trains(state)) == ({"C4": 1, "A6": 1, "G6": 2}, [7, 5, 6])


@rule("CP 4.6")
def test_two_lines_of_one_opponent_merged_keep_one_train() -> None:
    state = play(spike_turn(second=1), "lay E4 cross NESW", "done")
    assert (markers(state), trains(state)) == ({"C4": 1, "A6": 1, "G6": 2}, [7, 5, 6])


def more_lines_than_trains(supply: int) -> bl.State:
    """Two cities to lay complete two lines at once, with so many trains in supply."""
    board = {**SPARE, **chain("E1", "E2", "E3", "E4"), **chain("E1", "F1", "G1", "H1")}
    marks = dict(list(PARKED.items())[: 6 - supply])
    return scene(board, [["city2", "city2"], RIVAL], marks=marks, trains={0: supply})


@rule("CP 4.7")
def test_lines_that_outnumber_the_trains_are_chosen() -> None:
    state = play(more_lines_than_trains(1), "lay E4 city2 NESW", "lay H1 city2 NESW", "done")
    assert (state.actor, texts(state)) == (0, ["claim F1", "claim E2"])
    assert state.why_not("claim E3") == "Choose one of the lines that start at E2, F1 (CP 4.7)."
    state.play("claim E2")
    assert state.is_over
    assert markers(state) == {**PARKED, "E2": 0}
    assert "claim" not in " ".join(texts(state))


@rule("CP 4.7")
def test_enough_trains_are_placed_without_a_choice() -> None:
    state = play(more_lines_than_trains(2), "lay E4 city2 NESW", "lay H1 city2 NESW", "done")
    assert state.is_over
    assert {"E2", "F1"} <= set(markers(state))
    state = play(more_lines_than_trains(3), "lay E4 city2 NESW", "lay H1 city2 NESW", "done")
    assert (state.is_over, trains(state)[0]) == (False, 1)


@rule("CP 4.7")
def test_take_backs_come_before_the_count_of_trains() -> None:
    board = {**SPARE, **two_lines()}
    marks = {"D1": 0, "C1": 0, "B1": 0, "A1": 0, "E2": 0, "F1": 0}
    board |= chain("E4", "E5", "E6", "E7")
    state = scene(board, [["straight", "city2"], RIVAL], marks=marks)
    play(state, "lay F3 straight EW", "lay E7 city2 NESW", "done")
    assert (state.is_over, trains(state)[0]) == (False, 1)


@rule("CP 4.7")
def test_a_stolen_line_takes_the_last_train() -> None:
    board = {**SPARE, **chain("E1", "E2", "E3", "E4"), "E3": "tee NES", "E4": "city2 NESW", **chain("E3", "F3", "G3", "H3")}
    state = scene(board, [["city2"], RIVAL], marks={**PARKED, "E2": 1}, trains={0: 1}, spike=1)
    play(state, "lay H3 city2 NESW", "done")
    assert state.is_over
    assert markers(state) == {**PARKED, "E2": 0}
