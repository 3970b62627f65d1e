"""Last Train to Wensleydale: its specification, made of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from branchline.games.drawing import SEAT_LETTERS
from branchline.games.position import on_fields
from branchline.games.spec import Drawing, GameSpec, Option, Picks, Reports, Rules, Text, Value
from branchline.games.wensleydale import heuristics
from branchline.games.wensleydale.card import CARD
from branchline.games.wensleydale.drawing import layers, picks, style
from branchline.games.wensleydale.rules import actions, layout, problems, scoring, setup
from branchline.games.wensleydale.rules.board import firsts_of, load_board, report, ways_of
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.text import description, holdings, notation, preview, refusals, telling
from branchline.games.wensleydale.text.scene import PALETTE
from branchline.kernel import Board
from branchline.kernel.contract import CONTRACT
from branchline.texts import noted

OPTIONS = (
    Option(
        "stacking",
        ("top", "bottom"),
        "top",
        noted("A marker that arrives on an occupied space goes on top, or underneath."),
        label=noted("Stacks of markers"),
        labels=(noted("on top"), noted("underneath")),
    ),
    Option("map", (), "dales", noted("The map: its name, or the path of a JSON file."), label=noted("Map")),
)


def normalise_options(players: int, options: dict[str, Value]) -> dict[str, Value]:
    """Every option always has an effect (LW 0)."""
    return options


def parameters(players: int, options: Mapping[str, Value], board: Board) -> list[int]:
    """The numbers for `new`, in the order it reads them."""
    return [players, int(options["stacking"] == "bottom")]


def encoding(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes; blocks by seat start with the seat that looks."""
    map_: Map = board.data
    sizes = {
        "course": scoring.SCALARS,
        "seats": layout.SEATS * scoring.BY_SEAT,
        "boxes_and_companies": scoring.SHARED,
        "areas": len(map_.areas) * scoring.BY_AREA,
        "links": len(map_.links) * scoring.BY_LINK,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found


def max_plies(position: Any, board: Board) -> int:
    """A bound on the plies of a game, phase by phase."""
    map_: Map = board.data
    players = int(position.players)
    draws = 1 + 2 * sum(bool(area.goods) for area in map_.areas) + sum(area.pieces for area in map_.areas)
    # Every bid in a box is higher than the last; a round without a bid ends the auction.
    bids = sum(layout.INVESTMENT_CUBES - box.minimum + 1 for box in map_.boxes)
    auction = (bids + 1) * players
    building = layout.LINKS * (1 + max(border.cost for border in map_.links)) + 1
    slots = sum(
        max((train.passengers + train.goods for train in map_.trains if train.row == row), default=0)
        for row in range(1, layout.ROWS + 1)
    )
    hires = sum(1 + layout.EXCHANGE * row for row in range(1, layout.ROWS + 1))
    a_turn = layout.BOXES + auction + players * (building + hires + slots + 1 + layout.LINKS + 1)
    return draws + layout.TURNS[players] * a_turn


def places(board: Board) -> dict[str, list[int]]:
    """Every area with the actions of building a link into it."""
    map_: Map = board.data
    first, ways = firsts_of(map_)["BUILD"], ways_of(map_)
    found: dict[str, list[int]] = {}
    for way, area in enumerate(ways.to):
        if not map_.areas[area].only_from:
            found.setdefault(map_.areas[area].name, []).append(first + way)
    return found


def _contract(name: str) -> Any:
    return next(getattr(module, name) for module in (actions, setup, scoring) if hasattr(module, name))


GAME = GameSpec(
    card=CARD,
    options=OPTIONS,
    rules=Rules(
        version=1,
        layout=layout.Fields,
        functions={name: _contract(name) for name in CONTRACT},
        load_board=load_board,
        normalise_options=normalise_options,
        parameters=parameters,
        encoding=encoding,
        problems=problems.problems,
        fixed_fields=("players", "bottom", "turns"),
        max_plies=max_plies,
    ),
    text=Text(
        parse=notation.parse,
        redact=notation.veil,
        refusal=on_fields(refusals.explain),
        prompt=on_fields(description.phrase),
        describe=on_fields(description.table),
        terminal=on_fields(description.text),
        extra_scores=on_fields(description.tally),
        tell=on_fields(telling.tell),
        holdings=on_fields(holdings.holdings),
        score_sheet=on_fields(holdings.score_sheet),
        preview=on_fields(preview.preview),
    ),
    picks=Picks(
        paths=picks.picks, label=picks.pick_label, picture=on_fields(picks.pick_picture), ghost=on_fields(preview.ghost)
    ),
    drawing=Drawing(
        layers=on_fields(layers.layers),
        frame=on_fields(layers.frame),
        style=style.STYLE,
        side_layers=layers.BESIDE,
        side_frame=on_fields(layers.side_frame),
        seat_marks=lambda position: [(PALETTE[seat], SEAT_LETTERS[seat]) for seat in range(position.players)],
    ),
    heuristics=heuristics.HEURISTICS,
    reports=Reports(places=places, map_report=report, rounds_played=lambda finals: finals["turn"].astype(np.int64)),
)
