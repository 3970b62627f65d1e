"""The paragraphs that refusals name: 204 stands for NP 2.4."""

from __future__ import annotations

FULL = 104
"""The city has no room."""
NOT_AN_EXIT, NOT_OPEN, OWN_CUBE_THERE, NO_SUCH_CUBE = 201, 202, 203, 205
"""No track leads there, or the line has been there.  The city takes no cubes, or has one of this colour.  The player holds no
such cube."""
GAME_OVER_POINTS, GAME_OVER_WINS = 402, 403
SEATING = 404
"""A seat is placed when chance does not draw, or something else is done when it does."""
