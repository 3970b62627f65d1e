"""What bots are told beside the rules: the score if the turn ended now, the worth of unclaimed track, and likely moves."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from branchline.games.central_pacific.rules.board import DISCARD_IDS, DONE, NEIGHBOUR, REDRAW, SACRIFICE, STOCK
from branchline.games.central_pacific.rules.claiming import CITIES_SHIFT, copy_board, follow, settle_lines
from branchline.games.central_pacific.rules.fitting import number_at
from branchline.games.central_pacific.rules.forms import FORM_EXITS, FORM_KIND, FORMS
from branchline.games.central_pacific.rules.layout import (
    BEGIN,
    CITY2,
    COLUMNS,
    FOREST,
    LAST_TRAIN,
    LAY,
    LAYS,
    MOUNTAIN,
    SEATS,
    SPIKE_SCORE,
    SQUARES,
    START_CITY,
    TUNNEL,
    Fields,
)
from branchline.games.central_pacific.rules.limits import most_lays
from branchline.games.central_pacific.rules.scoring import score
from branchline.games.central_pacific.rules.sides import side_count, side_of
from branchline.kernel import Heuristics, rule
from branchline.kernel.contract import Ids, Matrix, Numbers
from branchline.kernel.heuristics import Reals

RECORD: np.dtype[Any] = Fields.dtype
Twins: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]
LayPriors: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[np.float64]]
TILES_MASK = (1 << CITIES_SHIFT) - 1
ARMS = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
"""Exits in a set of exits."""
TALLY_BITS, TALLY_MOST = 8, 255
"""One number counts the squares of all sides: the bits for each side, and the largest count that they hold."""
TALLY_OF: Numbers = np.array(
    [sum((sides >> side & 1) << TALLY_BITS * side for side in range(SEATS)) for sides in range(1 << SEATS)]
)
"""One square for each side of a set of sides."""
OPEN, HALF = SEATS, SQUARES // 2
"""See `networks`."""
HALF_BOARD, FIRST_ROW = (1 << HALF) - 1, (1 << COLUMNS) - 1
FIRST_COLUMN = HALF_BOARD // FIRST_ROW
LAST_COLUMN = FIRST_COLUMN << (COLUMNS - 1)
"""Squares of a half of the board, as bits."""
SPREAD_LATE, SPREAD_EARLY, EARLY_POOL = 3.5, 9.0, 60.0
"""The decisive lead when the pool is empty and when it is full, and the pool that counts as full."""
TRACK_WORTH, WAY_WORTH = 0.15, 0.3
"""Before the spike: points that a track tile of the network may bring, and an open square that it faces."""
EXPOSED = 0.3
"""After the spike: share of an open line's points that its owner will lose."""
SPARE_CITY, FIRST_TERRAIN, SPARE_TERRAIN = 0.5, 0.2, 0.8
"""Points that a second city, a terrain tile and a second one in hand cost, as they keep track out of it."""
TOKEN_WORTH, TRAIN_WORTH = 1.0, 1.0
"""Points for a token not yet used, and for a train sacrificed."""
SPIKE_ODDS = (0.0, 0.25, 0.4, 0.35, 0.12, 0.03)
"""The chance that a player takes the spike in their turn, by the tiles between their network and the next one with a home.

These numbers follow regressions over games of the bots, rounded by hand; see bench/NOTES.md.
"""
JOINING, CITY, PLAIN, CLEARING = 6.0, 3.0, 1.0, 0.3
"""Priors of lays: for each further rail joined, of a city, of track and of a clearing."""
BLOCKING, HINDERING, CLOSING, OWN_TERRAIN = 1.5, 0.4, 0.2, 0.05
"""Priors of terrain.  `BLOCKING`: before the spike, where the networks of two sides could be joined.  `HINDERING`: before it,
where only rivals' exits face the square.  `OWN_TERRAIN`: before it, where only one's own do.  `CLOSING`: after the spike."""
DISCARDING = 0.05
"""The prior of a discard, of a tile returned, of a claim and of a Land Grant."""
DONE_SHARE = 0.25
"""The prior of `done`, as a share of the sum of all others."""


