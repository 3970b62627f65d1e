"""The shelf below the map: the reader's hand, the pool, the Golden Spike."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from branchline.games.central_pacific.drawing.landscape import drawn
from branchline.games.central_pacific.drawing.layout import MARGIN, SHELF, SPAN
from branchline.games.central_pacific.drawing.piece_art import back, spike
from branchline.games.central_pacific.drawing.style import INK, PLATE, paint
from branchline.games.central_pacific.drawing.tile_art import lettering
from branchline.games.central_pacific.text.names import kind_name, seat_letter
from branchline.games.central_pacific.text.scene import Scene
from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, label, number, tag
from branchline.texts import language, say

ORDER = ("straight", "curve", "tee", "cross", "tunnel", "city2", "city3", "city4", "start", "forest", "mountain")
EXITS = {"straight": "EW", "tunnel": "EW", "curve": "ES", "tee": "ESW", "start": "ESW", "cross": "NESW"}
HEIGHT = SHELF - 16
HAND_AT, HAND_ROOM = 66.0, 726.0
MAX_SIZE = 126.0
GAP = 12.0
STEP = 0.17
"""How far a tile sticks out from under the next one of its kind."""


def shown_exits(kind: str, city_exits: int = 4) -> str:
    """The exits a tile in a hand is drawn with."""
    if kind in ("city2", "city3", "city4"):
        return "NESW"[4 - city_exits :]
    return EXITS.get(kind, "")


def shelf(scene: Scene, before: Scene | None) -> str:
    """The layer; tiles that came into the hand since the earlier scene are marked as latest."""
    own, earlier = _own(scene), _own(before)
    side = -1 if scene.reader is None else scene.side_of[scene.reader]
    holder = _holder(scene)
    driven = before is not None and _holder(before) != holder
    name = "" if scene.reader is None else seat_letter(scene.reader, scene.teams)
    return _shelf(own, earlier, name, side, holder, driven, scene.pool, scene.city_exits, language())


def _holder(scene: Scene) -> int:
    """The side that holds the Golden Spike, or -1."""
    return next((index for index, side in enumerate(scene.sides) if side.spike), -1)


def _own(scene: Scene | None) -> tuple[str, ...] | None:
    """The hand of the reader, or None for a spectator."""
    if scene is None:
        return None
    hands = (hand for side in scene.sides for hand in side.hands)
    return next((hand.kinds for hand in hands if hand.seat == scene.reader and hand.kinds is not None), None)


@lru_cache(maxsize=1024)
def _shelf(
    own: tuple[str, ...] | None,
    earlier: tuple[str, ...] | None,
    name: str,
    side: int,
    holder: int,
    driven: bool,
    pool: int,
    city_exits: int,
    spoken: str,
) -> str:
    board = tag("rect", x=0, y=0, width=SPAN + 2 * MARGIN - 32, height=HEIGHT, rx=14, stroke_width=2, **paint("paper", "ink"))
    if own is None:
        inside = label("Central Pacific", 40.0, 98.0, font_size=66, font_style="italic", **paint("ink"))
    else:
        inside = _spine(name, side) + _hand(own, earlier, city_exits)
    return tag("g", board, inside, _pool(pool), _spike(holder, driven), transform=f"translate({16 - MARGIN} {SPAN + MARGIN})")


def _spine(name: str, side: int) -> str:
    path = f"M14 0 H50 V{HEIGHT} H14 Q0 {HEIGHT} 0 {HEIGHT - 14} V14 Q0 0 14 0 Z"
    size = 38 if len(name) == 1 else 30
    letter = label(name, 26.0, HEIGHT / 2 + 13, font_size=size, font_weight="bold", text_anchor="middle", fill=SEAT_INKS[side])
    return tag("path", d=path, fill=SEAT_COLOURS[side]) + letter


def _hand(own: tuple[str, ...], earlier: tuple[str, ...] | None, city_exits: int) -> str:
    """The kinds side by side; tiles of one kind lie on each other and are picked together."""
    if not own:
        return label(say("no tiles in hand"), 80.0, 88.0, font_size=38, font_style="italic", **paint("soft"))
    held = Counter(own)
    kinds = sorted(held, key=ORDER.index)
    wide = sum(1 + (held[kind] - 1) * STEP for kind in kinds)
    size = min(MAX_SIZE, (HAND_ROOM - GAP * (len(kinds) - 1)) / wide)
    old = held if earlier is None else Counter(earlier)
    parts, x = [], HAND_AT
    for kind in kinds:
        parts.append(_stack(kind, held[kind], held[kind] - old[kind], x, size, city_exits))
        x += size * (1 + (held[kind] - 1) * STEP) + GAP
    return "".join(parts)


def _stack(kind: str, count: int, fresh: int, x: float, size: float, city_exits: int) -> str:
    """The tiles of one kind, the first on top, with their number."""
    exits, step = shown_exits(kind, city_exits), 100 * STEP
    tiles = [
        drawn(kind, exits, place * step, 0, "cp-line", *(["latest"] if place < fresh else []))
        for place in reversed(range(count))
    ]
    wide = 100 + (count - 1) * step
    if fresh > 0:
        edge = {"x": 2, "y": 2, "width": 96 + (min(fresh, count) - 1) * step, "height": 96, "rx": 8}
        tiles.append(tag("rect", **edge, stroke_width=6, **paint(None, "latest")))
    if count > 1:
        tiles.append(tag("circle", cx=wide - 12, cy=12, r=21, stroke_width=3, fill=PLATE, stroke=INK))
        tiles.append(label(str(count), wide - 12, 23.0, font_size=32, **lettering(INK)))
    halo = tag("rect", x=-4, y=-4, width=wide + 8, height=108, rx=11, fill="none", class_="cp-halo")
    inside = tag("g", tag("title", kind_name(kind)), *tiles, halo, class_="pick cp-held", data_pick=f"tile:{kind}")
    return tag("g", inside, transform=f"translate({number(x)} {number((HEIGHT - size) / 2)}) scale({number(size / 100)})")


def _pool(pool: int) -> str:
    word = {"text_anchor": "middle"}
    figure = label(str(pool), 50.0, 67.0, font_size=50, font_weight="bold", fill="#ffffff", **word)
    name = label(say("pool"), 50.0, 131.0, font_size=32, **word, **paint("ink"))
    return tag("g", back(plain=True), figure, name, transform="translate(816 8)")


def _spike(holder: int, driven: bool) -> str:
    """The Golden Spike: worth ten points, or the letter of the side that drove it; marked if that is new."""
    word = {"text_anchor": "middle", "font_weight": "bold"}
    if holder < 0:
        inside = spike() + label("10", 50.0, 132.0, font_size=32, **word, **paint("ink"))
        told = say("Golden Spike: ten points")
    else:
        letter = SEAT_LETTERS[holder]
        disc = tag("circle", cx=50, cy=119, r=23, fill=SEAT_COLOURS[holder], stroke_width=2, stroke="#fbf3df")
        inside = spike() + disc + label(letter, 50.0, 131.0, font_size=34, fill=SEAT_INKS[holder], **word)
        told = say("Golden Spike: taken by {letter}", letter=letter)
    if driven:
        frame = tag("rect", x=2, y=0, width=96, height=140, rx=12, stroke_width=7, **paint(None, "latest"))
        inside = tag("g", frame, inside, class_="latest")
    return tag("g", tag("title", told), inside, transform="translate(946 4)")
