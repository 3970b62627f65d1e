"""What bots know of Central Pacific: the score if the turn ended now, the worth of loose track, and natural moves."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from branchline.games.central_pacific.board import DISCARD_IDS, DONE, FORM_EXITS, FORM_KIND, FORMS, REDRAW, SACRIFICE, STOCK
from branchline.games.central_pacific.claiming import settle_lines
from branchline.games.central_pacific.fitting import number_at
from branchline.games.central_pacific.placement import side_of, tiles_used
from branchline.games.central_pacific.scoring import score
from branchline.games.central_pacific.state import (
    CITY2,
    FOREST,
    HAND,
    LAST_TRAIN,
    LAY,
    MOUNTAIN,
    SQUARES,
    TRAINS,
    TUNNEL,
    Position,
)
from branchline.kernel import Judgement, rule
from branchline.kernel.contract import Ids, Numbers
from branchline.kernel.judgement import Reals

RECORD: np.dtype[Any] = Position.dtype
Twins: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]
ARMS = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
"""Exits in a set of exits."""
SPREAD_LATE, SPREAD_EARLY = 3.0, 9.0
"""The decisive lead when the last train goes on the board, and when the first does."""
TRACK_WORTH, WAY_WORTH = 0.22, 0.12
"""Points that a track tile in no line yet may bring, and an open square that the network faces."""
CITY_IN_HAND, HAND_WORTH = 0.5, 0.15
TOKEN_WORTH, TRAIN_WORTH = 1.0, 4.0
"""A token not yet used; a train given up."""
JOINING, CITY, PLAIN, CLEARING, TERRAIN = 6.0, 3.0, 1.0, 0.3, 0.05
DONE_SHARE = 0.25
"""Share of the other likings that `done` has after a lay."""


@rule
def evaluate(state: Position, out: Reals) -> float:
    """CP 4, 6: the score as if the turn and the game ended now, and what loose track, open ways and hands promise."""
    twins = np.empty(1, RECORD)
    twins[0] = state
    points = np.zeros(state.players, np.int64)
    score_at_once(twins, points)
    fewest = TRAINS
    for seat in range(state.players):
        side = side_of(state, seat)
        fewest = min(fewest, int(state.trains[side] + state.lost[side]))
        out[seat] = points[seat]
        if not state.over:
            out[seat] += promise(state, side) + hand_worth(state, seat) + TOKEN_WORTH * (state.stock[side] + state.grant[side])
            out[seat] -= TRAIN_WORTH * state.lost[side]
    return SPREAD_LATE + (SPREAD_EARLY - SPREAD_LATE) * fewest / TRAINS


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
def promise(state: Position, side: int) -> float:
    """CP 2.2: track in the network, and open squares it faces."""
    track, ways = 0, 0
    for square in range(SQUARES):
        if (state.member[square] >> side) & 1 and number_at(state, square) == 0:
            track += 1
        if state.exits[square] == 0 and state.reach[side, square]:
            ways += 1
    return TRACK_WORTH * min(track, 12) + WAY_WORTH * min(ways, 10)


@rule
def hand_worth(state: Position, seat: int) -> float:
    """CP 2: tiles to build with, above all a city to end the next line."""
    cities, track = 0, 0
    for kind in range(len(state.pool)):
        if CITY2 <= kind < FOREST:
            cities += state.hand[seat, kind]
        elif kind < CITY2:
            track += state.hand[seat, kind]
    return (CITY_IN_HAND if cities else 0.0) + HAND_WORTH * min(track, HAND - 1)


@rule
def prefer(state: Position, ids: Ids, count: int, out: Reals) -> None:
    """Join rails, build cities, go on laying; tokens, discards and terrain seldom."""
    total, done = 0.0, -1
    for index in range(count):
        action = ids[index]
        if action < DISCARD_IDS:
            out[index] = liking_to_lay(state, action // FORMS, action % FORMS)
        elif action == DONE:
            done = index
            out[index] = 0.0
        elif action < DONE:
            out[index] = TERRAIN
        else:
            out[index] = liking_of_rest(action)
        total += out[index]
    if done >= 0:
        out[done] = DONE_SHARE * total if total > 0.0 else 1.0


@rule
def liking_to_lay(state: Position, square: int, form: int) -> float:
    """CP 2, 3: tiles that join several rails first, then cities and plain track; terrain and clearings last."""
    kind = FORM_KIND[form]
    if kind in (FOREST, MOUNTAIN):
        return TERRAIN
    joins = ARMS[state.rail[square] & FORM_EXITS[form]]
    liking = CITY if kind >= CITY2 else PLAIN
    if kind != TUNNEL and tiles_used(state, square, kind) > 1:
        liking = CLEARING
    return liking + JOINING * (joins - 1)


@rule
def liking_of_rest(action: int) -> float:
    """CP 1.4, 5.2, 5.3: redraw rather than keep, tokens now and then, a sacrifice hardly ever."""
    if action == REDRAW:
        return 2.0
    if action == STOCK:
        return 0.5
    return 0.01 if action == SACRIFICE else 1.0


@rule
def stage(state: Position) -> int:
    """CP 5: a turn; before its end nothing that was laid counts."""
    return int(state.turn)


JUDGEMENT = Judgement(evaluate, prefer, stage)
