from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import branchline as bl
from branchline.games.wensleydale.drawing.coastlines import simplified
from branchline.games.wensleydale.drawing.geometry import area_of, is_inside, to_line
from branchline.games.wensleydale.drawing.layout import free_places, layout_of
from branchline.games.wensleydale.rules.layout import AUCTION, BUILDING
from branchline.games.wensleydale.rules.map_data import Map
from branchline.texts import speaking
from tests.games.wensleydale.positions import MAP, arrange, building, trains

NAME = "last-train-to-wensleydale"
SVG = "{http://www.w3.org/2000/svg}"


def played(players: int, plies: int, seed: int = 1) -> bl.State:
    """The position after `plies` random plies, or the end of the game."""
    state, rng = bl.game(NAME, players=players).start(), bl.seeded(seed)
    while not state.is_over and state.ply < plies:
        state.push(state.random_move(rng).id)
    return state


def picks(state: bl.State) -> list[str]:
    tree = ElementTree.fromstring(state.svg(seat=0))
    return [pick for element in tree.iter() if (pick := element.get("data-pick"))]


def words(state: bl.State) -> list[str]:
    tree = ElementTree.fromstring(state.svg())
    return [element.text or "" for kind in ("text", "tspan") for element in tree.iter(f"{SVG}{kind}")]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("plies", [0, 150, 205, 280, 340, 2000])
def test_every_pick_is_named_once(players: int, plies: int) -> None:
    state = played(players, plies)
    map_: Map = state.game.board.data
    found = picks(state)
    assert len(found) == len(set(found))
    borders = {f"border:{map_.areas[border.a].id}-{map_.areas[border.b].id}" for border in map_.links}
    assert borders <= set(found)
    assert {f"area:{area.id}" for area in map_.areas} <= set(found)
    assert {f"box:{number}" for number in range(1, 9)} <= set(found)
    trains = {f"train:{train.row}{train.letter}" for train in map_.trains if players in train.players}
    assert {pick for pick in found if pick.startswith("train:")} == trains


def test_the_picture_needs_nothing_else() -> None:
    picture = played(4, 300).svg()
    defined = set(re.findall(r'id="([^"]+)"', picture))
    used = set(re.findall(r'href="#([^"]+)"', picture)) | set(re.findall(r"url\(#([^)]+)\)", picture))
    assert used <= defined
    assert re.findall(r'(?:href|src)="(?!#)', picture) == []
    assert all(name.startswith("lw-") for name in defined)


def test_every_area_has_its_name() -> None:
    state = played(4, 0)
    shown = set(words(state))
    for area in layout_of(state.game.board.data).areas:
        assert set(area.lines) <= shown


def test_pieces_on_the_map_are_those_of_the_position() -> None:
    state = played(4, 191)
    tree = ElementTree.fromstring(state.svg())
    kinds = [element.get("href", "")[4:] for element in tree.iter(f"{SVG}use")]
    key_and_piles = 1 + 4  # one in the key, one in each player's row
    for piece, kind in enumerate(("stone", "cheese", "red", "green")):
        assert kinds.count(kind) == state.fields_view.pieces[:, piece].sum() + key_and_piles
    assert kinds.count("opposition") == state.fields_view.pieces[:, 4].sum() + 1


def test_links_carry_their_owner() -> None:
    state = played(4, 5000, seed=4)
    tree = ElementTree.fromstring(state.svg())
    bars = [element.get("href", "") for element in tree.iter(f"{SVG}use") if "-bar-" in element.get("href", "")]
    for seat in range(4):
        assert bars.count(f"#lw-bar-{seat}") == state.fields_view.links[seat]
    for number, company in enumerate(("midland", "ner")):
        assert bars.count(f"#lw-bar-{company}") == state.fields_view.company_links[number]


def test_the_turn_and_the_mover_are_named() -> None:
    state = played(4, 240)
    assert f"Turn {state.fields_view.turn} of 4" in words(state)
    assert any(text.endswith("to move") for text in words(state))
    over = played(4, 5000)
    assert any(" wins with " in text for text in words(over))


def test_the_reconstruction_is_labelled() -> None:
    state = played(3, 0)
    assert any("reconstructed" in text for text in words(state))
    assert state.game.board.reconstructed in state.text()


