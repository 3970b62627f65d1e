"""What a person points at to make a move: a path of named things for every action, and their words.

The names are those of the `data-pick` attributes in the drawing: areas, borders, boxes, trains, kinds of influence.
"""

from __future__ import annotations

from branchline.games.position import Position
from branchline.games.wensleydale.rules import paragraphs
from branchline.games.wensleydale.rules.action_space import PAYMENT_NAMES, PIECE_NAMES, loads_of, offset
from branchline.games.wensleydale.rules.layout import BUILDING, NO_AREA, TRAINS
from branchline.games.wensleydale.rules.map_data import KINDS, Map
from branchline.games.wensleydale.text.names import amount, kind_name, piece_name
from branchline.games.wensleydale.text.scene import border_names
from branchline.kernel import Board
from branchline.texts import count, say, seat, sentence

Path = tuple[str, ...]
NEARER = (
    paragraphs.BORDERS,
    paragraphs.CHAIN,
    paragraphs.TOLLS,
    paragraphs.PAYMENT,
    paragraphs.BIDDING,
    paragraphs.LOCKED,
    paragraphs.OFFER,
    paragraphs.EXCHANGES,
    paragraphs.SLOTS,
    paragraphs.CHEESE_RULE,
    paragraphs.STONE_RULE,
    paragraphs.PASSENGER_RULE,
    paragraphs.PATH,
    paragraphs.PRICE,
    paragraphs.SUPPLY,
)
"""What forbids an action, in each phase from what is far from legal to what is nearly so."""


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
            return what
        case "train":
            return say("train {train}", train=what)
        case "company":
            return say("sell to {company}…", company=kind_name(KINDS.index(what)))
        case "kind":
            return say("pay {price}", price=amount(PAYMENT_NAMES.index(what), 1))
        case "piece" | "draw":
            return piece_name(PIECE_NAMES.index(what))
        case "token":
            return kind_name(KINDS.index(what))
        case "seat":
            return seat(int(what))
    return say("pass") if what == "pass" else say("finish")


def order(name: str) -> int:
    """The place of a name among others of its group; amounts go up."""
    sort, _, what = name.partition(":")
    return int(what) if sort == "amount" else 0


def act(position: Position, action: int) -> str:
    """A legal action as the text of the button that makes it."""
    map_: Map = position.board.data
    match position.board.texts[action].split():
        case ["bid", box, cubes]:
            return count("Bid {n} cube for box {box}", "Bid {n} cubes for box {box}", int(cubes), box=box)
        case ["build", way]:
            return say("Build to {area}", area=_goal(way, map_))
        case ["sell", company, way]:
            return say("Sell to {company} as far as {area}", company=kind_name(KINDS.index(company)), area=_goal(way, map_))
        case ["pay", kind]:
            return say("Pay {price}", price=amount(PAYMENT_NAMES.index(kind), 1))
        case ["hire", train]:
            return say("Hire train {train}", train=train)
        case ["load", piece, area]:
            words = {"piece": piece_name(PIECE_NAMES.index(piece)), "area": map_.areas[map_.index[area]].name}
            return say("Load {piece} in {area}", **words)
        case [word] if word in ("pass", "done"):
            return sentence(_end(position, word))
    return ""


def _end(position: Position, word: str) -> str:
    """LW 5.0, 6.1, 9.0: what the buttons end in this phase."""
    fields = position.fields
    if word == "done" and fields.phase == BUILDING:
        return say("build nothing") if fields.path_end == NO_AREA else say("finish building")
    if word == "done":
        return say("finish the sale")
    return say("finish with trains") if fields.phase == TRAINS else say("pass")


def _goal(way: str, map_: Map) -> str:
    return map_.areas[map_.index[way.split("-")[1]]].name


def closeness(position: Position, action: int, code: int) -> int:
    """How near a forbidden action is to a legal one; a piece that is not there is far away from being loaded."""
    if code == paragraphs.SLOTS:
        piece, area = loads_of(position.board.data)[offset(position.board, action, "LOAD")]
        if not position.fields.pieces[area][piece]:
            return 0
    return NEARER.index(code) + 1 if code in NEARER else 0
