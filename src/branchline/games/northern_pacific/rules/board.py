"""Maps of Northern Pacific: reading, checking, and the tables that rules are compiled with.

The module-level tables are those of the standard map; `bind` puts another map's in their place.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from branchline.games.datafile import DataFile, find_file, is_line, is_number
from branchline.games.northern_pacific.rules.layout import CITIES_MAX, SEATS
from branchline.games.northern_pacific.rules.scenery import Scenery, read_labels, read_scenery
from branchline.games.spec import Value
from branchline.kernel.contract import Board
from branchline.texts import noted

MAPS = Path(__file__).parents[1] / "data" / "maps"
ROUTE_LIMIT = 200_000
"""Routes after which exact figures are not attempted."""
MOST_TRACKS, LONGEST_CITY, LONGEST_TITLE = 200, 40, 80
"""What a board has room for, and a drawing time."""
STEEPEST = 4
"""How many times as long one side of a board may be as the other."""
SEARCH_LIMIT = 2_000_000
"""Steps after which the search for a dead end gives up and the map is refused."""


@dataclass(frozen=True)
class Map:
    """A map as its file gives it: cities in the order of their exits, tracks along the arrows (NP 1.1, 1.2)."""

    name: str
    title: str
    cities: tuple[str, ...]
    exits: tuple[tuple[int, ...], ...]
    places: tuple[tuple[float, float], ...]
    start: int
    goal: int
    aspect: tuple[int, int]
    scenery: Scenery
    labels: tuple[str | None, ...]
    """On which side of a city its name stands; None: wherever there is room."""

    @property
    def tracks(self) -> int:
        """Number of directed tracks."""
        return sum(len(exits) for exits in self.exits)


def load_map(name_or_path: str) -> Map:
    """Read and check a map: the name of one that comes with the game, or the path of a TOML file."""
    source = DataFile(find_file(name_or_path, MAPS, noted("map")), "map")
    map_ = _read(source)
    _check_tracks(source, map_)
    _check_dead_ends(source, map_)
    return map_


def _read(source: DataFile) -> Map:
    data = source.data
    for key, kind in {"name": str, "start": str, "goal": str, "exits": dict, "places": dict}.items():
        if not isinstance(data.get(key), kind):
            what = "a section" if kind is dict else "a text"
            raise source.refuse(f"{key} is missing or not {what}.", key)
    for key in ("name", "title"):
        text = data.get(key, data["name"])
        if not is_line(text, LONGEST_TITLE):
            sentence = f"A map cannot be called {text!r:.80}: its {key} is one line."
            raise source.refuse(f"{sentence} hint: at most {LONGEST_TITLE} letters.", key)
    cities = tuple(data["exits"])
    index = {city: number for number, city in enumerate(cities)}
    if not 2 <= len(cities) <= CITIES_MAX:
        raise source.refuse(f"{len(cities)} cities; a map has 2 to {CITIES_MAX}.", section="exits")
    folded: dict[str, str] = {}
    for city in cities:
        if other := folded.get(fold(city)):
            raise source.refuse(f"{city} and {other} cannot be told apart in the notation.", city, "exits")
        if fold(city).endswith(" large") or not fold(city):
            raise source.refuse(f"A city cannot be called {city!r}: the notation would be ambiguous.", city, "exits")
        if not is_line(city, LONGEST_CITY) or city != " ".join(city.split()):
            sentence = f"A city cannot be called {city!r:.80}: its name is one line with single blanks."
            raise source.refuse(f"{sentence} hint: at most {LONGEST_CITY} letters.", city, "exits")
        folded[fold(city)] = city
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
        scenery=read_scenery(data, source.refuse),
        labels=read_labels(data, cities, source.refuse),
    )


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


def _place(source: DataFile, city: str) -> tuple[float, float]:
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


def _check_tracks(source: DataFile, map_: Map) -> None:
    """Counts, places of unknown cities, sinks, cities off every way, an unreachable goal."""
    for city in source.data["places"]:
        if city not in map_.cities:
            raise source.refuse(f"places names the unknown city {city}.", city, "places")
    counts = source.data.get("counts", {})
    if not isinstance(counts, dict):
        raise source.refuse("counts is not a section.", "counts")
    if map_.tracks > MOST_TRACKS:
        raise source.refuse(f"{map_.tracks} tracks; a board has room for {MOST_TRACKS}.", section="exits")
    for key, found in {"cities": len(map_.cities), "tracks": map_.tracks}.items():
        wanted = counts.get(key, found)
        if wanted != found:
            raise source.refuse(f"counts says {wanted} {key}, the exits make {found}.", key, "counts")
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
    reached, waiting = {origin}, [origin]
    while waiting:
        for city in exits[waiting.pop()]:
            if city not in reached:
                reached.add(city)
                waiting.append(city)
    return reached


def _check_dead_ends(source: DataFile, map_: Map) -> None:
    """NP 2.4: refuse a map on which a line can get stuck, by looking at every way a line can go.

    Only a city whose exits all lead back to it can be stuck; where there is none nothing is searched.
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


