"""Every paragraph of RULES.md from phase 6 on, by number."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.wensleydale.state import BUILDING, COMPANY_OWNER, LINKS, PROFIT, TAKEOVERS, TRAINS
from tests.wensleydale.table import (
    LINK,
    MAP,
    arrange,
    building,
    checked,
    convert,
    count,
    idle,
    influence,
    is_company_town,
    lay,
    lead,
    new,
    pieces,
    refusal,
    stack,
    takeovers,
    texts,
    trains,
)

rule = pytest.mark.rule


def hires(state: bl.State) -> set[str]:
    return {text for text in texts(state) if text.startswith("hire")}


def loads(state: bl.State) -> set[str]:
    return {text for text in texts(state) if text.startswith("load")}


def sales(state: bl.State) -> set[str]:
    return {text for text in texts(state) if text.startswith("sell")}


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
    assert state.record.phase == TAKEOVERS


@rule("LW 6.1")
def test_nobody_able_to_act_skips_the_phase() -> None:
    state = poor(building(), 0, 1, 2, 3)
    for _ in range(4):
        state.play("done")
    assert state.record.phase == TAKEOVERS


@rule("LW 6.1")
def test_a_pass_is_final() -> None:
    state = trains(building(3))
    state.play("pass").play("hire 1A").play("hire 1B")
    assert state.actor == 1
    assert "Hire a train, load a piece or pass (LW 6.1)" in refusal(state, "done")


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
    assert state.record.phase == TAKEOVERS


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
        assert state.record.owed == owed
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
    wanted = "Train 3A costs 3 Train, you have 0; the missing 3 need 9 cubes or other points, you have 8 (LW 6.3)."
    assert wanted in refusal(state, "hire 3A")
    state.play("pass")
    assert state.actor == 1
    state.play("hire 3A")
    for _ in range(9):
        assert texts(state) == {"pay cube"}
        state.play("pay cube")
    assert state.record.phase == TAKEOVERS


@rule("LW 6.4")
def test_loads_take_free_slots_of_their_kind_and_equal_pieces_are_one_move() -> None:
    state = arrange(building(3), 0, train=9, links="SKI-ADD ADD-BOL")
    pieces(state, "BOL", red=2)
    trains(state)
    assert not loads(state)
    assert "no free slot for goods on your trains (LW 6.4)" in refusal(state, "load cheese ADD")
    state.play("hire 1A").play("pass").play("pass")
    assert loads(state) == {"load cheese ADD", "load red BOL", "load stone h26", "load stone h27", "load stone h29"}
    state.play("load cheese ADD")
    assert loads(state) == {"load red BOL"}
    assert count(state, "ADD", "cheese") == 1
    state.play("load red BOL")
    assert not loads(state)
    assert "There is no green in Bolton Abbey (LW 6.4)" in refusal(state, "load green BOL")
    assert state.scores[0] == -2


@rule("LW 6.5")
def test_cheese_needs_an_own_link_in_its_area() -> None:
    state = arrange(building(3), 0, train=9, links="SKI-ADD")
    arrange(state, 1, links="SKI-TIC")
    trains(state).play("hire 1C").play("pass").play("pass")
    assert "load cheese ADD" in texts(state)
    assert "None of your links touches Thornton-in-Craven (LW 6.5)" in refusal(state, "load cheese TIC")


@rule("LW 6.6")
def test_stone_needs_a_touched_town_beside_the_hill_that_is_no_company_town() -> None:
    state = arrange(building(3), 0, train=9, links="SKI-GRA")
    trains(state).play("hire 1C").play("pass").play("pass")
    assert {"load stone h25", "load stone h26", "load stone h28", "load stone h29"} == loads(state)
    assert "(towns there: Settle, Clapham) (LW 6.6)" in refusal(state, "load stone h30")


@rule("LW 6.6")
def test_a_converted_town_lends_no_stone() -> None:
    state = arrange(building(3), 0, train=9, links="SKI-GRA")
    convert(state, "ner", "GRA")
    pieces(state, "GRA")
    trains(state).play("hire 1C").play("pass").play("pass")
    assert not loads(state)


@rule("LW 6.7")
def test_passengers_travel_over_own_links_only() -> None:
    state = arrange(building(3), 0, train=9, links="GAG-GRA GRA-KET")
    arrange(state, 1, links="SKI-GAG")
    lay(state.record, "SKI-GRA", "midland")
    pieces(state, "KET", red=1, green=1)
    trains(checked(state)).play("hire 3B").play("pass").play("pass")
    assert not {text for text in loads(state) if "KET" in text}
    message = refusal(state, "load red KET")
    assert message == "Your own links do not lead from Kettlewell to a company town of Midland (LW 6.7)."


@rule("LW 6.7")
def test_passengers_travel_through_company_towns_and_the_south() -> None:
    links = "KET-GRA GRA-SKI SKI-SOU SOU-OTL OTL-WEE WEE-HAR"
    state = arrange(building(3), 0, train=9, links=links)
    pieces(state, "KET", red=1, green=1)
    pieces(state, "GRA", opposition=1)
    trains(state).play("hire 3B").play("pass").play("pass")
    assert {"load red KET", "load green KET"} <= loads(state)


@rule("LW 7.1")
def test_profit_is_loads_less_links_in_one_move() -> None:
    state = arrange(building(3), 0, train=9, links="SKI-ADD ADD-BOL")
    pieces(state, "BOL", red=1)
    trains(state).play("hire 3A").play("pass").play("pass")
    state.play("load cheese ADD").play("load stone h26").play("load stone h26").play("load red BOL").play("pass")
    assert state.record.phase == TAKEOVERS
    assert state.tally["profit"][0] == 1 + 2 + 2 + 1 - 2
    assert state.record.piles[0].tolist() == [2, 1, 1, 0]
    assert not state.record.train_owner.any()


@rule("LW 7.1")
@pytest.mark.parametrize(("before", "after"), [(4, 5), (5, 5), (0, 3)])
def test_profit_is_clamped_at_plus_five(before: int, after: int) -> None:
    state = arrange(building(3), 0, train=9, profit=before, links="SKI-BOL")
    arrange(state, 1, profit=5)
    top = stack(state, "profit")[0]
    trains(state).play("hire 3A").play("pass").play("pass").play("load stone h26").play("load stone h26").play("pass")
    assert state.tally["profit"][0] == after
    if before == 5:
        assert stack(state, "profit")[0] == top == 0
    elif before == 4:
        assert stack(state, "profit")[:2] == [0, 1]


@rule("LW 7.1")
def test_profit_is_clamped_at_minus_thirteen_and_a_marker_held_there_has_not_moved() -> None:
    state = arrange(building(3), 0, profit=-13, links="SKI-BOL")
    arrange(state, 1, profit=-12, links="SKI-ADD ADD-BOL")
    takeovers(state)
    assert state.tally["profit"][:2] == [-13, -13]
    assert stack(state, "profit") == [2, 1, 0]


@rule("LW 8.1")
def test_the_new_order_is_the_profit_track() -> None:
    state = arrange(building(4), 0, links="SKI-BOL")
    arrange(state, 2, links="SET-CLA")
    arrange(state, 3, profit=3)
    takeovers(state)
    # 0 moves to −1 first, then 2 on top of him.
    assert state.record.order.tolist() == [3, 1, 2, 0]


@rule("LW 9.0")
def test_everybody_is_asked_once_even_if_only_a_pass_is_possible() -> None:
    state = takeovers(building(3))
    for seat in (0, 1, 2):
        assert state.actor == seat
        assert texts(state) == {"pass"}
        assert "sell a path of your links, or pass (LW 9.0)" in refusal(state, "done")
        state.play("pass")
    assert state.record.turn == 2


@rule("LW 9.0")
def test_a_complete_path_without_a_way_on_still_asks_for_done() -> None:
    state = takeovers(arrange(building(3), 0, links="SKI-GAG"))
    while state.actor != 0:
        state.play("pass")
    assert texts(state) == {"pass", "sell midland SKI-GAG"}
    state.play("sell midland SKI-GAG")
    assert texts(state) == {"done"}
    assert "(LW 9.0)" in refusal(state, "pass")
    assert "No link of yours lies between" in refusal(state, "sell midland GAG-GRA")
    state.play("done")
    assert state.record.links[0] == 0


def seller(links: str, players: int = 3, seat: int = 0, **values: int) -> bl.State:
    """The seat is asked for a sale of these links."""
    state = takeovers(arrange(building(players), seat, links=links, **values))
    while state.actor != seat:
        state.play("pass")
    return state


@rule("LW 9.1")
def test_a_path_starts_at_the_buyer_and_ends_in_any_town() -> None:
    state = seller("SKI-ADD ADD-ILK SKI-TIC", midland=9, ner=9)
    assert sales(state) == {"sell midland SKI-ADD", "sell midland ILK-ADD", "sell ner ILK-ADD"}
    assert "Skipton is no company town of North Eastern" in refusal(state, "sell ner SKI-ADD")
    assert "leads on from Thornton-in-Craven to a town (LW 9.1)" in refusal(state, "sell midland SKI-TIC")
    state.play("sell ner ILK-ADD")
    assert texts(state) == {"sell ner ADD-SKI"}
    assert "cannot end" in refusal(state, "done")
    assert "This sale is to North Eastern, not to Midland" in refusal(state, "sell midland ADD-SKI")
    state.play("sell ner ADD-SKI").play("done")
    assert is_company_town(state, "ner", "SKI")
    assert is_company_town(state, "midland", "SKI")


@rule("LW 9.1")
def test_a_path_enters_no_area_twice() -> None:
    state = seller("SKI-GAG GAG-GRA GRA-SKI", midland=9)
    state.play("sell midland SKI-GAG").play("sell midland GAG-GRA")
    assert texts(state) == {"done"}
    assert "been in Skipton already (LW 9.1)" in refusal(state, "sell midland GRA-SKI")


@rule("LW 9.1")
def test_a_sale_through_the_south() -> None:
    state = seller("SKI-ADD ADD-SOU SOU-ILK", midland=2, ner=2)
    assert sales(state) == {
        f"sell {c} {w}" for c, w in (("midland", "SKI-ADD"), ("midland", "ILK-SOU"), ("ner", "ILK-SOU"))
    } | {f"sell {company} SOU-{key}" for company in ("midland", "ner") for key in ("ADD", "ILK")}
    state.play("sell midland SKI-ADD").play("sell midland ADD-SOU")
    assert texts(state) == {"sell midland SOU-ILK"}
    assert "The South, where it cannot end" in refusal(state, "done")
    state.play("sell midland SOU-ILK").play("done")
    assert influence(state, 0)["midland"] == 0
    assert int(state.record.company_links[0]) == 3
    assert int(state.record.links[0]) == 0


@rule("LW 9.1")
def test_a_sale_may_start_in_the_south_but_needs_a_town_at_the_end() -> None:
    state = seller("SOU-ADD", midland=9, ner=9)
    assert texts(state) == {"pass"}
    state = seller("SOU-ADD ADD-BOL", midland=9, ner=9)
    assert sales(state) == {"sell midland SOU-ADD", "sell ner SOU-ADD"}


@rule("LW 9.2")
def test_two_links_cost_one_point() -> None:
    links = "SKI-GAG GAG-GRA GRA-KET"
    state = seller(links, midland=1)
    state.play("sell midland SKI-GAG").play("sell midland GAG-GRA")
    assert texts(state) == {"done"}
    assert "influence 1 pays for too few links" in refusal(state, "sell midland GRA-KET")
    state = seller(links, midland=2)
    state.play("sell midland SKI-GAG").play("sell midland GAG-GRA").play("sell midland GRA-KET").play("done")
    assert influence(state, 0)["midland"] == 0
    assert texts(seller(links, midland=0)) == {"pass"}
    assert "(LW 9.2)" in refusal(seller(links, midland=0), "sell midland SKI-GAG")


@rule("LW 9.3")
def test_a_forked_network_keeps_its_other_links() -> None:
    state = seller("SKI-GAG GAG-GRA GAG-MAL GAG-LPR GRA-KET", midland=1)
    state.play("sell midland SKI-GAG").play("sell midland GAG-MAL").play("done")
    assert int(state.record.links[0]) == 3
    owners = {key: int(state.record.owners[LINK[frozenset(key.split("-"))]]) for key in ("SKI-GAG", "GAG-MAL", "GAG-GRA")}
    assert owners == {"SKI-GAG": COMPANY_OWNER, "GAG-MAL": COMPANY_OWNER, "GAG-GRA": 1}
    checked(state)


@rule("LW 9.4")
@pytest.mark.parametrize(("laid", "room"), [(60, 0), (59, 1), (58, 2)])
def test_a_company_has_sixty_links(laid: int, room: int) -> None:
    state = arrange(building(3), 0, midland=9, links="SKI-GAG GAG-GRA")
    near = {LINK[frozenset(("SKI", "GAG"))], LINK[frozenset(("GAG", "GRA"))]}
    free = [number for number in range(len(MAP.links)) if number not in near]
    for number in free[:laid]:
        border = MAP.links[number]
        lay(state.record, f"{MAP.areas[border.a].id}-{MAP.areas[border.b].id}", "midland")
    takeovers(checked(state))
    while state.actor != 0:
        state.play("pass")
    if room == 0:
        assert texts(state) == {"pass"}
        assert "Midland has 0 of its 60 links left" in refusal(state, "sell midland SKI-GAG")
        assert "(LW 9.4)" in refusal(state, "sell midland SKI-GAG")
        return
    state.play("sell midland SKI-GAG")
    assert texts(state) == ({"done"} if room == 1 else {"done", "sell midland GAG-GRA"})
    state.play("done")
    assert int(state.record.company_links[0]) == laid + 1


@rule("LW 9.5")
def test_towns_on_the_path_are_converted_and_the_next_seller_may_start_there() -> None:
    state = arrange(building(3), 0, midland=2, links="SKI-GAG GAG-GRA GRA-KET")
    arrange(state, 1, midland=1, profit=-5, links="KET-BUC")
    arrange(state, 2, profit=-9)
    pieces(state, "GRA", opposition=1)
    takeovers(state)
    assert state.actor == 0
    state.play("sell midland SKI-GAG").play("sell midland GAG-GRA").play("sell midland GRA-KET").play("done")
    assert all(is_company_town(state, "midland", key) for key in ("SKI", "GAG", "GRA", "KET"))
    assert count(state, "GRA", "opposition") == 1
    assert state.actor == 1
    assert texts(state) == {"pass", "sell midland KET-BUC"}
    state.play("sell midland KET-BUC").play("done")
    assert is_company_town(state, "midland", "BUC")


@rule("LW 9.6")
def test_useless_pieces_leave_the_board_after_a_sale() -> None:
    state = arrange(building(3), 0, midland=2, links="SET-LPR LPR-MAL SET-CLA")
    pieces(state, "MAL", red=1, green=1)
    takeovers(state)
    while state.actor != 0:
        state.play("pass")
    assert (count(state, "LPR", "cheese"), count(state, "MAL", "red"), count(state, "h30", "stone")) == (2, 1, 2)
    state.play("sell midland SET-LPR").play("sell midland LPR-MAL").play("done")
    assert (count(state, "LPR", "cheese"), count(state, "MAL", "red"), count(state, "MAL", "green")) == (0, 0, 1)
    assert count(state, "h30", "stone") == 2  # Clapham is still free
    lead(state, TAKEOVERS)
    while state.actor != 0:
        state.play("pass")
    arrange(state, 0, midland=1).play("sell midland SET-CLA").play("done")
    assert count(state, "h30", "stone") == 0


@rule("LW 10.0")
def test_the_game_ends_with_the_last_answer_of_the_last_takeovers() -> None:
    state = new(3)
    while state.record.turn < 5 or state.record.phase != TAKEOVERS:
        idle(state)
    assert not state.is_over
    state.play("pass").play("pass").play("pass")
    assert state.is_over
    assert "The game is over (LW 10.0)." in refusal(state, "pass")


@rule("LW 10.1")
def test_points_for_pieces_sets_profit_and_links() -> None:
    state = building(3)
    for piece, number in enumerate((3, 2, 4, 2)):
        state.record.piles[1][piece] = number
        state.record.removed[piece] -= number
    arrange(state, 1, profit=-3, links="SKI-GAG SKI-TIC")
    assert state.scores[1] == 11 + 2 * 2 - 3 - 2
    assert state.tally["sets"] == [0, 2, 0]


@rule("LW 10.2")
def test_ties_go_to_the_profit_track_and_then_to_its_stack() -> None:
    state = building(3)
    assert (state.scores, state.ranks) == ([0, 0, 0], [1, 2, 3])
    arrange(state, 2, profit=1, links="SKI-GAG")
    assert (state.scores, state.ranks) == ([0, 0, 0], [2, 3, 1])
    state.record.stacks[PROFIT][:3] = [2, 1, 0]
    assert checked(state).ranks == [3, 2, 1]


@rule("LW 10.3")
def test_everybody_sees_everything() -> None:
    state = building(3)
    tables = [state.view(seat)["table"] for seat in (None, 0, 1, 2)]
    assert all(table == tables[0] for table in tables)
    assert "reconstruction" in tables[0]["reconstructed"]


def test_phases_and_links_have_their_bounds() -> None:
    assert (BUILDING, TRAINS, TAKEOVERS, LINKS) == (5, 6, 9, 15)
