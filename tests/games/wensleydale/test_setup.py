"""The set-up, cubes and tokens: LW 1 and 2 of RULES.md, by number."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.wensleydale.rules.layout import BUILDING, INFLUENCE
from tests.games.wensleydale.positions import (
    MAP,
    area,
    arrange,
    building,
    count,
    idle,
    influence,
    lead,
    new,
    refusal,
    stack,
    texts,
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
    assert "Only 3 players are in this game (LW 1.1)" in refusal(state, "first 3")
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
    assert state.fields_view.order.tolist() == [2, 3, 0, 1]
    assert all(stack(state, name) == [2, 3, 0, 1] for name in ("midland", "ner", "government", "train", "profit"))
    assert state.fields_view.links.tolist() == [0, 0, 0, 0]


@rule("LW 1.2")
def test_markers_start_on_their_spaces() -> None:
    state = new()
    assert all(influence(state, seat) == {"midland": 1, "ner": 1, "government": 1, "train": 2} for seat in range(4))
    assert state.extra_scores["profit"] == [0, 0, 0, 0]


@rule("LW 1.3")
def test_goods_areas_get_two_cubes_of_their_own_kind_at_most() -> None:
    state = new()
    goods = [a for a in MAP.areas if a.goods]
    assert len(goods) == 58
    assert all(count(state, a.id, a.goods) == 2 for a in goods if a.goods)
    assert state.fields_view.bag.tolist() == [0] * 5


@rule("LW 1.4")
def test_towns_get_three_or_two_pieces_and_company_towns_none() -> None:
    state = new()
    held = {a.id: int(state.fields_view.pieces[area(a.id)][2:].sum()) for a in MAP.areas}
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
    assert state.fields_view.turn == turns


@rule("LW 2.1")
def test_twelve_cubes_a_turn_and_fifteen_in_hand_at_most() -> None:
    state = new()
    assert state.fields_view.cubes.tolist() == [12, 12, 12, 12]
    arrange(lead(state, BUILDING), 1, cubes=1)
    lead(state, INFLUENCE)
    assert state.fields_view.cubes.tolist() == [15, 13, 15, 15]


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
