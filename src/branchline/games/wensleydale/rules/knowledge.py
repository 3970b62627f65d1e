"""What a seat knows: nothing is hidden in this game.  `encode` writes a position as numbers for learning."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import AREAS, LINK_COUNT
from branchline.games.wensleydale.rules.layout import (
    BOXES,
    COMPANIES,
    COMPANY_OWNER,
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
from branchline.kernel.bits import lowest_bit
from branchline.kernel.contract import Floats
from branchline.kernel.seats import seats_from

SCALARS = 8
BY_SEAT = 3 * 1 + 2 * TRACKS + 2 + 2 + 2 * LOADS + TRAINS_MAX + BOXES
"""Numbers for each seat: places in three orders, marks and stack places, cubes and links, slots, loads and piles,
trains, bids."""
SHARED = INFLUENCES * BOXES + COMPANIES
"""Numbers for tokens in the boxes and company links on the board."""
MARKS, STOCK, OWNED = 3, 3 + 2 * TRACKS, 3 + 2 * TRACKS + 4 + 2 * LOADS
"""Where, among the numbers of a seat, its marks, its cubes and links, and its trains begin."""
BOXES_START = SCALARS + SEATS * BY_SEAT
AREAS_START = BOXES_START + SHARED
BY_AREA = PIECES + COMPANIES + 2
"""Numbers for each area: pieces, company colours, whether the path has entered it, whether it ends there."""
COLUMN_BITS, COLUMN = 4, 15
"""What `owner_columns` packs for each owner."""
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
    out[7] = seats_from(seat, int(state.to_act), players) if state.to_act >= 0 else -1
    for other in range(players):
        encode_seat(state, other, out, block_of(state, seat, other))
    encode_places(state, seat, out)
    encode_owners(state, seat, out)
    for box in range(BOXES):
        if state.box_token[box] > 0:
            out[BOXES_START + INFLUENCES * box + int(state.box_token[box]) - 1] = 1.0
    for company in range(COMPANIES):
        out[BOXES_START + INFLUENCES * BOXES + company] = state.company_links[company]
    encode_areas(state, out)
    encode_links(state, seat, out)


@rule
def block_of(state: Fields, seat: int, other: int) -> int:
    """Where the numbers of a seat begin, as `seat` sees it."""
    return SCALARS + int(seats_from(seat, other, state.players)) * BY_SEAT


@rule
def encode_seat(state: Fields, seat: int, out: Floats, start: int) -> None:
    """One seat's marks, cubes, links, slots, loads and piles."""
    for track in range(TRACKS):
        out[start + MARKS + track] = state.marks[track, seat]
    out[start + STOCK] = state.cubes[seat]
    out[start + STOCK + 1] = state.links[seat]
    out[start + STOCK + 2] = state.slots[seat, 0]
    out[start + STOCK + 3] = state.slots[seat, 1]
    for piece in range(LOADS):
        out[start + STOCK + 4 + piece] = state.loaded[seat, piece]
        out[start + STOCK + 4 + LOADS + piece] = state.piles[seat, piece]


@rule
def encode_places(state: Fields, seat: int, out: Floats) -> None:
    """Each seat's places in the orders of turn, building and trains, and on the tracks."""
    for place in range(state.players):
        out[block_of(state, seat, state.order[place])] = place + 1
        out[block_of(state, seat, state.build_order[place]) + 1] = place + 1
        out[block_of(state, seat, state.train_order[place]) + 2] = place + 1
        for track in range(TRACKS):
            out[block_of(state, seat, state.stacks[track, place]) + MARKS + TRACKS + track] = place + 1


@rule
def encode_owners(state: Fields, seat: int, out: Floats) -> None:
    """Each seat's trains and bids."""
    for train in range(TRAINS_MAX):
        if state.train_owner[train] > 0:
            out[block_of(state, seat, state.train_owner[train] - 1) + OWNED + train] = 1.0
    for box in range(BOXES):
        if state.bidders[box] > 0:
            out[block_of(state, seat, state.bidders[box] - 1) + OWNED + TRAINS_MAX + box] = state.bids[box]


@rule
def encode_areas(state: Fields, out: Floats) -> None:
    """Each area's pieces, company towns, and the current chain or sale."""
    for area in range(AREAS):
        block = AREAS_START + area * BY_AREA
        for piece in range(PIECES):
            out[block + piece] = state.pieces[area, piece]
    for company in range(COMPANIES):
        encode_set(state.company_towns[company], out, AREAS_START + PIECES + company)
    encode_set(state.entered, out, AREAS_START + PIECES + COMPANIES)
    if state.path_end != NO_AREA:
        out[AREAS_START + int(state.path_end) * BY_AREA + PIECES + COMPANIES + 1] = 1.0


@rule
def encode_set(areas: Row, out: Floats, start: int) -> None:
    """1 for every area of a set."""
    for word in range(WORDS):
        bits = areas[word]
        while bits:
            out[start + (word * WORD_BITS + lowest_bit(bits)) * BY_AREA] = 1.0
            bits &= bits - 1


@rule
def encode_links(state: Fields, seat: int, out: Floats) -> None:
    """The owner of each link: seats from the own one, then the companies.

    Every link writes a number, so that the processor need not guess which ones have an owner.
    """
    columns = owner_columns(state, seat)
    for link in range(LINK_COUNT):
        owner = state.owners[link]
        column = (columns >> (COLUMN_BITS * int(owner))) & COLUMN
        out[AREAS_START + AREAS * BY_AREA + link * BY_LINK + column] = 1.0 if owner else 0.0


@rule
def owner_columns(state: Fields, seat: int) -> int:
    """For each owner, its place among the owners of a link as `seat` sees them, packed in a number; 0 for nobody."""
    columns = 0
    for other in range(state.players):
        columns |= int(seats_from(seat, other, state.players)) << (COLUMN_BITS * (1 + other))
    for company in range(COMPANIES):
        columns |= (SEATS + company) << (COLUMN_BITS * (COMPANY_OWNER + company))
    return columns
