"""Golden records replay exactly, and cover what they must."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline as bl
from tests.golden import make, make_central_pacific, make_northern_pacific, make_wensleydale
from tests.own_games import OWN_GAMES

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_replays_to_its_result(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = bl.Record.loads(text)
    assert record.state().is_over
    assert record.dumps() == text


def records(game: str) -> list[bl.Record]:
    return [bl.Record.loads(file.read_text(encoding="utf-8")) for file in FILES if file.parent.name == game]


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_records_of_a_game_cover_players_options_and_moves(name: str) -> None:
    found = set().union(*(make.features(record) for record in records(make.folder_of(name))))
    assert make.demanded(name) - found == set()


def test_northern_pacific_covers_every_option_and_move() -> None:
    found = records("northern_pacific")
    assert {record.game.players for record in found} == {2, 3, 4, 5, 6}
    spec = bl.game("northern-pacific").spec
    for option in spec.options:
        assert {record.game.options[option.name] for record in found} >= set(option.values), option.name
    kinds = {kind(move.text) for record in found for move in record.state().history}
    assert kinds == {"extend", "invest", "invest large", "seat"}


def kind(text: str) -> str:
    return "invest large" if text.endswith(" large") else text.split()[0]


def test_northern_pacific_covers_every_way_to_end() -> None:
    """By points after one and three rounds; by two wins; by nine rounds with all ranks 1."""
    ends = set()
    for record in records("northern_pacific"):
        final = record.state()
        if record.game.options["scoring"] == "points":
            ends.add(f"{record.game.options['rounds']} rounds")
        elif max(final.scores) == 2:
            ends.add("two wins")
        else:
            assert final.ranks == [1] * record.game.players
            ends.add("nine rounds")
    assert ends == {"1 rounds", "3 rounds", "two wins", "nine rounds"}


def test_every_golden_file_comes_from_the_list() -> None:
    names = {*make_northern_pacific.GAMES, "nobody-invests-nine-rounds"}
    assert {file.stem for file in FILES if file.parent.name == "northern_pacific"} == names


def test_wensleydale_covers_what_is_demanded() -> None:
    found = set().union(*(make_wensleydale.features(record) for record in records("wensleydale")))
    assert make_wensleydale.DEMANDED - found == set()


def test_central_pacific_covers_what_is_demanded() -> None:
    found = set().union(*(make_central_pacific.features(record) for record in records("central_pacific")))
    assert make_central_pacific.DEMANDED - found == set()
