"""Everything beside the map: whose turn, players, auction, tracks, trains, and the title with its key."""

from __future__ import annotations

from branchline.games.drawing import SEAT_LETTERS, label, tag
from branchline.games.wensleydale.chart import Chart, Point
from branchline.games.wensleydale.scene import FILLS, INKS, NAMES, PHASES, TRACKS, Box, Player, Scene, Train
from branchline.games.wensleydale.state import PROFIT_MAX, PROFIT_MIN
from branchline.games.wensleydale.symbols import (
    INFLUENCE_FILL,
    INFLUENCE_INK,
    INK,
    SERIF,
    influence,
    letter,
    piece,
    place_for_link,
    seat_disc,
    town,
)

WIDTH, HEIGHT = 640.0, 1200.0
"""Of the panel."""
MARGIN = 16.0
INNER = WIDTH - 2 * MARGIN
CARD, LINE, FAINT = "#fffaf0", "#cbb994", "#7a6a52"
PROFIT_SPACES = range(PROFIT_MIN, PROFIT_MAX + 1)
INFLUENCE_SPACES = 11
"""Spaces drawn at least, from 0; the track has no upper end."""
TRACK_TITLES = {"midland": "Midland", "ner": "North Eastern", "government": "Government", "train": "Train"}
Riders = tuple[list[str], list[str]]
"""The passengers and the goods on a train."""
GOODS = ("stone", "cheese", "red", "green")


def write(text: str, x: float, y: float, size: float = 15, **attributes: object) -> str:
    """A line of the panel."""
    look: dict[str, object] = {"font_size": size, "fill": INK, **attributes}
    return label(text, x, y, **look)


def _heading(text: str, y: float, note: str = "") -> str:
    rule = tag("path", d=f"M{MARGIN:g} {y + 6:g}H{WIDTH - MARGIN:g}", stroke=LINE, stroke_width=1.5)
    aside = write(note, WIDTH - MARGIN, y, 14, text_anchor="end", fill=FAINT) if note else ""
    return write(text, MARGIN, y, 18, font_family=SERIF, font_weight=700) + rule + aside


def _card(x: float, y: float, width: float, height: float, fill: str = CARD, stroke: str = LINE, **attributes: object) -> str:
    look = {"fill": fill, "stroke": stroke, "stroke_width": 1.5, **attributes}
    return tag("rect", x=x, y=y, width=width, height=height, rx=7, **look)


def panel(scene: Scene, seat: int | None) -> str:
    """The whole panel, from its own upper left corner."""
    return "".join(
        [
            _status(scene, seat),
            _players(scene, seat, 146),
            _auction(scene, 412),
            _influence_tracks(scene, 628),
            _profit_track(scene, 920),
            _trains(scene, 1037),
        ]
    )


# -- whose turn --------------------------------------------------------------------------------------


def _status(scene: Scene, seat: int | None) -> str:
    fill = FILLS[scene.actor] if scene.actor is not None else "#5d5142"
    ink = INKS[scene.actor] if scene.actor is not None else "#ffffff"
    who = _winner(scene) if scene.over else "Chance" if scene.actor is None else f"{NAMES[scene.actor]} to move"
    if scene.actor is not None and scene.actor == seat:
        who = "Your move"
    band = _card(MARGIN, 10, INNER, 68, fill, INK)
    mark = ""
    if scene.actor is not None:
        disc = tag("circle", cx=MARGIN + 36, cy=44, r=22, fill=CARD, stroke=INK, stroke_width=1.5)
        mark = disc + seat_disc(scene.actor, (MARGIN + 36, 44), 18)
    left = MARGIN + (70 if mark else 20)
    lines = [
        write(who, left, 38, 21, font_weight=700, fill=ink),
        write(scene.prompt, left, 63, 16.5, fill=ink, **_fitted(scene.prompt, 16.5, INNER - 90)),
    ]
    turn = write(
        f"Turn {scene.turn} of {scene.turns}", WIDTH - MARGIN - 16, 38, 18, text_anchor="end", fill=ink, font_weight=700
    )
    return band + mark + "".join(lines) + turn + _phases(scene)


def _winner(scene: Scene) -> str:
    seat = min(range(len(scene.players)), key=lambda seat: scene.players[seat].rank)
    return f"{NAMES[seat]} wins with {_signed(scene.players[seat].score)}"


def _fitted(text: str, size: float, width: float) -> dict[str, object]:
    """Squeeze a text that would be too long for its place."""
    return {"textLength": width, "lengthAdjust": "spacingAndGlyphs"} if len(text) * size * 0.5 > width else {}


