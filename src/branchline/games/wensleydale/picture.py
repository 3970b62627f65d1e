"""The board as SVG: the map of the Dales with its pieces, and beside it everything else on the table."""

from __future__ import annotations

from html import escape
from typing import Any

from branchline.games.drawing import PANEL, picture, tag
from branchline.games.wensleydale import panel, tables, upon_map
from branchline.games.wensleydale.chart import Chart, read_chart
from branchline.games.wensleydale.key import key
from branchline.games.wensleydale.looks import STYLE
from branchline.games.wensleydale.scene import read_scene
from branchline.games.wensleydale.words import phrase
from branchline.kernel import Board
from branchline.texts import language, say

BESIDE = ("auction", "tracks", "trains")
"""The layers that a page shows in a picture of their own."""


def svg(state: Any, board: Board, seat: int | None) -> str:
    """The board with every piece on the table, as a seat (None: a spectator) sees it."""
    return picture(frame(state, board, seat, True), STYLE, layers(state, board, seat, None))


def layers(state: Any, board: Board, seat: int | None, before: Any | None) -> dict[str, str]:
    """The parts of the picture, bottom first; `land`, `key`, `areas`, `names` and `borders` never change."""
    chart = read_chart(board.data)
    scene = read_scene(state, board, phrase(state, board))
    past = None if before is None else read_scene(before, board, "")
    gone = _differing(scene.pieces, past.pieces if past else scene.pieces)
    parts = {
        "land": upon_map.land(chart),
        "key": key(chart, language(), scene.reconstructed),
        "areas": upon_map.areas(chart),
        "names": upon_map.place_names(chart),
        "path": upon_map.path(chart, scene, gone),
        "borders": upon_map.borders(chart),
        "towns": upon_map.towns(chart, scene, _differing(scene.companies, past.companies if past else scene.companies)),
        "links": upon_map.links(chart, scene, _differing(scene.links, past.links if past else scene.links)),
        "pieces": upon_map.pieces(chart, scene, gone),
    }
    beside = {
        "auction": tables.auction(scene, past),
        "tracks": tables.tracks(scene, past),
        "trains": tables.trains(scene, past),
    }
    down, shrink = _fitting(chart)
    put = f"translate({chart.size[0]:g} {down:.2f})scale({shrink:.4f})"
    parts |= {name: tag("g", inside, transform=put) for name, inside in beside.items()}
    top = f"translate({chart.size[0]:g} 0)scale({shrink:.4f})"
    return {**_paper_beside(parts, chart), PANEL: tag("g", panel.panel(scene, seat), transform=top)}


def _paper_beside(parts: dict[str, str], chart: Chart) -> dict[str, str]:
    """The ground of everything beside the map, below the first of its layers."""
    width, height = _whole(chart)
    ground = tag("rect", x=chart.size[0], width=width - chart.size[0], height=height, class_="lw-paper")
    return {**parts, BESIDE[0]: ground + parts[BESIDE[0]]}


def _differing(now: Any, past: Any) -> frozenset[str]:
    return frozenset(name for name, held in now.items() if held != past.get(name))


def _fitting(chart: Chart) -> tuple[float, float]:
    """Where the tables begin, below the panel, and how much both shrink to be as high as the map."""
    shrink = chart.size[1] / (panel.HEIGHT + tables.HEIGHT)
    return panel.HEIGHT * shrink, shrink


def _whole(chart: Chart) -> tuple[float, float]:
    return round(chart.size[0] + tables.WIDTH * _fitting(chart)[1], 1), chart.size[1]


def frame(state: Any, board: Board, seat: int | None, with_panel: bool) -> str:
    """The opening tag: the whole table, or the map alone."""
    chart = read_chart(board.data)
    width, height = _whole(chart) if with_panel else chart.size
    turn = say("Last Train to Wensleydale, turn {turn}", turn=state.turn)
    words = f"{turn}: {phrase(state, board)}"
    return _opening(f"0 0 {width:g} {height:g}", width, height, words, "img" if with_panel else "group")


def side_frame(state: Any, board: Board, seat: int | None) -> str:
    """The opening tag of the picture with what lies beside the map: its part of the whole table."""
    chart = read_chart(board.data)
    down, shrink = _fitting(chart)
    left, width, height = chart.size[0], tables.WIDTH * shrink, tables.HEIGHT * shrink
    view = f"{left:g} {down:.2f} {width:.2f} {height:.2f}"
    return _opening(view, tables.WIDTH, tables.HEIGHT, say("Auction, tracks and trains"), "group")


def _opening(view: str, width: float, height: float, words: str, role: str) -> str:
    """A page's picture is a group of things to point at, which a reader of the screen must get at; alone it is one image."""
    size = f'viewBox="{view}" width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="lw" role="{role}" aria-label="{escape(words)}">'
