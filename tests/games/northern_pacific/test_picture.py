"""The board as a picture."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

import branchline as bl
from branchline.core.state import State
from branchline.errors import BadOption, BadPosition
from branchline.games.drawing import SEAT_LETTERS, SEAT_NAMES, picture
from branchline.games.northern_pacific.drawing.layout import Box, layout_of
from branchline.games.northern_pacific.rules.board import load_board
from branchline.games.northern_pacific.rules.layout import way
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.rules.map_file import load_map
from tests.games.northern_pacific.other_boards import on_map

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]
PLAIN = """
name = "plain"
title = "A <small> & plain map"
start = "East"
goal = "West"
{more}
[exits]
"East" = ["Hill & Dale", "Low <Town>"]
"Hill & Dale" = ["Low <Town>", "West"]
"Low <Town>" = ["Hill & Dale", "West"]
"West" = []
[places]
"East" = [1.0, 0.5]
"Hill & Dale" = [0.5, 0.0]
"Low <Town>" = [0.5, 1.0]
"West" = [0.0, 0.5]
"""
VARIANTS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (2, {"duo": "plain"}),
    (3, {"scoring": "wins"}),
    (4, {"order": "shuffled"}),
    (5, {"cubes_per_city": "many"}),
    (6, {}),
    (4, {"line": "own"}),
    (6, {"line": "own", "cubes_per_city": "many"}),
]


def plain_map(folder: Path, more: str = "", tail: str = "") -> str:
    path = folder / "plain.toml"
    path.write_text(PLAIN.format(more=more) + tail, encoding="utf-8")
    return str(path)


def positions(players: int, options: dict[str, str], seed: int = 0, every: int = 7) -> list[State]:
    """Some positions of a random game, the first and the last included."""
    state = bl.game("northern-pacific", players=players, **options).start()
    rng, found = bl.seeded(seed), [state.copy()]
    while not state.is_over:
        state.play(state.random_move(rng))
        if state.ply % every == 0 or state.is_over:
            found.append(state.copy())
    return found


def drawn(state: State) -> ET.Element:
    return ET.fromstring(state.svg())


def cities_of(root: ET.Element) -> dict[str, ET.Element]:
    picks = {element.get("data-pick", ""): element for element in root.iter(f"{SVG}g")}
    return {pick.removeprefix("city:"): group for pick, group in picks.items() if pick.startswith("city:")}


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_every_city_is_named_and_picked_once_and_holds_its_cubes(players: int, options: dict[str, str]) -> None:
    for state in positions(players, options):
        root, map_ = drawn(state), state.game.board.data
        names = Counter(text.text for text in root.iter(f"{SVG}text"))
        picks = Counter(element.get("data-pick") for element in root.iter() if element.get("data-pick"))
        groups = cities_of(root)
        assert list(groups) == list(map_.cities)
        for number, city in enumerate(map_.cities):
            cubes = [group for group in groups[city].iter(f"{SVG}g") if group.get("class") == "np-cube"]
            assert names[city] == 1
            assert picks[f"city:{city}"] == 1
            assert len(cubes) == state.fields_view.cubes[number]
            assert groups[city].find(f"{SVG}title") is not None
        assert picks["track:Fargo-Minot"] == 1
        assert sum(pick.startswith("track:") for pick in picks if pick) == map_.tracks


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_cubes_carry_the_letter_of_their_colour(players: int, options: dict[str, str]) -> None:
    for state in positions(players, options, seed=1):
        table = state.view()["table"]
        for city, group in cities_of(drawn(state)).items():
            letters = Counter(
                text.text for cube in group.iter(f"{SVG}g") for text in cube.findall(f"{SVG}text[@class='np-letter']")
            )
            held = {
                SEAT_LETTERS[SEAT_NAMES.index(cube["colour"])]: cube["small"] + cube["large"]
                for cube in table["cubes"].get(city, [])
            }
            assert dict(letters) == held


def test_the_picture_explains_itself_and_is_always_the_same() -> None:
    state = positions(4, {}, seed=2)[2]
    root = drawn(state)
    assert root.get("role") == "img"
    assert "Northern Pacific. Round 1 of 3" in root.get("aria-label", "")
    assert state.svg() == state.copy().svg() == state.svg(seat=1)
    assert "<script" not in state.svg()
    assert "http" not in state.svg().replace("http://www.w3.org/2000/svg", "")


def test_the_line_is_drawn_the_way_it_was_built() -> None:
    """The same cities in another order are another railroad."""
    begin = ["Fargo", "Minot", "Glasgow", "Chinook"]
    game, drawings = bl.game("northern-pacific", players=3), []
    for end in (["Great Falls", "Shelby", "Lewiston"], ["Shelby", "Great Falls", "Lewiston"]):
        state = game.replay(f"extend {city}" for city in (*begin, *end))
        map_: Map = game.board.data
        assert [map_.cities[city] for city in way(state.fields_view, 0, map_.start)] == ["Minneapolis", *begin, *end]
        drawings.append(state.svg())
        assert f"Railroad: Minneapolis – {' – '.join((*begin, *end))}" in state.text()
    assert drawings[0] != drawings[1]


def test_a_position_whose_way_has_a_gap_is_refused() -> None:
    game = bl.game("northern-pacific", players=3)
    fields = game.replay(["extend Fargo", "extend Minot"]).fields()
    assert game.position(fields).text()
    minot, fargo = game.board.data.cities.index("Minot"), game.board.data.cities.index("Fargo")
    for wrong in (minot, 39, -3):
        fields["came_from"][0][minot] = wrong
        with pytest.raises(BadPosition, match="Line 0 "):
            game.position(fields)
    fields["came_from"][0][minot], fields["came_from"][0][fargo] = 0, minot
    fields["heads"][0] = fargo
    with pytest.raises(BadPosition, match="Line 0 runs from Minneapolis to Minot without a track"):
        game.position(fields)


def drawn_on(path: str) -> str:
    """The picture of a position with a cube in city 2, on the map of a file."""
    state = bl.game("northern-pacific", players=3).start().play("invest Grand Forks")
    assert state.game.board.data.cities[2] == "Grand Forks"
    return picture(state.game.spec.drawing, on_map(state, path), None)


def test_a_map_without_scenery_and_with_odd_names(tmp_path: Path) -> None:
    root = ET.fromstring(drawn_on(plain_map(tmp_path)))
    groups = cities_of(root)
    assert list(groups) == ["East", "Hill & Dale", "Low <Town>", "West"]
    assert [group.get("class") for group in groups["Low <Town>"].iter(f"{SVG}g")].count("np-cube") == 1
    assert "A <small> & plain map" in [text.text for text in root.iter(f"{SVG}text")]
    assert "track:Hill & Dale-Low <Town>" in [group.get("data-pick") for group in root.iter(f"{SVG}g")]


def test_names_stand_clear_of_plates_and_of_each_other_on_the_standard_map() -> None:
    map_ = load_map("standard")
    for capacity in (2, 3, 4):
        layout = layout_of(map_, capacity)
        for one, other in itertools.combinations(layout.obstacles, 2):
            assert one.overlap(other) == 0
        for name in layout.obstacles[len(map_.cities) :]:
            inner = Box(name.left + 3, name.top + 3, name.right - 3, name.bottom - 3)
            crossing = [
                track for track in layout.tracks.values() if any(inner.holds(track.at(step / 99)) for step in range(100))
            ]
            assert len(crossing) <= 1


@pytest.mark.parametrize(
    ("tail", "sentence"),
    [
        ("[scenery.rivers]\nRhine = [[0.1, 0.2]]", r"line 18: Rhine is not a list of at least 2 points"),
        ("[scenery.water]\nSea = [[0, 0], [1, 1], [1, true]]", r"line 18: Sea is not a list of at least 3 points"),
        ("[scenery.rivers]\nRhine = [[0.1, 0.2], [0.1, 7]]", r"line 18: Rhine runs to 7: scenery lies between -0.5 and 1.5"),
        ("[scenery.names]\nRhine = [0.1]", r"line 18: The place of the name Rhine is not x, y and perhaps an angle"),
        ("[scenery.trees]\nOak = [0.1]", r"line 17: There is no scenery of the kind trees"),
        ("[scenery]\nrivers = 3", r"line 18: scenery.rivers is not a section"),
        ("[labels]\nWest = 'inside'", r"line 18: The name of West cannot stand 'inside'"),
        ("[labels]\nNowhere = 'above'", r"line 18: labels names the unknown city Nowhere"),
    ],
)
def test_malformed_scenery_is_refused_with_its_line(tmp_path: Path, tail: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        bl.game("northern-pacific", players=3, map=plain_map(tmp_path, tail=tail))


def test_scenery_does_not_change_the_board(tmp_path: Path) -> None:
    """Records of a map stay valid when somebody paints a river."""
    bare = plain_map(tmp_path)
    digest, dry = load_board({"map": bare}).digest, drawn_on(bare)
    river = "[scenery.rivers]\nRhine = [[0.1, 0.2], [0.5, 0.6]]\n[scenery.names]\nRhine = [0.3, 0.4, 45]\n"
    painted = plain_map(tmp_path, tail=f"[labels]\nWest = 'below'\n{river}")
    assert load_board({"map": painted}).digest == digest
    assert "Rhine" in drawn_on(painted)
    assert "Rhine" not in dry
