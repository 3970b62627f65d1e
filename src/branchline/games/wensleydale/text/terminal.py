"""The position for a terminal, as a few lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from branchline.games.drawing import SEAT_LETTERS
from branchline.games.position import Position
from branchline.games.wensleydale.drawing.layout import Area, MapLayout, layout_of
from branchline.games.wensleydale.rules.action_space import PIECE_NAMES
from branchline.games.wensleydale.text.names import phase_name
from branchline.games.wensleydale.text.prompts import prompt
from branchline.games.wensleydale.text.scene import NAMES, TRACKS, Box, Owner, Scene, Train, scene_of

SHORT = {"midland": "M", "ner": "N", "government": "G", "train": "T"}
SIGNS = {"stone": "s", "cheese": "c", "red": "r", "green": "g", "opposition": "x"}
WIDTH = 100


def terminal(position: Position) -> str:
    """The board for a terminal: turn, players, tracks, boxes, trains, links and pieces."""
    scene, layout = scene_of(position, prompt(position)), layout_of(position.board.data)
    parts = [
        _status(scene),
        _players(scene),
        _tracks(scene),
        _auction(scene),
        _trains(scene),
        _links(scene),
        _map(scene, layout),
    ]
    return "\n\n".join(part for part in (*parts, position.board.reconstructed) if part).strip()


def _status(scene: Scene) -> str:
    who = "Over" if scene.over else "Chance" if scene.actor is None else f"{SEAT_LETTERS[scene.actor]} ({NAMES[scene.actor]})"
    return f"Turn {scene.turn} of {scene.turns}, {phase_name(scene.phase)}. {who}: {scene.prompt}"


def _players(scene: Scene) -> str:
    rows = ["Player       VP  P&L  cubes  links  stone cheese red green  on trains"]
    for seat in scene.order:
        player = scene.players[seat]
        pile = "{:5} {:6} {:3} {:5}".format(*player.pile)
        loaded = ", ".join(f"{count} {kind}" for kind, count in zip(PIECE_NAMES, player.on_trains, strict=False) if count)
        name = f"{SEAT_LETTERS[seat]} {NAMES[seat]}"
        figures = f"{player.score:5}{player.profit:5}{player.cubes:7}{player.links:7}"
        rows.append(f"{name:10}{figures}  {pile}  {loaded or '–'}".rstrip())
    return "\n".join(rows)


def _tracks(scene: Scene) -> str:
    """Each track from its highest space down, each stack from its top down."""
    return "\n".join(f"{name:11} {_spaces(scene.tracks[name])}" for name in (*TRACKS, "profit"))


def _spaces(track: Mapping[int, tuple[int, ...]]) -> str:
    return "  ".join(f"{space}:{_letters(track[space])}" for space in sorted(track, reverse=True) if track[space])


def _letters(seats: Iterable[int]) -> str:
    return "".join(SEAT_LETTERS[seat] for seat in seats)


def _auction(scene: Scene) -> str:
    return (
        "\n".join("   ".join(_box(box) for box in scene.boxes[row : row + 4]).rstrip() for row in (0, 4)) if scene.boxes else ""
    )


def _box(box: Box) -> str:
    points = "".join(SHORT[kind] for kind in box.printed) + "+" + (SHORT[box.token] if box.token else "?")
    bid = f"{SEAT_LETTERS[box.bidder]} {box.bid}" if box.bidder is not None else f"from {box.minimum}"
    return f"box {box.number} {points:6}{bid:7}"


def _trains(scene: Scene) -> str:
    costs = sorted({train.cost for train in scene.trains}, reverse=True)
    return "\n".join("      ".join(_train(train) for train in scene.trains if train.cost == cost).rstrip() for cost in costs)


def _train(train: Train) -> str:
    hirer = SEAT_LETTERS[train.hirer] if train.hirer is not None else "–"
    return f"{train.name} {hirer} {train.passengers} people, {train.goods} goods"


def _links(scene: Scene) -> str:
    owners: dict[Owner, list[str]] = {}
    for border, owner in scene.links.items():
        owners.setdefault(owner, []).append(border)
    order: list[Owner] = [*range(len(scene.players)), "midland", "ner"]
    rows = []
    for owner in order:
        if owner in owners:
            name = SEAT_LETTERS[owner] if isinstance(owner, int) else owner
            rows += _wrapped(f"links {name}:", sorted(owners[owner]))
    return "\n".join(rows)


def _map(scene: Scene, layout: MapLayout) -> str:
    """Areas with the letters of their companies in brackets, then their pieces."""
    groups = {"towns": ("company", "major", "minor", "south"), "plain": ("cheese",), "fells": ("stone",)}
    rows = []
    for title, kinds in groups.items():
        places = [_area(area, scene) for area in layout.areas if area.kind in kinds]
        rows += _wrapped(f"{title}:", [place for place in places if place])
    rows.append("              [M] [N] company towns; s stone, c cheese, r red, g green passengers, x opposition")
    return "\n".join(rows)


def _area(area: Area, scene: Scene) -> str:
    companies = "".join(SHORT[company] for company in scene.companies.get(area.name, ()))
    pieces = "".join(SIGNS[kind] for kind in scene.pieces.get(area.name, ()))
    if not companies and not pieces:
        return ""
    return " ".join(word for word in (area.name, f"[{companies}]" if companies else "", pieces) if word)


def _wrapped(title: str, words: list[str]) -> list[str]:
    """The words after a title, broken into lines of the terminal's width."""
    rows, row = [], f"{title:14}"
    for word in words:
        if len(row) + len(word) > WIDTH:
            rows.append(row.rstrip())
            row = " " * 14
        row += f"{word}  "
    return [*rows, row.rstrip()] if words else []
