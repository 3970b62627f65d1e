"""Every paragraph of RULES.md, by number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import branchline as bl
from branchline.games.northern_pacific.rules.map_file import load_map, standard
from branchline.games.northern_pacific.rules.visit_odds import routes
from tests.games.northern_pacific.other_boards import LOOP

rule = pytest.mark.rule
FAST = ["extend Fargo", "extend Minot", "extend Terry", "extend Great Falls", "extend Lewiston", "extend Richland"]
"""A way to Richland; `extend Seattle` ends the round with the seventh track."""


def play(moves: Iterable[str], players: int = 3, **options: str | int) -> bl.State:
    return bl.game("northern-pacific", players, **options).replay(moves)


def fields(state: bl.State) -> Any:
    return state.fields_view


def city(name: str) -> int:
    return standard().cities.index(name)


def texts(state: bl.State) -> set[str]:
    return {move.text for move in state.legal()}


def refusal(state: bl.State, move: str) -> str:
    with pytest.raises(bl.IllegalMove) as caught:
        state.play(move)
    return str(caught.value)


@rule("NP 1.1")
def test_the_standard_map_has_25_cities_and_54_tracks() -> None:
    map_ = standard()
    assert len(map_.cities) == 25
    assert map_.tracks == 54
    assert map_.cities[map_.start] == "Minneapolis"
    assert map_.cities[map_.goal] == "Seattle"
    assert {map_.cities[exit] for exit in map_.exits[city("Shelby")]} == {"Bonner's Ferry", "Great Falls", "Lewiston"}


@rule("NP 1.1")
def test_tracks_run_along_their_arrows_only() -> None:
    state = play(["extend Duluth"])
    assert "extend Grand Forks" in texts(state)
    assert "extend Minneapolis" not in texts(state)


@rule("NP 1.2")
def test_cities_lie_where_the_board_has_them() -> None:
    map_ = standard()
    assert map_.aspect == (1410, 572)
    assert map_.places[city("Bonner's Ferry")] == (0.268, 0.189)
    assert map_.places[city("Minneapolis")] == (0.946, 0.487)


@rule("NP 1.3")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_colour_starts_with_one_large_and_three_small_cubes(players: int) -> None:
    table = play([], players).view()["table"]
    assert len(table["hands"]) == (4 if players == 2 else players)
    assert all((hand["small"], hand["large"]) == (3, 1) for hand in table["hands"])
    assert table["cubes"] == {}
    assert [line["head"] for line in table["lines"]] == ["Minneapolis"]


@rule("NP 1.3")
def test_every_round_is_set_up_afresh() -> None:
    state = play(["invest Casper", *FAST, "extend Seattle"])
    table = state.view()["table"]
    assert table["round"] == 2
    assert table["cubes"] == {}
    assert all((hand["small"], hand["large"]) == (3, 1) for hand in table["hands"])


@rule("NP 1.4")
@pytest.mark.parametrize(
    ("players", "options", "capacity"),
    [(2, {}, 3), (2, {"duo": "plain"}, 2), (3, {}, 2), (4, {}, 3), (5, {}, 3), (6, {}, 4)],
)
def test_a_city_holds_so_many_cubes(players: int, options: dict[str, str], capacity: int) -> None:
    state = play(["invest Fargo"] * capacity, players, **options)
    assert fields(state).cubes[city("Fargo")] == capacity
    assert f"full: {capacity} cubes of {capacity} (NP 1.4)." in refusal(state, "invest Fargo")


@rule("NP 2.1")
def test_extending_goes_one_track_to_a_city_not_yet_reached() -> None:
    state = play(["extend Fargo", "extend Grand Forks"])
    assert {text for text in texts(state) if text.startswith("extend")} == {"extend Minot"}
    assert refusal(state, "extend Fargo") == "The railroad has already reached Fargo this round (NP 2.1)."
    assert "no track leads from there to Butte" in refusal(state, "extend Butte")


@rule("NP 2.1")
def test_the_railroad_grows_from_its_end_only() -> None:
    assert "extend Aberdeen" not in texts(play(["extend Fargo"]))


@rule("NP 2.2")
def test_a_small_or_the_large_cube_goes_into_an_open_city() -> None:
    state = play(["invest Butte", "invest Butte large"])
    assert fields(state).small[0] == 2
    assert fields(state).large_at[1] == city("Butte")
    assert fields(state).cubes[city("Butte")] == 2


@rule("NP 2.2")
@pytest.mark.parametrize("place", ["Minneapolis", "Seattle", "Fargo"])
def test_no_cube_goes_to_start_goal_or_a_reached_city(place: str) -> None:
    state = play(["extend Fargo"])
    assert refusal(state, f"invest {place}").endswith("(NP 2.2).")
    assert refusal(state, f"invest {place} large").endswith("(NP 2.2).")


@rule("NP 2.3")
def test_one_cube_of_a_colour_in_a_city() -> None:
    state = play(["invest Butte", "extend Fargo", "extend Minot"])
    assert refusal(state, "invest Butte large") == "You already have a cube in Butte (NP 2.3)."


@rule("NP 2.3")
def test_many_cubes_of_a_colour_in_a_city_up_to_its_capacity() -> None:
    state = play(["invest Butte", "extend Fargo", "extend Minot", "invest Butte large"], cubes_per_city="many")
    assert fields(state).cubes[city("Butte")] == 2
    assert refusal(state, "invest Butte").endswith("(NP 1.4).")


@rule("NP 2.4")
def test_an_extension_exists_from_every_city_on_every_way() -> None:
    """Exhaustively: every beginning of every route can be extended."""
    map_ = standard()
    waiting: list[tuple[int, ...]] = [(map_.start,)]
    stuck = seen = 0
    while waiting:
        path = waiting.pop()
        seen += 1
        onward = [exit for exit in map_.exits[path[-1]] if exit not in path]
        stuck += not onward and path[-1] != map_.goal
        waiting.extend((*path, exit) for exit in onward)
    assert stuck == 0
    assert seen > 4680


@rule("NP 2.4")
def test_nobody_passes() -> None:
    with pytest.raises(bl.UnknownMove):
        play([]).play("pass")


@rule("NP 2.5")
def test_only_a_cube_in_hand_can_be_invested() -> None:
    state = play(["invest Butte", "extend Duluth", "extend Grand Forks"])
    state.play("invest Casper").play("extend Minot").play("extend Terry").play("invest Shelby")
    state.play("extend Glasgow").play("extend Chinook")
    assert refusal(state, "invest Spokane") == "You hold no small cube (NP 2.5)."
    state.play("invest Spokane large").play("invest Butte").play("invest Casper")
    assert refusal(state, "invest Oroville large") == "Your large cube is in Spokane, not in your hand (NP 2.5)."


@rule("NP 2.5")
def test_the_first_reason_in_order_is_named() -> None:
    """Closed before no cube, no cube before full, full before own cube."""
    state = play(["invest Butte large", "invest Butte", "extend Fargo"])
    assert refusal(state, "invest Fargo large").endswith("(NP 2.2).")
    assert refusal(state, "invest Butte large").endswith("(NP 2.5).")
    assert refusal(state, "invest Butte").endswith("(NP 1.4).")


@rule("NP 3.1")
def test_a_small_cube_pays_one_and_a_large_one_two() -> None:
    state = play(["invest Fargo", "invest Fargo large", "extend Fargo"])
    assert list(fields(state).small[:3]) == [4, 5, 3]
    assert list(fields(state).large_at[:3]) == [-1, -1, -1]
    assert fields(state).cubes[city("Fargo")] == 0
    assert refusal(state, "invest Fargo").endswith("(NP 2.2).")


@rule("NP 4.1")
def test_reaching_seattle_ends_the_round_and_books_good_and_bad() -> None:
    before = play(["invest Casper", "invest Terry large", "invest Butte", *FAST])
    assert before.scores == [0, 0, 0]
    state = before.play("extend Seattle")
    assert state.extra_scores["good"] == [3, 6, 3]
    assert state.extra_scores["bad"] == [1, 0, 1]
    assert state.scores == [3, 6, 3]


@rule("NP 4.2")
def test_most_good_wins_then_least_bad_then_shared() -> None:
    state = play(["invest Terry", "invest Casper", "invest Terry", *FAST, "extend Seattle"], rounds=1)
    assert state.is_over
    assert state.scores == [5, 3, 5]
    assert state.ranks == [1, 3, 1]


@rule("NP 4.2")
def test_equal_good_is_decided_by_bad() -> None:
    """Seat 0 gains one by Fargo and loses one in Casper: 4 good, 1 bad; seat 1 has 4 good and no bad."""
    moves = ["invest Fargo", "extend Fargo", "extend Minot", "invest Casper", *FAST[2:], "extend Seattle"]
    state = play(moves, rounds=1)
    assert state.scores == [4, 4, 4]
    assert state.extra_scores["bad"] == [1, 0, 0]
    assert state.ranks == [3, 1, 1]


@rule("NP 4.2")
def test_three_rounds_are_added_up() -> None:
    state = play([*FAST, "extend Seattle"] * 3)
    assert state.is_over
    assert state.scores == [12, 12, 12]
    assert state.ranks == [1, 1, 1]
    assert refusal(state, "extend Fargo") == "The game is over (NP 4.2)."


def round_won_by_starter(state: bl.State) -> None:
    """The player to move invests where the railroad goes; the others only extend."""
    state.play("invest Terry")
    for move in [*FAST, "extend Seattle"]:
        state.play(move)


@rule("NP 4.3")
def test_first_to_two_round_wins() -> None:
    state = play([], scoring="wins")
    winners = []
    while not state.is_over:
        winners.append(state.actor)
        round_won_by_starter(state)
    assert state.scores == [winners.count(seat) for seat in range(3)]
    assert max(state.scores) == 2
    assert winners == [0, 2, 1, 0]
    assert state.ranks == [1, 2, 2]
    assert refusal(state, "extend Fargo") == "The game is over (NP 4.3)."


@rule("NP 4.3")
def test_a_tied_round_is_won_by_nobody_and_nine_rounds_end_the_game() -> None:
    state = play([*FAST, "extend Seattle"] * 9, scoring="wins")
    assert state.is_over
    assert state.scores == [0, 0, 0]
    assert state.ranks == [1, 1, 1]
    assert not play([*FAST, "extend Seattle"] * 8, scoring="wins").is_over


@rule("NP 4.3")
def test_two_colours_compare_the_sums_of_both() -> None:
    state = play(
        ["invest Terry", "extend Fargo", "extend Minot", "extend Terry", *FAST[3:], "extend Seattle"], 2, scoring="wins"
    )
    assert state.scores == [1, 0]


@rule("NP 4.4")
def test_the_player_after_the_finisher_begins_the_next_round() -> None:
    state = play([*FAST, "extend Seattle"])
    assert state.actor == 7 % 3


@rule("NP 4.4")
def test_clockwise_has_no_chance_nodes() -> None:
    assert all(entry["actor"] != "chance" for entry in play([], 4).play_out(3).log())


@rule("NP 4.4")
def test_shuffled_places_every_seat_before_every_round() -> None:
    state = play([], order="shuffled")
    assert state.actor == bl.CHANCE
    assert texts(state) == {"seat 0", "seat 1", "seat 2"}
    assert state.weights() == [1, 1, 1]
    state.play("seat 2").play("seat 0")
    assert (texts(state), state.weights()) == ({"seat 1"}, [1])
    assert refusal(state, "extend Fargo").endswith("(NP 4.4).")
    assert refusal(state, "seat 0") == "Seat 0 already has a place in this round (NP 4.4)."
    assert refusal(state, "seat 5") == "Only 3 players are in this game (NP 4.4)."
    state.play("seat 1")
    order = [state.actor]
    for move in [*FAST, "extend Seattle"]:
        state.play(move)
        order.append(state.actor)
    assert order == [2, 0, 1, 2, 0, 1, 2, bl.CHANCE]


@rule("NP 4.4")
def test_the_order_of_a_finished_round_is_forgotten() -> None:
    """Positions are equal however they were reached, so nothing of the old order may stay behind."""
    orders = (["seat 0", "seat 1", "seat 2"], ["seat 2", "seat 1", "seat 0"])
    first, second = (play([*order, *FAST, "extend Seattle"], order="shuffled") for order in orders)
    assert first == second


@rule("NP 4.4")
def test_nothing_is_drawn_after_the_last_round() -> None:
    state = play(["seat 0", "seat 1", "seat 2", *FAST, "extend Seattle"], order="shuffled", rounds=1)
    assert state.is_over


@rule("NP 5.1")
def test_two_colours_take_turns_and_the_cycle_runs_on() -> None:
    state = play([], 2)
    seen = []
    for move in [*FAST, "extend Seattle", "extend Fargo", "extend Minot"]:
        seen.append((state.actor, state.view()["table"]["colour"]))
        state.play(move)
    cycle = [(0, "red"), (1, "blue"), (0, "gold"), (1, "green")]
    assert seen == [*cycle, *cycle, (0, "red")]


@rule("NP 5.1")
def test_each_colour_has_its_own_cubes_and_place_in_a_city() -> None:
    state = play(["invest Terry", "extend Fargo", "invest Terry"], 2)
    assert fields(state).cubes[city("Terry")] == 2
    assert list(fields(state).small[:4]) == [2, 3, 2, 3]
    state.play("extend Minot").play("extend Terry")
    assert list(fields(state).small[:4]) == [4, 3, 4, 3]
    for move in [*FAST[3:], "extend Seattle"]:
        state.play(move)
    assert state.extra_scores["good"] == [10, 8]


@rule("NP 5.1")
def test_shuffling_places_the_two_players() -> None:
    state = play(["seat 1", "seat 0"], 2, order="shuffled")
    seen = []
    for move in FAST[:4]:
        seen.append(state.view()["table"]["colour"])
        state.play(move)
    assert seen == ["blue", "red", "green", "gold"]


@rule("NP 5.2")
def test_plain_duo_has_one_colour_each() -> None:
    state = play([], 2, duo="plain")
    assert len(state.view()["table"]["hands"]) == 2
    assert [play(FAST[:ply], 2, duo="plain").actor for ply in range(4)] == [0, 1, 0, 1]


@rule("NP 5.3")
def test_every_player_extends_a_line_of_his_own() -> None:
    state = play(["extend Fargo", "extend Duluth", "extend Fargo"], line="own")
    assert [line["head"] for line in state.view()["table"]["lines"]] == ["Fargo", "Duluth", "Fargo"]
    assert {"extend Fargo", "extend Grand Forks"} == {t for t in texts(state.play("invest Butte")) if t.startswith("extend")}
    assert refusal(play(["extend Fargo", "extend Duluth", "extend Fargo"], line="own"), "extend Fargo").startswith("Your line")


@rule("NP 5.3")
def test_a_city_pays_once_when_the_first_line_comes() -> None:
    state = play(["invest Fargo", "extend Fargo", "extend Fargo"], line="own")
    assert fields(state).small[0] == 4
    assert refusal(state, "invest Fargo").endswith("(NP 2.2).")


@rule("NP 5.3")
def test_the_round_ends_with_the_first_line_in_seattle() -> None:
    """Three lines go their ways; the first one ends the round for all."""
    second = ["Duluth", "Grand Forks", "Minot", "Glasgow", "Chinook", "Shelby"]
    third = ["Aberdeen", "Rapid City", "Casper", "Billings", "Butte", "Great Falls"]
    state = play([], line="own", rounds=1)
    for quick, one, other in zip(FAST, second, third, strict=True):
        state.play(quick).play(f"extend {one}").play(f"extend {other}")
    assert not state.is_over
    assert state.play("extend Seattle").is_over


@rule("NP 5.3")
def test_two_colours_share_the_line_of_their_player() -> None:
    state = play(["extend Fargo", "extend Duluth", "extend Minot"], 2, line="own")
    assert [line["head"] for line in state.view()["table"]["lines"]] == ["Minot", "Duluth"]


def test_routes_of_a_small_map(tmp_path: Any) -> None:
    """A square with two ways."""
    file = tmp_path / "square.toml"
    file.write_text(
        'name = "square"\nstart = "A"\ngoal = "D"\n[exits]\nA = ["B", "C"]\nB = ["D"]\nC = ["D"]\nD = []\n'
        "[places]\nA = [1, 0]\nB = [0.5, 0]\nC = [0.5, 1]\nD = [0, 0]\n"
    )
    assert len(routes(load_map(str(file)))) == 2


def test_a_game_on_a_small_map(tmp_path: Any) -> None:
    file = tmp_path / "loop.toml"
    file.write_text(LOOP)
    game = bl.game("northern-pacific", 3, map=str(file))
    assert [move.text for move in game.start().legal()][:2] == ["extend B", "extend C"]
    assert game.start().play_out(1).is_over
