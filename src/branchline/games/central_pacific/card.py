"""Central Pacific in a few words."""

from __future__ import annotations

from branchline.games.spec import Card
from branchline.texts import noted

CARD = Card(
    name="central-pacific",
    title="Central Pacific",
    short="CP",
    summary=noted("Lay track between cities, claim the lines, and drive the Golden Spike before your rivals."),
    designer="Steve Jones",
    publishers="Blue Panther",
    goal=noted(
        "Score the most points: for lines with your trains, for cities where all lines are "
        "yours, and ten for the Golden Spike. The game ends when somebody places the last train."
    ),
    players=(2, 3, 4),
    aliases=("cp",),
)
