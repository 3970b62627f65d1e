"""Last Train to Wensleydale as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from branchline.games.drawing import SEAT_LETTERS
from branchline.games.wensleydale import (
    accounts,
    evaluation,
    forecast,
    looks,
    notation,
    picks,
    picture,
    problems,
    refusals,
    rules,
    scoring,
    setup,
    state,
    telling,
    words,
)
from branchline.games.wensleydale.board import firsts_of, load_board, report, ways_of
from branchline.games.wensleydale.card import CARD
from branchline.games.wensleydale.mapdata import Map
from branchline.games.wensleydale.scene import PALETTE
from branchline.kernel import Board, Option, Title
from branchline.kernel.contract import CONTRACT, Value
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


def settle(players: int, options: dict[str, Value]) -> dict[str, Value]:
    """Every option always has an effect (LW 0)."""
    return options


def parameters(players: int, options: Mapping[str, Value], board: Board) -> list[int]:
    """The numbers for `new`, in the order it reads them."""
    return [players, int(options["stacking"] == "bottom")]


def slices(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes; blocks by seat start with the seat that looks."""
    map_: Map = board.data
    sizes = {
        "course": scoring.SCALARS,
        "seats": state.SEATS * scoring.BY_SEAT,
        "boxes_and_companies": scoring.SHARED,
        "areas": len(map_.areas) * scoring.BY_AREA,
        "links": len(map_.links) * scoring.BY_LINK,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found


def longest(position: Any, board: Board) -> int:
    """A bound on the plies of a game, phase by phase."""
    map_: Map = board.data
    players = int(position.players)
    draws = 1 + 2 * sum(bool(area.goods) for area in map_.areas) + sum(area.pieces for area in map_.areas)
    # Every bid in a box is higher than the last; a round without a bid ends the auction.
    bids = sum(state.INVESTMENT_CUBES - box.minimum + 1 for box in map_.boxes)
    auction = (bids + 1) * players
    building = state.LINKS * (1 + max(border.cost for border in map_.links)) + 1
    slots = sum(
        max((train.passengers + train.goods for train in map_.trains if train.row == row), default=0)
        for row in range(1, state.ROWS + 1)
    )
    hires = sum(1 + state.EXCHANGE * row for row in range(1, state.ROWS + 1))
    a_turn = state.BOXES + auction + players * (building + hires + slots + 1 + state.LINKS + 1)
    return draws + state.TURNS[players] * a_turn


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
    return next(getattr(module, name) for module in (rules, setup, scoring) if hasattr(module, name))


TITLE = Title(
    **vars(CARD),
    options=OPTIONS,
    rules_version=1,
    layout=state.Position,
    rules={name: _contract(name) for name in CONTRACT},
    settle=settle,
    parameters=parameters,
    board=load_board,
    explain=refusals.explain,
    parse=notation.parse,
    veil=notation.veil,
    table=words.table,
    tally=words.tally,
    phrase=words.phrase,
    text=words.text,
    svg=picture.svg,
    layers=picture.layers,
    frame=picture.frame,
    beside=picture.BESIDE,
    seat_marks=lambda position: [(PALETTE[seat], SEAT_LETTERS[seat]) for seat in range(int(position.players))],
    side_frame=picture.side_frame,
    style=looks.STYLE,
    picks=picks.picks,
    pick_label=picks.pick_label,
    pick_picture=picks.pick_picture,
    ghost=forecast.ghost,
    preview=forecast.preview,
    tell=telling.tell,
    holdings=accounts.holdings,
    score_sheet=accounts.score_sheet,
    slices=slices,
    problems=problems.problems,
    fixed=("players", "bottom", "turns"),
    longest=longest,
    places=places,
    map_report=report,
    rounds_played=lambda finals: finals["turn"].astype(np.int64),
    judgement=evaluation.JUDGEMENT,
)
