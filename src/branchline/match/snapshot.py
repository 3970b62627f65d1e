"""Snapshots: a match as bytes.  A position is not stored, only its actions: a thousand of them replay in some milliseconds.

A snapshot is a cache of the log.  `read` takes nothing on trust: whatever is wrong with the bytes, their shape or their moves,
it raises BadEntry, and the match is replayed from its log instead.
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
from branchline.match.match_state import Ask, MatchState, PlayedAction
from branchline.match.setup import SEAT_KINDS, Seat, Setup

FORMAT = 1
LONGEST = 8_000_000
"""Bytes of a snapshot when unpacked; a game of a thousand moves has some 40,000."""
HANDS = ("person", "bot", "chance", "opening")
Table = TypeVar("Table", bound=MatchState)


def write(table: MatchState) -> bytes:
    """The match as bytes."""
    return zlib.compress(json.dumps(_data(table), separators=(",", ":")).encode(), 1)


def _data(table: MatchState) -> dict[str, Any]:
    """Everything that `MatchState` holds beside its setup."""
    clocks = {key: value for key, value in vars(table.clocks).items() if key != "clock"}
    return {
        "format": FORMAT,
        "deeds": [list(deed) for deed in table.deeds],
        "seats": [asdict(seat) for seat in table.seats],
        "version": table.version,
        "board_version": table.board_version,
        "started": table.started,
        "closed": table.closed,
        "clocks": clocks,
        "ask": None if table.ask is None else {**asdict(table.ask), "consents": sorted(table.ask.consents)},
        "votes": {topic: sorted(seats) for topic, seats in sorted(table.votes.items())},
        "covered": sorted(table.covered),
        "marks": sorted(table.marks),
        "signs": table.signs,
        "since": table.since,
        "last_undo": None if table.last_undo is None else table.last_undo.to_dict(),
        "decision": table._decision,
    }


def read(kind: type[Table], setup: Setup, snapshot: bytes) -> Table:
    """The match that `write` wrote; raises BadEntry if it is not a snapshot of this match by this program."""
    try:
        data = json.loads(_unpacked(snapshot))
        table = kind.__new__(kind)
        MatchState.__init__(table, setup, replay=False)
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.keys() != _data(table).keys():
            raise BadEntry(f"it has another format than {FORMAT}")
        _fill(table, data)
    except Exception as fault:  # whatever it is, the log has everything
        raise BadEntry(f"These bytes are no snapshot of this match: {fault!s:.200}. hint: replay its entries.") from fault
    return table


def _unpacked(snapshot: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(snapshot, LONGEST)
    if not unpacking.eof:
        raise BadEntry("it is longer than any match, or cut off")
    return found


def _fill(table: MatchState, data: dict[str, Any]) -> None:
    players = len(table.seats)
    table.version = _whole(data["version"])
    table.board_version = _whole(data["board_version"], table.version)
    for row in _list(data["deeds"]):
        table.deeds.append(_deed(table, row))
    table.seats = [_seat(seat) for seat in _list(data["seats"], players)]
    table.started = None if data["started"] is None else _number(data["started"])
    table.closed, table.since = _text(data["closed"]), _number(data["since"])
    table.signs = [_number(sign) for sign in _list(data["signs"], players)]
    table.clocks = _clocks(table, data["clocks"])
    table.ask = None if data["ask"] is None else _ask(table, data["ask"])
    table.votes = {topic: _seats(table, seats) for topic, seats in data["votes"].items()}
    table.covered = _seats(table, data["covered"])
    table.marks = frozenset(_text(mark) for mark in _list(data["marks"]))
    table.last_undo = None if data["last_undo"] is None else Entry.from_dict(data["last_undo"])
    if data["decision"] is not None:
        seat, ply, hand = data["decision"]
        table._decision = (_whole(seat, players - 1), _whole(ply), _text(hand))


def _deed(table: MatchState, row: Any) -> PlayedAction:
    """A deed that could be done, by whoever was to act; the board goes on by it."""
    action, seat, by, level, seen_by, had_secrets, at, version = _list(row)
    if table.state.is_over or seat != table.state.actor or by not in HANDS or (seat == CHANCE and by in ("person", "bot")):
        raise BadEntry(f"deed {table.ply} is nobody's who was to act")
    table.state.play(_whole(action))  # checked: compiled code trusts what it is given
    seen = None if seen_by is None else tuple(sorted(_seats(table, seen_by)))
    return PlayedAction(action, seat, by, _text(level), seen, _flag(had_secrets), _number(at), _whole(version, table.version))


def _seat(data: Any) -> Seat:
    if data.keys() != {field.name for field in fields(Seat)} or data["kind"] not in SEAT_KINDS:
        raise BadEntry("a seat has another shape")
    return Seat(**{name: _text(value) for name, value in data.items()})


def _clocks(table: MatchState, data: Any) -> Clocks:
    players = len(table.seats)
    if data.keys() != {field.name for field in fields(Clocks)} - {"clock"}:
        raise BadEntry("the clocks have another shape")
    return Clocks(
        table.setup.clock,
        left=tuple(_number(left) for left in _list(data["left"], players)),
        granted=tuple(_whole(ply, least=-1) for ply in _list(data["granted"], players)),
        running=None if data["running"] is None else _whole(data["running"], players - 1),
        since=_number(data["since"]),
        began=_whole(data["began"]),
        flagged=_flag(data["flagged"]),
    )


def _ask(table: MatchState, data: Any) -> Ask:
    if data.keys() != {field.name for field in fields(Ask)}:
        raise BadEntry("a request has another shape")
    last = len(table.seats) - 1
    return Ask(
        _whole(data["id"], table.version), _whole(data["seat"], last), _whole(data["to"]), _seats(table, data["consents"])
    )


def _seats(table: MatchState, data: Any) -> frozenset[int]:
    return frozenset(_whole(seat, len(table.seats) - 1) for seat in _list(data))


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
