"""The pieces as SVG: goods, passengers, opposition, markers, links, towns.  Each has its own shape, not only its colour."""

from __future__ import annotations

from branchline.games.drawing import SEAT_LETTERS, label, tag
from branchline.games.wensleydale.chart import Point
from branchline.games.wensleydale.scene import FILLS, INKS, OWNER

INK = "#33271c"
PAPER = "#f6eedd"
MIDLAND, NER = "#b3202f", "#1a6a45"
COMPANY_FILL = {"midland": MIDLAND, "ner": NER}
COMPANY_LETTER = {"midland": "M", "ner": "N"}
INFLUENCE_FILL = {"midland": MIDLAND, "ner": NER, "government": "#fdfaf2", "train": "#7a5230"}
INFLUENCE_INK = {"midland": "#ffffff", "ner": "#ffffff", "government": INK, "train": "#ffffff"}
INFLUENCE_LETTER = {"midland": "M", "ner": "N", "government": "G", "train": "T"}
SANS = "'Gill Sans', 'Gill Sans MT', Carlito, 'Trebuchet MS', 'Liberation Sans', Arial, sans-serif"
SERIF = "'Hoefler Text', Baskerville, Georgia, 'Liberation Serif', serif"

LINK_LENGTH, LINK_WIDTH = 44.0, 13.0

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
    "sheep": '<g stroke="#6c6654" stroke-width=".9"><path d="M-4 3V7M-1.5 4V7.5M3 4V7.5M5 3V7" fill="none"/><path '
    'd="M-7 0Q-8-4-4-4.5-2-7 1-5 5-6.5 6-3 8.5-1 6.5 2 4 5 0 4-5 5.5-7 0Z" fill="#fbfaf4"/></g><ellipse cx="-7.5" '
    'cy="-2" rx="2.6" ry="1.9" fill="#3d3a34" transform="rotate(25 -7.5 -2)"/>',
    "barn": '<path d="M-8 7V-1L-2-7 4-1V7Z" fill="#cfc6b2"/><path d="M4-1 9 0V7H4Z" fill="#b3a88f"/><path '
    'd="M-9.5-.5-2-8 0-7.6 10.5 0 4.5-1-2-7-8 0Z" fill="#7d7464"/><path d="M-4 7V2.5H0V7Z" fill="#4a4336"/>',
    "mill": '<path d="M-16 10V-1L-10-6V-1L-4-6V-1L2-6V10Z" fill="#a58a6a"/><path d="M4 10 5-15H9L10 10Z" fill="#8f7354"/>'
    '<path d="M7-17Q5-21 9-22T13-27 22-29" stroke="#b9a98c" stroke-width="3.5" fill="none" stroke-linecap="round"/>'
    '<path d="M-13 3H-10M-7 3H-4M-1 3H1" stroke="#6d573d" stroke-width="3"/>',
    "tree": '<path d="M-1 2H1V8H-1Z" fill="#7b6242"/><circle cy="-2.5" r="6" fill="#6f9a58"/><circle cx="-2" cy="-4.5" r="3" '
    'fill="#8ab26d"/>',
}
"""Every symbol in a square of 20 around the origin."""


def definitions() -> str:
    """The symbols that `piece` uses."""
    symbols = "".join(f'<g id="lw-{name}">{shape}</g>' for name, shape in SHAPES.items())
    tracks = "".join(_track(owner) for owner in (*range(len(FILLS)), *COMPANY_FILL))
    glow = '<rect id="lw-glow" x="-26" y="-11" width="52" height="22" rx="7" fill="#fff3b0" stroke="#d98c00" stroke-width="2"/>'
    return symbols + tracks + glow + _rails(1) + _rails(2)


def piece(kind: str, at: Point, scale: float = 1.0, **attributes: object) -> str:
    """A piece with its middle at a point."""
    grown = f" scale({scale:g})" if scale != 1 else ""
    return tag("use", href=f"#lw-{kind}", transform=f"translate({at[0]:g} {at[1]:g}){grown}", **attributes)


def letter(text: str, at: Point, size: float, fill: str, **attributes: object) -> str:
    """A bold letter centred on a point."""
    look = {"text_anchor": "middle", "font_weight": 700, "font_size": size, "fill": fill}
    return label(text, at[0], at[1] + size * 0.355, **look, **attributes)


def seat_disc(seat: int, at: Point, radius: float = 11.0) -> str:
    """The round marker of a seat with its letter."""
    disc = tag("circle", cx=at[0], cy=at[1], r=radius, fill=FILLS[seat], stroke=PAPER, stroke_width=1.5)
    return disc + letter(SEAT_LETTERS[seat], at, radius * 1.2, INKS[seat])


