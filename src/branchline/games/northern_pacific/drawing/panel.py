"""The players' panel below the map: what has to be done, a card for each player, and the score track."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from branchline.games.drawing import SANS, SEAT_COLOURS, SEAT_LETTERS, SERIF, label, number, tag
from branchline.games.northern_pacific.drawing.cube import cube
from branchline.games.northern_pacific.drawing.layout import RIM, WIDTH
from branchline.games.northern_pacific.drawing.style import BRIGHT, FAINT, INK, PAPER, PLATE, SEPIA, SLEEPER
from branchline.games.northern_pacific.rules.layout import IN_HAND, WINS_NEEDED
from branchline.games.northern_pacific.text.description import round_name
from branchline.games.northern_pacific.text.names import colour_name, has_two_colours
from branchline.games.northern_pacific.text.prompts import prompt
from branchline.games.northern_pacific.text.scene import Scene
from branchline.texts import count, say, sentence
from branchline.texts import seat as seat_name

HEADING, CARD, TRACK = 36.0, 96.0, 92.0
CARD_WIDTH = 339.0
CARD_GAP = 10.0
ACTIVE = BRIGHT
MARKER, BAD_MARKER = 16.0, 7.5
"""The side of a cube on the score track, and the radius of a ring for bad."""
SCORES = (RIM + 96, WIDTH - RIM - 30)
"""Where the score track begins and ends."""
SHORTEST = 20
"""The score track has at least this many mileposts."""
PILE = 34.0
"""The room above the score track for cubes that share a number."""


def panel_height(fields: Any) -> float:
    """The height of the panel.  A game that counts round wins has no score track."""
    return HEADING + CARD + (0 if fields.by_wins else TRACK) + RIM


def panel(scene: Scene, top: float) -> str:
    """The panel, its upper edge at `top`."""
    cards = "".join(_cards(scene, top + HEADING))
    track = "" if scene.fields.by_wins else _score_track(scene, top + HEADING + CARD)
    return tag("g", _heading(scene, top), cards, track, font_family=SANS, fill=INK, class_="np-panel")


def _heading(scene: Scene, top: float) -> str:
    room = count("{n} cube to a city", "{n} cubes to a city", scene.fields.capacity)
    return (
        label(round_name(scene.fields), RIM + 4, top + 22, font_family=SERIF, font_size="21", font_weight=700)
        + label(_todo(scene), RIM + 210, top + 22, font_family=SERIF, font_size="19", font_style="italic")
        + label(room, WIDTH - RIM - 4, top + 22, font_size="15", fill=SEPIA, text_anchor="end")
    )


def _todo(scene: Scene) -> str:
    """What has to be done now, and by whom."""
    todo = prompt(scene.position)
    if scene.colour is None:
        return todo
    who = seat_name(scene.position.actor)
    return sentence(say("{who} ({colour}): {todo}", who=who, colour=colour_name(scene.colour), todo=todo))


def _cards(scene: Scene, top: float) -> Iterator[str]:
    players = scene.players
    wide = min(CARD_WIDTH, (WIDTH - 2 * RIM - (players - 1) * CARD_GAP) / players)
    if has_two_colours(scene.fields):
        wide = 2 * CARD_WIDTH + CARD_GAP
    for seat in range(players):
        yield _card(scene, seat, RIM + seat * (wide + CARD_GAP), top, wide)


def _card(scene: Scene, seat: int, left: float, top: float, wide: float) -> str:
    """A player's colours and hand, and the results of the finished rounds."""
    colours = range(seat, scene.fields.colours, scene.players)
    active = scene.colour in colours
    frame = tag(
        "rect",
        x="0",
        y="0",
        width=wide,
        height=CARD - 6,
        rx="6",
        fill=PLATE if active else PAPER,
        stroke=ACTIVE if active else FAINT,
        stroke_width="3" if active else "1.2",
    )
    column = (wide - 110) / len(colours)
    note = say("to move") if active else _place(scene, seat) if scene.fields.over else ""
    room = (wide - 32 - (70 if note else 0)) / len(colours)
    hands = "".join(_hand(scene, colour, 16.0 + place * column, room) for place, colour in enumerate(colours))
    if note:
        hands += label(note, wide - 16, 24.0, font_size="13", font_weight=700, fill=ACTIVE, text_anchor="end")
    return tag(
        "g",
        frame,
        hands,
        *_results(scene, seat, wide),
        transform=f"translate({number(left)} {number(top)})",
        class_="pick",
        data_pick=f"seat:{seat}",
    )


def _place(scene: Scene, seat: int) -> str:
    """A seat's place in a finished game."""
    rank = scene.position.ranks[seat]
    return say("winner") if rank == 1 else say("place {place}", place=rank)


def _hand(scene: Scene, colour: int, left: float, room: float) -> str:
    """The cubes of a colour in its player's hand, and how many stand on the map."""
    fields, moving = scene.fields, colour == scene.colour
    seat, large = colour % scene.players, fields.large_at[colour] == IN_HAND
    fill = SEAT_COLOURS[colour]
    holder = tag("rect", x="-12", y="-12", width="24", height="24", rx="3", fill="none", stroke=fill, stroke_dasharray="3 2")
    rows = (
        label(
            _shortened(sentence(f"{seat_name(seat)} · {colour_name(colour)}"), room),
            left,
            24.0,
            font_size="15",
            font_weight=700,
            fill=ACTIVE if moving else None,
        ),
        _piece(cube(colour, 24.0) if large else holder, left + 12, 51.0, "cube:large" if moving and large else None),
        _piece(cube(colour, 19.0), left + 48, 53.0, "cube:small" if moving and fields.small[colour] else None),
        label(f"×{fields.small[colour]}", left + 66, 59.0, font_size="19", font_weight=700),
        label(say("{cubes} on the map", cubes=fields.standing[colour]), left, 82.0, font_size="13", fill=SEPIA),
    )
    return "".join(rows)


