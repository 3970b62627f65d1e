"""The contract of a game: the functions its rules provide, and the title that carries them.

The functions below are written once for each game, in its `rules.py` and `scoring.py`, under these
names; here they have no body.  Generic code (playouts, search, doors) imports them from this module,
and `bind` puts the game's own in their place.

A *position* is one element of an array of the game's `Layout`.  An *action* is a number from 0 to
the board's number of texts − 1.  A *seat* is numbered from 0; `SPECTATOR` stands for somebody who
sits nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.kernel.jit import rule
from branchline.kernel.layout import Layout
from branchline.kernel.rng import Rng

if TYPE_CHECKING:
    from branchline.kernel.judgement import Judgement

CHANCE = -1
"""`actor` at a node where chance moves."""
OVER = -2
"""`actor` when the game has ended."""
SPECTATOR = -1
"""The seat of somebody who only watches, for `hide` and `sees`."""

Bytes: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint8]]
Batch: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Ids: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Weights: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Table: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Floats: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]


@rule
def new(state: Any, options: Numbers) -> None:
    """Turn a zeroed record into the position before the first action; `options` as `Title.parameters` gives them."""
    raise NotImplementedError


@rule
def actor(state: Any) -> int:
    """The seat to decide, or `CHANCE`, or `OVER`."""
    raise NotImplementedError


@rule
def legal(state: Any, out: Ids) -> int:
    """Write the legal actions in ascending order and return how many; none exactly when the game is over."""
    raise NotImplementedError


@rule
def weights(state: Any, out: Weights) -> int:
    """At a chance node write a positive weight for each legal action, in the order of `legal`; 0 elsewhere."""
    raise NotImplementedError


@rule
def apply(state: Any, action: int) -> None:
    """Carry out a legal action.  Trusts its caller."""
    raise NotImplementedError


@rule
def why_not(state: Any, action: int) -> int:
    """0 if the action is legal, else the paragraph it breaks: 204 stands for paragraph 2.4."""
    raise NotImplementedError


@rule
def score(state: Any, out: Numbers) -> None:
    """Write the score of each seat as it stands, at any time."""
    raise NotImplementedError


@rule
def rank(state: Any, out: Numbers) -> None:
    """Write the rank of each seat as it stands: 1 is best, ties share (1, 2, 2, 4)."""
    raise NotImplementedError


@rule
def sees(state: Any, action: int, seat: int) -> int:
    """1 if `seat` learns which action was taken when `action` is applied here, 0 if only that one was."""
    raise NotImplementedError


@rule
def hide(state: Any, seat: int) -> None:
    """Blank everything that `seat` may not know."""
    raise NotImplementedError


@rule
def resample(state: Any, seat: int, rng: Rng) -> None:
    """Fill what `hide` blanks with a sample consistent with all that `seat` knows."""
    raise NotImplementedError


@rule
def encode(state: Any, seat: int, out: Floats) -> None:
    """Write the position as numbers for learning, seen from `seat`; `Title.slices` names the parts."""
    raise NotImplementedError


CONTRACT: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (new, actor, legal, weights, apply, why_not, score, rank, sees, hide, resample, encode)
}

Value: TypeAlias = str | int


@dataclass(frozen=True)
class Option:
    """One row of a game's table of options.  `values` is empty where the value names a data file."""

    name: str
    values: tuple[Value, ...]
    default: Value
    text: str
    only: str = ""
    """When the option has an effect, in words (shown to people)."""
    label: str = ""
    """The option's name for people; like all texts here marked for translation (`branchline.texts.noted`)."""
    labels: tuple[str, ...] = ()
    """The values for people, in their order; where it is empty, the values themselves."""


class Holding(NamedTuple):
    """One thing a seat has, as everybody may know it: for the players' list of a page."""

    label: str
    value: int | str
    pick: str | None = None
    """The name in paths of picks, where it is one that the seat can pick now."""
    picture: str = ""
    """A small SVG of it, or nothing."""


