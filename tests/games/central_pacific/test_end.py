"""Section 6, paragraph by paragraph: the end and the score."""

from __future__ import annotations

import pytest

from tests.games.central_pacific.scene import chain, markers, play, scene, texts
from tests.games.central_pacific.test_claiming import PARKED, SPARE
from tests.games.central_pacific.test_turn import LINE, RIVAL

rule = pytest.mark.rule


@rule("CP 6.1")
def test_the_last_train_ends_the_game_at_once() -> None:
    board = {**SPARE, **chain("E1", "E2", "E3", "E4")}
    state = scene(board, [["city2"], RIVAL], marks=PARKED, trains={0: 1})
    assert play(state, "lay E4 city2 NESW", "done").is_over
    assert state.view()["table"]["hands"][0]["size"] == 0


@rule("CP 6.1")
def test_a_player_who_can_lay_nothing_before_an_empty_pool_ends_the_game() -> None:
    state = scene({}, [["straight"], ["city4"]], pool=[], used=("grant",))
    state.fields_view.grant[1] = 0
    play(state, "lay E2 straight NS", "done")
    assert state.is_over
    assert state.view()["table"]["ending"] == "nothing could be laid before an empty pool"


@rule("CP 6.1")
def test_an_unused_land_grant_gives_a_last_choice() -> None:
    state = scene({}, [["straight", "city3"], ["city4"]], pool=[])
    play(state, "lay E2 straight NS", "done")
    assert (state.actor, texts(state)) == (1, ["grant 0", "done"])
    assert play(state.copy(), "done").is_over
    assert play(state, "grant 0", "take city3").is_over


@rule("CP 6.1")
def test_a_taken_tile_that_can_be_laid_keeps_the_game_going() -> None:
    state = scene({}, [["straight", "curve"], ["city4"]], pool=[])
    play(state, "lay E2 straight NS", "done", "grant 0", "take curve")
    assert not state.is_over
    assert all(text.startswith("lay") and "curve" in text for text in texts(state))


@rule("CP 6.1")
@pytest.mark.parametrize(("players", "teams"), [(2, "off"), (3, "off"), (4, "off"), (4, "on")])
def test_five_rounds_without_a_tile_end_the_game(players: int, teams: str) -> None:
    state = scene({}, [["straight"] * 3] * players, players=players, teams=teams)
    for turn in range(5 * players):
        assert (state.actor, state.view()["table"]["turns_without_tile"]) == (turn % players, turn)
        play(state, "discard straight", "done")
        while state.is_chance:
            state.play(texts(state)[0])
    assert state.is_over
    assert state.view()["table"]["ending"] == "nobody laid a tile for five rounds"


@rule("CP 6.1")
def test_terrain_counts_as_laid_and_a_sacrifice_alone_does_not() -> None:
    state = play(scene({}, [["forest"] * 2, RIVAL]), "discard forest", "done", *["draw forest"] * 4)
    play(state, "sacrifice", "discard straight", "done", "draw straight", "done")
    assert state.view()["table"]["turns_without_tile"] == 2
    play(state, "lay E2 forest", "done", "draw tee")
    assert state.view()["table"]["turns_without_tile"] == 0


def final_scores(board: dict[str, str], marks: dict[str, int], **rest: object) -> list[int]:
    """The scores of a finished game with this board."""
    state = scene(board, [[], []], marks=marks, pool=[], **rest)  # type: ignore[arg-type]
    return state.scores


@rule("CP 6.2")
def test_a_line_scores_its_smallest_tree() -> None:
    assert final_scores(LINE, {"E2": 0}) == [2 + 2 + 2, 0]
    branch = {**LINE, "E3": "tee NES", "F3": "straight EW", "G3": "straight EW"}
    assert final_scores(branch, {"E2": 0}) == [6, 0]
    loop = {**LINE, "E3": "tee NES", **chain("E3", "F3", "F4", "E4")}
    assert final_scores(loop, {"E2": 0}) == [6, 0]


