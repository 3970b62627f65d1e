"""The specification of a game: what a game gives to the rest of the package, part by part.

A game's `game.py` puts one `GameSpec` together.  Only the card, the rules and three texts are needed (`refusal`, `prompt`,
`describe`); every other part has a default, so a new game can be played before anybody has drawn its board.

Functions of the rules get the named fields of a position (`Rules.layout`) and the board.  Functions that show something get
a `Position`: the fields, the board and the compiled rules in one object.  It is already hidden for the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.games import plain_text
from branchline.games.position import Position
from branchline.kernel import Board, Heuristics, Layout, RuleSet
from branchline.kernel.contract import CONTRACT

Value: TypeAlias = str | int
"""The value of an option."""


@dataclass(frozen=True)
class Card:
    """A game in a few words, for lists.  It can be read without loading any other code of the game."""

    name: str
    title: str
    short: str
    """Prefix of its paragraphs: `NP`."""
    summary: str
    designer: str
    publishers: str
    players: tuple[int, ...]
    aliases: tuple[str, ...] = ()
    """Other names by which it is found."""


@dataclass(frozen=True)
class Option:
    """One row of a game's table of options.  `values` is empty where the value names a data file."""

    name: str
    values: tuple[Value, ...]
    default: Value
    text: str
    only: str = ""
    """When the option has an effect, in words for people."""
    label: str = ""
    """The option's name for people; like all texts here marked for translation (`branchline.texts.noted`)."""
    labels: tuple[str, ...] = ()
    """The values for people, in their order; if empty, the values themselves."""


@dataclass(frozen=True)
class Rules:
    """The compiled rules, and what plain Python has to know about them."""

    version: int
    """Raised whenever any legal game could change."""
    layout: type[Layout]
    """The named fields of a position."""
    functions: Mapping[str, Callable[..., Any]]
    """The functions of the contract by name; see `branchline.kernel.contract`."""
    load_board: Callable[[Mapping[str, Value]], Board]
    """The board that the options name."""
    parameters: Callable[[int, Mapping[str, Value], Board], Sequence[int]]
    """The numbers that `new` receives, from the number of players, the options and the board."""
    encoding: Callable[[Board], dict[str, tuple[int, int]]]
    """Named parts of what `encode` writes: start and stop."""
    problems: Callable[[Any, Board], list[str]]
    """Sentences on what is impossible in a position.  There are none for any position that play can reach, nor for such a
    position as a seat sees it, with hidden parts blank."""
    max_plies: Callable[[Any, Board], int]
    """No game from this first position has more plies than this."""
    queries: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """What texts and drawings ask the rules beside the contract, such as prices.  These are compiled functions over the bytes
    of a position, as in `branchline.kernel.calls`, by name; `Position.ask` calls them."""
    normalise_options: Callable[[int, dict[str, Value]], dict[str, Value]] = lambda players, options: options
    """Replace option values that have no effect by their defaults; raise BadOption for impossible combinations."""
    fixed_fields: tuple[str, ...] = ("players",)
    """Fields that the options fix: the same in every position of a game, so `problems` may trust them."""
    sides: Callable[[Any], list[int]] = lambda fields: list(range(int(fields.players)))
    """For each seat the side it plays for: partners share score and rank, and ranks count sides."""
    finished_rounds: Callable[[Any], int] = lambda fields: 0
    """How many rounds lie behind a position, in games that score only at the end of a round."""

    def __post_init__(self) -> None:
        if missing := [name for name in CONTRACT if name not in self.functions]:
            raise TypeError(
                f"The rules lack {', '.join(f'`{name}`' for name in missing)}."
                " hint: branchline.kernel.contract says what each function does."
            )


class Holding(NamedTuple):
    """One thing a seat has, as everybody may know it: for the players' list of a page."""

    label: str
    value: int | str
    pick: str | None = None
    """Its name in paths of picks, if the seat can pick it now."""
    picture: str = ""
    """A small SVG of it, or nothing."""


class SheetRow(NamedTuple):
    """One row of the score sheet, with a value for each seat."""

    label: str
    values: list[int]
    counts: bool = True
    """Whether it is part of the score.  The rows that count add up to it; others are shown because they break ties, say."""


Told: TypeAlias = list[tuple[str, str]]
"""Sentences, each with the paragraph behind it or an empty text."""


def _from_describe(position: Position) -> str:
    """Stands for a text made from `describe`; see `Text.__post_init__`."""
    raise NotImplementedError


@dataclass(frozen=True)
class Text:
    """A game in words, in the reader's language."""

    refusal: Callable[[Position, int, int], str]
    """Why an action is refused: the sentence for position, action and paragraph, without the paragraph's number."""
    prompt: Callable[[Position], str]
    """What the actor has to do now."""
    describe: Callable[[Position], dict[str, Any]]
    """The position in JSON-safe words and numbers, for views."""
    parse: Callable[[str, Board], int | None] = plain_text.parse
    """The id of an action's text in any accepted spelling, or None."""
    redact: Callable[[str], str] = plain_text.redact
    """What others read of a hidden action's text."""
    terminal: Callable[[Position], str] = _from_describe
    """The board for a terminal; if left out, it is what `describe` says."""
    extra_scores: Callable[[Position], dict[str, list[int]]] = lambda position: {}
    """Further results for each seat beside the score, such as `good` and `bad`."""
    tell: Callable[[Position, str, Position], Told] = plain_text.tell
    """What a move did: position before it, its text (redacted if the reader may not know it), position after it."""
    holdings: Callable[[Position], list[list[Holding]]] = lambda position: [[] for _ in range(position.players)]
    """For every seat what it has, as the reader may know it."""
    score_sheet: Callable[[Position], list[SheetRow]] = lambda position: []
    """How the scores came about; the rows that count add up to them, at any time."""
    preview: Callable[[Position, int], str] = lambda position, action: ""
    """What a legal action would cost and bring, in a few words; or nothing."""
    previews_at_once: bool = True
    """Whether previews are quick enough to be made for every legal action whenever it is somebody's turn."""

    def __post_init__(self) -> None:
        if self.terminal is _from_describe:
            plain = lambda position: plain_text.terminal(self.describe(position), position.players)  # noqa: E731
            object.__setattr__(self, "terminal", plain)


