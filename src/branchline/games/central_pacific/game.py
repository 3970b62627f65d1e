"""Central Pacific: its specification, made of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.errors import BadOption
from branchline.games.central_pacific import heuristics
from branchline.games.central_pacific.card import CARD
from branchline.games.central_pacific.drawing import ghosts, layers, picks
from branchline.games.central_pacific.drawing.style import STYLE
from branchline.games.central_pacific.rules import actions, layout, scoring
from branchline.games.central_pacific.rules.board import check_homes, load_board
from branchline.games.central_pacific.rules.placement import side_of
from branchline.games.central_pacific.text import description, holdings, notation, preview, refusals, telling
from branchline.games.central_pacific.text.names import seat_letter
from branchline.games.position import Position, on_fields
from branchline.games.spec import Drawing, GameSpec, Option, Picks, Rules, Text, Value
from branchline.kernel import Board
from branchline.kernel.contract import CONTRACT
from branchline.texts import noted, say

OPTIONS = (
    Option(
        "teams",
        ("off", "on"),
        "off",
        noted("Two teams of two; partners sit opposite each other."),
        only=noted("4 players"),
        label=noted("Teams"),
        labels=(noted("everybody alone"), noted("two against two")),
    ),
    Option(
        "matching",
        ("strict", "loose"),
        "strict",
        noted("Rail must meet rail, or may end at a blank side."),
        label=noted("Matching edges"),
        labels=(noted("rail meets rail"), noted("rail may end at a blank side")),
    ),
    Option(
        "rim",
        ("open", "closed"),
        "open",
        noted("Whether rail may point off the board."),
        label=noted("Rim of the board"),
        labels=(noted("rail may point off the board"), noted("no rail points off the board")),
    ),
    Option(
        "terrain",
        ("own", "anywhere"),
        "own",
        noted("Where forests and mountains go before the Golden Spike is taken."),
        label=noted("Forests and mountains"),
        labels=(noted("beside the own network"), noted("beside any rail")),
    ),
    Option("city_exits", (4, 3), 4, noted("Exits of the numbered cities."), label=noted("Exits of cities")),
    Option("home_number", (2, 3, 4), 2, noted("The number of start cities."), label=noted("Number of start cities")),
    Option("tiles", (), "standard", noted("The tile mix: its name, or the path of a TOML file."), label=noted("Tile mix")),
)


def normalise_options(players: int, options: dict[str, Value]) -> dict[str, Value]:
    """Teams are for four players; the tile mix needs a start city for every home (CP 0)."""
    teams = options["teams"] == "on"
    if teams and players != layout.SEATS:
        raise BadOption(say("Teams are for {seats} players, not {players}.", seats=layout.SEATS, players=players))
    check_homes(str(options["tiles"]), 2 if teams else players)
    return options


def parameters(players: int, options: Mapping[str, Value], board: Board) -> list[int]:
    """The numbers for `new`, in the order it reads them."""
    return [
        players,
        int(options["teams"] == "on"),
        int(options["matching"] == "loose"),
        int(options["rim"] == "closed"),
        int(options["terrain"] == "anywhere"),
        int(options["city_exits"]),
        int(options["home_number"]),
        *board.data.counts,
    ]


def encoding(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes; blocks by seat or side start with the seat that looks."""
    sizes = {
        "scalars": scoring.SCALARS,
        "own_hand": layout.KINDS,
        "out_of_game": layout.KINDS,
        "hand_sizes": layout.SEATS,
        "to_move": layout.SEATS,
        "trains": layout.SEATS,
        "stock_market": layout.SEATS,
        "land_grant": layout.SEATS,
        "spike": layout.SEATS,
        "exits": 4 * layout.SQUARES,
        "city_number": layout.SQUARES,
        "terrain": layout.SQUARES,
        "tunnel": layout.SQUARES,
        "markers": layout.SQUARES,
        "homes": layout.SQUARES,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found


def problems(position: Any, board: Board) -> list[str]:
    """What is impossible in a position."""
    return layout.problems(position)


def sides(position: Any) -> list[int]:
    """CP 6.5: the side of each seat."""
    return [int(side_of(position, seat)) for seat in range(int(position.players))]


def seat_marks(position: Position) -> list[tuple[int, str]]:
    """CP 1.3: partners share a colour; each has a letter of their own."""
    teams = bool(position.fields.teams)
    return [(side, seat_letter(seat, teams)) for seat, side in enumerate(sides(position.fields))]


REDRAWS = 64
"""Redraws of a seat that `max_plies` allows for.  The rules set no limit; more have a chance below 10⁻²⁹."""
LONGEST_SET_UP = layout.HAND + REDRAWS * (1 + layout.HAND) + 1
"""Plies of a seat before the first turn: five draws, redraws, keep."""
LONGEST_IDLE_TURN = 3 + layout.DISCARDS + 1 + 2 + layout.HAND
"""Plies of a turn without a lay: a token with its draws, discards, done, returns, draws."""
LONGEST_LAYING = 2 + 2 * layout.HAND + layout.TRAINS
"""What laying and a sacrifice add to a turn, apart from the lays themselves."""


def max_plies(position: Any, board: Board) -> int:
    """A bound on the plies: every turn lays a tile or brings the stall nearer (CP 6.1 c)."""
    players, tiles = int(position.players), int(sum(board.data.counts))
    idle = (tiles + 1) * layout.STALL_ROUNDS * players * (LONGEST_IDLE_TURN + 2 + layout.HAND)
    return players * LONGEST_SET_UP + 1 + idle + tiles * (1 + LONGEST_IDLE_TURN + LONGEST_LAYING)


GAME = GameSpec(
    card=CARD,
    options=OPTIONS,
    rules=Rules(
        version=1,
        layout=layout.Fields,
        functions={name: getattr(actions, name, None) or getattr(scoring, name) for name in CONTRACT},
        load_board=load_board,
        normalise_options=normalise_options,
        parameters=parameters,
        encoding=encoding,
        problems=problems,
        fixed_fields=("players", "teams", "loose", "closed", "anywhere", "city_exits", "home_number", "mix", "homes"),
        max_plies=max_plies,
        sides=sides,
    ),
    text=Text(
        parse=notation.parse,
        redact=notation.veil,
        refusal=on_fields(refusals.explain),
        prompt=on_fields(description.phrase),
        describe=on_fields(description.table),
        terminal=on_fields(description.text),
        extra_scores=on_fields(description.tally),
        tell=on_fields(telling.tell),
        holdings=on_fields(holdings.holdings),
        score_sheet=on_fields(holdings.score_sheet),
        preview=on_fields(preview.preview),
        previews_at_once=False,
    ),
    picks=Picks(
        paths=picks.picks,
        label=picks.pick_label,
        order=picks.pick_order,
        picture=on_fields(ghosts.pick_picture),
        ghost=on_fields(ghosts.ghost),
    ),
    drawing=Drawing(layers=on_fields(layers.layers), frame=on_fields(layers.frame), style=STYLE, seat_marks=seat_marks),
    heuristics=heuristics.HEURISTICS,
)
