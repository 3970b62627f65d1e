"""Load on the server: tables in play with bots, watchers, moves and plain requests; how fast, how steady, how large.

    python bench/load.py
    python bench/load.py --tables 40 --seconds 20 --watchers 200 --write

Starts servers of its own on the loopback.  First it measures what moves, looks, pages and watchers cost in processor time,
beside a bare post (see `cost.py`).  Then it loads them: one process on SQLite, then two workers on a PostgreSQL that is
thrown away afterwards, then one process where `expert` bots think at ten tables, then one that reviews the sample games.
Every phase ends after the seconds given.  At last it opens tables that nobody plays at, and looks how much larger the server
has become.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
import random
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console

from branchline.games.catalogue import cards, folder
from branchline.machine import cores as core_count
from branchline.server.base.settings import Settings
from branchline.server.tables.live_table import REST_SECONDS
from branchline.server.tables.sweeping import REST_EVERY
from cluster import Cluster, NoPostgres, throwaway_cluster
from cost import GAME, Costs, costs, hearing, ready, speed, steady
from cost_rows import cost_rows, milliseconds, share, speed_rows, waiting_rows
from report import Row, markdown, show, write_into
from serving import UNLIMITED, Serving, serving
from targets import targets_of
from wire import Client

README = Path(__file__).with_name("README.md")
PLAYED = ("me", "bot:random", "bot:greedy")
WATCHED_BY_BOTS = ("bot:expert", "bot:expert", "bot:expert")
IDLE = ("me", "me", "me")
WARMING = 40
PLAIN = ("/api/games", "/api/lobby", "/api/tables/{table}", "/health")
"""What a plain request asks for, by turns."""
PLAIN_TARGET = 0.050
LOOKS_EVERY = 0.2
"""Seconds between a player's looks at a table while bots are to move."""
GRACE = 10.0
COSTED = 1200
"""Moves of the phase that looks at costs."""
LARGEST_TABLE = 20.0
"""Kilobytes."""
MANY_WATCHERS, MANY_TABLES, PAUSE = 1000, 1000, 10.0
Found = TypeVar("Found")


@dataclasses.dataclass
class Measured:
    """What one phase has shown."""

    moves: list[float] = dataclasses.field(default_factory=list)
    plain: list[float] = dataclasses.field(default_factory=list)
    told: int = 0
    """Events that reached watchers."""
    tables: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    """Seconds of processor that the server took: little beside `seconds` means that others had the machine."""
    refused: int = 0


def samples() -> list[str]:
    """The games that are reviewed, those with a sample game; the longest review first."""
    found = [card.name for card in cards() if (folder(card.name) / "data" / "sample.txt").is_file()]
    return sorted(found, key=lambda name: -(targets_of(name).review or 0))


