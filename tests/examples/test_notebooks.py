"""The notebooks run from top to bottom, with smaller numbers in their first cell of code."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples"


def cells(name: str) -> list[str]:
    """The cells of code of a notebook that was saved without outputs."""
    found = json.loads((FOLDER / name).read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in found if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] for cell in code)
    return ["".join(cell["source"]) for cell in code]


def run(name: str, smaller: str) -> dict[str, Any]:
    first, *rest = cells(name)
    values: dict[str, Any] = {}
    for number, code in enumerate((first, smaller, *rest)):
        exec(compile(code, f"{name}, cell {number}", "exec"), values)
    return values


@pytest.fixture(autouse=True)
def _no_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(FOLDER)
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_quick_start() -> None:
    found = run("quick_start.ipynb", "GAMES, SIMULATIONS = 3, [8, 16]")
    assert found["state"]._repr_svg_().startswith("<svg")
    assert len(found["shares"]) == 2
    assert found["ended"] > 100


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_learning_curve() -> None:
    smaller = "ROUNDS, ITERATIONS, GAMES = 1, 1, 12\nimport sys\nsys.path.insert(0, '.')\nimport ppo\n"
    small = "ppo.ENVIRONMENTS, ppo.STEPS, ppo.MINIBATCH, ppo.EPOCHS = 16, 16, 64, 1"
    found = run("learning_curve.ipynb", smaller + small)
    assert len(found["curve"]) == 2
    assert np.abs(found["curve"]).max() <= 1
