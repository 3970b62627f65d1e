"""The pieces as SVG: goods, passengers, opposition, markers, links, towns.  They differ by shape as well as by colour."""

from __future__ import annotations

import math
from collections.abc import Iterable

from branchline.games.drawing import SEAT_LETTERS, label, tag
from branchline.games.wensleydale.drawing.geometry import Point
from branchline.games.wensleydale.text.scene import FILLS, INKS, Owner

MIDLAND, NER = "#b3202f", "#1a6a45"
COMPANY_FILL = {"midland": MIDLAND, "ner": NER}
COMPANY_LETTER = {"midland": "M", "ner": "N"}
INFLUENCE_FILL = {"midland": MIDLAND, "ner": NER, "government": "#fdfaf2", "train": "#7a5230"}
INFLUENCE_INK = {"midland": "#ffffff", "ner": "#ffffff", "government": "#33271c", "train": "#ffffff"}
INFLUENCE_LETTER = {"midland": "M", "ner": "N", "government": "G", "train": "T"}
EDGE, WHITE = "#1d1712", "#fffaf0"
"""Outlines of pieces, visible on every ground in the light and the dark theme."""

LINK_LENGTH, LINK_WIDTH, BADGE, TOWN = 46.0, 14.0, 11.0, 22.0

SHAPES = {
    "stone": '<path d="M0-10 9.5-5.2V5L0 10-9.5 5V-5.2Z" fill="#8d9197"/><path d="M0-10 9.5-5.2 0-.4-9.5-5.2Z" fill="#d3d6da"/>'
    '<path d="M0-.4 9.5-5.2V5L0 10Z" fill="#5f646b"/><path d="M0-10 9.5-5.2V5L0 10-9.5 5V-5.2Z" fill="none" '
    'stroke="#2b2d30" stroke-width="1.3" stroke-linejoin="round"/>',
    "cheese": '<path d="M-10 1.5 6.5-7.5Q10.5-4.5 10 1.5Z" fill="#ffe08a" stroke="#6b4a06" stroke-width="1.3" '
    'stroke-linejoin="round"/><path d="M-10 1.5H10V8.5H-10Z" fill="#f2b632" stroke="#6b4a06" stroke-width="1.3" '
    'stroke-linejoin="round"/><circle cx="-5" cy="5.2" r="1.7" fill="#b97f12"/><circle cx="1.5" cy="4.6" r="1.3" '
    'fill="#b97f12"/><circle cx="6.3" cy="5.8" r="1.5" fill="#b97f12"/><circle cx="4.5" cy="-2.2" r="1.2" '
    'fill="#d79f2a"/>',
    # A gentleman with a bowler hat.
    "red": '<g stroke="#3d070d" stroke-width="1.2" stroke-linejoin="round"><path d="M-8.5 10V5Q-8.5 0-3 0H3Q8.5 0 8.5 5V10Z" '
    f'fill="{MIDLAND}"/><circle cy="-3.5" r="4" fill="#f6d9bd"/><path d="M-6.5-5H6.5M-4-5V-7.5Q-4-10.5 0-10.5T4-7.5V-5Z" '
    f'fill="{MIDLAND}"/></g><path d="M-2 1 0 4 2 1Z" fill="#fff"/>',
    # A lady in a long dress.
    "green": '<g stroke="#04301d" stroke-width="1.2" stroke-linejoin="round"><path d="M0-2-9 10H9Z" '
    f'fill="{NER}"/><circle cy="-4.5" r="4" fill="#f6d9bd"/><path d="M-5-4.5Q-5-10.5 0-10.5T5-4.5Q0-8 -5-4.5Z" '
    f'fill="{NER}"/></g><path d="M-3 6.5H3" stroke="#bfe3cf" stroke-width="1.2"/>',
    # A landowner's notice.
    "opposition": '<path d="M-4.1-10H4.1L10-4.1V4.1L4.1 10H-4.1L-10 4.1V-4.1Z" fill="#fff" stroke="#1d1d1d" '
    'stroke-width="1.5"/><path d="M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5" stroke="#1d1d1d" stroke-width="3" '
    'stroke-linecap="round"/>',
}
"""Every symbol in a square of 20 around the origin."""


def definitions() -> str:
    """The symbols that `piece`, `town` and `link` refer to."""
    symbols = "".join(f'<g id="lw-{name}">{shape}</g>' for name, shape in SHAPES.items())
    tracks = "".join(_track(owner) for owner in (*range(len(FILLS)), *COMPANY_FILL))
    return symbols + tracks + _towns()


def piece(kind: str, at: Point, scale: float = 1.0, **attributes: object) -> str:
    """A piece with its middle at a point."""
    grown = f" scale({scale:g})" if scale != 1 else ""
    return tag("use", href=f"#lw-{kind}", transform=f"translate({at[0]:g} {at[1]:g}){grown}", **attributes)


def piece_alone(kind: str) -> str:
    """A piece around the origin that needs no definitions."""
    return SHAPES[kind]


def alone(inside: str, look: str | None = None) -> str:
    """A picture that stands alone: a square of 24 around the origin."""
    size = {"viewBox": "-12 -12 24 24", "width": 24, "height": 24, "aria_hidden": "true", "class_": look}
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", **size)


def company_badge(company: str) -> str:
    """The square badge of a company around the origin."""
    return _badge(company)


def letter(text: str, at: Point, size: float, fill: str, **attributes: object) -> str:
    """A bold letter centred on a point."""
    look = {"class_": "lw-bold", "font_size": size, "fill": fill}
    return label(text, at[0], at[1] + size * 0.355, **look, **attributes)


