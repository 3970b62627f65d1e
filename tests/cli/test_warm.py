"""`branchline warm`: compiling ahead."""

from __future__ import annotations

import os
import sys

import pytest
from click.testing import CliRunner

from branchline import warm
from branchline.cli.main import command
from tests.cli.commands import said

pytestmark = pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")


def test_a_game_that_is_compiled_is_loaded() -> None:
    steps = said("warm", "np").splitlines()
    assert [line.split()[0] for line in steps] == ["northern-pacific:"] * 2
    assert [line.split()[-1] for line in steps] == [warm.RULES, warm.SEARCH]


def test_options_are_for_one_game() -> None:
    found = CliRunner().invoke(command, ["warm", "np", "cp", "--set", "map=mine.toml"])
    assert found.exit_code == 2
    assert "--set is for one GAME." in found.output


def test_a_game_that_does_not_compile_is_named_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def failing(game: object) -> list[str]:
        return [sys.executable, "-c", f"import sys; sys.exit('the reason' if {'central' in repr(game)} else 0)"]

    monkeypatch.setattr(warm, "warm_command", failing)
    found = CliRunner().invoke(command, ["warm", "np", "cp"])
    assert found.exit_code == 1
    assert "the reason" in found.stderr
    assert "error: not compiled: central-pacific." in found.stderr
    assert capfd.readouterr().err == ""
