"""The board for a terminal: box-drawing rails, then hands, tokens and scores."""

from __future__ import annotations

from collections import Counter

from branchline.games.central_pacific.text.scene import CITIES, COLUMNS, FACING, SIZE, Scene, Side, Square, beyond, square_name

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


def board_text(scene: Scene) -> str:
    """The whole text."""
    return "\n".join([*_map(scene), LEGEND, "", *_table(scene)])


def _map(scene: Scene) -> list[str]:
    names = "    " + "".join(f"  {column} " for column in COLUMNS)
    rows = [names.rstrip()]
    for row in range(SIZE + 1):
        rows.append(("    " + "".join(f"  {_down(scene, (column, row))} " for column in range(SIZE))).rstrip())
        if row < SIZE:
            cells = "".join(_across(scene, (column, row)) + _cell(scene, (column, row)) for column in range(SIZE))
            rows.append(f"{row + 1:>3} {cells}{_across(scene, (SIZE, row))} {row + 1}")
    return [*rows, names.rstrip()]


def _down(scene: Scene, square: Square) -> str:
    """What stands on the upper edge of a square."""
    return DOWN[scene.has_rail(beyond(square, "N"), FACING["N"]), scene.has_rail(square, "N")]


def _across(scene: Scene, square: Square) -> str:
    """What stands on the left edge of a square."""
    return ACROSS[scene.has_rail(beyond(square, "W"), FACING["W"]), scene.has_rail(square, "W")]


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


def _table(scene: Scene) -> list[str]:
    taken = [side.letter for side in scene.sides if side.spike]
    spike = f"Golden Spike with {taken[0]}" if taken else "Golden Spike not taken"
    rows = [f"Pool {scene.pool} tiles. {spike}. Homes are cities of {scene.home_number}."]
    if scene.laid:
        rows.append(f"Laid last: {', '.join(square_name(square) for square in sorted(scene.laid, key=_reading))}.")
    for side in scene.sides:
        rows.append(_side_row(scene, side))
    return rows


def _reading(square: Square) -> tuple[int, int]:
    return square[1], square[0]


def _side_row(scene: Scene, side: Side) -> str:
    tokens = [name for name, left in (("Stock Market", side.stock), ("Land Grant", side.grant)) if left]
    hands = [_hand_words(scene, hand.seat, hand.count, hand.kinds) for hand in side.hands]
    trains = f"{side.trains} {'train' if side.trains == 1 else 'trains'}"
    return f"{side.letter}: {side.score} points, {trains}, {', '.join(tokens) or 'no tokens'}; {'; '.join(hands)}."


def _hand_words(scene: Scene, seat: int, count: int, kinds: tuple[str, ...] | None) -> str:
    turn = " (to move)" if seat == scene.actor and not scene.over else ""
    who = f"{scene.seat_name(seat)}{turn} holds"
    if kinds is None:
        return f"{who} {count} {'tile' if count == 1 else 'tiles'}"
    listed = ", ".join(f"{number} {kind}" if number > 1 else kind for kind, number in Counter(kinds).items())
    return f"{who} {listed or 'no tiles'}"
