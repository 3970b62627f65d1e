"""The chances of a game as a picture: one band for each seat, told apart by letter, shape and pattern as well as by colour."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from html import escape

from branchline.core.record import Record
from branchline.texts import language, say

PALETTE = ("#c0392b", "#2468b0", "#d99a1c", "#2f8553", "#7048a8", "#4b525c")
"""The colours of seats, as on the site."""
HATCHES = (
    "",
    "M-2 2 2-2M0 8 8 0M6 10 10 6",
    "M0 4H8",
    "M4 0V8",
    "M0 0 8 8M0 8 8 0",
    "M3 4h2M7 0h2M-1 0h2M7 8h2M-1 8h2",
)
"""The pattern of each seat's band, drawn in a square of 8 units."""
SHAPES = (
    "M0-6A6 6 0 1 1-.01-6Z",
    "M-5.5-5.5H5.5V5.5H-5.5Z",
    "M0-7 7 5.5H-7Z",
    "M0-7.5 7.5 0 0 7.5-7.5 0Z",
    "M0-7 6.7-2.2 4.1 5.7-4.1 5.7-6.7-2.2Z",
    "M-2.2-6.5H2.2V-2.2H6.5V2.2H2.2V6.5H-2.2V2.2H-6.5V-2.2H-2.2Z",
)
"""The shape of each seat's mark."""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 300, 40, 150, 14, 34
Marks = list[tuple[int, str]]
"""For each seat the number of its colour, and its letters."""
Column = tuple[int, Sequence[float]]
"""The plies so far and the chances after them."""


def seat_marks(record: Record) -> Marks:
    """The colours and letters of the seats, as on the board."""
    return record.game.spec.drawing.seat_marks(record.state().position)


def columns(chances: Sequence[Sequence[float]], chance_plies: Sequence[bool]) -> list[Column]:
    """What a graph shows: the start, and the chances after each decision and each run of draws."""
    found: list[Column] = [(0, chances[0])]
    for ply, is_chance in enumerate(chance_plies):
        if not (is_chance and ply + 1 < len(chance_plies) and chance_plies[ply + 1]):
            found.append((ply + 1, chances[ply + 1]))
    return found


def stacked(chances: Sequence[float]) -> list[float]:
    """The upper edges of the bands, the last one 1.  Partners, whose shares are those of their side, are halved."""
    total, edges, sum_so_far = sum(chances), [], 0.0
    for share in chances:
        sum_so_far += share / total
        edges.append(sum_so_far)
    return edges


def places(count: int) -> list[float]:
    """Where so many columns stand, from left to right."""
    return [LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, count - 1) for place in range(count)]


def svg(shown: Sequence[Column], names: Sequence[str], marks: Marks, turning_points: Sequence[int], decided: int | None) -> str:
    """The picture."""
    ident = f"r{zlib.crc32(repr((shown, names)).encode()):08x}"
    across = places(len(shown))
    edges = [[0.0, *stacked(chances)] for _, chances in shown]
    parts = [*_defs(ident, marks), *_scale(shown, across)]
    for seat, (colour, _) in enumerate(marks):
        top = [f"{x:.1f} {_down(row[seat]):.1f}" for x, row in zip(across, edges, strict=True)]
        bottom = [f"{x:.1f} {_down(row[seat + 1]):.1f}" for x, row in zip(across, edges, strict=True)]
        path = f"M{'L'.join(top)}L{'L'.join(reversed(bottom))}Z"
        parts.append(f'<path d="{path}" fill="{PALETTE[colour % len(PALETTE)]}" stroke="#fff"/>')
        parts.append(f'<path d="{path}" fill="url(#{ident}-{seat})"><title>{escape(names[seat])}</title></path>')
        parts += _label(seat, colour, marks[seat][1], names[seat], edges, shown[-1][1][seat])
    at = {plies: x for (plies, _), x in zip(shown, across, strict=True)}
    for number, ply in enumerate(turning_points, 1):
        parts += _flag(at[ply + 1], str(number), "#222")
    if decided is not None:
        x = at[min(plies for plies in at if plies > decided)]
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#222" stroke-dasharray="3 3" fill="none"/>')
    told = _told(shown, names)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" lang="{language()}"'
        f' aria-labelledby="{ident}-t {ident}-d" font-family="system-ui, sans-serif" font-size="12">'
        f'<title id="{ident}-t">{escape(say("Chances to win, move by move"))}</title>'
        f'<desc id="{ident}-d">{escape(told)}</desc>{"".join(parts)}</svg>'
    )


