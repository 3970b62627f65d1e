"""Snapshots: a match as bytes.  A position is not stored, only its actions: a thousand of them replay in a millisecond."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict
from typing import Any, TypeVar

from branchline.match.clock import Clocks
from branchline.match.entry import Entry
from branchline.match.errors import BadEntry
from branchline.match.fold import Ask, Deed, Fold
from branchline.match.setup import Seat, Setup

FORMAT = 1
Table = TypeVar("Table", bound=Fold)


def write(table: Fold) -> bytes:
    """Everything that `Fold` holds beside its setup."""
    clocks = {key: value for key, value in vars(table.clocks).items() if key != "clock"}
    data = {
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
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 1)


def read(kind: type[Table], setup: Setup, snapshot: bytes) -> Table:
    """The match that `write` wrote; raises BadEntry if it is not a snapshot of this program."""
    try:
        data = json.loads(zlib.decompress(snapshot))
        version = data["format"]
    except (zlib.error, ValueError, KeyError, TypeError):
        raise BadEntry("These bytes are no snapshot of a match. hint: replay its entries.") from None
    if version != FORMAT:
        raise BadEntry(f"The snapshot has format {version!r:.20}; this program reads {FORMAT}. hint: replay its entries.")
    table = kind.__new__(kind)
    Fold.__init__(table, setup, replay=False)
    _fill(table, data)
    return table


def _fill(table: Fold, data: dict[str, Any]) -> None:
    for row in data["deeds"]:
        action, seat, by, level, seen_by, had_secrets, at, version = row
        table.state.push(action)
        seen = None if seen_by is None else tuple(seen_by)
        table.deeds.append(Deed(action, seat, by, level, seen, had_secrets, at, version))
    table.seats = [Seat(**seat) for seat in data["seats"]]
    table.version, table.board_version = data["version"], data["board_version"]
    table.started, table.closed, table.since, table.signs = data["started"], data["closed"], data["since"], data["signs"]
    clocks = data["clocks"]
    table.clocks = Clocks(table.setup.clock, **{**clocks, "left": tuple(clocks["left"]), "granted": tuple(clocks["granted"])})
    if data["ask"] is not None:
        table.ask = Ask(**{**data["ask"], "consents": frozenset(data["ask"]["consents"])})
    table.votes = {topic: frozenset(seats) for topic, seats in data["votes"].items()}
    table.covered, table.marks = frozenset(data["covered"]), frozenset(data["marks"])
    table.last_undo = None if data["last_undo"] is None else Entry.from_dict(data["last_undo"])
    table._decision = None if data["decision"] is None else tuple(data["decision"])
