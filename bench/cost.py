"""What the server's work costs, in processor time of its processes: moves, looks, pages, watchers, beside a bare post.

`load.py` runs these phases.  Other load on the machine makes them slower but hardly dearer.
"""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click import ClickException

from serving import Serving, is_good, processor
from wire import Client, Gone

GAME = "northern-pacific"
ALONE = ("me", "me", "me")
"""One person in every seat: no bots, so every move is a post."""
TABLES = 8
"""Tables in play at the same time, a connection for each."""
PLIES = 30
"""Moves at a table before the next one is opened, so that games of every phase are among them and none is at its end."""
WATCHERS = 200
START_SECONDS = 180.0
BARE = Path(__file__).with_name("bare.py")


@dataclass
class Costs:
    """Seconds of processor for one of each, and how fast moves were."""

    bare: float = 0.0
    move: float = 0.0
    look: float = 0.0
    page: float = 0.0
    watcher: float = 0.0
    """For one event to one more watcher."""
    moves: list[float] = field(default_factory=list)
    """Seconds until a move was answered, while all tables move as fast as they can."""
    rate: float = 0.0
    """Moves a second meanwhile."""
    client: float = 0.0
    """The share of a core that the client took meanwhile.  Near 1, the client is the bottleneck."""


class Game:
    """One table, played by one person in every seat."""

    def __init__(self, client: Client, answer: Any, chance: random.Random) -> None:
        self.client, self.chance, self.id, self.view = client, chance, answer["id"], answer["view"]

    @classmethod
    async def open(cls, client: Client, seed: int = 0) -> Game:
        """A new table."""
        body = {"game": GAME, "seats": [{"kind": seat} for seat in ALONE], "name": "Load"}
        return cls(client, (await client.post("/api/tables", body)).checked().json(), random.Random(seed))

    @property
    def is_over(self) -> bool:
        return not self.view["legal"]

    async def move(self) -> float:
        """Make a move; returns the seconds until it was answered."""
        body = {"move": self.chance.choice(self.view["legal"]), "ply": self.view["ply"]}
        request = self.client.prepared("POST", f"/api/tables/{self.id}/moves", body)
        begun = time.perf_counter()
        answer = await self.client.send(request)
        taken = time.perf_counter() - begun
        self.view = answer.checked().json()["view"]
        return taken


@contextmanager
def bare() -> Iterator[tuple[str, Callable[[], float]]]:
    """The bare program: its address, and what it has used of the processor."""
    with tempfile.TemporaryDirectory(prefix="branchline-bare-") as folder:
        process = subprocess.Popen([sys.executable, str(BARE), folder], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), lambda: processor(process.pid)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


async def ready(url: str) -> None:
    """Wait until every game is loaded, in whichever worker: loading takes time too.  Every look is a connection of its own."""
    end, good, path = time.monotonic() + START_SECONDS, 0, "/api/status"
    while good < 8:
        if time.monotonic() > end:
            raise ClickException("The server is not ready after three minutes. hint: is its cache warm?")
        client = Client(url)
        try:
            answer = await client.get(path)
            good = good + 1 if is_good(answer.status, path, answer.body.decode()) and answer.json()["ready"] else 0
        except (OSError, Gone):
            good = 0
        client.close()
        await asyncio.sleep(0.2 if not good else 0)


