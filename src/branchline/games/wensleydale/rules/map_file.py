"""Reading and checking a map file.

A map is JSON: areas with polygons on one canvas, influence boxes, trains, and for the picture labels,
markers, slots, contours and rivers.  Two areas border on each other exactly if their polygons share an
edge; a list of borders, where the file has one, must say the same.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from branchline.games.datafile import find_file, is_line
from branchline.games.wensleydale.rules.layout import (
    AREAS_MAX,
    BOXES,
    CHEESE,
    COMPANIES,
    CUBES_TO_AN_AREA,
    GREEN,
    IN_BAG,
    INFLUENCES,
    INVESTMENT_CUBES,
    LINKS_MAX,
    MIDLAND,
    NER,
    OPPOSITION,
    PIECES_IN_MAJOR,
    PIECES_IN_MINOR,
    RED,
    ROWS,
    STONE,
    TRAINS_IN_ROW,
)
from branchline.games.wensleydale.rules.map_borders import check_borders, edges_of, find_borders, signed_size
from branchline.games.wensleydale.rules.map_data import KINDS, LETTERS, Area, Box, Map, MapFile, Point, Train
from branchline.games.wensleydale.rules.scenery import DRAWING, MAX_CORNERS, SCENERY, check_drawing, is_point
from branchline.texts import noted

MAPS = Path(__file__).parents[1] / "data" / "maps"
PLAYER_COUNTS = (3, 4)
TERRAINS = ("lowland", "valley", "hill")
TOWNS = {"major": PIECES_IN_MAJOR, "minor": PIECES_IN_MINOR}
GOODS_OF = {"hill": "stone", "lowland": "cheese"}
MAX_LENGTHS = {"name": 80, "title": 80, "reconstructed": 400}
MAX_NAME_LENGTH, MAX_ID_LENGTH = 40, 12


def load_map(name_or_path: str) -> Map:
    """Read and check a map: one of the game's own by name, or a JSON file by path."""
    source = MapFile(find_file(name_or_path, MAPS, noted("map")), "map")
    areas = _read_areas(source)
    borders = find_borders(source, areas)
    data = source.data
    texts = {"name": Path(name_or_path).stem, "title": data.get("name", ""), "reconstructed": "", **data}
    for key, longest in MAX_LENGTHS.items():
        if not is_line(texts[key], longest):
            raise source.refuse(f"{key} is not one line of {longest} letters at most.", key)
    map_ = Map(
        name=texts["name"],
        title=texts["title"],
        reconstructed=texts["reconstructed"],
        areas=areas,
        borders=borders,
        boxes=_boxes(source),
        trains=_trains(source),
        scenery={key: data[key] for key in SCENERY if key in data},
    )
    check_borders(source, map_)
    _check_counts(source, map_)
    _check_places(source, map_)
    check_drawing(source, map_)
    return map_


def _read_areas(source: MapFile) -> tuple[Area, ...]:
    rows = source.rows("areas")
    if not 2 <= len(rows) <= AREAS_MAX:
        raise source.refuse(f"{len(rows)} areas; a map has 2 to {AREAS_MAX}.", "areas")
    areas = tuple(_area(source, row) for row in rows)
    seen: set[str] = set()
    for area in areas:
        if area.id.casefold() in seen:
            raise source.refuse_area(f"The id {area.id} stands twice.", area.id)
        seen.add(area.id.casefold())
    return areas


def _area(source: MapFile, row: dict[str, Any]) -> Area:
    key = row.get("id")
    if not isinstance(key, str) or not re.fullmatch(rf"\w{{1,{MAX_ID_LENGTH}}}", key):
        raise source.refuse(f"An area has the id {key!r:.60}; an id is letters and digits, {MAX_ID_LENGTH} at most.", "areas")
    name, terrain, town, goods = row.get("name", key), row.get("terrain"), row.get("town"), row.get("goods")
    if not is_line(name, MAX_NAME_LENGTH):
        raise source.refuse_area(f"The name of {key} is not one line of {MAX_NAME_LENGTH} letters at most.", key)
    if terrain not in TERRAINS:
        raise source.refuse_area(f"{name} has the terrain {terrain!r}; it is one of {', '.join(TERRAINS)}.", key)
    if town is not None and (town not in tuple(TOWNS) or terrain == "hill"):
        raise source.refuse_area(f"{name} cannot have the town {town!r}: towns are major or minor and never on a hill.", key)
    companies = row.get("company", [])
    if not isinstance(companies, list) or any(company not in KINDS[:COMPANIES] for company in companies):
        raise source.refuse_area(f"The company of {name} is a list of midland and ner.", key)
    if companies and not town:
        raise source.refuse_area(f"{name} belongs to a company but has no town.", key)
    if goods is not None and (goods != GOODS_OF.get(terrain) or town):
        raise source.refuse_area(f"{name} cannot produce {goods}: stone is for hills, cheese for lowland without a town.", key)
    if terrain == "hill" and goods is None:
        raise source.refuse_area(f"{name} is a hill without stone.", key)
    pieces = TOWNS[town] if town and not companies else 0
    if row.get("pieces", pieces) != pieces:
        raise source.refuse_area(f"{name} says {row['pieces']} pieces; a {town or 'place without town'} gets {pieces}.", key)
    if goods and row.get("cubes", CUBES_TO_AN_AREA) != CUBES_TO_AN_AREA:
        raise source.refuse_area(f"{name} says {row['cubes']} cubes; every goods area gets {CUBES_TO_AN_AREA}.", key)
    only_from = row.get("only_from") is True
    if only_from and len(companies) != COMPANIES:
        raise source.refuse_area(f"{name} can only be built from, so it must be a company town of both colours.", key)
    drawing: dict[str, Any] = {part: row[part] for part in DRAWING if part in row}
    colours = tuple(company for company in (MIDLAND, NER) if KINDS[company] in companies)
    return Area(key, name, terrain, town, colours, goods, pieces, only_from, _polygon(source, key, name, row), drawing)


