"""The history of a rating as a graph: the estimate as a line, and the band in which the true strength lies."""

from __future__ import annotations

import time
from collections.abc import Sequence
from html import escape
from typing import Protocol

from branchline.texts import say

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 30
SURE = 2.0
"""The band is so many sigma wide to each side: 95 %."""
LINES = 4
"""Horizontal lines of the grid."""


class Step(Protocol):
    """A rating after a game."""

    at: float
    mu: float
    sigma: float


def bounds(steps: Sequence[Step]) -> tuple[float, float]:
    """The lowest and the highest value that the graph shows, as whole numbers."""
    low = min(step.mu - SURE * step.sigma for step in steps)
    high = max(step.mu + SURE * step.sigma for step in steps)
    return float(int(low // 1)), float(int(high // 1) + 1)


def rating_graph(steps: Sequence[Step], title: str) -> str:
    """The graph as SVG; empty if there are fewer than two games."""
    if len(steps) < 2:
        return ""
    low, high = bounds(steps)

    def x(number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / (len(steps) - 1)

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    def points(values: Sequence[float]) -> list[str]:
        return [f"{x(number):.1f},{y(value):.1f}" for number, value in enumerate(values)]

    upper = points([step.mu + SURE * step.sigma for step in steps])
    lower = points([step.mu - SURE * step.sigma for step in steps])
    label = say(
        "{title}: from {first:.1f} to {last:.1f} ± {sure:.1f} in {n} games",
        title=title,
        first=steps[0].mu,
        last=steps[-1].mu,
        sure=SURE * steps[-1].sigma,
        n=len(steps),
    )
    return "".join(
        [
            f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">',
            *(_grid_line(value, y(value)) for value in (low + (high - low) * number / LINES for number in range(LINES + 1))),
            f'<polygon class="band" points="{" ".join([*upper, *reversed(lower)])}"/>',
            f'<polyline class="line" points="{" ".join(points([step.mu for step in steps]))}"/>',
            f'<text x="{LEFT}" y="{HEIGHT - 8}">{_day(steps[0].at)}</text>',
            f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{_day(steps[-1].at)}</text>',
            "</svg>",
        ]
    )


def _grid_line(value: float, height: float) -> str:
    line = f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{height:.1f}" y2="{height:.1f}"/>'
    return f'{line}<text x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">{value:g}</text>'


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
