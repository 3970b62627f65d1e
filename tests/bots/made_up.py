"""Searches of made-up games, which have rules but no board."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from branchline.bots.tree import TREE_STREAM, SearchTree, max_nodes
from branchline.kernel import bind
from branchline.kernel import search as kernel
from branchline.kernel.heuristics import NO_HEURISTICS
from branchline.kernel.layout import Layout
from branchline.kernel.rng import seeded

MAX_ACTIONS, MAX_LEGAL = 16, 4


def tree_of(
    layout: type[Layout],
    rules: Mapping[str, Any],
    simulations: int,
    fields: Mapping[str, int] | None = None,
    players: int = 2,
    nodes: int = 0,
) -> SearchTree:
    """A search for seat 0 from a position that is 0 but for some fields."""
    raw = np.zeros(layout.dtype.itemsize, np.uint8)
    for name, value in (fields or {}).items():
        raw.view(layout.dtype)[name] = value
    viewed: Any = SimpleNamespace(
        game=SimpleNamespace(players=players, action_count=MAX_ACTIONS, board=SimpleNamespace(max_legal=MAX_LEGAL)),
        heuristics=NO_HEURISTICS,
        search=bind(layout.__name__, layout.__name__.lower(), {"search": kernel.search}, {**rules, "STATE": layout.dtype})[
            "search"
        ],
        raw=raw,
        seat=0,
        stream=seeded,
    )
    tree = SearchTree(viewed, 1, TREE_STREAM, nodes or max_nodes(simulations, players))
    tree.run(simulations)
    return tree
