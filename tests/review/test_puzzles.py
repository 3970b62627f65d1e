"""Puzzles: exactly one move is good, `expert` finds it and `easy` seldom does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import branchline as bl
from branchline.cli.main import command
from branchline.errors import BadRecord
from branchline.review import puzzle_making
from branchline.review.evaluator import SearchEvaluator
from branchline.review.moves import loss_of, value_moves
from branchline.review.puzzle_making import EASY_SHARE, FEWEST_MOVES, GAP, Examiner, Look
from branchline.review.puzzles import Puzzle, shipped
from tests.own_games import OWN_GAMES

LEAST = 7
"""The puzzles that a new site has for each game: one for every day of its first week."""


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_new_site_has_a_puzzle_for_every_day_of_a_week(game: str) -> None:
    found = shipped(game)
    assert len({puzzle.id for puzzle in found}) == len(found) >= LEAST
    for puzzle in found:
        puzzle.check()
        assert puzzle.gap >= GAP
        assert puzzle.easy <= EASY_SHARE
        assert puzzle.line[0] == puzzle.best
        assert len(puzzle.losses) >= FEWEST_MOVES
        assert [move for move, loss in puzzle.losses.items() if loss < GAP] == [puzzle.best]


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_new_search_agrees(game: str) -> None:
    """Smaller searches with another seed find the best move better than the next one."""
    puzzle = shipped(game)[0]
    ids, evaluator = puzzle.core.board.ids, SearchEvaluator(puzzle.core)
    rival = min((move for move in puzzle.losses if move != puzzle.best), key=lambda move: puzzle.losses[move])
    found = value_moves(puzzle.state, [ids[puzzle.best], ids[rival]], evaluator, 1_500, 4, seed=77)
    assert loss_of(found[ids[rival]], found[ids[puzzle.best]], puzzle.actor).loss > GAP / 2


@pytest.mark.slow
@pytest.mark.parametrize("game", OWN_GAMES)
def test_expert_finds_every_puzzle_and_easy_few(game: str) -> None:
    found = shipped(game)
    hits = {"expert": 0, "easy": 0}
    for puzzle in found:
        view = puzzle.state.view(puzzle.actor)
        hits["expert"] += bl.bot("expert", seed=99, simulations=60_000).choose(view) == puzzle.best
        hits["easy"] += sum(bl.bot("easy", seed=seed).choose(view) == puzzle.best for seed in range(100, 110))
    assert hits["expert"] == len(found)
    assert hits["easy"] <= 2 * EASY_SHARE * 10 * len(found)


def test_the_examiner_knows_a_puzzle_and_other_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_making, "LOOKS", (Look(300, 2, -0.02), Look(1_000, 6, 0.0)))
    monkeypatch.setattr(puzzle_making, "EXPERT_SIMULATIONS", 4_000)
    puzzle = min(shipped("northern-pacific"), key=lambda one: one.easy)
    examine = Examiner(puzzle.core, seed=5)
    found = examine(puzzle.state, bl.bot("medium", seed=1).think(puzzle.state.view(puzzle.actor)))
    assert found is not None
    assert (found.moves, found.best, found.id) == (puzzle.moves, puzzle.best, puzzle.id)
    start = puzzle.core.start()
    assert examine(start, bl.bot("medium", seed=1).think(start.view(start.actor))) is None


def test_a_puzzle_is_read_strictly() -> None:
    data = shipped("northern-pacific")[0].to_json()
    assert Puzzle.from_json(json.loads(json.dumps(data))) == shipped("northern-pacific")[0]
    spoilt: list[Any] = [{**data, "more": 1}, {name: data[name] for name in data if name != "best"}, []]
    for wrong in spoilt:
        with pytest.raises(BadRecord, match="A puzzle is an object"):
            Puzzle.from_json(wrong)
    changed = {"rules": 99, "board": "0", "best": "extend Nowhere", "moves": [*data["moves"], "extend Nowhere"], "players": 9}
    for name, value in changed.items():
        with pytest.raises(BadRecord, match="puzzle"):
            Puzzle.from_json({**data, name: value}).check()


def test_the_command_writes_what_it_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, file = shipped("northern-pacific")[0], tmp_path / "puzzles.json"
    asked: list[object] = []

    def made(*given: object) -> list[Puzzle | None]:
        asked.extend(given)
        return [None, puzzle]

    monkeypatch.setattr(puzzle_making, "make", made)
    words = ["puzzles", "np", "--count", "2", "--seed", "4", "--minutes", "1", "--json", str(file)]
    result = CliRunner().invoke(command, words, prog_name="branchline")
    assert result.exit_code == 0, (result.output, result.exception)
    assert puzzle.best in result.output
    assert asked == ["northern-pacific", 2, 4, 60.0]
    assert [Puzzle.from_json(one) for one in json.loads(file.read_text("utf-8"))] == [puzzle]
    monkeypatch.setattr(puzzle_making, "make", lambda *given: [None])
    assert "no puzzle" in CliRunner().invoke(command, ["puzzles", "np"], prog_name="branchline").output
