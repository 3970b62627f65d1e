"""Turn a picture from SVG into PNG."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

WIDTH = 1200
"""Pixels of a PNG, as link previews want it."""
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")
SANS = (("LiberationSans-Regular", "Liberation Sans"), ("DejaVuSans", "DejaVu Sans"), ("arial", "Arial"))
SERIF = (("LiberationSerif-Regular", "Liberation Serif"), ("DejaVuSerif", "DejaVu Serif"), ("georgia", "Georgia"))
"""The files of common fonts, with the names of their families."""
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
CONDITION = re.compile(r"@(?:media|container|supports|keyframes)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
DEFINITION = re.compile(r"(--[\w-]+):([^;}]+)")
USE = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")
NESTED = 3
"""How deep variables are defined by other variables."""


def png_of(svg: str, width: int = WIDTH) -> bytes:
    """A self-contained picture as PNG, in its light colours."""
    import resvg_py

    sans, serif = installed(SANS), installed(SERIF)
    plain = without_variables(svg)
    drawn = resvg_py.svg_to_bytes(svg_string=plain, width=width, font_family=sans, sans_serif_family=sans, serif_family=serif)
    return bytes(drawn)


def without_variables(svg: str) -> str:
    """A picture whose style needs no browser: its variables are replaced by their values, conditional rules left out.

    >>> without_variables("<svg><style>.a{--x:red}@media print{.a{--x:blue}}.b{fill:var(--x)}</style></svg>")
    '<svg><style>.a{--x:red}.b{fill:red}</style></svg>'
    """
    style = STYLE.search(svg)
    if style is None:
        return svg
    rules = [(names, body) for names, body in RULE.findall(CONDITION.sub("", style[1])) if ":root" not in names]
    values: dict[str, str] = {}
    for _, body in rules:
        for name, value in DEFINITION.findall(body):
            values.setdefault(name, value)
    found = svg[: style.start(1)] + "".join(f"{names}{{{body}}}" for names, body in rules) + svg[style.end(1) :]
    for _ in range(NESTED):
        found = USE.sub(lambda use: values.get(use[1], use[2] or ""), found)
    return found


@cache
def installed(fonts: tuple[tuple[str, str], ...]) -> str | None:
    """The first of these families that is installed, or None."""
    files = {file.stem for folder in FONT_FOLDERS for file in Path(folder).rglob("*.tt[fc]")}
    return next((family for file, family in fonts if file in files), None)
