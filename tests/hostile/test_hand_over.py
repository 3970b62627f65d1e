"""A guest who gets an account, or signs in to one: what goes along, and what others may have copied before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.test_seat_links import shut_out
from tests.hostile.test_sessions import have_ended, listen
from tests.server.postgres import Cluster
from tests.server.running import Client, Running, running, wait_until

ACCOUNT = {"name": "Ann of the account", "password": "correct horse"}


def seat_link(client: Client, table: str) -> str:
    found = [link["secret"] for link in client.get(f"/api/tables/{table}/links") if link["kind"] == "seat"]
    return str(found[0])


@pytest.mark.parametrize("way", ["/api/session", "/api/accounts"])
def test_links_of_a_guest_open_nothing_of_the_account(some_database: str, tmp_path: Path, way: str) -> None:
    """Whoever had this browser before may have copied the links of its seats, as with tokens."""
    with running(tmp_path, database=some_database) as server:
        guest = server.client()
        table = guest.open("central-pacific", "me bot:random", name="Guest")["id"]
        copied = seat_link(guest, table)
        stream = listen(server.client(copied), f"/api/tables/{table}/events")
        wait_until(lambda: stream[1])
        if way == "/api/session":
            server.client().post("/api/accounts", ACCOUNT, 201)
        guest.post(way, ACCOUNT, 201 if way == "/api/accounts" else 200)
        wait_until(lambda: have_ended([stream]))
        shut_out(server, table, copied)
        assert guest.table(table)["you"]["seats"] == [0]
        assert seat_link(guest, table) != copied


def test_the_table_of_a_guest_is_the_accounts_at_once(some_database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=some_database) as server:
        server.client().post("/api/accounts", ACCOUNT, 201)
        guest = server.client()
        table = guest.open(seats="me open open", name="Guest")["id"]
        guest.post("/api/session", ACCOUNT)
        assert guest.table(table)["you"]["owner"]
        guest.post(f"/api/tables/{table}/fill", {"seat": 1, "level": "random"})


def test_the_table_of_a_guest_is_the_accounts_in_every_process(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new_database()
    with running(tmp_path, database=url) as here, running(tmp_path, database=url) as there:
        here.client().post("/api/accounts", ACCOUNT, 201)
        guest = here.client()
        table = guest.open(seats="me open open", name="Guest")["id"]
        elsewhere = there.client()
        elsewhere.table(table)
        guest.post("/api/session", ACCOUNT)
        elsewhere.like(guest)
        wait_until(lambda: elsewhere.table(table)["you"]["owner"])


def test_what_a_seat_sees_is_kept_by_no_cache(shared: Running, ann: Client) -> None:
    table = ann.open("northern-pacific", "me bot:random", name="Ann")["id"]
    overlays = list(shared.app.state.services.tables.cache.present(table).match.game.spec.drawing.overlays)
    for path in ("", "/state", "/log", *(f"/overlay/{name}" for name in overlays), "/overlay/none"):
        assert ann.http.get(f"/t/{table}{path}").headers["cache-control"] == "no-store"
    assert ann.http.post(f"/t/{table}/ghosts", json={"moves": [], "ply": 0}).headers["cache-control"] == "no-store"
