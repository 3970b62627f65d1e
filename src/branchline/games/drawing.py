"""What the boards of all games have in common: the seats' colours and letters, and writing SVG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

SEAT_COLOURS = ("#c0392b", "#2468b0", "#d99a1c", "#2f8553", "#7048a8", "#3a3f47")
"""Fill of each seat or colour; every one carries its letter too, so colour is never the only cue."""
SEAT_INKS = ("#ffffff", "#ffffff", "#2a1c00", "#ffffff", "#ffffff", "#ffffff")
"""Text on that fill, with a contrast of at least 4.5."""
SEAT_NAMES = ("red", "blue", "gold", "green", "purple", "black")
SEAT_LETTERS = "ABCDEF"


def number(value: float) -> str:
    """A coordinate with at most two decimals and no trailing zeros.

    >>> number(3.0), number(2.128)
    ('3', '2.13')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, /, *inside: str, **attributes: object) -> str:
    """An SVG element; `data_pick` becomes `data-pick`, `class_` becomes `class`, None is left out.

    >>> tag("circle", r=2.0, class_="dot", fill=None)
    '<circle r="2" class="dot"/>'
    """
    words = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, float) else str(value)
        words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    head = " ".join(words)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def points(pairs: Iterable[tuple[float, float]]) -> str:
    """Coordinates for `polygon` and `polyline`."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def label(text: str, x: float, y: float, **attributes: object) -> str:
    """A text, escaped."""
    return tag("text", escape(text), x=x, y=y, **attributes)
