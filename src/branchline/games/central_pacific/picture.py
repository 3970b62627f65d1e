"""The board as SVG: a map on warm paper, the hand of the one who looks, and a card for each player or team."""

from __future__ import annotations

from itertools import product
from typing import Any

from branchline.games.central_pacific.scene import COLUMNS, SIZE, Hand, Scene, Side, Square, scene_of, square_name
from branchline.games.central_pacific.tile_art import BALLAST, INK, PAPER, back, compass, home, spike, tile, train
from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SERIF, label, number, tag
from branchline.kernel import Board

WIDTH = 1000.0
CELL = 90.0
MARGIN = 50.0
HAND_HEIGHT = 128.0
CARD_HEIGHT = 132.0
GAP = 12.0
TRAINS = 7

TABLE = "#e7d6b0"
EMPTY = ("#f0e3c4", "#ecdebc")
LINE = "#cdb98f"
GLOW = "#c8102e"
BEDS = ("#eda79b", "#a3c4ea", "#f3d180", "#a4d3b3")
"""The track bed of a claimed line: a light shade of its owner's colour, in the order of SEAT_COLOURS."""


def svg(state: Any, board: Board, seat: int | None) -> str:
    """The board, hands and cards; the position is already hidden for the seat that looks."""
    return draw(scene_of(state, seat))


def draw(scene: Scene) -> str:
    """The whole picture."""
    across = 3 if len(scene.sides) == 3 else 2
    below = WIDTH + HAND_HEIGHT + GAP
    height = below + -(-len(scene.sides) // across) * (CARD_HEIGHT + GAP) + 4
    paper = tag("rect", x=0, y=0, width=WIDTH, height=height, rx=14, fill=TABLE)
    return tag(
        "svg",
        paper,
        _map(scene),
        _moved(_shelf(scene), 0.0, WIDTH),
        _moved(_cards(scene, across), 0.0, below),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(height)}",
        width=WIDTH,
        height=height,
        style="max-width:100%;height:auto",
        role="img",
        aria_label=_summary(scene),
        font_family=SERIF,
        class_="board central-pacific",
    )


def _summary(scene: Scene) -> str:
    scores = ", ".join(f"{side.letter} {side.score}" for side in scene.sides)
    return f"Central Pacific: {len(scene.tiles)} tiles on the board, {scene.pool} in the pool, scores {scores}"


def _moved(inside: str, x: float, y: float, scale: float = 1.0) -> str:
    turn = "" if scale == 1.0 else f" scale({number(scale)})"
    return tag("g", inside, transform=f"translate({number(x)} {number(y)}){turn}")


def _text(words: str, x: float, y: float, size: float, **more: object) -> str:
    return label(words, x, y, **{"font_size": size, "fill": INK, **more})


# ------------------------------------------------------------------------------------------------- the map


def _map(scene: Scene) -> str:
    owners = scene.owners()
    every = [(column, row) for row in range(SIZE) for column in range(SIZE)]
    bare = [_square(scene, square, owners) for square in every if square not in scene.tiles]
    covered = [_square(scene, square, owners) for square in every if square in scene.tiles]
    marks = [_glow(square) for square in sorted(scene.laid)]
    trains = [_marker(scene, square, side) for square, side in sorted(scene.markers.items())]
    return _frame() + _moved("".join([*bare, _ornament(), *covered, *marks, *trains]), MARGIN, MARGIN)


def _ornament() -> str:
    """A pale compass rose and contour lines on the bare map; tiles cover them."""
    rings = [tag("path", d=_contour(radius), transform=hill) for radius, hill in product(RADII, HILLS)]
    contours = tag("g", *rings, fill="none", stroke="#b08d57", stroke_width=1.6)
    rose = tag("g", compass(), transform="translate(450 450) scale(2.3)", opacity=0.5)
    return tag("g", contours, rose, opacity=0.36, pointer_events="none")


HILLS = (
    "translate(205 245) rotate(-20)",
    "translate(690 655) rotate(15) scale(1.1)",
    "translate(215 690) rotate(30) scale(0.7)",
    "translate(705 225) rotate(-10) scale(0.8)",
)
RADII = (118.0, 92.0, 64.0, 38.0)
CONTOUR = (
    (-1, 0),
    (-1, -0.66),
    (-0.2, -0.53),
    (0, -0.66),
    (1.1, -0.46),
    (1, 0.07),
    (0.3, 0.73),
    (-0.2, 0.6),
    (-1, 0.4),
    (-1, 0),
)
"""Corners of a hill's outline: a start, then a curve with three points and three smooth ones with two each."""


