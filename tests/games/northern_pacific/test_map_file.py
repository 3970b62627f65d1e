"""Maps: what is refused, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline as bl
from branchline.errors import DataError
from branchline.games.northern_pacific.rules.map_file import load_map, standard
from branchline.games.northern_pacific.rules.visit_odds import random_walk, routes
from tests.games.northern_pacific.other_boards import LOOP


def write(folder: Path, text: str) -> str:
    file = folder / "map.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"D" = ["E"]', '"D" = ["F"]', "line 9: D has an exit to the unknown city F."),
        ('"D" = ["E"]', '"D" = []', "line 9: D is a sink"),
        ('"E" = []', '"E" = []\n"F" = ["E"]', "F has no place"),
        ('goal = "E"', 'goal = "Q"', "line 3: goal names the unknown city Q."),
        ('goal = "E"', 'goal = "A"', "line 3: start and goal are the same city."),
        ("A = [1.0, 0.5]", "A = [1.5, 0.5]", "line 13: The place of A is off the board"),
        ("A = [1.0, 0.5]", "A = [1.0]", "line 13: A has no place of two numbers."),
        ("E = [0.0, 0.5]", "E = [0.0, 0.5]\nQ = [0, 0]", "line 18: places names the unknown city Q."),
        ('"A" = ["B", "C"]', '"A" = ["B", "B"]', "line 6: A lists the exit B twice"),
        ('"A" = ["B", "C"]', '"A" = "B"', "line 6: The exits of A are not a list"),
        ("[exits]", "[counts]\ncities = 7\n[exits]", "line 6: counts says 7 cities, the exits make 5."),
        ('"B" = ["C", "D"]', '"B" = ["C"]', "line 7: A line can get stuck in B: A – C – B (NP 2.4)."),
        ('"C" = ["B", "D"]', '"C" = ["B"]', "line 8: A line can get stuck in C: A – B – C (NP 2.4)."),
        ('"A" = ["B", "C"]', '"A" = ["B"]', None),
        ('name = "loop"', 'name = "lo\\nop"', "line 1: A map cannot be called 'lo\\nop': its name is one line."),
        ('"D" = ["E"]', '"D\\nE" = ["E"]', "A city cannot be called 'D\\nE': its name is one line with single blanks."),
        ('name = "loop"', "name = 7", "line 1: name is missing or not a text."),
        ('name = "loop"', "name = ", "not valid TOML"),
        ('"D" = ["E"]', '"d" = ["E"]\n"D" = ["E"]', "cannot be told apart"),
    ],
)
def test_a_broken_map_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str | None) -> None:
    assert old in LOOP
    path = write(tmp_path, LOOP.replace(old, new, 1))
    if message is None:
        load_map(path)
        return
    with pytest.raises(DataError) as caught:
        load_map(path)
    assert message in str(caught.value)
    assert path in str(caught.value)
    with pytest.raises(bl.BadOption):
        bl.game("northern-pacific", 3, map=path)


def test_a_city_off_every_way_is_refused(tmp_path: Path) -> None:
    text = LOOP.replace('"E" = []', '"E" = []\n"F" = ["E"]').replace("[places]", "[places]\nF = [0.5, 0.5]")
    with pytest.raises(DataError, match="F cannot be reached from A"):
        load_map(write(tmp_path, text))


def test_an_unreachable_goal_is_refused(tmp_path: Path) -> None:
    text = LOOP.replace('"D" = ["E"]', '"D" = ["B"]')
    with pytest.raises(DataError, match="no way leads to E"):
        load_map(write(tmp_path, text))


def test_missing_files_and_unknown_names() -> None:
    with pytest.raises(bl.BadOption, match=r"There is no map named 'narnia'. hint: known: standard"):
        bl.game("np", 3, map="narnia")
    with pytest.raises(bl.BadOption, match="There is no map file"):
        bl.game("np", 3, map="no/such/file.toml")


def test_a_users_map_can_be_played(tmp_path: Path) -> None:
    game = bl.game("northern-pacific", 4, map=write(tmp_path, LOOP))
    assert {move.text for move in game.start().legal() if "extend" in move.text} == {"extend B", "extend C"}
    state = game.start().play_out(5)
    assert state.is_over
    record = bl.Record.of(state)
    assert bl.Record.loads(record.dumps()) == record


def test_another_map_does_not_disturb_the_standard_one(tmp_path: Path) -> None:
    before = bl.game("northern-pacific", 4).start().play_out(1).actions
    bl.game("northern-pacific", 4, map=write(tmp_path, LOOP)).start().play_out(1)
    assert bl.game("northern-pacific", 4).start().play_out(1).actions == before


def test_known_routes() -> None:
    lengths = [len(route) - 1 for route in routes(standard())]
    assert len(lengths) == 4680
    by_length = {7: 12, 8: 103, 9: 399, 10: 888, 11: 1225, 12: 1094, 13: 647, 14: 249, 15: 57, 16: 6}
    assert {length: lengths.count(length) for length in sorted(set(lengths))} == by_length


def test_known_odds_of_random_exits() -> None:
    mean, odds = random_walk(standard())
    assert mean == pytest.approx(10.118, abs=0.0005)
    known = {"Lewiston": 0.829, "Great Falls": 0.821, "Richland": 0.664, "Terry": 0.620, "Minot": 0.516}
    known |= {"Spokane": 0.500, "Casper": 0.104}
    for city, chance in known.items():
        assert odds[city] == pytest.approx(chance, abs=0.0006), city
