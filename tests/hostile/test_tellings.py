"""Renaming a seat again and again: what is kept of a table's sentences does not grow by it."""

from __future__ import annotations

import gc
from collections.abc import Callable

from branchline.server.pages.log_text import LogText
from branchline.server.tables.live_table import REST_SECONDS
from tests.server.running import Running, wait_until

RENAMES = 25


def tellings() -> int:
    gc.collect()
    return sum(type(thing) is LogText for thing in gc.get_objects())  # isinstance would wake dead weak references


def test_renaming_leaves_nothing_behind(start: Callable[..., Running]) -> None:
    server = start()
    ann, guest = server.client(), server.client()
    table = ann.open(seats="me me", name="Ann")
    for ply in range(10):
        table = ann.move(table["id"], table["view"]["legal"][0], ply)
    readers = [(client, language) for client in (ann, guest) for language in ("en", "de")]
    before = tellings()
    for number in range(RENAMES):
        ann.post(f"/api/tables/{table['id']}/rename", {"name": f"Ann {number}"})
        for client, language in readers:
            log = client.get(f"/t/{table['id']}/log", headers={"Accept-Language": language})
            assert f"Ann {number} " in log
            assert number == 0 or f"Ann {number - 1} " not in log, "the sentences hold the new name"
    assert tellings() - before <= len(readers)
    live = server.services.tables.cache.present(table["id"])
    assert live is not None
    server.call(lambda: server.services.tables.cache.drop_unused(live._looked + REST_SECONDS + 1))
    wait_until(lambda: tellings() <= before)
    assert f"Ann {RENAMES - 1} " in guest.get(f"/t/{table['id']}/log")
