"""The packages of games that are installed, by the entry points of the group `branchline.games`.

An entry point has the name of a game and the name of its package.  This stands below everything else, because texts are
found in these packages too.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

GROUP = "branchline.games"
OUR_OWN = ("northern-pacific", "central-pacific", "last-train-to-wensleydale")
"""These come first in lists, in this order; others follow by name."""


@cache
def packages() -> dict[str, str]:
    """Every game's name and the package it is in, in the order of lists."""
    found = {point.name: point.value for point in entry_points(group=GROUP)}
    return {name: found[name] for name in (*OUR_OWN, *sorted(set(found) - set(OUR_OWN))) if name in found}
