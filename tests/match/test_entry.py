"""Entries: JSON there and back, strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from branchline.match import BadEntry, Entry
from branchline.match.entry import FIELDS
from branchline.match.match_state import APPLY

GOOD = {"kind": "rename", "seat": 1, "at": 5.0, "data": {"name": "Ann"}}


def test_there_and_back() -> None:
    assert Entry.from_dict(json.loads(json.dumps(GOOD))).to_dict() == GOOD


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "dance"},
        {"kind": ["rename"]},
        {"seat": None},
        {"seat": "1"},
        {"seat": True},
        {"seat": 1.0},
        {"at": None},
        {"at": float("nan")},
        {"at": "now"},
        {"data": {}},
        {"data": {"name": 5}},
        {"data": {"name": "Ann", "more": 1}},
        {"data": None},
        {"kind": "start", "data": {}},
        {"kind": "vote", "data": {"topic": "close", "yes": 1}},
        {"kind": "undo", "data": {"to": True, "ply": 1, "right": "free"}},
        {"more": 1},
    ],
)
def test_what_is_no_entry(change: dict[str, Any]) -> None:
    with pytest.raises(BadEntry):
        Entry.from_dict({**GOOD, **change})


def test_every_kind_can_be_applied() -> None:
    assert APPLY.keys() == FIELDS.keys()
