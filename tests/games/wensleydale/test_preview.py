"""What a move would cost and bring, and what it would put on the map."""

from __future__ import annotations

import branchline as bl
from branchline.texts import speaking
from tests.games.wensleydale.positions import arrange, auction, building, pieces, takeovers, trains


def preview(state: bl.State, move: str, language: str = "en") -> str:
    assert state.is_legal(move)
    with speaking(language, ("Ann", "Bo", "Cy", "Di")):
        return state.game.spec.text.preview(state.position, state.game.move(move).id)


def test_a_bid_shows_points_and_cubes_left() -> None:
    state = auction(3)
    state.fields_view.box_token[3] = 1
    assert preview(state, "bid 4 3") == "for 1 Midland, 2 North Eastern, 1 Government; 9 cubes stay free"
    state.play("bid 4 3")
    assert preview(state, "bid 4 11").endswith("1 cube stays free; outbids Ann")


def test_a_link_shows_its_price_and_what_is_left() -> None:
    state = arrange(building(3), 0, cubes=1, midland=1, ner=0, government=3, train=2)
    pieces(state, "MAL", opposition=2)
    assert preview(state, "build SET-MAL") == (
        "costs 1 cube; toll 1 Midland; opposition 2 Government; 1 point more, of any influence; left: 1 Government, 2 Train"
    )
    state.play("build SET-MAL")
    assert preview(state, "pay train") == "left: 1 Train; that is all"
    assert preview(state.play("pay train"), "done", "de") == "deine Gleiskette hat 1 Gleis"


def test_the_running_chain_is_part_of_the_question() -> None:
    state = arrange(building(3), 0, cubes=9, midland=1, ner=0, government=1, train=0)
    pieces(state, "GAG")
    state.play("build SKI-GAG")
    wanted = "Build on from Gargrave, or finish building (1 link laid, 8 cubes left)."
    assert state.game.spec.text.prompt(state.position) == wanted


def test_trains_and_loads_show_room() -> None:
    state = trains(arrange(building(3), 0, train=1, links="SKI-ADD"))
    while state.actor != 0:
        state.play("pass")
    assert preview(state, "hire 2A") == "costs 1 Train; 3 payments of cubes or other influence; carries 2 seats and 2 wagons"
    state.play("hire 1C")
    while state.actor != 0:
        state.play("pass")
    assert preview(state, "load cheese ADD") == "profit +1; then free: 1 wagon"


def test_a_sale_shows_price_and_towns() -> None:
    state = takeovers(arrange(building(3), 0, midland=2, links="SKI-GAG GAG-GRA GRA-KET"))
    while state.actor != 0:
        state.play("pass")
    assert preview(state, "sell midland SKI-GAG") == "1 link for 1 Midland of your 2; may end in Gargrave"
    state.play("sell midland SKI-GAG").play("sell midland GAG-GRA")
    assert preview(state, "done") == "2 links for 1 Midland; Grassington and Gargrave turn to Midland"
    assert preview(state, "sell midland GRA-KET").startswith("3 links for 2 Midland of your 2")


def test_a_ghost_is_the_link_on_its_border() -> None:
    state = building(3)
    ghost = state.game.spec.picks.ghost
    texts = state.game.board.ids
    assert f"#lw-bar-{state.actor}" in ghost(state.position, texts["build SKI-GAG"])
    assert "#lw-bar-ner" in ghost(state.position, texts["sell ner ADD-SKI"])
    assert ghost(state.position, texts["done"]) == ""
