"""Last Train to Wensleydale in a few words."""

from __future__ import annotations

from branchline.games.spec import Card
from branchline.texts import noted

CARD = Card(
    name="last-train-to-wensleydale",
    title="Last Train to Wensleydale",
    short="LW",
    summary=noted("Win influence, build through the Dales, carry stone, cheese and passengers, and sell your track in time."),
    designer="Martin Wallace",
    publishers="Treefrog Games",
    goal=noted(
        "Score the most points: for what your trains carry, for sets of all four goods "
        "and for profit. Track that you still own at the end costs points, so sell it in time."
    ),
    players=(3, 4),
    aliases=("wensleydale", "lw"),
)