class SheetRow(NamedTuple):
    """One row of the score sheet, with a value for each seat."""

    label: str
    values: list[int]
    counts: bool = True
    """Whether it is part of the score; the rows that count add up to it.  Others are told because they break ties, say."""


@dataclass(frozen=True)
class Overlay:
    """Something a reader may have drawn on top of the board, such as odds."""

    name: str
    """For its button, noted for translation."""
    label: Callable[[Any, Board], str]
    """What it shows and how that was found, in the reader's language."""
    draw: Callable[[Any, Board, int | None], str]
    """The SVG fragment in the board's own coordinates, for a position that is already hidden for the seat that looks."""


@dataclass(frozen=True)
class Board:
    """Everything fixed for one game on one map or tile mix."""

    name: str
    digest: str
    tables: Mapping[str, object]
    """Global names of the rules that this board replaces."""
    texts: tuple[str, ...]
    """The notation of every action, by id."""
    data: Any
    """The game's own description of the map."""
    max_legal: int
    """No position has more legal actions than this."""
    reconstructed: str = ""
    """A sentence that labels reconstructed data, or nothing."""
    ids: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ids", {text: action for action, text in enumerate(self.texts)})


@dataclass(frozen=True)
class Card:
    """A game in a few words, as lists show it: there before any of the game's code is loaded."""

    name: str
    title: str
    short: str
    """Prefix of its paragraphs: `NP`."""
    summary: str
    designer: str
    publishers: str
    players: tuple[int, ...]