def _shortened(text: str, room: float) -> str:
    """A heading that fits, if a letter is 9 wide."""
    most = int(room / 9)
    return text if len(text) <= most else text[: most - 1] + "…"


def _piece(inside: str, x: float, y: float, pick: str | None) -> str:
    return tag("g", inside, transform=f"translate({number(x)} {number(y)})", data_pick=pick, class_="pick" if pick else None)


def _results(scene: Scene, seat: int, wide: float) -> Iterator[str]:
    fields, right = scene.fields, wide - 16
    if fields.by_wins:
        for place in range(WINS_NEEDED):
            won = place < fields.wins[seat]
            x = right - 12 - 28 * (WINS_NEEDED - 1 - place)
            yield tag(
                "circle",
                cx=x,
                cy="50",
                r="10",
                fill=ACTIVE if won else "none",
                stroke=ACTIVE if won else FAINT,
                stroke_width="2",
            )
        yield label(say("rounds won"), right, 78.0, font_size="12", fill=SEPIA, text_anchor="end")
        return
    yield label(str(fields.good[seat]), right - 48, 60.0, font_size="30", font_weight=700, text_anchor="end")
    yield label(say("good"), right - 48, 77.0, font_size="12", fill=SEPIA, text_anchor="end")
    yield label(str(fields.bad[seat]), right, 60.0, font_size="20", text_anchor="end")
    yield label(say("bad"), right, 77.0, font_size="12", fill=SEPIA, text_anchor="end")


def _score_track(scene: Scene, top: float) -> str:
    """Mileposts along a rail: a player's cube stands at their good, a ring below the rail at their bad."""
    figures = (*scene.fields.good[: scene.players], *scene.fields.bad[: scene.players])
    longest = max(SHORTEST, *(10 * math.ceil(figure / 10) for figure in figures))
    rail = top + PILE + 12
    step = (SCORES[1] - SCORES[0]) / longest
    return tag("g", _mileposts(longest, rail, say("good"), say("bad")), *_markers(scene, step, rail), class_="np-score")


@lru_cache(maxsize=32)
def _mileposts(longest: int, rail: float, good: str, bad: str) -> str:
    left, right = SCORES
    step = (right - left) / longest
    line = f"M{number(left - 18)} {number(rail)}H{number(right + 18)}"
    ticks = "".join(f"M{number(left + post * step)} {number(rail - 5)}v10" for post in range(longest + 1))
    numbers = (
        label(str(post), left + post * step, rail + 20, font_size="12", fill=SEPIA, text_anchor="middle")
        for post in range(0, longest + 1, 5)
    )
    return "".join(
        (
            label(good, RIM + 4, rail - 12, font_size="12", fill=SEPIA),
            label(bad, RIM + 4, rail + 37, font_size="12", fill=SEPIA),
            tag("path", d=line, stroke=SLEEPER, stroke_width="10", stroke_dasharray="2.5 4", opacity="0.45"),
            tag("path", d=line, stroke=SEPIA, stroke_width="2.6"),
            tag("path", d=ticks, stroke=INK, stroke_width="1.4"),
            *numbers,
        )
    )


def _markers(scene: Scene, step: float, rail: float) -> Iterator[str]:
    """Cubes at the players' good, side by side and then piled; rings at their bad, except at 0."""
    left = SCORES[0]
    beside = max(1, int(step // (MARKER + 4)))
    for post, seats in _by_figure(scene.fields.good[: scene.players]).items():
        rows = -(-len(seats) // beside)
        lift = min(MARKER + 4, (PILE - MARKER) / max(rows - 1, 1))
        for place, seat in reversed(list(enumerate(seats))):
            in_row = min(beside, len(seats) - place // beside * beside)
            x = left + post * step + (place % beside - (in_row - 1) / 2) * (MARKER + 5)
            yield _piece(cube(seat, MARKER), x - 2, rail - 14 - place // beside * lift, None)
    for post, seats in _by_figure(scene.fields.bad[: scene.players]).items():
        for place, seat in enumerate(seats if post else ()):
            x = left + post * step + (place - (len(seats) - 1) / 2) * min(2 * BAD_MARKER + 2, step / max(len(seats), 1) + 4)
            ring = tag("circle", r=BAD_MARKER, fill=PAPER, stroke=SEAT_COLOURS[seat], stroke_width="2")
            letter = label(SEAT_LETTERS[seat], 0.0, 3.4, font_size="9.5", font_weight=700, text_anchor="middle")
            yield _piece(ring + letter, x, rail + 33, None)


def _by_figure(figures: list[int]) -> dict[int, list[int]]:
    """The seats that stand at each number."""
    found: dict[int, list[int]] = {}
    for seat, figure in enumerate(figures):
        found.setdefault(figure, []).append(seat)
    return found
