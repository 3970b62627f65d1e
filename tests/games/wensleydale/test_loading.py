"""Phase 6, loading pieces: LW 6.4 to 6.7 of RULES.md, by number."""

from __future__ import annotations

import pytest

import branchline as bl
from tests.games.wensleydale.positions import arrange, building, checked, convert, count, lay, pieces, refusal, texts, trains

rule = pytest.mark.rule


def loads(state: bl.State) -> set[str]:
    return {text for text in texts(state) if text.startswith("load")}


@rule("LW 6.4")
def test_loads_take_free_slots_of_their_kind_and_equal_pieces_are_one_move() -> None:
    state = arrange(building(3), 0, train=9, links="SKI-ADD ADD-BOL")
    pieces(state, "BOL", red=2)
    trains(state)
    assert not loads(state)
    assert "no free goods wagon on your trains (LW 6.4)" in refusal(state, "load cheese ADD")
    state.play("hire 1A").play("pass").play("pass")
    assert loads(state) == {"load cheese ADD", "load red BOL", "load stone h26", "load stone h27", "load stone h29"}
    state.play("load cheese ADD")
    assert loads(state) == {"load red BOL"}
    assert count(state, "ADD", "cheese") == 1
    state.play("load red BOL")
    assert not loads(state)
    assert "There is no green passenger in Bolton Abbey (LW 6.4)" in refusal(state, "load green BOL")
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
    lay(state.fields_view, "SKI-GRA", "midland")
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
