"""Every paragraph of RULES.md up to phase 5, by number."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.wensleydale.state import BUILDING, INFLUENCE
from tests.wensleydale.table import (
    MAP,
    area,
    arrange,
    auction,
    building,
    checked,
    convert,
    count,
    idle,
    influence,
    lay,
    lead,
    new,
    pieces,
    refusal,
    stack,
    texts,
    tokens,
)

rule = pytest.mark.rule


def start(players: int = 4) -> bl.State:
    return bl.game("last-train-to-wensleydale", players).start()


@rule("LW 1.0")
def test_chance_draws_the_first_player_then_cubes_then_pieces() -> None:
    state = start(3)
    assert (texts(state), state.weights()) == ({"first 0", "first 1", "first 2"}, [1, 1, 1])
    state.play("first 1")
    for _ in range(60):
        assert texts(state) == {"draw stone", "draw cheese"}
        state.play("draw stone")
    assert ([move.text for move in state.legal()], state.weights()) == (["draw cheese"], [60])
    for _ in range(55):
        state.play("draw cheese")
    wrong = count(state, "KIF", "stone")
    assert wrong == 2
    assert state.weights() == [5]
    state.play("draw cheese")
    assert count(state, "KIF", "stone") == 0
    assert (texts(state), state.weights()) == ({"draw red", "draw green", "draw opposition"}, [25, 25, 25])
    assert state.ply == 1 + 116


@rule("LW 1.0")
def test_what_the_bag_has_not_cannot_be_drawn() -> None:
    state = start(3)
    assert "seats run from 0 to 2 (LW 1.1)" in refusal(state, "first 3")
    assert "(LW 1.0)" in refusal(state, "draw stone")
    state.play("first 0")
    assert "stone or cheese is drawn now (LW 1.0)" in refusal(state, "draw red")
    for _ in range(60):
        state.play("draw stone")
    assert "no stone any more (LW 1.3)" in refusal(state, "draw stone")
    for _ in range(56):
        state.play("draw cheese")
    for _ in range(25):
        state.play("draw red")
    assert "no red passenger any more (LW 1.4)" in refusal(state, "draw red")


@rule("LW 1.1")
def test_everything_starts_in_the_order_from_the_first_player() -> None:
    state = new(4, first=2)
    assert state.record.order.tolist() == [2, 3, 0, 1]
    assert all(stack(state, name) == [2, 3, 0, 1] for name in ("midland", "ner", "government", "train", "profit"))
    assert state.record.links.tolist() == [0, 0, 0, 0]


@rule("LW 1.2")
def test_markers_start_on_their_spaces() -> None:
    state = new()
    assert all(influence(state, seat) == {"midland": 1, "ner": 1, "government": 1, "train": 2} for seat in range(4))
    assert state.tally["profit"] == [0, 0, 0, 0]


@rule("LW 1.3")
def test_goods_areas_get_two_cubes_of_their_own_kind_at_most() -> None:
    state = new()
    goods = [a for a in MAP.areas if a.goods]
    assert len(goods) == 58
    assert all(count(state, a.id, a.goods) == 2 for a in goods if a.goods)
    assert state.record.bag.tolist() == [0] * 5


@rule("LW 1.4")
def test_towns_get_three_or_two_pieces_and_company_towns_none() -> None:
    state = new()
    held = {a.id: int(state.record.pieces[area(a.id)][2:].sum()) for a in MAP.areas}
    assert (held["HAW"], held["ASK"], held["SKI"], held["SOU"]) == (3, 2, 0, 0)
    assert sum(held.values()) == 73


@rule("LW 1.5")
def test_the_south_is_a_company_town_of_both_but_never_entered() -> None:
    state = arrange(building(), 0, cubes=15, midland=9, ner=9)
    assert {"build SOU-ADD", "build SOU-WEE"} <= texts(state)
    assert not {text for text in texts(state) if text.endswith("-SOU")}
    assert "can only be built from, never into (LW 5.2)" in refusal(state, "build ADD-SOU")
    state.play("build SOU-ADD")
    assert (influence(state, 0)["midland"], influence(state, 0)["ner"]) == (8, 8)


@rule("LW 1.6")
@pytest.mark.parametrize(("players", "turns"), [(3, 5), (4, 4)])
def test_a_game_has_five_turns_for_three_and_four_for_four(players: int, turns: int) -> None:
    state = new(players)
    while not state.is_over:
        idle(state)
    assert state.record.turn == turns


@rule("LW 2.1")
def test_twelve_cubes_a_turn_and_fifteen_in_hand_at_most() -> None:
    state = new()
    assert state.record.cubes.tolist() == [12, 12, 12, 12]
    arrange(lead(state, BUILDING), 1, cubes=1)
    lead(state, INFLUENCE)
    assert state.record.cubes.tolist() == [15, 13, 15, 15]


@rule("LW 2.2")
def test_eight_tokens_are_drawn_from_twenty_every_turn() -> None:
    state = new()
    assert state.weights() == [5, 5, 5, 5]
    state.play("token train").play("token train")
    assert state.weights() == [5, 5, 5, 3]
    for _ in range(3):
        state.play("token train")
    assert texts(state) == {"token midland", "token ner", "token government"}
    assert "(LW 2.2)" in refusal(state, "token train")
    lead(state, BUILDING)
    lead(state, INFLUENCE)
    assert state.weights() == [5, 5, 5, 5]


@rule("LW 3.1")
def test_rounds_go_on_until_nobody_bids() -> None:
    state = auction(4)
    state.play("pass").play("bid 5 2").play("pass").play("pass")
    assert state.actor == 0
    state.play("bid 5 3").play("pass").play("pass").play("pass")
    assert state.actor == 0
    state.play("pass").play("pass").play("pass").play("pass")
    assert state.record.phase == BUILDING


@rule("LW 3.1")
def test_the_first_round_without_a_bid_ends_the_auction() -> None:
    state = auction(3)
    state.play("pass").play("pass").play("pass")
    assert state.record.phase == BUILDING


@rule("LW 3.1")
def test_whoever_has_two_bids_is_skipped_and_whoever_can_only_pass_is_asked() -> None:
    state = auction(3)
    state.play("bid 1 6").play("pass").play("pass")
    state.play("bid 2 6").play("bid 5 12").play("pass")
    assert state.actor == 1
    assert texts(state) == {"pass"}
    state.play("pass").play("bid 2 7")
    assert state.actor == 0
    assert "(LW 3.1)" in refusal(state, "done")


@rule("LW 3.2")
def test_bids_beat_the_minimum_and_the_standing_bid() -> None:
    state = auction(4)
    assert {"bid 1 3", "bid 5 2", "bid 8 12"} <= texts(state)
    assert not {"bid 4 2", "bid 5 1", "bid 8 13"} & texts(state)
    assert "Box 4 needs at least 3 cubes, not 2 (LW 3.2)." in refusal(state, "bid 4 2")
    state.play("bid 1 5")
    assert state.record.cubes[0] == 7
    assert "at least 6 cubes" in refusal(state, "bid 1 5")
    state.play("bid 1 6")
    assert state.record.cubes.tolist() == [12, 6, 12, 12]
    state.play("pass").play("pass").play("bid 1 7")
    state.play("bid 2 3").play("pass").play("pass")
    assert "Your own bid of 7 stands in box 1 (LW 3.2)." in refusal(state, "bid 1 8")


@rule("LW 3.3")
def test_cubes_in_bids_are_locked() -> None:
    state = auction(3)
    state.play("bid 1 10").play("pass").play("pass")
    assert "more than you have free: 2 (LW 3.3)" in refusal(state, "bid 2 3")
    assert texts(state) == {"pass", "bid 5 2", "bid 6 2", "bid 7 2", "bid 8 2"}


@rule("LW 3.4")
def test_the_winner_gains_printed_points_and_token_and_goes_on_top() -> None:
    state = tokens(new(3), "train", "midland")
    state.play("bid 2 3").play("bid 1 4").play("pass")
    lead(state, BUILDING)
    assert influence(state, 1) == {"midland": 2, "ner": 1, "government": 1, "train": 5}
    assert influence(state, 0) == {"midland": 2, "ner": 1, "government": 3, "train": 3}
    assert state.record.cubes[:3].tolist() == [9, 8, 12]
    # Box 1 is settled before box 2: seat 0 arrives later on Midland 2 and lies on top.
    assert stack(state, "midland") == [0, 1, 2]
    assert stack(state, "train") == [1, 0, 2]


@rule("LW 3.4")
@pytest.mark.parametrize(("stacking", "order"), [("top", [0, 1, 2]), ("bottom", [1, 0, 2])])
def test_stacking_decides_where_an_arriving_marker_goes(stacking: str, order: list[int]) -> None:
    state = tokens(new(3, stacking=stacking), "train", "midland")
    assert stack(state, "midland") == [0, 1, 2]
    state.play("bid 2 3").play("bid 1 4").play("pass")
    lead(state, BUILDING)
    assert stack(state, "midland") == order


@rule("LW 3.4")
@pytest.mark.parametrize("stacking", ["top", "bottom"])
def test_spending_moves_a_marker_onto_another_stack(stacking: str) -> None:
    state = arrange(building(4, stacking=stacking), 2, midland=2)
    assert stack(state, "midland") == [2, 0, 1, 3]
    pieces(state, "GAG", red=2)
    state.play("build SKI-GAG")
    assert stack(state, "midland") == [2, 1, 3, 0]
    state.play("done").play("done").play("build SKI-TIC")
    assert stack(state, "midland") == ([2, 1, 3, 0] if stacking == "top" else [1, 3, 2, 0])
    state.play("done").play("build SKI-ADD")
    assert stack(state, "midland") == ([2, 1, 3, 0] if stacking == "top" else [1, 2, 0, 3])


@rule("LW 4.1")
def test_orders_go_by_influence_and_are_fixed_for_the_turn() -> None:
    state = tokens(new(4), "train", "government")
    state.play("pass").play("pass").play("bid 1 3").play("bid 2 3")
    lead(state, BUILDING)
    assert state.record.build_order.tolist() == [3, 0, 1, 2]
    assert state.record.train_order.tolist() == [2, 3, 0, 1]
    arrange(state, 3, government=0)
    state.play("done")
    assert state.actor == 0
    assert state.record.build_order.tolist() == [3, 0, 1, 2]


@rule("LW 5.0")
def test_done_is_always_offered_outside_payments() -> None:
    state = arrange(building(), 0, cubes=0, midland=0, ner=0, government=0, train=0)
    assert texts(state) == {"done"}
    state.play("done")
    assert state.actor == 1
    assert "lay a link, or say done (LW 5.0)" in refusal(state, "pass")


@rule("LW 5.0")
def test_a_blind_alley_leaves_done() -> None:
    state = arrange(building(), 0, cubes=15, links="PAT-RPL")
    pieces(state, "LOF", red=2)
    state.play("build PAT-LOF")
    assert texts(state) == {"done"}


@rule("LW 5.1")
def test_a_chain_grows_at_its_end_and_enters_no_area_twice() -> None:
    state = arrange(building(), 0, cubes=15, midland=9)
    pieces(state, "GAG", red=2)
    pieces(state, "GRA", red=3)
    assert "is neither (LW 5.1)" in refusal(state, "build GAG-GRA")
    state.play("build SKI-GAG").play("build GAG-GRA")
    assert texts(state) >= {"build GRA-KET", "build GRA-MAL", "done"}
    assert "been in Skipton already this turn (LW 5.1)" in refusal(state, "build GRA-SKI")
    assert "Your chain has got to Grassington" in refusal(state, "build SKI-TIC")


@rule("LW 5.1")
def test_a_chain_may_start_on_own_track_and_touch_it() -> None:
    state = arrange(building(), 0, cubes=15, links="SKI-GAG GAG-GRA GRA-KET")
    pieces(state, "MAL", red=2)
    pieces(state, "GRA", red=2)
    assert "build GAG-MAL" in texts(state)
    assert "build MAL-SET" not in texts(state)
    state.play("build GAG-MAL")
    assert "build MAL-GRA" in texts(state)
    state.play("build MAL-GRA")
    assert "build GRA-SKI" in texts(state)


@rule("LW 5.1")
def test_a_chain_may_start_in_a_town_taken_over() -> None:
    state = arrange(building(), 0, cubes=15)
    pieces(state, "BED", red=1)
    assert "build BED-FIN" not in texts(state)
    convert(state, "ner", "BED")
    assert "build BED-FIN" in texts(checked(state))


@rule("LW 5.2")
def test_one_link_to_a_border_whoever_owns_it() -> None:
    state = arrange(building(), 1, links="SKI-GAG")
    lay(state.record, "SKI-TIC", "midland")
    arrange(state, 0, cubes=15)
    assert not {"build SKI-GAG", "build SKI-TIC"} & texts(state)
    assert "laid by seat 1 (LW 5.2)" in refusal(state, "build SKI-GAG")
    assert "laid by Midland (LW 5.2)" in refusal(state, "build SKI-TIC")


@rule("LW 5.2")
def test_fifteen_own_links_are_the_limit_and_hills_have_no_ways() -> None:
    state = building()
    cheese = "BUR-SAN SAN-WAT WAT-DIS DIS-SAN MLZ-FOU FOU-MON MON-RPL KNA-MON KNA-WEE WEE-OTL TIC-BBB BBB-LPR LPR-TIC BEN-BRB"
    arrange(state, 0, cubes=15, links=cheese)
    assert state.record.links[0] == 14
    state.play("build SKI-ADD")
    assert texts(state) == {"done"}
    assert "All your 15 links are on the board (LW 5.2)" in refusal(state, "build ADD-BOL")
    assert not [text for text in state.game.board.texts if text.startswith("build") and "-h" in text]


@rule("LW 5.3")
def test_valleys_cost_two_build_points() -> None:
    costs = {frozenset((MAP.areas[b.a].id, MAP.areas[b.b].id)): b.cost for b in MAP.links}
    assert costs[frozenset(("SKI", "GAG"))] == 1
    assert costs[frozenset(("SKI", "GRA"))] == 2
    assert costs[frozenset(("MAL", "GRA"))] == 2
    state = arrange(building(), 0, cubes=15, midland=5)
    pieces(state, "GRA", red=1)
    state.play("build SKI-GRA")
    assert state.record.cubes[0] == 13


@rule("LW 5.4")
def test_toll_for_each_end_in_each_colour() -> None:
    state = arrange(building(), 0, cubes=15, midland=2, ner=1)
    state.play("build SOU-SKI")
    assert influence(state, 0) == {"midland": 0, "ner": 0, "government": 1, "train": 2}
    state.play("done")
    arrange(state, 1, cubes=15, midland=1, ner=1)
    assert "Skipton – The South" not in texts(state)
    assert state.why_not("build SOU-ILK") == "The South – Ilkley needs 2 Midland, you have 1 (LW 5.4)."


@rule("LW 5.4")
def test_opposition_costs_government_and_leaves_the_game_also_in_converted_towns() -> None:
    state = building()
    pieces(state, "GAG", opposition=2)
    convert(state, "ner", "GAG")
    checked(state)
    assert "needs 2 Government, you have 1 (LW 5.4)." in refusal(state, "build SKI-GAG")
    arrange(state, 0, government=2)
    before = int(state.record.removed[4])
    state.play("build SKI-GAG")
    assert influence(state, 0) == {"midland": 0, "ner": 0, "government": 0, "train": 2}
    assert (count(state, "GAG", "opposition"), int(state.record.removed[4])) == (0, before + 2)


@rule("LW 5.5")
def test_cubes_go_first_and_what_is_owed_is_paid_point_by_point() -> None:
    state = arrange(building(), 0, cubes=1, midland=2, government=0)
    pieces(state, "GRA", red=1)
    state.play("build SKI-GRA")
    assert state.record.cubes[0] == 0
    assert texts(state) == {"pay midland", "pay ner", "pay train"}
    assert "only influence is left to pay with (LW 5.5)" in refusal(state, "pay cube")
    assert "no Government influence left (LW 5.5)" in refusal(state, "pay government")
    assert "1 more payment is owed first (LW 5.5)" in refusal(state, "done")
    state.play("pay train")
    assert influence(state, 0) == {"midland": 1, "ner": 1, "government": 0, "train": 1}
    assert state.actor == 0


@rule("LW 5.5")
def test_a_payment_of_one_kind_is_a_node_and_a_link_must_be_payable_in_full() -> None:
    state = arrange(building(), 0, cubes=0, midland=3, ner=0, government=0, train=0)
    pieces(state, "GRA", red=1)
    state.play("build SKI-GRA")
    assert texts(state) == {"pay midland"}
    state.play("pay midland")
    assert texts(state) == {"pay midland"}
    state.play("pay midland")
    assert texts(state) == {"done"}
    state.play("done")
    arrange(state, 1, cubes=1, midland=1, ner=0, government=0, train=0)
    pieces(state, "MAL", red=1)
    assert "costs 2 build points, you have 1 cube and 0 influence left for them (LW 5.5)" in refusal(state, "build SET-MAL")
