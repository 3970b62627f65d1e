"""What bots are told beside the rules: how likely a line comes to a city, and what cubes there are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.northern_pacific.rules.actions import colour_to_move
from branchline.games.northern_pacific.rules.board import CITIES
from branchline.games.northern_pacific.rules.layout import LARGE_PAYS, SMALL_PAYS, Fields
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.rules.map_file import standard
from branchline.games.northern_pacific.rules.scoring import round_good
from branchline.kernel import Heuristics, rule
from branchline.kernel.contract import Ids
from branchline.kernel.heuristics import RealMatrix, Reals

ROUND_SPREAD = 1.6
"""A lead of about this many cubes decides a round."""
WINS_SPREAD = 0.35
"""The same for a game that round wins decide, in wins."""
EXTENDING, OWN_PAYS, OTHERS_PAY, LEAST = 3.0, 8.0, 2.0, 0.3
INVESTING, IDLE_INVESTING = 2.5, 0.02
"""Weights of `priors`."""
SWEEPS = 60
"""After this many sweeps the odds change no more, even on a map with circles."""


def reach_odds(map_: Map) -> RealMatrix:
    """The odds of coming from one city to another if every exit is equally likely, even to a city behind the line."""
    cities = len(map_.cities)
    odds = np.eye(cities)
    for _ in range(SWEEPS):
        for city, exits in enumerate(map_.exits):
            if exits:
                odds[city] = odds[list(exits)].mean(axis=0)
                odds[city, city] = 1.0
    return odds


REACH_ODDS: RealMatrix = reach_odds(standard())
INVESTING_PRIORS: RealMatrix = IDLE_INVESTING + INVESTING * REACH_ODDS * REACH_ODDS
"""The prior of an investment, by the end of the shared line and the city."""


def constants(board: Any) -> dict[str, object]:
    """The global names of the heuristics that depend on the map, with their values."""
    odds = reach_odds(board.data)
    return {"REACH_ODDS": odds, "INVESTING_PRIORS": IDLE_INVESTING + INVESTING * odds * odds}


@rule
def odds_of_city(state: Fields, city: int) -> float:
    """The odds that some line comes to an open city in this round."""
    missed = 1.0
    for line in range(state.players if state.own_lines else 1):
        missed *= 1.0 - REACH_ODDS[state.heads[line], city]
    return 1.0 - missed


@rule
def expected_cubes(state: Fields, seat: int) -> float:
    """The cubes that a seat can expect to hold at the end of the round."""
    total = float(round_good(state, seat))
    for colour in range(seat, state.colours, state.players):
        cities = state.invested[colour]
        for city in range(CITIES):
            if (cities >> city) & 1:
                back = state.small_at[city, colour] * (1 + SMALL_PAYS)
                if state.large_at[colour] == city:
                    back += 1 + LARGE_PAYS
                total += back * odds_of_city(state, city)
    return total


@rule
def evaluate(state: Fields, out: Reals) -> float:
    """NP 4.1–4.3: good so far plus the cubes expected from this round, or round wins plus the odds of winning this round."""
    for seat in range(state.players):
        out[seat] = state.wins[seat] if state.by_wins else state.good[seat]
        if not state.over and not state.by_wins:
            out[seat] += expected_cubes(state, seat)
    if state.by_wins:
        if not state.over:
            add_round_chances(state, out)
        return WINS_SPREAD
    return ROUND_SPREAD * np.sqrt(float(max(1, state.rounds - state.rounds_done)))


@rule
def add_round_chances(state: Fields, out: Reals) -> None:
    """NP 4.3: add to each seat its odds of winning this round."""
    total = 0.0
    for seat in range(state.players):
        total += np.exp(expected_cubes(state, seat) / ROUND_SPREAD)
    for seat in range(state.players):
        out[seat] += np.exp(expected_cubes(state, seat) / ROUND_SPREAD) / total


@rule
def priors(state: Fields, ids: Ids, count: int, last: int, out: Reals) -> None:
    """Extend to own cubes rather than to those of others; invest where a line is likely to come."""
    colour = colour_to_move(state)
    head = state.heads[0]
    for index in range(count):
        action = ids[index]
        if action < CITIES:
            out[index] = extension_prior(state, colour, action)
            continue
        city = action - CITIES if action < 2 * CITIES else action - 2 * CITIES
        if state.own_lines:
            odds = odds_of_city(state, city)
            out[index] = IDLE_INVESTING + INVESTING * odds * odds
        else:
            out[index] = INVESTING_PRIORS[head, city]


@rule
def extension_prior(state: Fields, colour: int, city: int) -> float:
    """More for cubes that pay the mover, less for cubes that pay others."""
    if (state.closed >> city) & 1:
        return EXTENDING
    own = 0.0
    mine = colour if colour < state.players else colour - state.players  # without a division, which is slow
    while mine < state.colours:
        own += state.small_at[city, mine] + (1 + SMALL_PAYS if state.large_at[mine] == city else 0)
        mine += state.players
    others = state.cubes[city] - (1.0 if own > 0.0 else 0.0)
    return max(LEAST, EXTENDING + OWN_PAYS * own - OTHERS_PAY * others)


@rule
def stage(state: Fields) -> int:
    """NP 4.1: the round.  What comes after it is the same for all players."""
    return int(state.rounds_done)


HEURISTICS = Heuristics(evaluate, priors, stage, constants=constants)