@rule("CP 6.2")
def test_cities_are_only_ends_of_a_tree() -> None:
    """Two ways lead to E4 and each is needed for one of two further cities."""
    board = {
        "E2": "cross NESW",
        "E3": "tee NES",
        "E4": "city2 NESW",
        "F2": "straight EW",
        "G2": "straight EW",
        "H2": "city2 NESW",
    }
    board |= {"D2": "straight EW", "C2": "city2 NESW", "F3": "curve SW", "F4": "curve NW"}
    assert final_scores(board, {"E2": 0}) == [5 + 4 * 2, 0]


@rule("CP 6.2")
def test_parallel_lines_all_score() -> None:
    board = {**LINE, **chain("E1", "F1", "F2", "F3", "F4", "E4")}
    assert final_scores(board, {"E2": 0, "F1": 0}) == [2 + 4 + 4, 0]


@rule("CP 6.3")
def test_a_city_scores_for_its_only_master() -> None:
    board = {**LINE, **chain("E4", "E5", "E6", "E7"), "E7": "city2 NESW"}
    assert final_scores(board, {"E2": 0, "E5": 0}) == [4 + 6, 0]
    assert final_scores(board, {"E2": 0, "E5": 1}) == [2 + 2, 2 + 2]
    assert final_scores(board, {"E5": 1}) == [0, 2 + 4]


@rule("CP 6.4")
def test_the_spike_scores_ten_and_breaks_ties() -> None:
    assert final_scores({}, {}, spike=1) == [0, 10]
    lines = chain("E1", "E2", "E3", "E4", "E5", "E6", "E7") | {"E7": "city3 NESW"}
    lines |= chain("E7", "F7", "G7", "H7", "I7", "J7", "J8") | {"J8": "city2 NESW"}
    state = scene(lines, [[], []], marks={"E2": 0, "F7": 0}, pool=[], spike=1)
    assert state.scores == [5 + 5 + 2 + 3 + 2, 10]
    state = scene(
        {**LINE, **chain("E4", "E5", "E6", "E7", "E8"), "E8": "city2 NESW"}, [[], []], marks={"E2": 0, "E5": 0}, pool=[]
    )
    assert (state.scores, state.ranks) == ([11, 0], [1, 2])
    lines = {**LINE, **chain("E4", "E5", "E6", "E7"), "E7": "city2 NESW"}
    state = scene(lines, [[], []], marks={"E2": 0, "E5": 0}, pool=[], spike=1)
    assert (state.scores, state.ranks) == ([10, 10], [2, 1])
    assert scene({}, [[], []], pool=[]).ranks == [1, 1]


@rule("CP 6.5")
def test_teams_share_all_but_their_hands() -> None:
    state = scene(chain("E1", "E2", "E3", "E4"), [["city2"], RIVAL, ["tee"], ["curve"]], players=4, teams="on", turn=0)
    assert {text for text in texts(state) if text.startswith("grant")} == {"grant 1", "grant 3"}
    assert state.view(0)["table"]["hands"][2]["tiles"] is None
    play(state, "lay E4 city2 NESW", "done", *["draw straight"] * 5)
    assert state.actor == 1
    play(state, "discard straight", "done", "draw straight")
    assert (state.actor, markers(state)) == (2, {"E2": 0})
    assert "lay E5 tee NES" in texts(state)
    assert state.scores == [6, 0, 6, 0]
    assert state.ranks == [1, 2, 1, 2]
    play(state, "stock", "draw curve", "draw curve", "lay E5 tee NES", "done", "draw curve", "draw curve")
    assert not state.view()["table"]["sides"][0]["stock_market"]


@rule("CP 6.6")
def test_the_score_in_a_turn_is_that_of_its_start() -> None:
    state = scene(chain("E1", "E2", "E3", "E4"), [["city2"], RIVAL])
    for move in ("lay E4 city2 NESW", "done", *["draw tee"] * 4):
        state.play(move)
        assert state.scores == [0, 0]
    assert play(state, "draw tee").scores == [6, 0]


@rule("CP 6.6")
def test_a_spike_counts_from_the_end_of_its_turn() -> None:
    board = chain("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "F9", "F10")
    del board["E5"]
    state = play(scene(board, [["straight"], RIVAL]), "lay E5 straight NS", "done")
    assert (state.scores, state.ranks) == ([0, 0], [1, 1])
    play(state, *["draw tee"] * 5)
    assert state.scores == [9 + 2 + 2 + 10, 0]
