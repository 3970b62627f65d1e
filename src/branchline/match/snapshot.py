"""Snapshots: a match as bytes.  They hold actions and no positions: a thousand actions replay in a few milliseconds.

A snapshot is a cache of the entries.  `read` checks everything.  If anything is wrong with the bytes, their shape or their
actions, it raises BadEntry, and the match is replayed from its entries instead.
"""

from __future__ import annotations

import json
import math
import zlib
from dataclasses import asdict, fields
from typing import Any, TypeVar

from branchline.errors import BadEntry
from branchline.kernel import CHANCE
from branchline.match.clock import Clocks
from branchline.match.entry import Entry
from branchline.match.match_state import MatchState, PlayedAction, UndoRequest
from branchline.match.notices import NOTICED, Notice
from branchline.match.setup import SEAT_KINDS, Seat, Setup

FORMAT = 1
MAX_BYTES = 8_000_000
"""Bytes of a snapshot when unpacked; a game of a thousand moves has some 40,000."""
HANDS = ("person", "bot", "chance", "opening")
M = TypeVar("M", bound=MatchState)


def write(match: MatchState) -> bytes:
    """The match as bytes."""
    return zlib.compress(json.dumps(_data(match), separators=(",", ":")).encode(), 1)


def _data(match: MatchState) -> dict[str, Any]:
    """Everything that a `MatchState` holds beside its setup.  The names are those of the stored format."""
    clocks = {key: value for key, value in vars(match.clocks).items() if key != "clock"}
    return {
        "format": FORMAT,
        "deeds": [list(past) for past in match.played],
        "seats": [asdict(seat) for seat in match.seats],
        "version": match.version,
        "board_version": match.board_version,
        "started": match.started,
        "closed": match.closed,
        "clocks": clocks,
        "times": [[ply, *left] for ply, left in sorted(match.times.items())],
        "ask": None if match.ask is None else {**asdict(match.ask), "consents": sorted(match.ask.consents)},
        "votes": {topic: sorted(seats) for topic, seats in sorted(match.votes.items())},
        "paused": match.paused,
        "resting": match.resting,
        "covered": sorted(match.covered),
        "marks": sorted(match.marks),
        "signs": match.signs,
        "since": match.since,
        "notices": [list(notice) for notice in match.notices],
        "last_undo": None if match.last_undo is None else match.last_undo.to_dict(),
        "decision": match._decision,
    }


def read(kind: type[M], setup: Setup, snapshot: bytes) -> M:
    """The match that `write` wrote; raises BadEntry if it is not a snapshot of this match by this program."""
    try:
        data = json.loads(_unpacked(snapshot))
        match = kind.__new__(kind)
        MatchState.__init__(match, setup, replay=False)
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.keys() != _data(match).keys():
            raise BadEntry(f"it has another format than {FORMAT}")
        _fill(match, data)
    except Exception as fault:  # whatever it is, the entries are complete
        raise BadEntry(f"These bytes are no snapshot of this match: {fault!s:.200}. hint: replay its entries.") from fault
    return match


