"""Northern Pacific: its specification, made of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from branchline.games.northern_pacific import heuristics
from branchline.games.northern_pacific.card import CARD
from branchline.games.northern_pacific.drawing import layers, odds, picks, style
from branchline.games.northern_pacific.rules import actions, layout, problems, scoring
from branchline.games.northern_pacific.rules.board import Map, load_board, report
from branchline.games.northern_pacific.text import description, holdings, notation, telling
from branchline.games.position import on_fields
from branchline.games.spec import Drawing, GameSpec, Option, Picks, Reports, Rules, Text, Value
from branchline.kernel import Board
from branchline.kernel.contract import CONTRACT
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


def normalise_options(players: int, options: dict[str, Value]) -> dict[str, Value]:
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


def encoding(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes; blocks by seat or colour start with the seat that looks."""
    cities = len(board.data.cities)
    sizes = {
        "options": scoring.SCALARS,
        "place_in_order": layout.SEATS,
        "good": layout.SEATS,
        "bad": layout.SEATS,
        "wins": layout.SEATS,
        "to_move": layout.SEATS,
        "small_in_hand": layout.COLOURS,
        "large_in_hand": layout.COLOURS,
        "standing": layout.COLOURS,
        "lines": layout.SEATS * cities,
        "closed": cities,
        "small_in_city": layout.COLOURS * cities,
        "large_in_city": layout.COLOURS * cities,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found


def max_plies(position: Any, board: Board) -> int:
    """A bound on the plies of a game: rounds times seating, extensions of every line and all cubes (section 7)."""
    map_: Map = board.data
    lines = int(position.players) if position.own_lines else 1
    cities = len(map_.cities)
    a_round = int(position.players) + (cities - 1) * lines + (cities - 2) * int(position.capacity)
    return layout.last_round(position) * a_round


def places(board: Board) -> dict[str, list[int]]:
    """Every city with the action of extending to it."""
    return {city: [number] for number, city in enumerate(board.data.cities) if number != board.data.start}


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
        problems=problems.problems,
        fixed_fields=problems.FIXED,
        max_plies=max_plies,
        finished_rounds=lambda fields: int(fields.rounds_done),
    ),
    text=Text(
        parse=notation.parse,
        redact=notation.veil,
        refusal=on_fields(notation.explain),
        prompt=on_fields(description.phrase),
        describe=on_fields(description.table),
        terminal=on_fields(description.text),
        extra_scores=on_fields(description.tally),
        tell=on_fields(telling.tell),
        holdings=on_fields(holdings.holdings),
        score_sheet=on_fields(holdings.score_sheet),
        preview=on_fields(telling.preview),
    ),
    picks=Picks(
        paths=picks.picks, label=picks.pick_label, picture=on_fields(layers.pick_picture), ghost=on_fields(layers.ghost)
    ),
    drawing=Drawing(layers=on_fields(layers.layers), frame=on_fields(layers.frame), style=style.STYLE, overlays=odds.OVERLAYS),
    heuristics=heuristics.HEURISTICS,
    reports=Reports(places=places, map_report=report, rounds_played=lambda finals: finals["rounds_done"].astype(np.int64)),
)
