"""The rule of undo: who may take back how much, and by what right.

- `free`: back over one's own moves only, as long as nothing became known by them: no draw, and, where anything
  is hidden, the turn has not passed on (that somebody can or cannot act may tell what they hold).  A move that a bot made
  for an absent person is not that person's: to see a strong bot's move and then to choose another would be advice.
- `alone`: one person against bots may go back to any earlier decision of their seat, over draws and bots too, also over a
  move that a bot made for them: they may ask for hints anyway, and the game is marked and not rated.
- `consent`: any other decision, if all persons at the table agree; bots always do.
"""

from __future__ import annotations

from branchline.kernel import CHANCE
from branchline.match.match_state import MatchState


def free_floor(table: MatchState, seat: int) -> int | None:
    """The earliest ply a seat may go back to freely; None if there is nothing to take back."""
    ply = table.ply
    if table.decider != seat and ply and (table.deeds[-1].had_secrets or table.state.has_secrets):
        return None
    while ply and (table.deeds[ply - 1].seat, table.deeds[ply - 1].by) == (seat, "person"):
        ply -= 1
    return ply if ply < table.ply else None


def right_to(table: MatchState, seat: int, to: int) -> str | None:
    """By what right a seat may go back to a ply: `free`, `alone`, `consent` (if all agree) or None."""
    if table.setup.undo == "never" or table.phase != "playing" or not table.seats[seat].is_person:
        return None
    if not 0 <= to < table.ply or table.deeds[to].seat == CHANCE:
        return None
    floor = free_floor(table, seat)
    if floor is not None and to >= floor:
        return "free"
    if table.setup.undo == "own":
        return None
    if table.is_alone([seat]):
        return "alone" if table.deeds[to].seat == seat else None
    return "consent"


def unasked_floor(table: MatchState, seat: int) -> int | None:
    """The earliest ply such that a seat may go back to any own decision from there on without asking; None if to none."""
    if table.setup.undo == "never" or table.phase != "playing" or not table.seats[seat].is_person:
        return None
    if table.setup.undo == "rule" and table.is_alone([seat]):
        return 0
    return free_floor(table, seat)


def last_step(table: MatchState, seat: int) -> int | None:
    """The seat's latest decision that it may take back without asking, if there is one."""
    floor = unasked_floor(table, seat)
    if floor is None:
        return None
    return next((ply for ply in range(table.ply - 1, floor - 1, -1) if table.deeds[ply].seat == seat), None)


def turn_start(table: MatchState, seat: int) -> int | None:
    """Where "restart turn" leads: the first of the seat's latest decisions in a row that it may take back without asking.

    Draws within a turn do not end it, the decision of another seat does.
    """
    start = last_step(table, seat)
    if start is None:
        return None
    floor = unasked_floor(table, seat) or 0
    for ply in range(start - 1, floor - 1, -1):
        if table.deeds[ply].seat == seat:
            start = ply
        elif table.deeds[ply].seat != CHANCE:
            break
    return start
