"""The odds that a line comes to each city in this round, as an overlay of the board.

With one railroad they are exact, for a railroad that takes every exit to a new city with equal chance (section 7 of the rules;
investments do not change where it can go).  With a line for each player, or on a map with too many ways, they are counted in
random rounds in which everybody extends.
"""

from __future__ import annotations

import random
from functools import lru_cache
from html import escape
from typing import Any

from branchline.games.drawing import number
from branchline.games.northern_pacific.drawing.cities import text_at_name
from branchline.games.northern_pacific.drawing.layout import Atlas, atlas_of
from branchline.games.northern_pacific.rules.board import Map
from branchline.games.position import on_fields
from branchline.games.spec import Overlay
from branchline.kernel import Board
from branchline.texts import noted, say

MOST_WAYS = 20_000
"""Ways followed at once; a map with more gets counted odds."""
ROUNDS: int = 400
"""Random rounds where odds are counted: two times in three they are then off by 2.5 % at most."""
BADGE = (48.0, 21.0)
ABOVE = 8.0
"""A badge stands so far beyond the plate's edge, on the side where the city's name does not."""


def chance(state: Any, map_: Map) -> tuple[float, ...]:
    """For every city the odds that a line comes to it from here in this round; 1 where one has been."""
    if state.over or state.placed < state.players:
        return tuple(0.0 for _ in map_.cities)
    if not state.own_lines and (found := _exact(map_, int(state.heads[0]), int(state.reached[0]))):
        return found
    seats = [int(seat) for seat in state.order[: state.players]] if state.own_lines else [0]
    first = int(state.turn) % len(seats)
    lines = tuple((int(state.heads[line]), int(state.reached[line])) for line in (*seats[first:], *seats[:first]))
    return _counted(map_, lines, int(state.closed))


@lru_cache(maxsize=512)
def _exact(map_: Map, head: int, reached: int) -> tuple[float, ...]:
    """Follow all ways at once; two ways are one if they end in a city and differ only in cities that lie behind it."""
    ahead = _ahead(map_)
    odds = [float(reached >> city & 1) for city in range(len(map_.cities))]
    ways = {(head, reached): 1.0}
    while ways:
        further: dict[tuple[int, int], float] = {}
        for (city, been), weight in ways.items():
            targets = [target for target in map_.exits[city] if not been >> target & 1]
            for target in targets:
                share = weight / len(targets)
                odds[target] += share
                way = target, (been | 1 << target) & ahead[target]
                further[way] = further.get(way, 0.0) + share
        if len(further) > MOST_WAYS:
            return ()
        ways = further
    return tuple(odds)


@lru_cache(maxsize=32)
def _ahead(map_: Map) -> tuple[int, ...]:
    """For every city, as bits, itself and all cities that tracks lead to from there."""
    found = [1 << city for city in range(len(map_.cities))]
    changed = True
    while changed:
        changed = False
        for city, exits in enumerate(map_.exits):
            wider = found[city]
            for target in exits:
                wider |= found[target]
            changed |= wider != found[city]
            found[city] = wider
    return tuple(found)


@lru_cache(maxsize=128)
def _counted(map_: Map, lines: tuple[tuple[int, int], ...], closed: int) -> tuple[float, ...]:
    """Let the lines take turns at random until one is at the goal, many times; the same position gives the same odds."""
    dice, visits = random.Random(closed), [0] * len(map_.cities)
    for _ in range(ROUNDS):
        heads, reached, seen = [head for head, _ in lines], [been for _, been in lines], closed
        while not seen >> map_.goal & 1:
            for line, head in enumerate(heads):
                been = reached[line]
                target = dice.choice([exit for exit in map_.exits[head] if not been >> exit & 1])
                heads[line], reached[line] = target, been | 1 << target
                seen |= 1 << target
                if target == map_.goal:
                    break
        for city in range(len(visits)):
            visits[city] += seen >> city & 1
    return tuple(times / ROUNDS for times in visits)


def label(state: Any, board: Board) -> str:
    """What the numbers are and how they were found."""
    if state.own_lines or not _exact(board.data, int(state.heads[0]), int(state.reached[0])):
        return say(
            "Odds that a line comes to a city this round, counted in {rounds} random rounds in which everybody extends",
            rounds=ROUNDS,
        )
    return say("Odds that the railroad comes to a city this round if every exit is equally likely (exact)")


def draw(state: Any, board: Board, seat: int | None) -> str:
    """The odds at every open city: a badge at its plate, and on a narrow board a number in place of its name."""
    if state.over or state.placed < state.players:
        return ""
    map_: Map = board.data
    atlas, odds = atlas_of(map_, int(state.capacity)), chance(state, map_)
    drawn = []
    for city, share in enumerate(odds):
        if city in (map_.start, map_.goal) or int(state.closed) >> city & 1:
            continue
        drawn.append(_badge(share, atlas, city))
        drawn.append(text_at_name(atlas.names[city], f"np-percent{' np-lost' if not share else ''}", _percent(share)))
    return f'<g class="np-odds" pointer-events="none">{"".join(drawn)}</g>'


def _percent(share: float) -> str:
    return escape("<1 %" if 0 < share < 0.005 else f"{round(100 * share)} %")


def _badge(share: float, atlas: Atlas, city: int) -> str:
    """A number in a pill, with a bar as long as the number says."""
    far = atlas.plate[1] / 2 + ABOVE
    x, y = atlas.spots[city][0], atlas.spots[city][1] + (far if "above" in atlas.names[city].side else -far)
    wide, high = BADGE
    left, top, room = number(-wide / 2), number(-high / 2), wide - 10
    pill = f'<rect class="np-pill" x="{left}" y="{top}" width="{number(wide)}" height="{number(high)}" rx="7"/>'
    bar = f'x="{number(-room / 2)}" y="{number(high / 2 - 4.5)}" width="{number(room * share)}" height="2.5"'
    inside = f'{pill}<rect class="np-level" {bar}/><text y="3.2">{_percent(share)}</text>'
    lost = "" if share else " np-lost"
    return f'<g class="np-badge{lost}" transform="translate({number(x)} {number(y)})">{inside}</g>'


OVERLAYS = {"odds": Overlay(name=noted("Odds"), label=on_fields(label), draw=on_fields(draw))}
