"""Compile every game and its search side by side before the tests (and before pytest-xdist starts its workers)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["tests.server.fixtures"]

MARKED = re.compile(r"\bmark\.(rule|every_way)\b|\bbounds_checked\b")
"""What a file has that has tests for every way."""
SLOW = re.compile(r"^pytestmark = pytest\.mark\.slow$", re.MULTILINE)
"""What a file has that has slow tests only."""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        command = [sys.executable, "-m", "branchline", "warm"]
        if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
            raise pytest.UsageError("A game does not compile; its error stands above.")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files in which no test has the marks that were asked for: every process would load them for nothing."""
    if not (collection_path.name.startswith("test_") and collection_path.suffix == ".py"):
        return None
    text, asked = collection_path.read_text("utf-8"), str(config.option.markexpr)
    every_way = asked.startswith("(rule or every_way)")
    return (every_way and not MARKED.search(text)) or ("not slow" in asked and bool(SLOW.search(text))) or None
