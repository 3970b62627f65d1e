"""What each seat may see of a match.  Once the game is finished, nothing is hidden any more."""

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
"""A reader from whom nothing is hidden."""


def of(match: MatchState, seat: int | None, now: float, log_from: int) -> dict[str, Any]:
    """The core's view of the position, and everything around the board."""
    found = _board(match, match.state, seat)
    if match.phase != "playing":
        found["legal"] = []
    seats = [
        {**given.to_dict(), "name": given.label, "played_by": given.played_by, "away": given.away, "gone": given.gone}
        for given in match.seats
    ]
    return {
        **found,
        "ply": match.ply,
        "log": log(match, seat, log_from),
        "log_from": log_from,
        "version": match.version,
        "phase": match.phase,
        "closed": match.closed,
        "seats": seats,
        "waiting_for": _waiting(match),
        "clocks": _clocks(match, now),
        "undo": undo_of(match, seat),
        "votes": {topic: sorted(voters) for topic, voters in sorted(match.votes.items())},
        "marks": sorted(match.marks),
        "origin": None if match.setup.origin is None else match.setup.origin.to_dict(),
    }


def at(match: MatchState, ply: int, seat: int | None) -> dict[str, Any]:
    """The board at an earlier ply."""
    state = state_at(match, ply)
    return {**_board(match, state, seat), "ply": ply, "legal": [], "log": log(match, seat)[:ply], "version": match.version}


def position(match: MatchState, seat: int | None, ply: int | None) -> Position:
    """The position as a seat may see it, now or at an earlier ply."""
    state = match.state if ply is None else state_at(match, ply)
    return state.copy().position if match.is_finished else state.hide(seat)


def log(match: MatchState, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
    """The moves on the board from a ply on.  The lines are cached: do not change them."""
    reader = EVERYTHING if match.is_finished else seat
    lines = match._lines.setdefault(reader, [])
    for ply in range(len(lines), match.ply):
        lines.append(_line(match, match.played[ply], ply, seat))
    return lines[max(0, start) :]


def told(match: MatchState, entry: Entry, seat: int | None) -> dict[str, Any]:
    """An entry without the parts that the seat may not know."""
    data = entry.to_dict()
    if entry.kind == "action":
        seen_by = data["data"].pop("seen_by")
        if not _sees(match, seen_by, seat):
            data["data"]["move"] = match.game.spec.text.redact(data["data"]["move"])
    return data


def record(match: MatchState, mine: Collection[int], hidden: bool) -> Record:
    """The game so far as a record, for the holder of the seats `mine`.

    While people play against each other nobody gets the record: it could be imported at another table, which gives hints.
    """
    if not (hidden or match.is_finished):
        if match.is_contest:
            raise NotAllowed(say("There is no record of a daily deal that is still on. hint: it is there when it is over."))
        if not is_open(match, match.ply):
            raise NotAllowed(say("The record would tell what is hidden. hint: it is there for all when the game is over."))
        if not match.is_alone(mine):
            raise NotAllowed(say("There is no record while others play. hint: it is there for all when the game is over."))
    names = [seat.label for seat in match.seats]
    if match.setup.origin is not None and match.setup.origin.kind == "record":
        return replace(Record.of(match.state, names), date=match.setup.origin.date)  # which may be none
    moment = datetime.datetime.fromtimestamp(match.started or 0.0, datetime.UTC)
    return Record.of(match.state, names, moment.date().isoformat())


def is_open(match: MatchState, ply: int) -> bool:
    """Whether nothing was hidden from any seat up to a ply."""
    state = match.state if ply == match.ply else None
    secrets = state.has_secrets if state is not None else match.played[ply].had_secrets
    return not secrets and not any(past.had_secrets or past.seen_by is not None for past in match.played[:ply])


def _board(match: MatchState, state: State, seat: int | None) -> dict[str, Any]:
    found = state.view(seat, log=False)
    if match.is_finished:
        found["scores"], found["ranks"] = state.scores, state.ranks
        found["table"] = match.game.spec.text.describe(state.position)
        found["position"] = state.fields()
    return found


def state_at(match: MatchState, ply: int) -> State:
    """The position at a ply, with everything in it."""
    if not 0 <= ply <= match.ply:
        raise NotAllowed(say("There is no ply {ply!r:.20}: the board is at ply {now}.", ply=ply, now=match.ply))
    return match.state.back(match.ply - ply)


def _sees(match: MatchState, seen_by: list[int] | tuple[int, ...] | None, seat: int | None) -> bool:
    return seen_by is None or match.is_finished or seat in seen_by


def _line(match: MatchState, past: PlayedAction, ply: int, seat: int | None) -> dict[str, Any]:
    text = match.game.board.texts[past.action]
    return {
        "ply": ply,
        "actor": "chance" if past.seat == CHANCE else past.seat,
        "move": text if _sees(match, past.seen_by, seat) else match.game.spec.text.redact(text),
        "by": past.by,
        "level": past.level,
        "at": past.at,
    }


def _waiting(match: MatchState) -> dict[str, Any] | None:
    seat = match.decider
    if seat is None:
        return None
    return {"seat": seat, "by": match.seats[seat].played_by, "level": match.level_of(seat), "since": match.since}


def _clocks(match: MatchState, now: float) -> dict[str, Any] | None:
    clocks = match.clocks
    if clocks.clock.kind == "none":
        return None
    left = [clocks.remaining(seat, now) for seat in range(len(match.seats))]
    return {
        **clocks.clock.to_dict(),
        "left": left,
        "running": clocks.running,
        "flagged": clocks.flagged,
        "paused": match.paused,
        "resting": [until if until > now else None for until in match.resting],
        "at": now,
    }


def undo_of(match: MatchState, seat: int | None) -> dict[str, Any]:
    """What this seat may take back now.  `step`, `turn` and its own plies from `floor` on need no consent."""
    ask = match.ask
    asked = None
    if ask is not None:
        waiting = [person for person in match.persons if person not in ask.consents]
        asked = {"id": ask.id, "seat": ask.seat, "to": ask.to, "waiting_for": waiting}
    found: dict[str, Any] = {
        "policy": match.setup.undo,
        "step": None,
        "turn": None,
        "right": None,
        "may_ask": False,
        "ask": asked,
    }
    if seat is None or match.phase != "playing" or not match.seats[seat].is_person:
        return found
    step = undo_rules.last_step(match, seat)
    found["step"], found["turn"] = step, undo_rules.turn_start(match, seat)
    found["floor"] = undo_rules.unasked_floor(match, seat)
    found["right"] = None if step is None else undo_rules.right_to(match, seat, step)
    found["may_ask"] = match.setup.undo == "rule" and not match.is_alone([seat])
    return found