def _contour(radius: float) -> str:
    at = [f"{number(x * radius)} {number(y * radius)}" for x, y in CONTOUR]
    return f"M{at[0]} C{at[1]} {at[2]} {at[3]} S{at[4]} {at[5]} S{at[6]} {at[7]} S{at[8]} {at[9]} Z"


def _frame() -> str:
    """The neat line of an old map with the coordinates outside it."""
    span = SIZE * CELL
    parts = [
        tag("rect", x=MARGIN - 13, y=MARGIN - 13, width=span + 26, height=span + 26, fill=PAPER, stroke=INK, stroke_width=2.5),
        tag("rect", x=MARGIN - 2, y=MARGIN - 2, width=span + 4, height=span + 4, fill=EMPTY[0], stroke=INK, stroke_width=2),
    ]
    for step in range(SIZE):
        along = MARGIN + step * CELL
        if step % 2 == 0:
            for near in (MARGIN - 13, MARGIN + span + 2):
                parts.append(tag("rect", x=along, y=near, width=CELL, height=11, fill=INK))
                parts.append(tag("rect", x=near, y=along, width=11, height=CELL, fill=INK))
        middle = along + CELL / 2
        style: dict[str, object] = {"text_anchor": "middle", "font_weight": "bold"}
        for x, y in ((middle, 29.0), (middle, WIDTH - 13.0)):
            parts.append(_text(COLUMNS[step], x, y, 26, **style))
        for x in (18.0, WIDTH - 18.0):
            parts.append(_text(str(step + 1), x, middle + 9, 26, **style))
    return "".join(parts)


def _square(scene: Scene, square: Square, owners: dict[Square, int]) -> str:
    kind, exits = scene.tiles.get(square, ("", ""))
    name = square_name(square)
    if not kind:
        inside = tag("rect", x=0, y=0, width=100, height=100, fill=EMPTY[sum(square) % 2], stroke=LINE, stroke_width=1.2)
        told = f"{name}: empty"
    elif square in scene.homes:
        side = scene.homes[square]
        letter = scene.sides[side].letter
        inside = home(letter, exits, scene.home_number, SEAT_COLOURS[side], SEAT_INKS[side])
        told = f"{name}: home of {letter}, city {scene.home_number}, exits {exits}"
    else:
        owner = owners.get(square)
        inside = tile(kind, exits, scene.home_number, BALLAST if owner is None else BEDS[owner])
        told = f"{name}: {kind} {exits}".rstrip() + (f", line of {scene.sides[owner].letter}" if owner is not None else "")
    return tag("g", tag("title", told), inside, transform=_place(square), data_pick=f"square:{name}", class_="square")


def _glow(square: Square) -> str:
    """Corner brackets around a square that was laid last."""
    corner = "M4 26 V10 Q4 4 10 4 H26 M74 4 H90 Q96 4 96 10 V26 M96 74 V90 Q96 96 90 96 H74 M26 96 H10 Q4 96 4 90 V74"
    under = tag("path", d=corner, fill="none", stroke=PAPER, stroke_width=10, stroke_linecap="round")
    over = tag("path", d=corner, fill="none", stroke=GLOW, stroke_width=5.5, stroke_linecap="round")
    return tag("g", under, over, transform=_place(square), class_="laid", pointer_events="none")


def _place(square: Square) -> str:
    return f"translate({number(square[0] * CELL)} {number(square[1] * CELL)}) scale({number(CELL / 100)})"


def _marker(scene: Scene, square: Square, side: int) -> str:
    loco = train(scene.sides[side].letter, SEAT_COLOURS[side], SEAT_INKS[side])
    return tag("g", loco, transform=_place(square), class_="train", pointer_events="none")


# ------------------------------------------------------------------------------------------------- the shelf: hand, pool


