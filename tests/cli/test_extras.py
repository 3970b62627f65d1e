"""Without the extras the core works, and everything else says what to install."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from branchline.cli.extras import needs
from branchline.cli.main import command
from branchline.errors import MissingExtra

WEB = (
    *("aiosqlite", "alembic", "argon2", "fastapi", "filelock", "httpx", "itsdangerous", "jinja2", "openskill", "psycopg"),
    *("multipart", "pydantic", "sqlalchemy", "starlette", "uvicorn"),
)
BARE = (*WEB, "pyarrow", "ray")
"""The packages of the extras and what comes with them."""


def bare(*words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process that finds none of these packages."""
    code = f"import sys; sys.modules.update(dict.fromkeys({BARE})); from branchline.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "words",
    [["serve", "--port", "0"], ["backup", "x.zip"], ["bot", "--server", "http://localhost:1"]],
    ids=lambda words: words[0],
)
def test_commands_of_the_site_say_what_to_install(words: list[str], tmp_path: Path) -> None:
    done = bare(*words)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: `branchline {words[0]}` needs ")
    assert done.stderr.endswith('which is not installed. hint: pip install "branchline[web]"\n')
    assert done.stderr.count("\n") == 1


def test_the_core_needs_no_extra() -> None:
    done = bare("show", "np", "--players", "2")
    assert done.returncode == 0, done.stderr
    assert "Minneapolis" in done.stdout


@pytest.mark.parametrize(
    ("package", "words", "sentence"),
    [
        ("pyarrow", ["--parquet", "games.parquet"], 'Parquet files need pyarrow. hint: pip install "branchline[arena]"'),
        ("ray", ["--on", "ray"], 'Ray is not installed. hint: pip install "branchline[ray]"'),
    ],
)
def test_features_of_the_arena_say_what_to_install(
    package: str, words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    settings = ["--players", "2", "--set", "rounds=1", "--bots", "greedy,random", "--games", "2"]
    result = CliRunner().invoke(command, ["arena", "np", *settings, *words])
    assert isinstance(result.exception, MissingExtra)
    assert str(result.exception) == sentence


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    words = ["--players", "2", "--set", "rounds=1", "--bots", "greedy,random", "--games", "2", "--workers", "0"]
    result = CliRunner().invoke(command, ["arena", "np", *words])
    assert result.exit_code == 0, result.exception
    assert "rating " not in result.output
    assert 'There are no ratings. hint: pip install "branchline[arena]"' in result.output


def test_a_missing_module_of_our_own_is_no_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError), needs("web", "serve"):
        import branchline.nowhere  # type: ignore[import-not-found]  # noqa: F401


def test_pages_of_rules_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    monkeypatch.delitem(sys.modules, "branchline.learn.markdown", raising=False)
    with pytest.raises(MissingExtra, match=r'Pages of rules need markdown-it-py.*pip install "branchline\[web\]"'):
        importlib.import_module("branchline.learn.markdown")
