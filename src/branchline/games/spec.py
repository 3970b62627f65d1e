"""The specification of a game: everything that a game gives to the rest of the package, in parts.

A game's `game.py` builds one `GameSpec`.  Only the card, the rules and three texts (`refusal`, `prompt`, `describe`) are
required.  Every other part has a default, so a new game can be played before its board is drawn.

Functions of the rules get the named fields of a position (`Rules.layout`) and the board.  Functions for texts and drawings get
a `Position`: the fields, the board and the compiled rules in one object.  What its reader may not know is blank in it.
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
    """A game in a few words, for lists.  Reading it loads no other code of the game."""

    name: str
    title: str
    short: str
    """The prefix of its paragraphs, such as `NP`."""
    summary: str
    designer: str
    publishers: str
    players: tuple[int, ...]
    goal: str = ""
    """How the game is won, in a sentence or two, for the page of a table."""
    daily: tuple[tuple[str, Value], ...] = ()
    """Options with which a daily deal is played, for a game that draws nothing without them."""
    aliases: tuple[str, ...] = ()
    """Other names for the game."""


@dataclass(frozen=True)
class Option:
    """One row of a game's table of options.  `values` is empty if the value names a data file."""

    name: str
    values: tuple[Value, ...]
    default: Value
    text: str
    only: str = ""
    """When the option has an effect, in words for people."""
    label: str = ""
    """The option's name for people.  Like all texts here it is marked for translation (`branchline.texts.noted`)."""
    labels: tuple[str, ...] = ()
    """The names of the values for people, in the same order; if empty, the values themselves are shown."""


@dataclass(frozen=True)
class Rules:
    """The compiled rules, and what the Python code around them has to know."""

    version: int
    """The version, raised whenever any legal game could change."""
    layout: type[Layout]
    """The named fields of a position."""
    functions: Mapping[str, Callable[..., Any]]
    """The functions of the contract by name; see `branchline.kernel.contract`."""
    load_board: Callable[[Mapping[str, Value]], Board]
    """The board that the options name."""
    parameters: Callable[[int, Mapping[str, Value], Board], Sequence[int]]
    """The numbers that `new` receives, from the number of players, the options and the board."""
    encoding: Callable[[Board], dict[str, tuple[int, int]]]
    """The named parts of what `encode` writes, each with start and stop."""
    problems: Callable[[Any, Board], list[str]]
    """Sentences on what is impossible in a position.  There are none for a position that play can reach, nor for the same
    position with hidden parts blank, as a seat sees it."""
    max_plies: Callable[[Any, Board], int]
    """No game from this first position has more plies than this."""
    queries: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """Further functions that texts and drawings need, such as prices, by name.  They are compiled functions over the bytes of
    a position, as in `branchline.kernel.calls`; `Position.ask` calls them."""
    normalise_options: Callable[[int, dict[str, Value]], dict[str, Value]] = lambda players, options: options
    """Replace option values that have no effect by their defaults; raise BadOption for impossible combinations."""
    fixed_fields: tuple[str, ...] = ("players",)
    """Fields that the options decide and that never change afterwards.  They are compared first, so `problems` may trust
    them."""
    sides: Callable[[Any], list[int]] = lambda fields: list(range(int(fields.players)))
    """The side of each seat.  Partners share score and rank, and ranks count sides."""
    perfect_information: bool = False
    """Whether every seat, and a spectator too, always knows everything.  `check_game` tests it."""
    open_scores: bool = False
    """Whether scores, ranks and score sheet depend on nothing hidden.  They are then computed once for all readers."""
    finished_rounds: Callable[[Any], int] = lambda fields: 0
    """The number of completed rounds, in games that score only at the end of a round."""

    def __post_init__(self) -> None:
        if missing := [name for name in CONTRACT if name not in self.functions]:
            raise TypeError(
                f"The rules lack {', '.join(f'`{name}`' for name in missing)}."
                " hint: branchline.kernel.contract says what each function does."
            )


class Holding(NamedTuple):
    """One thing that a seat has, as the reader may know it, for the list of players on a page."""

    label: str
    value: int | str
    pick: str | None = None
    """Its name in paths of picks; None unless the seat can pick it now."""
    picture: str = ""
    """A small SVG of it, or nothing."""


class SheetRow(NamedTuple):
    """One row of the score sheet, with a value for each seat."""

    label: str
    values: list[int]
    counts: bool = True
    """Whether the row is part of the score.  The rows that count add up to the score; others may show what breaks ties."""


class Progress(NamedTuple):
    """How far a game has come, in a player's words."""

    round: str
    """The round or turn, such as `Round 2 of 3`."""
    phases: tuple[str, ...] = ()
    """The names of the phases of a round or turn in their order; none if the game has no phases."""
    current: int = -1
    """The index of the present phase, or -1 if it is none of these."""


Told: TypeAlias = list[tuple[str, str]]
"""Sentences, each with its paragraph of the rules or an empty text."""


def _from_describe(position: Position) -> str:
    """A placeholder for a text made from `describe`; see `Text.__post_init__`."""
    raise NotImplementedError


