"""Laws of Central Pacific on random games: conformance, conservation, option sweeps, tile mixes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import branchline as bl
from branchline.errors import DataError
from branchline.games.central_pacific.rules.layout import KINDS, START_CITY, TILES, TRAINS
from branchline.games.central_pacific.rules.tile_file import load_tile_mix
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.testing import check_game, check_many, settings

ALL = settings("central-pacific")
SOME = settings("central-pacific", limit=8)


@pytest.mark.parametrize("game", SOME, ids=repr)
def test_the_conformance_suite(game: bl.Game) -> None:
    check_game(game, games=1, thorough=8)


def test_random_games_over_all_options_come_to_an_end() -> None:
    for number, game in enumerate(ALL):
        check_many(game, 5000 // len(ALL) + 1, seed=number)


@pytest.mark.slow
def test_two_hundred_thousand_random_games_come_to_an_end() -> None:
    for number, game in enumerate(ALL):
        check_many(game, 200_000 // len(ALL) + 1, seed=1000 + number)


@pytest.mark.rule("CP 1.2")
@pytest.mark.parametrize("game", SOME, ids=repr)
def test_tiles_and_trains_are_conserved(game: bl.Game) -> None:
    rng = bl.seeded(3)
    state = game.start()
    sides = 2 if game.options["teams"] == "on" else game.players
    mix = np.array(game.board.data.counts)
    while not state.is_over:
        state.play(state.random_move(rng))
        record = state.fields_view
        board = np.array([int((record.tiles == kind + 1).sum()) for kind in range(KINDS)])
        assert (record.pool + record.hand.sum(axis=0) + record.out + board == mix).all()
        assert int(record.pool_size) == int(record.pool.sum())
        assert list(record.hand_size) == list(record.hand.sum(axis=1))
        assert mix.sum() + 1 == TILES
        assert board[START_CITY] >= sides
        for side in range(sides):
            assert record.trains[side] + record.lost[side] + (record.marks == side + 1).sum() == TRAINS
        assert state.ply % 50 or game.spec.rules.problems(record, game.board) == []


@pytest.mark.compiled
@pytest.mark.rule("CP 4.2")
@pytest.mark.parametrize("game", SOME, ids=repr)
def test_after_every_turn_each_line_has_one_train(game: bl.Game) -> None:
    for seed in range(5):
        state, rng = game.start(), bl.seeded(seed)
        turns = 0
        while not state.is_over:
            before = int(state.fields_view.turn)
            state.play(state.random_move(rng))
            if not state.is_over and state.actor >= 0 and int(state.fields_view.turn) != before and turns % 7 == 0:
                assert marks_of_lines(state) <= {1}
            turns += int(state.fields_view.turn) != before


def marks_of_lines(state: bl.State) -> set[int]:
    """How many trains the lines have, found by walking from square to square."""
    record = state.fields_view
    exits = [int(value) for value in record.exits]
    cities = {square for square in range(100) if exits[square] and int(record.tiles[square]) - 1 > 4}
    counts, seen = set(), set(cities)
    for start in range(100):
        if not exits[start] or start in seen:
            continue
        line, touched, waiting = {start}, set(), [start]
        while waiting:
            square = waiting.pop()
            for beside in joined(exits, square):
                if beside in cities:
                    touched.add(beside)
                elif beside not in line:
                    line.add(beside)
                    waiting.append(beside)
        seen |= line
        if len(touched) > 1:
            counts.add(sum(int(record.marks[square]) > 0 for square in line))
    return counts


def joined(exits: list[int], square: int) -> list[int]:
    found = []
    for arm, step in enumerate((-10, 1, 10, -1)):
        on_board = 0 <= square + step < 100 and (arm % 2 == 0 or (square + step) // 10 == square // 10)
        if exits[square] >> arm & 1 and on_board and exits[square + step] >> (arm + 2) % 4 & 1:
            found.append(square + step)
    return found


def write_mix(folder: Path, **changes: object) -> str:
    counts: dict[str, object] = dict(zip(KIND_NAMES, load_tile_mix("standard").counts, strict=True))
    counts.update(changes)
    file = folder / "mix.toml"
    lines = [f"{kind} = {count}" for kind, count in counts.items() if count is not None]
    file.write_text("\n".join(['name = "own"', "[tiles]", *lines]), encoding="utf-8")
    return str(file)


@pytest.mark.rule("CP 1.2")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"straight": 17}, "line 2: 82 tiles with the Golden Spike; the game has 81."),
        ({"tee": -1}, "line 5: The count of tee is not a whole number from 0 on."),
        ({"tee": "true"}, "line 5: The count of tee"),
        ({"cross": None}, "line 2: No count for cross."),
        ({"bridge": 1}, "line 14: There is no kind of tile called bridge."),
        ({"start": 1, "curve": 19}, "line 13: 1 start cities; two homes need 2."),
        ({"city2": 0, "city3": 0, "city4": 0, "curve": 30}, "line 8: There is no city in the pool."),
        ({"tee": "1.5"}, "line 5: The count of tee"),
        ({"tee": "["}, "not valid TOML"),
    ],
)
def test_a_broken_tile_mix_is_refused_with_its_line(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(DataError) as caught:
        load_tile_mix(write_mix(tmp_path, **changes))
    assert message in str(caught.value)


@pytest.mark.compiled
@pytest.mark.rule("CP 1.2")
def test_another_tile_mix_can_be_played(tmp_path: Path) -> None:
    path = write_mix(tmp_path, straight=10, tee=17)
    game = bl.game("cp", 3, tiles=path)
    assert dict(zip([move.text for move in game.start().legal()], game.start().weights(), strict=True))["draw tee"] == 17
    check_game(game, games=1, thorough=4)
    few = write_mix(tmp_path, start=2, tee=13)
    assert bl.game("cp", 4, teams="on", tiles=few).players == 4
    with pytest.raises(bl.BadOption, match="has 2 start cities, but 3 homes"):
        bl.game("cp", 3, tiles=few)
    with pytest.raises(bl.BadOption, match="no tile mix named 'nowhere'"):
        bl.game("cp", 3, tiles="nowhere")


def test_teams_are_for_four() -> None:
    with pytest.raises(bl.BadOption, match="Teams are for 4 players, not 3"):
        bl.game("cp", 3, teams="on")
