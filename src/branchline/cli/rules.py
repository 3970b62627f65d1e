"""`branchline rules`."""

from __future__ import annotations

import importlib.resources
import re
import sys

import click


@click.command(epilog="\b\nExamples:\n  branchline rules northern-pacific\n  branchline rules northern-pacific 2.4")
@click.argument("name", metavar="GAME")
@click.argument("paragraph", required=False)
def command(name: str, paragraph: str | None) -> None:
    """Read the rules of GAME, or only one PARAGRAPH such as 2.4."""
    from branchline.core.errors import BadOption
    from branchline.core.game import game

    title = game(name).title
    package = title.layout.__module__.rsplit(".", 1)[0]
    text = importlib.resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")
    if paragraph:
        number = re.escape(paragraph.upper().removeprefix(title.short).strip())
        found = re.search(rf"^- \*\*{title.short} {number}\*\*.*?(?=^- |^#|\Z)", text, re.MULTILINE | re.DOTALL)
        if not found:
            raise BadOption(f"{title.title} has no paragraph {paragraph}. hint: `branchline rules {title.name}` shows all.")
        text = found.group().rstrip()
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))
