"""Phase 5, building: LW 5 of RULES.md, by number."""

from __future__ import annotations

import pytest

from tests.games.wensleydale.positions import (
    MAP,
    arrange,
    building,
    checked,
    convert,
    count,
    influence,
    lay,
    pieces,
    refusal,
    texts,
)

rule = pytest.mark.rule


@rule("LW 5.0")
def test_done_is_always_offered_outside_payments() -> None:
    state = arrange(building(), 0, cubes=0, midland=0, ner=0, government=0, train=0)
    assert texts(state) == {"done"}
    state.play("done")
    assert state.actor == 1
    assert "lay a link, or finish building (LW 5.0)" in refusal(state, "pass")


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
    lay(state.fields_view, "SKI-TIC", "midland")
    arrange(state, 0, cubes=15)
    assert not {"build SKI-GAG", "build SKI-TIC"} & texts(state)
    assert "laid by seat 1 (LW 5.2)" in refusal(state, "build SKI-GAG")
    assert "laid by Midland (LW 5.2)" in refusal(state, "build SKI-TIC")


@rule("LW 5.2")
def test_fifteen_own_links_are_the_limit_and_hills_have_no_ways() -> None:
    state = building()
    cheese = "BUR-SAN SAN-WAT WAT-DIS DIS-SAN MLZ-FOU FOU-MON MON-RPL KNA-MON KNA-WEE WEE-OTL TIC-BBB BBB-LPR LPR-TIC BEN-BRB"
    arrange(state, 0, cubes=15, links=cheese)
    assert state.fields_view.links[0] == 14
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
    assert state.fields_view.cubes[0] == 13


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
    before = int(state.fields_view.removed[4])
    state.play("build SKI-GAG")
    assert influence(state, 0) == {"midland": 0, "ner": 0, "government": 0, "train": 2}
    assert (count(state, "GAG", "opposition"), int(state.fields_view.removed[4])) == (0, before + 2)


@rule("LW 5.5")
def test_cubes_go_first_and_what_is_owed_is_paid_point_by_point() -> None:
    state = arrange(building(), 0, cubes=1, midland=2, government=0)
    pieces(state, "GRA", red=1)
    state.play("build SKI-GRA")
    assert state.fields_view.cubes[0] == 0
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
