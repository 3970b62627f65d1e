"""The position as plain Python values, for the drawing and the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_NAMES
from branchline.games.position import Position
from branchline.games.wensleydale.rules import map_data
from branchline.games.wensleydale.rules.action_space import PIECE_NAMES
from branchline.games.wensleydale.rules.layout import (
    COMPANIES,
    COMPANY_OWNER,
    CUBE,
    INFLUENCES,
    NO_AREA,
    ORDERS,
    PROFIT,
    TURN_END,
    WORD_BITS,
    Fields,
)
from branchline.games.wensleydale.rules.layout import TRACKS as TRACK_COUNT
from branchline.games.wensleydale.rules.map_data import KINDS, Map
from branchline.kernel import OVER

Owner = int | str
"""A seat, or the company `midland` or `ner`."""

PALETTE = (1, 2, 4, 5)
FILLS = tuple(SEAT_COLOURS[colour] for colour in PALETTE)
"""Colours of the seats in this game: red and green belong to the companies."""
INKS = tuple(SEAT_INKS[colour] for colour in PALETTE)
NAMES = tuple(SEAT_NAMES[colour].capitalize() for colour in PALETTE)

TRACKS = KINDS
"""The tracks of influence."""


@dataclass(frozen=True)
class Box:
    """An influence box of the auction; `bidder` is None if there is no bid."""

    number: int
    printed: tuple[str, ...]
    token: str | None
    minimum: int
    bidder: int | None
    bid: int


@dataclass(frozen=True)
class Train:
    """A train for hire with its slots; `hirer` is None if nobody has hired it."""

    name: str
    cost: int
    passengers: int
    goods: int
    hirer: int | None


@dataclass(frozen=True)
class Player:
    """What one player has."""

    cubes: int
    links: int
    profit: int
    score: int
    rank: int
    pile: tuple[int, ...]
    """Delivered pieces: stone, cheese, red, green."""
    on_trains: tuple[int, ...]
    """Pieces on this turn's trains: stone, cheese, red, green."""


@dataclass(frozen=True)
class Scene:
    """A position, ready to be drawn."""

    turn: int
    turns: int
    phase: int
    actor: int | None
    over: bool
    prompt: str
    order: tuple[int, ...]
    build_order: tuple[int, ...]
    train_order: tuple[int, ...]
    pieces: Mapping[str, tuple[str, ...]]
    companies: Mapping[str, tuple[str, ...]]
    links: Mapping[str, Owner]
    fresh: frozenset[str]
    """Borders of the path being sold."""
    end: str | None
    """The area where the current chain or sale ends."""
    boxes: tuple[Box, ...]
    tracks: Mapping[str, Mapping[int, tuple[int, ...]]]
    """The seats on each space of each track (`profit` is one), top of the stack first."""
    trains: tuple[Train, ...]
    players: tuple[Player, ...]
    reconstructed: bool


def scene_of(position: Position, prompt: str) -> Scene:
    """The scene of a position, with the sentence that tells the actor what to do."""
    map_: Map = position.board.data
    state = _arrays(position.fields)
    seats = range(position.players)
    ordered = ORDERS < state.phase < TURN_END
    actor = int(state.to_act)
    over = actor == OVER
    return Scene(
        turn=int(state.turn),
        turns=int(state.turns),
        phase=TURN_END if over else int(state.phase),
        actor=actor if actor >= 0 else None,
        over=over,
        prompt=prompt,
        order=_seats(state.order, seats),
        build_order=_seats(state.build_order, seats) if ordered else (),
        train_order=_seats(state.train_order, seats) if ordered else (),
        pieces=_pieces(state, map_),
        companies=_companies(state, map_),
        links={name: _owner(owner) for name, owner in zip(border_names(map_), state.owners.tolist(), strict=False) if owner},
        fresh=frozenset(border_names(map_)[link] for link in state.path[: int(state.path_links)].tolist()),
        end=map_.areas[state.path_end].id if state.path_end != NO_AREA else None,
        boxes=tuple(_box(state, map_, number) for number in range(len(map_.boxes))),
        tracks={("profit" if track == PROFIT else KINDS[track]): _stacks(state, track) for track in range(TRACK_COUNT)},
        trains=tuple(_train(state, train) for train in map_.trains if position.ask("on_offer", train.number)),
        players=_players(state, position.scores, position.ranks),
        reconstructed=position.board.reconstructed != "",
    )


def purse(fields: Any, seat: int) -> dict[int, int]:
    """Everything a seat can pay with, by kind of payment; cubes are last."""
    return {**{kind: int(fields.marks[kind][seat]) for kind in range(INFLUENCES)}, CUBE: int(fields.cubes[seat])}


def _arrays(state: Any) -> Any:
    """The fields of a record as plain attributes.  A record looks a field up each time, which is slow."""
    return SimpleNamespace(**{name: state[name] for name in Fields.fields})


def _seats(row: Any, seats: range) -> tuple[int, ...]:
    return tuple(row[: len(seats)].tolist())


@cache
def border_names(map_: Map) -> tuple[str, ...]:
    """The names of the borders that links can cross: the ids of both areas."""
    return tuple(f"{map_.areas[border.a].id}-{map_.areas[border.b].id}" for border in map_.links)


def _owner(owner: int) -> Owner:
    return owner - 1 if owner < COMPANY_OWNER else KINDS[owner - COMPANY_OWNER]


def _pieces(state: Any, map_: Map) -> dict[str, tuple[str, ...]]:
    held = state.pieces[: len(map_.areas)].tolist()
    return {area.id: _spelled(tuple(counts)) for area, counts in zip(map_.areas, held, strict=True)}


@cache
def _spelled(counts: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(name for name, number in zip(PIECE_NAMES, counts, strict=True) for _ in range(number))


def _companies(state: Any, map_: Map) -> dict[str, tuple[str, ...]]:
    words = state.company_towns.tolist()
    found = {}
    for number, area in enumerate(map_.areas):
        if area.town:
            word, bit = divmod(number, WORD_BITS)
            found[area.id] = tuple(KINDS[company] for company in range(COMPANIES) if words[company][word] >> bit & 1)
    return found


def _box(state: Any, map_: Map, number: int) -> Box:
    box, token, bidder = map_.boxes[number], int(state.box_token[number]), int(state.bidders[number])
    return Box(
        number=number + 1,
        printed=tuple(kind for points, kind in zip(box.printed, KINDS, strict=True) for _ in range(points)),
        token=KINDS[token - 1] if token else None,
        minimum=box.minimum,
        bidder=bidder - 1 if bidder else None,
        bid=int(state.bids[number]),
    )


def _stacks(state: Any, track: int) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for seat in _seats(state.stacks[track], range(int(state.players))):
        space = int(state.marks[track, seat])
        found[space] = (*found.get(space, ()), seat)
    return found


def _train(state: Any, train: map_data.Train) -> Train:
    hirer = int(state.train_owner[train.number])
    return Train(train.name, train.row, train.passengers, train.goods, hirer - 1 if hirer else None)


def _players(state: Any, scores: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[Player, ...]:
    return tuple(
        Player(
            cubes=int(state.cubes[seat]),
            links=int(state.links[seat]),
            profit=int(state.marks[PROFIT, seat]),
            score=scores[seat],
            rank=ranks[seat],
            pile=tuple(state.piles[seat].tolist()),
            on_trains=tuple(state.loaded[seat].tolist()),
        )
        for seat in range(len(scores))
    )
