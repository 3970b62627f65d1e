"""The board as SVG, layer by layer: map, tiles, trains, lines to claim, shelf, panel."""

from __future__ import annotations

from functools import lru_cache

from branchline.games.central_pacific.drawing.landscape import drawn, landscape, targets
from branchline.games.central_pacific.drawing.layout import CELL, HEIGHT, MARGIN, WIDTH
from branchline.games.central_pacific.drawing.panel import panel, panel_height
from branchline.games.central_pacific.drawing.shelf import shelf
from branchline.games.central_pacific.drawing.style import paint
from branchline.games.central_pacific.drawing.tile_art import home
from branchline.games.central_pacific.rules.sides import side_count, sides
from branchline.games.central_pacific.text.names import kind_name, seat_letter
from branchline.games.central_pacific.text.scene import Scene, Square, line_at, line_owners, name_at, scene_of
from branchline.games.drawing import PANEL, SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, SERIF, tag
from branchline.games.position import Position
from branchline.texts import language, say


def frame(position: Position, seat: int | None, with_panel: bool) -> str:
    """The opening tag, with or without room for the panel."""
    height = HEIGHT + (panel_height(int(side_count(position.fields))) if with_panel else 0)
    return tag(
        "svg",
        " ",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-MARGIN} {-MARGIN} {WIDTH} {height}",
        width=WIDTH,
        height=height,
        role="img",
        aria_label=_summary(position),
        font_family=SERIF,
        class_="board cp",
    ).removesuffix(" </svg>")


def _summary(position: Position) -> str:
    return say(
        "Central Pacific: {laid} tiles on the board, {pool} in the pool",
        laid=int((position.fields.tiles > 0).sum()),
        pool=int(position.fields.pool_size),
    )


def seat_marks(position: Position) -> list[tuple[int, str]]:
    """CP 1.3: partners share a colour; each player has a letter of their own."""
    teams = bool(position.fields.teams)
    return [(side, seat_letter(seat, teams)) for seat, side in enumerate(sides(position.fields))]


def layers(position: Position, seat: int | None, before: Position | None) -> dict[str, str]:
    """The picture's layers, bottom first; what differs from the earlier position is marked as latest."""
    scene = scene_of(position, seat)
    earlier = None if before is None else scene_of(before, seat)
    return {
        "map": landscape(scene.home_number, scene.city_exits, len(scene.sides)),
        "tiles": _tiles(scene, line_owners(position), earlier),
        "trains": _trains(scene, earlier),
        "targets": targets(),
        "claims": _claims(position, scene.claims),
        "shelf": shelf(scene, earlier),
        PANEL: panel(scene),
    }


def _tiles(scene: Scene, owners: dict[Square, int], earlier: Scene | None) -> str:
    spoken = language()
    old = scene.tiles if earlier is None else earlier.tiles
    parts = []
    for square, (kind, exits) in scene.tiles.items():
        if square in scene.homes:
            parts.append(_home(square, exits, scene.homes[square], scene.home_number, spoken))
        else:
            parts.append(_tile(square, kind, exits, owners.get(square, -1), old.get(square) != (kind, exits), spoken))
    return "".join(parts)


@lru_cache(maxsize=8192)
def _tile(square: Square, kind: str, exits: str, owner: int, fresh: bool, spoken: str) -> str:
    line = "cp-line" if owner < 0 else f"cp-line{SEAT_LETTERS[owner]}"
    shown = drawn(kind, exits, square[0] * CELL, square[1] * CELL, line, *(["latest"] if fresh else []))
    told = say("{square}: {tile}", square=name_at(square), tile=kind_name(kind))
    if owner >= 0:
        told = say("{tile}, on a line of {letter}", tile=told, letter=SEAT_LETTERS[owner])
    return tag("g", tag("title", told), shown)


@lru_cache(maxsize=256)
def _home(square: Square, exits: str, side: int, home_number: int, spoken: str) -> str:
    letter = SEAT_LETTERS[side]
    told = say("{square}: home of {letter}, a city of {number}", square=name_at(square), letter=letter, number=home_number)
    inside = home(letter, exits, home_number, SEAT_COLOURS[side], SEAT_INKS[side])
    place = f"translate({square[0] * CELL} {square[1] * CELL})"
    return tag("g", tag("title", told), inside, transform=place, class_="cp-line")


def _trains(scene: Scene, earlier: Scene | None) -> str:
    """The trains, the places of trains that went home, and brackets around new tiles.

    New is what was laid since the earlier scene.  Without an earlier scene it is what the last turn with a lay laid.
    """
    old = scene.markers if earlier is None else earlier.markers
    laid = sorted(scene.laid if earlier is None else _changed(scene, earlier))
    casing = tag("path", d="".join(map(_brackets, laid)), stroke_width=13, **paint(None, "paper"))
    over = tag("path", d="".join(map(_brackets, laid)), stroke_width=8, **paint(None, "latest"))
    parts = [tag("g", casing, over, stroke_linecap="round", class_="cp-laid")] if laid else []
    for square, side in sorted(old.items()):
        if square not in scene.markers:
            parts.append(_gone(square, side))
    for square, side in sorted(scene.markers.items()):
        parts.append(_train(square, side, old.get(square) != side))
    return tag("g", *parts, pointer_events="none") if parts else ""


def _changed(scene: Scene, earlier: Scene) -> list[Square]:
    """The squares with another tile than in the earlier scene."""
    return [square for square, tile in scene.tiles.items() if earlier.tiles.get(square) != tile]


@lru_cache(maxsize=1024)
def _train(square: Square, side: int, fresh: bool) -> str:
    x, y = square[0] * CELL, square[1] * CELL
    if not fresh:
        return drawn("train", SEAT_LETTERS[side], x, y, "cp-train")
    return _ring(square) + drawn("train", SEAT_LETTERS[side], x, y, "cp-train", "latest")


@lru_cache(maxsize=1024)
def _gone(square: Square, side: int) -> str:
    """A pale train where one stood before."""
    x, y = square[0] * CELL, square[1] * CELL
    return tag("g", drawn("train", SEAT_LETTERS[side], x, y), _ring(square, stroke_dasharray="9 7"), class_="cp-gone latest")


def _ring(square: Square, **look: object) -> str:
    """A ring around a train that has come or gone."""
    middle = {"cx": square[0] * CELL + CELL // 2, "cy": square[1] * CELL + CELL // 2, "r": 46}
    casing = tag("circle", **middle, stroke_width=12, **paint(None, "paper"))
    return casing + tag("circle", **middle, stroke_width=7, **look, **paint(None, "latest"))


def _brackets(square: Square) -> str:
    """The corners of a square."""
    x, y = square[0] * CELL, square[1] * CELL
    return f"M{x + 4} {y + 26}v-16q0-6 6-6h16m48 0h16q6 0 6 6v16m0 48v16q0 6-6 6h-16m-48 0h-16q-6 0-6-6v-16"


def _claims(position: Position, claims: tuple[Square, ...]) -> str:
    """CP 4.7: the lines to choose from, each to be pointed at anywhere along its track."""
    parts = []
    for first in claims:
        squares = sorted(line_at(position, first)[0])
        path = "".join(f"M{column * CELL + 5} {row * CELL + 5}h90v90h-90z" for column, row in squares)
        name = name_at(first)
        halo = tag("path", d=path, fill="none", class_="cp-halo")
        parts.append(
            tag(
                "g",
                tag("title", say("the line that begins on {square}", square=name)),
                halo,
                class_="pick",
                data_pick=f"line:{name}",
            )
        )
    return "".join(parts)
