"""What the picture and the terminal show: a position as plain words and numbers, read from the record once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_NAMES

OWNER = int | str
"""A seat, or the company `midland` or `ner`."""

_PALETTE = (1, 2, 4, 5)
FILLS = tuple(SEAT_COLOURS[colour] for colour in _PALETTE)
"""Colours of the seats in this game: red and green belong to the companies."""
INKS = tuple(SEAT_INKS[colour] for colour in _PALETTE)
NAMES = tuple(SEAT_NAMES[colour].capitalize() for colour in _PALETTE)

TRACKS = ("midland", "ner", "government", "train")
PHASES = ("Set-up", "Cubes", "Tokens", "Auction", "Orders", "Building", "Trains", "Profit & loss", "Order", "Takeovers", "End")


@dataclass(frozen=True)
class Box:
    """An influence box of the auction; `bidder` is None while nobody stands in it."""

    number: int
    printed: tuple[str, ...]
    token: str | None
    minimum: int
    bidder: int | None
    bid: int


@dataclass(frozen=True)
class Train:
    """A train for hire, with its free and taken slots."""

    name: str
    cost: int
    passengers: int
    goods: int
    hirer: int | None


@dataclass(frozen=True)
class Player:
    """What lies before one seat."""

    cubes: int
    links: int
    profit: int
    score: int
    rank: int
    pile: Mapping[str, int]
    loaded: Mapping[str, int]


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
    links: Mapping[str, OWNER]
    fresh: frozenset[str]
    """Borders of the chain being built or the path being sold."""
    boxes: tuple[Box, ...]
    tracks: Mapping[str, Mapping[int, tuple[int, ...]]]
    """For each track and space the seats there, top of the stack first; `profit` is one of the tracks."""
    trains: tuple[Train, ...]
    players: tuple[Player, ...]
    reconstructed: bool