def _shelf(scene: Scene) -> str:
    """The hand of the one who looks on the left, the pool and the Golden Spike on the right."""
    parts = [tag("rect", x=20, y=0, width=960, height=HAND_HEIGHT, rx=12, fill=PAPER, stroke=INK, stroke_width=2)]
    own = [hand for side in scene.sides for hand in side.hands if hand.seat == scene.looking and hand.kinds is not None]
    if own:
        parts.append(_own_hand(scene, own[0]))
    else:
        parts.append(_text("Central Pacific", 48.0, 80.0, 44, font_style="italic"))
    taken = any(side.spike for side in scene.sides)
    parts += [
        _moved(back(plain=True), 756.0, 12.0, 0.8),
        _text(str(scene.pool), 796.0, 65.0, 38, fill="#ffffff", font_weight="bold", text_anchor="middle"),
        _text("in the pool", 796.0, 118.0, 22, text_anchor="middle"),
        _moved(spike(faded=taken), 874.0, 8.0, 0.86),
        _text("taken" if taken else "10 points", 917.0, 118.0, 22, text_anchor="middle"),
    ]
    return "".join(parts)


def _own_hand(scene: Scene, hand: Hand) -> str:
    kinds = sorted(hand.kinds or (), key=_order)
    fill, ink = SEAT_COLOURS[scene.side_of(hand.seat)], SEAT_INKS[scene.side_of(hand.seat)]
    size = min(104.0, 670.0 / max(1, len(kinds)) - 8)
    name = _text(f"hand of {scene.seat_name(hand.seat)}", 0.0, 0.0, 23, fill=ink, text_anchor="middle")
    parts = [
        _moved(tag("path", d=_SPINE, fill=fill), 20.0, 0.0),
        tag("g", name, transform=f"translate(47 {number(HAND_HEIGHT / 2)}) rotate(-90)"),
    ]
    for index, kind in enumerate(kinds):
        drawn = tile(kind, shown_exits(kind, scene.city_exits), scene.home_number)
        place = f"translate({number(70 + index * (size + 8))} {number((HAND_HEIGHT - size) / 2)}) scale({number(size / 100)})"
        parts.append(tag("g", tag("title", kind), drawn, transform=place, data_pick=f"tile:{kind}", class_="hand"))
    if not kinds:
        parts.append(_text("no tiles in hand", 76.0, 74.0, 28, font_style="italic"))
    return "".join(parts)


_SPINE = f"M12 0 H40 V{number(HAND_HEIGHT)} H12 Q0 {number(HAND_HEIGHT)} 0 {number(HAND_HEIGHT - 12)} V12 Q0 0 12 0 Z"
EXITS = {"straight": "EW", "tunnel": "EW", "curve": "ES", "tee": "ESW", "start": "ESW", "cross": "NESW"}
ORDER = ("straight", "curve", "tee", "cross", "tunnel", "city2", "city3", "city4", "start", "forest", "mountain")


def _order(kind: str) -> int:
    return ORDER.index(kind)


def shown_exits(kind: str, city_exits: int = 4) -> str:
    """The exits a tile in a hand is drawn with."""
    if kind in ("city2", "city3", "city4"):
        return "NESW"[4 - city_exits :]
    return EXITS.get(kind, "")


# ------------------------------------------------------------------------------------------------- cards


def _cards(scene: Scene, across: int) -> str:
    """The cards of the sides, some in a row."""
    width = (WIDTH - 40 - GAP * (across - 1)) / across
    parts = []
    for index, side in enumerate(scene.sides):
        row, column = divmod(index, across)
        parts.append(_moved(_card(scene, index, side, width), 20 + column * (width + GAP), row * (CARD_HEIGHT + GAP)))
    return "".join(parts)


def _card(scene: Scene, index: int, side: Side, width: float) -> str:
    """Letter and score on the tab, then trains, tokens and hands; whoever has the turn has a bold frame and a flag."""
    fill, ink = SEAT_COLOURS[index], SEAT_INKS[index]
    now = not scene.over and scene.actor is not None and scene.side_of(scene.actor) == index
    frame = {"stroke": fill, "stroke_width": 6} if now else {"stroke": INK, "stroke_width": 2}
    parts = [
        tag("title", _card_title(side)),
        tag("rect", x=0, y=0, width=width, height=CARD_HEIGHT, rx=12, fill=PAPER, **frame),
        tag("path", d=_TAB, fill=fill),
        _text(side.letter, 37.0, 54.0, 44, fill=ink, font_weight="bold", text_anchor="middle"),
        tag("path", d="M14 66 H60", stroke=ink, stroke_width=1.5, opacity=0.7),
        _text(str(side.score), 37.0, 110.0, 38, fill=ink, font_weight="bold", text_anchor="middle"),
        _trains(scene, index, side, width),
        _tokens(scene, index, side),
        _hands(scene, side, width),
    ]
    if side.spike:
        parts.append(_moved(spike(), width - 54, CARD_HEIGHT - 84, 0.54))
        parts.append(_text("+10", width - 27, CARD_HEIGHT - 10, 20, text_anchor="middle", font_weight="bold"))
    return tag("g", *parts, data_pick=None if scene.teams else f"seat:{index}", class_="card")


