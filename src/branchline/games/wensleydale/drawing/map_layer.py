"""What lies on the map: areas and borders to point at, towns, pieces, links.  What was drawn once is cached."""

from __future__ import annotations

from collections import Counter
from functools import cache

from branchline.games.drawing import tag
from branchline.games.wensleydale.drawing.geometry import Point
from branchline.games.wensleydale.drawing.landscape import defs, hill_name, names, outline, scenery
from branchline.games.wensleydale.drawing.layout import Area, MapLayout
from branchline.games.wensleydale.drawing.symbols import TOWN, link, piece, rails, town
from branchline.games.wensleydale.text.scene import Owner, Scene

COMPACT_RAILS = 1.5
"""How much larger rails are on a narrow board."""
MARK = 17.0
"""The radius of the mark behind a town of the usual size that has changed."""
Marked = frozenset[str]
"""Names of areas or borders that a move has changed."""


@cache
def land(layout: MapLayout) -> str:
    """The map without pieces."""
    paper = tag("rect", width=layout.size[0], height=layout.size[1], class_="lw-paper")
    return defs(layout) + paper + scenery(layout)


@cache
def place_names(layout: MapLayout) -> str:
    """The names of the areas, above everything that colours them."""
    return names(layout)


@cache
def areas(layout: MapLayout) -> str:
    """Every area, invisible until it can be picked.  The outlines of hills are in the layer of the land already."""
    return "".join(_area(area, class_="pick lw-area", data_pick=f"area:{area.name}") for area in layout.areas)


def _area(area: Area, **attributes: object) -> str:
    if area.terrain == "hill":
        return tag("use", *_tooltip(area), href=f"#{hill_name(area)}", **attributes)
    return outline(area, *_tooltip(area), **attributes)


def _tooltip(area: Area) -> tuple[str]:
    return (tag("title", area.title.replace("&", "&amp;")),)


@cache
def borders(layout: MapLayout) -> str:
    """Every border that a link can cross, with the mark of its cost and a shape to point at.

    The shape is invisible unless it can be picked.
    """
    open_borders = [border for border in layout.borders if border.cost]
    places = [(border.middle, border.angle, border.cost) for border in open_borders]
    found = []
    for border in open_borders:
        turned = f"translate({border.middle[0]:.0f} {border.middle[1]:.0f})rotate({border.angle:.0f})"
        found.append(tag("rect", class_="pick lw-border", data_pick=f"border:{border.name}", transform=turned))
    return "".join(found) + rails("rails-wide", places) + rails("rails-compact", places, COMPACT_RAILS)


def path(layout: MapLayout, scene: Scene, changed: Marked) -> str:
    """A golden edge around the end of the current chain or sale, and a pale one around areas whose pieces have changed."""
    found = [outline(area, class_="lw-flash latest") for area in layout.areas if area.name in changed]
    found += [outline(area, class_="lw-end") for area in layout.areas if area.name == scene.end]
    return "".join(found)


def links(layout: MapLayout, scene: Scene, changed: Marked) -> str:
    """The track laid so far."""
    laid = link_places(layout)
    found = [
        _link(*laid[border], owner, border in scene.fresh, border in changed)
        for border, owner in scene.links.items()
        if border in laid
    ]
    return tag("g", *found, pointer_events="none")


@cache
def link_places(layout: MapLayout) -> dict[str, tuple[Point, float]]:
    """The middle and the angle of the link on each border."""
    return {border.name: (border.middle, border.angle) for border in layout.borders}


@cache
def _link(at: Point, angle: float, owner: Owner, fresh: bool, changed: bool) -> str:
    look = ("lw-fresh " if fresh else "") + ("latest" if changed else "")
    return link(owner, at, angle, look.strip())


def towns(layout: MapLayout, scene: Scene, changed: Marked) -> str:
    """The towns in the colours of their companies."""
    found = [
        _town(layout, number, scene.companies.get(area.name, ()), area.name in changed)
        for number, area in enumerate(layout.areas)
        if area.marker
    ]
    return tag("g", *found, pointer_events="none")


@cache
def _town(layout: MapLayout, number: int, companies: tuple[str, ...], changed: bool) -> str:
    area = layout.areas[number]
    assert area.marker is not None
    x, y = area.anchor
    offset = (round(area.marker[0] - x), round(area.marker[1] - y))
    spot = f"lw-p lw-{0 if area.slots else 'one'}"
    marker = town(area.kind == "minor", companies, offset, area.marker_size, class_=spot)
    if changed:
        place = f"translate({offset[0]:g} {offset[1]:g})"
        marker = tag("circle", r=MARK * area.marker_size / TOWN, transform=place, class_=f"{spot} lw-mark") + marker
    return tag("g", marker, transform=f"translate({x:g} {y:g})", class_="latest" if changed else None)


def pieces(layout: MapLayout, scene: Scene, past: Scene | None) -> str:
    """Goods, passengers and opposition; those that have left are pale."""
    found = []
    for number, area in enumerate(layout.areas):
        held = scene.pieces.get(area.name, ())
        before = held if past is None else past.pieces.get(area.name, ())
        if held or before:
            found.append(_contents(layout, number, held, before))
    return tag("g", *found, pointer_events="none")


@cache
def _contents(layout: MapLayout, number: int, held: tuple[str, ...], before: tuple[str, ...]) -> str:
    area = layout.areas[number]
    x, y = area.anchor
    gone = tuple((Counter(before) - Counter(held)).elements())
    shown = [*((kind, "lw-p") for kind in held), *((kind, "lw-p lw-gone") for kind in gone)]
    found = [
        piece(kind, (round(at[0] - x), round(at[1] - y)), class_=f"{look} {spot}")
        for (kind, look), (at, spot) in zip(shown, _spots(area, len(shown)), strict=False)
    ]
    return tag("g", *found, transform=f"translate({x:g} {y:g})", class_="latest" if held != before else None)


def _spots(area: Area, held: int) -> list[tuple[Point, str]]:
    """Places for `held` pieces, each with the class of its place on a compact board: beside a town, or centred."""
    if area.town:
        return [(at, f"lw-{place + 1}") for place, at in enumerate(area.slots[:held])]
    left, right = area.slots[0][0], area.slots[-1][0]
    gap = (right - left) * (len(area.slots) - held) / max(1, len(area.slots) - 1) / 2
    names = ("lw-one",) if held == 1 else ("lw-l", "lw-r")
    return [((x + gap, y), names[place % len(names)]) for place, (x, y) in enumerate(area.slots[:held])]
