"""Markers on the five tracks (four of influence, one of profit and loss), and their stacks."""

from __future__ import annotations

from branchline.games.wensleydale.rules.layout import Fields
from branchline.kernel import rule


@rule
def move_marker(state: Fields, track: int, seat: int, target: int) -> None:
    """LW 3.4: a marker that arrives on an occupied space goes on top of the stack, or under it (`stacking`)."""
    state.marks[track, seat] = target
    place = 0
    while state.stacks[track, place] != seat:
        place += 1
    while place > 0 and comes_before(state, track, target, state.stacks[track, place - 1]):
        state.stacks[track, place] = state.stacks[track, place - 1]
        place -= 1
    while place < state.players - 1 and not comes_before(state, track, target, state.stacks[track, place + 1]):
        state.stacks[track, place] = state.stacks[track, place + 1]
        place += 1
    state.stacks[track, place] = seat


@rule
def comes_before(state: Fields, track: int, target: int, other: int) -> bool:
    """LW 3.4: whether a marker that arrives at `target` comes before another one."""
    mark = state.marks[track, other]
    return mark < target or (mark == target and not state.bottom)


@rule
def gain(state: Fields, kind: int, seat: int, points: int) -> None:
    """LW 1.2, 3.4: points gained at once are one move of the marker; the track has no upper end."""
    if points > 0:
        move_marker(state, kind, seat, state.marks[kind, seat] + points)


@rule
def spend(state: Fields, kind: int, seat: int, points: int) -> None:
    """LW 3.4: points spent at once are one move of the marker."""
    if points > 0:
        move_marker(state, kind, seat, state.marks[kind, seat] - points)
