"""The score sheet of a game in play, split by rounds if the game has any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.games.position import Position
from branchline.games.spec import SheetRow
from branchline.texts import say

if TYPE_CHECKING:
    from branchline.core.state import State


def score_sheet(state: State, seat: int | None) -> list[SheetRow]:
    """The rows of the game's score sheet as a seat may know them, each split by the rounds that ended since the state began.

    The rows that count still add up to the scores.
    """
    spec = state.game.spec
    sheets = [spec.text.score_sheet(_counted(found, state, seat)) for found in _ends_of_rounds(state)]
    if len(sheets) < 2:
        return spec.text.score_sheet(state.counted(seat))
    done = _rounds(state) - len(sheets) + 1
    rows = []
    for row, whole in enumerate(sheets[-1]):
        if any(sheets[0][row].values):
            label = say("before round {round}, {label}", round=done + 1, label=whole.label)
            rows.append(SheetRow(label, sheets[0][row].values, whole.counts))
        for number in range(1, len(sheets)):
            gained = [now - then for now, then in zip(sheets[number][row].values, sheets[number - 1][row].values, strict=True)]
            label = say("round {round}, {label}", round=done + number, label=whole.label)
            rows.append(SheetRow(label, gained, whole.counts))
    return rows


def _counted(earlier: State, now: State, seat: int | None) -> Position:
    """An earlier position, with everything once the game is over."""
    return earlier.position if now.is_over else earlier.counted(seat)


def _ends_of_rounds(state: State) -> list[State]:
    """The first position and the position after each round; nothing is scored in between."""
    replayed = state.back(len(state.actions))
    found = [replayed.copy()]
    for action in state.actions:
        replayed.push(action)
        if _rounds(replayed) != _rounds(found[-1]):
            found.append(replayed.copy())
    return found


def _rounds(state: State) -> int:
    return state.game.spec.rules.finished_rounds(state.fields_view)
