"""Every game, player count and option keeps the laws."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest

import branchline as bl
from branchline import testing
from branchline.testing import LawBroken, check_game, settings

pytestmark = pytest.mark.every_way

NAMES = [spec.name for spec in bl.specs()]
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
SAMPLE = [game for name in NAMES for game in settings(name, 3 if PLAIN else 12)]
FURTHER = [game for name in NAMES for game in settings(name, 24) if game not in SAMPLE]
MANY_PLIES, VERY_MANY_PLIES = 2_250_000, 115_000_000
"""About how many plies are played in the search for dead ends: many games where games are short."""


@pytest.mark.parametrize("game", [*SAMPLE, *(pytest.param(game, marks=pytest.mark.slow) for game in FURTHER)], ids=repr)
def test_the_laws(game: bl.Game) -> None:
    check_game(game, games=1, seed=1, thorough=2 if PLAIN else 6)


def play_many(name: str, plies: int) -> None:
    every = settings(name)
    games = plies // bl.game(name).start().play_out(1).ply
    share = -(-games // len(every))
    for number, game in enumerate(every):
        assert bl.simulate(game, share, seed=number, threads=1).games == share


@pytest.mark.skipif(PLAIN, reason="uncompiled, this would take hours")
@pytest.mark.parametrize("name", NAMES)
def test_no_dead_end_in_many_games(name: str) -> None:
    play_many(name, MANY_PLIES)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_dead_end_in_very_many_games(name: str) -> None:
    play_many(name, VERY_MANY_PLIES)


@pytest.mark.skipif(PLAIN, reason="uncompiled, this would take minutes")
def test_the_same_games_on_one_thread_and_on_two() -> None:
    game = bl.game("northern-pacific", 3)
    one, two = bl.simulate(game, 2500, seed=4, threads=1), bl.simulate(game, 2500, seed=4, threads=2)
    assert (one.scores == two.scores).all()
    assert (one.lengths == two.lengths).all()
    assert (one.taken == two.taken).all()


class Spoiled:
    """A game whose engine answers wrongly in one place."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
        self.game = bl.game("northern-pacific", 3)
        engine = self.game.engine
        monkeypatch.setattr(engine, "standings_of", engine._standings_of)  # wrong answers must not be kept for other tests
        for name, change in changes.items():
            monkeypatch.setattr(self.game.engine, name, change)


@pytest.mark.parametrize(
    ("door", "change", "sentence"),
    [
        ("why_not_all", lambda raw, out: out.fill(201), "why_not and legal disagree"),
        ("standings", lambda raw, scores, ranks: ranks.fill(2), "nobody has rank 1"),
        ("weights", lambda raw, out: 2, None),
        ("encode", lambda raw, seat, out: out.fill(float("nan")), "no number"),
    ],
)
def test_a_broken_law_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, door: str, change: Any, sentence: str | None
) -> None:
    game = Spoiled(monkeypatch, **{door: change}).game
    if sentence is None:
        check_game(game, games=1, thorough=6)
        return
    with pytest.raises(LawBroken, match=re.escape(sentence)) as caught:
        check_game(game, games=1)
    assert "northern-pacific" in str(caught.value)


def test_the_export_list_of_the_suite_is_complete() -> None:
    assert all(hasattr(testing, name) for name in testing.__all__)
