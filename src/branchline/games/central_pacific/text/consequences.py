"""What became of trains and lines between two positions (section 4): for logs and previews."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.layout import SPIKE_SCORE
from branchline.games.central_pacific.rules.placement import side_of
from branchline.games.central_pacific.text.holdings import side_name
from branchline.games.central_pacific.text.scene import CITIES, Scene, Square, scene_of, square_name
from branchline.kernel import Board
from branchline.texts import count, say

Told = list[tuple[str, str]]
"""Sentences, each with its paragraph."""


def tell_settlement(before: Any, after: Any, board: Board) -> Told:
    """The Golden Spike, and every line whose trains changed."""
    mover = int(side_of(before, before.turn))
    told: Told = []
    if after.spike and not before.spike:
        name = side_name(before, int(after.spike) - 1)
        told.append((say("{player} drives the Golden Spike: {points} points", player=name, points=SPIKE_SCORE), "CP 4.1"))
    if not (before.marks != after.marks).any():
        return told
    scene, markers = scene_of(after, board, None), scene_of(before, board, None).markers
    old = {square: side for square, side in markers.items() if scene.markers.get(square) != side}
    new = {square: side for square, side in scene.markers.items() if markers.get(square) != side}
    seen: set[Square] = set()
    for square in sorted({*old, *new}, key=lambda square: (square[1], square[0])):
        if square not in seen:
            line = scene.line(square)
            seen |= line
            lost = [side for place, side in old.items() if place in line]
            told += _tell_line(after, scene, line, mover, lost, any(place in line for place in new))
    return told


def _tell_line(after: Any, scene: Scene, line: set[Square], mover: int, lost: list[int], placed: bool) -> Told:
    """One line: whose it is now, and who took trains back."""
    name, player = line_name(scene, line), side_name(after, mover)
    owner = next((side for square, side in scene.markers.items() if square in line), None)
    others = sorted({side for side in lost if side != (mover if owner is None else owner)})
    losers = say(" and ").join(side_name(after, side) for side in others)
    if owner is None:
        return [(say("{player} takes trains back from the line {line}", player=losers, line=name), "CP 4.5")] if others else []
    if owner != mover:
        keeper = side_name(after, owner)
        return [(say("{player} keeps the line {line}; other trains return", player=keeper, line=name), "CP 4.6")]
    if others:
        return [(say("{player} takes the line {line} from {others}", player=player, line=name, others=losers), "CP 4.5")]
    if placed and not lost:
        return [(say("{player} claims the line {line}", player=player, line=name), "CP 4.3")]
    grown = count(
        "Lines of {player} grow together to {line}: {n} train returns",
        "Lines of {player} grow together to {line}: {n} trains return",
        len(lost),
        player=player,
        line=name,
    )
    return [(grown, "CP 4.4")]


def line_name(scene: Scene, line: set[Square]) -> str:
    """A line by the cities it joins: `E1–C5`."""
    cities = {beside for square in line for beside in scene.joined(square) if scene.tiles[beside][0] in CITIES}
    return "–".join(square_name(city) for city in sorted(cities, key=lambda square: (square[1], square[0])))
