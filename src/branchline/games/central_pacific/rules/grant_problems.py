"""What is impossible with the limits of Land Grant victims: the part of `problems.py` about CP 5.3."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.hand_problems import most_at_start
from branchline.games.central_pacific.rules.layout import SEATS, TAKE
from branchline.games.central_pacific.rules.limits import most_discards, most_lays


def bad_limits(state: Any, count: int) -> str:
    """CP 5.3: each limited seat lost a tile to the Land Grant of an opponent who has moved since the seat's last turn."""
    limited = [seat for seat in range(SEATS) if state.limited[seat]]
    if any(seat >= state.players for seat in limited):
        return "A Land Grant has hit a seat that does not exist."
    if state.laid > most_lays(state, state.turn) or state.discarded > most_discards(state, state.turn):
        return "The victim of a Land Grant has laid or discarded too many tiles."
    if any(state.hand_size[seat] > most_at_start(state, seat) for seat in limited if seat != state.turn):
        return "The victim of a Land Grant has too many tiles."
    if _granted_now(state) and not any(_side(state, seat) != state.side for seat in limited):
        return "A Land Grant was used in this turn, but nobody lost a tile."
    if not _explained(state, limited, set()):
        return "A seat is limited, but no Land Grant can have hit it."
    return ""


def _side(state: Any, seat: int) -> int:
    return seat % 2 if state.teams else seat


def _granted_now(state: Any) -> bool:
    """Whether the mover has certainly taken a tile in this turn: the Stock Market is unused, or the pool was empty."""
    return bool(state.token_used and state.phase != TAKE and (state.stock[state.side] or state.barred))


def _explained(state: Any, limited: list[int], spent: set[int]) -> bool:
    """Whether each limited seat can have been hit by the Land Grant of another side."""
    if not limited:
        return True
    first, *others = limited
    return any(_explained(state, others, {*spent, side}) for side in _takers(state, first) - spent)


def _takers(state: Any, victim: int) -> set[int]:
    """The sides whose used Land Grant can have hit a seat since its last turn."""
    found = set()
    for step in range(1, state.players):
        seat = (victim + step) % state.players
        side = _side(state, seat)
        if side != _side(state, victim) and not state.grant[side] and (seat != state.turn or _may_have_granted(state)):
            found.add(side)
        if seat == state.turn:
            break
    return found


def _may_have_granted(state: Any) -> bool:
    """Whether the mover can have taken a tile in this turn."""
    return bool(state.token_used and state.phase != TAKE)