@rule
def evaluate(state: Fields, out: Reals) -> float:
    """CP 4, 6: the score if the turn and the game ended now, and what the board and the hands may bring."""
    twins = np.empty(1, RECORD)
    twins[0] = state
    points = np.zeros(state.players, np.int64)
    score_at_once(twins, points)
    for seat in range(state.players):
        out[seat] = points[seat]
    if not state.over:
        if twins[0].spike:
            expect_thefts(twins, out)
        else:
            expect_the_spike(state, out)
        for seat in range(state.players):
            side = side_of(state, seat)
            out[seat] += hand_worth(state, seat) + TOKEN_WORTH * (state.stock[side] + state.grant[side])
            out[seat] -= TRAIN_WORTH * state.lost[side]
    return SPREAD_LATE + (SPREAD_EARLY - SPREAD_LATE) * min(1.0, state.pool_size / EARLY_POOL)


@rule
def score_at_once(twins: Twins, points: Numbers) -> None:
    """CP 4, 6: end turn and game on a copy, and score it.

    The copy comes as an array: a record alone would not keep its memory alive.
    """
    twin = twins[0]
    if not twin.over:
        if twin.phase == LAY:
            settle_lines(twin)
        twin.over = LAST_TRAIN
    score(twin, points)


@rule
def expect_thefts(twins: Twins, out: Reals) -> None:
    """CP 4.5: an opponent can steal a line that faces an empty square by leading it to a further city or side of a city."""
    twin = twins[0]
    memory = np.zeros((4, SQUARES), np.int64)
    ways, cities, seen, line = memory[0], memory[1], memory[2], memory[3]
    copy_board(twin, ways, cities)
    for square in range(SQUARES):
        if twin.marks[square] == 0:
            continue
        tiles = follow(ways, cities, square, seen, line) & TILES_MASK
        if is_open(twins, line, tiles):
            for seat in range(twin.players):
                if side_of(twin, seat) == twin.marks[square] - 1:
                    out[seat] -= EXPOSED * tiles


@rule
def is_open(twins: Twins, line: Numbers, tiles: int) -> bool:
    """CP 2.2: whether some rail of a line faces an empty square."""
    twin = twins[0]
    for place in range(tiles):
        for arm in range(4):
            beside = NEIGHBOUR[line[place], arm]
            if beside >= 0 and (twin.exits[line[place]] >> arm) & 1 and twin.tiles[beside] == 0:
                return True
    return False


@rule
def expect_the_spike(state: Fields, out: Reals) -> None:
    """CP 2.2, 4.1: the track and open squares of each network, and the chance of each side to join two homes first."""
    faced = np.zeros((SEATS + 1, 2), np.int64)
    track, ways = networks(state, faced)
    rest = 1.0
    first = state.turn if state.phase == BEGIN else state.turn + 1
    for step in range(state.players):
        seat = (first + step) % state.players
        side = side_of(state, seat)
        gap = gap_to_rival(faced, side, most_lays(state, seat))
        odds = SPIKE_ODDS[gap] if gap < len(SPIKE_ODDS) else 0.0
        gain_of_side(state, side, SPIKE_SCORE * rest * odds, out)
        rest *= 1.0 - odds
    for seat in range(state.players):
        out[seat] += promise(track, ways, side_of(state, seat)) + SPIKE_SCORE * rest / side_count(state)


@rule
def gain_of_side(state: Fields, side: int, points: float, out: Reals) -> None:
    """CP 6.5: partners score together."""
    for seat in range(state.players):
        if side_of(state, seat) == side:
            out[seat] += points


@rule
def networks(state: Fields, faced: Matrix) -> tuple[int, int]:
    """CP 2.2: the track in every side's network, and the open squares that it faces: `TALLY_BITS` bits for each side.

    `faced` gets the open squares that each side's network faces, and in row `OPEN` all of them, as bits: a word for each half
    of the board.
    """
    track, ways = 0, 0
    for half in range(2):
        for place in range(HALF):
            square = half * HALF + place
            if state.member[square]:
                if number_at(state, square) == 0:
                    track += TALLY_OF[state.member[square]]
            elif state.tiles[square] == 0:
                faced[OPEN, half] |= 1 << place
                if state.rail[square]:
                    for side in range(SEATS):
                        if state.reach[side, square]:
                            faced[side, half] |= 1 << place
                            ways += 1 << (TALLY_BITS * side)
    return track, ways


@rule
def gap_to_rival(faced: Matrix, side: int, lays: int) -> int:
    """CP 4.1: the fewest tiles on empty squares that join a network with another one; LAYS + 1 if they are more than `lays`."""
    rivals_above, rivals_below = 0, 0
    for other in range(SEATS):
        if other != side:
            rivals_above |= faced[other, 0]
            rivals_below |= faced[other, 1]
    above, below = faced[side, 0], faced[side, 1]
    for step in range(1, lays + 1):
        if above & rivals_above or below & rivals_below:
            return step
        wider_above = next_to(above) | above >> COLUMNS | (below & FIRST_ROW) << (HALF - COLUMNS)
        wider_below = next_to(below) | below >> COLUMNS | above >> (HALF - COLUMNS)
        above, below = (above | wider_above) & faced[OPEN, 0], (below | wider_below) & faced[OPEN, 1]
    return LAYS + 1


