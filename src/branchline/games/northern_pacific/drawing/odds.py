"""An overlay of the board: the odds that a line comes to each city in this round (see `rules/visit_odds.py`)."""

from __future__ import annotations

from html import escape

from branchline.games.drawing import number
from branchline.games.northern_pacific.drawing.cities import text_at_name
from branchline.games.northern_pacific.drawing.layout import MapLayout, layout_of
from branchline.games.northern_pacific.rules.visit_odds import ROUNDS, are_exact, odds_of_visits
from branchline.games.position import Position
from branchline.games.spec import Overlay
from branchline.texts import noted, say

BADGE = (48.0, 21.0)
"""Width and height of a badge."""
ABOVE = 17.0
"""The distance of a badge from the plate's edge.  It stands on the side where the city's name does not."""


def label(position: Position) -> str:
    """What the numbers are and how they were found."""
    if are_exact(position.fields, position.board.data):
        return say("Odds that the railroad comes to a city this round if every exit is equally likely (exact)")
    return say(
        "Odds that a line comes to a city this round, counted in {rounds} random rounds in which everybody extends",
        rounds=ROUNDS,
    )


def draw(position: Position, seat: int | None) -> str:
    """The odds at every open city: a badge at its plate, and on a narrow board a number in place of its name."""
    if position.actor < 0:
        return ""
    fields, map_ = position.fields, position.board.data
    layout, closed = layout_of(map_, int(fields.capacity)), int(fields.closed)
    drawn = []
    for city, share in enumerate(odds_of_visits(fields, map_)):
        if city in (map_.start, map_.goal) or closed >> city & 1:
            continue
        drawn.append(_badge(share, layout, city))
        drawn.append(text_at_name(layout.names[city], f"np-percent{' np-lost' if not share else ''}", _percent(share)))
    return f'<g class="overlay np-odds" pointer-events="none">{"".join(drawn)}</g>'


def _percent(share: float) -> str:
    return escape("<1 %" if 0 < share < 0.005 else f"{round(100 * share)} %")


def _badge(share: float, layout: MapLayout, city: int) -> str:
    """A number on a rounded badge, above a bar of that length."""
    far = layout.plate[1] / 2 + ABOVE
    x, y = layout.spots[city][0], layout.spots[city][1] + (far if "above" in layout.names[city].side else -far)
    wide, high = BADGE
    left, top, room = number(-wide / 2), number(-high / 2), wide - 10
    pill = f'<rect class="np-pill" x="{left}" y="{top}" width="{number(wide)}" height="{number(high)}" rx="7"/>'
    bar = f'x="{number(-room / 2)}" y="{number(high / 2 - 4.5)}" width="{number(room * share)}" height="2.5"'
    inside = f'{pill}<rect class="np-level" {bar}/><text y="3.2">{_percent(share)}</text>'
    lost = "" if share else " np-lost"
    return f'<g class="np-badge{lost}" transform="translate({number(x)} {number(y)})">{inside}</g>'


OVERLAYS = {"odds": Overlay(name=noted("Odds"), label=label, draw=draw)}