def fold(text: str) -> str:
    """The spelling by which texts are compared: no case, no apostrophes, hyphens and runs of blanks as one blank."""
    return " ".join(re.sub(r"['’`]", "", text.casefold()).replace("-", " ").split())


def texts(map_: Map) -> tuple[str, ...]:
    """The notation of every action in the order of ids: extend, invest, invest large, seat."""
    return (
        *(f"extend {city}" for city in map_.cities),
        *(f"invest {city}" for city in map_.cities),
        *(f"invest {city} large" for city in map_.cities),
        *(f"seat {seat}" for seat in range(SEATS)),
    )


def tables(map_: Map) -> dict[str, object]:
    """The global names of the rules that depend on the map."""
    width = max(len(exits) for exits in map_.exits)
    exits = np.full((len(map_.cities), width), -1, np.int64)
    for city, targets in enumerate(map_.exits):
        exits[city, : len(targets)] = targets
    return {
        "CITIES": len(map_.cities),
        "START": map_.start,
        "GOAL": map_.goal,
        "EXITS": exits,
        "EXIT_COUNT": np.array([len(targets) for targets in map_.exits], np.int64),
        "INVESTABLE": ((1 << len(map_.cities)) - 1) & ~(1 << map_.start) & ~(1 << map_.goal),
    }


def load_board(options: Mapping[str, Value]) -> Board:
    """The board named by the option `map`."""
    return _board(load_map(str(options["map"])))


def _board(map_: Map) -> Board:
    content = json.dumps([map_.cities, map_.exits, map_.start, map_.goal]).encode()
    return Board(
        name=map_.name,
        digest=hashlib.blake2b(content, digest_size=8).hexdigest(),
        tables=tables(map_),
        texts=texts(map_),
        data=map_,
        # One slot beyond the last move: `legal` writes before it counts.
        max_legal=max(len(exits) for exits in map_.exits) + 2 * len(map_.cities) + 1,
    )


def routes(map_: Map, limit: int = ROUTE_LIMIT) -> list[tuple[int, ...]]:
    """Every way from start to goal that visits no city twice, at most `limit`."""
    found: list[tuple[int, ...]] = []
    waiting: list[tuple[int, ...]] = [(map_.start,)]
    while waiting and len(found) < limit:
        path = waiting.pop()
        for city in map_.exits[path[-1]]:
            if city == map_.goal:
                found.append((*path, city))
            elif city not in path:
                waiting.append((*path, city))
    return found


def random_walk(map_: Map) -> tuple[float, dict[str, float]]:
    """Mean number of tracks and visit odds of every city if each exit to a new city is equally likely (exact)."""
    mean, odds = 0.0, dict.fromkeys(map_.cities, 0.0)
    for route in routes(map_):
        chance = 1.0
        for stop, city in enumerate(route[:-1]):
            chance /= sum(exit not in route[: stop + 1] for exit in map_.exits[city])
        mean += chance * (len(route) - 1)
        for city in route:
            odds[map_.cities[city]] += chance
    return mean, odds


def _exits_text(map_: Map, city: int) -> str:
    return ", ".join(map_.cities[exit] for exit in map_.exits[city])


def report(board: Board) -> list[tuple[str, str]]:
    """What a map amounts to: size, routes and the odds of coming to each city."""
    map_: Map = board.data
    rows = [
        ("map", f"{map_.title} ({map_.name}, {board.digest})"),
        ("cities", str(len(map_.cities))),
        ("tracks", str(map_.tracks)),
        ("from – to", f"{map_.cities[map_.start]} – {map_.cities[map_.goal]}"),
        *((f"exits {city}", _exits_text(map_, number)) for number, city in enumerate(map_.cities) if number != map_.goal),
        ("dead ends", "none: every line can always be extended (NP 2.4)"),
    ]
    found = routes(map_)
    if len(found) >= ROUTE_LIMIT:
        return [*rows, ("routes", f"more than {ROUTE_LIMIT:,}: too many for exact odds, see `branchline simulate`")]
    lengths = Counter(len(route) - 1 for route in found)
    mean, odds = random_walk(map_)
    ends = (map_.cities[map_.start], map_.cities[map_.goal])
    likely = sorted(odds.items(), key=lambda item: -item[1])
    return [
        *rows,
        ("routes", f"{len(found):,}"),
        ("by length", ", ".join(f"{length}: {count:,}" for length, count in sorted(lengths.items()))),
        ("random exits", f"{mean:.3f} tracks on average"),
        *((f"odds {city}", f"{chance:.3f}") for city, chance in likely if city not in ends),
    ]


@cache
def standard() -> Map:
    """The standard map."""
    return load_map("standard")


_TABLES: dict[str, Any] = tables(standard())
CITIES: int = _TABLES["CITIES"]
START: int = _TABLES["START"]
GOAL: int = _TABLES["GOAL"]
EXITS: np.ndarray[tuple[int, int], np.dtype[np.int64]] = _TABLES["EXITS"]
EXIT_COUNT: np.ndarray[tuple[int], np.dtype[np.int64]] = _TABLES["EXIT_COUNT"]
INVESTABLE: int = _TABLES["INVESTABLE"]
