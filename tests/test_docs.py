"""Every example in README and docs runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

import branchline as bl
from branchline.cli.main import COMMANDS, command
from branchline.games.northern_pacific.rules.map_file import load_map

ROOT = Path(__file__).parents[1]
FLAGS = doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE
MODULES = [found.name for found in pkgutil.walk_packages(bl.__path__, "branchline.") if found.name != "branchline.kernel.cache"]


def test_the_example_of_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- example -->\n```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    code = found.group(1)
    assert len([line for line in code.splitlines() if line.strip()]) == 12
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Fargo is closed: the railroad reached it this round (NP 2.2)." in done.stdout
    assert "branchline-record 1" in done.stdout


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_examples_in_docs(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    if ">>>" in text:
        result = doctest.testfile(str(ROOT / "docs" / name), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert result.attempted > 0
        assert result.failed == 0


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("library", ["pandas", "torch"])
def test_lines_for_other_libraries_in_the_research_page(library: str) -> None:
    """They need what `make test` does not install, so they have no prompt there and run only where it is."""
    found: dict[str, Any] = {library: pytest.importorskip(library), "np": np, "bl": bl}
    text = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    section = text.partition("## Datasets\n")[2].partition("\n## ")[0]
    block = re.search(r"With pandas and torch.*?```\n(.*?)```", section, re.DOTALL)
    assert block is not None
    lines = [line for line in block[1].splitlines() if (library == "pandas") == ("to_pandas" in line)]
    exec("".join(example.source for example in doctest.DocTestParser().get_examples(section)) + "\n".join(lines), found)
    assert len(found["frame" if library == "pandas" else "inputs"]) == len(found["table"])


COMMAND = re.compile(r"^(?:\.venv/bin/)?branchline (.*?)(?: +#.*)?$", re.MULTILINE)


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name)
def test_commands_in_docs_have_options_that_exist(page: Path) -> None:
    for words in map(shlex.split, COMMAND.findall(page.read_text(encoding="utf-8"))):
        if words[0] in COMMANDS:
            found = command.get_command(click.Context(command), words[0])
            assert found is not None
            found.make_context(words[0], words[1:])


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


def test_the_map_in_the_formats_page_is_sound(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    file = tmp_path / "map.toml"
    file.write_text(found.group(1), encoding="utf-8")
    assert load_map(str(file)).name == "short line"


def test_the_board_hash_in_the_formats_page_is_todays() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert f"Board: standard {bl.game('northern-pacific').board.digest}" in text


def test_links_between_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "bench").glob("*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_pictures_are_what_the_code_draws_today() -> None:
    """If not: docs/pictures.md has the commands that draw them anew."""
    commands = re.findall(r"show (docs/images/\S+) --ply (\d+) --svg (\S+)", (ROOT / "docs" / "pictures.md").read_text("utf-8"))
    assert {target for *_, target in commands} == {f"docs/images/{file.name}" for file in (ROOT / "docs/images").glob("*.svg")}
    for source, ply, target in commands:
        record = bl.Record.loads((ROOT / source).read_text("utf-8"))
        assert record.state(int(ply)).svg() == (ROOT / target).read_text("utf-8"), target