def influence(kind: str, at: Point, radius: float = 10.0) -> str:
    """An influence token: round, with the initial of its kind."""
    disc = tag("circle", cx=at[0], cy=at[1], r=radius, fill=INFLUENCE_FILL[kind], stroke=INK, stroke_width=1.2)
    return disc + letter(INFLUENCE_LETTER[kind], at, radius * 1.2, INFLUENCE_INK[kind])


def link(owner: OWNER, at: Point, angle: float, fresh: bool) -> str:
    """A length of track across a border: a seat's with its letter in a disc, a company's with its initial in a square."""
    bar = tag("use", href=f"#lw-bar-{owner}", transform=f"rotate({angle:g})")
    glow = tag("use", href="#lw-glow", transform=f"rotate({angle:g})") if fresh else ""
    badge = tag("use", href=f"#lw-badge-{owner}")
    return tag("g", glow, bar, badge, transform=f"translate({at[0]:g} {at[1]:g})")


def _track(owner: OWNER) -> str:
    """The two parts of a link: the bar, which is turned, and the badge, which stays upright."""
    fill, ink, name = COMPANY_FILL.get(str(owner), ""), "#ffffff", COMPANY_LETTER.get(str(owner), "")
    if isinstance(owner, int):
        fill, ink, name = FILLS[owner], INKS[owner], SEAT_LETTERS[owner]
    half, wide = LINK_LENGTH / 2, LINK_WIDTH / 2
    rect = {"x": -half, "y": -wide, "width": LINK_LENGTH, "height": LINK_WIDTH, "rx": 3}
    bar = tag("rect", **rect, fill=fill, stroke="#1d1712", stroke_width=1.4)
    rails = tag("path", d="M-18-5V5M-13-5V5M13-5V5M18-5V5", stroke=ink, stroke_width=1.8, opacity=0.75)
    shape = tag("circle", r=9.5) if isinstance(owner, int) else tag("rect", x=-8.5, y=-8.5, width=17, height=17, rx=1.5)
    middle = tag("g", shape, fill=fill, stroke="#fffaf0", stroke_width=1.6) + letter(name, (0, 0), 12.5, ink)
    return tag("g", bar, rails, id=f"lw-bar-{owner}") + tag("g", middle, id=f"lw-badge-{owner}")


def place_for_link(at: Point, angle: float, cost: int, **attributes: object) -> str:
    """The place of a link still to be built: one rail where it costs 1, two where it costs 2."""
    return tag("use", href=f"#lw-cost-{cost}", transform=f"translate({at[0]:g} {at[1]:g}) rotate({angle:g})", **attributes)


def _rails(cost: int) -> str:
    marks = "M-12 0H12" if cost == 1 else "M-12-4H12M-12 4H12"
    target = '<path d="M-22-13H22V13H-22Z" fill="transparent"/>'
    under = f'<path d="{marks}" stroke="#fdf8ea" stroke-width="6" stroke-linecap="round"/>'
    over = f'<path d="{marks}" stroke="#4a3a2a" stroke-width="2.6" stroke-linecap="round"/>'
    return f'<g id="lw-cost-{cost}">{target}{under}{over}</g>'


def town(kind: str, companies: tuple[str, ...], at: Point, size: float) -> str:
    """A town: square if major, round if minor; white, or in the colours of its companies with their letters."""
    x, y = at
    half = size / 2
    fill = "#fffdf6" if not companies else COMPANY_FILL[companies[0]] if len(companies) == 1 else "url(#lw-both)"
    look: dict[str, object] = {"fill": fill, "stroke": "#1d1712", "stroke_width": 2}
    if kind == "minor":
        shape = tag("circle", cx=x, cy=y, r=half + (1.5 if companies else 0), **look)
    else:
        shape = tag("rect", x=x - half, y=y - half, width=size, height=size, rx=2, **look)
    if not companies:
        return shape + _house(at, size)
    if len(companies) == 1:
        return shape + letter(COMPANY_LETTER[companies[0]], at, size * 0.66, "#ffffff")
    upper = letter("M", (x - size * 0.2, y - size * 0.16), size * 0.46, "#ffffff")
    return shape + upper + letter("N", (x + size * 0.22, y + size * 0.2), size * 0.46, "#ffffff")


def _house(at: Point, size: float) -> str:
    """A small gable inside a town without company."""
    unit = size / 22
    path = f"M{-6 * unit:g} {6 * unit:g}V{-1 * unit:g}L0 {-7 * unit:g} {6 * unit:g} {-1 * unit:g}V{6 * unit:g}Z"
    return tag("path", d=path, fill="#9c8f78", transform=f"translate({at[0]:g} {at[1]:g})")
