"""What every seat has, and how the scores came about: for the players' list and the result page."""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.drawing.ghosts import small
from branchline.games.central_pacific.drawing.piece_art import back, land_grant, spike, stock_market, train
from branchline.games.central_pacific.rules.board import GRANT_IDS, SACRIFICE, SQUARE_NAMES, STOCK
from branchline.games.central_pacific.rules.layout import BEGIN, SEATS, SPIKE_SCORE, VICTIM_LAYS
from branchline.games.central_pacific.rules.scoring import CITIES, LINES, PARTS, SPIKE
from branchline.games.central_pacific.rules.sides import side_of, sides
from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS
from branchline.games.position import Position
from branchline.games.spec import Holding, SheetRow
from branchline.texts import say


def holdings(position: Position) -> list[list[Holding]]:
    """For every seat its tiles, trains, tokens and limit; partners share all but the tiles and the limit."""
    return [_holdings_of(position, seat) for seat in range(position.players)]


def _holdings_of(position: Position, seat: int) -> list[Holding]:
    fields, side = position.fields, int(side_of(position.fields, seat))
    begins = not fields.over and fields.phase == BEGIN and fields.turn == seat
    grants = range(GRANT_IDS, GRANT_IDS + position.players)
    sacrifice = "train:sacrifice" if begins and _is_legal(position, SACRIFICE) else None
    stock = "token:stock" if begins and _is_legal(position, STOCK) else None
    grant = "token:grant" if begins and any(_is_legal(position, action) for action in grants) else None
    engine = small(train(SEAT_LETTERS[side], SEAT_COLOURS[side], SEAT_INKS[side]))
    found = [
        Holding(say("Tiles"), int(fields.hand_size[seat]), picture=small(back())),
        Holding(say("Trains in supply"), int(fields.trains[side]), sacrifice, engine),
        Holding(say("Lines"), int((fields.marks == side + 1).sum())),
        Holding(say("Stock Market"), _ready(fields.stock[side]), stock, small(stock_market())),
        Holding(say("Land Grant"), _ready(fields.grant[side]), grant, small(land_grant())),
        Holding(say("Home"), SQUARE_NAMES[fields.homes[side]]),
    ]
    if fields.limited[seat]:
        found.append(
            Holding(say("Limit by a Land Grant"), say("at most {most}", most=VICTIM_LAYS), picture=small(land_grant()))
        )
    if fields.spike == side + 1:
        found.append(Holding(say("Golden Spike"), f"+{SPIKE_SCORE}", picture=small(spike())))
    return found


def _is_legal(position: Position, action: int) -> bool:
    return position.why_not(action) == 0


def _ready(left: int) -> str:
    return say("ready") if left else say("used")


def score_sheet(position: Position) -> list[SheetRow]:
    """Lines, cities and the Golden Spike make the score."""
    parts = np.zeros((PARTS, SEATS), np.int64)
    position.ask("parts_of_scores", parts)
    seats = sides(position.fields)

    def row(part: int) -> list[int]:
        return [int(parts[part, side]) for side in seats]

    return [
        SheetRow(say("Track tiles of lines"), row(LINES)),
        SheetRow(say("Cities with own lines only"), row(CITIES)),
        SheetRow(say("Golden Spike"), row(SPIKE)),
        SheetRow(say("Trains in supply"), [int(position.fields.trains[side]) for side in seats], counts=False),
    ]
