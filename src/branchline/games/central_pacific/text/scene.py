"""A position as plain Python values: the one source of the picture and of the board for a terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from branchline.games.central_pacific.rules.board import SQUARE_NAMES
from branchline.games.central_pacific.rules.forms import exits_name
from branchline.games.central_pacific.rules.layout import COLUMNS, FIRST, SQUARES
from branchline.games.central_pacific.rules.queries import CITY, TRACK
from branchline.games.central_pacific.rules.sides import side_count, sides
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.games.drawing import SEAT_LETTERS
from branchline.games.position import Position
from branchline.kernel import SPECTATOR
from branchline.kernel.engine import Standings

CITIES = ("city2", "city3", "city4", "start")

Square = tuple[int, int]
"""Column and row, both from 0."""
SQUARE_AT = tuple((number % COLUMNS, number // COLUMNS) for number in range(SQUARES))
EXITS_NAMES = tuple(exits_name(exits) for exits in range(16))


@dataclass(frozen=True)
class Hand:
    """The tiles of a seat; `kinds` is None if the reader may not know them."""

    seat: int
    count: int
    kinds: tuple[str, ...] | None
    limited: bool
    """Whether a Land Grant has hit the seat, so that it lays and discards less in its next turn (CP 5.3)."""


@dataclass(frozen=True)
class Side:
    """A player or a team: its trains and tokens that are left, and its score."""

    letter: str
    trains: int
    stock: bool
    grant: bool
    sacrifice: bool
    score: int
    rank: int
    """Its place in a finished game; 0 before the end (CP 6.4)."""
    spike: bool
    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Scene:
    """A position as its reader sees it."""

    teams: bool
    home_number: int
    city_exits: int
    pool: int
    actor: int | None
    """The seat whose turn it is, also while chance draws for it."""
    reader: int | None
    """The seat that looks, or None for a spectator."""
    over: bool
    sides: tuple[Side, ...]
    side_of: tuple[int, ...]
    """The side of each seat (CP 6.5)."""
    tiles: dict[Square, tuple[str, str]] = field(default_factory=dict)
    """Kind and exits of every tile on the board."""
    homes: dict[Square, int] = field(default_factory=dict)
    markers: dict[Square, int] = field(default_factory=dict)
    laid: frozenset[Square] = frozenset()
    """The squares laid in the last turn that laid any."""
    claims: tuple[Square, ...] = ()
    """The first squares of the lines that the mover may choose to claim (CP 4.7)."""


def scene_of(position: Position, reader: int | None) -> Scene:
    """The scene of a position that is already hidden for its reader."""
    fields = position.fields
    scores, seats = side_scores(position), sides(fields)
    ranks = side_ranks(position) if fields.over else [0] * len(scores)
    return Scene(
        teams=bool(fields.teams),
        home_number=int(fields.home_number),
        city_exits=int(fields.city_exits),
        pool=int(fields.pool_size),
        actor=None if fields.phase == FIRST else int(fields.turn),
        reader=reader,
        over=bool(fields.over),
        sides=tuple(_side(fields, side, scores[side], ranks[side], seats) for side in range(len(scores))),
        side_of=tuple(seats),
        tiles={
            SQUARE_AT[square]: (KIND_NAMES[kind - 1], EXITS_NAMES[exits])
            for square, (kind, exits) in enumerate(zip(fields.tiles.tolist(), fields.exits.tolist(), strict=True))
            if kind
        },
        homes={SQUARE_AT[square]: side for side, square in enumerate(fields.homes[: len(scores)].tolist())},
        markers=markers(fields),
        laid=frozenset(SQUARE_AT[square - 1] for square in fields.latest.tolist() if square),
        claims=tuple(sorted(SQUARE_AT[square - 1] for square in fields.claims[: fields.claim_count].tolist())),
    )


def markers(fields: Any) -> dict[Square, int]:
    """The squares with a train, each with the train's side."""
    return {SQUARE_AT[square]: mark - 1 for square, mark in enumerate(fields.marks.tolist()) if mark}


def _side(fields: Any, side: int, score: int, rank: int, seats: list[int]) -> Side:
    return Side(
        letter=SEAT_LETTERS[side],
        trains=int(fields.trains[side]),
        stock=bool(fields.stock[side]),
        grant=bool(fields.grant[side]),
        sacrifice=not fields.lost[side],
        score=score,
        rank=rank,
        spike=int(fields.spike) == side + 1,
        hands=tuple(_hand(fields, seat) for seat, of in enumerate(seats) if of == side),
    )


def _hand(fields: Any, seat: int) -> Hand:
    """A hidden hand is blank in the position, so it has fewer tiles than its size."""
    kinds, size = tile_names(fields.hand[seat]), int(fields.hand_size[seat])
    return Hand(seat, size, tuple(kinds) if len(kinds) == size else None, bool(fields.limited[seat]))


def tile_names(counts: Any) -> list[str]:
    """The names of tiles, one for each tile, from their counts by kind."""
    return [name for name, count in zip(KIND_NAMES, counts.tolist(), strict=True) for _ in range(count)]


def name_at(square: Square) -> str:
    """`E4` for column 4 and row 3."""
    return SQUARE_NAMES[_number_at(square)]


def _number_at(square: Square) -> int:
    return square[0] + COLUMNS * square[1]


def reading_order(square: Square) -> tuple[int, int]:
    """The key by which squares are sorted: row by row."""
    return square[1], square[0]


def line_at(position: Position, square: Square) -> tuple[set[Square], set[Square]]:
    """The track that is connected with a square without passing a city, and the cities it touches (CP 4.2)."""
    out = np.zeros(SQUARES, np.int64)
    position.ask("line_at", _number_at(square), out)
    found = out.tolist()
    track, cities = ({SQUARE_AT[number] for number, what in enumerate(found) if what == wanted} for wanted in (TRACK, CITY))
    return track, cities


def line_owners(position: Position) -> dict[Square, int]:
    """The side that owns each square of the claimed lines (CP 4.2)."""
    out = np.zeros(SQUARES, np.int64)
    position.ask("line_owners", out)
    return {SQUARE_AT[number]: owner - 1 for number, owner in enumerate(out.tolist()) if owner}


def side_scores(position: Position) -> tuple[int, ...]:
    """CP 6.2–6.6: the score of each side as it stands; seats 0 and 1 are the first seats of two teams."""
    return _standings(position)[0][: side_count(position.fields)]


def side_ranks(position: Position) -> tuple[int, ...]:
    """CP 6.4: the rank of each side as it stands."""
    return _standings(position)[1][: side_count(position.fields)]


def _standings(position: Position) -> Standings:
    """`Position.scores` and `Position.ranks` of what a spectator sees.

    They depend on nothing hidden.  The engine remembers them by position, so all readers share one entry.
    """
    raw = position.raw.copy()
    position.engine.hide(raw, SPECTATOR)
    return position.engine.standings_of(raw.tobytes(), position.players)
