"""The end of a round and of the game, scores and ranks (NP 4.1–4.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.games.northern_pacific.rules.layout import IN_HAND, WINS_NEEDED, WINS_ROUNDS, Fields
from branchline.kernel import rule
from branchline.kernel.contract import Numbers


@rule
def round_good(state: Fields, seat: int) -> int:
    """NP 4.1, 5.1: the cubes in hand of all colours of a seat; small and large ones count 1."""
    good = 0
    for colour in range(seat, state.colours, state.players):
        good += state.small[colour] + (1 if state.large_at[colour] == IN_HAND else 0)
    return good


@rule
def round_bad(state: Fields, seat: int) -> int:
    """NP 4.1, 5.1: the cubes of all colours of a seat that are left on the board."""
    bad = 0
    for colour in range(seat, state.colours, state.players):
        bad += state.standing[colour]
    return bad


@rule
def end_round(state: Fields) -> None:
    """NP 4.1: add the round to the books, and end the game if it was the last."""
    for seat in range(state.players):
        state.good[seat] += round_good(state, seat)
        state.bad[seat] += round_bad(state, seat)
    state.rounds_done += 1
    if state.by_wins:
        end_by_wins(state, round_winner(state))
    elif state.rounds_done == state.rounds:
        state.over = 1


@rule
def end_by_wins(state: Fields, winner: int) -> None:
    """NP 4.3: the first to two round wins ends the game, or the ninth round does."""
    if winner >= 0:
        state.wins[winner] += 1
        if state.wins[winner] == WINS_NEEDED:
            state.over = 1
    if state.rounds_done == WINS_ROUNDS:
        state.over = 1


@rule
def round_winner(state: Fields) -> int:
    """NP 4.3: the seat with most good of the round, then fewest bad; −1 if several share that."""
    winner, most, fewest = -1, -1, 0
    for seat in range(state.players):
        good, bad = round_good(state, seat), round_bad(state, seat)
        if good > most or (good == most and bad < fewest):
            winner, most, fewest = seat, good, bad
        elif good == most and bad == fewest:
            winner = -1
    return winner


@rule
def score(state: Fields, out: Numbers) -> None:
    """NP 4.1, 4.2, 4.3: good of the finished rounds, or round wins."""
    for seat in range(state.players):
        out[seat] = state.wins[seat] if state.by_wins else state.good[seat]


@rule
def is_ahead(state: Fields, seat: int, other: int) -> bool:
    """NP 4.2, 4.3: more good, then less bad; or by round wins alone."""
    if state.by_wins:
        return state.wins[seat] > state.wins[other]
    if state.good[seat] != state.good[other]:
        return state.good[seat] > state.good[other]
    return state.bad[seat] < state.bad[other]


@rule
def rank(state: Fields, out: Numbers) -> None:
    """NP 4.2, 4.3: one more than the number of seats ahead; ties share."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if is_ahead(state, other, seat):
                out[seat] += 1


def finished_rounds(fields: Any) -> int:
    """The rounds that lie behind a position."""
    return int(fields.rounds_done)


def rounds_played(finals: Any) -> NDArray[np.int64]:
    """The rounds of each of an array of finished games."""
    rounds: NDArray[np.int64] = finals["rounds_done"].astype(np.int64)
    return rounds
