"""What is kept in memory for one reader's language is not given to a reader of another one."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import Any

import pytest

import branchline as bl
from branchline.texts import LANGUAGES, speaking
from tests.own_games import OWN_GAMES


def forget() -> None:
    """Empty every cache of drawings and words."""
    for kept in gc.get_objects():
        if type(kept) is _lru_cache_wrapper and str(kept.__module__).startswith(("branchline.games", "branchline.learn")):
            kept.cache_clear()


def positions(name: str) -> Iterator[bl.State]:
    state, rng = bl.game(name, 3).start(), bl.seeded(5)
    while not state.is_over:
        if state.ply % 25 == 0 and not state.is_chance:
            yield state.copy()
        state.push(state.random_move(rng).id)
    yield state


def said(states: list[bl.State], language: str) -> list[Any]:
    """Everything that people see of some positions."""
    found: list[Any] = []
    for state in states:
        spec = state.game.spec
        with speaking(language):
            found += [state.svg(0), state.svg(), state.layers(1), state.view(0, log=False)["todo"], state.score_sheet()]
            found += [state.tell(move, 0) for move in state.legal()[:8]]
            found += [
                (overlay.draw(state.position, 0), overlay.label(state.position)) for overlay in spec.drawing.overlays.values()
            ]
    return found


@pytest.mark.parametrize("name", OWN_GAMES)
def test_languages_do_not_mix(name: str) -> None:
    states = list(positions(name))[:8]
    alone = {}
    for language in LANGUAGES:
        forget()
        alone[language] = said(states, language)
    assert alone["de"] != alone["en"]
    for language in LANGUAGES:  # what is in memory now is of the language before
        assert said(states, language) == alone[language]
    forget()
    for language in reversed(LANGUAGES):
        assert said(states, language) == alone[language]
