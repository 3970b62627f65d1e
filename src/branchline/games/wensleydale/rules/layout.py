"""The position of a game of Last Train to Wensleydale, and the numbers of its rulebook."""

from __future__ import annotations

from branchline.kernel import Layout, Row, i1, i2, i8

SEATS = 4
WORD_BITS, WORDS = 63, 2
"""Areas to a word of bits: the sign bit stays clear, so that shifts and comparisons need no care."""
AREAS_MAX = WORDS * WORD_BITS
LINKS_MAX = 2 * AREAS_MAX
"""Borders that links can cross, on any map."""

MIDLAND, NER, GOVERNMENT, TRAIN, PROFIT = 0, 1, 2, 3, 4
CUBE = 4
"""Pays like an influence point where a rule allows it."""
COMPANIES, INFLUENCES, TRACKS, PAYMENTS = 2, 4, 5, 5
STONE, CHEESE, RED, GREEN, OPPOSITION = 0, 1, 2, 3, 4
LOADS, PIECES = 4, 5
PASSENGERS, GOODS = 0, 1

INVESTMENT_CUBES, LINKS, TRAINS_EACH = 15, 15, 3
"""LW 1.1, for each player."""
START_MARKS = (1, 1, 1, 2, 0)
"""LW 1.2, by track: Midland, North Eastern, Government, Train, Profit & Loss."""
PROFIT_MIN, PROFIT_MAX = -13, 5
IN_BAG = (60, 60, 25, 25, 25)
"""LW 1.3, 1.4: stone, cheese, red, green, opposition."""
CUBES_TO_AN_AREA, PIECES_IN_MAJOR, PIECES_IN_MINOR = 2, 3, 2
TURNS = (0, 0, 0, 5, 4)
"""LW 1.6, by number of players."""
CUBES_A_TURN = 12
TOKENS_EACH = 5
BOXES = 8
BIDS_EACH = 2
ROWS, TRAINS_IN_ROW = 3, 4
TRAINS_MAX = ROWS * TRAINS_IN_ROW
EXCHANGE = 3
"""LW 6.3: cubes or points that stand for one Train point."""
PAYS = (2, 1, 1, 1)
"""LW 7.1: profit for a load of stone, cheese, red, green."""
LINKS_TO_A_POINT = 2
COMPANY_LINKS = 60
SET_BONUS = 2

NOBODY = -3
"""`to_act` while a phase is over and the next has not begun."""
SET_UP = 0
INVESTMENT, INFLUENCE, AUCTION, ORDERS, BUILDING, TRAINS, PROFIT_AND_LOSS, ORDER, TAKEOVERS, TURN_END = range(1, 11)
"""The ten phases of a turn; 0 is the set-up."""
NO_AREA = -1


class Fields(Layout):
    """One position.  Seats, areas and boxes are numbered from 0; an owner of 0 is nobody, else 1 + seat."""

    players: int = i1()
    bottom: int = i1()
    """1 if an arriving marker goes under the stack (option `stacking`)."""
    turns: int = i1()

    turn: int = i1()
    phase: int = i1()
    to_act: int = i1()
    place: int = i1()
    """Where the phase stands in its order of seats."""
    drawn: int = i2()
    """Draws made so far: of the set-up, or of this turn's tokens."""
    bag: Row = i1(PIECES)
    removed: Row = i1(PIECES)
    tokens: Row = i1(INFLUENCES)
    """Influence tokens still in the bag."""

    order: Row = i1(SEATS)
    build_order: Row = i1(SEATS)
    train_order: Row = i1(SEATS)
    marks: Row = i2(TRACKS, SEATS)
    stacks: Row = i1(TRACKS, SEATS)
    """The seats on each track, highest first, in one space top of the stack first."""
    cubes: Row = i1(SEATS)
    """Investment cubes held and free; those in bids are not among them."""

    box_token: Row = i1(BOXES)
    """1 + kind of the token in each box, 0 while it is empty."""
    bids: Row = i1(BOXES)
    bidders: Row = i1(BOXES)
    bid_made: int = i1()
    """1 if this round of the auction has seen a bid."""

    owed: int = i1()
    """Payments that the player still has to choose."""
    path_end: int = i1()
    """Where the chain under construction, or the sale under way, has got to."""
    entered: Row = i8(WORDS)
    """Areas of that chain or sale, as bits."""
    sale: int = i1()
    """1 + the company that is buying, 0 outside a sale."""
    path: Row = i2(LINKS)
    path_links: int = i1()

    owners: Row = i1(LINKS_MAX)
    """Of the link on each border: 1 + seat, then Midland, then North Eastern."""
    links: Row = i1(SEATS)
    company_links: Row = i1(COMPANIES)
    touched: Row = i8(SEATS, WORDS)
    """Areas touched by each seat's links, as bits; so for the next two."""
    company_touched: Row = i8(WORDS)
    company_towns: Row = i8(COMPANIES, WORDS)

    pieces: Row = i1(AREAS_MAX, PIECES)
    stocked: Row = i8(LOADS, WORDS)
    """Areas with at least one piece of a kind, as bits."""

    passed: int = i1()
    """Seats out of phase 6, as bits."""
    train_owner: Row = i1(TRAINS_MAX)
    rows_hired: Row = i1(SEATS)
    """Rows from which a seat has its train, as bits."""
    slots: Row = i1(SEATS, 2)
    """Free slots for passengers and for goods."""
    within_reach: Row = i8(SEATS, LOADS, WORDS)
    """In phase 6: where the network of a seat could load each kind, as bits."""
    loaded: Row = i1(SEATS, LOADS)
    piles: Row = i2(SEATS, LOADS)


COMPANY_OWNER = SEATS + 1
"""Owner of a Midland link; a North Eastern link has the next number."""
