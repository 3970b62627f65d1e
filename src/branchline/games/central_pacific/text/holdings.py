"""What everybody has, and how scores came about: for the players' list and the result page."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.central_pacific.drawing.ghosts import small
from branchline.games.central_pacific.drawing.pieces import back, land_grant, spike, stock_market, train
from branchline.games.central_pacific.rules import actions
from branchline.games.central_pacific.rules.board import SQUARE_NAMES
from branchline.games.central_pacific.rules.layout import BEGIN, SEATS, SPIKE_SCORE
from branchline.games.central_pacific.rules.placement import side_of
from branchline.games.central_pacific.rules.scoring import CITIES, LINES, PARTS, SPIKE, score_parts
from branchline.games.central_pacific.text.standing import scores
from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS
from branchline.games.spec import Holding, SheetRow
from branchline.kernel import Board
from branchline.texts import say, seat


def holdings(state: Any, board: Board) -> list[list[Holding]]:
    """For every seat its tiles, trains and tokens; partners share all but the tiles."""
    return [_holdings_of(state, seat) for seat in range(int(state.players))]


def _holdings_of(state: Any, seat: int) -> list[Holding]:
    side = int(side_of(state, seat))
    begins = not state.over and state.phase == BEGIN and state.turn == seat
    engine = small(train(SEAT_LETTERS[side], SEAT_COLOURS[side], SEAT_INKS[side]))
    may_sacrifice = begins and actions.why_not_sacrifice(state) == 0
    may_draw = begins and actions.why_not_stock(state) == 0
    may_take = begins and any(actions.why_not_grant(state, victim) == 0 for victim in range(int(state.players)))
    found = [
        Holding(say("Tiles"), int(state.hand_size[seat]), picture=small(back())),
        Holding(say("Trains in supply"), int(state.trains[side]), "train:sacrifice" if may_sacrifice else None, engine),
        Holding(say("Lines"), int((state.marks == side + 1).sum())),
        Holding(say("Stock Market"), _ready(state.stock[side]), "token:stock" if may_draw else None, small(stock_market())),
        Holding(say("Land Grant"), _ready(state.grant[side]), "token:grant" if may_take else None, small(land_grant())),
        Holding(say("Home"), SQUARE_NAMES[state.homes[side]]),
    ]
    if state.spike == side + 1:
        found.append(Holding(say("Golden Spike"), f"+{SPIKE_SCORE}", picture=small(spike())))
    return found


def _ready(left: int) -> str:
    return say("ready") if left else say("used")


def score_sheet(state: Any, board: Board) -> list[SheetRow]:
    """Lines, cities and the Golden Spike make the score."""
    parts = np.zeros((PARTS, SEATS), np.int64)
    score_parts(state, parts, with_lines=False)
    for side, points in enumerate(scores(state, board)):
        parts[LINES, side] = points - parts[CITIES, side] - parts[SPIKE, side]
    seats = [int(side_of(state, seat)) for seat in range(int(state.players))]

    def row(part: int) -> list[int]:
        return [int(parts[part, side]) for side in seats]

    return [
        SheetRow(say("Track tiles of lines"), row(LINES)),
        SheetRow(say("Cities with own lines only"), row(CITIES)),
        SheetRow(say("Golden Spike"), row(SPIKE)),
        SheetRow(say("Trains in supply"), [int(state.trains[side]) for side in seats], counts=False),
    ]


def side_name(state: Any, side: int) -> str:
    """The one or two people of a side."""
    if state.teams:
        return say("team {one} & {other}", one=seat(side), other=seat(side + 2))
    return seat(side)
