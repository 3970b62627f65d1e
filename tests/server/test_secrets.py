"""What goes over the wire to each seat does not depend on what the others hide: every page, view, picture and stream.

A game of Central Pacific in play, and the same game with two tiles exchanged that seat 1 drew unseen.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from branchline.errors import BranchlineError
from branchline.match import Entry, Match, Setup
from tests.server.running import Client, Running, wait_until
from tests.server.test_events import collect, entries_of, ply_is

DECISIONS = 9


def everything_sent(client: Client, table: str) -> dict[str, Any]:
    """All that a browser or a program can get from a table, by address."""
    now = client.table(table)
    paths = [f"/api/tables/{table}", f"/api/tables/{table}/picture", f"/t/{table}", f"/t/{table}/state", f"/t/{table}/log"]
    paths.append(f"/t/{table}/picture.svg")
    for ply in range(0, now["ply"], 5):
        paths += [f"/api/tables/{table}/at/{ply}", f"/t/{table}/state?ply={ply}", f"/t/{table}/log?ply={ply}"]
        paths.append(f"/api/tables/{table}/picture?ply={ply}")
    found = {path: client.get(path) for path in paths}
    legal = now["view"]["legal"]
    found["ghosts"] = client.post(f"/t/{table}/ghosts", {"moves": legal[:40], "ply": now["ply"]})
    for name in ("square:E4", "tile:tee", "tile:curve", "train:sacrifice", "token:grant", "token:stock", "button:discard"):
        asked = {"picks": [], "name": name, "ply": now["ply"]}
        found[f"why {name}"] = client.post(f"/t/{table}/why", asked)
        found[f"why {name} after a tile"] = client.post(f"/t/{table}/why", {**asked, "picks": ["tile:straight"]})
    thread, events = collect(client, table, ply_is(now["ply"]), headers={"Last-Event-ID": "0-0"})
    thread.join(30)
    found["events"] = events
    return found


def swaps(log: list[Entry], seat: int) -> Iterator[list[Entry]]:
    """The log with two different draws exchanged that only this seat saw."""
    hidden = [number for number, entry in enumerate(log) if entry.kind == "action" and entry.data["seen_by"] == [seat]]
    for first, second in itertools.combinations(hidden, 2):
        one, other = log[first], log[second]
        if one.seat is None and other.seat is None and one.data["move"] != other.data["move"]:
            result = list(log)
            result[first] = Entry("action", None, one.at, {**one.data, "move": other.data["move"]})
            result[second] = Entry("action", None, other.at, {**other.data, "move": one.data["move"]})
            yield result


def fitting_swap(setup: Setup, log: list[Entry], seat: int) -> list[Entry]:
    """A swap after which the same decisions are still possible, and the seat still holds something else at the end."""
    now = Match.restore(setup, None, log)
    for swapped in swaps(log, seat):
        try:
            other = Match.restore(setup, None, swapped)
        except BranchlineError:
            continue  # a tile that was laid had not been drawn yet
        if other.view(seat, 0.0) != now.view(seat, 0.0):
            return swapped
    raise AssertionError("no two draws of the seat can be exchanged")


def rewrite(server: Running, table: str, log: list[Entry]) -> None:
    """Put another log in a table's place."""
    with sqlite3.connect(server.settings.folder / "branchline.sqlite") as database:
        for number, entry in enumerate(log):
            body = json.dumps(entry.to_dict())
            database.execute("UPDATE entries SET body = ? WHERE table_id = ? AND seq = ?", (body, table, number))
        database.execute("DELETE FROM snapshots WHERE table_id = ?", (table,))
    database.close()
    server.services.loop.call_soon_threadsafe(server.services.tables.cache.forget, table)


def setup_of(server: Running, table: str) -> Setup:
    with sqlite3.connect(server.settings.folder / "branchline.sqlite") as database:
        (text,) = database.execute("SELECT setup FROM tables WHERE id = ?", (table,)).fetchone()
    database.close()
    return Setup.from_dict(json.loads(text))


def sit_down(ann: Client, bo: Client) -> str:
    """A table of two."""
    opened = ann.open("central-pacific", "me link", name="Ann")
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    return str(opened["id"])


def play(ann: Client, bo: Client, table: str) -> None:
    for number in range(DECISIONS):
        seat = ann.table(table)["view"]["waiting_for"]["seat"]
        view = (ann, bo)[seat].table(table)["view"]
        (ann, bo)[seat].move(table, view["legal"][number * 7 % len(view["legal"])], view["ply"])


def test_watchers_share_only_what_they_may_all_see(start: Callable[..., Running]) -> None:
    """What is sent is written once for all who look from one seat: every one of several streams from each seat gets, at
    every version, what a match made anew from the log shows that seat."""
    server = start()
    ann, bo, guest = server.client(), server.client(), server.client()
    table = sit_down(ann, bo)
    streams = [
        (seat, collect(server.client().like(who), table, lambda event: event["event"] == "chat"))
        for _ in range(3)
        for seat, who in ((0, ann), (None, guest), (1, bo))
    ]
    wait_until(lambda: all(found for _, (_, found) in streams))
    play(ann, bo, table)
    ann.post(f"/api/tables/{table}/chat", {"text": "that is all"}, 201)
    setup, log = setup_of(server, table), entries_of(server, table)
    for seat, (thread, found) in streams:
        thread.join(60)
        assert found[-1]["event"] == "chat"
        assert sum(event["event"] == "table" for event in found) > 1
        for event in found[:-1]:
            data = event["data"]
            match = Match.restore(setup, None, log[: data["version"]])
            if event["event"] == "entry":
                expected: Any = {"version": data["version"], **match.told(log[data["version"] - 1], seat)}
                assert data == expected
            else:
                assert (data["you"]["seat"], data["you"]["owner"]) == (seat, seat == 0)
                assert data["view"] == json.loads(json.dumps(match.view(seat, 0.0)))


def test_nothing_sent_depends_on_what_others_hide(start: Callable[..., Running]) -> None:
    server = start()
    ann, bo, guest = server.client(), server.client(), server.client()
    table = sit_down(ann, bo)
    play(ann, bo, table)
    log = entries_of(server, table)
    before = {client: everything_sent(client, table) for client in (ann, bo, guest)}
    rewrite(server, table, fitting_swap(setup_of(server, table), log, seat=1))
    after = {client: everything_sent(client, table) for client in (ann, bo, guest)}
    for client in (ann, guest):
        assert before[client].keys() == after[client].keys()
        for path, sent in before[client].items():
            assert after[client][path] == sent, path
    assert before[bo]["events"] != after[bo]["events"]
    assert before[bo][f"/t/{table}/state"] != after[bo][f"/t/{table}/state"]
