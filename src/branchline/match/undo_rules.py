"""The rules of undo: how far a seat may go back, and by what right.

- `free`: over the seat's own moves, as long as nothing became known by them.  No draw may have come after them.  Where
  anything is hidden, the turn must not have passed on, since it may show what another seat holds.  A move that a bot made for
  an absent person does not count as that person's own: seeing a strong bot's move and then choosing another would be advice.
- `alone`: a single person against bots may go back to any earlier decision of their seat, also over draws and over bots'
  moves.  They may ask for hints anyway, and the game is marked and not rated.
- `consent`: to any other decision, if all persons at the table agree.  Bots always agree.
"""

from __future__ import annotations

from branchline.kernel import CHANCE
from branchline.match.match_state import MatchState


def free_floor(match: MatchState, seat: int) -> int | None:
    """The earliest ply a seat may go back to freely; None if there is nothing to take back."""
    ply = match.ply
    if match.decider != seat and ply and (match.played[-1].had_secrets or match.state.has_secrets):
        return None
    while ply and (match.played[ply - 1].seat, match.played[ply - 1].by) == (seat, "person"):
        ply -= 1
    return ply if ply < match.ply else None


def right_to(match: MatchState, seat: int, to: int) -> str | None:
    """By what right a seat may go back to a ply: `free`, `alone`, `consent` (if all agree) or None."""
    if match.setup.undo == "never" or match.phase != "playing" or not match.seats[seat].is_person:
        return None
    if not 0 <= to < match.ply or match.played[to].seat == CHANCE:
        return None
    floor = free_floor(match, seat)
    if floor is not None and to >= floor:
        return "free"
    if match.setup.undo == "own":
        return None
    if match.is_alone([seat]):
        return "alone" if match.played[to].seat == seat else None
    return "consent"


def unasked_floor(match: MatchState, seat: int) -> int | None:
    """The earliest ply to which a seat may go back without asking; None if it has to ask for every step."""
    if match.setup.undo == "never" or match.phase != "playing" or not match.seats[seat].is_person:
        return None
    if match.setup.undo == "rule" and match.is_alone([seat]):
        return 0
    return free_floor(match, seat)


def last_step(match: MatchState, seat: int) -> int | None:
    """The seat's latest decision that it may take back without asking, if there is one."""
    floor = unasked_floor(match, seat)
    if floor is None:
        return None
    return next((ply for ply in range(match.ply - 1, floor - 1, -1) if match.played[ply].seat == seat), None)


def turn_start(match: MatchState, seat: int) -> int | None:
    """The ply that "restart turn" goes back to, if there is one.

    It is the first of the seat's latest decisions in a row that it may take back without asking.  A draw does not end the row,
    another seat's decision does.
    """
    start = last_step(match, seat)
    if start is None:
        return None
    floor = unasked_floor(match, seat) or 0
    for ply in range(start - 1, floor - 1, -1):
        if match.played[ply].seat == seat:
            start = ply
        elif match.played[ply].seat != CHANCE:
            break
    return start
