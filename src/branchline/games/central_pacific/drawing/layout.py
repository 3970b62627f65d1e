"""Where everything stands: the corner of square A1 is the origin, and a square has 100 units."""

from __future__ import annotations

from branchline.games.central_pacific.rules.layout import COLUMNS

CELL: int = 100
SPAN = COLUMNS * CELL
MARGIN = 54
"""Around the squares: the neat line and the coordinates."""
SHELF: int = 164
"""Height of the shelf below the map: hand, pool, Golden Spike."""
WIDTH = SPAN + 2 * MARGIN
HEIGHT = WIDTH + SHELF
"""Of map and shelf, without the panel."""