def _unpacked(snapshot: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(snapshot, MAX_BYTES)
    if not unpacking.eof:
        raise BadEntry("it is longer than any match, or cut off")
    return found


def _fill(match: MatchState, data: dict[str, Any]) -> None:
    players = len(match.seats)
    match.version = _whole(data["version"])
    match.board_version = _whole(data["board_version"], match.version)
    for row in _list(data["deeds"]):
        match.played.append(_played(match, row))
    match.seats = [_seat(seat) for seat in _list(data["seats"], players)]
    match.started = None if data["started"] is None else _number(data["started"])
    match.closed, match.since = _text(data["closed"]), _number(data["since"])
    match.signs = [_number(sign) for sign in _list(data["signs"], players)]
    match.clocks = _clocks(match, data["clocks"])
    match.times = {_whole(ply, match.ply): tuple(map(_number, left)) for ply, *left in map(_list, _list(data["times"]))}
    if any(len(left) != players for left in match.times.values()):
        raise BadEntry("a time has another shape")
    match.ask = None if data["ask"] is None else _ask(match, data["ask"])
    match.votes = {topic: _seats(match, seats) for topic, seats in data["votes"].items()}
    match.resting = [_number(until) for until in _list(data["resting"], players)]
    match.paused = _flag(data["paused"])
    match.covered = _seats(match, data["covered"])
    match.marks = frozenset(_text(mark) for mark in _list(data["marks"]))
    match.notices = [_notice(match, row) for row in _list(data["notices"])]
    match.last_undo = None if data["last_undo"] is None else Entry.from_dict(data["last_undo"])
    if data["decision"] is not None:
        seat, ply, hand = data["decision"]
        match._decision = (_whole(seat, players - 1), _whole(ply), _text(hand))


def _played(match: MatchState, row: Any) -> PlayedAction:
    """An action that is legal and made by the seat to act; it is played on the board."""
    action, seat, by, level, seen_by, had_secrets, at, version = _list(row)
    if match.state.is_over or seat != match.state.actor or by not in HANDS or (seat == CHANCE and by in ("person", "bot")):
        raise BadEntry(f"action {match.ply} is not by the seat that was to act")
    match.state.play(_whole(action))  # checked: compiled code trusts what it is given
    seen = None if seen_by is None else tuple(sorted(_seats(match, seen_by)))
    return PlayedAction(action, seat, by, _text(level), seen, _flag(had_secrets), _number(at), _whole(version, match.version))


def _notice(match: MatchState, row: Any) -> Notice:
    ply, kind, seat, why, number = _list(row)
    if kind not in NOTICED:
        raise BadEntry("a notice has another kind")
    least = -1 if kind == "downtime" else 0
    return Notice(_whole(ply, match.ply), kind, _whole(seat, len(match.seats) - 1, least=least), _text(why), _whole(number))


def _seat(data: Any) -> Seat:
    if data.keys() != {field.name for field in fields(Seat)} or data["kind"] not in SEAT_KINDS:
        raise BadEntry("a seat has another shape")
    return Seat(**{name: _text(value) for name, value in data.items()})


def _clocks(match: MatchState, data: Any) -> Clocks:
    players = len(match.seats)
    if data.keys() != {field.name for field in fields(Clocks)} - {"clock"}:
        raise BadEntry("the clocks have another shape")
    return Clocks(
        match.setup.clock,
        left=tuple(_number(left) for left in _list(data["left"], players)),
        granted=tuple(_whole(ply, least=-1) for ply in _list(data["granted"], players)),
        running=None if data["running"] is None else _whole(data["running"], players - 1),
        since=_number(data["since"]),
        began=_whole(data["began"]),
        flagged=_flag(data["flagged"]),
    )


def _ask(match: MatchState, data: Any) -> UndoRequest:
    if data.keys() != {field.name for field in fields(UndoRequest)}:
        raise BadEntry("a request has another shape")
    last = len(match.seats) - 1
    return UndoRequest(
        _whole(data["id"], match.version), _whole(data["seat"], last), _whole(data["to"]), _seats(match, data["consents"])
    )


def _seats(match: MatchState, data: Any) -> frozenset[int]:
    return frozenset(_whole(seat, len(match.seats) - 1) for seat in _list(data))


def _list(data: Any, length: int | None = None) -> list[Any]:
    if not isinstance(data, list) or (length is not None and len(data) != length):
        raise BadEntry(f"{data!r:.60} is not the list it should be")
    return data


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise BadEntry(f"{data!r:.60} is no text")
    return data


def _flag(data: Any) -> bool:
    if not isinstance(data, bool):
        raise BadEntry(f"{data!r:.60} is not true or false")
    return data


def _number(data: Any) -> float:
    if isinstance(data, bool) or not isinstance(data, (int, float)) or not math.isfinite(data):
        raise BadEntry(f"{data!r:.60} is no number")
    return data


def _whole(data: Any, most: int = 2**53, *, least: int = 0) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= most:
        raise BadEntry(f"{data!r:.60} is no whole number from {least} to {most}")
    return data
