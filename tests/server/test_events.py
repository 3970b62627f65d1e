"""LiveTable updates: order, resuming, privacy."""

from __future__ import annotations

import json
import threading
from typing import Any

import branchline as bl
from branchline.match import Entry
from branchline.server.notifications.presence import GUESTS, SEATS, Presence
from branchline.server.store.signals import Hub
from branchline.server.tables.live_table import RECENT
from tests.server.running import Client, Running, wait_until


def collect(client: Client, table: str, stop: Any, **more: Any) -> tuple[threading.Thread, list[dict[str, Any]]]:
    """Events of a stream, gathered in a thread until `stop` says so of one."""
    found: list[dict[str, Any]] = []

    def gather() -> None:
        for event in client.events(table, **more):
            found.append(event)
            if stop(event):
                return

    thread = threading.Thread(target=gather)
    thread.start()
    return thread, found


def ply_is(ply: int) -> Any:
    return lambda event: event["event"] == "table" and event["data"]["ply"] >= ply


def test_a_watcher_sees_every_entry_in_order(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="me me", name="Ann")
    thread, found = collect(shared.client(), opened["id"], ply_is(6))
    wait_until(lambda: found)
    table = opened
    for ply in range(6):
        table = ann.move(opened["id"], table["view"]["legal"][0], ply)
    thread.join(60)
    entries = [event["data"] for event in found if event["event"] == "entry"]
    assert [entry["data"]["ply"] for entry in entries] == list(range(6))
    assert [entry["version"] for entry in entries] == list(range(opened["version"] + 1, opened["version"] + 7))
    assert found[0]["event"] == "table"


def test_a_lost_connection_gets_what_it_missed(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="me me", name="Ann")
    events = shared.client().events(opened["id"])
    last = next(events)["id"]
    events.close()
    table = opened
    for ply in range(4):
        table = ann.move(opened["id"], table["view"]["legal"][0], ply)
    ann.post(f"/api/tables/{opened['id']}/chat", {"text": "hello <b>"}, 201)
    thread, found = collect(shared.client(), opened["id"], ply_is(4), headers={"Last-Event-ID": last})
    thread.join(60)
    assert [event["event"] for event in found] == ["entry"] * 4 + ["chat", "table"]
    assert found[4]["data"]["text"] == "hello <b>"
    thread, found = collect(shared.client(), opened["id"], ply_is(0), params={"after": "99999-0"})
    thread.join(60)
    assert [event["event"] for event in found] == ["chat", "table"]


def test_who_was_away_longer_than_our_memory_gets_all_of_it(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="me me", name="Ann")
    table, moves = opened, RECENT + 10
    for ply in range(moves):
        table = ann.move(opened["id"], table["view"]["legal"][0], ply)
    for seen in (opened["version"], opened["version"] + moves - 3):
        thread, found = collect(shared.client(), opened["id"], ply_is(moves), headers={"Last-Event-ID": f"{seen}-0"})
        thread.join(60)
        entries = [event["data"]["version"] for event in found if event["event"] == "entry"]
        assert entries == list(range(seen + 1, opened["version"] + moves + 1))


def test_a_table_that_was_dropped_from_memory_goes_on_for_its_watchers(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="me me", name="Ann")
    thread, found = collect(shared.client(), opened["id"], lambda event: event.get("data", {}).get("text") == "last")
    wait_until(lambda: found)
    table = opened
    for ply in range(3):
        shared.call(lambda: shared.services.tables.cache.forget(opened["id"]))
        table = ann.move(opened["id"], table["view"]["legal"][0], ply)
        shared.call(lambda: shared.services.tables.cache.forget(opened["id"]))
        ann.post(f"/api/tables/{opened['id']}/chat", {"text": f"after {ply}"}, 201)
    ann.post(f"/api/tables/{opened['id']}/chat", {"text": "last"}, 201)
    thread.join(60)
    assert [event["data"]["data"]["ply"] for event in found if event["event"] == "entry"] == [0, 1, 2]
    assert [event["data"]["text"] for event in found if event["event"] == "chat"] == ["after 0", "after 1", "after 2", "last"]


def test_strange_ids_begin_anew(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="me me", name="Ann")
    for odd in ("x", "-1-2", "1", "9" * 39, "1-é", "²-3"):
        events = shared.client().events(opened["id"], params={"after": odd})
        assert next(events)["event"] == "table"
        events.close()