def seat_disc(seat: int, at: Point, radius: float = 11.0) -> str:
    """The round marker of a seat with its letter."""
    disc = tag("circle", cx=at[0], cy=at[1], r=radius, fill=FILLS[seat], stroke=WHITE, stroke_width=1.5)
    return disc + letter(SEAT_LETTERS[seat], at, radius * 1.25, INKS[seat])


def influence(kind: str, at: Point, radius: float = 10.0) -> str:
    """An influence token: round, with the initial of its kind."""
    disc = tag("circle", cx=at[0], cy=at[1], r=radius, fill=INFLUENCE_FILL[kind], stroke=EDGE, stroke_width=1.2)
    return disc + letter(INFLUENCE_LETTER[kind], at, radius * 1.3, INFLUENCE_INK[kind])


def link(owner: Owner, at: Point, angle: float, look: str = "") -> str:
    """A link across a border: a seat's letter in a disc, or a company's initial in a square."""
    turned = f"rotate({angle:g})"
    bar = tag("use", href=f"#lw-bar-{owner}", transform=turned)
    badge = tag("use", href=f"#lw-badge-{owner}", class_="lw-badge")
    frame = {"x": -LINK_LENGTH / 2 - 6, "y": -LINK_WIDTH / 2 - 8, "width": LINK_LENGTH + 12, "height": LINK_WIDTH + 16, "rx": 9}
    mark = tag("rect", **frame, transform=turned, class_="lw-mark") if "latest" in look else ""
    return tag("g", tag("g", mark, bar, badge, class_=f"lw-link {look}".strip()), transform=f"translate({at[0]:g} {at[1]:g})")


def _track(owner: Owner) -> str:
    """The two parts of a link: the bar, which is rotated, and the badge, which stays upright."""
    fill, ink = (FILLS[owner], INKS[owner]) if isinstance(owner, int) else (COMPANY_FILL[owner], "#ffffff")
    half, wide = LINK_LENGTH / 2, LINK_WIDTH / 2
    rect = {"x": -half, "y": -wide, "width": LINK_LENGTH, "height": LINK_WIDTH, "rx": 3}
    bar = tag("rect", **rect, fill=fill, stroke=EDGE, stroke_width=1.4)
    rails = tag("path", d="M-19-5V5M-14-5V5M14-5V5M19-5V5", stroke=ink, stroke_width=1.8, opacity=0.75)
    return tag("g", bar, rails, id=f"lw-bar-{owner}") + tag("g", _badge(owner), id=f"lw-badge-{owner}")


def _badge(owner: Owner) -> str:
    if isinstance(owner, int):
        return seat_disc(owner, (0, 0), BADGE)
    side = 2 * BADGE - 2
    square = tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=2, fill=COMPANY_FILL[owner], stroke=WHITE)
    return square + letter(COMPANY_LETTER[owner], (0, 0), BADGE * 1.3, "#ffffff")


def rails(name: str, places: Iterable[tuple[Point, float, int]], grown: float = 1.0) -> str:
    """The places where links can be built, by middle, angle and cost: one rail for cost 1, two for cost 2."""
    marks = "".join(_rail(*place, grown) for place in places)
    twice = tag("use", href=f"#lw-{name}", class_="lw-sleepers") + tag("use", href=f"#lw-{name}", class_="lw-rail")
    return tag("g", tag("defs", tag("path", d=marks, id=f"lw-{name}")), twice, class_=f"lw-rails lw-{name}")


def _rail(at: Point, angle: float, cost: int, grown: float) -> str:
    along = math.cos(math.radians(angle)) * 13 * grown, math.sin(math.radians(angle)) * 13 * grown
    aside = (0.0,) if cost == 1 else (-4 * grown / 13, 4 * grown / 13)
    starts = [(at[0] - along[0] - along[1] * far / grown, at[1] - along[1] + along[0] * far / grown) for far in aside]
    return "".join(f"M{x:.0f} {y:.0f}l{2 * along[0]:.0f} {2 * along[1]:.0f}" for x, y in starts)


def town(minor: bool, companies: tuple[str, ...], at: Point, size: float, **attributes: object) -> str:
    """A town: square, or round if minor; white, or in the colours of its companies with their letters."""
    return piece(_town_name(minor, companies), at, round(size / TOWN, 2), **attributes)


def _town_name(minor: bool, companies: tuple[str, ...]) -> str:
    return "-".join(("minor" if minor else "major", *companies))


def _towns() -> str:
    """Every kind of town, around the origin."""
    owners: tuple[tuple[str, ...], ...] = ((), ("midland",), ("ner",), ("midland", "ner"))
    looks = [(minor, companies) for minor in (False, True) for companies in owners]
    return "".join(tag("g", _town(*look), id=f"lw-{_town_name(*look)}") for look in looks)


def _town(minor: bool, companies: tuple[str, ...]) -> str:
    half = TOWN / 2
    fill = WHITE if not companies else COMPANY_FILL[companies[0]] if len(companies) == 1 else "url(#lw-both)"
    look: dict[str, object] = {"fill": fill, "stroke": EDGE, "stroke_width": 2}
    if minor:
        shape = tag("circle", r=half + (1.5 if companies else 0), **look)
    else:
        shape = tag("rect", x=-half, y=-half, width=TOWN, height=TOWN, rx=2, **look)
    if not companies:
        return shape + '<path d="M-6 6V-1L0-7 6-1V6Z" fill="#9c8f78"/>'
    if len(companies) == 1:
        return shape + letter(COMPANY_LETTER[companies[0]], (0, 0), TOWN * 0.7, "#ffffff")
    upper = letter("M", (-TOWN * 0.2, -TOWN * 0.17), TOWN * 0.5, "#ffffff")
    return shape + upper + letter("N", (TOWN * 0.22, TOWN * 0.2), TOWN * 0.5, "#ffffff")
