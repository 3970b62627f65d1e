"""Changes are animated for a moment, and not at all for who has asked for less motion."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.browser.conftest import Person
from tests.browser.playing import move_once, my_turn
from tests.browser.test_games import open_table
from tests.own_games import SEATED

COUNT = """() => {
  window.moved = 0;
  const look = () => { window.moved = Math.max(window.moved, document.getAnimations().length); requestAnimationFrame(look); };
  look();
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until everything that has begun by now has been looked at."""


@pytest.mark.parametrize(
    ("game", "moving"),
    [
        *((game, True) for game in SEATED),
        *(pytest.param(game, False, marks=pytest.mark.slow if number else ()) for number, game in enumerate(SEATED)),
    ],
)
def test_motion(visitor: Callable[..., Person], game: str, moving: bool) -> None:
    ann = visitor(moving=moving)
    open_table(ann, game, SEATED[game], ["me", *["bot-easy"] * (SEATED[game] - 1)])
    my_turn(ann.page)
    ann.page.evaluate(COUNT)
    move_once(ann.page, random.Random(1))
    if moving:
        ann.page.wait_for_function("() => window.moved")
    else:
        my_turn(ann.page)
        ann.page.evaluate(TWO_FRAMES)
        assert not ann.page.evaluate("() => window.moved")
    ann.page.wait_for_function("() => document.getAnimations().length === 0", timeout=20_000)
