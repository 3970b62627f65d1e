"""Load on the server: tables in play with bots, watchers, moves and plain requests; how fast, how steady, how large.

    python bench/load.py
    python bench/load.py --tables 40 --seconds 20 --watchers 200 --write

Starts servers of its own on the loopback: one process on SQLite, then two workers on a PostgreSQL that is thrown away
afterwards, then one process where `expert` bots think at ten tables, then one that reviews the sample games.
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
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import click
import httpx
from rich.console import Console

from branchline.games.catalogue import folder
from branchline.machine import cores as core_count
from branchline.server.run.settings import Settings
from branchline.server.tables.live_table import REST_SECONDS
from branchline.server.tables.sweeping import REST_EVERY
from cluster import NoPostgres, throwaway_cluster
from report import Row, markdown, show, write_into
from serving import UNLIMITED, Serving, serving

README = Path(__file__).with_name("README.md")
GAME = "northern-pacific"
PLAYED = ("me", "bot:random", "bot:greedy")
WATCHED_BY_BOTS = ("bot:expert", "bot:expert", "bot:expert")
IDLE = ("me", "me", "me")
SAMPLES = ("last-train-to-wensleydale", "central-pacific", GAME)
"""The games that are reviewed, the longest first."""
WARMING = 40
PLAIN = ("/api/games", "/api/lobby", "/api/tables/{table}", "/health")
"""What a plain request asks for, by turns."""
PLAIN_TARGET = 0.050
LOOKS_EVERY = 0.2
"""Seconds between a player's looks at a table while bots are to move."""
START_SECONDS, GRACE = 180.0, 10.0


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


def share(values: list[float], part: float) -> float:
    """The value that this part of all stays under; 0 without any."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def memory(server: Serving) -> float:
    """Kilobytes in use by the server's processes."""
    total = 0.0
    for process in server.processes:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                total += float(line.split()[1])
    return total


def processor(server: Serving) -> float:
    """Seconds of processor that the server's processes have taken so far."""
    ticks = 0
    for process in server.processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Load:
    """Everybody who uses a server at the same time."""

    def __init__(self, client: httpx.AsyncClient, seconds: float) -> None:
        self.client, self.seconds = client, seconds
        self.measured = Measured()
        self.end = 0.0

    async def ready(self) -> None:
        """Wait until the game can be played, at whichever worker."""
        end, good = time.monotonic() + START_SECONDS, 0
        while good < 8:
            if time.monotonic() > end:
                raise click.ClickException("The server is not ready after three minutes. hint: is its cache warm?")
            try:
                status = (await self.client.get("/api/status", headers={"Connection": "close"})).json()
                good = good + 1 if any(game["game"] == GAME and game["step"] == "ready" for game in status["games"]) else 0
            except httpx.TransportError:
                good = 0
            await asyncio.sleep(0.2 if not good else 0)

    async def open(self, seats: tuple[str, ...]) -> str:
        """A new table."""
        given = [dict(zip(("kind", "level"), seat.split(":"), strict=False)) for seat in seats]
        answer = await self.client.post("/api/tables", json={"game": GAME, "seats": given, "name": "Load"})
        answer.raise_for_status()
        self.measured.tables += 1
        table: str = answer.json()["id"]
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
                answer = await self.client.post(f"/api/tables/{table}/moves", json=body)
                self.measured.moves.append(time.perf_counter() - started)
                self.measured.refused += answer.status_code != 200
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
            self.measured.refused += answer.status_code != 200
            number += 1
            await asyncio.sleep(pause)

    async def watch(self, table: str) -> None:
        """A table's stream."""
        async with self.client.stream("GET", f"/api/tables/{table}/events", params={"brief": "true"}) as answer:
            async for line in answer.aiter_lines():
                self.measured.told += line.startswith("event:")

    async def run(self, server: Serving, tables: int, watchers: int, seats: tuple[str, ...], players: bool) -> Measured:
        """The whole phase."""
        await self.ready()
        warming = await self.open(("bot:random", "bot:random"))
        await asyncio.sleep(1.0)
        await self.client.get(f"/api/tables/{warming}")
        self.measured.tables = 0
        opened = [await self.open(seats) for _ in range(tables)]
        started, taken = time.monotonic(), processor(server)
        self.end = started + self.seconds
        watching = [asyncio.create_task(self.watch(opened[number % tables])) for number in range(watchers)]
        await asyncio.sleep(0.5)
        work = [self.ask(opened, 0.02)]
        if players:
            work += [self.play(table, seats, random.Random(number)) for number, table in enumerate(opened)]
        try:
            async with asyncio.timeout(self.seconds + GRACE):
                await asyncio.gather(*work)
        except TimeoutError:
            raise click.ClickException("The server has stopped answering.") from None
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
        self.measured.seconds, self.measured.processor = time.monotonic() - started, processor(server) - taken
        return self.measured

    async def run_with_reviews(self, server: Serving) -> tuple[Measured, int]:
        """Plain requests while reviews are made; returns the steps of reviews done meanwhile, too."""
        await self.ready()
        played = [await self.open(IDLE) for _ in range(3)]
        reviewed = [await self.import_sample(name) for name in SAMPLES]
        for table in reviewed:
            (await self.client.post(f"/api/tables/{table}/review", json={"depth": "quick"})).raise_for_status()
        before = await self.steps(reviewed)
        while not before:  # the worker has to load the rules first
            await asyncio.sleep(0.5)
            before = await self.steps(reviewed)
        started, taken = time.monotonic(), processor(server)
        self.end = started + self.seconds
        await self.ask(played, 0.02)
        self.measured.seconds, self.measured.processor = time.monotonic() - started, processor(server) - taken
        return self.measured, await self.steps(reviewed) - before

    async def import_sample(self, name: str) -> str:
        """A table with the sample game of a title, as soon as every game is ready."""
        record = (folder(name) / "data" / "sample.txt").read_text(encoding="utf-8")
        while (answer := await self.client.post("/api/import", json={"record": record})).status_code == 503:
            await asyncio.sleep(0.5)
        answer.raise_for_status()
        table: str = answer.json()["id"]
        return table

    async def steps(self, tables: list[str]) -> int:
        """The steps of reviews that are done."""
        found = [(await self.client.get(f"/api/tables/{table}/review?brief=true")).json() for table in tables]
        return sum(int(one["done"]) for one in found)

    async def weigh(self, server: Serving, tables: int) -> float:
        """Kilobytes for each of many tables that nobody plays at, each looked at once by its owner and by a stranger."""
        await self.ready()
        for _ in range(WARMING):  # what the first tables bring with them is not theirs
            await self.look_at(await self.open(IDLE))
        before = memory(server)
        for _ in range(tables):
            await self.look_at(await self.open(IDLE))
        await asyncio.sleep(REST_SECONDS + REST_EVERY + 1)  # then the server drops what it kept for those who looked
        return (memory(server) - before) / tables

    async def look_at(self, table: str) -> None:
        async with httpx.AsyncClient(base_url=self.client.base_url, trust_env=False) as stranger:
            for client in (self.client, stranger):
                (await client.get(f"/api/tables/{table}")).raise_for_status()


