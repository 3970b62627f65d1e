"""Northern Pacific as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from branchline.games.northern_pacific import (
    evaluation,
    holdings,
    look,
    notation,
    odds,
    picks,
    picture,
    problems,
    rules,
    scoring,
    state,
    telling,
    words,
)
from branchline.games.northern_pacific.board import Map, load_board, report
from branchline.games.northern_pacific.card import CARD
from branchline.kernel import Board, Option, Title
from branchline.kernel.contract import CONTRACT, Value
from branchline.texts import noted

OPTIONS = (
    Option(
        "rounds",
        (3, 1),
        3,
        noted("How many rounds are played."),
        only="scoring=points",
        label=noted("Rounds"),
    ),
    Option(
        "scoring",
        ("points", "wins"),
        "points",
        noted("Count cubes over all rounds, or be the first to win two rounds."),
        label=noted("Scoring"),
        labels=(noted("points"), noted("round wins")),
    ),
    Option(
        "order",
        ("clockwise", "shuffled"),
        "clockwise",
        noted("Keep the seating, or draw a new one before every round."),
        label=noted("Order of play"),
        labels=(noted("clockwise"), noted("shuffled")),
    ),
    Option(
        "line",
        ("shared", "own"),
        "shared",
        noted("Everybody builds one railroad, or each player builds a line of his own."),
        label=noted("Line"),
        labels=(noted("one for all"), noted("one each")),
    ),
    Option(
        "cubes_per_city",
        ("one", "many"),
        "one",
        noted("How many cubes of one colour a city may hold."),
        label=noted("Cubes of a colour in a city"),
        labels=(noted("one"), noted("as many as fit")),
    ),
    Option(
        "duo",
        ("two-colours", "plain"),
        "two-colours",
        noted("Two players have two colours each, or one."),
        only="2 players",
        label=noted("Game for two"),
        labels=(noted("two colours each"), noted("one colour each")),
    ),
    Option("map", (), "standard", noted("The map: its name, or the path of a TOML file."), label=noted("Map")),
)


def settle(players: int, options: dict[str, Value]) -> dict[str, Value]:
    """Options without effect are stored as their defaults (NP 0)."""
    if options["scoring"] == "wins":
        options["rounds"] = 3
    if players != 2:
        options["duo"] = "two-colours"
    return options


def parameters(players: int, options: Mapping[str, Value], board: Board) -> list[int]:
    """The numbers for `new`, in the order it reads them; NP 5.1, 5.2: the last is the number of colours a player has."""
    return [
        players,
        int(options["rounds"]),
        int(options["scoring"] == "wins"),
        int(options["order"] == "shuffled"),
        int(options["line"] == "own"),
        int(options["cubes_per_city"] == "many"),
        2 if players == 2 and options["duo"] == "two-colours" else 1,
    ]


def slices(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes; blocks by seat or colour start with the seat that looks."""
    cities = len(board.data.cities)
    sizes = {
        "options": scoring.SCALARS,
        "place_in_order": state.SEATS,
        "good": state.SEATS,
        "bad": state.SEATS,
        "wins": state.SEATS,
        "to_move": state.SEATS,
        "small_in_hand": state.COLOURS,
        "large_in_hand": state.COLOURS,
        "standing": state.COLOURS,
        "lines": state.SEATS * cities,
        "closed": cities,
        "small_in_city": state.COLOURS * cities,
        "large_in_city": state.COLOURS * cities,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found


def longest(position: Any, board: Board) -> int:
    """A bound on the plies of a game: rounds times seating, extensions of every line and all cubes (section 7)."""
    map_: Map = board.data
    lines = int(position.players) if position.own_lines else 1
    cities = len(map_.cities)
    a_round = int(position.players) + (cities - 1) * lines + (cities - 2) * int(position.capacity)
    return state.last_round(position) * a_round


def places(board: Board) -> dict[str, list[int]]:
    """Every city with the action of extending to it."""
    return {city: [number] for number, city in enumerate(board.data.cities) if number != board.data.start}


TITLE = Title(
    **vars(CARD),
    options=OPTIONS,
    rules_version=1,
    layout=state.Position,
    rules={name: getattr(rules, name, None) or getattr(scoring, name) for name in CONTRACT},
    settle=settle,
    parameters=parameters,
    board=load_board,
    explain=notation.explain,
    parse=notation.parse,
    veil=notation.veil,
    table=words.table,
    tally=words.tally,
    phrase=words.phrase,
    text=words.text,
    svg=picture.svg,
    picks=picks.picks,
    pick_label=picks.pick_label,
    pick_picture=picture.pick_picture,
    ghost=picture.ghost,
    layers=picture.layers,
    frame=picture.frame,
    style=look.STYLE,
    overlays=odds.OVERLAYS,
    preview=telling.preview,
    tell=telling.tell,
    holdings=holdings.holdings,
    score_sheet=holdings.score_sheet,
    finished_rounds=lambda position: int(position.rounds_done),
    slices=slices,
    problems=problems.problems,
    fixed=problems.FIXED,
    longest=longest,
    places=places,
    map_report=report,
    rounds_played=lambda finals: finals["rounds_done"].astype(np.int64),
    judgement=evaluation.JUDGEMENT,
)