_TAB = f"M12 0 H74 V{number(CARD_HEIGHT)} H12 Q0 {number(CARD_HEIGHT)} 0 {number(CARD_HEIGHT - 12)} V12 Q0 0 12 0 Z"


def _card_title(side: Side) -> str:
    tokens = [name for name, left in (("Stock Market", side.stock), ("Land Grant", side.grant)) if left]
    tokens += ["Golden Spike"] if side.spike else []
    return f"{side.letter}: {side.score} points, {side.trains} trains, {', '.join(tokens) or 'no tokens'}"


def _is_own(scene: Scene, index: int) -> bool:
    return scene.looking is not None and scene.side_of(scene.looking) == index


def _trains(scene: Scene, index: int, side: Side, width: float) -> str:
    """A locomotive for each train in supply and a bare rail for each one that is out."""
    pitch = min(46.0, (width - 92) / TRAINS)
    size = pitch / 74
    parts = []
    for place in range(TRAINS):
        inside = tag("path", d="M16 78 H86", stroke=INK, stroke_width=4, opacity=0.35)
        if place < side.trains:
            inside = train("", SEAT_COLOURS[index], SEAT_INKS[index])
        parts.append(_moved(inside, 80 + place * pitch - 10 * size, 47 - 82 * size, size))
    pick = "train:sacrifice" if _is_own(scene, index) and side.sacrifice else None
    return tag("g", *parts, data_pick=pick, class_="trains")


def _tokens(scene: Scene, index: int, side: Side) -> str:
    own = _is_own(scene, index)
    return "".join(
        _moved(_token(name, left, f"token:{pick}" if own and left else None), x, 54.0)
        for name, left, pick, x in (("Stock", side.stock, "stock", 84.0), ("Grant", side.grant, "grant", 178.0))
    )


def _token(name: str, left: bool, pick: str | None) -> str:
    """A paper: whole while it can be used, afterwards pale with its name struck out."""
    look = {"fill": "#fffaf0", "stroke": INK} if left else {"fill": "none", "stroke": "#9c8b6c", "stroke_dasharray": "5 4"}
    paper = tag("rect", x=0, y=0, width=86, height=32, rx=5, stroke_width=2, **look)
    word = _text(name, 43.0, 23.0, 22, text_anchor="middle", fill=INK if left else "#7a6a4c")
    line = "" if left else tag("path", d="M10 17 H76", stroke="#7a6a4c", stroke_width=2.5)
    return tag("g", paper, word, line, data_pick=pick, class_="token")


def _hands(scene: Scene, side: Side, width: float) -> str:
    """The backs of the tiles in each hand, and how many."""
    room = (width - 84 - (62 if side.spike else 0)) / len(side.hands)
    parts = []
    for place, hand in enumerate(side.hands):
        inside = _hand_row(scene, hand, room)
        pick = f"seat:{hand.seat}" if scene.teams else None
        parts.append(tag("g", inside, transform=f"translate({number(84 + place * room)} 94)", data_pick=pick, class_="hand"))
    return "".join(parts)


def _hand_row(scene: Scene, hand: Hand, room: float) -> str:
    acting = "▸" if hand.seat == scene.actor and not scene.over else ""
    name = f"{acting}{scene.seat_name(hand.seat)}" if scene.teams else f"{acting}{hand.count}"
    start = 46.0
    pitch = min(30.0, (room - start - 4) / max(5, hand.count))
    parts = [_text(name, 0.0, 23.0, 24, font_weight="bold")]
    parts += [_moved(back(), start + place * pitch, 2.0, min(0.28, pitch / 100)) for place in range(hand.count)]
    return tag("title", f"{scene.seat_name(hand.seat)} holds {hand.count} tiles") + "".join(parts)
