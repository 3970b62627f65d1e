"""Attacks on the server: how much of it other people notice.

    python bench/hostile.py
    python bench/hostile.py bots sockets --seconds 30

Starts servers of its own on the loopback and attacks them, for a limited time and with a limited number of connections.

- `bots`: one address opens sixty tables of four experts, through the API and through the form of the site, and watches
  them.  How long does a person at another address wait for an easy bot?
- `webhooks`: a receiver of webhooks answers with compressed nothing (a gzip bomb), or without end.  How much memory does that
  take?
- `ring`: a legal game of Central Pacific with a ring through 16 cities.  How long does a score take, and the page?
- `sockets`: a thousand connections that send nothing, to a server that may open 1,024 files.  Does the site answer, and how
  fast does the log grow?

The scenes are those of `tests/hostile`, which has the laws that must hold.
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import click
import httpx
from rich.console import Console

import branchline as bl
from branchline.machine import cores
from branchline.server.base.settings import Settings
from load import size
from report import Row, duration, markdown, show, write_into
from serving import UNLIMITED, Serving, is_good, serving

ROOT = Path(__file__).parents[1]
README = Path(__file__).with_name("README.md")
NP = "northern-pacific"
VICTIM, ATTACKER = "127.0.0.2", "127.0.0.3"
"""Addresses of this machine.  Limits are by address, so nobody shares them with the attacker."""
LOOK_SECONDS = 0.1
START_SECONDS = 300.0
TABLES_BY_FORM = 4
"""Every so many tables are opened through the form, the others through the API."""
FILES = 1024
HEARTBEAT = 1.0
"""Seconds between two lines of a stream, so that watchers notice soon that they are to stop."""


@contextmanager
def site(**settings: Any) -> Iterator[Serving]:
    """A server in a folder that is thrown away, with all games ready."""
    with (
        tempfile.TemporaryDirectory(prefix="branchline-hostile-") as folder,
        serving(Settings(data=folder, **settings)) as server,
    ):
        end = time.monotonic() + START_SECONDS
        while not is_ready(server):
            if time.monotonic() > end:
                raise click.ClickException("The server is not ready after five minutes. hint: is its cache warm?")
            time.sleep(0.5)
        yield server


def is_ready(server: Serving) -> bool:
    with suppress(httpx.TransportError), person(server, VICTIM) as client:
        answer = client.get(path := "/api/status")
        if is_good(answer.status_code, path, answer.text):
            return all(game["step"] == "ready" for game in answer.json()["games"])
    return False


def person(server: Serving, address: str) -> httpx.Client:
    """Somebody at an address."""
    return httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=address), timeout=60)


def seats(*kinds: str) -> list[dict[str, str]]:
    return [dict(zip(("kind", "level"), kind.split(":"), strict=False)) for kind in kinds]


# -- bots --------------------------------------------------------------------------------------------------------


def answers(server: Serving, seconds: float) -> list[float]:
    """The seconds from each of a person's moves until an easy bot has answered it."""
    found: list[float] = []
    with person(server, VICTIM) as client:
        end, table = time.monotonic() + seconds, new_game(client)
        while time.monotonic() < end:
            view = client.get(f"/api/tables/{table}").raise_for_status().json()["view"]
            if view["phase"] != "playing":
                table = new_game(client)
                continue
            if not view["legal"]:
                time.sleep(LOOK_SECONDS)
                continue
            body = {"move": view["legal"][len(found) % len(view["legal"])], "ply": view["ply"]}
            after = client.post(f"/api/tables/{table}/moves", json=body).raise_for_status().json()["view"]
            started = time.perf_counter()
            while after["phase"] == "playing" and not after["legal"]:
                time.sleep(LOOK_SECONDS)
                after = client.get(f"/api/tables/{table}").raise_for_status().json()["view"]
            found.append(time.perf_counter() - started)
    return found


def new_game(client: httpx.Client) -> str:
    table = {"game": NP, "seats": seats("me", "bot:easy"), "name": "Victim"}
    opened: str = client.post("/api/tables", json=table).raise_for_status().json()["id"]
    return opened


