"""Whose turn it is and what the players have, for a picture that stands alone.  Pages show this themselves."""

from __future__ import annotations

from functools import lru_cache

from branchline.games.drawing import fitted, label, tag
from branchline.games.wensleydale.drawing.side_boards import INNER, MARGIN, REMEMBERED, WIDTH, card
from branchline.games.wensleydale.drawing.symbols import EDGE, WHITE, piece, seat_disc
from branchline.games.wensleydale.rules.layout import AUCTION, BUILDING, INFLUENCE, TAKEOVERS, TRAINS
from branchline.games.wensleydale.text.names import phase_name, signed
from branchline.games.wensleydale.text.scene import FILLS, INKS, Player, Scene
from branchline.texts import language, say

HEIGHT = 404.0
GOODS = ("stone", "cheese", "red", "green")
SHOWN_PHASES = (INFLUENCE, AUCTION, BUILDING, TRAINS, TAKEOVERS)
"""The phases in which players or chance act."""
CHANCE_FILL = "#5d5142"
COLUMNS = (214.0, 260.0, 308.0, 358.0)
PILE = 494.0


def panel(scene: Scene, seat: int | None) -> str:
    """The whole panel, in coordinates of its own."""
    return _status(scene, seat) + _phases(scene.phase, language()) + _players(scene, seat, 146)


def seat_name(seat: int) -> str:
    """The colour by which a picture calls a seat."""
    return (say("Blue"), say("Gold"), say("Purple"), say("Black"))[seat]


# -- whose turn --------------------------------------------------------------------------------------


def _status(scene: Scene, seat: int | None) -> str:
    fill, ink = (CHANCE_FILL, "#ffffff") if scene.actor is None else (FILLS[scene.actor], INKS[scene.actor])
    band = tag("rect", x=MARGIN, y=10, width=INNER, height=68, rx=7, fill=fill, stroke=EDGE, stroke_width=1.5)
    mark = ""
    if scene.actor is not None:
        disc = tag("circle", cx=MARGIN + 36, cy=44, r=22, fill=WHITE, stroke=EDGE, stroke_width=1.5)
        mark = disc + seat_disc(scene.actor, (MARGIN + 36, 44), 18)
    left = MARGIN + (70 if mark else 20)
    who = label(_who(scene, seat), left, 38, font_size=21, font_weight=700, fill=ink)
    prompt = label(scene.prompt, left, 63, font_size=16.5, fill=ink, **fitted(scene.prompt, 16.5, INNER - 90, 0.5))
    turn = say("Turn {turn} of {turns}", turn=scene.turn, turns=scene.turns)
    right = {"text_anchor": "end", "font_weight": 700, "fill": ink}
    return band + mark + who + prompt + label(turn, WIDTH - MARGIN - 16, 38, font_size=18, **right)


def _who(scene: Scene, seat: int | None) -> str:
    if scene.over:
        winner = min(range(len(scene.players)), key=lambda seat: scene.players[seat].rank)
        return say("{player} wins with {points}", player=seat_name(winner), points=minus(scene.players[winner].score))
    if scene.actor is None:
        return say("Chance")
    return say("Your move") if scene.actor == seat else say("{player} to move", player=seat_name(scene.actor))


@lru_cache(REMEMBERED)
def _phases(present: int, language: str) -> str:
    """The phases as a strip, with the present one highlighted."""
    width = INNER / len(SHOWN_PHASES)
    found = []
    for place, phase in enumerate(SHOWN_PHASES):
        x, now = MARGIN + place * width, phase == present
        found.append(card(x + 2, 86, width - 4, 28, "lw-now" if now else ""))
        look = {"text_anchor": "middle", "font_weight": 700 if now else 400, "class_": None if now else "lw-faint"}
        found.append(label(f"{phase} {phase_name(phase)}", x + width / 2, 105, font_size=15, **look))
    return "".join(found)


# -- players -----------------------------------------------------------------------------------------


def _players(scene: Scene, seat: int | None, y: float) -> str:
    heads = (say("VP"), say("P&L"), say("cubes"), say("track"))
    look = {"font_size": 14, "class_": "lw-faint", "text_anchor": "middle"}
    columns = [label(head, MARGIN + x, y, **look) for head, x in zip(heads, COLUMNS, strict=True)]
    columns.append(label(say("score pile (+ on trains)"), MARGIN + PILE, y, **look))
    order = sorted(scene.order, key=lambda seat: scene.players[seat].rank) if scene.over else scene.order
    words = say("Result") if scene.over else say("Players in order")
    title = label(words, MARGIN, y, font_size=18, font_weight=700, class_="lw-serif")
    rows = []
    for place, number in enumerate(order):
        player = scene.players[number]
        now = number == scene.actor or (scene.over and player.rank == 1)
        rows.append(_player(player, number, y + 8 + 62 * place, now, number == seat, _note(scene, number, place), language()))
    return title + "".join(columns) + "".join(rows)


def _note(scene: Scene, seat: int, place: int) -> str:
    """The line below a name: the player's places in the orders."""
    if scene.over:
        return say("place {place}", place=place + 1)
    if seat in scene.build_order and seat in scene.train_order:
        build, trains = scene.build_order.index(seat) + 1, scene.train_order.index(seat) + 1
        return say("builds {build}., trains {trains}.", build=build, trains=trains)
    return say("{place}. in order", place=place + 1)


@lru_cache(REMEMBERED)
def _player(player: Player, seat: int, y: float, now: bool, mine: bool, note: str, language: str) -> str:
    name = say("{player} (you)", player=seat_name(seat)) if mine else seat_name(seat)
    found = [
        card(MARGIN, y, INNER, 57, "lw-now" if now else ""),
        seat_disc(seat, (MARGIN + 26, y + 28.5), 17),
        label(name, MARGIN + 50, y + 26, font_size=18, font_weight=700),
        label(note, MARGIN + 50, y + 46, font_size=14, class_="lw-faint"),
    ]
    figures = (player.score, player.profit, player.cubes, player.links)
    for column, (x, figure) in enumerate(zip(COLUMNS, figures, strict=True)):
        look = {"font_size": 21, "text_anchor": "middle", "font_weight": 400 if column else 700}
        found.append(label(minus(figure), MARGIN + x, y + 36, **look))
    return "".join(found) + _pile(player, MARGIN + 396, y + 28)


def minus(number: int) -> str:
    """A number with a typographic minus."""
    return signed(number).lstrip("+")


def _pile(player: Player, x: float, y: float) -> str:
    found = []
    for place, (kind, number, loaded) in enumerate(zip(GOODS, player.pile, player.on_trains, strict=True)):
        at = x + place * 55
        found.append(piece(kind, (at, y)))
        found.append(label(str(number), at + 14, y + 6, font_size=18))
        if loaded:
            found.append(label(f"+{loaded}", at + 12, y + 23, font_size=14, font_weight=700))
    return "".join(found)
