"""What there is to see in a position, in plain words: the one source of the picture and the terminal board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from branchline.games.central_pacific.rules.board import KIND_NAMES, exits_name
from branchline.games.central_pacific.rules.layout import FIRST
from branchline.games.central_pacific.text.standing import scores
from branchline.games.drawing import SEAT_LETTERS
from branchline.kernel import Board

SIZE = 10
COLUMNS = "ABCDEFGHIJ"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
TERRAIN = ("forest", "mountain")
CITIES = ("city2", "city3", "city4", "start")

Square = tuple[int, int]
"""Column and row, both from 0."""
SQUARE_AT = tuple((number % SIZE, number // SIZE) for number in range(SIZE * SIZE))
EXITS_NAMES = tuple(exits_name(exits) for exits in range(16))


@dataclass(frozen=True)
class Hand:
    """A seat's tiles; `kinds` is None where the one who looks may not know them."""

    seat: int
    count: int
    kinds: tuple[str, ...] | None


@dataclass(frozen=True)
class Side:
    """A player or a team: what is left of its trains and tokens, and its score."""

    letter: str
    trains: int
    stock: bool
    grant: bool
    sacrifice: bool
    score: int
    spike: bool
    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Scene:
    """A position as somebody at the table sees it."""

    teams: bool
    home_number: int
    city_exits: int
    pool: int
    actor: int | None
    """The seat whose turn it is, also while chance draws for it."""
    looking: int | None
    over: bool
    sides: tuple[Side, ...]
    tiles: dict[Square, tuple[str, str]] = field(default_factory=dict)
    """Kind and exits of every tile on the board."""
    homes: dict[Square, int] = field(default_factory=dict)
    markers: dict[Square, int] = field(default_factory=dict)
    laid: frozenset[Square] = frozenset()
    """The squares laid in the last turn that laid any."""
    claims: tuple[Square, ...] = ()
    """The first squares of the lines that the mover may choose to claim (CP 4.7)."""

    def side_of(self, seat: int) -> int:
        """The side a seat plays for (CP 6.5)."""
        return seat % 2 if self.teams else seat

    def seat_name(self, seat: int) -> str:
        """`A`, or `A1` and `A2` for the two of a team."""
        letter = SEAT_LETTERS[self.side_of(seat)]
        return f"{letter}{seat // 2 + 1}" if self.teams else letter

    def owners(self) -> dict[Square, int]:
        """The side that holds each square of the claimed lines (CP 4.2)."""
        found: dict[Square, int] = {}
        for marker, side in self.markers.items():
            if marker not in found:
                found.update(dict.fromkeys(self.line(marker), side))
        return found

    def line(self, start: Square) -> set[Square]:
        """The track that is connected with this square without passing a city (CP 4.2)."""
        found: set[Square] = set()
        waiting = [start]
        while waiting:
            square = waiting.pop()
            if square not in found and self.tiles[square][0] not in CITIES:
                found.add(square)
                waiting += self.joined(square)
        return found

    def joined(self, square: Square) -> list[Square]:
        """The squares whose rail meets that of this one."""
        return [beyond(square, side) for side in self.tiles[square][1] if self.has_rail(beyond(square, side), FACING[side])]

    def has_rail(self, square: Square, side: str) -> bool:
        """Whether the tile on this square has rail on this side."""
        return square in self.tiles and side in self.tiles[square][1]


def scene_of(state: Any, board: Board, seat: int | None) -> Scene:
    """The scene of a position that is already hidden for the seat that looks."""
    teams = bool(state.teams)
    sides = 2 if teams else int(state.players)
    points = scores(state, board)
    return Scene(
        teams=teams,
        home_number=int(state.home_number),
        city_exits=int(state.city_exits),
        pool=int(state.pool_size),
        actor=None if state.phase == FIRST else int(state.turn),
        looking=seat,
        over=bool(state.over),
        sides=tuple(_side(state, side, points[side]) for side in range(sides)),
        tiles={
            SQUARE_AT[square]: (KIND_NAMES[kind - 1], EXITS_NAMES[exits])
            for square, (kind, exits) in enumerate(zip(state.tiles.tolist(), state.exits.tolist(), strict=True))
            if kind
        },
        homes={SQUARE_AT[square]: side for side, square in enumerate(state.homes[:sides].tolist())},
        markers={SQUARE_AT[square]: mark - 1 for square, mark in enumerate(state.marks.tolist()) if mark},
        laid=frozenset(SQUARE_AT[square - 1] for square in state.latest.tolist() if square),
        claims=tuple(sorted(SQUARE_AT[square - 1] for square in state.claims[: state.claim_count].tolist())),
    )


def _side(state: Any, side: int, points: int) -> Side:
    seats = range(side, int(state.players), 2) if state.teams else [side]
    return Side(
        letter=SEAT_LETTERS[side],
        trains=int(state.trains[side]),
        stock=bool(state.stock[side]),
        grant=bool(state.grant[side]),
        sacrifice=not state.lost[side],
        score=points,
        spike=int(state.spike) == side + 1,
        hands=tuple(_hand(state, seat) for seat in seats),
    )


def _hand(state: Any, seat: int) -> Hand:
    """A hidden hand is blank in the position, so that its tiles are fewer than its size."""
    kinds = tuple(name for name, count in zip(KIND_NAMES, state.hand[seat].tolist(), strict=True) for _ in range(count))
    size = int(state.hand_size[seat])
    return Hand(seat, size, kinds if len(kinds) == size else None)


def beyond(square: Square, side: str) -> Square:
    """The square next to this one on that side, on the board or off it."""
    return square[0] + STEP[side][0], square[1] + STEP[side][1]


def square_name(square: Square) -> str:
    """`E4` for column 4 and row 3."""
    return f"{COLUMNS[square[0]]}{square[1] + 1}"
