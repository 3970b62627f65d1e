"""What docs/operating.md tells operators: the unit, the steps of the image, and the commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from branchline.cli.admin import command as admin
from branchline.cli.main import command
from branchline.server.base.settings import KEY_VARIABLE, METRICS_VARIABLE

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")


def check_command(words: list[str]) -> None:
    """The options of a command exist."""
    name, *rest = words
    found = command.get_command(click.Context(command), name)
    assert found is not None, name
    if isinstance(found, click.Group):
        found, rest = found.commands[rest[0]], rest[1:]
    found.make_context(name, rest)


def test_the_unit_starts_the_server() -> None:
    unit = re.search(r"<!-- unit -->\n```ini\n(.*?)```", PAGE, re.DOTALL)
    assert unit is not None
    start = re.search(r"^ExecStart=\S+/branchline (.*)$", unit[1], re.MULTILINE)
    assert start is not None
    check_command(shlex.split(start[1]))


def test_the_steps_of_the_image_name_what_exists() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    steps = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    for step, rest in steps:
        if step == "COPY":
            assert all((ROOT / source).exists() for source in rest.split()[:-1]), rest
        if step == "RUN" and rest.startswith("branchline "):
            check_command(shlex.split(rest)[1:])
        if step == "CMD":
            check_command(re.findall(r'"([^"]+)"', rest)[1:])
    assert steps[0][0] == "FROM"
    assert "USER" in dict(steps), "the server does not run as root"


def test_every_command_of_the_page_exists() -> None:
    told = re.findall(r"^branchline (.*)$", PAGE, re.MULTILINE)
    assert {words.split()[1] for words in told if words.startswith("admin ")} == set(admin.commands)
    for words in told:
        check_command(shlex.split(words))


def test_variables_of_the_page_exist() -> None:
    named = set(re.findall(r"BRANCHLINE_[A-Z_]+", PAGE))
    assert named == {KEY_VARIABLE, METRICS_VARIABLE, "BRANCHLINE_CACHE"}
