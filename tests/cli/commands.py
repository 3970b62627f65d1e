"""Calling commands from tests."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner, Result

from branchline.cli.main import command


def run(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(command, words, input=given, prog_name="branchline")


def said(*words: str, given: str | None = None) -> str:
    result = run(*words, given=given)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def in_shell(*words: str) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own."""
    code = "from branchline.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