def test_streams_end_when_the_server_stops(start: Any) -> None:
    server = start()
    ann = server.client()
    opened = ann.open(seats="me me", name="Ann")
    thread, found = collect(server.client(), opened["id"], lambda event: False)
    wait_until(lambda: found)
    server.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert found[-1]["event"] == "end"


def test_a_renewed_link_ends_streams_and_shuts_others_out(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open("central-pacific", "link me", name="Ann")
    joined = bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][0]["secret"], "name": "Bo"})
    other, secret = shared.client(), joined["links"][0]["secret"]
    other.post(f"/api/tables/{opened['id']}/join", {"secret": secret, "name": "Bo's phone"})
    assert other.table(opened["id"])["you"]["seats"] == [0]
    thread, found = collect(other, opened["id"], lambda event: event["event"] == "end")
    wait_until(lambda: found)
    bo.post(f"/api/tables/{opened['id']}/links", {"seat": 0})
    thread.join(60)
    assert other.table(opened["id"])["you"]["seats"] == []
    assert bo.table(opened["id"])["you"]["seats"] == [0]
    other.post(f"/api/tables/{opened['id']}/join", {"secret": secret}, 403)
    ann.post(f"/api/tables/{opened['id']}/links", {"seat": 0}, 403)


def test_a_brief_stream_that_begins_again_names_the_seats_as_they_are_now(shared: Running, ann: Client, bo: Client) -> None:
    """A page may open its stream after the seat that it shows was lost, with nothing new in the log."""
    opened = ann.open(seats="me open", name="Ann")
    joined = bo.post(f"/api/tables/{opened['id']}/join", {"seat": 1, "name": "Bo"})
    phone = shared.client()
    phone.post(f"/api/tables/{opened['id']}/join", {"secret": joined["links"][0]["secret"], "name": "Bo's phone"})
    shown = phone.table(opened["id"])
    bo.post(f"/api/tables/{opened['id']}/links", {"seat": 1})
    version = shown["version"] + 1  # the log tells that play on other devices was ended
    stream = phone.events(opened["id"], params={"brief": True, "after": f"{version}-0"})
    first = next(stream)
    stream.close()
    assert first["data"] == {
        "version": version,
        "ply": shown["ply"],
        "you": {"seats": [], "owner": False, "shared": []},
    }


def test_who_comes_and_goes_wakes_only_those_who_are_told() -> None:
    """A thousand watchers who wake each other would be a million wake-ups."""
    hub = Hub()
    presence = Presence(lambda table, what: hub.wake_for((table, what)))
    with hub.watch("t", also=[("t", SEATS)]) as spectator, hub.watch("t", also=[("t", SEATS), ("t", GUESTS)]) as host:

        def woken() -> tuple[bool, bool]:
            found = spectator.flag.is_set(), host.flag.is_set()
            spectator.flag.clear()
            host.flag.clear()
            return found

        with presence.enter("t", 0, "ann", "Ann"):
            assert woken() == (True, True)
            with presence.enter("t", 0, "ann", "Ann"), presence.enter("another table", 0, "bo", "Bo"):
                assert woken() == (False, False)
            with presence.enter("t", None, "bo", "Bo"):
                assert woken() == (False, True)
            with presence.enter("t", None, "bo", "Bo"):
                assert woken() == (False, False), "Bo has looked before"
            with presence.enter("t", None, None, ""):
                assert woken() == (False, True)
            assert woken() == (False, True)
        assert woken() == (True, True)


def test_only_the_people_of_a_table_are_told_of_guests(shared: Running, ann: Client, bo: Client) -> None:
    def told(events: Any) -> Any:
        return next(event["data"] for event in events if event["event"] == "people")

    table = ann.open(seats="me open", name="Ann")["id"]
    bo.post(f"/api/tables/{table}/join", {"seat": 1, "name": "Bo"})
    hosts, guests, seats = (client.events(table, params={"brief": True}) for client in (ann, shared.client(), bo))
    assert told(hosts) == {"here": [0], "looked": [0, 0]}
    assert told(guests) == {"here": [0], "looked": []}
    assert told(hosts) == {"here": [0], "looked": [0, 1]}
    assert told(seats) == {"here": [0, 1], "looked": [0, 1]}
    assert told(hosts) == {"here": [0, 1], "looked": [0, 1]}
    assert told(guests) == {"here": [0, 1], "looked": []}
    for stream in (hosts, guests, seats):
        stream.close()