class Flood:
    """Tables of four experts, opened and watched from one address."""

    def __init__(self, server: Serving, tables: int) -> None:
        self.opened = self.refused = self.decisions = 0
        self._server, self._stop = server, threading.Event()
        self._threads: list[threading.Thread] = []
        with person(server, ATTACKER) as client:
            for number in range(tables):
                self._open(client, by_form=number % TABLES_BY_FORM == 0)

    def _open(self, client: httpx.Client, by_form: bool) -> None:
        if by_form:
            form = {"game": NP, "players": "4", **{f"seat_{seat}": "bot-expert" for seat in range(4)}}
            answer = client.post("/new", data=form)
        else:
            answer = client.post("/api/tables", json={"game": NP, "seats": seats(*["bot:expert"] * 4), "name": "Attacker"})
        if answer.status_code not in (201, 303):
            self.refused += 1
            return
        self.opened += 1
        table = answer.headers["location"].rpartition("/")[2] if by_form else answer.json()["id"]
        self._threads.append(threading.Thread(target=self._watch, args=(table,)))
        self._threads[-1].start()

    def _watch(self, table: str) -> None:
        """Watch a table, because a table of bots that nobody watches pauses."""
        path = f"/api/tables/{table}/events?brief=true"
        with suppress(httpx.HTTPError), person(self._server, ATTACKER) as client, client.stream("GET", path) as stream:
            for line in stream.iter_lines():  # a line a second at least: see `HEARTBEAT`
                self.decisions += line == "event: entry"
                if self._stop.is_set():
                    break

    def end(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()


def bots(tables: int, seconds: float, **_: Any) -> list[Row]:
    """The wait for easy bots, without an attack and with two: against the usual limits, and without any limits."""
    section, rows = "Bots: the wait for an easy bot", list[Row]()
    for label, settings, flood in (
        ("alone", {}, 0),
        ("under attack, usual limits", {}, tables),
        ("under attack, no limits but the queue", UNLIMITED, tables),
    ):
        with site(heartbeat=HEARTBEAT, **settings) as server:
            attack = Flood(server, flood)
            try:
                found = answers(server, seconds)
            finally:
                attack.end()
        note = ""
        if flood:
            note = (
                f"{attack.opened} tables of four experts open, {attack.refused} refused, {attack.decisions} decisions there; "
            )
        pause = Settings(data="").bot_pause
        note += f"{len(found)} answers; every bot waits {pause} s before it thinks"
        rows += [Row(section, f"{label}, median", statistics.median(found), duration, note=note)]
        rows += [Row(section, f"{label}, worst", max(found), duration)]
    return rows


# -- webhooks ----------------------------------------------------------------------------------------------------


def webhooks(**_: Any) -> list[Row]:
    """The memory that answers of hostile receivers take."""
    from tests.hostile.receivers import bomb, endless, receiving

    section, rows = "Webhooks: what a hostile receiver's answer takes", list[Row]()
    for label, answer in (("a gzip bomb", bomb), ("a body without end", endless)):
        with site(private_webhooks=True) as server, receiving(answer) as (receiver,), person(server, VICTIM) as client:
            client.post("/api/me", json={"name": "Attacker"}).raise_for_status()
            client.post("/api/webhooks", json={"url": receiver.url}).raise_for_status()
            before = most = server.memory()
            new_game(client)
            started = time.monotonic()
            while time.monotonic() - started < 60 and not (receiver.requests and not receiver.open):
                most = max(most, server.memory())
                time.sleep(0.02)
            took = time.monotonic() - started
            rows.append(Row(section, f"{label}: memory", max(most, server.memory()) - before, size, note="a table included"))
            rows.append(Row(section, f"{label}: taken by the connection", receiver.sent / 1024, size))
            rows.append(Row(section, f"{label}: until the server hangs up", took, duration))
    return rows


# -- the ring ----------------------------------------------------------------------------------------------------


def ring(**_: Any) -> list[Row]:
    """A score of the ring, and its page."""
    from tests.games.central_pacific.rings import ring as played

    section, state = "A ring through 16 cities", played()
    engine, key, players = state.game.engine, state.key(), state.game.players
    scores = [timed(lambda: engine._standings_of(key, players)) for _ in range(20)]
    rows = [Row(section, "a score that is not cached, median of 20", statistics.median(scores), milliseconds)]
    with site() as server, person(server, VICTIM) as client:
        body = {"record": bl.Record.of(state).dumps()}
        table = client.post("/api/import", json=body).raise_for_status().json()["id"]
        pages = [timed(lambda: client.get(f"/t/{table}").raise_for_status()) for _ in range(9)]
    rows.append(Row(section, "its page, first visit", pages[0], milliseconds))
    rows.append(Row(section, "its page, median of 9", statistics.median(pages), milliseconds))
    return rows


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def milliseconds(value: float) -> str:
    return f"{value * 1000:.1f} ms"


# -- sockets -----------------------------------------------------------------------------------------------------


def sockets(silent: int, minute: float, **_: Any) -> list[Row]:
    """A server full of silent connections."""
    from tests.hostile.test_slow_connections import is_closed, small
    from tests.hostile.test_slow_connections import sockets as connections

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    looks, renewed = list[float](), 0
    with tempfile.TemporaryDirectory(prefix="branchline-hostile-") as folder, ExitStack() as stack:
        log = Path(folder, "log")
        server = stack.enter_context(small(Path(folder), FILES, FILES))
        before, end = log.stat().st_size, time.monotonic() + minute
        held = stack.enter_context(connections(server.url, silent))
        failed = 0
        while time.monotonic() < end:
            started = time.perf_counter()
            failed += not server.answers()
            looks.append(time.perf_counter() - started)
            closed = [one for one in held if is_closed(one)]
            renewed += len(closed)
            held = [one for one in held if one not in closed]
            held += stack.enter_context(connections(server.url, len(closed)))
            time.sleep(1.0)
        grown = log.stat().st_size - before
    section = "Silent connections"
    note = f"{silent:,} at any time for {minute:g} s, {renewed:,} opened again; the server may open {FILES:,} files"
    return [
        Row(section, "visits that were not answered", failed, lambda value: f"{value:g} of {len(looks)}", 0, True, note),
        Row(section, "a visit, median", statistics.median(looks), milliseconds),
        Row(section, "a visit, worst", max(looks), milliseconds),
        Row(section, "growth of the log", grown / 1024, lambda value: f"{value:.1f} kB", note=f"in {minute:g} s"),
    ]


SCENES: dict[str, Callable[..., list[Row]]] = {"bots": bots, "webhooks": webhooks, "ring": ring, "sockets": sockets}
EXAMPLES = """\b
Examples:
  python bench/hostile.py
  python bench/hostile.py bots --tables 60 --seconds 30
  python bench/hostile.py --write"""


@click.command(epilog=EXAMPLES)
@click.argument("scenes", nargs=-1, type=click.Choice(list(SCENES)))
@click.option("--tables", default=60, show_default=True, type=click.IntRange(1, 200), help="Tables of four experts.")
@click.option("--seconds", default=20.0, show_default=True, type=click.FloatRange(1, 600), help="How long a person plays.")
@click.option("--silent", default=1000, show_default=True, type=click.IntRange(1, 5000), help="Connections that send nothing.")
@click.option("--minute", default=60.0, show_default=True, type=click.FloatRange(1, 600), help="Seconds that they last.")
@click.option("--write", is_flag=True, help="Put the figures of all scenes into bench/README.md.")
def command(scenes: tuple[str, ...], tables: int, seconds: float, silent: int, minute: float, write: bool) -> None:
    """Attack a server of our own on the loopback and measure what others notice: SCENES, or all."""
    if write and scenes:
        raise click.UsageError("--write needs all scenes. hint: name none.")
    sys.path.insert(0, str(ROOT))  # the scenes of `tests`
    console, rows, busy = Console(), list[Row](), os.getloadavg()[0]
    for name in scenes or SCENES:
        with console.status(f"{name} …"):
            rows += SCENES[name](tables=tables, seconds=seconds, silent=silent, minute=minute)
    show(console, rows)
    if write:
        machine = f"Measured on {cores()} cores that server and attacker share, with a load average of {busy:.1f} before."
        write_into(README, markdown(rows, machine), "hostile", "hostile.py")


if __name__ == "__main__":
    command()
