"""Northern Pacific in a few words."""

from __future__ import annotations

from branchline.games.spec import Card
from branchline.texts import noted

CARD = Card(
    name="northern-pacific",
    title="Northern Pacific",
    short="NP",
    summary=noted("Push one shared railroad west and have your cubes standing where it goes next."),
    designer=noted("Amabel Holland, published as Tom Russell"),
    publishers="Winsome Games, Rio Grande Games",
    goal=noted(
        "Have the most cubes in hand. A cube in a city pays when the railroad comes "
        "there, and is lost if it passes by; points are counted when it reaches Seattle."
    ),
    players=(2, 3, 4, 5, 6),
    aliases=("np",),
    daily=(("order", "shuffled"),),
)
