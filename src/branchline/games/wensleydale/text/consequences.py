"""What follows from a move by itself: boxes won, orders, profit and loss, pieces of no more use, turns, the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.wensleydale.rules import scoring
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BOXES,
    CUBE,
    INVESTMENT,
    LOADS,
    ORDER,
    PAYS,
    PIECES,
    PROFIT,
    PROFIT_AND_LOSS,
    TRAINS,
    TURN_END,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.text.names import amount, amounts, pieces_of, signed
from branchline.games.wensleydale.text.prices import box_worth
from branchline.kernel import OVER, Board
from branchline.texts import count, say, seat

Told = tuple[str, str]
"""A sentence and the paragraph behind it."""


def aftermath(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    """The phases that ended with a move, in their order, and whoever dropped out of phase 6."""
    told: list[Told] = []
    for moment in range(_clock(before), _clock(after)):
        phase = moment % TURN_END
        if phase == INVESTMENT:
            told += _turn_begins(before, after)
        elif phase == AUCTION:
            told += _won(before, words, after, board)
        elif phase == PROFIT_AND_LOSS:
            told += _profit(before, after)
        elif phase == ORDER:
            told.append((say("order of play: {players}", players=_row(after.order, after)), "LW 8.1"))
    if after.to_act == OVER:
        told += _over(after)
    elif after.phase == TRAINS:
        told += _out(before, words, after)
    return told


def _clock(state: Any) -> int:
    """The phases since the beginning of the game."""
    if state.to_act == OVER:
        return TURN_END * int(state.turn)
    return TURN_END * (int(state.turn) - 1) + int(state.phase)


def _won(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    """LW 3.4, 4.1: the boxes with their winners, and the orders that come of it."""
    winners = {box: int(before.bidders[box]) - 1 for box in range(BOXES) if before.bidders[box]}
    if words[0] == "bid":
        winners[int(words[1]) - 1] = int(before.to_act)
    told = []
    for box in sorted(winners):
        points = amounts(box_worth(before, board.data, box))
        told.append((say("{player} wins box {box}: {points}", player=seat(winners[box]), box=box + 1, points=points), "LW 3.4"))
    told.append((say("build order: {players}", players=_row(after.build_order, after)), "LW 4.1"))
    told.append((say("train order: {players}", players=_row(after.train_order, after)), "LW 4.1"))
    return told


def _turn_begins(before: Any, after: Any) -> list[Told]:
    """LW 1.6, 2.1: the number of the turn, and the cubes that everybody takes."""
    taken = [(number, int(after.cubes[number]) - int(before.cubes[number])) for number in range(int(after.players))]
    cubes = ", ".join(f"{seat(number)} {amount(CUBE, cubes)}" for number, cubes in taken)
    return [
        (say("turn {turn} of {turns} begins", turn=after.turn, turns=after.turns), "LW 1.6"),
        (say("everybody takes investment cubes: {cubes}", cubes=cubes), "LW 2.1"),
    ]


def _profit(before: Any, after: Any) -> list[Told]:
    """LW 7.1: everybody's loads and links."""
    told = []
    for number in before.order[: before.players].tolist():
        loads = [int(after.piles[number][piece]) - int(before.piles[number][piece]) for piece in range(LOADS)]
        earned = sum(pay * load for pay, load in zip(PAYS, loads, strict=True))
        sentence = say(
            "{player}: {earned} for loads, {links} for links, profit from {old} to {new}",
            player=seat(number),
            earned=signed(earned),
            links=signed(-int(before.links[number])),
            old=_plain(before.marks[PROFIT][number]),
            new=_plain(after.marks[PROFIT][number]),
        )
        told.append((sentence, "LW 7.1"))
        lost = int(before.marks[PROFIT][number]) + earned - int(before.links[number]) - int(after.marks[PROFIT][number])
        if lost:
            told.append((say("the profit track ends there: {points} without effect", points=signed(lost)), "LW 1.2"))
    return told


def _plain(number: int) -> str:
    return signed(int(number)).lstrip("+")


def _out(before: Any, words: list[str], after: Any) -> list[Told]:
    """LW 6.1: those who can neither hire nor load."""
    passed = int(after.passed) & ~int(before.passed)
    if before.phase == TRAINS and words[0] == "pass":
        passed &= ~(1 << int(before.to_act))
    told = []
    for number in range(int(after.players)):
        if passed >> number & 1:
            told.append((say("{player} can neither hire nor load and is out", player=seat(number)), "LW 6.1"))
    return told


def removed(before: Any, after: Any, board: Board) -> list[Told]:
    """LW 9.6: pieces that left the board because they are of no more use."""
    map_: Map = board.data
    gone = before.pieces[: len(map_.areas)].astype(int) - after.pieces[: len(map_.areas)]
    lost = [(area, piece, int(gone[area][piece])) for area in range(len(map_.areas)) for piece in range(PIECES)]
    listed = ", ".join(f"{pieces_of(piece, number)} ({map_.areas[area].name})" for area, piece, number in lost if number > 0)
    return [(say("of no more use and removed: {pieces}", pieces=listed), "LW 9.6")] if listed else []


def _over(after: Any) -> list[Told]:
    """LW 10.0–10.2: the winner."""
    scores, ranks = np.zeros(int(after.players), np.int64), np.zeros(int(after.players), np.int64)
    scoring.score(after, scores)
    scoring.rank(after, ranks)
    winner = ranks.tolist().index(1)
    tied = int(scores[winner]) in [int(score) for number, score in enumerate(scores) if number != winner]
    points = count("{n} point", "{n} points", int(scores[winner]))
    return [
        (say("the game is over"), "LW 10.0"),
        (say("{player} wins with {points}", player=seat(winner), points=points), "LW 10.2" if tied else "LW 10.1"),
    ]


def _row(order: Any, state: Any) -> str:
    return ", ".join(seat(number) for number in order[: int(state.players)].tolist())