def _polygon(source: MapFile, key: str, name: str, row: dict[str, Any]) -> tuple[Point, ...]:
    corners = row.get("polygon")
    if not isinstance(corners, list) or len(corners) < 3 or not all(is_point(corner) for corner in corners):
        raise source.refuse_area(f"{name} has no polygon of three or more points.", key)
    if len(corners) > MAX_CORNERS:
        raise source.refuse_area(f"The polygon of {name} has {len(corners):,} points; {MAX_CORNERS} can be drawn.", key)
    polygon = tuple((float(x), float(y)) for x, y in corners)
    for corner, after in edges_of(polygon):
        if corner == after:
            raise source.refuse_area(f"The polygon of {name} has an edge of no length at {corner}.", key)
    if len(set(polygon)) != len(polygon) or abs(signed_size(polygon)) < 1e-6:
        raise source.refuse_area(f"The polygon of {name} touches itself or has no size.", key)
    return polygon


def _boxes(source: MapFile) -> tuple[Box, ...]:
    rows = source.rows("boxes")
    if len(rows) != BOXES:
        raise source.refuse(f"{len(rows)} influence boxes; a map has {BOXES}.", "boxes")
    boxes = []
    for number, row in enumerate(rows, 1):
        minimum, printed = row.get("minimum"), row.get("printed")
        if not isinstance(minimum, int) or not 1 <= minimum <= INVESTMENT_CUBES:
            raise source.refuse(f"Box {number} has the minimum {minimum!r}, not 1 to {INVESTMENT_CUBES}.", "boxes")
        if not isinstance(printed, list) or any(kind not in KINDS for kind in printed):
            raise source.refuse(f"Box {number} prints a list of {', '.join(KINDS)}.", "boxes")
        boxes.append(Box(minimum, tuple(printed.count(kind) for kind in KINDS[:INFLUENCES])))
    return tuple(boxes)


def _trains(source: MapFile) -> tuple[Train, ...]:
    trains = []
    for row in source.rows("trains"):
        name = f"{row.get('row')}{row.get('letter')}"
        if row.get("row") not in range(1, ROWS + 1) or row.get("letter") not in tuple(LETTERS[:TRAINS_IN_ROW]):
            raise source.refuse(f"There can be no train {name}: rows are 1 to {ROWS}, letters A to {LETTERS[-1]}.", "trains")
        slots = row.get("passengers"), row.get("goods")
        if not all(isinstance(count, int) and 0 <= count <= 9 for count in slots):
            raise source.refuse(f"Train {name} has no numbers of slots from 0 to 9.", "trains")
        players = row.get("players", list(PLAYER_COUNTS))
        if not isinstance(players, list) or any(count not in PLAYER_COUNTS for count in players):
            raise source.refuse(f"Train {name} is used with {players!r} players; 3 and 4 are possible.", "trains")
        trains.append(Train(row["row"], row["letter"], row["passengers"], row["goods"], tuple(players)))
    if len({(train.row, train.letter) for train in trains}) != len(trains):
        raise source.refuse("A train stands twice in the list.", "trains")
    return tuple(sorted(trains, key=lambda train: (-train.row, train.letter)))


def _check_counts(source: MapFile, map_: Map) -> None:
    """Raise DataError if the counts in the file are wrong, or if there are more links or pieces than the game has."""
    facts = {"areas": len(map_.areas), "borders": len(map_.borders), "links": len(map_.links)}
    counts = source.data.get("counts", {})
    if not isinstance(counts, dict):
        raise source.refuse("counts is not an object.", "counts")
    for key, wanted in counts.items():
        if facts.get(key) != wanted:
            raise source.refuse(f"counts says {wanted} {key}, the map has {facts.get(key, 'no such thing')}.", "counts")
    if len(map_.links) > LINKS_MAX:
        raise source.refuse(f"{len(map_.links)} borders for links; a map has at most {LINKS_MAX}.", "areas")
    goods = sum(CUBES_TO_AN_AREA for area in map_.areas if area.goods)
    if goods > IN_BAG[STONE] + IN_BAG[CHEESE]:
        raise source.refuse(f"The areas need {goods} cubes, the bag has {IN_BAG[STONE] + IN_BAG[CHEESE]} (LW 1.3).", "areas")
    pieces, bag = sum(area.pieces for area in map_.areas), IN_BAG[RED] + IN_BAG[GREEN] + IN_BAG[OPPOSITION]
    if pieces > bag:
        raise source.refuse(f"The towns need {pieces} pieces, the bag has {bag} (LW 1.4).", "areas")


def _check_places(source: MapFile, map_: Map) -> None:
    """Raise DataError unless the map is connected, links can start somewhere, and every hill is beside a free town."""
    reached, waiting = {0}, [0]
    while waiting:
        for beside in map_.neighbours[waiting.pop()]:
            if beside not in reached:
                reached.add(beside)
                waiting.append(beside)
    for number, area in enumerate(map_.areas):
        if number not in reached:
            raise source.refuse_area(f"{area.name} is not connected with {map_.areas[0].name}.", area.id)
        towns = [map_.areas[beside] for beside in map_.neighbours[number] if map_.areas[beside].town]
        if area.terrain == "hill" and all(town.companies for town in towns):
            raise source.refuse_area(f"{area.name} is beside no town that is no company town: its stone is of no use.", area.id)
    starts = {number for number, area in enumerate(map_.areas) if area.companies}
    if not any({border.a, border.b} & starts for border in map_.links):
        raise source.refuse("No link can start anywhere: there is no company town with a border for links.", "areas")
