"""The position of Central Pacific and the numbers of its rulebook."""

from __future__ import annotations

from branchline.kernel import Layout, Row, i1, i8

SEATS = 4
COLUMNS = ROWS = 10
SQUARES = COLUMNS * ROWS
KINDS = 11
STRAIGHT, CURVE, TEE, CROSS, TUNNEL, CITY2, CITY3, CITY4, FOREST, MOUNTAIN, START_CITY = range(KINDS)

TILES = 81
"""CP 1.2: with the Golden Spike."""
TRAINS = 7
"""CP 1.3: of each colour."""
HAND = 5
LAYS = 5
"""CP 2.1: tiles laid in a turn, tiles of clearings included."""
DISCARDS = 5
VICTIM_LAYS = 4
VICTIM_DISCARDS = 4
"""CP 5.3: tiles laid and tiles discarded in the next turn of a seat that lost a tile to a Land Grant."""
STOCK_DRAWS = 2
SACRIFICE_NEEDS = 2
FOREST_COSTS = 2
MOUNTAIN_COSTS = 3
SPIKE_SCORE = 10
STALL_ROUNDS = 5
HAND_MAX = HAND + STOCK_DRAWS
CLAIMS = 4 * LAYS
"""No turn leaves more lines to claim: a laid tile touches four pieces of track at most."""
LEVELS = HAND_MAX
"""Draws after which what an opponent can hold no longer depends on an old put-back."""

DRAW, TAKE, FIRST, ASK, BEGIN, LAY, DISCARD, CLAIM, RETURN, REFILL = range(10)
"""Phases: three of chance, then those of a seat.  BEGIN is the decision at the start of a turn (CP 5.0);
REFILL lasts only while an action is carried out, or when the last train ended the game."""
THEN_DEAL, THEN_ASK, THEN_BEGIN, THEN_LAY, THEN_END = range(5)
"""What follows when all draws are made."""
LAST_TRAIN, STUCK, STALL = 1, 2, 3
"""CP 6.1 (a), (b), (c): the ways to end."""


class Fields(Layout):
    """One position.  A side is a player, or a team of two; seats 0 and 2 are team 0.

    Single numbers have eight bytes, as the compiler makes another version of a rule for every type it is called with.
    """

    # The options.
    players: int = i8()
    teams: int = i8()
    loose: int = i8()
    closed: int = i8()
    anywhere: int = i8()
    city_exits: int = i8()
    home_number: int = i8()

    phase: int = i8()
    afterwards: int = i8()
    turn: int = i8()
    """The seat that draws, is asked, or has the turn."""
    to_draw: int = i8()
    victim: int = i8()
    over: int = i8()
    """0, or the way the game ended."""
    barred: int = i8()
    """CP 5.1: whether the pool was empty at the start of this turn."""
    token_used: int = i8()
    """CP 5.3: whether a token was used in this turn."""
    sacrificing: int = i8()
    laid: int = i8()
    """Tiles laid in this turn, all tiles of clearings included."""
    discarded: int = i8()
    stall: int = i8()
    """CP 6.1 (c): turns in a row without a tile laid."""
    spike: int = i8()
    """CP 4.1: 0, or 1 + the side that holds the Golden Spike."""
    spike_new: int = i8()
    """Whether it was taken in this turn."""
    settled: int = i8()
    """Whether markers of this turn were moved already; then `marks_before` has the old ones."""

    trains: Row = i1(SEATS)
    """Trains in supply of each side."""
    lost: Row = i1(SEATS)
    """Trains sacrificed by each side: 0 or 1 (CP 5.2)."""
    stock: Row = i1(SEATS)
    grant: Row = i1(SEATS)
    homes: Row = i8(SEATS)
    """Home square of each side."""

    mix: Row = i1(KINDS)
    """Tiles of each kind in the game, without the homes."""
    pool: Row = i1(KINDS)
    pool_size: int = i8()
    out: Row = i1(KINDS)
    """Tiles that left the game (CP 3.3)."""
    hand: Row = i1(SEATS, KINDS)
    hand_size: Row = i8(SEATS)
    limited: Row = i1(SEATS)
    """CP 5.3: whether a seat lost a tile to a Land Grant; until the end of its next turn the limits of a victim hold."""

    tiles: Row = i1(SQUARES)
    """0, or 1 + the kind of the tile on each square."""
    exits: Row = i1(SQUARES)
    """Rail exits as bits N E S W; none on empty squares and terrain."""
    marks: Row = i1(SQUARES)
    """0, or 1 + the side whose train stands there."""
    marks_before: Row = i1(SQUARES)
    new: Row = i1(LAYS)
    """1 + the squares on which track or cities were laid in this turn."""
    new_count: int = i8()
    latest: Row = i1(LAYS)
    """1 + the squares laid in the last turn that laid any, terrain included; only pictures read it."""
    claims: Row = i1(CLAIMS)
    """1 + the first square of every line that the mover may claim (CP 4.7)."""
    claim_count: int = i8()

    # Kept up to date by every placement, so that `legal` only looks things up.
    rail: Row = i1(SQUARES)
    """Sides of an open square that a rail exit faces."""
    blank: Row = i1(SQUARES)
    """Sides of an open square on which a rail would not match."""
    member: Row = i1(SQUARES)
    """The sides whose network a track or city tile belongs to, as bits (CP 2.2)."""
    reach: Row = i1(SEATS, SQUARES)
    """Of `rail`, the exits in each side's network."""
    fits: Row = i8(SQUARES)
    """Forms that match and keep the city distance on each open square, as bits (CP 2.3, 2.4, 3.1)."""

    # What seats know beyond their own hand (CP 1.6); row [observer] is private to the observer.
    put_back: Row = i8(SEATS, SEATS, LEVELS)
    """Tiles the observer saw going into the pool, by how often the holder has drawn since; five bits a kind."""
    known: Row = i1(SEATS, SEATS)
    """0, or 1 + the kind of the tile the observer lost to the holder by a Land Grant."""
    city_held: Row = i1(SEATS)
    """Whether everybody knows that a seat holds a city, as it was not asked to redraw."""
    shown: Row = i1(SEATS, KINDS)
    """The hand each seat last showed to redraw."""