@dataclass(frozen=True)
class Title(Card):
    """A game as the rest of the house sees it: its card, options, compiled rules, words and pictures."""

    options: tuple[Option, ...]
    rules_version: int
    layout: type[Layout]
    rules: Mapping[str, Callable[..., Any]]
    """The contract's functions by name."""
    settle: Callable[[int, dict[str, Value]], dict[str, Value]]
    """Replace option values that have no effect by their defaults; refuse impossible combinations (ValueError)."""
    parameters: Callable[[int, Mapping[str, Value], Board], Sequence[int]]
    """The numbers that `new` receives."""
    board: Callable[[Mapping[str, Value]], Board]
    """The board the options name."""
    explain: Callable[[Any, Board, int, int], str]
    """The sentence for a refused action (position, board, action, paragraph), without the paragraph number."""
    parse: Callable[[str, Board], int | None]
    """The id of a text in any accepted spelling, or None."""
    veil: Callable[[str], str]
    """What others read of a hidden action's text."""
    table: Callable[[Any, Board], dict[str, Any]]
    """The position in JSON-safe words and numbers, for views."""
    tally: Callable[[Any, Board], dict[str, list[int]]]
    """Further results for each seat beside the score, such as `good` and `bad`."""
    phrase: Callable[[Any, Board], str]
    """What the actor has to do now, in words."""
    text: Callable[[Any, Board], str]
    """The board for a terminal."""
    svg: Callable[[Any, Board, int | None], str]
    """The board as SVG; the position is already hidden for the seat that looks."""
    layers: Callable[[Any, Board, int | None, Any | None], dict[str, str]]
    """The board as named SVG fragments, bottom first, so that a page fetches anew only those that changed.  The layer `panel`
    (hands, scores) is left out by pages that show the players themselves.  The last argument is an earlier position as the
    same seat saw it, or None: what differs from it gets the class `latest`."""
    frame: Callable[[Any, Board, int | None, bool], str]
    """The opening tag of the picture that holds the layers, with (True) or without room for the layer `panel`."""
    slices: Callable[[Board], dict[str, tuple[int, int]]]
    """Named parts of what `encode` writes: start and stop."""
    problems: Callable[[Any, Board], list[str]]
    """Sentences on what is impossible in a position; none for every position that play can reach."""
    longest: Callable[[Any, Board], int]
    """No game from this first position has more plies than this."""
    fixed: tuple[str, ...] = ("players",)
    """Fields that the options fix: the same in every position of a game, which `problems` may therefore trust."""
    places: Callable[[Board], dict[str, list[int]]] = lambda board: {}
    """For balance reports: places of the map, each with the actions whose share is worth a table."""
    map_report: Callable[[Board], list[tuple[str, str]]] = lambda board: []
    """For designers: what a map or tile mix amounts to, as names and figures."""
    sides: Callable[[Any], list[int]] = lambda position: list(range(int(position.players)))
    """For each seat of a position the side it plays for: partners share score and rank, and a rank counts sides."""
    seat_marks: Callable[[Any], list[tuple[int, str]]] = lambda position: [
        (seat, "ABCDEF"[seat]) for seat in range(int(position.players))
    ]
    """For each seat the number of its colour in the house's palette, and the letters on its pieces."""
    rounds_played: Callable[[Any], NDArray[np.int64]] = lambda finals: np.ones(len(finals), np.int64)
    """Rounds in each of an array of finished games, for figures by round."""
    picks: Callable[[Board], tuple[tuple[str, ...], ...]] = lambda board: tuple((f"move:{text}",) for text in board.texts)
    """For every action id the names of the things a person points at, in order: `("tile:tee", "square:E4", "turn:NES")`."""
    pick_label: Callable[[str, Board], str] = lambda name, board: name.partition(":")[2]
    """A picked thing in words, for buttons and screen readers: `square:E4` becomes `square E4`."""
    pick_order: Callable[[str], int] = lambda name: 0
    """The place of a name among those offered beside it, such as rotations clockwise; equal ones stay in the order of ids."""
    pick_picture: Callable[[Any, Board, str], str] = lambda position, board, name: ""
    """A small SVG of a picked thing that has no place on the board, such as a tile of the hand; or nothing."""
    ghost: Callable[[Any, Board, int], str] = lambda position, board, action: ""
    """What an action would put on the board, as an SVG fragment in the board's own coordinates; or nothing."""
    preview: Callable[[Any, Board, int], str] = lambda position, board, action: ""
    """What a legal action would cost and bring, in a few words; or nothing."""
    previews_at_once: bool = True
    """Whether previews are quick enough to be made for every legal action whenever it is somebody's turn."""
    tell: Callable[[Any, str, Any, Board], list[tuple[str, str]]] = lambda before, text, after, board: [(text, "")]
    """What a move did, as sentences each with the paragraph behind it or nothing: position before it, its text (veiled where
    the reader may not know it), position after it.  Both positions are as the reader may see them."""
    beside: tuple[str, ...] = ()
    """Layers of what lies beside the board (an auction, tracks): pages show them in a second picture, next to the board or
    below it; a picture that stands alone has them in their place."""
    side_frame: Callable[[Any, Board, int | None], str] | None = None
    """The opening tag of that second picture, in the coordinates of the whole; None where nothing lies beside the board."""
    overlays: Mapping[str, Overlay] = field(default_factory=dict)
    """What a reader may have drawn on top, by name."""
    holdings: Callable[[Any, Board], list[list[Holding]]] = lambda position, board: [[] for _ in range(int(position.players))]
    """For every seat what it has, as the reader of the position may know it."""
    score_sheet: Callable[[Any, Board], list[SheetRow]] = lambda position, board: []
    """How the scores came about; the rows that count add up to them, at any time."""
    finished_rounds: Callable[[Any], int] = lambda position: 0
    """How many rounds lie behind a position, in games that score at the end of a round and not in between."""
    style: str = ""
    """The style sheet of the drawing: part of a picture that stands alone, a file of its own for pages."""
    judgement: Judgement | None = None
    """What bots are told beside the rules: an evaluation and a taste in moves."""

    def paragraph(self, code: int) -> str:
        """The name of a paragraph: 204 becomes `NP 2.4`."""
        return f"{self.short} {code // 100}.{code % 100}"
