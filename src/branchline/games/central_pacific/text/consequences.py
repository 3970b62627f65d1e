"""What follows by itself when a turn of laying ends: the Golden Spike, and the lines whose trains changed (section 4)."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.layout import SPIKE_SCORE
from branchline.games.central_pacific.rules.sides import side_of
from branchline.games.central_pacific.text.names import side_name
from branchline.games.central_pacific.text.scene import Square, line_at, markers, name_at, reading_order
from branchline.games.position import Position
from branchline.games.spec import Told
from branchline.texts import count, say


def tell_consequences(before: Position, after: Position) -> Told:
    """The Golden Spike, and every line whose trains changed between two positions."""
    told: Told = []
    if after.fields.spike and not before.fields.spike:
        name = side_name(before.fields, int(after.fields.spike) - 1)
        told.append((say("{player} drives the Golden Spike: {points} points", player=name, points=SPIKE_SCORE), "CP 4.1"))
    if (before.fields.marks != after.fields.marks).any():
        told += _tell_lines(before, after)
    return told


def _tell_lines(before: Position, after: Position) -> Told:
    """The changed lines in the order of their first changed squares."""
    told: Told = []
    mover = int(side_of(before.fields, before.fields.turn))
    was, now = markers(before.fields), markers(after.fields)
    old = {square: side for square, side in was.items() if now.get(square) != side}
    new = {square: side for square, side in now.items() if was.get(square) != side}
    seen: set[Square] = set()
    for square in sorted({*old, *new}, key=reading_order):
        if square not in seen:
            line, cities = line_at(after, square)
            seen |= line
            owner = next((side for place, side in now.items() if place in line), None)
            lost = [side for place, side in old.items() if place in line]
            placed = any(place in line for place in new)
            told += _tell_line(after.fields, line_name(cities), mover, owner, lost, placed)
    return told


def _tell_line(fields: Any, line: str, mover: int, owner: int | None, lost: list[int], placed: bool) -> Told:
    """One line: its owner now, and the sides that took trains back."""
    player = side_name(fields, mover)
    others = sorted({side for side in lost if side != (mover if owner is None else owner)})
    losers = say(" and ").join(side_name(fields, side) for side in others)
    if owner is None:
        return [(say("{player} takes trains back from the line {line}", player=losers, line=line), "CP 4.5")] if others else []
    if owner != mover:
        keeper = side_name(fields, owner)
        return [(say("{player} keeps the line {line}; other trains return", player=keeper, line=line), "CP 4.6")]
    if others:
        return [(say("{player} takes the line {line} from {others}", player=player, line=line, others=losers), "CP 4.5")]
    if placed and not lost:
        return [(say("{player} claims the line {line}", player=player, line=line), "CP 4.3")]
    grown = count(
        "Lines of {player} grow together to {line}: {n} train returns",
        "Lines of {player} grow together to {line}: {n} trains return",
        len(lost),
        player=player,
        line=line,
    )
    return [(grown, "CP 4.4")]


def line_name(cities: set[Square]) -> str:
    """A line by the cities it joins: `E1–C5`."""
    return "–".join(name_at(city) for city in sorted(cities, key=reading_order))
