"""The cache between processes.  These tests are about files, so one way of compiling is enough for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")

CALLED = """
from branchline.kernel.jit import rule
@rule
def answer(value: int) -> int:
    return value + {number}
"""
CALLER = """
import numpy as np
from branchline.kernel.jit import NotCompiled, bind, only_cached, rule
from called import answer
@rule
def ask(value: int) -> int:
    return answer(value)
print(bind("test", "stale", {"ask": ask}, {})["ask"](1))
"""


def run(folder: Path, code: str, *words: str) -> str:
    environment = {**os.environ, "BRANCHLINE_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, env=environment, check=True)
    return done.stdout.strip() + (" (compiled)" if "compiling" in done.stderr else "")


def test_a_change_in_a_called_function_is_seen(tmp_path: Path) -> None:
    """Also when the file keeps its date and size, which is all that Numba's own cache would look at."""
    called, caller = tmp_path / "called.py", tmp_path / "caller.py"
    caller.write_text(CALLER)
    results = []
    for number in (1, 1, 5, 1):
        called.write_text(CALLED.format(number=number))
        os.utime(called, (1_000_000, 1_000_000))
        for stale in (tmp_path / "__pycache__").glob("*"):
            stale.unlink()
        results.append(run(tmp_path, "import caller"))
    assert results == ["2 (compiled)", "2", "6 (compiled)", "2"]


TWO_BOARDS = """
import sys
import numpy as np
import branchline as bl
from branchline.kernel import calls, loops
from branchline.kernel.jit import bind
for path in sys.argv[1:]:
    game = bl.game("northern-pacific", 3, map=path)
    rules, board = game.spec.rule_set, game.board
    names = {**board.constants, **rules.functions, "STATE": rules.layout.dtype}
    entries = {"call_new": calls.call_new, "random_game": loops.random_game}  # a whole engine takes four times as long
    compiled = bind(rules.title, rules.name, entries, names)
    raw, options = np.zeros(rules.layout.dtype.itemsize, np.uint8), game.spec.rules.parameters(3, game.options, board)
    compiled["call_new"](raw, np.array(options, np.int64))
    ids, weight, actions = (np.zeros(1000, np.int64) for _ in range(3))
    plies = compiled["random_game"](raw, bl.seeded(1), ids, weight, actions)
    print(int(sum(actions[:plies])), end=" ")
"""
SMALL_MAP = """name = "small"
start = "A"
goal = "D"
[exits]
A = ["B", "C"]
B = ["C", "D"]
C = ["D"]
D = []
[places]
A = [1, 0]
B = [0.5, 0]
C = [0.5, 1]
D = [0, 0]
"""


def test_boards_compiled_apart_do_not_mix_when_loaded_together(tmp_path: Path) -> None:
    """Machine code of two boards has the same function names, and may have got the same numbers."""
    small = tmp_path / "small.toml"
    small.write_text(SMALL_MAP)
    alone = [run(tmp_path, TWO_BOARDS, "standard"), run(tmp_path, TWO_BOARDS, str(small))]
    assert all("compiled" in result for result in alone)
    first, second = (result.split()[0] for result in alone)
    assert run(tmp_path, TWO_BOARDS, "standard", str(small)) == f"{first} {second}"
    assert run(tmp_path, TWO_BOARDS, str(small), "standard") == f"{second} {first}"


def test_an_unwritable_cache_falls_back_to_temporary_files(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file, not a folder")
    assert run(tmp_path, TWO_BOARDS, "standard").split()[0].isdigit()