class Load:
    """Everybody who uses a server at the same time."""

    def __init__(self, server: Serving, seconds: float) -> None:
        self.client, self.seconds = Client(server.url), seconds
        self.measured = Measured()
        self.end = 0.0
        self.steps_done: dict[str, int] = {}
        self.steps_known: dict[str, int] = {}

    async def open(self, seats: tuple[str, ...]) -> str:
        """A new table."""
        given = [dict(zip(("kind", "level"), seat.split(":"), strict=False)) for seat in seats]
        answer = await self.client.post("/api/tables", {"game": GAME, "seats": given, "name": "Load"})
        self.measured.tables += 1
        table: str = answer.checked().json()["id"]
        return table

    async def play(self, table: str, seats: tuple[str, ...], chance: random.Random) -> None:
        """One person's moves, game after game, as fast as the bots let him."""
        while time.monotonic() < self.end:
            view = (await self.client.get(f"/api/tables/{table}")).json()["view"]
            if view["phase"] != "playing":
                table = await self.open(seats)
            elif view["legal"]:
                body = {"move": chance.choice(view["legal"]), "ply": view["ply"]}
                started = time.perf_counter()
                answer = await self.client.post(f"/api/tables/{table}/moves", body)
                self.measured.moves.append(time.perf_counter() - started)
                self.measured.refused += answer.status != 200
            else:
                await asyncio.sleep(LOOKS_EVERY)

    async def ask(self, tables: list[str], pause: float) -> None:
        """Plain requests, one after the other."""
        number = 0
        while time.monotonic() < self.end:
            path = PLAIN[number % len(PLAIN)].format(table=tables[number % len(tables)])
            started = time.perf_counter()
            answer = await self.client.get(path)
            self.measured.plain.append(time.perf_counter() - started)
            self.measured.refused += answer.status != 200
            number += 1
            await asyncio.sleep(pause)

    def hear(self, data: bytes) -> None:
        """What a stream has brought."""
        self.measured.told += data.count(b"event: ")

    async def run(self, server: Serving, tables: int, watchers: int, seats: tuple[str, ...], players: bool) -> Measured:
        """The whole phase."""
        await ready(server.url)
        warming = await self.open(("bot:random", "bot:random"))
        await asyncio.sleep(1.0)
        await self.client.get(f"/api/tables/{warming}")
        self.measured.tables = 0
        opened = [await self.open(seats) for _ in range(tables)]
        started, taken = time.monotonic(), server.processor()
        self.end = started + self.seconds
        for number in range(watchers):
            await self.client.watch(f"/api/tables/{opened[number % tables]}/events?brief=true", self.hear)
        await asyncio.sleep(0.5)
        work = [self.ask(opened, 0.02)]
        if players:
            work += [self.play(table, seats, random.Random(number)) for number, table in enumerate(opened)]
        try:
            async with asyncio.timeout(self.seconds + GRACE):
                await asyncio.gather(*work)
        except TimeoutError:
            raise click.ClickException("The server has stopped answering.") from None
        self.measured.seconds, self.measured.processor = time.monotonic() - started, server.processor() - taken
        self.client.close()
        return self.measured

    async def run_with_reviews(self, server: Serving) -> tuple[Measured, int]:
        """Plain requests while reviews are made; returns the steps of reviews done meanwhile, too."""
        await ready(server.url)
        played = [await self.open(IDLE) for _ in range(3)]
        reviewed = [await self.import_sample(name) for name in samples()]
        for table in reviewed:
            (await self.client.post(f"/api/tables/{table}/review", {"depth": "quick"})).checked()
        before = await self.steps(reviewed)
        while not before:  # the worker has to load the rules first
            await asyncio.sleep(0.5)
            before = await self.steps(reviewed)
        started, taken = time.monotonic(), server.processor()
        self.end = started + self.seconds
        await self.ask(played, 0.02)
        self.measured.seconds, self.measured.processor = time.monotonic() - started, server.processor() - taken
        return self.measured, await self.steps(reviewed) - before

    async def import_sample(self, name: str) -> str:
        """A table with the sample game of a title, as soon as every game is ready."""
        record = (folder(name) / "data" / "sample.txt").read_text(encoding="utf-8")
        while (answer := await self.client.post("/api/import", {"record": record})).status == 503:
            await asyncio.sleep(0.5)
        table: str = answer.checked().json()["id"]
        return table

    async def steps(self, tables: list[str]) -> int:
        """The steps of reviews that are done.  A finished review tells none, so it counts as many as it was known to have."""
        for table in tables:
            found = (await self.client.get(f"/api/tables/{table}/review?brief=true")).json()
            if found["state"] != "done":
                self.steps_done[table], self.steps_known[table] = int(found["done"]), int(found["total"])
            else:
                self.steps_done[table] = self.steps_known.get(table, 0)
        return sum(self.steps_done.values())

    async def weigh(self, server: Serving, tables: int) -> float:
        """Kilobytes for each of many tables that nobody plays at, each looked at once by its owner and by a stranger."""
        await ready(server.url)
        for _ in range(WARMING):  # what the first tables bring with them is not theirs
            await self.look_at(await self.open(IDLE))
        before = server.memory()
        for _ in range(tables):
            await self.look_at(await self.open(IDLE))
        await asyncio.sleep(REST_SECONDS + REST_EVERY + 1)  # then the server drops what it kept for those who looked
        return (server.memory() - before) / tables

    async def look_at(self, table: str) -> None:
        stranger = Client(self.client.url)
        for client in (self.client, stranger):
            (await client.get(f"/api/tables/{table}")).checked()
        stranger.close()