async def spread(work: Callable[[], Awaitable[Any]], number: int) -> None:
    """Do something so many times, as many at once as there are tables."""

    async def some() -> None:
        for _ in range(number // TABLES):
            await work()

    await asyncio.gather(*(some() for _ in range(TABLES)))


async def cost_of_bare(number: int) -> float:
    with bare() as (address, used):
        client = Client(address)
        request = client.prepared("POST", "/tables/abcdefgh/moves", {"move": "extend Fargo", "ply": 7})
        for _ in range(100):
            try:
                (await client.send(request)).checked()
            except OSError:  # it does not listen yet
                await asyncio.sleep(0.1)
        return await cost(used, number, lambda: client.send(request))


async def cost(used: Callable[[], float], number: int, work: Callable[[], Awaitable[Any]]) -> float:
    """Seconds of processor for one piece of work, of as many as are asked for."""
    await spread(work, TABLES * 10)
    before = used()
    await spread(work, number)
    return (used() - before) / (number // TABLES * TABLES)


async def cost_of_moves(server: Serving, client: Client, number: int, found: Costs) -> None:
    """Moves at all tables as fast as they are answered; opening the tables does not count."""

    async def play(game: Game) -> None:
        while game.view["ply"] < PLIES and not game.is_over:
            found.moves.append(await game.move())

    used = seconds = own = 0.0
    round_ = 0
    while len(found.moves) < number:
        games = [await Game.open(client, TABLES * round_ + seed) for seed in range(TABLES)]
        before, begun, done = server.processor(), time.perf_counter(), len(found.moves)
        own_before = time.process_time()
        await asyncio.gather(*map(play, games))
        if round_:  # the first is for warming
            used, seconds = used + server.processor() - before, seconds + time.perf_counter() - begun
            own += time.process_time() - own_before
        else:
            del found.moves[done:]
        round_ += 1
    found.move, found.rate, found.client = used / len(found.moves), len(found.moves) / seconds, own / seconds


async def cost_of_watchers(server: Serving, client: Client) -> float:
    """Seconds of processor for an event to one more watcher of a table."""
    used = []
    for watchers in (1, WATCHERS):
        game, strangers = await Game.open(client), Client(client.url)
        heard = await watched(strangers, game, watchers)
        before, moves = server.processor(), 0
        while moves < PLIES and not game.is_over:
            moves += 1
            await game.move()
            await heard(moves)
        used.append((server.processor() - before) / moves)
        strangers.close()
    return (used[1] - used[0]) / (WATCHERS - 1)


async def watched(strangers: Client, game: Game, watchers: int) -> Callable[[int], Awaitable[None]]:
    """Open so many streams of a table.  The result waits until all of them have heard of so many moves."""
    told = [0] * watchers
    changed = asyncio.Event()

    def hear(number: int) -> Callable[[bytes], None]:
        def heard(data: bytes) -> None:
            told[number] = max([told[number], *(int(found) for found in re.findall(rb'"ply":(\d+),"you"', data))])
            changed.set()

        return heard

    async def until(ply: int) -> None:
        while min(told) < ply:
            changed.clear()
            await changed.wait()

    async def by_ply(moves: int) -> None:
        await until(game.view["ply"])

    for number in range(watchers):
        await strangers.watch(f"/api/tables/{game.id}/events?brief=true", hear(number))
    await until(game.view["ply"])
    return by_ply


async def costs(server: Serving, number: int) -> Costs:
    """Everything, on a server that has nothing else to do."""
    await ready(server.url)
    client, found = Client(server.url), Costs()
    await cost_of_moves(server, client, number, found)
    games = [await Game.open(client, seed) for seed in range(TABLES)]
    for game in games:
        while game.view["ply"] < PLIES // 2:
            await game.move()
    looks = [client.prepared("GET", f"/api/tables/{game.id}") for game in games]
    pages = [client.prepared("GET", f"/t/{game.id}") for game in games]
    found.look = await cost(server.processor, number, lambda: client.send(random.choice(looks)))
    found.page = await cost(server.processor, number // 2, lambda: client.send(random.choice(pages)))
    found.watcher = await cost_of_watchers(server, client)
    client.close()
    found.bare = await cost_of_bare(number)
    return found


async def speed(server: Serving, number: int) -> Costs:
    """What a move costs, and how many are made; every move goes to whichever worker has its connection."""
    await ready(server.url)
    client, found = Client(server.url), Costs()
    await cost_of_moves(server, client, number, found)
    client.close()
    return found


async def hearing(server: Serving, watchers: int, moves: int = 20) -> list[float]:
    """Seconds until the last of many watchers of one table has heard of a move, for some moves."""
    await ready(server.url)
    client, strangers = Client(server.url), Client(server.url)
    game = await Game.open(client)
    heard, found = await watched(strangers, game, watchers), []
    for number in range(moves):
        begun = time.perf_counter()
        await game.move()
        await heard(number)
        found.append(time.perf_counter() - begun)
    strangers.close()
    client.close()
    return found


async def steady(server: Serving, tables: int, pause: float, seconds: float) -> list[float]:
    """Seconds until a move is answered, while each of many tables moves once in every pause."""
    await ready(server.url)
    client, found = Client(server.url), list[float]()
    games = [await Game.open(client, seed) for seed in range(tables)]
    begun = time.perf_counter()

    async def play(number: int, game: Game) -> None:
        due = begun + pause * number / tables
        while due < begun + seconds and not game.is_over:
            await asyncio.sleep(due - time.perf_counter())
            found.append(await game.move())
            due += pause

    await asyncio.gather(*(play(number, game) for number, game in enumerate(games)))
    client.close()
    return found
