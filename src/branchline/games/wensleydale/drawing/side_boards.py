"""The side boards: influence boxes, tracks and trains, in coordinates of their own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from branchline.games.drawing import SEAT_LETTERS, fitted, label, tag
from branchline.games.wensleydale.drawing.geometry import Point
from branchline.games.wensleydale.drawing.symbols import (
    EDGE,
    INFLUENCE_FILL,
    INFLUENCE_INK,
    influence,
    letter,
    piece,
    seat_disc,
)
from branchline.games.wensleydale.rules.layout import AUCTION, CHEESE, GREEN, PROFIT_MAX, PROFIT_MIN, RED, STONE
from branchline.games.wensleydale.text.names import kind_name, signed
from branchline.games.wensleydale.text.scene import FILLS, INKS, TRACKS, Box, Scene, Train
from branchline.texts import count, language, say

WIDTH, HEIGHT = 640.0, 1022.0
MARGIN = 16.0
INNER = WIDTH - 2 * MARGIN
BOXES_TOP, TRACKS_TOP, PROFIT_TOP, TRAINS_TOP = 24.0, 268.0, 694.0, 834.0
"""The heights of the headings."""
BOX = (INNER + 8) / 4 - 8, 92.0
SPACE_HEIGHT, CHIP = 76.0, 17.5
NAME_WIDTH = 112.0
INFLUENCE_SPACES = 11
"""The fewest spaces drawn, from 0; the track has no upper end."""
PROFIT_SPACES = range(PROFIT_MIN, PROFIT_MAX + 1)
REMEMBERED = 4096

Riders = tuple[tuple[str, ...], tuple[str, ...]]
"""The passengers and the goods on a train."""


def heading(text: str, y: float, note: str = "") -> str:
    """The title of a side board, with a line below it and an optional note at its right."""
    rule = tag("path", d=f"M{MARGIN:g} {y + 8:g}H{WIDTH - MARGIN:g}", class_="lw-line")
    aside = label(note, WIDTH - MARGIN, y, font_size=16, text_anchor="end", class_="lw-faint") if note else ""
    return label(text, MARGIN, y, font_size=22, font_weight=700, class_="lw-serif") + rule + aside


def card(x: float, y: float, width: float, height: float, look: str = "", **attributes: object) -> str:
    """A rounded card."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=7, class_=f"lw-card {look}".strip(), **attributes)


def _mark(x: float, y: float, width: float, height: float, changed: bool) -> str:
    """The frame around a card that has changed; it is visible around one that can be picked, too."""
    return tag("rect", x=x - 3, y=y - 3, width=width + 6, height=height + 6, rx=9, class_="lw-mark") if changed else ""


# -- auction -----------------------------------------------------------------------------------------


def auction(scene: Scene, before: Scene | None) -> str:
    """The eight influence boxes with their bids."""
    past = before.boxes if before else scene.boxes
    boxes = [_box(box, box != old, language()) for box, old in zip(scene.boxes, past, strict=True)]
    open_now = scene.phase <= AUCTION
    note = say("printed points; in the ring the token drawn") if open_now else say("until the next auction")
    return heading(say("Influence for sale"), BOXES_TOP, note) + tag("g", *boxes, class_=None if open_now else "lw-idle")


