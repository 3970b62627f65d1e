"""Reading and checking a map file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from branchline.games.datafile import DataFile, find_file, is_line, is_number
from branchline.games.northern_pacific.rules.layout import CITIES_MAX
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.rules.scenery import Point, read_labels, read_scenery
from branchline.games.plain_text import fold
from branchline.texts import noted

MAPS = Path(__file__).parents[1] / "data" / "maps"
MAX_TRACKS, MAX_CITY_LENGTH, MAX_TITLE_LENGTH = 200, 40, 80
"""More than this finds no room on a board, or takes too long to draw."""
STEEPEST = 4
"""One side of a board is at most this many times as long as the other."""
SEARCH_LIMIT = 2_000_000
"""After this many steps the search for a dead end gives up, and the map is refused."""


@cache
def standard() -> Map:
    """The standard map."""
    return load_map("standard")


def load_map(name_or_path: str) -> Map:
    """Read and check a map: the name of one that comes with the game, or the path of a TOML file."""
    source = DataFile(find_file(name_or_path, MAPS, noted("map")), "map")
    map_ = _read(source)
    _check_places(source, map_)
    _check_counts(source, map_)
    _check_connections(source, map_)
    _check_dead_ends(source, map_)
    return map_


def _read(source: DataFile) -> Map:
    data = source.data
    _check_keys(source)
    cities = tuple(data["exits"])
    _check_cities(source, cities)
    index = {city: number for number, city in enumerate(cities)}
    for key in ("start", "goal"):
        if data[key] not in index:
            raise source.refuse(f"{key} names the unknown city {data[key]}.", key)
    return Map(
        name=data["name"],
        title=str(data.get("title", data["name"])),
        cities=cities,
        exits=tuple(_exits(source, city, index) for city in cities),
        places=tuple(_place(source, city) for city in cities),
        start=index[data["start"]],
        goal=index[data["goal"]],
        aspect=_aspect(source),
        scenery=read_scenery(source),
        labels=read_labels(source, cities),
    )


def _check_keys(source: DataFile) -> None:
    """Whether everything that a map needs is there, and its name and title are texts of one line."""
    data = source.data
    for key, kind in {"name": str, "start": str, "goal": str, "exits": dict, "places": dict}.items():
        if not isinstance(data.get(key), kind):
            what = "a section" if kind is dict else "a text"
            raise source.refuse(f"{key} is missing or not {what}.", key)
    for key in ("name", "title"):
        text = data.get(key, data["name"])
        if not is_line(text, MAX_TITLE_LENGTH):
            sentence = f"A map cannot be called {text!r:.80}: its {key} is one line."
            raise source.refuse(f"{sentence} hint: at most {MAX_TITLE_LENGTH} letters.", key)


def _check_cities(source: DataFile, cities: tuple[str, ...]) -> None:
    """Whether their number and their names can be used."""
    if not 2 <= len(cities) <= CITIES_MAX:
        raise source.refuse(f"{len(cities)} cities; a map has 2 to {CITIES_MAX}.", section="exits")
    folded: dict[str, str] = {}
    for city in cities:
        if other := folded.get(folded_name(city)):
            raise source.refuse(f"{city} and {other} cannot be told apart in the notation.", city, "exits")
        if folded_name(city).endswith(" large") or not folded_name(city):
            raise source.refuse(f"A city cannot be called {city!r}: the notation would be ambiguous.", city, "exits")
        if not is_line(city, MAX_CITY_LENGTH) or city != " ".join(city.split()):
            sentence = f"A city cannot be called {city!r:.80}: its name is one line with single blanks."
            raise source.refuse(f"{sentence} hint: at most {MAX_CITY_LENGTH} letters.", city, "exits")
        folded[folded_name(city)] = city


def folded_name(text: str) -> str:
    """The spelling by which names of cities and texts of moves are compared."""
    return fold(text, dropped="'’`", dashes="-")


def _exits(source: DataFile, city: str, index: Mapping[str, int]) -> tuple[int, ...]:
    names = source.data["exits"][city]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise source.refuse(f"The exits of {city} are not a list of city names.", city, "exits")
    for name in names:
        if name not in index:
            raise source.refuse(f"{city} has an exit to the unknown city {name}.", city, "exits")
        if name == city or names.count(name) > 1:
            raise source.refuse(f"{city} lists the exit {name} twice or leads to itself.", city, "exits")
    return tuple(sorted(index[name] for name in names))


def _place(source: DataFile, city: str) -> Point:
    place = source.data["places"].get(city)
    if not isinstance(place, list) or len(place) != 2 or not all(map(is_number, place)):
        raise source.refuse(f"{city} has no place of two numbers.", city, "places")
    x, y = place
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise source.refuse(f"The place of {city} is off the board: both numbers lie between 0 and 1.", city, "places")
    return float(x), float(y)


def _aspect(source: DataFile) -> tuple[int, int]:
    aspect = source.data.get("aspect", [1410, 572])
    if not isinstance(aspect, list) or len(aspect) != 2 or not all(type(side) is int and side > 0 for side in aspect):
        raise source.refuse("aspect is not a pair of positive whole numbers.", "aspect")
    if max(aspect) > STEEPEST * min(aspect):
        raise source.refuse(f"aspect: one side of a board is at most {STEEPEST} times as long as the other.", "aspect")
    return aspect[0], aspect[1]


def _check_places(source: DataFile, map_: Map) -> None:
    for city in source.data["places"]:
        if city not in map_.cities:
            raise source.refuse(f"places names the unknown city {city}.", city, "places")


def _check_counts(source: DataFile, map_: Map) -> None:
    """Whether there is room for all tracks, and the section `counts` agrees with the exits."""
    counts = source.data.get("counts", {})
    if not isinstance(counts, dict):
        raise source.refuse("counts is not a section.", "counts")
    if map_.tracks > MAX_TRACKS:
        raise source.refuse(f"{map_.tracks} tracks; a board has room for {MAX_TRACKS}.", section="exits")
    for key, found in {"cities": len(map_.cities), "tracks": map_.tracks}.items():
        wanted = counts.get(key, found)
        if wanted != found:
            raise source.refuse(f"counts says {wanted} {key}, the exits make {found}.", key, "counts")


def _check_connections(source: DataFile, map_: Map) -> None:
    """Whether every city lies on some way from the start to the goal."""
    if map_.start == map_.goal:
        raise source.refuse("start and goal are the same city.", "goal")
    reached = _reachable(map_.exits, map_.start)
    backwards = tuple(
        tuple(city for city in range(len(map_.cities)) if target in map_.exits[city]) for target in range(len(map_.cities))
    )
    to_goal = _reachable(backwards, map_.goal)
    for number, city in enumerate(map_.cities):
        if number != map_.goal and not map_.exits[number]:
            raise source.refuse(f"{city} is a sink: it has no exit and is not the goal.", city, "exits")
    for number, city in enumerate(map_.cities):
        if number not in reached:
            raise source.refuse(f"{city} cannot be reached from {map_.cities[map_.start]}.", city, "exits")
        if number not in to_goal:
            raise source.refuse(f"From {city} no way leads to {map_.cities[map_.goal]}.", city, "exits")


def _reachable(exits: tuple[tuple[int, ...], ...], origin: int) -> set[int]:
    """The cities to which a way leads from this one, itself included."""
    reached, waiting = {origin}, [origin]
    while waiting:
        for city in exits[waiting.pop()]:
            if city not in reached:
                reached.add(city)
                waiting.append(city)
    return reached


def _check_dead_ends(source: DataFile, map_: Map) -> None:
    """NP 2.4: refuse a map on which a line can get stuck.  This follows every way a line can go.

    A line can get stuck only in a city to which a way leads back from each of its exits.  If there is no such city, nothing
    is searched.
    """
    suspects = {
        city
        for city in range(len(map_.cities))
        if city != map_.goal and all(city in _reachable(map_.exits, exit) for exit in map_.exits[city])
    }
    if not suspects:
        return
    steps = 0
    path = [map_.start]
    branches = [iter(map_.exits[map_.start])]
    while branches:
        city = next(branches[-1], None)
        if city is None:
            branches.pop()
            path.pop()
            continue
        if city in path or city == map_.goal:
            continue
        steps += 1
        if steps > SEARCH_LIMIT:
            raise source.refuse(f"The map has too many ways to prove in {SEARCH_LIMIT:,} steps that no line gets stuck.")
        if city in suspects and all(exit in path for exit in map_.exits[city]):
            way = " – ".join(map_.cities[stop] for stop in [*path, city])
            raise source.refuse(f"A line can get stuck in {map_.cities[city]}: {way} (NP 2.4).", map_.cities[city], "exits")
        path.append(city)
        branches.append(iter(map_.exits[city]))
