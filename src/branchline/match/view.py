"""What each seat may see and read of a match.  While the game is on, hidden things are hidden; afterwards nothing is."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from branchline.core.record import Record
from branchline.core.state import State
from branchline.errors import NotAllowed
from branchline.games.position import Position
from branchline.kernel import CHANCE
from branchline.match import undo_rules
from branchline.match.entry import Entry
from branchline.match.match_state import MatchState, PlayedAction
from branchline.texts import say

EVERYTHING = -2
"""Stands for a reader from whom nothing is hidden."""


def of(table: MatchState, seat: int | None, now: float, log_from: int) -> dict[str, Any]:
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
        "undo": undo_of(table, seat),
        "votes": {topic: sorted(voters) for topic, voters in sorted(table.votes.items())},
        "marks": sorted(table.marks),
        "origin": None if table.setup.origin is None else table.setup.origin.to_dict(),
    }


def at(table: MatchState, ply: int, seat: int | None) -> dict[str, Any]:
    """The board at an earlier ply."""
    state = state_at(table, ply)
    return {**_board(table, state, seat), "ply": ply, "legal": [], "log": log(table, seat)[:ply], "version": table.version}


def position(table: MatchState, seat: int | None, ply: int | None) -> Position:
    """The position as a seat may see it, now or at an earlier ply."""
    state = table.state if ply is None else state_at(table, ply)
    return state.copy().position if table.is_finished else state.hide(seat)


def log(table: MatchState, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
    """The moves on the board from a ply on.  The lines are kept for the next view: not to be changed."""
    reader = EVERYTHING if table.is_finished else seat
    lines = table._lines.setdefault(reader, [])
    for ply in range(len(lines), table.ply):
        lines.append(_line(table, table.deeds[ply], ply, seat))
    return lines[max(0, start) :]


def told(table: MatchState, entry: Entry, seat: int | None) -> dict[str, Any]:
    """An entry without what the seat may not know."""
    data = entry.to_dict()
    if entry.kind == "action":
        seen_by = data["data"].pop("seen_by")
        if not _sees(table, seen_by, seat):
            data["data"]["move"] = table.game.spec.text.redact(data["data"]["move"])
    return data


def record(table: MatchState, mine: Collection[int], hidden: bool) -> Record:
    """The game so far as a record, for whoever holds the seats `mine`.

    A record can be imported, and at the table that comes of it one may ask for hints.  So while people play against each
    other nobody gets one.
    """
    if not (hidden or table.is_finished):
        if not is_open(table, table.ply):
            raise NotAllowed(say("The record would tell what is hidden. hint: it is there for all when the game is over."))
        if not table.is_alone(mine):
            raise NotAllowed(say("There is no record while others play. hint: it is there for all when the game is over."))
    names = [seat.label for seat in table.seats]
    if table.setup.origin is not None and table.setup.origin.kind == "record":
        return replace(Record.of(table.state, names), date=table.setup.origin.date)  # which may be none
    moment = datetime.datetime.fromtimestamp(table.started or 0.0, datetime.UTC)
    return Record.of(table.state, names, moment.date().isoformat())


def is_open(table: MatchState, ply: int) -> bool:
    """Whether nothing was hidden from anybody up to a ply."""
    state = table.state if ply == table.ply else None
    secrets = state.has_secrets if state is not None else table.deeds[ply].had_secrets
    return not secrets and not any(deed.had_secrets or deed.seen_by is not None for deed in table.deeds[:ply])


def _board(table: MatchState, state: State, seat: int | None) -> dict[str, Any]:
    found = state.view(seat, log=False)
    if table.is_finished:
        found["table"] = table.game.spec.text.describe(state.position)
        found["position"] = state.fields()
    return found


def state_at(table: MatchState, ply: int) -> State:
    """The position at a ply, with everything in it."""
    if not 0 <= ply <= table.ply:
        raise NotAllowed(say("There is no ply {ply!r:.20}: the board is at ply {now}.", ply=ply, now=table.ply))
    return table.state.back(table.ply - ply)


def _sees(table: MatchState, seen_by: list[int] | tuple[int, ...] | None, seat: int | None) -> bool:
    return seen_by is None or table.is_finished or seat in seen_by


def _line(table: MatchState, deed: PlayedAction, ply: int, seat: int | None) -> dict[str, Any]:
    text = table.game.board.texts[deed.action]
    return {
        "ply": ply,
        "actor": "chance" if deed.seat == CHANCE else deed.seat,
        "move": text if _sees(table, deed.seen_by, seat) else table.game.spec.text.redact(text),
        "by": deed.by,
        "level": deed.level,
        "at": deed.at,
    }


def _waiting(table: MatchState) -> dict[str, Any] | None:
    seat = table.decider
    if seat is None:
        return None
    return {"seat": seat, "by": table.seats[seat].played_by, "level": table.level_of(seat), "since": table.since}


def _clocks(table: MatchState, now: float) -> dict[str, Any] | None:
    clocks = table.clocks
    if clocks.clock.kind == "none":
        return None
    left = [clocks.remaining(seat, now) for seat in range(len(table.seats))]
    return {**clocks.clock.to_dict(), "left": left, "running": clocks.running, "flagged": clocks.flagged, "at": now}


def undo_of(table: MatchState, seat: int | None) -> dict[str, Any]:
    """What this seat may take back now: `step`, `turn` and own plies from `floor` on without asking."""
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
    step = undo_rules.last_step(table, seat)
    found["step"], found["turn"] = step, undo_rules.turn_start(table, seat)
    found["floor"] = undo_rules.unasked_floor(table, seat)
    found["right"] = None if step is None else undo_rules.right_to(table, seat, step)
    found["may_ask"] = table.setup.undo == "rule" and not table.is_alone([seat])
    return found
