"""What a person points at to make a move: a path of named things for every action, and their words.

The names are those of the `data-pick` attributes in the drawing: areas, borders, boxes, trains, kinds of influence.
"""

from __future__ import annotations

from branchline.games.position import Position
from branchline.games.wensleydale.rules.action_space import PAYMENT_NAMES, PIECE_NAMES
from branchline.games.wensleydale.rules.layout import BUILDING, NO_AREA, TRAINS
from branchline.games.wensleydale.rules.map_data import KINDS, Map
from branchline.games.wensleydale.text.names import amount, kind_name, piece_name
from branchline.games.wensleydale.text.scene import border_names
from branchline.kernel import Board
from branchline.texts import count, say, seat

Path = tuple[str, ...]


def paths(board: Board) -> tuple[Path, ...]:
    """The path of every action: box and cubes, border and area entered, area and piece, buyer and border, and so on."""
    map_: Map = board.data
    borders = {frozenset((link.a, link.b)): name for link, name in zip(map_.links, border_names(map_), strict=True)}
    return tuple(_path(text.split(), map_, borders) for text in board.texts)


def _path(words: list[str], map_: Map, borders: dict[frozenset[int], str]) -> Path:
    match words:
        case ["bid", box, cubes]:
            return f"box:{box}", f"amount:{cubes}"
        case ["build", way]:
            return _way(way, map_, borders)
        case ["sell", company, way]:
            return f"company:{company}", *_way(way, map_, borders)
        case ["pay", kind]:
            return (f"kind:{kind}",)
        case ["hire", train]:
            return (f"train:{train}",)
        case ["load", piece, area]:
            return f"area:{area}", f"piece:{piece}"
        case ["first", seat]:
            return (f"seat:{seat}",)
        case [word, what]:
            return (f"{word}:{what}",)
    return (f"button:{words[0]}",)


def _way(way: str, map_: Map, borders: dict[frozenset[int], str]) -> Path:
    """The border, then the area entered; the area matters only if both directions are possible."""
    start, goal = way.split("-")
    return f"border:{borders[frozenset((map_.index[start], map_.index[goal]))]}", f"area:{goal}"


def label(name: str, board: Board) -> str:
    """A picked thing in words, for buttons and screen readers."""
    map_: Map = board.data
    sort, _, what = name.partition(":")
    match sort:
        case "area":
            return map_.areas[map_.index[what]].name
        case "border":
            start, goal = (map_.areas[map_.index[area]].name for area in what.split("-"))
            return f"{start} – {goal}"
        case "box":
            return say("box {box}", box=what)
        case "amount":
            return count("{n} cube", "{n} cubes", int(what))
        case "train":
            return say("train {train}", train=what)
        case "company":
            return say("sell to {company}", company=kind_name(KINDS.index(what)))
        case "kind":
            return say("pay {price}", price=amount(PAYMENT_NAMES.index(what), 1))
        case "piece" | "draw":
            return piece_name(PIECE_NAMES.index(what))
        case "token":
            return kind_name(KINDS.index(what))
        case "seat":
            return seat(int(what))
    return say("pass") if what == "pass" else say("finish")


def label_now(position: Position, name: str) -> str:
    """LW 5.0, 6.1, 9.0: what the buttons end in this phase."""
    fields = position.fields
    if name == "button:done" and fields.phase == BUILDING:
        return say("build nothing") if fields.path_end == NO_AREA else say("finish building")
    if name == "button:done":
        return say("finish the sale")
    return say("finish with trains") if name == "button:pass" and fields.phase == TRAINS else ""
