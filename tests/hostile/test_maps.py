"""Maps whose drawing would never end or fail are refused as they are read, and `map check` draws what it calls sound."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import branchline as bl
from branchline.cli import map as map_command
from branchline.cli.main import command
from branchline.games.northern_pacific.rules.map_file import load_map as load_np
from branchline.games.wensleydale.rules.map_file import load_map as load_lw
from tests.hostile import map_fuzz
from tests.hostile.fuzz import fuzz

Data = dict[str, Any]
CITIES = [f"City {number}" for number in range(40)]
ZIGZAG = [[0.0, 0.0], [1.0, 1.0]] * 100


def crowded(data: Data) -> None:
    """Every city leads to all that follow."""
    data["exits"] = {city: CITIES[number + 1 :] for number, city in enumerate(CITIES)}
    data["places"] = {city: [number / 40, number % 7 / 7] for number, city in enumerate(CITIES)}
    data.update(start=CITIES[0], goal=CITIES[-1], labels={}, counts={})


def scaled(factor: float) -> Callable[[Data], None]:
    def apply(data: Data) -> None:
        for area in data["areas"]:
            area["polygon"] = [[x * factor, y * factor] for x, y in area["polygon"]]

    return apply


def area(part: str, value: Any) -> Callable[[Data], None]:
    return lambda data: data["areas"][4].update({part: value})


def part(name: str, value: Any) -> Callable[[Data], None]:
    return lambda data: data.update({name: value})


NORTHERN_PACIFIC = [
    crowded,
    part("aspect", [1, 10**9]),
    part("aspect", [10**400, 1]),
    part("aspect", [True, 1]),
    part("title", "x" * 10_000),
    part("title", "\x1b[31m"),
    part("counts", 7),
    part("labels", {"Seattle": ["above"]}),
    lambda data: data["places"].update({"Seattle": [float("nan"), 0.5]}),
    lambda data: data["places"].update({"Seattle": [10**400, 0.5]}),
    lambda data: data["scenery"]["ranges"].update({"Endless": ZIGZAG}),
    lambda data: data["scenery"]["rivers"].update({"Endless": ZIGZAG * 30}),
    lambda data: data["scenery"]["names"].update({"Turned": [0.5, 0.5, 1e300]}),
    lambda data: data["scenery"]["names"].update({"x" * 1000: [0.5, 0.5]}),
    lambda data: data["scenery"]["names"].update({str(number): [0.5, 0.5] for number in range(1000)}),
]
WENSLEYDALE = [
    scaled(100.0),
    scaled(float("nan")),
    scaled(float("inf")),
    scaled(1e-9),
    area("polygon", [[number, number % 2] for number in range(5000)]),
    area("polygon", [[0, 0], [True, 1], [1, 0]]),
    area("name", "x" * 1000),
    area("name", "a\nb"),
    area("town", ["major"]),
    area("label", {}),
    area("label", []),
    area("label", {"lines": ["a"], "x": 1e9, "baselines": [5], "size": 9, "box": [0, 0, 9, 9]}),
    area("label", {"lines": ["a"] * 3, "x": 1, "baselines": [5], "size": 9, "box": [0, 0, 9, 9]}),
    area("label", {"lines": ["a"], "x": 1, "baselines": [5], "size": float("inf"), "box": [0, 0, 9, 9]}),
    area("marker", {"x": 5}),
    area("marker", {"x": 5, "y": 5, "size": -1}),
    area("slots", [[1, 2, 3]]),
    area("contours", [[[0, 0]]]),
    area("contours", [[[0, 0], [5, 5], [9, 0]]] * 50),
    part("canvas", [1e9, 1e9]),
    part("canvas", [0, 0]),
    part("canvas", "wide"),
    part("frame", []),
    part("frame", [[0, 0], [1e9, 0], [0, 9]]),
    part("title_box", [1, 2, 3]),
    part("rivers", {}),
    part("rivers", [{"name": "Ure"}]),
    part("rivers", [{"name": "Ure", "width": [1, 1e9], "points": [[0, 0], [9, 9]]}]),
    part("rivers", [{"name": "Ure", "width": [1, 2], "points": [[0, 0]]}]),
    part("rivers", [{"name": "Ure", "width": [1, 2], "points": [[0, 0], [5, 5]] * 5000}]),
    part("counts", []),
    part("title", {"a": 1}),
    lambda data: data["borders"][0].update(between=[["a"], ["b"]]),
    lambda data: data["borders"][0].update(midpoint=[1e300, 0]),
    lambda data: data["borders"][0].update(angle="left"),
]


@pytest.mark.parametrize("number", range(len(NORTHERN_PACIFIC)))
def test_a_map_of_northern_pacific_that_cannot_be_drawn_is_refused(number: int, tmp_path: Path) -> None:
    refuses("northern-pacific", NORTHERN_PACIFIC[number], tmp_path)


@pytest.mark.parametrize("number", range(len(WENSLEYDALE)))
def test_a_map_of_wensleydale_that_cannot_be_drawn_is_refused(number: int, tmp_path: Path) -> None:
    refuses("wensleydale", WENSLEYDALE[number], tmp_path)


def refuses(game: str, spoil: Callable[[Data], None], folder: Path) -> None:
    data = map_fuzz.original(game)
    file = folder / "map.json"
    file.write_text(json.dumps(data), "utf-8")
    (load_np if game == "northern-pacific" else load_lw)(str(file))
    spoil(data)
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(bl.BadOption) as caught:
        bl.game(game, 3, map=str(file))
    said = str(caught.value).removeprefix(str(file))
    assert said.startswith(", line ")
    assert said.isprintable()
    assert len(said) < 600


@pytest.mark.parametrize(
    ("game", "tries"),
    [
        ("northern-pacific", 80),
        ("central-pacific", 60),
        ("wensleydale", 25),
        pytest.param("northern-pacific", 5000, marks=pytest.mark.slow),
        pytest.param("central-pacific", 2000, marks=pytest.mark.slow),
        pytest.param("wensleydale", 1000, marks=pytest.mark.slow),
    ],
)
def test_a_spoilt_map_or_tile_mix_is_refused_or_played(game: str, tries: int) -> None:
    found = fuzz(f"maps:{game}", tries)
    assert 0 < found["accepted"] < tries


def check(game: str, file: str) -> Any:
    return CliRunner().invoke(command, ["map", "check", game, file])


@pytest.mark.parametrize("game", ["northern-pacific", "wensleydale"])
def test_what_is_called_sound_was_drawn(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = {"northern-pacific": "standard", "wensleydale": "dales"}[game]
    done = check(game, name)
    assert "The file is sound." in done.output, done.exception
    monkeypatch.setattr(map_command, "DRAW", "raise ZeroDivisionError('no ink')")
    done = check(game, name)
    assert "cannot be drawn: ZeroDivisionError: no ink" in str(done.exception)
    assert "sound" not in done.output
    monkeypatch.setattr(map_command, "DRAW", "import time; time.sleep(1000)")
    monkeypatch.setattr(map_command, "DRAWING_SECONDS", 0.2)
    assert "was not drawn within 0.2 seconds" in str(check(game, name).exception)


def test_a_tile_mix_is_drawn_too() -> None:
    assert "The file is sound." in check("central-pacific", "standard").output
