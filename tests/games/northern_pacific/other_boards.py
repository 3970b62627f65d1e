"""A small map, and positions on other maps with rules that run as plain Python: nothing has to be compiled."""

from __future__ import annotations

from branchline.core.state import State
from branchline.games import find_spec
from branchline.games.northern_pacific.rules.board import load_board
from branchline.games.position import Position
from branchline.kernel import Engine

LOOP = """name = "loop"
start = "A"
goal = "E"

[exits]
"A" = ["B", "C"]
"B" = ["C", "D"]
"C" = ["B", "D"]
"D" = ["E"]
"E" = []

[places]
A = [1.0, 0.5]
B = [0.7, 0.2]
C = [0.7, 0.8]
D = [0.3, 0.5]
E = [0.0, 0.5]
"""
"""The map for tests that play on another one.  They share it, because every map is compiled for itself, in ten seconds."""


def on_map(state: State, path: str) -> Position:
    """The fields of a position as a position on the map of a file."""
    board = load_board({"map": path})
    engine = Engine(find_spec("northern-pacific").rule_set, board, plain=True)
    return Position(state.fields_view, board, lambda: engine)