def _phases(scene: Scene) -> str:
    """The phases people act in, as a strip; the present one is filled."""
    shown = (2, 3, 5, 6, 9)
    width = INNER / len(shown)
    found = []
    for place, phase in enumerate(shown):
        x, now = MARGIN + place * width, phase == scene.phase
        found.append(_card(x + 2, 86, width - 4, 28, INK if now else "#eadfc6", INK if now else LINE))
        look = {"text_anchor": "middle", "fill": "#ffffff" if now else FAINT, "font_weight": 700 if now else 400}
        found.append(write(f"{phase} {PHASES[phase]}", x + width / 2, 105, 15, **look))
    return "".join(found)


# -- players -----------------------------------------------------------------------------------------

COLUMNS = (("VP", 218.0), ("P&L", 262.0), ("cubes", 308.0), ("track", 354.0), ("score pile (+ on trains)", 492.0))


def _players(scene: Scene, seat: int | None, y: float) -> str:
    heads = [write(head, MARGIN + x, y, 14, fill=FAINT, text_anchor="middle") for head, x in COLUMNS]
    order = sorted(scene.order, key=lambda seat: scene.players[seat].rank) if scene.over else scene.order
    title = write("Result" if scene.over else "Players in order", MARGIN, y, 18, font_family=SERIF, font_weight=700)
    rows = [_player(scene, number, y + 8 + 58 * place, place, number == seat) for place, number in enumerate(order)]
    return title + "".join(heads) + "".join(rows)


def _player(scene: Scene, seat: int, y: float, place: int, mine: bool) -> str:
    player = scene.players[seat]
    now = seat == scene.actor or (scene.over and player.rank == 1)
    card = _card(MARGIN, y, INNER, 53, "#fff3c9" if now else CARD, INK if now else LINE)
    name = f"{NAMES[seat]} (you)" if mine else NAMES[seat]
    built, hired = _places(scene.build_order, seat), _places(scene.train_order, seat)
    small = f"builds {built} · trains {hired}" if built and hired else f"{_nth(place)} in order"
    small = f"{_nth(place)} place" if scene.over else small
    words = [
        write(name, MARGIN + 50, y + 24, 17, font_weight=700),
        write(small, MARGIN + 50, y + 43, 13, fill=FAINT),
    ]
    figures = (player.score, player.profit, player.cubes, player.links)
    for (_, x), figure in zip(COLUMNS, figures, strict=False):
        bold = 700 if x == COLUMNS[0][1] else 400
        words.append(write(_signed(figure), MARGIN + x, y + 34, 21, text_anchor="middle", font_weight=bold))
    disc = seat_disc(seat, (MARGIN + 26, y + 26.5), 16)
    return tag("g", card, disc, *words, _pile(player, MARGIN + 394, y + 26), data_pick=f"seat:{seat}")


def _places(order: tuple[int, ...], seat: int) -> str:
    return _nth(order.index(seat)) if seat in order else ""


def _nth(place: int) -> str:
    return ("1st", "2nd", "3rd", "4th")[place]


def _signed(figure: int) -> str:
    return str(figure).replace("-", "−")


def _pile(player: Player, x: float, y: float) -> str:
    found = []
    for place, kind in enumerate(GOODS):
        at = x + place * 55
        found.append(piece(kind, (at, y)))
        found.append(write(str(player.pile.get(kind, 0)), at + 14, y + 6, 18))
        if player.loaded.get(kind, 0):
            found.append(write(f"+{player.loaded[kind]}", at + 12, y + 22, 13, fill="#9a4a00", font_weight=700))
    return "".join(found)


# -- auction -----------------------------------------------------------------------------------------


