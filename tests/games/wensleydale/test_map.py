"""Maps: the Dales as data, and what is refused, with file, line and area."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.errors import DataError
from branchline.games.wensleydale.drawing.layout import layout_of
from branchline.games.wensleydale.rules.action_space import loads_of, ways_of
from branchline.games.wensleydale.rules.board import map_report, standard
from branchline.games.wensleydale.rules.map_file import load_map

Data = dict[str, Any]


def square(x: int, y: int) -> list[list[int]]:
    """A square of the grid, clockwise on the screen."""
    return [[10 * x, 10 * y], [10 * x + 10, 10 * y], [10 * x + 10, 10 * y + 10], [10 * x, 10 * y + 10]]


def small() -> Data:
    """Seven areas in two rows: M – A – c – N above, hill – S – v below."""
    return {
        "name": "small",
        "title": "A small map",
        "boxes": [{"minimum": 3 if box < 4 else 2, "printed": ["train", "ner"]} for box in range(8)],
        "trains": [{"row": row, "letter": "A", "passengers": row, "goods": row} for row in (3, 2, 1)],
        "areas": [
            {
                "id": "M",
                "name": "Milltown",
                "terrain": "lowland",
                "town": "major",
                "company": ["midland"],
                "polygon": square(0, 0),
            },
            {"id": "A", "name": "Appleby", "terrain": "lowland", "town": "minor", "polygon": square(1, 0)},
            {"id": "c", "name": "Cheesedale", "terrain": "lowland", "goods": "cheese", "polygon": square(2, 0)},
            {"id": "N", "name": "Norton", "terrain": "lowland", "town": "major", "company": ["ner"], "polygon": square(3, 0)},
            {"id": "h", "name": "High Fell", "terrain": "hill", "goods": "stone", "polygon": square(1, 1)},
            {
                "id": "S",
                "name": "Southside",
                "terrain": "lowland",
                "town": "major",
                "company": ["midland", "ner"],
                "only_from": True,
                "polygon": square(2, 1),
            },
            {"id": "v", "name": "Vale", "terrain": "valley", "town": "major", "polygon": square(3, 1)},
        ],
    }


def write(folder: Path, data: Data) -> str:
    file = folder / "map.json"
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    return str(file)


def test_the_dales_have_the_counts_of_the_reconstruction() -> None:
    map_ = standard()
    costs = [border.cost for border in map_.links]
    assert (len(map_.areas), len(map_.borders), len(map_.links)) == (101, 280, 143)
    assert (costs.count(1), costs.count(2)) == (101, 42)
    assert len(ways_of(map_).from_) == 286
    assert len(loads_of(map_)) == 28 + 30 + 31 + 31
    assert "reconstruction" in bl.game("wensleydale", 3).board.reconstructed
    assert ("areas", "101") in map_report(bl.game("wensleydale", 3).board)


def test_company_towns_and_the_south_draw_no_pieces() -> None:
    areas = standard().areas
    assert sum(area.pieces for area in areas) == 73
    assert [area.id for area in areas if area.only_from] == ["SOU"]
    assert all(area.pieces == 0 for area in areas if area.companies)


def test_adjacency_is_the_shared_edge(tmp_path: Path) -> None:
    map_ = load_map(write(tmp_path, small()))
    ids = [area.id for area in map_.areas]
    found = {f"{ids[border.a]}{ids[border.b]}" for border in map_.borders}
    assert found == {"AM", "Ac", "Nc", "Ah", "Sc", "Nv", "Sh", "Sv"}
    costs = {f"{ids[border.a]}{ids[border.b]}": border.cost for border in map_.borders}
    assert (costs["AM"], costs["Ah"], costs["Nv"], costs["Sc"]) == (1, 0, 2, 1)
    assert all(border.length == 10 for border in map_.borders)


def test_a_game_can_be_played_on_an_own_map(tmp_path: Path) -> None:
    """Run uncompiled, because a new map would need a compilation."""
    lines = (
        "import branchline as bl, branchline.testing as testing",
        f"game = bl.game('wensleydale', 3, map={write(tmp_path, small())!r})",
        "testing.check_game(game, games=1, thorough=8)",
        "testing.check_board(game, every=40)",
        "assert game.board.reconstructed == ''",
    )
    command = [sys.executable, "-W", "error", "-c", "\n".join(lines)]
    subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=True, timeout=300)


def test_a_map_of_any_unit_is_drawn_as_large_as_the_first(tmp_path: Path) -> None:
    layout = layout_of(bl.game("wensleydale", 3, map=write(tmp_path, small())).board.data)
    assert 1600 in layout.size or 1200 in layout.size
    assert all(0 <= x <= layout.size[0] and 0 <= y <= layout.size[1] for area in layout.areas for x, y in area.polygon)


def area(data: Data, key: str) -> Data:
    return next(row for row in data["areas"] if row["id"] == key)


def change(key: str, **values: Any) -> Callable[[Data], None]:
    return lambda data: area(data, key).update(values)


def borders(*listed: str, **cost: int) -> Callable[[Data], None]:
    def apply(data: Data) -> None:
        rows = [{"between": list(pair), "cost": cost.get(pair, 1)} for pair in listed]
        data["borders"] = [row if row["cost"] else {"between": row["between"]} for row in rows]

    return apply


GOOD_BORDERS = ("AM", "Ac", "Nc", "Ah", "Sc", "Nv", "Sh", "Sv")
GOOD_COSTS = {"Ah": 0, "Sh": 0, "Nv": 2, "Sv": 2}


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: data.pop("areas"), "areas is missing or not a list of objects."),
        (change("c", terrain="sea"), "Cheesedale has the terrain 'sea'"),
        (change("c", goods="stone"), "Cheesedale cannot produce stone"),
        (change("h", goods=None), "High Fell is a hill without stone."),
        (change("h", town="minor"), "never on a hill"),
        (change("A", town="city"), "cannot have the town 'city'"),
        (change("A", company=["lner"]), "The company of Appleby is a list of midland and ner."),
        (change("c", company=["ner"]), "Cheesedale belongs to a company but has no town."),
        (change("A", pieces=3), "Appleby says 3 pieces; a minor gets 2."),
        (change("c", cubes=1), "Cheesedale says 1 cubes; every goods area gets 2."),
        (change("S", company=["ner"]), "Southside can only be built from"),
        (change("A", id="M"), "The id M stands twice."),
        (change("A", id="a-b"), "an id is letters and digits"),
        (change("A", polygon=[[0, 0], [1, 1]]), "Appleby has no polygon of three or more points."),
        (change("A", polygon=[[10, 0], [20, 0], [20, 0], [10, 10]]), "an edge of no length"),
        (change("A", polygon=square(0, 0)), "overlaps another area"),
        (change("v", polygon=square(7, 7)), "Vale is not connected with Milltown."),
        (change("A", company=["ner"]), "High Fell is beside no town that is no company town"),
        (lambda data: data["boxes"].pop(), "7 influence boxes; a map has 8."),
        (lambda data: data["boxes"][0].update(minimum=0), "Box 1 has the minimum 0"),
        (lambda data: data["boxes"][2].update(printed=["gold"]), "Box 3 prints a list of"),
        (lambda data: data["trains"][0].update(row=4), "There can be no train 4A"),
        (lambda data: data["trains"][1].update(goods=-1), "Train 2A has no numbers of slots"),
        (lambda data: data["trains"][1].update(players=[2]), "Train 2A is used with [2] players"),
        (lambda data: data["trains"].append(data["trains"][0]), "A train stands twice"),
        (lambda data: data.update(counts={"areas": 8}), "counts says 8 areas, the map has 7."),
        (borders(*GOOD_BORDERS, "MN", **GOOD_COSTS), "the polygons of Milltown and Norton share no edge."),
        (borders(*GOOD_BORDERS[1:], **GOOD_COSTS), "Appleby and Milltown share an edge, but no border A-M is listed."),
        (borders(*GOOD_BORDERS, Ah=0, Sh=0), "The border N-v says cost 1, its terrain makes 2."),
        (borders(*GOOD_BORDERS, "AM", **GOOD_COSTS), "The border A-M is listed twice."),
        (borders(*GOOD_BORDERS, "AX", **GOOD_COSTS), "two ids of areas are wanted"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(tmp_path: Path, spoil: Callable[[Data], None], message: str) -> None:
    data = small()
    spoil(data)
    with pytest.raises(DataError) as caught:
        load_map(write(tmp_path, data))
    assert message in str(caught.value)
    assert "map.json, line " in str(caught.value)


def test_listed_borders_that_agree_are_accepted(tmp_path: Path) -> None:
    data = small()
    borders(*GOOD_BORDERS, **GOOD_COSTS)(data)
    assert len(load_map(write(tmp_path, data)).borders) == 8


def test_too_many_goods_areas_or_towns_for_the_bags(tmp_path: Path) -> None:
    data = small()
    for number in range(61):
        row = {"id": f"g{number}", "terrain": "lowland", "goods": "cheese", "polygon": square(4 + number, 0)}
        data["areas"].append(row)
    with pytest.raises(DataError, match=r"need 126 cubes, the bag has 120 \(LW 1.3\)"):
        load_map(write(tmp_path, data))
    for row in data["areas"][7:]:
        row.update(goods=None, town="minor")
    with pytest.raises(DataError, match=r"need 127 pieces, the bag has 75 \(LW 1.4\)"):
        load_map(write(tmp_path, data))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(bl.BadOption, match="There is no map named 'moon'"):
        bl.game("wensleydale", 3, map="moon")
    with pytest.raises(DataError, match="There is no map file"):
        load_map(str(tmp_path / "none.json"))
    (tmp_path / "bad.json").write_text("{\n\n oops}", encoding="utf-8")
    with pytest.raises(DataError, match=r"bad.json, line 3: not valid JSON"):
        load_map(str(tmp_path / "bad.json"))
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    with pytest.raises(DataError, match="a map is a JSON object"):
        load_map(str(tmp_path / "list.json"))
    (tmp_path / "latin.json").write_bytes(b'"\xe4"')
    with pytest.raises(DataError, match="not a UTF-8 text"):
        load_map(str(tmp_path / "latin.json"))
