"""What each seat may see and read of a match.  While the game is on, hidden things are hidden; afterwards nothing is."""

from __future__ import annotations

import datetime
from typing import Any

from branchline.core.record import Record
from branchline.core.state import State
from branchline.kernel import CHANCE
from branchline.match import undo
from branchline.match.entry import Entry
from branchline.match.errors import NotAllowed
from branchline.match.fold import Deed, Fold


def of(table: Fold, seat: int | None, now: float, log_from: int) -> dict[str, Any]:
    """The core's view of the position, and everything around the board."""
    found = _board(table, table.state, seat)
    if table.phase != "playing":
        found["legal"] = []
    seats = [
        {**given.to_dict(), "name": given.label, "played_by": given.played_by, "away": given.away, "gone": given.gone}
        for given in table.seats
    ]
    return {
        **found,
        "ply": table.ply,
        "log": log(table, seat, log_from),
        "log_from": log_from,
        "version": table.version,
        "phase": table.phase,
        "closed": table.closed,
        "seats": seats,
        "waiting_for": _waiting(table),
        "clocks": _clocks(table, now),
        "undo": _undo(table, seat),
        "votes": {topic: sorted(voters) for topic, voters in sorted(table.votes.items())},
        "marks": sorted(table.marks),
        "origin": None if table.setup.origin is None else table.setup.origin.to_dict(),
    }


def at(table: Fold, ply: int, seat: int | None) -> dict[str, Any]:
    """The board at an earlier ply."""
    state = _state_at(table, ply)
    return {**_board(table, state, seat), "ply": ply, "legal": [], "log": log(table, seat)[:ply], "version": table.version}


def picture(table: Fold, seat: int | None, ply: int | None) -> str:
    """The board as a picture, now or at an earlier ply."""
    state = table.state if ply is None else _state_at(table, ply)
    if table.phase == "over":
        return table.game.title.svg(state.record, table.game.board, seat)
    return state.svg(seat)


def log(table: Fold, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
    """The moves on the board from a ply on."""
    return [_line(table, deed, ply, seat) for ply, deed in enumerate(table.deeds[start:], start)]


def told(table: Fold, entry: Entry, seat: int | None) -> dict[str, Any]:
    """An entry without what the seat may not know."""
    data = entry.to_dict()
    if entry.kind == "action":
        seen_by = data["data"].pop("seen_by")
        if not _sees(table, seen_by, seat):
            data["data"]["move"] = table.game.title.veil(data["data"]["move"])
    return data


def record(table: Fold) -> Record:
    """The game so far as a record."""
    moment = table.started if table.started is not None else 0.0
    date = datetime.datetime.fromtimestamp(moment, datetime.UTC).date().isoformat() if moment else ""
    return Record.of(table.state, [seat.label for seat in table.seats], date or None)


def _board(table: Fold, state: State, seat: int | None) -> dict[str, Any]:
    found = state.view(seat, log=False)
    if table.phase == "over":
        found["table"] = table.game.title.table(state.record, table.game.board)
        found["position"] = state.fields()
    return found


def _state_at(table: Fold, ply: int) -> State:
    if not 0 <= ply <= table.ply:
        raise NotAllowed(f"There is no ply {ply!r:.20}: the board is at ply {table.ply}.")
    return table.state.back(table.ply - ply)


def _sees(table: Fold, seen_by: list[int] | tuple[int, ...] | None, seat: int | None) -> bool:
    return seen_by is None or table.phase == "over" or seat in seen_by


def _line(table: Fold, deed: Deed, ply: int, seat: int | None) -> dict[str, Any]:
    text = table.game.board.texts[deed.action]
    return {
        "ply": ply,
        "actor": "chance" if deed.seat == CHANCE else deed.seat,
        "move": text if _sees(table, deed.seen_by, seat) else table.game.title.veil(text),
        "by": deed.by,
        "level": deed.level,
        "at": deed.at,
    }


def _waiting(table: Fold) -> dict[str, Any] | None:
    seat = table.decider
    if seat is None:
        return None
    return {"seat": seat, "by": table.seats[seat].played_by, "level": table.level_of(seat), "since": table.since}


def _clocks(table: Fold, now: float) -> dict[str, Any] | None:
    clocks = table.clocks
    if clocks.clock.kind == "none":
        return None
    left = [clocks.remaining(seat, now) for seat in range(len(table.seats))]
    return {**clocks.clock.to_dict(), "left": left, "running": clocks.running, "flagged": clocks.flagged, "at": now}


def _undo(table: Fold, seat: int | None) -> dict[str, Any]:
    """What this seat may take back now: `step` and `turn` are plies to go back to without asking."""
    ask = table.ask
    asked = None
    if ask is not None:
        waiting = [person for person in table.persons if person not in ask.consents]
        asked = {"id": ask.id, "seat": ask.seat, "to": ask.to, "waiting_for": waiting}
    found: dict[str, Any] = {
        "policy": table.setup.undo,
        "step": None,
        "turn": None,
        "right": None,
        "may_ask": False,
        "ask": asked,
    }
    if seat is None or table.phase != "playing" or not table.seats[seat].is_person:
        return found
    step = undo.last_step(table, seat)
    found["step"], found["turn"] = step, undo.turn_start(table, seat)
    found["right"] = None if step is None else undo.right_to(table, seat, step)
    found["may_ask"] = table.setup.undo == "rule" and not undo.is_alone(table, seat)
    return found
