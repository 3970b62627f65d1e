"""What CONTRIBUTING says about folders, commands and arrows agrees with the tree."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from branchline.installed import packages

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "branchline"
INVISIBLE = {"__init__.py", "__main__.py", "__pycache__", "py.typed"}


def block(heading: str) -> list[str]:
    """The lines of the code block that begins with a line."""
    found = re.search(rf"```\n{re.escape(heading)}\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None, heading
    return found[1].splitlines()


def named(lines: list[str]) -> set[str]:
    """The indented names at the beginning of lines."""
    return {match[1].rstrip("/") for line in lines if (match := re.match(r"  (\S+)\s", line))}


def test_every_folder_of_the_package_is_named() -> None:
    there = {path.name for path in PACKAGE.iterdir()} - INVISIBLE
    assert named(block("src/branchline/")) == there


def test_the_folders_beside_the_package_are_there() -> None:
    beside = [line.split("/")[0] for line in block("src/branchline/") if line[:1].isalpha()]
    assert beside == ["tests", "bench", "examples"]
    assert all((ROOT / name).is_dir() for name in beside)


@pytest.mark.parametrize("package", [package for package in packages().values() if package.startswith("branchline.")])
def test_every_game_has_the_rooms(package: str) -> None:
    folder = ROOT / "src" / Path(*package.split("."))
    there = {path.name for path in folder.iterdir()} - INVISIBLE
    german = {"RULES.de.md", "RULEBOOK.de.md", "SUMMARY.de.md"}
    assert there - german == named(block("games/<game>/"))


def test_games_have_the_same_file_names_for_the_same_roles() -> None:
    """A name that two games use for a module stands in the same room in both."""
    rooms: dict[str, set[str]] = {}
    for package in packages().values():
        folder = ROOT / "src" / Path(*package.split("."))
        for file in folder.rglob("*.py"):
            if file.name not in INVISIBLE:
                rooms.setdefault(file.name, set()).add(str(file.relative_to(folder).parent))
    assert {name: where for name, where in rooms.items() if len(where) > 1 and name != "layout.py"} == {}


def test_commands_are_targets_of_make() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make ([a-z-]+)", TEXT)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_room_of_the_server_is_named() -> None:
    there = {folder.parent.name for folder in (PACKAGE / "server").glob("*/__init__.py")}
    guide = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`\w+/`.*?) \|", guide[guide.index("| `server/` |") :], re.MULTILINE)
    assert {room for row in rows for room in re.findall(r"`(\w+)/`", row)} == there | {"server"}


@pytest.mark.parametrize(("contract", "bottom"), [(0, "errors"), (1, "base")])
def test_arrows_are_those_that_are_checked(contract: int, bottom: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = [set(re.findall(r"\w+", layer)) for layer in reversed(contracts[contract]["layers"])]
    written = re.search(rf"```\n({bottom} ← .*)\n```", TEXT)
    assert written is not None
    position = {name: number for number, names in enumerate(layers) for name in names}
    steps = [[name.strip() for name in step.split(",")] for step in written[1].split("←")]
    for lower, upper in pairwise(steps):
        assert max(position[name] for name in lower) < min(position[name] for name in upper), (lower, upper)


def test_marks_are_known() -> None:
    marks = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]["markers"]
    known = {re.split(r"[(:]", mark)[0] for mark in marks}
    assert set(re.findall(r"the mark `(\w+)`", TEXT)) <= known
