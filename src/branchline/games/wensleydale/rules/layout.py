"""The record of a position, and the numbers of the rulebook."""

from __future__ import annotations

from branchline.kernel import Layout, Row, i1, i2, i8

SEATS = 4
WORD_BITS, WORDS = 63, 2
"""A set of areas is two words of bits.  The sign bit of a word is never used, so shifts and comparisons are safe."""
AREAS_MAX = WORDS * WORD_BITS
LINKS_MAX = 2 * AREAS_MAX
"""The most borders that links can cross, on any map."""

MIDLAND, NER, GOVERNMENT, TRAIN, PROFIT = 0, 1, 2, 3, 4
CUBE = 4
"""The kind of payment after the four kinds of influence."""
COMPANIES, INFLUENCES, TRACKS, PAYMENTS = 2, 4, 5, 5
STONE, CHEESE, RED, GREEN, OPPOSITION = 0, 1, 2, 3, 4
LOADS, PIECES = 4, 5
PASSENGERS, GOODS = 0, 1

INVESTMENT_CUBES, LINKS = 15, 15
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
"""LW 6.3: cubes or other points that replace one Train point."""
PAYS = (2, 1, 1, 1)
"""LW 7.1: profit for a load of stone, cheese, red, green."""
LINKS_TO_A_POINT = 2
COMPANY_LINKS = 60
SET_BONUS = 2

NOBODY = -3
"""Value of `to_act` between two phases."""
SET_UP = 0
INVESTMENT, INFLUENCE, AUCTION, ORDERS, BUILDING, TRAINS, PROFIT_AND_LOSS, ORDER, TAKEOVERS, TURN_END = range(1, 11)
"""The ten phases of a turn; phase 0 is the set-up."""
NO_AREA = -1


class Fields(Layout):
    """One position.  Seats, areas and boxes are numbered from 0.  An owner is 0 for nobody, else 1 + seat."""

    players: int = i1()
    bottom: int = i1()
    """1 if an arriving marker goes under the stack (option `stacking`)."""
    turns: int = i1()

    turn: int = i1()
    phase: int = i1()
    to_act: int = i1()
    place: int = i1()
    """The acting seat's place in the order of this phase."""
    drawn: int = i2()
    """Draws made so far in the set-up, or tokens drawn so far in this turn."""
    bag: Row = i1(PIECES)
    removed: Row = i1(PIECES)
    tokens: Row = i1(INFLUENCES)
    """Influence tokens still in the bag."""

    order: Row = i1(SEATS)
    build_order: Row = i1(SEATS)
    train_order: Row = i1(SEATS)
    marks: Row = i2(TRACKS, SEATS)
    stacks: Row = i1(TRACKS, SEATS)
    """The seats on each track, highest space first; within a space from the top of the stack down."""
    cubes: Row = i1(SEATS)
    """Free investment cubes, without those in bids."""

    box_token: Row = i1(BOXES)
    """1 + kind of the token in each box; 0 for no token."""
    bids: Row = i1(BOXES)
    bidders: Row = i1(BOXES)
    bid_made: int = i1()
    """1 if somebody has bid in this round of the auction."""

    owed: int = i1()
    """Payments that the acting player still has to make."""
    path_end: int = i1()
    """The area where the current chain or sale ends, or `NO_AREA`."""
    entered: Row = i8(WORDS)
    """The areas of the current chain or sale, as bits."""
    sale: int = i1()
    """1 + the buying company; 0 if there is no sale."""
    path: Row = i2(LINKS)
    path_links: int = i1()

    owners: Row = i1(LINKS_MAX)
    """The owner of the link on each border: 0 for no link, 1 + seat, or a company (`COMPANY_OWNER`)."""
    links: Row = i1(SEATS)
    company_links: Row = i1(COMPANIES)
    touched: Row = i8(SEATS, WORDS)
    """The areas touched by each seat's links, as bits."""
    company_touched: Row = i8(WORDS)
    """The areas touched by company links, as bits."""
    company_towns: Row = i8(COMPANIES, WORDS)
    """The company towns of each company, as bits."""

    pieces: Row = i1(AREAS_MAX, PIECES)
    stocked: Row = i8(LOADS, WORDS)
    """The areas with at least one piece of each kind, as bits."""

    passed: int = i1()
    """The seats that are out of phase 6, as bits."""
    train_owner: Row = i1(TRAINS_MAX)
    rows_hired: Row = i1(SEATS)
    """The rows from which each seat has hired a train, as bits."""
    slots: Row = i1(SEATS, 2)
    """Free slots for passengers and for goods, by seat."""
    within_reach: Row = i8(SEATS, LOADS, WORDS)
    """The areas where each seat could load each kind in phase 6, as bits."""
    loaded: Row = i1(SEATS, LOADS)
    piles: Row = i2(SEATS, LOADS)


COMPANY_OWNER = SEATS + 1
"""The owner of a Midland link; the owner of a North Eastern link is the next number."""