@contextmanager
def services(database: str, workers: int) -> Iterator[Serving]:
    """A server in a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="branchline-load-") as folder:
        settings = Settings(data=folder, database=database, workers=workers, bot_pause=0.1, **UNLIMITED)
        with serving(settings) as server:
            yield server


@asynccontextmanager
async def clients(server: Serving, seconds: float) -> AsyncIterator[Load]:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=server.url, timeout=30, limits=limits, trust_env=False) as client:
        yield Load(client, seconds)


def measure(database: str, workers: int, seconds: float, tables: int, watchers: int, seats: tuple[str, ...]) -> Measured:
    """One phase on a new server."""

    async def use(server: Serving) -> Measured:
        async with clients(server, seconds) as load:
            return await load.run(server, tables, watchers, seats, players="me" in seats)

    with services(database, workers) as server:
        return asyncio.run(use(server))


def measure_reviews(seconds: float) -> tuple[Measured, int]:
    """Plain requests while reviews are made, on a new server."""

    async def use(server: Serving) -> tuple[Measured, int]:
        async with clients(server, seconds) as load:
            return await load.run_with_reviews(server)

    with services("", 1) as server:
        return asyncio.run(use(server))


def weight(tables: int) -> float:
    """Kilobytes of a table that nobody plays at."""

    async def use(server: Serving) -> float:
        async with clients(server, 0.0) as load:
            return await load.weigh(server, tables)

    with services("", 1) as server:
        return asyncio.run(use(server))


# -- the figures ---------------------------------------------------------------------------------------------


def milliseconds(value: float) -> str:
    return f"{value * 1000:.1f} ms"


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
    note = f"quick reviews of {len(SAMPLES)} games; {steps:,} of their steps were done; {len(found.plain):,} requests"
    return [
        Row(section, "a plain request, p50", share(found.plain, 0.50), milliseconds, note=note),
        Row(section, "a plain request, p99", share(found.plain, 0.99), milliseconds, PLAIN_TARGET, at_most=True),
        Row(section, "processor taken by the server", found.processor / found.seconds, cores, note="its worker not included"),
    ]


EXAMPLES = """\b
Examples:
  python bench/load.py
  python bench/load.py --tables 40 --watchers 200 --seconds 20 --write"""


@click.command(epilog=EXAMPLES)
@click.option("--tables", default=20, show_default=True, type=click.IntRange(1, 500), help="Tables in play at the same time.")
@click.option("--watchers", default=100, show_default=True, type=click.IntRange(0, 2000), help="Open streams.")
@click.option("--seconds", default=15.0, show_default=True, type=click.FloatRange(1, 600), help="How long each phase lasts.")
@click.option("--experts", default=10, show_default=True, type=click.IntRange(1, 100), help="Tables where experts think.")
@click.option("--idle", default=400, show_default=True, type=click.IntRange(50, 450), help="Tables that are only kept.")
@click.option("--write", is_flag=True, help="Put the figures into bench/README.md.")
def command(tables: int, watchers: int, seconds: float, experts: int, idle: int, write: bool) -> None:
    """Measure the server under load: SQLite, PostgreSQL with two workers, with experts thinking, with reviews being made."""
    console, rows = Console(), list[Row]()
    busy = os.getloadavg()[0]
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
        rows += review_rows(*measure_reviews(seconds))
    with console.status("Memory …"):
        note = f"resident memory gained by {idle} of them with three persons, one process on SQLite"
        rows.append(Row("Memory", "a table that nobody plays at", weight(idle), size, note=note))
    show(console, rows)
    if write:
        machine = f"Measured on {core_count()} cores that the clients share, with a load average of {busy:.1f} before"
        foreword = f"{machine}; {seconds:g} s a phase, {GAME}, bots that move 0.1 s after their turn has come."
        write_into(README, markdown(rows, foreword), "load", "load.py")


if __name__ == "__main__":
    command()
