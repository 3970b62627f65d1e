"""The odds that a line comes to each city."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import branchline as bl
from branchline.games.northern_pacific.drawing import odds
from branchline.games.northern_pacific.rules import visit_odds
from branchline.games.northern_pacific.rules.board import load_board
from branchline.games.northern_pacific.rules.map_file import load_map
from branchline.games.northern_pacific.rules.visit_odds import counted_odds, exact_odds, odds_of_visits, random_walk
from branchline.texts import speaking


def test_exact_odds_are_those_of_the_map_report() -> None:
    map_, state = load_map("standard"), bl.game("northern-pacific", players=3).start()
    _, known = random_walk(map_)
    assert odds_of_visits(state.fields_view, map_) == pytest.approx([known[city] for city in map_.cities])


def test_odds_from_the_middle_follow_the_line() -> None:
    state = bl.game("northern-pacific", players=3).replay(f"extend {city}" for city in ("Fargo", "Minot", "Glasgow", "Chinook"))
    map_ = state.game.board.data
    found = dict(zip(map_.cities, odds_of_visits(state.fields_view, map_), strict=True))
    assert found["Casper"] == 0
    assert found["Fargo"] == 1
    assert found["Seattle"] == pytest.approx(1)
    # Chinook: Shelby or Great Falls; Shelby: Great Falls one time in three; Great Falls leads back to Shelby one time in three.
    assert found["Great Falls"] == pytest.approx(1 / 2 + 1 / 2 / 3)
    assert found["Shelby"] == pytest.approx(1 / 2 + 1 / 2 / 3)


def test_counted_odds_come_near_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    map_ = load_map("standard")
    exact = exact_odds(map_, map_.start, 1 << map_.start)
    counted = counted_odds(map_, ((map_.start, 1 << map_.start),), 1 << map_.start)
    error = 4 * (0.25 / visit_odds.ROUNDS) ** 0.5
    assert counted == pytest.approx(exact, abs=error)


def test_a_map_with_too_many_ways_gets_counted_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bl.game("northern-pacific", players=3).start()
    monkeypatch.setattr(visit_odds, "MAX_WAYS", 3)
    exact_odds.cache_clear()
    try:
        assert "counted in 400 random rounds" in odds.label(state.position)
        assert odds_of_visits(state.fields_view, state.game.board.data)[state.game.board.data.goal] == 1
    finally:
        exact_odds.cache_clear()


def test_with_own_lines_more_lines_come_to_more_cities() -> None:
    game = bl.game("northern-pacific", players=4, line="own")
    state, map_ = game.start(), game.board.data
    alone, together = exact_odds(map_, map_.start, 1 << map_.start), odds_of_visits(state.fields_view, map_)
    assert sum(together) > sum(alone) + 2
    assert odds_of_visits(state.fields_view, map_) == together
    assert "everybody extends" in odds.label(state.position)


def test_the_overlay_has_a_badge_for_every_open_city() -> None:
    state = bl.game("northern-pacific", players=3).replay(["extend Fargo", "extend Minot"])
    drawn = odds.draw(state.position, None)
    assert len(re.findall(r'class="np-badge[ "]', drawn)) == len(re.findall(r'class="np-percent ', drawn)) == 25 - 2 - 2
    with speaking("de"):
        assert odds.label(state.position).startswith("Chance, dass die Strecke")


def test_nothing_is_drawn_between_rounds_and_at_the_end() -> None:
    state = bl.game("northern-pacific", players=3, order="shuffled").start()
    assert odds.draw(state.position, None) == ""
    state.play_out(1)
    assert odds.draw(state.position, None) == ""


def test_odds_on_another_map(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(
        'name = "short"\nstart = "A"\ngoal = "D"\n[exits]\nA = ["B", "C"]\nB = ["C", "D"]\nC = ["D"]\nD = []\n'
        "[places]\nA = [1, 0.5]\nB = [0.6, 0]\nC = [0.6, 1]\nD = [0, 0.5]\n",
        encoding="utf-8",
    )
    map_ = load_board({"map": str(file)}).data
    assert exact_odds(map_, 0, 1) == (1, 0.5, 0.75, 1)
