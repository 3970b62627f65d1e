"""Phase 9, takeovers: LW 9 of RULES.md, by number."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.games.wensleydale.rules.layout import COMPANY_OWNER, TAKEOVERS
from tests.games.wensleydale.positions import (
    LINK,
    MAP,
    arrange,
    building,
    checked,
    count,
    influence,
    is_company_town,
    lay,
    lead,
    pieces,
    refusal,
    takeovers,
    texts,
)

rule = pytest.mark.rule


def sales(state: bl.State) -> set[str]:
    return {text for text in texts(state) if text.startswith("sell")}


@rule("LW 9.0")
def test_everybody_is_asked_once_even_if_only_a_pass_is_possible() -> None:
    state = takeovers(building(3))
    for seat in (0, 1, 2):
        assert state.actor == seat
        assert texts(state) == {"pass"}
        assert "sell a path of your links, or pass (LW 9.0)" in refusal(state, "done")
        state.play("pass")
    assert state.fields_view.turn == 2


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
    assert state.fields_view.links[0] == 0


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
    assert "A sale to Midland is under way: sell on, or finish the sale" in refusal(state, "pass")
    assert "been in Skipton already (LW 9.1)" in refusal(state, "sell midland GRA-SKI")


@rule("LW 9.1")
def test_a_sale_through_the_south() -> None:
    state = seller("SKI-ADD ADD-SOU SOU-ILK", midland=2, ner=2)
    both = {f"sell {company} {way}" for company in ("midland", "ner") for way in ("SOU-ADD", "SOU-ILK", "ILK-SOU")}
    assert sales(state) == {"sell midland SKI-ADD", *both}
    state.play("sell midland SKI-ADD").play("sell midland ADD-SOU")
    assert texts(state) == {"sell midland SOU-ILK"}
    assert "The South, where it cannot end" in refusal(state, "done")
    state.play("sell midland SOU-ILK").play("done")
    assert influence(state, 0)["midland"] == 0
    assert int(state.fields_view.company_links[0]) == 3
    assert int(state.fields_view.links[0]) == 0


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
    assert int(state.fields_view.links[0]) == 3
    owners = {key: int(state.fields_view.owners[LINK[frozenset(key.split("-"))]]) for key in ("SKI-GAG", "GAG-MAL", "GAG-GRA")}
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
        lay(state.fields_view, f"{MAP.areas[border.a].id}-{MAP.areas[border.b].id}", "midland")
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
    assert int(state.fields_view.company_links[0]) == laid + 1


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
