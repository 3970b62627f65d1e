"""`branchline rules`."""

from __future__ import annotations

import sys

import click

from branchline.texts import LANGUAGES

EPILOG = """\b
Examples:
  branchline rules northern-pacific
  branchline rules northern-pacific 2.4
  branchline rules northern-pacific --language de"""


@click.command(epilog=EPILOG)
@click.argument("name", metavar="GAME")
@click.argument("paragraph", required=False)
@click.option("--language", type=click.Choice(list(LANGUAGES)), default="en", show_default=True, help="Language to read in.")
def command(name: str, paragraph: str | None, language: str) -> None:
    """Read the rules of GAME, or only one PARAGRAPH such as 2.4."""
    from branchline.errors import BadOption
    from branchline.games import find_spec
    from branchline.learn import manual, paragraphs

    spec = find_spec(name)
    text = manual(spec.name, language)
    if paragraph:
        label = f"{spec.card.short} {paragraph.upper().removeprefix(spec.card.short).strip()}"
        found = paragraphs(spec.name, language).get(label)
        if found is None:
            raise BadOption(f"{spec.card.title} has no paragraph {paragraph}. hint: `branchline rules {spec.name}` shows all.")
        text = "- " + found.replace("\n", "\n  ")
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))
