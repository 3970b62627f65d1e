"""The decorator, the binding and the cache."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from branchline.kernel.contract import Numbers
from branchline.kernel.jit import NotCompiled, bind, only_cached, rule
from branchline.kernel.rule_graph import Linked

pytestmark = [pytest.mark.every_way, pytest.mark.compiled]

FACTOR = 2


@rule
def scaled(value: int) -> int:
    return value * FACTOR


@rule
def total(numbers: Numbers) -> int:
    result = 0
    for value in numbers:
        result += scaled(int(value))
    return result


def test_bind_replaces_global_names() -> None:
    numbers = np.array([1, 2, 3])
    assert bind("test", "test", {"total": total}, {})["total"](numbers) == 12
    assert bind("test", "test", {"total": total}, {"FACTOR": 10})["total"](numbers) == 60
    assert total(numbers) == 12


class Pair(NamedTuple):
    numbers: Numbers
    factor: int


@rule
def scaled_total(pair: Pair) -> int:
    return total(pair.numbers) * pair.factor


@rule
def write_total(pair: Pair, out: Numbers) -> None:
    out[0] = scaled_total(pair)


def test_arguments_may_be_named_tuples() -> None:
    out = np.zeros(1, np.int64)
    bind("test", "test", {"write_total": write_total}, {})["write_total"](Pair(np.array([1, 2, 3]), 5), out)
    assert out[0] == 60


def test_nothing_is_compiled_where_only_the_cache_may_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BRANCHLINE_CACHE", str(tmp_path))
    with only_cached(), pytest.raises(NotCompiled):
        bind("test", "test", {"total": total}, {"FACTOR": 77})
    bind("test", "test", {"total": total}, {"FACTOR": 77})
    with only_cached():
        assert bind("test", "test", {"total": total}, {"FACTOR": 77})["total"](np.array([1])) == 77


@rule
def wrong(numbers: Numbers) -> int:
    return len(TABLE[int(numbers[0])])


TABLE: dict[int, str] = {}


def test_a_global_that_could_change_unnoticed_is_refused() -> None:
    with pytest.raises(TypeError, match="The rule wrong uses the global TABLE, a dict"):
        bind("test", "test", {"wrong": wrong}, {})


@rule
def doubled_sum(numbers: Numbers) -> int:
    twice = np.zeros(len(numbers), np.int64)
    write_twice(numbers, twice)
    return total(twice[1:])


@rule
def write_twice(numbers: Numbers, out: Numbers) -> None:
    for place in range(len(numbers)):
        out[place] = 2 * numbers[place]


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_only_rules_that_make_arrays_count_references() -> None:
    """Arrays that others are given live as long as the call."""
    linked: Linked = {}
    entries: dict[str, Callable[..., Any]] = {"doubled_sum": doubled_sum, "write_total": write_total}
    compiled: Any = bind("test", "test", entries, {}, linked)["doubled_sum"]
    counting = {function.__name__: dispatcher.targetoptions["_nrt"] for function, (_, dispatcher) in linked.items()}
    assert compiled.targetoptions["_nrt"]
    assert counting == {"write_twice": False, "total": False, "scaled": False, "scaled_total": False}
    assert {compiled(np.array([1, 2, 3])) for _ in range(1000)} == {20}


@rule
def sum_of_sums(numbers: Numbers) -> int:
    return total(numbers + numbers)


def test_an_array_made_in_another_way_is_refused_with_a_hint() -> None:
    if "NUMBA_DISABLE_JIT" not in os.environ:
        with pytest.raises(TypeError, match=r"The rule sum_of_sums .* hint: make new arrays with np.empty or np.zeros"):
            bind("test", "test", {"sum_of_sums": sum_of_sums}, {})
