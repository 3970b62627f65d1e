"""A board for games that have no drawing: the description as a small sheet, and a plain cover picture.

The moves need no drawing, because a page offers every move that is not on the board as a button.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from branchline.games.drawing import PANEL, SANS, SEAT_COLOURS, SEAT_INKS, SERIF, label, number, tag, themed
from branchline.games.plain_text import Row, rows
from branchline.games.position import Position
from branchline.games.spec import Card, Drawing, Text
from branchline.texts import say, seat, sentence

WIDTH, HEIGHT = 440.0, 240.0
"""The size of the sheet.  It never changes, because a page keeps the picture's frame during a game."""
MARGIN = 18.0
LINE = 24.0
"""Height of a line."""
LETTER = 7.8
"""The approximate width of a letter."""
PANEL_HEIGHT = 3 * LINE + MARGIN / 2
COLUMNS = 3
"""The most columns of the block with a line for each seat; further columns go into another block below."""
SEAT_COLUMN = 142.0
LIGHT = {"sheet": "#faf4e6", "edge": "#d9c9a3", "ink": "#33281c", "faint": "#6f5639"}
DARK = {"sheet": "#2b2823", "edge": "#4a4136", "ink": "#f1e7d2", "faint": "#c9b48f"}
STYLE = themed(LIGHT, DARK, ".plain") + (
    f".plain{{font:16px {SANS};max-width:42rem;fill:var(--ink)}}"
    ".board.larger .picture:has(>.plain){width:100%}"  # it can be read without enlarging
    ".plain .faint{fill:var(--faint);font-size:14px}"
    ".plain .sheet{fill:var(--sheet);stroke:var(--edge)}"
    ".plain .mark{font-weight:700;font-size:13px;text-anchor:middle}"
    "@keyframes latest{from{opacity:0}}"
    ".latest{animation:latest .6s ease-out}"
    "@media (prefers-reduced-motion:reduce){.latest{animation:none}}"
)


def plain_drawing(card: Card, text: Text) -> Drawing:
    """A drawing made from the texts of a game."""

    def frame(position: Position, looking: int | None, with_panel: bool) -> str:
        height = HEIGHT + (PANEL_HEIGHT if with_panel else 0)
        size = f'viewBox="0 0 {number(WIDTH)} {number(height)}" width="{number(WIDTH)}" height="{number(height)}"'
        name = escape(f"{card.title}. {sentence(text.prompt(position))}")
        return f'<svg xmlns="http://www.w3.org/2000/svg" class="plain" {size} role="img" aria-label="{name}">'

    def layers(position: Position, looking: int | None, before: Position | None) -> dict[str, str]:
        now = rows(text.describe(position), position.players)
        then = now if before is None else rows(text.describe(before), before.players)
        return {
            "sheet": tag("rect", x=1.0, y=1.0, width=WIDTH - 2, height=HEIGHT - 2, rx=8.0, class_="sheet"),
            "description": _description(now, set(then), position.players),
            PANEL: _panel(text.prompt(position), position.scores),
        }

    return Drawing(layers=layers, frame=frame, style=STYLE)


def _description(now: Sequence[Row], then: set[Row], players: int) -> str:
    """All rows, made smaller if they would not fit.  New rows are marked as latest."""
    drawn: list[str] = []
    y = MARGIN + LINE / 2
    for row in now:
        if not row.by_seat:
            text = f"{row.label}: {row.texts[0]}"
            y = _lines(drawn, text, MARGIN, y, WIDTH - 2 * MARGIN, "" if row in then else "latest")
    by_seat = [row for row in now if row.by_seat]
    for first in range(0, len(by_seat), COLUMNS):
        y = _seats(drawn, by_seat[first : first + COLUMNS], then, players, y + LINE / 3)
    scale = min(1.0, (HEIGHT - MARGIN / 2) / (y - LINE / 2))
    return tag("g", *drawn, transform=None if scale == 1 else f"scale({scale:.3f})")


def _seats(drawn: list[str], columns: Sequence[Row], then: set[Row], players: int, y: float) -> float:
    """A line for each seat, with its values of some rows.  Returns the place of the next line."""
    left = MARGIN + SEAT_COLUMN
    width = (WIDTH - MARGIN - left) / len(columns)
    for place, row in enumerate(columns):
        drawn.append(label(row.label, left + place * width, y, class_="faint"))
    y += LINE
    for one in range(players):
        drawn += _mark(one, y)
        drawn.append(label(_cut(sentence(seat(one)), SEAT_COLUMN - 34), MARGIN + 26, y))
        ends = [
            _lines(drawn, row.texts[one], left + place * width, y, width - LETTER, "" if row in then else "latest")
            for place, row in enumerate(columns)
        ]
        y = max(ends)
    return y


def _lines(drawn: list[str], text: str, x: float, y: float, width: float, look: str) -> float:
    """A text in as many lines as it needs.  Returns the place of the next line."""
    for line in textwrap.wrap(text, max(6, int(width / LETTER))) or [""]:
        drawn.append(label(line, x, y, class_=look or None))
        y += LINE
    return y


def _cut(text: str, width: float) -> str:
    most = int(width / LETTER)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _mark(one: int, y: float) -> Iterator[str]:
    """The mark of a seat in its colour with its letter."""
    colour = one % len(SEAT_COLOURS)
    yield tag("rect", x=MARGIN, y=y - 15, width=19.0, height=19.0, rx=4.0, fill=SEAT_COLOURS[colour])
    yield tag("text", seat_letter(one), x=MARGIN + 9.5, y=y - 1, class_="mark", fill=SEAT_INKS[colour])


def seat_letter(one: int) -> str:
    """The letter of a seat: A, B, C …"""
    return chr(ord("A") + one)


def _panel(prompt: str, scores: Sequence[int]) -> str:
    """The scores and what to do now, for a self-contained picture only."""
    points = ", ".join(f"{sentence(seat(one))} {score}" for one, score in enumerate(scores))
    drawn = [tag("rect", x=1.0, y=HEIGHT + 1, width=WIDTH - 2, height=PANEL_HEIGHT - 2, rx=8.0, class_="sheet")]
    y = _lines(drawn, say("Points: {points}", points=points), MARGIN, HEIGHT + LINE, WIDTH - 2 * MARGIN, "faint")
    _lines(drawn, sentence(prompt), MARGIN, y, WIDTH - 2 * MARGIN, "")
    return "".join(drawn)


def plain_cover(card: Card) -> str:
    """A cover picture for a game that has none: its title above a track."""
    size = min(64.0, 1000.0 / max(1, len(card.title)))
    sleepers = "".join(f"M{x} 262v56" for x in range(18, 600, 36))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400" role="img"'
        f' aria-label="{escape(card.title)}">'
        '<rect width="600" height="400" fill="#2f4a43"/><rect y="240" width="600" height="160" fill="#c9b68c"/>'
        f'<path d="{sleepers}" stroke="#6d5238" stroke-width="12"/>'
        '<path d="M0 274h600M0 306h600" stroke="#3a3f47" stroke-width="7"/>'
        + tag(
            "text",
            escape(card.title),
            x=300,
            y=140,
            text_anchor="middle",
            dominant_baseline="middle",
            font_family=SERIF,
            font_size=size,
            fill="#f4ead3",
        )
        + "</svg>"
    )
