"""Compiled code for any processor, as a wheel brings it: it is used until this machine has compiled its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from branchline.kernel import jit
from branchline.kernel.contract import Numbers
from branchline.kernel.fingerprint import ANY_PROCESSOR, processor
from branchline.kernel.jit import NotCompiled, bind, compiling_anew, only_cached, rule

pytestmark = pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
ROOT = Path(__file__).parents[2]


@rule
def doubled(numbers: Numbers) -> int:
    return int(2 * numbers.sum())


def bound() -> Callable[..., Any]:
    return bind("test", "packaged", {"doubled": doubled}, {})["doubled"]


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rule compiled for any processor; nobody can write there."""
    folder = tmp_path_factory.mktemp("wheel")
    environment = {**os.environ, "NUMBA_CPU_NAME": "generic", "BRANCHLINE_CACHE": str(folder)}
    code = "from tests.kernel.test_packaged import bound; bound()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=environment, capture_output=True)
    for place in (*folder.rglob("*"), folder):
        place.chmod(0o555 if place.is_dir() else 0o444)
    return folder


def test_code_for_any_processor_is_used_until_there_is_better(
    brought: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRANCHLINE_CACHE", str(tmp_path))
    with only_cached(), pytest.raises(NotCompiled):
        bound()
    monkeypatch.setattr(jit, "packaged_root", lambda: brought)
    before = {path: path.stat().st_mtime_ns for path in brought.rglob("*")}
    with only_cached():
        loaded: Any = bound()
        jit.load({"doubled": loaded})
    assert loaded.built_for == ANY_PROCESSOR
    assert loaded(np.array([1, 2])) == 6
    assert loaded.stats.cache_hits, "it was loaded, not compiled"
    with compiling_anew():
        own: Any = bound()
    assert own.built_for == processor() != ANY_PROCESSOR
    with only_cached():
        again: Any = bound()
    assert (again.built_for, again(np.array([1, 2]))) == (processor(), 6)
    assert {path: path.stat().st_mtime_ns for path in brought.rglob("*")} == before
