"""What is impossible in a position: things that got lost, and fields that contradict each other."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from branchline.games.wensleydale.rules.derived_fields import check_derived, constant
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BOXES,
    BUILDING,
    INFLUENCE,
    SET_UP,
    TAKEOVERS,
    TRAINS,
    TURN_END,
    TURNS,
    Fields,
)
from branchline.games.wensleydale.rules.problems_of_map import (
    check_chain,
    check_links,
    check_pieces,
    check_sale,
    check_set_up,
    check_towns,
)
from branchline.games.wensleydale.rules.problems_of_players import (
    check_boxes,
    check_cubes,
    check_orders,
    check_payment,
    check_tracks,
    check_trains,
)
from branchline.kernel import CHANCE, OVER, Board

FIXED_FIELDS = ("players", "bottom", "turns")
"""The fields that the options fix."""


def problems(fields: Any, board: Board) -> list[str]:
    """Sentences on what is impossible.  Each check relies on the checks before it, so the first that fails ends the search."""
    plain = SimpleNamespace(**{name: np.asarray(fields[name]).tolist() for name in Fields.fields})
    if plain.players not in (3, 4) or plain.turns != TURNS[plain.players] or plain.bottom not in (0, 1):
        return [f"{plain.players} players with {plain.turns} turns do not make a game."]
    for check in CHECKS:
        if found := check(plain, board):
            return found
    return []


def check_course(state: Any, board: Board) -> list[str]:
    """LW 1.0, 2.2, 3.1, 5.0, 6.1, 9.0: turn, phase, actor and number of draws fit together."""
    if not 1 <= state.turn <= state.turns or state.phase not in (
        SET_UP,
        INFLUENCE,
        AUCTION,
        BUILDING,
        TRAINS,
        TAKEOVERS,
        TURN_END,
    ):
        return [f"Nobody is asked anything in turn {state.turn}, phase {state.phase}."]
    if (state.phase == SET_UP and state.turn > 1) or (state.phase == TURN_END and state.turn < state.turns):
        return [f"Turn {state.turn} has no phase {state.phase}: the set-up is before all turns, the end after the last."]
    orders = {AUCTION: state.order, BUILDING: state.build_order, TRAINS: state.train_order, TAKEOVERS: state.order}
    if not 0 <= state.place < (state.players if state.phase in orders else 1):
        return [f"There is no place {state.place} in the order."]
    nobody = OVER if state.phase == TURN_END else CHANCE
    asked = orders[state.phase][state.place] if state.phase in orders else nobody
    if state.to_act != asked or (state.phase in orders and not 0 <= asked < state.players):
        return [f"Seat {state.to_act} is not the one to act in phase {state.phase}, place {state.place}."]
    draws = 1 + len(constant(board, "GOODS_DRAWS")) + len(constant(board, "TOWN_DRAWS"))
    if not 0 <= state.drawn < {SET_UP: draws, INFLUENCE: BOXES}.get(state.phase, 1):
        return [f"{state.drawn} draws are too many for phase {state.phase}."]
    return []


CHECKS = (
    check_course,
    check_tracks,
    check_orders,
    check_boxes,
    check_cubes,
    check_links,
    check_towns,
    check_pieces,
    check_set_up,
    check_trains,
    check_payment,
    check_chain,
    check_sale,
    check_derived,
)