@contextmanager
def services(database: str, workers: int) -> Iterator[Serving]:
    """A server in a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="branchline-load-") as folder:
        settings = Settings(data=folder, database=database, workers=workers, bot_pause=0.1, **UNLIMITED)
        with serving(settings) as server:
            yield server


def use(database: str, workers: int, work: Callable[[Serving], Coroutine[Any, Any, Found]]) -> Found:
    """What is found on a new server."""
    with services(database, workers) as server:
        return asyncio.run(work(server))


def measure(database: str, workers: int, seconds: float, tables: int, watchers: int, seats: tuple[str, ...]) -> Measured:
    """One phase on a new server."""
    return use(database, workers, lambda server: Load(server, seconds).run(server, tables, watchers, seats, "me" in seats))


# -- the figures ---------------------------------------------------------------------------------------------


def rate(value: float) -> str:
    return f"{value:,.0f} / s"


def cores(value: float) -> str:
    return f"{value:.2f} cores"


def size(value: float) -> str:
    return f"{value:,.0f} kB"


def rows_of(section: str, found: Measured, tables: int, watchers: int) -> list[Row]:
    """The figures of a phase with players."""
    note = f"{tables} tables in play with bots, {watchers} watchers" + (f"; {found.refused} refused" if found.refused else "")
    return [
        Row(section, "moves posted", len(found.moves) / found.seconds, rate, note=note),
        Row(section, "a move, p50", share(found.moves, 0.50), milliseconds, note=f"{len(found.moves):,} moves"),
        Row(section, "a move, p99", share(found.moves, 0.99), milliseconds),
        Row(section, "a plain request, p50", share(found.plain, 0.50), milliseconds, note=f"{len(found.plain):,} requests"),
        Row(section, "a plain request, p99", share(found.plain, 0.99), milliseconds),
        Row(section, "events to watchers", found.told / found.seconds, rate),
        Row(section, "processor taken by the server", found.processor / found.seconds, cores),
        Row(section, "processor for a move", per_move(found), milliseconds, note="bots, watchers and plain requests included"),
    ]


def per_move(found: Measured) -> float:
    return found.processor / max(1, len(found.moves))


def expert_rows(found: Measured, tables: int) -> list[Row]:
    section = "While expert bots think, one process on SQLite"
    note = f"{tables} tables of three experts, each with a watcher; {len(found.plain):,} requests"
    return [
        Row(section, "a plain request, p50", share(found.plain, 0.50), milliseconds, note=note),
        Row(section, "a plain request, p99", share(found.plain, 0.99), milliseconds, PLAIN_TARGET, at_most=True),
        Row(section, "processor taken by the server", found.processor / found.seconds, cores, note="bots included"),
    ]


def review_rows(found: Measured, steps: int) -> list[Row]:
    section = "While reviews are made, one process on SQLite"
    note = f"quick reviews of {len(samples())} games; {steps:,} of their steps were done; {len(found.plain):,} requests"
    return [
        Row(section, "a plain request, p50", share(found.plain, 0.50), milliseconds, note=note),
        Row(section, "a plain request, p99", share(found.plain, 0.99), milliseconds, PLAIN_TARGET, at_most=True),
        Row(section, "processor taken by the server", found.processor / found.seconds, cores, note="its worker not included"),
    ]


def all_costs(console: Console) -> list[Row]:
    """What everything costs, and how long one waits where there are many."""
    with console.status("Costs …"):
        rows = cost_rows(use("", 1, lambda server: costs(server, COSTED)))
    try:
        with console.status("PostgreSQL …"), throwaway_cluster() as cluster:
            rows += speed_rows(*(speed_with(cluster, workers) for workers in (1, 2)))
    except NoPostgres as missing:
        console.print(f"[yellow]{missing}[/yellow]")
    with console.status("Many …"):
        heard = use("", 1, lambda server: hearing(server, MANY_WATCHERS))
        moved = use("", 1, lambda server: steady(server, MANY_TABLES, PAUSE, 2 * PAUSE))
    return rows + waiting_rows(heard, MANY_WATCHERS, moved, MANY_TABLES, PAUSE)


def speed_with(cluster: Cluster, workers: int) -> Costs:
    """What a move on PostgreSQL costs all workers together, and how many are made."""
    return use(cluster.new_database(), workers, lambda server: speed(server, COSTED // 2))


EXAMPLES = """\b
Examples:
  python bench/load.py
  python bench/load.py --only-costs --write
  python bench/load.py --tables 40 --watchers 200 --seconds 20 --write"""


@click.command(epilog=EXAMPLES)
@click.option("--tables", default=20, show_default=True, type=click.IntRange(1, 500), help="Tables in play at the same time.")
@click.option("--watchers", default=100, show_default=True, type=click.IntRange(0, 2000), help="Open streams.")
@click.option("--seconds", default=15.0, show_default=True, type=click.FloatRange(1, 600), help="How long each phase lasts.")
@click.option("--experts", default=10, show_default=True, type=click.IntRange(1, 100), help="Tables where experts think.")
@click.option("--idle", default=400, show_default=True, type=click.IntRange(50, 450), help="Tables that are only kept.")
@click.option("--only-costs", is_flag=True, help="Measure only what a move, a look, a page and a watcher cost.")
@click.option("--write", is_flag=True, help="Put the figures into bench/README.md.")
def command(tables: int, watchers: int, seconds: float, experts: int, idle: int, only_costs: bool, write: bool) -> None:
    """Measure the server: what a move costs; under load with SQLite, PostgreSQL, experts thinking, reviews being made."""
    console, busy = Console(), os.getloadavg()[0]
    machine = f"Measured on {core_count()} cores that the clients share, with a load average of {busy:.1f} before"
    rows = all_costs(console)
    show(console, rows)
    if write:
        write_into(README, markdown(rows, f"{machine}; {GAME} with one person in all seats."), "costs", "load.py")
    if only_costs:
        return
    rows = all_loads(console, tables, watchers, seconds, experts, idle)
    show(console, rows)
    if write:
        foreword = f"{machine}; {seconds:g} s a phase, {GAME}, bots that move 0.1 s after their turn has come."
        write_into(README, markdown(rows, foreword), "load", "load.py")


def all_loads(console: Console, tables: int, watchers: int, seconds: float, experts: int, idle: int) -> list[Row]:
    """How the server does under load."""
    rows = list[Row]()
    with console.status("SQLite …"):
        rows += rows_of("SQLite, one process", measure("", 1, seconds, tables, watchers, PLAYED), tables, watchers)
    try:
        with console.status("PostgreSQL …"), throwaway_cluster() as cluster:
            found = measure(cluster.new_database(), 2, seconds, tables, watchers, PLAYED)
        rows += rows_of("PostgreSQL, two workers", found, tables, watchers)
    except NoPostgres as missing:
        console.print(f"[yellow]{missing}[/yellow]")
    with console.status("Experts …"):
        rows += expert_rows(measure("", 1, seconds, experts, experts, WATCHED_BY_BOTS), experts)
    with console.status("Reviews …"):
        rows += review_rows(*use("", 1, lambda server: Load(server, seconds).run_with_reviews(server)))
    with console.status("Memory …"):
        note = f"resident memory gained by {idle} of them with three persons, one process on SQLite"
        weight = use("", 1, lambda server: Load(server, 0.0).weigh(server, idle))
        rows.append(Row("Memory", "a table that nobody plays at", weight, size, LARGEST_TABLE, at_most=True, note=note))
    return rows


if __name__ == "__main__":
    command()