def test_one_stream_tells_all_tabs_of_a_browser(shared: Running, ann: Client, bo: Client) -> None:
    """Each event names its tab; a table that cannot be watched spoils nothing; the end of one table is the end of all."""
    first, second = (ann.open(seats="me open", name="Ann") for _ in range(2))
    reader = ann.get("/").partition('data-reader="')[2].partition('"')[0]
    tabs = [f"a.{first['id']}..1", f"b.{second['id']}.{second['version']}-0.0", "c.nosuchtable..1"]
    events = ann.stream("/events", params={"reader": reader, "tab": tabs})
    begun = [next(events) for _ in range(5)]
    assert sorted((one["id"].partition(":")[0], one["event"]) for one in begun) == [
        *(("a", "people"), ("a", "table")),
        *(("b", "people"), ("b", "table")),
        ("c", "lost"),
    ]
    assert all(one["data"]["you"]["owner"] for one in begun if one["event"] == "table")
    looking = shared.services.presence.looking_at
    assert (len(looking(first["id"])), looking(second["id"])) == (1, [])
    ann.post(f"/api/tables/{second['id']}/chat", {"text": "hello"}, 201)
    assert next(one for one in events if one["event"] == "chat")["id"].startswith("b:")
    assert {one["event"] for one in bo.stream("/events", params={"reader": reader, "tab": tabs})} == {"reader"}
    ann.post("/me/leave", expect=303)
    assert [one["event"] for one in events][-1] == "end"


def test_nobody_learns_what_others_hide(shared: Running) -> None:
    """A table's log, and the same with the tiles that seat 1 drew in another order: the others are told the same."""
    ann, bo = shared.client(), shared.client()
    opened = ann.open("central-pacific", "me link", name="Ann")
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    log = entries_of(shared, opened["id"])
    swapped = permuted(log, seat=1)
    assert swapped != log, "the draws of seat 1 are all alike"
    for seat in (0, None):
        assert stream_of(log, seat) == stream_of(swapped, seat)
    assert stream_of(log, 1) != stream_of(swapped, 1)


def entries_of(server: Running, table: str) -> list[Entry]:
    """The log as it is stored."""
    import sqlite3

    with sqlite3.connect(server.settings.folder / "branchline.sqlite") as database:
        rows = database.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
    database.close()
    return [Entry.from_dict(json.loads(body)) for (body,) in rows]


def permuted(log: list[Entry], seat: int) -> list[Entry]:
    """The log with two hidden draws of a seat exchanged."""
    hidden = [
        index
        for index, entry in enumerate(log)
        if entry.kind == "action" and entry.seat is None and entry.data["seen_by"] == [seat]
    ]
    for first in hidden:
        for second in hidden:
            if log[first].data["move"] != log[second].data["move"]:
                result = list(log)
                for here, there in ((first, second), (second, first)):
                    data = {**log[here].data, "move": log[there].data["move"]}
                    result[here] = Entry("action", None, log[here].at, data)
                return result
    return log


def stream_of(log: list[Entry], seat: int | None) -> Any:
    """What a seat is sent when a table goes on by this log: entries, then the table."""
    from branchline.match import Match, Setup

    setup = Setup.asked_for({"game": "central-pacific", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]})
    match = Match(setup)
    sent = []
    for entry in log:
        match.apply([entry])
        sent.append([match.told(entry, seat), {**match.view(seat, now=0.0)}])
    return json.loads(json.dumps(sent))


def test_the_stream_of_each_seat_holds_its_own_draws_only(shared: Running, ann: Client, bo: Client) -> None:
    """What goes over the wire: seats see their own tiles, a spectator none."""
    opened = ann.open("central-pacific", "me link", name="Ann")
    seen: dict[Any, str] = {}
    watchers = {0: ann, 1: bo, None: shared.client()}
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    for seat, client in watchers.items():
        thread, found = collect(client, opened["id"], ply_is(0), headers={"Last-Event-ID": "0-0"})
        thread.join(60)
        assert found[-1]["data"]["you"]["seat"] == seat
        seen[seat] = json.dumps(found)
    log = entries_of(shared, opened["id"])
    game = bl.game("central-pacific", players=2)
    for entry in log:
        if entry.kind == "action" and entry.data["seen_by"] is not None:
            veiled = game.spec.text.redact(entry.data["move"])
            for seat, text in seen.items():
                line = json.dumps({"ply": entry.data["ply"], "move": entry.data["move"]})[1:-1]
                assert (line in text) == (seat in entry.data["seen_by"]), (seat, entry, veiled)
