"""What a seat knows: nothing is hidden in this game.  `encode` writes a position as numbers for learning."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import AREAS, LINK_COUNT
from branchline.games.wensleydale.rules.layout import (
    BOXES,
    COMPANIES,
    INFLUENCES,
    LOADS,
    NO_AREA,
    PIECES,
    SEATS,
    TRACKS,
    TRAINS_MAX,
    WORD_BITS,
    WORDS,
    Fields,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.kernel import Board, Rng, Row, rule
from branchline.kernel.contract import Floats

SCALARS = 8
BY_SEAT = 3 * 1 + 2 * TRACKS + 2 + 2 + 2 * LOADS + TRAINS_MAX + BOXES
"""Numbers for each seat: places in three orders, marks and stack places, cubes and links, slots, loads and piles,
trains, bids."""
SHARED = INFLUENCES * BOXES + COMPANIES
"""Numbers for tokens in the boxes and company links on the board."""
BY_AREA = PIECES + COMPANIES + 2
"""Numbers for each area: pieces, company colours, whether the path has entered it, whether it ends there."""
BY_LINK = SEATS + COMPANIES
"""Numbers for each link: its owners, own seat first."""


def encoding(board: Board) -> dict[str, tuple[int, int]]:
    """The named parts of what `encode` writes.  Blocks by seat start with the seat that looks."""
    map_: Map = board.data
    sizes = {
        "course": SCALARS,
        "seats": SEATS * BY_SEAT,
        "boxes_and_companies": SHARED,
        "areas": len(map_.areas) * BY_AREA,
        "links": len(map_.links) * BY_LINK,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found


@rule
def sees(state: Fields, action: int, seat: int) -> int:
    """LW 10.3: every action is open to all seats."""
    return 1


@rule
def hide(state: Fields, seat: int) -> None:
    """LW 10.3: nothing is hidden; the next draw from a bag is chance."""


@rule
def resample(state: Fields, seat: int, rng: Rng) -> None:
    """LW 10.3: nothing is hidden, so there is nothing to fill in."""


@rule
def encode(state: Fields, seat: int, out: Floats) -> None:
    """Write the position as `seat` sees it: seats are counted from this seat."""
    for index in range(len(out)):
        out[index] = 0.0
    players = int(state.players)
    out[0] = players
    out[1] = state.bottom
    out[2] = state.turns - state.turn
    out[3] = state.phase
    out[4] = state.owed
    out[5] = state.sale
    out[6] = state.path_links
    out[7] = (state.to_act - seat) % players if state.to_act >= 0 else -1
    for other in range(players):
        encode_seat(state, other, out, SCALARS + ((other - seat) % players) * BY_SEAT)
    start = SCALARS + SEATS * BY_SEAT
    for box in range(BOXES):
        if state.box_token[box] > 0:
            out[start + INFLUENCES * box + int(state.box_token[box]) - 1] = 1.0
    for company in range(COMPANIES):
        out[start + INFLUENCES * BOXES + company] = state.company_links[company]
    encode_map(state, seat, out, start + SHARED)


@rule
def encode_seat(state: Fields, seat: int, out: Floats, start: int) -> None:
    """One seat's part of `encode`."""
    for place in range(state.players):
        if state.order[place] == seat:
            out[start] = place + 1
        if state.build_order[place] == seat:
            out[start + 1] = place + 1
        if state.train_order[place] == seat:
            out[start + 2] = place + 1
        for track in range(TRACKS):
            if state.stacks[track, place] == seat:
                out[start + 3 + TRACKS + track] = place + 1
    for track in range(TRACKS):
        out[start + 3 + track] = state.marks[track, seat]
    start += 3 + 2 * TRACKS
    out[start] = state.cubes[seat]
    out[start + 1] = state.links[seat]
    out[start + 2] = state.slots[seat, 0]
    out[start + 3] = state.slots[seat, 1]
    for piece in range(LOADS):
        out[start + 4 + piece] = state.loaded[seat, piece]
        out[start + 4 + LOADS + piece] = state.piles[seat, piece]
    start += 4 + 2 * LOADS
    for train in range(TRAINS_MAX):
        out[start + train] = 1.0 if state.train_owner[train] == 1 + seat else 0.0
    for box in range(BOXES):
        out[start + TRAINS_MAX + box] = state.bids[box] if state.bidders[box] == 1 + seat else 0


@rule
def encode_map(state: Fields, seat: int, out: Floats, start: int) -> None:
    """Areas and links in `encode`."""
    for area in range(AREAS):
        block = start + area * BY_AREA
        for piece in range(PIECES):
            out[block + piece] = state.pieces[area, piece]
    for company in range(COMPANIES):
        encode_areas(state.company_towns[company], out, start + PIECES + company)
    encode_areas(state.entered, out, start + PIECES + COMPANIES)
    if state.path_end != NO_AREA:
        out[start + int(state.path_end) * BY_AREA + PIECES + COMPANIES + 1] = 1.0
    for link in range(LINK_COUNT):
        owner = int(state.owners[link])
        if owner > 0:
            relative = owner - 1 if owner > SEATS else (owner - 1 - seat) % int(state.players)
            out[start + AREAS * BY_AREA + link * BY_LINK + relative] = 1.0


@rule
def encode_areas(areas: Row, out: Floats, start: int) -> None:
    """1 for every area of a set.  To ask for each area whether it is in the set would take most of the time of `encode`."""
    for word in range(WORDS):
        bits, place = areas[word], start + word * WORD_BITS * BY_AREA
        while bits:
            if bits & 1:
                out[place] = 1.0
            bits >>= 1
            place += BY_AREA
