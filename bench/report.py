"""The rows of the figures and how they are shown: on the terminal, in Markdown, as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table


def per_second(value: float) -> str:
    """A rate in decisions a second."""
    if value >= 1e6:
        return f"{value / 1e6:.1f} M/s"
    return f"{value / 1e3:,.0f} k/s" if value >= 1e4 else f"{value / 1e3:.1f} k/s"


def per_minute(value: float) -> str:
    """A pace of games."""
    return f"{value:.1f} / min"


def times(value: float) -> str:
    """A ratio."""
    return f"{value:.2f} ×"


def duration(value: float) -> str:
    """A time in a fitting unit."""
    if value < 1e-3:
        return f"{value * 1e6:.2f} µs"
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s"


@dataclass(frozen=True)
class Row:
    """One figure, with its target where there is one."""

    section: str
    label: str
    value: float
    shown: Callable[[float], str]
    target: float | None = None
    at_most: bool = False
    note: str = ""
    headline: str = ""
    """What the project's first page calls this figure, if it shows it."""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.value <= self.target if self.at_most else self.value >= self.target

    def cells(self) -> tuple[str, str, str, str, str]:
        """Label, figure, target, verdict and note as texts."""
        goal = "" if self.target is None else f"{'≤' if self.at_most else '≥'} {self.shown(self.target)}"
        verdict = {None: "", True: "yes", False: "no"}[self.met]
        return self.label, self.shown(self.value), goal, verdict, self.note

    def plain(self) -> dict[str, Any]:
        """JSON-safe."""
        return {**{name: value for name, value in asdict(self).items() if name != "shown"}, "met": self.met}


HEADINGS = ("what", "figure", "target", "met", "remark")


def sections(rows: Sequence[Row]) -> list[str]:
    """The sections in the order of their first rows."""
    return list(dict.fromkeys(row.section for row in rows))


def show(console: Console, rows: Sequence[Row]) -> None:
    """A table for each section."""
    for section in sections(rows):
        table = Table(title=section, title_justify="left", title_style="bold")
        for heading in HEADINGS:
            table.add_column(heading, justify="right" if heading in ("figure", "target") else "left")
        for row in rows:
            if row.section == section:
                table.add_row(*row.cells(), style={None: None, True: "green", False: "red"}[row.met])
        console.print(table)


def markdown(rows: Sequence[Row], foreword: str) -> str:
    """The same as Markdown."""
    lines = [foreword, ""]
    for section in sections(rows):
        lines += [f"### {section}", "", f"| {' | '.join(HEADINGS)} |", "|---|--:|--:|---|---|"]
        lines += [f"| {' | '.join(row.cells())} |" for row in rows if row.section == section]
        lines.append("")
    return "\n".join(lines)


def headlines(rows: Sequence[Row], foreword: str) -> str:
    """The few figures for the project's first page."""
    lines = [f"| {row.headline} | {row.shown(row.value)} |" for row in rows if row.headline]
    return "\n".join([foreword, "", "| what | figure |", "|---|--:|", *lines])


def write_into(readme: Path, text: str, name: str = "figures", script: str = "run.py") -> None:
    """Replace what stands between the two marks of this name."""
    begin, end = f"<!-- {name}: written by {script} -->", f"<!-- end of {name} -->"
    content = readme.read_text(encoding="utf-8")
    if begin not in content or end not in content:
        raise ValueError(f"{readme.name} lacks the marks between which the {name} stand.")
    pattern = re.escape(begin) + ".*" + re.escape(end)
    readme.write_text(re.sub(pattern, lambda _: f"{begin}\n{text}\n{end}", content, flags=re.DOTALL), encoding="utf-8")
