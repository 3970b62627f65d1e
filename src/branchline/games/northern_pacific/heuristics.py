"""What bots know of Northern Pacific: which cities the railroad is likely to reach, and what cubes there are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.northern_pacific.rules.actions import colour_to_move, line_of
from branchline.games.northern_pacific.rules.board import CITIES, Map, standard
from branchline.games.northern_pacific.rules.layout import LARGE_PAYS, SMALL_PAYS, Fields
from branchline.games.northern_pacific.rules.scoring import round_good
from branchline.kernel import Heuristics, rule
from branchline.kernel.contract import Ids
from branchline.kernel.heuristics import Reals, RealTable

ROUND_SPREAD = 1.6
"""The lead in cubes that about decides a round."""
WINS_SPREAD = 0.35
EXTENDING, OWN_PAYS, OTHERS_PAY, LEAST = 3.0, 8.0, 2.0, 0.3
INVESTING, IDLE_INVESTING = 2.5, 0.02
SWEEPS = 60
"""Enough for the odds to settle, whatever circles a map has."""


def visit_odds(map_: Map) -> RealTable:
    """The odds of coming from one city to another if every exit is equally likely."""
    cities = len(map_.cities)
    odds = np.eye(cities)
    for _ in range(SWEEPS):
        for city, exits in enumerate(map_.exits):
            if exits:
                odds[city] = odds[list(exits)].mean(axis=0)
                odds[city, city] = 1.0
    return odds


VISIT_ODDS: RealTable = visit_odds(standard())


def tables(board: Any) -> dict[str, object]:
    """The odds on a board's map."""
    return {"VISIT_ODDS": visit_odds(board.data)}


@rule
def odds_of(state: Fields, city: int) -> float:
    """The odds that some line still comes to an open city."""
    missed = 1.0
    for line in range(state.players if state.own_lines else 1):
        missed *= 1.0 - VISIT_ODDS[state.heads[line], city]
    return 1.0 - missed


@rule
def hopes(state: Fields, seat: int) -> float:
    """The cubes a seat may expect in hand at the end of the round."""
    total = float(round_good(state, seat))
    for colour in range(seat, state.colours, state.players):
        cities = state.invested[colour]
        for city in range(CITIES):
            if (cities >> city) & 1:
                back = state.small_at[city, colour] * (1 + SMALL_PAYS)
                if state.large_at[colour] == city:
                    back += 1 + LARGE_PAYS
                total += back * odds_of(state, city)
    return total


@rule
def evaluate(state: Fields, out: Reals) -> float:
    """NP 4.1–4.3: cubes of finished rounds and hopes of this one, or round wins and the share of the next."""
    for seat in range(state.players):
        out[seat] = state.wins[seat] if state.by_wins else state.good[seat]
        if not state.over and not state.by_wins:
            out[seat] += hopes(state, seat)
    if state.by_wins:
        if not state.over:
            add_chances_of_round(state, out)
        return WINS_SPREAD
    return ROUND_SPREAD * np.sqrt(max(1, state.rounds - state.rounds_done))


@rule
def add_chances_of_round(state: Fields, out: Reals) -> None:
    """NP 4.3: to each seat its share of the win of this round."""
    total = 0.0
    for seat in range(state.players):
        total += np.exp(hopes(state, seat) / ROUND_SPREAD)
    for seat in range(state.players):
        out[seat] += np.exp(hopes(state, seat) / ROUND_SPREAD) / total


@rule
def priors(state: Fields, ids: Ids, count: int, last: int, out: Reals) -> None:
    """Extend to own cubes rather than to others'; invest where the railroad is likely to come."""
    colour = colour_to_move(state)
    line = line_of(state, colour)
    for index in range(count):
        action = ids[index]
        if action < CITIES:
            out[index] = liking_to_extend(state, colour, action)
        else:
            city = action - CITIES if action < 2 * CITIES else action - 2 * CITIES
            odds = VISIT_ODDS[state.heads[line], city] if not state.own_lines else odds_of(state, city)
            out[index] = IDLE_INVESTING + INVESTING * odds * odds


@rule
def liking_to_extend(state: Fields, colour: int, city: int) -> float:
    """Cubes there that pay the mover against those that pay others."""
    if (state.closed >> city) & 1:
        return EXTENDING
    own = 0.0
    for mine in range(colour % state.players, state.colours, state.players):
        own += state.small_at[city, mine] + (1 + SMALL_PAYS if state.large_at[mine] == city else 0)
    others = state.cubes[city] - (1.0 if own > 0.0 else 0.0)
    return max(LEAST, EXTENDING + OWN_PAYS * own - OTHERS_PAY * others)


@rule
def stage(state: Fields) -> int:
    """NP 4.1: a round; what comes after it is the same for everybody."""
    return int(state.rounds_done)


HEURISTICS = Heuristics(evaluate, priors, stage, tables=tables)
