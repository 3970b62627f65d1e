"""The board in the terminal."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

import branchline as bl
from branchline.games.northern_pacific.text.terminal import HEIGHT, WIDTH, terminal
from tests.games.northern_pacific.other_boards import on_map
from tests.games.northern_pacific.test_picture import VARIANTS, positions


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_terminal_shows_every_city_with_its_cubes(players: int, options: dict[str, str]) -> None:
    for state in positions(players, options, seed=3, every=11):
        rows = state.text().split("\n")
        lines = players if "line" in options else 1
        assert max(map(len, rows)) <= WIDTH + 2
        assert len(rows) <= HEIGHT + 6 + 2 * lines + state.fields_view.colours
        assert rows[-1]
        assert all(row == row.rstrip() for row in rows)
        drawing = re.split(r"\n\n(?:Railroad|Line of seat 0)", state.text())[0]
        assert "Also:" not in drawing
        for city in state.game.board.data.cities:
            assert len(re.findall(rf"(?<!\w){re.escape(city)}(?!\w)", drawing)) == 1
        free = drawing.count("·")
        open_cities = sum(not int(state.fields_view.closed) >> city & 1 for city in range(len(state.game.board.data.cities)))
        goal_open = not int(state.fields_view.closed) >> state.game.board.data.goal & 1
        assert free == (open_cities - goal_open) * state.fields_view.capacity - state.fields_view.cubes.sum()


def test_a_crowded_map_lists_the_cities_that_found_no_room(tmp_path: Path) -> None:
    cities = [f"City number {number}" for number in range(40)]
    exits = "\n".join(f'"{city}" = ["{after}"]' for city, after in itertools.pairwise(cities))
    places = "\n".join(f'"{city}" = [0.5, 0.5]' for city in cities)
    head = f'name = "heap"\nstart = "{cities[0]}"\ngoal = "{cities[-1]}"\n'
    path = tmp_path / "heap.toml"
    path.write_text(f'{head}[exits]\n{exits}\n"{cities[-1]}" = []\n[places]\n{places}\n', encoding="utf-8")
    shown = terminal(on_map(bl.game("northern-pacific", players=3).start(), str(path)))
    assert "Also: " in shown
    assert all(city in shown for city in cities)
