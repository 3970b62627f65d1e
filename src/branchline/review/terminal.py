"""A review in the terminal: the graph with the letters of the seats, the sentences and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from branchline.review.graph import Column, Marks, seat_marks, stacked
from branchline.review.html_rows import account_rows, error_rows
from branchline.texts import say

if TYPE_CHECKING:
    from branchline.review.review import Review

COLOURS = ("red", "blue", "yellow", "green", "magenta", "white")
"""The colours of seats, in the order of the site's palette."""
WIDTH, HEIGHT = 64, 12
"""Columns and rows of the graph."""
NUMERIC, SHORT = "+−0123456789", 12
"""How numbers begin, and the length of a text that is never broken."""


def show(console: Console, review: Review) -> None:
    """Print a review."""
    title, players = review.record.game.spec.card.title, len(review.names)
    console.print(f"[bold]{escape(title)}[/bold], {players} players, {len(review.steps)} plies", highlight=False)
    marks = seat_marks(review.record)
    for line in graph(review.graph, marks):
        console.print(line)
    legend = "  ".join(f"{letter} {name}" for (_, letter), name in zip(marks, review.names, strict=True))
    console.print(f"     {escape(legend)}", highlight=False)
    console.print()
    for sentence in review.sentences:
        console.print(f"• {escape(sentence)}", highlight=False)
    console.print(table(*account_rows(review)))
    headings, rows = error_rows(review)
    console.print(table(headings, rows) if rows else say("No error is larger than the noise."))
    for note in review.notes:
        console.print(escape(note), style="dim", highlight=False)
    console.print(f"{review.simulations:,} simulations, depth {review.depth}, seed {review.seed}", style="dim", highlight=False)


def graph(shown: Sequence[Column], marks: Marks) -> list[Text]:
    """The chances as bands of letters, the first seat on top, with the plies below."""
    width = min(WIDTH, len(shown))
    places = [round(place * (len(shown) - 1) / max(1, width - 1)) for place in range(width)]
    lines = []
    for row in range(HEIGHT):
        share = (row + 0.5) / HEIGHT
        line = Text(f"{round(100 * row / HEIGHT):>3} ▕" if row % 3 == 0 else "    ▕")
        for place in places:
            edges = stacked(shown[place][1])
            seat = next((seat for seat, edge in enumerate(edges) if share <= edge), len(edges) - 1)
            colour, letters = marks[seat]
            line.append(letters[:1], style=f"bold {COLOURS[colour % len(COLOURS)]}")
        lines.append(line)
    first, last = str(shown[0][0]), str(shown[-1][0])
    return [*lines, Text(f"     {first}{last:>{max(1, width - len(first))}}")]


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table with the first column at the left."""
    found = Table(box=box.SIMPLE_HEAD)
    for place, heading in enumerate(headings):
        is_number = place > 0 and all(row[place][:1] in NUMERIC for row in rows)
        is_short = is_number or max(len(row[place]) for row in rows) <= SHORT
        found.add_column(heading, justify="right" if is_number else "left", no_wrap=is_short)
    for row in rows:
        found.add_row(*(escape(cell) for cell in row))
    return found
