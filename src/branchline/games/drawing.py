"""What all drawings share: the colours and letters of the seats, and functions that write SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from branchline.games.position import Position
from branchline.games.spec import Drawing

SEAT_COLOURS = ("#c0392b", "#2468b0", "#d99a1c", "#2f8553", "#7048a8", "#3a3f47")
"""The fill of each seat's pieces.  Pieces also carry a letter, so colour is never the only cue."""
SEAT_INKS = ("#ffffff", "#ffffff", "#2a1c00", "#ffffff", "#ffffff", "#ffffff")
"""The colour of text on that fill, with a contrast of at least 4.5."""
SEAT_NAMES = ("red", "blue", "gold", "green", "purple", "black")
SEAT_LETTERS = "ABCDEF"
SERIF = "'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, 'Times New Roman', serif"
"""For names of places and games."""
SANS = "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', Arial, sans-serif"
"""For numbers and letters on pieces."""


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
    """An SVG text element; the text is escaped."""
    return tag("text", escape(text), x=x, y=y, **attributes)


def fitted(text: str, size: float, room: float, letter: float = 0.62) -> dict[str, object]:
    """Attributes that squeeze a text if it would be too long for its place, with letters this wide as a share of their size.

    >>> fitted("Government", 17, 98), fitted("Train", 17, 98)
    ({'textLength': '98', 'lengthAdjust': 'spacingAndGlyphs'}, {})
    """
    if len(text) * size * letter <= room:
        return {}
    return {"textLength": number(room), "lengthAdjust": "spacingAndGlyphs"}


def smooth(line: Sequence[tuple[float, float]], closed: bool = False) -> str:
    """Path data of a smooth curve through all points (a Catmull-Rom spline), short: relative, with one decimal.

    >>> smooth([(0, 0), (6, 6.04)])
    'M0 0c1 1 5 5 6 6'
    """
    around = [line[-1], *line, line[0], line[1]] if closed else [line[0], *line, line[-1]]
    pen = round(line[0][0], 1), round(line[0][1], 1)
    words = [f"M{number(pen[0])} {number(pen[1])}"]
    for before, here, there, after in zip(around, around[1:], around[2:], around[3:], strict=False):
        leaving = here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6
        arriving = there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6
        end = round(there[0], 1), round(there[1], 1)
        steps = (number(round(x - pen[0], 1)) + " " + number(round(y - pen[1], 1)) for x, y in (leaving, arriving, end))
        words.append("c" + " ".join(steps).replace(" -", "-"))
        pen = end
    return "".join(words) + ("Z" if closed else "")


def shade(colour: str, towards: int, share: float) -> str:
    """A colour moved towards black (0) or white (255).

    >>> shade("#c0392b", 255, 0.5)
    '#e09c95'
    """
    parts = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(part + (towards - part) * share):02x}" for part in parts)


PANEL = "panel"
"""The layer with hands and scores, which a page may leave out."""
PICK_STYLE = (
    ".pick{outline:none}"
    ".pick.can-pick{cursor:pointer}"
    ".pick.can-pick:focus-visible{outline:3px solid var(--focus,#1a5fb4);outline-offset:3px}"
    ".ghost{opacity:.62;pointer-events:none}.ghost:has(>.overlay){opacity:1}"
    "@keyframes latest{from{opacity:0}}"
    ".latest{animation:latest .6s ease-out}"
    "@media (prefers-reduced-motion:reduce){.latest{animation:none}}"
)
"""The style of picks in every game.  A game adds its own highlight of `.pick.can-pick` and `.pick.picked`."""


def themed(light: Mapping[str, str], dark: Mapping[str, str], scope: str) -> str:
    """Colours as custom properties on `scope`, light and dark.  The page chooses between them, or else the reader's system.

    >>> themed({"ink": "#000"}, {"ink": "#fff"}, ".np")[:35]
    '.np{color-scheme:light dark;--ink:#'
    """
    day, night = (";".join(f"--{name}:{value}" for name, value in colours.items()) for colours in (light, dark))
    return (
        f"{scope}{{color-scheme:light dark;{day}}}"
        f"@media (prefers-color-scheme:dark){{{scope}{{{night}}}}}"
        f':root[data-theme="light"] {scope}{{{day}}}'
        f':root[data-theme="dark"] {scope}{{{night}}}'
    )


def picture(drawing: Drawing, position: Position, seat: int | None) -> str:
    """A self-contained picture: opening tag, style sheet and all layers."""
    layers = drawing.layers(position, seat, None)
    drawn = "".join(f'<g data-layer="{name}">{inside}</g>' for name, inside in layers.items())
    return f"{drawing.frame(position, seat, True)}<style>{drawing.style}</style>{drawn}</svg>"
