"""What bots are told of terrain: it is a weapon against rivals (CP 3.1)."""

from __future__ import annotations

import numpy as np
import pytest

import branchline as bl
from branchline.kernel.heuristics import NONE
from tests.games.central_pacific.scene import chain, scene, texts

ONE_SQUARE_APART = chain("E1", "E2", "E3", "E4", "E5") | chain("E5", "E6", "E7", "E8", "E9", "E10", "F10")
"""Home E1 and home F10 have lines to E4 and E6; one tile on E5 joins them."""


def priors(state: bl.State) -> dict[str, float]:
    """The prior of every legal move."""
    heuristics = state.game.spec.heuristics
    assert heuristics is not None
    found, ids = np.zeros(len(texts(state))), np.array(state.ids(), np.int64)
    heuristics.priors(state.fields_view, ids, len(ids), NONE, found)
    return dict(zip(texts(state), found.tolist(), strict=True))


@pytest.mark.every_way
def test_terrain_is_likely_where_it_meets_rivals() -> None:
    """Most of all where a rival could join two homes; hardly beside one's own network alone."""
    found = priors(scene(ONE_SQUARE_APART, [["forest"], ["straight"]]))
    between, rivals, own = found["lay E5 forest"], found["lay G10 forest"], found["lay D1 forest"]
    assert between > rivals > own > 0


@pytest.mark.every_way
def test_terrain_beside_ones_own_rails_protects_them_after_the_spike() -> None:
    before, after = (priors(scene(ONE_SQUARE_APART, [["forest"], ["straight"]], spike=spike)) for spike in (None, 0))
    assert after["lay D1 forest"] > before["lay D1 forest"]


@pytest.mark.parametrize("seed", range(3))
def test_search_keeps_a_rival_from_the_spike_by_terrain(seed: int) -> None:
    """The rival needs one straight on E5.  The bot holds nothing that fits there but a forest, and can draw nothing else."""
    hands = [["forest", "curve", "curve", "curve", "curve"], ["straight"] * 5]
    state = scene(ONE_SQUARE_APART, hands, used=("stock", "grant"), trains={0: 6})
    bot, chosen = bl.bot("medium", seed, simulations=300), []
    while state.actor == 0:
        chosen.append(bot.choose(state.view(0)))
        state.play(chosen[-1])
    assert "lay E5 forest" in chosen
