"""Sections 1 to 3, paragraph by paragraph: set-up, laying tiles, terrain."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.central_pacific.rules.board import square_number
from branchline.games.central_pacific.rules.tile_file import load_tile_mix
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from tests.games.central_pacific.scene import chain, lays, play, scene, texts

rule = pytest.mark.rule
RIVAL = ["straight"] * 5


def why(state: bl.State, move: str) -> str:
    sentence = state.why_not(move)
    assert sentence is not None
    assert move not in texts(state)
    return sentence[sentence.rindex("(") + 1 : -2]


@rule("CP 1.1")
@pytest.mark.parametrize(
    ("players", "options", "homes"),
    [
        (2, {}, {"E1": "ESW", "F10": "NEW"}),
        (3, {}, {"E1": "ESW", "J7": "NSW", "A8": "NES"}),
        (4, {}, {"E1": "ESW", "J5": "NSW", "F10": "NEW", "A6": "NES"}),
        (4, {"teams": "on"}, {"E1": "ESW", "F10": "NEW"}),
    ],
)
def test_homes_face_into_the_board(players: int, options: dict[str, str], homes: dict[str, str]) -> None:
    table = bl.game("cp", players, **options).start().view()["table"]
    assert table["tiles"] == {square: f"start {exits}" for square, exits in homes.items()}
    assert [side["home"] for side in table["sides"]] == list(homes)


@rule("CP 1.2")
def test_81_tiles_with_unused_start_cities_in_the_pool() -> None:
    assert sum(load_tile_mix("standard").counts) + 1 == 81
    assert load_tile_mix("standard").counts == (16, 16, 11, 5, 4, 6, 5, 3, 6, 4, 4)
    assert KIND_NAMES[0] == "straight"
    for players, starts in ((2, 2), (3, 1), (4, 0)):
        state = bl.game("cp", players).start()
        assert dict(zip(texts(state), state.weights(), strict=True)).get("draw start", 0) == starts
    assert "reconstruction" in bl.game("cp", 2).board.reconstructed


@rule("CP 1.2")
def test_a_start_city_from_the_pool_is_a_city_with_three_exits() -> None:
    state = scene(chain("E1", "E2", "E3", "E4"), [["start", "city4"], RIVAL])
    assert lays(state, "E4") == {f"lay E4 start {exits}" for exits in ("NES", "NEW", "NSW")}
    state = scene(chain("E1", "E2", "E3", "E4"), [["start"], RIVAL], home_number=3)
    assert not lays(state, "E4")


@rule("CP 1.3")
def test_seven_trains_and_both_tokens() -> None:
    for side in bl.game("cp", 3).start().view()["table"]["sides"]:
        assert (side["trains"], side["stock_market"], side["land_grant"]) == (7, True, True)


@rule("CP 1.4")
def test_dealing_asking_and_the_first_seat() -> None:
    state = bl.game("cp", 2).start()
    play(state, *["draw straight"] * 5)
    assert state.actor == bl.CHANCE
    play(state, *["draw curve"] * 4, "draw start")
    assert (state.actor, texts(state)) == (0, ["redraw", "keep"])
    assert state.why_not("done") == "Choose first whether to redraw or to keep the hand (CP 1.4)."
    state.play("redraw")
    assert state.weights()[0] == 16
    assert state.view(1)["table"]["hands"][0]["shown_to_redraw"] == ["straight"] * 5
    play(state, *["draw tee"] * 5)
    assert (state.actor, texts(state)) == (0, ["redraw", "keep"])
    state.play("keep")
    assert (texts(state), state.weights()) == (["first 0", "first 1"], [1, 1])
    state.play("first 1")
    assert state.actor == 1
    play(state, "discard curve", "done", "draw curve")
    assert state.actor == 0


@rule("CP 1.4")
def test_a_redrawn_city_ends_the_asking() -> None:
    state = play(bl.game("cp", 2).start(), *["draw straight"] * 5, *["draw curve"] * 5, "redraw", *["draw city2"] * 5)
    assert (state.actor, texts(state)) == (1, ["redraw", "keep"])
    assert play(state, "keep").weights() == [1, 1]


@rule("CP 1.5")
def test_every_draw_is_a_node_weighted_by_tiles() -> None:
    state = scene({}, [["straight"], RIVAL], pool=["tee", "tee", "city4"])
    play(state, "discard straight", "done")
    assert dict(zip(texts(state), state.weights(), strict=True)) == {"draw straight": 1, "draw tee": 2, "draw city4": 1}
    play(state, "draw tee", "draw tee", "draw straight")
    assert (texts(state), state.weights()) == (["draw city4"], [1])
    assert play(state, "draw city4").actor == 1


@rule("CP 1.5")
def test_no_node_where_nothing_can_be_drawn() -> None:
    state = scene({}, [["straight"], RIVAL], pool=[])
    assert play(state, "lay E2 straight NS", "done").actor == 1


@rule("CP 2.1")
def test_five_tiles_are_the_limit() -> None:
    state = scene({}, [["straight"] * 6, ["curve"]])
    for row in range(2, 7):
        state.play(f"lay E{row} straight NS")
    assert texts(state) == ["done"]
    assert why(state, "lay E7 straight NS") == "CP 2.1"
    assert why(state, "discard straight") == "CP 5.0"


@rule("CP 2.1")
def test_all_tiles_of_a_clearing_count() -> None:
    state = scene({"E2": "mountain"}, [["straight"] * 3 + ["curve"] * 3, RIVAL])
    play(state, "lay E2 straight NS", "lay E3 curve NE")
    assert state.view()["table"]["laid"] == 4
    state = scene({"E2": "forest", "D1": "mountain"}, [["straight"] * 3 + ["curve"] * 3, RIVAL])
    play(state, "lay D1 straight EW")
    assert "lay E2 curve NE" in texts(state)
    state = scene({"E2": "mountain", "D1": "mountain"}, [["straight"] * 3 + ["curve"] * 3, RIVAL])
    play(state, "lay D1 straight EW")
    assert why(state, "lay E2 curve NE") == "CP 2.1"


@rule("CP 2.2")
def test_a_tile_meets_the_rail_of_the_own_network() -> None:
    state = scene(chain("F10", "F9", "F8"), [["straight", "curve"], RIVAL])
    assert lays(state, "E2") == {"lay E2 straight NS", "lay E2 curve NE", "lay E2 curve NW"}
    assert why(state, "lay E2 straight EW") == "CP 2.2"
    assert why(state, "lay F8 straight NS") == "CP 2.2"
    assert why(state, "lay E1 straight NS") == "CP 2.2"
    assert lays(scene(chain("F10", "F9", "F8"), [["straight"], RIVAL], spike=1), "F8") == {"lay F8 straight NS"}


@rule("CP 2.2")
def test_the_network_runs_through_cities() -> None:
    board = {**chain("E1", "E2", "E3", "E4"), "E4": "city2 NESW"}
    assert "lay E5 straight NS" in texts(scene(board, [["straight"], RIVAL], marks={"E2": 1}))


@rule("CP 2.2")
def test_joining_homes_opens_the_other_network_at_once_and_the_rest_at_done() -> None:
    board = chain("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10")
    board.pop("E5")
    board |= {"E9": "curve NE", "F9": "tee NSW"}
    state = scene(board, [["straight"] * 2, RIVAL])
    assert not lays(state, "F8")
    state.play("lay E5 straight NS")
    assert "lay F8 straight NS" in texts(state)
    assert state.view()["table"]["spike"] is None
    assert "lay J6 straight NS" not in texts(state)
    state.play("done")
    assert state.view()["table"]["spike"] == 0


@rule("CP 2.3")
def test_facing_edges_match() -> None:
    state = scene({"E2": "straight NS", "F1": "curve SW"}, [["straight", "cross", "curve"], RIVAL])
    assert lays(state, "F2") == {"lay F2 straight NS", "lay F2 curve NE"}
    assert why(state, "lay F2 cross NESW") == "CP 2.3"
    assert why(state, "lay F2 curve NW") == "CP 2.3"


@rule("CP 2.3")
def test_loose_matching_lets_rail_face_a_blank() -> None:
    state = scene({"E2": "straight NS", "F1": "curve SW"}, [["straight", "cross", "curve"], RIVAL], matching="loose")
    assert {"lay F2 cross NESW", "lay F2 curve NW"} <= lays(state, "F2")
    assert why(state, "lay F2 straight EW") == "CP 2.2"
    state = scene({"E2": "curve NE"}, [["straight"], RIVAL], matching="loose")
    assert "lay E3 straight NS" not in texts(play(state, "lay F2 straight EW"))


@rule("CP 2.3")
def test_rail_may_face_terrain_and_run_off_the_board() -> None:
    state = scene({**chain("E1", "D1", "C1", "B1", "A1"), "E2": "forest"}, [["straight", "tee"], RIVAL])
    assert "lay A1 straight EW" in texts(state)
    assert "lay F1 tee ESW" in texts(state)
    assert "lay F1 tee NEW" in texts(state)
    closed = scene(chain("E1", "D1", "C1", "B1", "A1"), [["straight", "tee", "curve"], RIVAL], rim="closed")
    assert lays(closed, "A1") == {"lay A1 curve ES"}
    assert why(closed, "lay A1 straight EW") == "CP 2.3"


@rule("CP 2.4")
def test_cities_keep_the_distance_of_the_higher_number() -> None:
    board = chain("E1", "E2", "E3", "E4")
    state = scene(board, [["city2", "city3", "straight"], RIVAL])
    assert lays(state, "E4") == {"lay E4 city2 NESW", "lay E4 straight NS"}
    assert why(state, "lay E4 city3 NESW") == "CP 2.4"
    assert why(state, "lay D1 city2 NESW") == "CP 2.4"
    assert lays(play(state, "lay E4 straight NS"), "E5") == {"lay E5 city2 NESW", "lay E5 city3 NESW"}
    assert not lays(scene(board, [["city2"], RIVAL], home_number=3), "E4")


@rule("CP 2.4")
def test_a_short_cut_between_old_cities_is_refused() -> None:
    board = chain("E1", "F1", "G1", "G2", "G3", "F3") | {"F3": "city2 NESW"}
    board |= {"E2": "straight NS"}
    state = scene(board, [["curve", "tee"], RIVAL], marks={"F1": 0})
    assert "lay E3 curve NE" in texts(state)
    state = scene(board, [["curve"], RIVAL], marks={"F1": 0}, home_number=3)
    assert why(state, "lay E3 curve NE") == "CP 2.4"


@rule("CP 2.4")
def test_a_city_may_be_joined_with_itself_and_stand_beside_another() -> None:
    board = chain("E1", "F1", "F2", "E2") | {"F2": "tee NSW"}
    state = scene(board, [["curve", "cross"], RIVAL])
    assert "lay E2 curve NE" in texts(state)
    state = scene(chain("E1", "E2", "E3", "E4", "F4", "F3", "G3"), [["start"], RIVAL])
    assert "lay G3 start ESW" in texts(state)
    board = chain("E1", "E2", "E3") | chain("E1", "F1", "F2", "F3") | {"E3": "curve NW", "F3": "curve NE"}
    board |= {"D3": "city2 NESW", "G3": "city2 NESW"}
    scene(board, [["tee"], RIVAL], marks={"E2": 0, "F1": 0})


@rule("CP 2.4")
def test_a_way_blocked_by_terrain_counts_when_it_is_cleared() -> None:
    board = chain("E1", "F1", "G1", "G2", "G3", "F3") | {"F3": "city3 NESW", "E2": "straight NS", "E3": "forest"}
    state = scene(board, [["curve", "curve"], RIVAL], marks={"F1": 0}, home_number=3)
    assert why(state, "lay E3 curve NE") == "CP 2.4"
    board["F3"] = "city2 NESW"
    state = scene(board, [["curve", "curve"], RIVAL], marks={"F1": 0}, home_number=2)
    assert "lay E3 curve NE" in texts(state)


@rule("CP 2.5")
def test_a_cross_joins_four_arms_and_a_tunnel_is_a_straight() -> None:
    state = scene({"E2": "cross NESW"}, [["tunnel", "straight"], RIVAL])
    for square, exits in (("D2", "EW"), ("F2", "EW"), ("E3", "NS")):
        assert lays(state, square) == {f"lay {square} straight {exits}", f"lay {square} tunnel {exits}"}


@rule("CP 3.1")
def test_terrain_goes_before_a_rail_exit() -> None:
    state = scene({"E2": "curve NE"}, [["forest", "mountain"], RIVAL])
    squares = {text.split()[1] for text in lays(state)}
    assert squares == {"D1", "F1", "F2", "E10", "G10", "F9"}
    assert state.why_not("lay E3 forest") == "No rail exit faces E3, and terrain goes in front of one (CP 3.1)."
    state = scene({"E2": "forest"}, [["mountain"], RIVAL])
    assert why(state, "lay E2 mountain") == "CP 3.1"


@rule("CP 3.1")
def test_terrain_blocks_a_rival_and_only_the_own_network_clears_it() -> None:
    state = scene({"F9": "straight NS"}, [["mountain", "straight", "straight", "straight"], ["straight"] * 3])
    play(state, "lay F8 mountain", "done", "draw tee", "draw tee")
    assert "lay F8 straight NS" in texts(state)
    play(state, "discard straight", "done", "draw city2", "draw city2", "draw city2")
    assert why(state, "lay F8 straight NS") == "CP 2.2"
    assert "lay F8 straight NS" in texts(scene({"F9": "straight NS", "F8": "mountain"}, [["straight"] * 3, RIVAL], spike=1))


@rule("CP 3.2")
def test_with_terrain_own_it_needs_the_own_network_before_the_spike() -> None:
    hands = [["forest"], RIVAL]
    assert "lay F9 forest" in texts(scene({}, hands))
    own = scene({}, hands, terrain="own")
    assert {text.split()[1] for text in lays(own)} == {"D1", "F1", "E2"}
    assert own.why_not("lay F9 forest") == (
        "No rail exit of your network faces F9, and before the Golden Spike terrain goes in front of one (CP 3.2)."
    )
    assert "lay F9 forest" in texts(scene({}, hands, spike=1, terrain="own"))


@rule("CP 3.2")
def test_with_terrain_own_one_exit_of_several_is_enough() -> None:
    board = chain("E1", "E2", "E3", "E4", "E5") | chain("F10", "F9", "F8", "F7", "F6", "F5", "E5")
    state = scene(board, [["forest"], RIVAL], terrain="own")
    assert "lay E5 forest" in texts(state)


@rule("CP 3.3")
def test_equal_tiles_clear_a_forest_or_a_mountain() -> None:
    state = scene({"E2": "forest", "F1": "mountain"}, [["tee"] * 2 + ["straight"] * 3 + ["tunnel"], RIVAL])
    assert lays(state, "E2") == {"lay E2 straight NS", *(f"lay E2 tee {exits}" for exits in ("NES", "NEW", "NSW"))}
    assert lays(state, "F1") == {"lay F1 straight EW", "lay F1 tunnel EW"}
    assert why(state, "lay E2 tunnel NS") == "CP 3.3"
    assert why(state, "lay F1 tee ESW") == "CP 3.3"
    play(state, "lay E2 tee NES", "lay F1 straight EW")
    table = state.view(0)["table"]
    assert table["out_of_game"] == ["straight", "straight", "tee", "forest", "mountain"]
    assert (table["laid"], table["hands"][0]["tiles"]) == (5, ["tunnel"])


@rule("CP 3.3")
def test_a_tunnel_replaces_a_mountain() -> None:
    state = play(scene({"F1": "mountain"}, [["tunnel"], RIVAL]), "lay F1 tunnel EW")
    assert state.view()["table"]["out_of_game"] == ["mountain"]
    assert state.view()["table"]["laid"] == 1
    assert why(scene({"F1": "mountain"}, [["tunnel"], RIVAL]), "lay F1 tunnel NS") == "CP 2.2"


@rule("CP 3.4")
def test_terrain_gives_no_connection_and_no_place_for_a_city() -> None:
    state = scene({**chain("E1", "E2", "E3", "E4"), "E4": "mountain"}, [["city2", "straight"], RIVAL])
    assert why(state, "lay E4 city2 NESW") == "CP 3.4"
    assert not lays(state, "E5")


@rule("CP 1.2")
def test_city_exits_three() -> None:
    board = chain("E1", "E2", "E3", "E4")
    state = scene(board, [["city2"], RIVAL], city_exits=3)
    assert lays(state, "E4") == {f"lay E4 city2 {exits}" for exits in ("NES", "NEW", "NSW")}
    assert why(state, "lay E4 city2 NESW") == "CP 1.2"
    assert square_number("E4") == 34