@dataclass(frozen=True)
class Picks:
    """What a person points at to make a move."""

    paths: Callable[[Board], tuple[tuple[str, ...], ...]] = lambda board: tuple((f"move:{text}",) for text in board.texts)
    """For every action id the names of the things to point at, in order: `("tile:tee", "square:E4", "turn:NES")`."""
    label: Callable[[str, Board], str] = lambda name, board: name.partition(":")[2]
    """A picked thing in words, for buttons and screen readers: `square:E4` becomes `square E4`."""
    order: Callable[[str], int] = lambda name: 0
    """The place of a name among those offered beside it, such as rotations clockwise; equal ones stay in the order of ids."""
    picture: Callable[[Position, str], str] = lambda position, name: ""
    """A small SVG of a picked thing that has no place on the board, such as a tile of the hand; or nothing."""
    ghost: Callable[[Position, int], str] = lambda position, action: ""
    """What an action would put on the board, as an SVG fragment in the board's own coordinates; or nothing."""


@dataclass(frozen=True)
class Overlay:
    """Something a reader may have drawn on top of the board, such as odds."""

    name: str
    """For its button, noted for translation."""
    label: Callable[[Position], str]
    """What it shows and how that was found, in the reader's language."""
    draw: Callable[[Position, int | None], str]
    """The SVG fragment in the board's own coordinates, for the seat that looks."""


@dataclass(frozen=True)
class Drawing:
    """The board as SVG."""

    layers: Callable[[Position, int | None, Position | None], dict[str, str]]
    """The board as named SVG fragments, bottom first, so that a page fetches only those that changed.  Pages that show the
    players themselves leave out the layer `panel` (hands, scores).  The last argument is an earlier position as the same seat
    saw it, or None: what differs from it gets the class `latest`."""
    frame: Callable[[Position, int | None, bool], str]
    """The opening tag of the picture that holds the layers, with (True) or without room for the layer `panel`."""
    style: str = ""
    """The style sheet: part of a picture that stands alone, a file of its own for pages."""
    side_layers: tuple[str, ...] = ()
    """Layers of what lies beside the board (an auction, tracks): pages show them in a second picture, next to the board or
    below it; a picture that stands alone has them in their place."""
    side_frame: Callable[[Position, int | None], str] | None = None
    """The opening tag of that second picture, in the coordinates of the whole; None if nothing lies beside the board."""
    seat_marks: Callable[[Position], list[tuple[int, str]]] = lambda position: [
        (seat % 6, chr(ord("A") + seat)) for seat in range(position.players)
    ]
    """For each seat the number of its colour in the common palette, and the letters on its pieces."""
    overlays: Mapping[str, Overlay] = field(default_factory=dict)
    """What a reader may have drawn on top, by name."""


NOT_DRAWN = Drawing(layers=lambda position, seat, before: {}, frame=lambda position, seat, with_panel: "")
"""Stands for a drawing that is made from the texts; see `GameSpec.__post_init__`."""


@dataclass(frozen=True)
class Reports:
    """What balance reports and map checks tell designers."""

    places: Callable[[Board], dict[str, list[int]]] = lambda board: {}
    """Places of the map, each with the actions whose share is worth a table."""
    map_report: Callable[[Board], list[tuple[str, str]]] = lambda board: []
    """What a map or tile mix amounts to, as names and figures."""
    rounds_played: Callable[[Any], NDArray[np.int64]] = lambda finals: np.ones(len(finals), np.int64)
    """Rounds in each of an array of finished games, for figures by round."""


@dataclass(frozen=True)
class GameSpec:
    """A game as the rest of the package sees it."""

    card: Card
    options: tuple[Option, ...]
    rules: Rules
    text: Text
    drawing: Drawing = NOT_DRAWN
    """The board; if left out, a plain sheet with what `Text.describe` says."""
    picks: Picks = Picks()
    heuristics: Heuristics | None = None
    """What bots are told beside the rules; without it they know the rules alone."""
    reports: Reports = Reports()

    def __post_init__(self) -> None:
        if self.drawing is NOT_DRAWN:
            from branchline.games.plain_board import plain_drawing  # here: it is made of the classes above

            object.__setattr__(self, "drawing", plain_drawing(self.card, self.text))

    @property
    def name(self) -> str:
        """The game's name, such as `northern-pacific`."""
        return self.card.name

    @property
    def rule_set(self) -> RuleSet:
        """The rules as the kernel compiles them."""
        return RuleSet(self.name, self.card.title, self.rules.layout, self.rules.functions, self.rules.queries)

    def paragraph(self, code: int) -> str:
        """The name of a paragraph: 204 becomes `NP 2.4`."""
        return f"{self.card.short} {code // 100}.{code % 100}"