@dataclass(frozen=True)
class Text:
    """A game in words, in the reader's language."""

    refusal: Callable[[Position, int, int], str]
    """Why an action is refused: the sentence for position, action and paragraph, without the paragraph's number."""
    prompt: Callable[[Position], str]
    """What the actor has to do now."""
    describe: Callable[[Position], dict[str, Any]]
    """The position as JSON-safe texts and numbers, for views."""
    parse: Callable[[str, Board], int | None] = plain_text.parse
    """The id of the action with this text, in any accepted spelling; or None."""
    redact: Callable[[str], str] = plain_text.redact
    """The part of a hidden action's text that others may read."""
    terminal: Callable[[Position], str] = _from_describe
    """The board for a terminal; if left out, it is made from `describe`."""
    extra_scores: Callable[[Position], dict[str, list[int]]] = lambda position: {}
    """Further results of each seat besides the score, such as `good` and `bad`.  Like every text it must accept blanks."""
    tell: Callable[[Position, str, Position], Told] = plain_text.tell
    """What a move did.  It takes the position before, the move's text (redacted if it is hidden) and the position after."""
    milestone: Callable[[Position, str, Position], str] = lambda before, text, after: ""
    """A short headline if a move did something that counts, such as a payout or the end of a round; else nothing.  It takes
    what `tell` takes."""
    round_tally: Callable[[Position, str, Position], list[SheetRow]] = lambda before, text, after: []
    """What a round brought every seat, if a move ended it; else no rows.  The rows that count add up to what the move added to
    the scores, and the last row is the score after it.  It takes what `tell` takes."""
    progress: Callable[[Position], Progress] = lambda position: Progress("")
    """The round and the phase of the position."""
    holdings: Callable[[Position], list[list[Holding]]] = lambda position: [[] for _ in range(position.players)]
    """What every seat has, as the reader may know it."""
    score_sheet: Callable[[Position], list[SheetRow]] = lambda position: []
    """The parts of the scores.  At any time the rows that count add up to the scores of the position, hidden or not."""
    preview: Callable[[Position, int], str] = lambda position, action: ""
    """What a legal action would cost and bring, in a few words; or nothing."""
    previews_at_once: bool = True
    """Whether previews are fast enough to be made for all legal actions at every turn."""

    def __post_init__(self) -> None:
        if self.terminal is _from_describe:
            plain = lambda position: plain_text.terminal(self.describe(position), position.players)  # noqa: E731
            object.__setattr__(self, "terminal", plain)


@dataclass(frozen=True)
class Picks:
    """The things that a person picks to make a move."""

    paths: Callable[[Board], tuple[tuple[str, ...], ...]] = lambda board: tuple((f"move:{text}",) for text in board.texts)
    """For every action id its path, the things to pick in order: `("tile:tee", "square:E4", "turn:NES")`."""
    label: Callable[[str, Board], str] = lambda name, board: name.partition(":")[2]
    """A picked thing in words, for buttons and screen readers: `square:E4` becomes `square E4`."""
    act: Callable[[Position, int], str] = lambda position, action: ""
    """A legal action as the text of the button that makes it, such as `Build to Hawes`; if empty, its label or its notation."""
    closeness: Callable[[Position, int, int], int] = lambda position, action, code: 0
    """How near a forbidden action is to a legal one, from the action and the paragraph that forbids it.  If a person points at
    something that stands for many actions, the page shows the refusal of the nearest one."""
    order: Callable[[str], int] = lambda name: 0
    """A sort key for names offered together, such as rotations clockwise.  Names with equal keys keep the order of ids."""
    picture: Callable[[Position, str], str] = lambda position, name: ""
    """A small SVG of a picked thing that has no place on the board, such as a tile of the hand; or nothing."""
    ghost: Callable[[Position, int], str] = lambda position, action: ""
    """What an action would put on the board, as an SVG fragment in the board's own coordinates; or nothing."""


@dataclass(frozen=True)
class Overlay:
    """Something that a reader can show on top of the board, such as odds."""

    name: str
    """The text of its button, marked for translation."""
    label: Callable[[Position], str]
    """What it shows and how that was computed, in the reader's language."""
    draw: Callable[[Position, int | None], str]
    """The SVG fragment in the board's own coordinates, for the reader's seat."""


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
    """The style sheet.  A self-contained picture includes it; pages load it as a separate file."""
    side_layers: tuple[str, ...] = ()
    """Layers of what lies beside the board (an auction, tracks).  Pages show them in a second picture, next to the board or
    below it; a self-contained picture shows them beside the board."""
    side_frame: Callable[[Position, int | None], str] | None = None
    """The opening tag of the second picture, in the coordinates of the whole; None if nothing lies beside the board."""
    seat_marks: Callable[[Position], list[tuple[int, str]]] = lambda position: [
        (seat % 6, chr(ord("A") + seat)) for seat in range(position.players)
    ]
    """The number of each seat's colour in the common palette, and the letters on its pieces."""
    overlays: Mapping[str, Overlay] = field(default_factory=dict)
    """The overlays by name."""


NOT_DRAWN = Drawing(layers=lambda position, seat, before: {}, frame=lambda position, seat, with_panel: "")
"""A placeholder for a drawing made from the texts; see `GameSpec.__post_init__`."""


@dataclass(frozen=True)
class Reports:
    """Figures for designers, in balance reports and map checks."""

    places: Callable[[Board], dict[str, list[int]]] = lambda board: {}
    """Places of the map, each with the actions that a report counts for it."""
    map_report: Callable[[Board], list[tuple[str, str]]] = lambda board: []
    """The figures of a map or tile mix, by name."""
    rounds_played: Callable[[Any], NDArray[np.int64]] = lambda finals: np.ones(len(finals), np.int64)
    """The number of rounds of each game in an array of finished games, for figures by round."""


@dataclass(frozen=True)
class GameSpec:
    """A game as the rest of the package sees it."""

    card: Card
    options: tuple[Option, ...]
    rules: Rules
    text: Text
    drawing: Drawing = NOT_DRAWN
    """The board; if left out, a plain sheet made from `Text.describe`."""
    picks: Picks = Picks()
    heuristics: Heuristics | None = None
    """What bots know besides the rules; if left out, they know the rules only."""
    reports: Reports = Reports()

    def __post_init__(self) -> None:
        if self.drawing is NOT_DRAWN:
            from branchline.games.plain_board import plain_drawing  # imported here, because it uses the classes above

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
