"""The same chance for every rotation of a deal."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline.arena.chance import Chance

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("northern-pacific", 4, {"order": "shuffled"}),
    ("last-train-to-wensleydale", 3, {}),
    ("central-pacific", 2, {}),
]


def draws(game: bl.Game, chance: int, decisions: int) -> dict[str, list[str]]:
    """The draws of a random game, by kind."""
    state, source, rng = game.start(), Chance(chance), bl.seeded(decisions)
    found: dict[str, list[str]] = {}
    while not state.is_over:
        move = source.draw(state) if state.is_chance else state.random_move(rng)
        if state.is_chance:
            found.setdefault(move.text.split()[0], []).append(move.text)
        state.push(move.id)
    return found


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_draws_do_not_depend_on_decisions_as_far_as_the_bag_does_not(name: str, players: int, options: dict[str, Any]) -> None:
    game = bl.game(name, players, **options)
    first, second, other = draws(game, 5, 1), draws(game, 5, 2), draws(game, 6, 1)
    assert first != other
    for kind in first:
        both = list(zip(first[kind], second[kind], strict=False))
        alike = next((count for count, (one, two) in enumerate(both) if one != two), len(both))
        # In Central Pacific decisions put tiles back and choose what is drawn from: there the beginning is alike.
        least = len(both) if name != "central-pacific" else {"draw": 6, "first": 1, "take": 0}[kind]
        assert alike >= least, (kind, alike)
    assert draws(game, 5, 1) == first


def test_outcomes_have_their_weights() -> None:
    game = bl.game("last-train-to-wensleydale", 3)
    firsts = [Chance(seed).draw(game.start()).text for seed in range(600)]
    assert all(150 < firsts.count(f"first {seat}") < 250 for seat in range(3))
