"""Central Pacific as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.games.central_pacific import (
    evaluation,
    ledger,
    notation,
    picks,
    picture,
    prospects,
    refusals,
    rules,
    scoring,
    state,
    telling,
    trying,
    words,
)
from branchline.games.central_pacific.board import check_homes, load_board
from branchline.games.central_pacific.names import seat_letter
from branchline.games.central_pacific.placement import side_of
from branchline.games.central_pacific.style import STYLE
from branchline.kernel import Board, Option, Title
from branchline.kernel.contract import CONTRACT, Value
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


def settle(players: int, options: dict[str, Value]) -> dict[str, Value]:
    """Teams are for four players; the tile mix needs a start city for every home (CP 0)."""
    teams = options["teams"] == "on"
    if teams and players != state.SEATS:
        raise ValueError(say("Teams are for {seats} players, not {players}.", seats=state.SEATS, players=players))
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


def slices(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes; blocks by seat or side start with the seat that looks."""
    sizes = {
        "scalars": scoring.SCALARS,
        "own_hand": state.KINDS,
        "out_of_game": state.KINDS,
        "hand_sizes": state.SEATS,
        "to_move": state.SEATS,
        "trains": state.SEATS,
        "stock_market": state.SEATS,
        "land_grant": state.SEATS,
        "spike": state.SEATS,
        "exits": 4 * state.SQUARES,
        "city_number": state.SQUARES,
        "terrain": state.SQUARES,
        "tunnel": state.SQUARES,
        "markers": state.SQUARES,
        "homes": state.SQUARES,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found


def problems(position: Any, board: Board) -> list[str]:
    """What is impossible in a position."""
    return state.problems(position)


def sides(position: Any) -> list[int]:
    """CP 6.5: the side of each seat."""
    return [int(side_of(position, seat)) for seat in range(int(position.players))]


REDRAWS = 64
"""Redraws of a seat that `longest` allows for.  The rules set no limit; more have a chance below 10⁻²⁹."""
LONGEST_SET_UP = state.HAND + REDRAWS * (1 + state.HAND) + 1
"""Plies of a seat before the first turn: five draws, redraws, keep."""
LONGEST_IDLE_TURN = 3 + state.DISCARDS + 1 + 2 + state.HAND
"""Plies of a turn without a lay: a token with its draws, discards, done, returns, draws."""
LONGEST_LAYING = 2 + 2 * state.HAND + state.TRAINS
"""What laying and a sacrifice add to a turn, apart from the lays themselves."""


def longest(position: Any, board: Board) -> int:
    """A bound on the plies: every turn lays a tile or brings the stall nearer (CP 6.1 c)."""
    players, tiles = int(position.players), int(sum(board.data.counts))
    idle = (tiles + 1) * state.STALL_ROUNDS * players * (LONGEST_IDLE_TURN + 2 + state.HAND)
    return players * LONGEST_SET_UP + 1 + idle + tiles * (1 + LONGEST_IDLE_TURN + LONGEST_LAYING)


TITLE = Title(
    name="central-pacific",
    title="Central Pacific",
    short="CP",
    summary=noted("Lay track between cities, claim the lines, and drive the Golden Spike before your rivals."),
    designer="Steve Jones",
    publishers="Blue Panther",
    players=(2, 3, 4),
    options=OPTIONS,
    rules_version=1,
    layout=state.Position,
    rules={name: getattr(rules, name, None) or getattr(scoring, name) for name in CONTRACT},
    settle=settle,
    parameters=parameters,
    board=load_board,
    explain=refusals.explain,
    parse=notation.parse,
    veil=notation.veil,
    table=words.table,
    tally=words.tally,
    phrase=words.phrase,
    text=words.text,
    svg=picture.svg,
    layers=picture.layers,
    frame=picture.frame,
    style=STYLE,
    picks=picks.picks,
    pick_label=picks.pick_label,
    pick_order=picks.pick_order,
    pick_picture=trying.pick_picture,
    ghost=trying.ghost,
    preview=prospects.preview,
    previews_at_once=False,
    tell=telling.tell,
    holdings=ledger.holdings,
    score_sheet=ledger.score_sheet,
    slices=slices,
    problems=problems,
    fixed=("players", "teams", "loose", "closed", "anywhere", "city_exits", "home_number", "mix", "homes"),
    longest=longest,
    sides=sides,
    seat_marks=lambda position: [
        (int(side_of(position, seat)), seat_letter(seat, bool(position.teams))) for seat in range(int(position.players))
    ],
    judgement=evaluation.JUDGEMENT,
)
