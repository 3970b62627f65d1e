"""Compile every game and its search side by side before the tests (and before pytest-xdist starts its workers)."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest_plugins = ["tests.server.fixtures"]


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        command = [sys.executable, "-m", "branchline", "warm"]
        if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
            raise pytest.UsageError("A game does not compile; its error stands above.")
