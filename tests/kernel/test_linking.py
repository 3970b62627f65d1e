"""Rules are linked into entries: each rule is compiled once, and other code in the process is not disturbed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")

LINKED = """
import numba
import numpy as np
from numba.core import event
from branchline.kernel.contract import Numbers
from branchline.kernel.jit import bind, rule

@rule
def factorial(number: int) -> int:
    return 1 if number < 2 else number * factorial(number - 1)

@rule
def limit(numbers: Numbers) -> int:
    return FACTOR * numbers.sum()

@rule
def whole(numbers: Numbers) -> int:
    return factorial(limit(numbers))

@rule
def half(numbers: Numbers) -> int:
    return limit(numbers) // 2

known, FACTOR = {}, 0
numbers = np.array([1, 1])
with event.install_recorder("numba:compile") as seen:
    found = bind("a", "a", {"whole": whole}, {"FACTOR": 2}, known)["whole"](numbers)
    again = bind("b", "b", {"half": half}, {"FACTOR": 2}, known)["half"](numbers)
    other = bind("c", "c", {"half": half}, {"FACTOR": 6}, known)["half"](numbers)
begun = [one.data["dispatcher"].py_func.__name__ for _, one in seen.buffer if one.is_start]
print(found, again, other, begun.count("limit"), begun.count("factorial"))
print(numba.njit(lambda numbers: numbers.sum() + 1)(numbers))
"""


def test_a_rule_is_compiled_once_for_all_entries_that_use_it(tmp_path: Path) -> None:
    """With another value of a global it is compiled again.  Recursion works, and so does code of others that calls the same
    functions of NumPy."""
    script = tmp_path / "linked.py"
    script.write_text(LINKED)
    environment = {**os.environ, "BRANCHLINE_CACHE": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split() == ["24", "2", "6", "2", "1", "3"]


def test_an_interrupted_compilation_is_completed(tmp_path: Path) -> None:
    """Entries that are in the cache already are loaded while the others are compiled."""
    script, cache = tmp_path / "linked.py", tmp_path / "cache"
    script.write_text(LINKED)
    for _ in range(2):
        environment = {**os.environ, "BRANCHLINE_CACHE": str(cache)}
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment, check=True)
        assert done.stdout.split()[:3] == ["24", "2", "6"]
        for marker in cache.glob("*/complete"):
            marker.unlink()
