"""Reading and checking the file of a tile mix (CP 1.2)."""

from __future__ import annotations

from pathlib import Path

from branchline.errors import DataError
from branchline.games.central_pacific.rules.layout import START_CITY, TILES
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES, TileMix
from branchline.games.datafile import DataFile, find_file, is_line
from branchline.texts import noted, say

TILE_MIXES = Path(__file__).parents[1] / "data" / "tiles"
HEADINGS = ("name", "title", "reconstructed")
"""Keys of a tile mix that are not kinds of tiles."""
MAX_HEADING = 5 * 80


def load_tile_mix(name_or_path: str) -> TileMix:
    """Read and check a tile mix, given the name of one that comes with the game or the path of a TOML file."""
    source = DataFile(find_file(name_or_path, TILE_MIXES, noted("tile mix")), "tile mix")
    name = source.data.get("name", source.path.stem)
    texts = {"name": name, "title": source.data.get("title", name), "reconstructed": source.data.get("reconstructed", "")}
    for key in HEADINGS:
        if not is_line(texts[key], MAX_HEADING):
            raise source.refuse(f"{key} is not one line of {MAX_HEADING} letters at most.", key)
    return TileMix(texts["name"], texts["title"], _counts(source), texts["reconstructed"])


def _counts(source: DataFile) -> tuple[int, ...]:
    """CP 1.2: the count of every kind; together with the Golden Spike there are 81 tiles."""
    section = "tiles" if "tiles" in source.data else None
    listed = source.data.get("tiles", {key: value for key, value in source.data.items() if key not in HEADINGS})
    if not isinstance(listed, dict) or not listed:
        raise source.refuse("tiles is missing or not a section.", "tiles", section)
    for kind, count in listed.items():
        if kind not in KIND_NAMES:
            raise source.refuse(f"There is no kind of tile called {kind}. hint: kinds: {', '.join(KIND_NAMES)}.", kind, section)
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise source.refuse(f"The count of {kind} is not a whole number from 0 on.", kind, section)
    missing = [kind for kind in KIND_NAMES if kind not in listed]
    if missing:
        raise source.refuse(f"No count for {', '.join(missing)}.", "tiles", section)
    _check_totals(source, listed, section)
    return tuple(listed[kind] for kind in KIND_NAMES)


def _check_totals(source: DataFile, listed: dict[str, int], section: str | None) -> None:
    """CP 1.2: all tiles of the game, a start city for each of two homes, and a city to draw."""
    total = sum(listed.values()) + 1
    if total != TILES:
        raise source.refuse(f"{total} tiles with the Golden Spike; the game has {TILES}.", "tiles", section)
    if listed["start"] < 2:
        raise source.refuse(f"{listed['start']} start cities; two homes need 2.", "start", section)
    if listed["city2"] + listed["city3"] + listed["city4"] == 0:
        raise source.refuse("There is no city in the pool.", "city2", section)


def check_homes(name_or_path: str, homes: int) -> None:
    """CP 1.2: a tile mix needs a start city for every home."""
    found = load_tile_mix(name_or_path).counts[START_CITY]
    if found < homes:
        raise DataError(
            say(
                "The tile mix {name} has {found} start cities, but {homes} homes are needed.",
                name=name_or_path,
                found=found,
                homes=homes,
            )
        )
