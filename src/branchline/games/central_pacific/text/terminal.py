"""The board for a terminal: box-drawing rails, then hands, tokens and scores."""

from __future__ import annotations

from collections import Counter

from branchline.games.central_pacific.rules.board import COLUMN_NAMES
from branchline.games.central_pacific.rules.layout import COLUMNS, ROWS, VICTIM_LAYS
from branchline.games.central_pacific.text.names import seat_letter
from branchline.games.central_pacific.text.scene import (
    CITIES,
    Hand,
    Scene,
    Side,
    Square,
    name_at,
    reading_order,
    scene_of,
)
from branchline.games.position import Position

STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}

RAILS = {
    "NS": "│", "EW": "─", "NE": "└", "ES": "┌", "SW": "┐", "NW": "┘",
    "NES": "├", "NEW": "┴", "NSW": "┤", "ESW": "┬", "NESW": "┼",
}  # fmt: skip
"""A track tile by its exits."""
ACROSS = {(True, True): "─", (True, False): "╴", (False, True): "╶", (False, False): " "}
"""Between two squares side by side: rail from the west one, rail from the east one."""
DOWN = {(True, True): "│", (True, False): "╵", (False, True): "╷", (False, False): " "}
"""Between two squares one above the other: rail from the upper one, rail from the lower one."""
LEGEND = "[A] home  (3) city  {2} start city  ─A─ train  )─( tunnel  ♣♣♣ forest  /^\\ mountain  · empty"


def terminal(position: Position) -> str:
    """The board, then a row for each side with the hands that the position does not hide."""
    scene = scene_of(position, None)
    return "\n".join([*_map(scene), LEGEND, "", *_rows(scene)])


def _map(scene: Scene) -> list[str]:
    names = "    " + "".join(f"  {column} " for column in COLUMN_NAMES)
    rows = [names.rstrip()]
    for row in range(ROWS + 1):
        rows.append(("    " + "".join(f"  {_down(scene, (column, row))} " for column in range(COLUMNS))).rstrip())
        if row < ROWS:
            cells = "".join(_across(scene, (column, row)) + _cell(scene, (column, row)) for column in range(COLUMNS))
            rows.append(f"{row + 1:>3} {cells}{_across(scene, (COLUMNS, row))} {row + 1}")
    return [*rows, names.rstrip()]


def _down(scene: Scene, square: Square) -> str:
    """What stands on the upper edge of a square."""
    return DOWN[_has_rail(scene, _beyond(square, "N"), FACING["N"]), _has_rail(scene, square, "N")]


def _across(scene: Scene, square: Square) -> str:
    """What stands on the left edge of a square."""
    return ACROSS[_has_rail(scene, _beyond(square, "W"), FACING["W"]), _has_rail(scene, square, "W")]


def _has_rail(scene: Scene, square: Square, side: str) -> bool:
    return square in scene.tiles and side in scene.tiles[square][1]


def _beyond(square: Square, side: str) -> Square:
    """The next square on a side, on the board or off it."""
    return square[0] + STEP[side][0], square[1] + STEP[side][1]


def _cell(scene: Scene, square: Square) -> str:
    """Three characters for a square."""
    if square not in scene.tiles:
        return " · "
    kind, exits = scene.tiles[square]
    if kind in CITIES:
        return _city(scene, square, kind)
    if kind in ("forest", "mountain"):
        return "♣♣♣" if kind == "forest" else "/^\\"
    west, east = ("─" if side in exits else " " for side in "WE")
    if square in scene.markers:
        return west + scene.sides[scene.markers[square]].letter + east
    if kind == "tunnel":
        return ")─(" if exits == "EW" else ")│("
    return west + RAILS[exits] + east


def _city(scene: Scene, square: Square, kind: str) -> str:
    if square in scene.homes:
        return f"[{scene.sides[scene.homes[square]].letter}]"
    return f"{{{scene.home_number}}}" if kind == "start" else f"({kind[-1]})"


def _rows(scene: Scene) -> list[str]:
    taken = [side.letter for side in scene.sides if side.spike]
    spike = f"Golden Spike with {taken[0]}" if taken else "Golden Spike not taken"
    rows = [f"Pool {scene.pool} tiles. {spike}. Homes are cities of {scene.home_number}."]
    if scene.laid:
        rows.append(f"Laid last: {', '.join(name_at(square) for square in sorted(scene.laid, key=reading_order))}.")
    for side in scene.sides:
        rows.append(_side_row(scene, side))
    return rows


def _side_row(scene: Scene, side: Side) -> str:
    tokens = [name for name, left in (("Stock Market", side.stock), ("Land Grant", side.grant)) if left]
    hands = [_hand_words(scene, hand) for hand in side.hands]
    trains = f"{side.trains} {'train' if side.trains == 1 else 'trains'}"
    return f"{side.letter}: {side.score} points, {trains}, {', '.join(tokens) or 'no tokens'}; {'; '.join(hands)}."


def _hand_words(scene: Scene, hand: Hand) -> str:
    turn = " (to move)" if hand.seat == scene.actor and not scene.over else ""
    subject = f"{seat_letter(hand.seat, scene.teams)}{turn} holds"
    limit = f" (Land Grant: lays and discards at most {VICTIM_LAYS})" if hand.limited else ""
    if hand.kinds is None:
        return f"{subject} {hand.count} {'tile' if hand.count == 1 else 'tiles'}{limit}"
    listed = ", ".join(f"{number} {kind}" if number > 1 else kind for kind, number in Counter(hand.kinds).items())
    return f"{subject} {listed or 'no tiles'}{limit}"