@rule
def next_to(squares: int) -> int:
    """The squares to the left and right of some squares, and below them in the same half of the board."""
    return (squares & ~LAST_COLUMN) << 1 | (squares & ~FIRST_COLUMN) >> 1 | (squares << COLUMNS) & HALF_BOARD


@rule
def promise(track: int, ways: int, side: int) -> float:
    """CP 2.2: the worth of a side's track and of the open squares that it faces."""
    tiles, squares = (track >> (TALLY_BITS * side)) & TALLY_MOST, (ways >> (TALLY_BITS * side)) & TALLY_MOST
    return TRACK_WORTH * min(tiles, 12) + WAY_WORTH * min(squares, 8)


@rule
def hand_worth(state: Fields, seat: int) -> float:
    """CP 2, 3.1: track, one city and one terrain tile are useful; further cities and terrain only fill the hand."""
    cities = -1
    for kind in range(CITY2, FOREST):
        cities += state.hand[seat, kind]
    cities += state.hand[seat, START_CITY]
    terrain = state.hand[seat, FOREST] + state.hand[seat, MOUNTAIN]
    return -SPARE_CITY * max(0, cities) - FIRST_TERRAIN * min(1, terrain) - SPARE_TERRAIN * max(0, terrain - 1)


def priors_of_lays() -> LayPriors:
    """CP 2, 3: tiles that join several rails are most likely, then cities and track; 0 for terrain."""
    found = np.zeros((2, len(ARMS), FORMS))
    for standing, rail, form in np.ndindex(*found.shape):
        kind = FORM_KIND[form]
        if kind not in (FOREST, MOUNTAIN):
            prior = CITY if kind >= CITY2 else PLAIN
            if standing and kind != TUNNEL:
                prior = CLEARING
            found[standing, rail, form] = prior + JOINING * (ARMS[rail & FORM_EXITS[form]] - 1)
    return found


LAY_PRIORS: LayPriors = priors_of_lays()
"""The priors of lays by whether terrain stands there, the sides of the square that face rail, and the form."""


@rule
def priors(state: Fields, ids: Ids, count: int, last: int, out: Reals) -> None:
    """Lays that join rails and cities are most likely; tokens and discards are rare."""
    total, done = 0.0, -1
    for index in range(count):
        action = ids[index]
        if action < DISCARD_IDS:
            out[index] = prior_of_lay(state, action // FORMS, action % FORMS)
        elif action == DONE:
            done = index
            out[index] = 0.0
        elif action < DONE:
            out[index] = DISCARDING
        else:
            out[index] = prior_of_other(action)
        total += out[index]
    if done >= 0:
        out[done] = DONE_SHARE * total if total > 0.0 else 1.0


@rule
def prior_of_lay(state: Fields, square: int, form: int) -> float:
    """CP 2, 3: track and cities by the rails that they join, terrain by the networks that it stops."""
    prior = LAY_PRIORS[1 if state.tiles[square] else 0, state.rail[square], form]
    return prior if prior > 0.0 else prior_of_terrain(state, square)


@rule
def prior_of_terrain(state: Fields, square: int) -> float:
    """CP 3.1: terrain keeps rivals from the Golden Spike and closes their ways, and later closes lines to theft."""
    if state.spike:
        return CLOSING
    facing = 0
    for side in range(side_count(state)):
        facing += state.reach[side, square] != 0
    if facing > 1:
        return BLOCKING
    return OWN_TERRAIN if state.reach[side_of(state, state.turn), square] else HINDERING


@rule
def prior_of_other(action: int) -> float:
    """CP 1.4, 5.2, 5.3: redraw rather than keep; tokens are rare, a sacrifice is very rare."""
    if action == REDRAW:
        return 2.0
    if action == STOCK:
        return 0.5
    return 0.01 if action == SACRIFICE else 1.0


@rule
def stage(state: Fields) -> int:
    """CP 5: the seat whose turn it is; nothing laid counts before the turn ends."""
    return int(state.turn)


HEURISTICS = Heuristics(evaluate, priors, stage, exploration=3.2, simulation_share=0.3, stage_is_turn=True)
