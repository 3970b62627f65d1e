"""What follows from a move without a decision: boxes won, orders, profit and loss, removed pieces, new turns, the end."""

from __future__ import annotations

from typing import Any

from branchline.games.position import Position
from branchline.games.spec import Told
from branchline.games.wensleydale.rules.board import areas_in
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BOXES,
    CUBE,
    INVESTMENT,
    ORDER,
    PIECES,
    PROFIT,
    PROFIT_AND_LOSS,
    TRAINS,
    TURN_END,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.text.names import amount, amounts, pieces_of, signed
from branchline.kernel import OVER
from branchline.texts import count, say, seat


def tell_consequences(before: Position, words: list[str], after: Position) -> Told:
    """The phases that ended with a move, in their order, and the players who dropped out of phase 6."""
    told: Told = []
    for phase in phases_ended(before, after):
        if phase == INVESTMENT:
            told += _turn_begins(before.fields, after.fields)
        elif phase == AUCTION:
            told += _won(before, words, after.fields)
        elif phase == PROFIT_AND_LOSS:
            told += _profit(before, words, after.fields)
        elif phase == ORDER:
            told.append((say("order of play: {players}", players=_row(after.fields.order, after.players)), "LW 8.1"))
    if after.fields.to_act == OVER:
        told += _over(after)
    elif after.fields.phase == TRAINS:
        told += _out(before.fields, words, after.fields)
    return told


def phases_ended(before: Position, after: Position) -> list[int]:
    """The phases that ended between two positions, in their order."""
    return [moment % TURN_END for moment in range(_clock(before.fields), _clock(after.fields))]


def _clock(fields: Any) -> int:
    """The number of phases since the beginning of the game."""
    if fields.to_act == OVER:
        return TURN_END * int(fields.turn)
    return TURN_END * (int(fields.turn) - 1) + int(fields.phase)


def winners_of(before: Position, words: list[str]) -> dict[int, int]:
    """LW 3.4: who wins each box, if these words are the last move of the auction."""
    bidders = unsettled(before, words).fields.bidders
    return {box: int(bidders[box]) - 1 for box in range(BOXES) if bidders[box]}


def unsettled(before: Position, words: list[str]) -> Position:
    """The position after a move, before boxes or trains are settled; it has the last bid, or the last load."""
    return before.ask_position("unsettled", before.board.ids[" ".join(words)])


def _won(before: Position, words: list[str], after: Any) -> Told:
    """LW 3.4, 4.1: the winners of the boxes, and the orders that follow."""
    winners, told = winners_of(before, words), []
    for box in sorted(winners):
        points = amounts(dict(enumerate(before.ask("box_points", box))))
        told.append((say("{player} wins box {box}: {points}", player=seat(winners[box]), box=box + 1, points=points), "LW 3.4"))
    told.append((say("build order: {players}", players=_row(after.build_order, before.players)), "LW 4.1"))
    told.append((say("train order: {players}", players=_row(after.train_order, before.players)), "LW 4.1"))
    return told


def _turn_begins(before: Any, after: Any) -> Told:
    """LW 1.6, 2.1: the number of the turn, and the cubes taken by every player."""
    taken = [(number, int(after.cubes[number]) - int(before.cubes[number])) for number in range(int(after.players))]
    cubes = ", ".join(f"{seat(number)} {amount(CUBE, cubes)}" for number, cubes in taken)
    return [
        (say("turn {turn} of {turns} begins", turn=after.turn, turns=after.turns), "LW 1.6"),
        (say("everybody takes investment cubes: {cubes}", cubes=cubes), "LW 2.1"),
    ]


def _profit(position: Position, words: list[str], after: Any) -> Told:
    """LW 7.1: what loads earn and links cost every player."""
    told, before, loaded = [], position.fields, unsettled(position, words)
    for number in before.order[: before.players].tolist():
        earned = int(loaded.ask("earnings", number))
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


def _out(before: Any, words: list[str], after: Any) -> Told:
    """LW 6.1: the players who can neither hire nor load."""
    passed = int(after.passed) & ~int(before.passed)
    if before.phase == TRAINS and words[0] == "pass":
        passed &= ~(1 << int(before.to_act))
    told = []
    for number in range(int(after.players)):
        if passed >> number & 1:
            told.append((say("{player} can neither hire nor load and is out", player=seat(number)), "LW 6.1"))
    return told


def turned_towns(before: Position, after: Position, company: int) -> list[str]:
    """LW 9.5: the towns that became company towns between two positions."""
    map_: Map = before.board.data
    towns, old = (areas_in(position.fields.company_towns[company]) for position in (after, before))
    return [map_.areas[area].name for area in sorted(towns - old)]


def removed(before: Position, after: Position) -> Told:
    """LW 9.6: pieces that left the board because they are of no more use."""
    map_: Map = before.board.data
    gone = before.fields.pieces[: len(map_.areas)].astype(int) - after.fields.pieces[: len(map_.areas)]
    lost = [(area, piece, int(gone[area][piece])) for area in range(len(map_.areas)) for piece in range(PIECES)]
    listed = ", ".join(f"{pieces_of(piece, number)} ({map_.areas[area].name})" for area, piece, number in lost if number > 0)
    return [(say("of no more use and removed: {pieces}", pieces=listed), "LW 9.6")] if listed else []


def _over(after: Position) -> Told:
    """LW 10.0–10.2: the end and the winner."""
    tied = after.scores.count(max(after.scores)) > 1
    return [(say("the game is over"), "LW 10.0"), (tell_winners(after), "LW 10.2" if tied else "LW 10.1")]


def tell_winners(after: Position) -> str:
    """LW 10.1, 10.2: who has won the game."""
    winner = after.ranks.index(1)
    return say(
        "{player} wins with {points}", player=seat(winner), points=count("{n} point", "{n} points", after.scores[winner])
    )


def _row(order: Any, players: int) -> str:
    return ", ".join(seat(number) for number in order[:players].tolist())
