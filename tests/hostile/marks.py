"""Marks that several tests share."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

MARKS = (
    pytest.mark.every_way,
    pytest.mark.compiled,
    pytest.mark.skipif(os.environ.get("NUMBA_BOUNDSCHECK") != "1", reason="runs where every index is checked"),
)


def bounds_checked(test: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a test that starts a process with every index checked: it runs only where the rules are compiled that way anyway."""
    for mark in MARKS:
        test = mark(test)
    return test
