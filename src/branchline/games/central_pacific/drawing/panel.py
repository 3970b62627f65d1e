"""The cards below the shelf, one for each side: score, trains, tokens, hands.  Pages leave them out."""

from __future__ import annotations

from functools import lru_cache

from branchline.games.central_pacific.drawing.landscape import drawn
from branchline.games.central_pacific.drawing.layout import HEIGHT, MARGIN, WIDTH
from branchline.games.central_pacific.drawing.piece_art import spike, train
from branchline.games.central_pacific.drawing.style import paint
from branchline.games.central_pacific.rules.layout import TRAINS, VICTIM_LAYS
from branchline.games.central_pacific.text.names import points, seat_letter, tiles, trains
from branchline.games.central_pacific.text.scene import Hand, Scene, Side
from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, label, number, tag
from branchline.texts import language, say

CARD_HEIGHT = 146.0
GAP = 13.0
ROOM = WIDTH - 32.0
"""The width of a row of cards."""


def panel_height(sides: int) -> int:
    """What the panel adds to the height of the picture."""
    return round(-(-sides // _across(sides)) * (CARD_HEIGHT + GAP) + 4)


def panel(scene: Scene) -> str:
    """The layer: the cards, some in a row."""
    across = _across(len(scene.sides))
    width = (ROOM - GAP * (across - 1)) / across
    parts = [tag("rect", x=-MARGIN, y=HEIGHT - MARGIN, width=WIDTH, height=panel_height(len(scene.sides)), **paint("table"))]
    for index, side in enumerate(scene.sides):
        row, column = divmod(index, across)
        now = not scene.over and scene.actor is not None and scene.side_of[scene.actor] == index
        own = scene.reader is not None and scene.side_of[scene.reader] == index
        card = _card(index, side, width, now, own, scene.teams, scene.actor if now else None, language())
        parts.append(_moved(card, 16 - MARGIN + column * (width + GAP), HEIGHT - MARGIN + row * (CARD_HEIGHT + GAP)))
    return "".join(parts)


def _across(sides: int) -> int:
    return 3 if sides == 3 else 2


def _moved(inside: str, x: float, y: float, scale: float = 1.0) -> str:
    turn = "" if scale == 1.0 else f" scale({number(scale)})"
    return tag("g", inside, transform=f"translate({number(x)} {number(y)}){turn}")


@lru_cache(maxsize=1024)
def _card(index: int, side: Side, width: float, now: bool, own: bool, teams: bool, actor: int | None, spoken: str) -> str:
    """Letter and score on the tab, then trains, tokens and hands; a bold frame shows whose turn it is, and who has won."""
    fill, ink = SEAT_COLOURS[index], SEAT_INKS[index]
    bold = now or side.rank == 1
    edge: dict[str, object] = {"stroke": fill, "stroke_width": 7} if bold else {"stroke_width": 2}
    body = paint("paper", None if bold else "ink") | edge
    heavy = {"fill": ink, "font_weight": "bold", "text_anchor": "middle"}
    parts = [
        tag("title", _card_title(side)),
        tag("rect", x=0, y=0, width=width, height=CARD_HEIGHT, rx=13, **body),
        tag("path", d=_TAB, fill=fill),
        label(side.letter, 41.0, 64.0 if side.rank else 60.0, font_size=48, **heavy),
        tag("path", d="M15 73 H67", stroke=ink, stroke_width=1.6, opacity=0.7),
        label(str(side.score), 41.0, 121.0, font_size=42, **heavy),
        _trains(index, side, width, own),
        _tokens(side, own),
        _hands(side, width, teams, actor),
    ]
    if side.rank:
        place = say("winner") if side.rank == 1 else say("place {place}", place=side.rank)
        parts.append(label(place, 41.0, 20.0, font_size=17, **heavy))
    if side.spike:
        parts.append(_moved(spike(), width - 60, CARD_HEIGHT - 93, 0.6))
        parts.append(label("+10", width - 30, CARD_HEIGHT - 11, font_size=22, text_anchor="middle", **paint("ink")))
    return tag("g", *parts, data_pick=None if teams else f"seat:{index}", class_="card" if teams else "card pick")


_TAB = f"M13 0 H82 V{number(CARD_HEIGHT)} H13 Q0 {number(CARD_HEIGHT)} 0 {number(CARD_HEIGHT - 13)} V13 Q0 0 13 0 Z"


def _card_title(side: Side) -> str:
    names = ((say("Stock Market"), side.stock), (say("Land Grant"), side.grant), (say("Golden Spike"), side.spike))
    held = ", ".join(name for name, left in names if left) or say("no tokens")
    return f"{side.letter}: {points(side.score)}, {trains(side.trains)}, {held}"


def _trains(index: int, side: Side, width: float, own: bool) -> str:
    """A locomotive for each train in supply and a bare rail for each one that is out."""
    pitch = min(50.0, (width - 100) / TRAINS)
    size = pitch / 92
    parts = []
    for place in range(TRAINS):
        inside = tag("path", d="M20 88 H80", stroke_width=6, opacity=0.4, **paint(None, "ink"))
        if place < side.trains:
            inside = train("", SEAT_COLOURS[index], SEAT_INKS[index])
        parts.append(_moved(inside, 90 + place * pitch, 54 - 92 * size, size))
    free = own and side.sacrifice
    return tag("g", *parts, data_pick="train:sacrifice" if free else None, class_="pick" if free else None)


def _tokens(side: Side, own: bool) -> str:
    rows = ((say("Stock"), side.stock, "stock", 94.0), (say("Grant"), side.grant, "grant", 197.0))
    return "".join(
        _moved(_token(name, left, f"token:{pick}" if own and left else None), x, 61.0) for name, left, pick, x in rows
    )


def _token(name: str, left: bool, pick: str | None) -> str:
    """A paper: whole while it can be used, afterwards pale with its name struck out."""
    look = paint("bare", "ink") if left else paint(None, "soft") | {"stroke_dasharray": "5 4"}
    paper = tag("rect", x=0, y=0, width=96, height=35, rx=6, stroke_width=2, **look)
    word = label(name, 48.0, 25.0, font_size=24, text_anchor="middle", **paint("ink" if left else "soft"))
    line = "" if left else tag("path", d="M11 18 H85", stroke_width=2.5, **paint(None, "soft"))
    return tag("g", paper, word, line, data_pick=pick, class_="pick" if pick else None)


def _hands(side: Side, width: float, teams: bool, actor: int | None) -> str:
    """The backs of the tiles in each hand, and how many; then the limit of a Land Grant's victim."""
    room = (width - 92 - (68 if side.spike else 0)) / len(side.hands)
    parts = []
    for place, hand in enumerate(side.hands):
        name = seat_letter(hand.seat, teams) if teams else str(hand.count)
        inside = _hand_row(hand, name, room, hand.seat == actor)
        pick = f"seat:{hand.seat}" if teams else None
        place_at = f"translate({number(94 + place * room)} 105)"
        parts.append(tag("g", inside, transform=place_at, data_pick=pick, class_="pick" if teams else None))
    return "".join(parts)


def _hand_row(hand: Hand, name: str, room: float, acting: bool) -> str:
    start = 50.0
    pitch = min(33.0, (room - start - 4) / max(5, hand.count + hand.limited))
    shown = label(f"{'▸' if acting else ''}{name}", 0.0, 26.0, font_size=27, font_weight="bold", **paint("ink"))
    backs = [drawn("back", "", place * 106, 0) for place in range(hand.count)]
    row = _moved("".join(backs), start, 2.0, min(0.31, pitch / 106))
    if not hand.limited:
        return tag("title", tiles(hand.count)) + shown + row
    told = say("at most {most} in the next turn (Land Grant)", most=VICTIM_LAYS)
    most = label(f"≤{VICTIM_LAYS}", start + hand.count * pitch + 4, 26.0, font_size=24, font_weight="bold", **paint("ink"))
    return tag("title", f"{tiles(hand.count)}, {told}") + shown + row + most