def _down(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * share


def _defs(ident: str, marks: Marks) -> list[str]:
    found = ["<defs>"]
    for seat in range(len(marks)):
        hatch = HATCHES[seat % len(HATCHES)]
        found.append(
            f'<pattern id="{ident}-{seat}" width="8" height="8" patternUnits="userSpaceOnUse">'
            f'<path d="{hatch}" stroke="#fff" stroke-opacity=".45" stroke-width="1.4" fill="none"/></pattern>'
        )
    return [*found, "</defs>", f'<path d="M0 0H{WIDTH}V{HEIGHT}H0Z" fill="#fff"/>']


def _scale(shown: Sequence[Column], across: Sequence[float]) -> list[str]:
    found = []
    for percent in (0, 25, 50, 75, 100):
        y = _down(percent / 100)
        found.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#444">{percent}</text>')
    every = max(1, round((len(shown) - 1) / 8))
    for place in range(0, len(shown), every):
        x = across[place]
        found.append(f'<text x="{x:.1f}" y="{HEIGHT - 4}" text-anchor="middle" fill="#444">{shown[place][0]}</text>')
    return found


def _label(
    seat: int, colour: int, letter: str, name: str, edges: Sequence[Sequence[float]], chance: float
) -> list[str]:  # fmt: skip
    """The seat's mark and name at the right, in order of seats, with its last share."""
    x, y = WIDTH - RIGHT + 22, TOP + 20 + 34 * seat
    text = f"{name if len(name) <= 14 else name[:13] + '…'}"
    return [
        f'<path d="{SHAPES[seat % len(SHAPES)]}" transform="translate({x} {y}) scale(1.6)" fill="{PALETTE[colour % 6]}"/>',
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" fill="#fff" font-weight="700" font-size="10">{escape(letter)}</text>',
        f'<text x="{x + 18}" y="{y}" fill="#222">{escape(text)}</text>',
        f'<text x="{x + 18}" y="{y + 14}" fill="#444">{chance * 100:.0f}</text>',
        _letter_in_band(seat, letter, edges),
    ]


def _letter_in_band(seat: int, letter: str, edges: Sequence[Sequence[float]]) -> str:
    """The seat's letter where its band is widest."""
    widest = max(range(len(edges)), key=lambda place: edges[place][seat + 1] - edges[place][seat])
    share = edges[widest][seat + 1] - edges[widest][seat]
    if share < 0.08:
        return ""
    x = LEFT + (WIDTH - LEFT - RIGHT) * widest / max(1, len(edges) - 1)
    x = min(max(x, LEFT + 10), WIDTH - RIGHT - 10)
    y = _down(edges[widest][seat] + share / 2)
    style = 'text-anchor="middle" font-weight="700" font-size="14"'
    paint = 'fill="#fff" stroke="#222" stroke-width="2.5" paint-order="stroke"'
    return f'<text x="{x:.1f}" y="{y + 5:.1f}" {style} {paint}>{escape(letter)}</text>'


def _flag(x: float, text: str, colour: str) -> list[str]:
    y = HEIGHT - BOTTOM + 10
    return [
        f'<path d="M{x:.1f} {TOP}V{y - 8}" stroke="{colour}" stroke-width="1.2"/>',
        f'<circle cx="{x:.1f}" cy="{y}" r="7" fill="{colour}"/>',
        f'<text x="{x:.1f}" y="{y + 4}" text-anchor="middle" fill="#fff" font-size="10" font-weight="700">{text}</text>',
    ]


def _told(shown: Sequence[Column], names: Sequence[str]) -> str:
    """The first and the last shares in words, for readers who do not see the picture."""
    rows = []
    for name, first, last in zip(names, shown[0][1], shown[-1][1], strict=True):
        rows.append(
            say("{player}: from {first} to {last} of 100", player=name, first=f"{first * 100:.0f}", last=f"{last * 100:.0f}")
        )
    return "; ".join(rows)


def page(title: str, picture: str, tables: str) -> str:
    """A page that needs no other file."""
    heading = escape(say("Review: {game}", game=title))
    style = (
        "body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
        "table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .7rem;text-align:right;border-bottom:1px solid #ccc}"
        "td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto}.left{text-align:left}"
    )
    return (
        f'<!DOCTYPE html><html lang="{language()}"><head><meta charset="utf-8"><title>{heading}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{style}</style></head>'
        f"<body><h1>{heading}</h1>{picture}{tables}</body></html>\n"
    )