def test_the_sides_of_a_border_lie_on_both_areas() -> None:
    layout = layout_of(bl.game(NAME).board.data)
    polygons = {area.name: area.polygon for area in layout.areas}
    for border in layout.borders:
        assert border.sides
        for end in border.ends:
            assert all(point in polygons[end] for run in border.sides for point in run)


def test_decoration_keeps_clear_of_names_and_edges() -> None:
    layout = layout_of(bl.game(NAME).board.data)
    for area in layout.areas[:40]:
        for place in free_places(layout, area, 3):
            assert is_inside(place, area.polygon)
            assert to_line(place, (*area.polygon, area.polygon[0])) > 15


def test_the_terminal_shows_players_links_and_pieces() -> None:
    state = played(4, 5000, seed=4)
    text = state.text()
    assert max(len(line) for line in text.splitlines()) <= 120
    for link in state.view()["table"]["links"]:
        assert link["border"] in text
    for seat in range(4):
        assert f"{'ABCD'[seat]} " in text


def test_only_what_a_move_touches_is_sent_anew() -> None:
    state = played(4, 300)
    before, fixed = state.layers(0), {"land", "key", "areas", "names", "borders"}
    while state.fields_view.phase != BUILDING or not any(move.text.startswith("build") for move in state.legal()):
        state.push(state.random_move(bl.seeded(state.ply)).id)
    earlier = state.copy()
    state.push(next(move.id for move in state.legal() if move.text.startswith("build")))
    now, then = state.layers(0, earlier), earlier.layers(0)
    changed = {name for name, drawn in now.items() if drawn != then[name]}
    assert "links" in changed
    assert not changed & (fixed | {"trains"})
    assert all(now[name] == before[name] for name in fixed)
    assert sum(len(now[name]) for name in changed) < 60_000


def test_what_is_latest_is_marked() -> None:
    state = played(4, 191)
    while state.fields_view.phase != AUCTION:
        state.push(state.legal()[0].id)
    earlier = state.copy()
    state.play("bid 3 5")
    assert state.layers(0, earlier)["auction"].count("latest") == 1
    assert "latest" not in state.layers(0)["auction"]


def test_what_has_left_the_board_stays_pale() -> None:
    before = trains(arrange(building(3), 0, train=2, links="SKI-ADD"))
    train = next(train.name for train in MAP.trains if train.goods and train.row <= 2 and 3 in train.players)
    after = before.copy()
    for move in (f"hire {train}", "pass", "pass", "load cheese ADD"):
        after.play(move)
    layers = after.layers(0, before)
    assert layers["pieces"].count("lw-gone") == 1
    assert layers["path"].count("lw-flash latest") == 1
    assert layers["trains"].count("lw-mark") == 1
    assert layers["tracks"].count("lw-chip latest") == 1
    assert "lw-gone" not in after.layers(0)["pieces"]


def test_a_page_shows_the_tables_in_a_picture_of_their_own() -> None:
    state = played(4, 300)
    spec, board = state.game.spec, state.game.board
    assert spec.drawing.side_frame is not None
    layers = state.layers(0)
    assert set(spec.drawing.side_layers) < set(layers)
    left, top, width, height = map(
        float, re.findall(r'viewBox="([^"]+)"', spec.drawing.side_frame(state.position, 0))[0].split()
    )
    assert left == layout_of(board.data).size[0]
    assert top + height == pytest.approx(layout_of(board.data).size[1], abs=0.1)
    assert width > 500


def test_the_picture_speaks_german() -> None:
    with speaking("de"):
        shown = words(played(4, 240))
    assert {"Einfluss", "Züge zu mieten", "große Stadt"} <= set(shown)


def test_thinner_outlines_leave_no_gaps() -> None:
    """Neighbours keep the same points, so that every side of an area is a side of another one or of the edge."""
    map_: Map = bl.game(NAME).board.data
    outlines = simplified([area.polygon for area in map_.areas])
    assert sum(map(len, outlines)) < 0.9 * sum(len(area.polygon) for area in map_.areas)
    sides = Counter(frozenset(side) for line in outlines for side in pairwise((*line, line[0])))
    assert set(sides.values()) == {1, 2}
    for area, line in zip(map_.areas, outlines, strict=True):
        assert set(line) <= set(area.polygon)
        assert area_of(line) == pytest.approx(area_of(area.polygon), rel=0.03)
