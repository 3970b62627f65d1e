"""Compile every game and its search side by side before the tests (and before pytest-xdist starts its workers)."""

from __future__ import annotations

import subprocess
import sys

import pytest

import branchline as bl

pytest_plugins = ["tests.server.fixtures"]


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        command = [sys.executable, "-m", "branchline.server.run.compile"]
        compilers = [subprocess.Popen([*command, spec.name], stdout=subprocess.DEVNULL) for spec in bl.specs()]
        codes = [compiler.wait() for compiler in compilers]
        if any(codes):
            raise pytest.UsageError("A game does not compile; its error stands above.")
