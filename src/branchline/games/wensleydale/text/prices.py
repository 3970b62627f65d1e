"""What links, trains and sales cost, worked out from the map for words: previews, refusals, the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from branchline.games.wensleydale.rules.board import firsts_of, ways_of
from branchline.games.wensleydale.rules.layout import (
    COMPANIES,
    CUBE,
    EXCHANGE,
    GOVERNMENT,
    INFLUENCES,
    LINKS_TO_A_POINT,
    OPPOSITION,
    ROWS,
    TRAIN,
    TRAINS_IN_ROW,
    WORD_BITS,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.rules.pieces import holds
from branchline.kernel import Board


@dataclass(frozen=True)
class LinkPrice:
    """LW 5.3–5.5: what a link takes at once, and the points that are then paid one by one."""

    toll: dict[int, int]
    opposition: int
    build_points: int
    cubes: int
    owed: int

    @property
    def at_once(self) -> dict[int, int]:
        """Everything taken without a question, by kind of payment."""
        return {**self.toll, GOVERNMENT: self.opposition, CUBE: self.cubes}


def link_price(state: Any, map_: Map, way: int, seat: int) -> LinkPrice:
    """The price of a link for a seat as the towns are coloured now."""
    ways = ways_of(map_)
    ends = (ways.from_[way], ways.to[way])
    cost = map_.links[ways.link[way]].cost
    cubes = min(cost, int(state.cubes[seat]))
    return LinkPrice(
        toll={company: sum(int(holds(state.company_towns[company], end)) for end in ends) for company in range(COMPANIES)},
        opposition=int(state.pieces[ends[1]][OPPOSITION]),
        build_points=cost,
        cubes=cubes,
        owed=cost - cubes,
    )


def train_price(state: Any, train: int, seat: int) -> tuple[int, int]:
    """LW 6.2, 6.3: Train points taken at once, and payments that stand for those missing."""
    cost = ROWS - train // TRAINS_IN_ROW
    points = min(cost, int(state.marks[TRAIN][seat]))
    return points, EXCHANGE * (cost - points)


def sale_price(links: int) -> int:
    """LW 9.2: influence of the buyer for so many links."""
    return -(-links // LINKS_TO_A_POINT)


def purse(state: Any, seat: int) -> dict[int, int]:
    """Everything a seat can pay with, by kind; cubes last."""
    return {**{kind: int(state.marks[kind][seat]) for kind in range(INFLUENCES)}, CUBE: int(state.cubes[seat])}


def areas_in(words: Any) -> set[int]:
    """The areas of a set of bits."""
    return {WORD_BITS * word + bit for word, bits in enumerate(words) for bit in range(WORD_BITS) if int(bits) >> bit & 1}


def box_worth(state: Any, map_: Map, box: int) -> dict[int, int]:
    """LW 2.2: the printed points of a box and its token, by kind."""
    token = int(state.box_token[box]) - 1
    return {kind: points + (kind == token) for kind, points in enumerate(map_.boxes[box].printed)}


def between(map_: Map, way: int) -> str:
    """A way in words: `Skipton – Gargrave`."""
    ways = ways_of(map_)
    return f"{map_.areas[ways.from_[way]].name} – {map_.areas[ways.to[way]].name}"


def offset(board: Board, action: int, kind: str) -> int:
    """The number of an action among those of its kind."""
    return action - firsts_of(board.data)[kind]