@lru_cache(REMEMBERED)
def _box(box: Box, changed: bool, language: str) -> str:
    width, height = BOX
    x, y = MARGIN + (width + 8) * ((box.number - 1) % 4), BOXES_TOP + 14 + (height + 8) * ((box.number - 1) // 4)
    back = _mark(x, y, width, height, changed) + card(x, y, width, height, "lw-now" if box.bidder is not None else "")
    corner = f"M{x + 1:g} {y + 34:g}V{y + 8:g}Q{x + 1:g} {y + 1:g} {x + 8:g} {y + 1:g}H{x + 30:g}Z"
    head = tag("path", d=corner, class_="lw-corner") + label(str(box.number), x + 6, y + 18, font_size=18, font_weight=700)
    tokens = "".join(influence(kind, (x + 35 + 26 * place, y + 28), 12.5) for place, kind in enumerate(box.printed))
    drawn = (x + width - 19, y + 28)
    ring = tag("circle", cx=drawn[0], cy=drawn[1], r=16.5, class_="lw-ring")
    token = ring + (influence(box.token, drawn, 12.5) if box.token else "")
    if box.bidder is None:
        words = say("from {minimum}", minimum=box.minimum)
        foot = label(words, x + width / 2, y + 74, font_size=18, text_anchor="middle", class_="lw-faint")
    else:
        bid = label(count("{n} cube", "{n} cubes", box.bid), x + 50, y + 75, font_size=19, font_weight=700)
        foot = seat_disc(box.bidder, (x + 28, y + 68), 16) + bid
    foot = tag("g", foot, class_="latest") if changed else foot
    return tag("g", back, head, tokens, token, foot, class_="pick", data_pick=f"box:{box.number}")


# -- tracks ------------------------------------------------------------------------------------------


def tracks(scene: Scene, before: Scene | None) -> str:
    """Influence of four kinds, free cubes, profit and loss."""
    top = max([INFLUENCE_SPACES, *(space for name in TRACKS for space in scene.tracks[name])])
    found = [heading(say("Influence"), TRACKS_TOP, say("top of a stack goes first"))]
    for row, name in enumerate(TRACKS):
        y = TRACKS_TOP + 14 + (SPACE_HEIGHT + 4) * row
        stacks = tuple(scene.tracks[name].items())
        found.append(_influence_track(name, y, top, stacks, _moved(scene, before, name), language()))
    found.append(_cubes(scene, before, TRACKS_TOP + 14 + (SPACE_HEIGHT + 4) * len(TRACKS)))
    found.append(heading(say("Profit & loss"), PROFIT_TOP))
    found.append(_profit_track(tuple(scene.tracks["profit"].items()), _moved(scene, before, "profit")))
    return "".join(found)


Stacks = tuple[tuple[int, tuple[int, ...]], ...]


def _moved(scene: Scene, before: Scene | None, name: str) -> frozenset[int]:
    """The seats whose marker has moved."""
    if before is None:
        return frozenset()
    past = {seat: space for space, seats in before.tracks[name].items() for seat in seats}
    return frozenset(seat for space, seats in scene.tracks[name].items() for seat in seats if past.get(seat) != space)


def _stack(seats: tuple[int, ...], x: float, foot: float, width: float, moved: frozenset[int]) -> str:
    """A stack of markers on its space; the first seat is on top."""
    found = []
    for height, seat in enumerate(reversed(seats)):
        y = foot - CHIP * (height + 1)
        shape = {"x": x + 2, "y": y, "width": width - 4, "height": CHIP - 0.5, "rx": 4}
        chip = tag("rect", **shape, fill=FILLS[seat], stroke=EDGE, stroke_width=1)
        name = letter(SEAT_LETTERS[seat], (x + width / 2, y + CHIP / 2), 16, INKS[seat])
        found.append(tag("g", chip, name, class_="lw-chip latest" if seat in moved else None))
    return "".join(found)


@lru_cache(REMEMBERED)
def _influence_track(name: str, y: float, top: int, stacks: Stacks, moved: frozenset[int], language: str) -> str:
    left = MARGIN + NAME_WIDTH + 4
    width = (WIDTH - MARGIN - left) / (top + 1)
    occupied = dict(stacks)
    figures = [(space, left + width * (space + 0.5) - 1) for space in range(top + 1) if len(occupied.get(space, ())) < 4]
    found = [_track_name(name, y), _spaces(left, y, width, top + 1, SPACE_HEIGHT), _figures(figures, y + 16)]
    for space, seats in stacks:
        found.append(_stack(seats, left + width * space, y + SPACE_HEIGHT - 1, width - 2, moved))
    edge = tag("rect", x=MARGIN, y=y, width=INNER, height=SPACE_HEIGHT, rx=7, class_="lw-edge")
    return tag("g", *found, edge, class_="pick", data_pick=f"kind:{name}")


def _track_name(name: str, y: float) -> str:
    shape = {"x": MARGIN, "y": y, "width": NAME_WIDTH, "height": SPACE_HEIGHT, "rx": 7}
    back = tag("rect", **shape, fill=INFLUENCE_FILL[name], stroke=EDGE, stroke_width=1.2)
    words = kind_name(TRACKS.index(name)).split()
    look = {"text_anchor": "middle", "font_size": 17, "font_weight": 700, "fill": INFLUENCE_INK[name]}
    first = y + SPACE_HEIGHT / 2 + 6 - 10 * (len(words) - 1)
    lines = [
        label(word, MARGIN + NAME_WIDTH / 2, first + 20 * line, **look, **fitted(word, 17, NAME_WIDTH - 14, 0.68))
        for line, word in enumerate(words)
    ]
    return back + "".join(lines)


def _spaces(left: float, y: float, width: float, spaces: int, height: float, look: str = "") -> str:
    """The spaces of a track side by side."""
    boxes = [f"M{left + width * space:.1f} {y:g}h{width - 2:.1f}v{height:g}h-{width - 2:.1f}z" for space in range(spaces)]
    return tag("path", d="".join(boxes), class_=f"lw-spaces {look}".strip())


def _figures(numbers: Iterable[tuple[int, float]], y: float, look: str = "lw-figure") -> str:
    """The numbers of spaces, each with its x coordinate."""
    words = [tag("tspan", signed(number).lstrip("+"), x=round(x, 1)) for number, x in numbers]
    return tag("text", *words, y=y, class_=look)


def _cubes(scene: Scene, before: Scene | None, y: float) -> str:
    """The free investment cubes of every seat."""
    height = 44.0
    back = card(MARGIN, y, INNER, height)
    found = [label(say("Cubes"), MARGIN + NAME_WIDTH / 2, y + 28, font_size=18, font_weight=700, text_anchor="middle")]
    pitch = (INNER - NAME_WIDTH) / len(scene.players)
    for seat, player in enumerate(scene.players):
        x = MARGIN + NAME_WIDTH + 26 + pitch * seat
        changed = before is not None and before.players[seat].cubes != player.cubes
        number = label(str(player.cubes), x + 24, y + 30, font_size=22, font_weight=700)
        found.append(tag("g", seat_disc(seat, (x, y + 22), 15), number, class_="lw-count latest" if changed else None))
    return tag("g", back, *found, class_="pick", data_pick="kind:cube")


@lru_cache(REMEMBERED)
def _profit_track(stacks: Stacks, moved: frozenset[int]) -> str:
    width, y = INNER / len(PROFIT_SPACES), PROFIT_TOP + 14
    found = [
        _spaces(MARGIN, y, width, -PROFIT_MIN, 92, "lw-loss"),
        _spaces(MARGIN - width * PROFIT_MIN, y, width, 1, 92, "lw-even"),
        _spaces(MARGIN - width * (PROFIT_MIN - 1), y, width, PROFIT_MAX, 92, "lw-gain"),
    ]
    middles = ((space, MARGIN + width * (place + 0.5) - 1) for place, space in enumerate(PROFIT_SPACES))
    found.append(_figures(middles, y + 16, "lw-figure lw-narrow"))
    for space, seats in stacks:
        found.append(_stack(seats, MARGIN + width * (space - PROFIT_MIN), y + 91, width - 2, moved))
    return "".join(found)


# -- trains ------------------------------------------------------------------------------------------


def trains(scene: Scene, before: Scene | None) -> str:
    """The trains for hire in their rows, with their loads."""
    past = {train.name: (train.hirer, riders) for train, riders in _on_board(before)} if before else {}
    costs = sorted({train.cost for train in scene.trains}, reverse=True)
    found = []
    for cost in costs:
        y = _row_top(costs[0] - cost)
        found.append(label(f"{cost} ×", MARGIN, y + 33, font_size=17, font_weight=700))
        found.append(influence("train", (MARGIN + 48, y + 27), 14))
    for train, riders in _on_board(scene):
        changed = before is not None and past.get(train.name) != (train.hirer, riders)
        found.append(_train(train, _row_top(costs[0] - train.cost), riders, changed))
    return heading(say("Trains for hire"), TRAINS_TOP, say("seats and goods wagons for this turn")) + "".join(found)


def _row_top(row: int) -> float:
    return TRAINS_TOP + 14 + 58 * row


def _on_board(scene: Scene) -> list[tuple[Train, Riders]]:
    """The trains with their loads.  The rules do not assign loads to trains, so the first trains are filled first."""
    people = [["red"] * player.on_trains[RED] + ["green"] * player.on_trains[GREEN] for player in scene.players]
    goods = [["stone"] * player.on_trains[STONE] + ["cheese"] * player.on_trains[CHEESE] for player in scene.players]
    found = []
    for train in scene.trains:
        riders: Riders = ((), ())
        if train.hirer is not None:
            on, off = people[train.hirer], goods[train.hirer]
            riders = tuple(on[: train.passengers]), tuple(off[: train.goods])
            del on[: train.passengers], off[: train.goods]
        found.append((train, riders))
    return found


@lru_cache(REMEMBERED)
def _train(train: Train, y: float, riders: Riders, changed: bool) -> str:
    x, width, height = MARGIN + 72 + 135 * "ABCD".index(train.name[-1]), 129.0, 53.0
    passengers, goods = riders
    if train.hirer is None:
        back, ink, seat = card(x, y, width, height), None, ""
    else:
        ink = INKS[train.hirer]
        back = tag("rect", x=x, y=y, width=width, height=height, rx=7, fill=FILLS[train.hirer], stroke=EDGE, stroke_width=1.5)
        seat = letter(SEAT_LETTERS[train.hirer], (x + 20, y + 38), 18, ink)
    name = label(train.name, x + 8, y + 21, font_size=18, font_weight=700, fill=ink)
    seats = [(x + 50 + 21.5 * place, y + 15) for place in range(train.passengers)]
    wagons = [(x + 50 + 21.5 * place, y + 39) for place in range(train.goods)]
    load = [piece(kind, at, 1.05) for kind, at in zip(passengers, seats, strict=False)]
    load += [piece(kind, at) for kind, at in zip(goods, wagons, strict=False)]
    free = _slots(SEAT, seats[len(passengers) :], "#fffdf6") + _slots(WAGON, wagons[len(goods) :], "#e9d3a8")
    inside = tag("g", name, seat, free, *load, class_="latest" if changed else None)
    mark = _mark(x, y, width, height, changed)
    return tag("g", mark, back, inside, class_="pick", data_pick=f"train:{train.name}")


SEAT = "m-6 7q0-7 6-7t6 7zm2.5-10.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0z"
"""A place for a passenger: head and shoulders."""
WAGON = "m-8-5h16l-2 9h-12zm2 10.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0zm8 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0z"
"""A place for goods: an open wagon."""


def _slots(shape: str, places: Iterable[Point], fill: str) -> str:
    """Free places of one kind."""
    shapes = "".join(f"M{x:g} {y:g}{shape}" for x, y in places)
    return tag("path", d=shapes, fill=fill, stroke=EDGE, stroke_width=1.1) if shapes else ""
