"""The board as SVG: the map of the Dales with its pieces, and beside it auction, tracks, trains and players."""

from __future__ import annotations

from html import escape
from typing import Any

from branchline.games.drawing import PANEL, SEAT_LETTERS, tag
from branchline.games.position import Position
from branchline.games.wensleydale.drawing import map_layer, panel, side_boards
from branchline.games.wensleydale.drawing.key import key
from branchline.games.wensleydale.drawing.layout import MapLayout, layout_of
from branchline.games.wensleydale.text.prompts import prompt
from branchline.games.wensleydale.text.scene import PALETTE, scene_of
from branchline.texts import language, say

SIDE_LAYERS = ("auction", "tracks", "trains")
"""The layers that a page shows in a picture of their own."""


def layers(position: Position, seat: int | None, before: Position | None) -> dict[str, str]:
    """The parts of the picture, bottom first; `land`, `key`, `areas`, `names` and `borders` never change."""
    layout = layout_of(position.board.data)
    scene = scene_of(position, prompt(position))
    past = None if before is None else scene_of(before, "")
    gone = _differing(scene.pieces, past.pieces if past else scene.pieces)
    parts = {
        "land": map_layer.land(layout),
        "key": key(layout, language(), scene.reconstructed),
        "areas": map_layer.areas(layout),
        "names": map_layer.place_names(layout),
        "path": map_layer.path(layout, scene, gone),
        "borders": map_layer.borders(layout),
        "towns": map_layer.towns(layout, scene, _differing(scene.companies, past.companies if past else scene.companies)),
        "links": map_layer.links(layout, scene, _differing(scene.links, past.links if past else scene.links)),
        "pieces": map_layer.pieces(layout, scene, past),
    }
    beside = {
        "auction": side_boards.auction(scene, past),
        "tracks": side_boards.tracks(scene, past),
        "trains": side_boards.trains(scene, past),
    }
    down, shrink = _fitting(layout)
    put = f"translate({layout.size[0]:g} {down:.2f})scale({shrink:.4f})"
    parts |= {name: tag("g", inside, transform=put) for name, inside in beside.items()}
    top = f"translate({layout.size[0]:g} 0)scale({shrink:.4f})"
    return {**_paper_beside(parts, layout), PANEL: tag("g", panel.panel(scene, seat), transform=top)}


def _paper_beside(parts: dict[str, str], layout: MapLayout) -> dict[str, str]:
    """The paper below everything beside the map, as part of the first side layer."""
    width, height = _whole(layout)
    ground = tag("rect", x=layout.size[0], width=width - layout.size[0], height=height, class_="lw-paper")
    return {**parts, SIDE_LAYERS[0]: ground + parts[SIDE_LAYERS[0]]}


def _differing(now: Any, past: Any) -> frozenset[str]:
    return frozenset(name for name, held in now.items() if held != past.get(name))


def _fitting(layout: MapLayout) -> tuple[float, float]:
    """Where the side boards begin, below the panel, and the scale at which both are as high as the map."""
    shrink = layout.size[1] / (panel.HEIGHT + side_boards.HEIGHT)
    return panel.HEIGHT * shrink, shrink


def _whole(layout: MapLayout) -> tuple[float, float]:
    return round(layout.size[0] + side_boards.WIDTH * _fitting(layout)[1], 1), layout.size[1]


def frame(position: Position, seat: int | None, with_panel: bool) -> str:
    """The opening tag: map, side boards and panel, or the map alone."""
    layout = layout_of(position.board.data)
    width, height = _whole(layout) if with_panel else layout.size
    turn = say("Last Train to Wensleydale, turn {turn}", turn=position.fields.turn)
    words = f"{turn}: {prompt(position)}"
    return _opening(f"0 0 {width:g} {height:g}", width, height, words, "img" if with_panel else "group")


def side_frame(position: Position, seat: int | None) -> str:
    """The opening tag of the picture with the side boards, in the coordinates of the whole picture."""
    layout = layout_of(position.board.data)
    down, shrink = _fitting(layout)
    left, width, height = layout.size[0], side_boards.WIDTH * shrink, side_boards.HEIGHT * shrink
    view = f"{left:g} {down:.2f} {width:.2f} {height:.2f}"
    return _opening(view, side_boards.WIDTH, side_boards.HEIGHT, say("Auction, tracks and trains"), "group")


def _opening(view: str, width: float, height: float, words: str, role: str) -> str:
    """An opening tag.  A page uses the role `group`, so that screen readers reach the things to point at."""
    size = f'viewBox="{view}" width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="lw" role="{role}" aria-label="{escape(words)}">'


def seat_marks(position: Position) -> list[tuple[int, str]]:
    """The number of each seat's colour in the palette of all games, and the letter on its pieces."""
    return [(PALETTE[seat], SEAT_LETTERS[seat]) for seat in range(position.players)]