def _auction(scene: Scene, y: float) -> str:
    boxes = "".join(
        _box(box, y + 14 + 92 * (number // 4), MARGIN + (INNER + 8) / 4 * (number % 4))
        for number, box in enumerate(scene.boxes)
    )
    open_now = scene.phase <= PHASES.index("Auction")
    note = "printed points and, in the ring, the token drawn" if open_now else "until the next auction"
    return _heading("Influence for sale", y, note) + tag("g", boxes, opacity=None if open_now else 0.5)


def _box(box: Box, y: float, x: float) -> str:
    width, height = (INNER + 8) / 4 - 8, 85.0
    taken = box.bidder is not None
    card = _card(x, y, width, height, "#fff6df" if taken else CARD, FILLS[box.bidder] if box.bidder is not None else LINE)
    number = tag(
        "path",
        d=f"M{x + 1:g} {y + 30:g}V{y + 8:g}Q{x + 1:g} {y + 1:g} {x + 8:g} {y + 1:g}H{x + 26:g}L{x + 1:g} {y + 30:g}Z",
        fill="#e4d5b2",
    )
    head = number + write(str(box.number), x + 6, y + 16, 15, font_weight=700)
    tokens = "".join(influence(kind, (x + 38 + 25 * place, y + 24), 11) for place, kind in enumerate(box.printed))
    drawn = (x + width - 21, y + 24)
    ring = tag("circle", cx=drawn[0], cy=drawn[1], r=15, fill="none", stroke=INK, stroke_width=1.4, stroke_dasharray="3 2")
    token = ring + (influence(box.token, drawn, 11) if box.token else "")
    if box.bidder is None:
        foot = write(f"from {box.minimum}", x + width / 2, y + 68, 15, fill=FAINT, text_anchor="middle")
    else:
        foot = seat_disc(box.bidder, (x + 28, y + 62), 14) + write(f"{box.bid} cubes", x + 50, y + 68, 17, font_weight=700)
    return tag("g", card, head, tokens, token, foot, data_pick=f"box:{box.number}")


# -- tracks ------------------------------------------------------------------------------------------


def _stack(seats: tuple[int, ...], x: float, foot: float, width: float) -> str:
    """A stack of markers standing on its space: the first of the stack is on top."""
    found = []
    for height, seat in enumerate(reversed(seats)):
        y = foot - 14.5 * (height + 1)
        chip = tag("rect", x=x + 2, y=y, width=width - 4, height=14, rx=4, fill=FILLS[seat], stroke="#1d1712", stroke_width=1)
        found.append(chip + letter(SEAT_LETTERS[seat], (x + width / 2, y + 7), 12, INKS[seat]))
    return "".join(found)


def _influence_tracks(scene: Scene, y: float) -> str:
    top = max([INFLUENCE_SPACES, *(space for name in TRACKS for space in scene.tracks[name])])
    rows = [_influence_track(scene, name, y + 14 + 64 * row, top) for row, name in enumerate(TRACKS)]
    return _heading("Influence", y, "top of a stack goes first") + "".join(rows)


def _influence_track(scene: Scene, name: str, y: float, top: int) -> str:
    left = MARGIN + 116
    width = (WIDTH - MARGIN - left) / (top + 1)
    back = tag("rect", x=MARGIN, y=y, width=112, height=61, rx=7, fill=INFLUENCE_FILL[name], stroke=INK, stroke_width=1.2)
    title = write(TRACK_TITLES[name], MARGIN + 56, y + 36, 15, text_anchor="middle", font_weight=700, fill=INFLUENCE_INK[name])
    spaces = []
    for space in range(top + 1):
        x = left + width * space
        spaces.append(tag("rect", x=x, y=y, width=width - 2, height=61, rx=4, fill=CARD, stroke=LINE))
        seats = scene.tracks[name].get(space, ())
        if len(seats) < 4:
            figure = {"text_anchor": "middle", "fill": "#7d6c48", "font_weight": 700}
            spaces.append(write(str(space), x + width / 2 - 1, y + 12.5, 12, **figure))
        spaces.append(_stack(seats, x, y + 60, width - 2))
    return tag("g", back, title, *spaces, data_pick=f"influence:{name}")


def _profit_track(scene: Scene, y: float) -> str:
    width = INNER / len(PROFIT_SPACES)
    spaces = []
    for place, space in enumerate(PROFIT_SPACES):
        x = MARGIN + width * place
        fill = "#f4d9d2" if space < 0 else "#dcebd0" if space > 0 else "#efe3bf"
        spaces.append(tag("rect", x=x, y=y + 14, width=width - 2, height=80, rx=4, fill=fill, stroke=LINE))
        spaces.append(
            write(_signed(space), x + width / 2 - 1, y + 29, 13, text_anchor="middle", fill="#6d5c40", font_weight=700)
        )
        spaces.append(_stack(scene.tracks["profit"].get(space, ()), x, y + 93, width - 2))
    return _heading("Profit & loss", y) + "".join(spaces)


# -- trains ------------------------------------------------------------------------------------------


def _trains(scene: Scene, y: float) -> str:
    rows: dict[int, list[Train]] = {}
    for train in scene.trains:
        rows.setdefault(train.cost, []).append(train)
    found, riders = [], _on_board(scene)
    for row, cost in enumerate(sorted(rows, reverse=True)):
        top = y + 13 + 48 * row
        found.append(
            influence("train", (MARGIN + 44, top + 22), 13) + write(f"{cost} ×", MARGIN + 2, top + 28, 17, font_weight=700)
        )
        for place, train in enumerate(rows[cost]):
            found.append(_train(train, MARGIN + 68 + 136 * place, top, riders.get(train.name, ([], []))))
    return _heading("Trains for hire", y, "each offers seats and goods wagons for this turn") + "".join(found)


def _on_board(scene: Scene) -> dict[str, Riders]:
    """The loads by train; the rules do not say which train carries what, so the first ones fill up first."""
    found = {}
    for seat, player in enumerate(scene.players):
        people = [kind for kind in ("red", "green") for _ in range(player.loaded.get(kind, 0))]
        goods = [kind for kind in ("stone", "cheese") for _ in range(player.loaded.get(kind, 0))]
        for train in scene.trains:
            if train.hirer == seat:
                found[train.name] = (people[: train.passengers], goods[: train.goods])
                people, goods = people[train.passengers :], goods[train.goods :]
    return found


def _train(train: Train, x: float, y: float, riders: Riders) -> str:
    passengers, goods = riders
    hired = train.hirer is not None
    fill = FILLS[train.hirer] if train.hirer is not None else CARD
    ink = INKS[train.hirer] if train.hirer is not None else INK
    card = _card(x, y, 130, 44, fill, INK if hired else LINE)
    name = write(train.name, x + 7, y + 18, 15, font_weight=700, fill=ink)
    seat = letter(SEAT_LETTERS[train.hirer], (x + 16, y + 32), 15, ink) if train.hirer is not None else ""
    slots = []
    for place in range(train.passengers):
        at = (x + 46 + 21 * place, y + 13)
        slots.append(piece(passengers[place], at, 0.9) if place < len(passengers) else _seat_slot(at))
    for place in range(train.goods):
        at = (x + 46 + 21 * place, y + 33)
        slots.append(piece(goods[place], at, 0.85) if place < len(goods) else _goods_slot(at))
    return tag("g", card, name, seat, *slots, data_pick=f"train:{train.name}")


def _seat_slot(at: Point) -> str:
    """A place for a passenger: a head and shoulders."""
    body = f"M{at[0] - 6:g} {at[1] + 7:g}q0-7 6-7t6 7z"
    return tag(
        "g", tag("circle", cx=at[0], cy=at[1] - 3.5, r=3.5), tag("path", d=body), fill="#fffdf6", stroke=INK, stroke_width=1.1
    )


def _goods_slot(at: Point) -> str:
    """A place for goods: an open wagon."""
    wagon = f"M{at[0] - 8:g} {at[1] - 5:g}h16l-2 9h-12z"
    wheels = "".join(tag("circle", cx=at[0] + dx, cy=at[1] + 5.5, r=2) for dx in (-4, 4))
    return tag("g", tag("path", d=wagon), wheels, fill="#e9d3a8", stroke=INK, stroke_width=1.1)


# -- title and key -----------------------------------------------------------------------------------


def title_box(chart: Chart, scene: Scene) -> str:
    """The name of the game and the key, in the free corner of the map."""
    if chart.title_box is None:
        return ""
    x, y, width, _ = chart.title_box
    name = [
        write("Last Train to", x + 4, y + 22, 22, font_family=SERIF, font_style="italic"),
        write("Wensleydale", x + 132, y + 22, 28, font_family=SERIF, font_weight=700),
    ]
    keys = [
        (town("major", (), (14, 0), 20), "major town"),
        (town("minor", (), (14, 0), 19), "minor town"),
        (town("company", ("midland",), (14, 0), 20), "Midland town"),
        (town("company", ("ner",), (14, 0), 20), "North Eastern"),
        (piece("stone", (14, 0)), "stone"),
        (piece("cheese", (14, 0)), "cheese"),
        (piece("red", (14, 0)), "to the Midland"),
        (piece("green", (14, 0)), "to North Eastern"),
        (piece("opposition", (14, 0)), "opposition"),
        (place_for_link((14, 0), 0, 1) + place_for_link((50, 0), 0, 2), "cost 1, 2"),
    ]
    found = []
    for place, (mark, words) in enumerate(keys):
        at = f"translate({x + 4 + width / 2 * (place % 2):g} {y + 46 + 26 * (place // 2):g})"
        shift = 70 if "cost" in words else 34
        found.append(tag("g", mark, write(words, shift, 5.5, 15.5), transform=at))
    note = "Map reconstructed from the geography of the Dales" if scene.reconstructed else ""
    small = write(note, x + 4, y + 175, 13, font_style="italic", fill=FAINT)
    return tag("g", *name, *found, small, pointer_events="none")
