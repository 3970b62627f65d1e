"""A bot that plays at tables of a server elsewhere, through the API like any other program."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any
from urllib.parse import urlsplit

import httpx

from branchline.bots import Bot
from branchline.core.errors import BadOption

RETRY_SECONDS = 2.0
SILENCE_SECONDS = 90.0
"""A stream says something every few seconds; after this silence the connection is taken for dead."""


class Player:
    """A bot at all tables where its token has a seat."""

    def __init__(self, server: str, token: str, bot: Bot, tell: Callable[[str], None]) -> None:
        if urlsplit(server).scheme not in ("http", "https"):
            raise BadOption(f"{server[:60]!r} is no web address. hint: http://localhost:8000.")
        self._bot, self._tell = bot, tell
        self._in_play: set[str] = set()
        self.http = httpx.AsyncClient(
            base_url=server.rstrip("/"), headers={"Authorization": f"Bearer {token}"}, timeout=httpx.Timeout(30.0)
        )

    async def join(self, link: str) -> str:
        """Sit down by a seat's link; returns the table."""
        parts = urlsplit(link)
        table = parts.path.rstrip("/").rpartition("/")[2]
        if not table or not parts.fragment.startswith("seat_"):
            raise BadOption(f"{link[:80]!r} is no link of a seat. hint: it looks like …/t/TABLE#seat_….")
        response = await self.http.post(f"/api/tables/{table}/join", json={"secret": parts.fragment})
        answer = check(response)
        self._in_play.add(table)
        self._tell(f"Seat {answer['you']['seats']} at table {table} ({answer['title']}).")
        return table

    async def play(self, once: bool = False) -> None:
        """Play wherever it is our turn, until stopped; with `once`, until no table of ours is in play."""
        while True:
            try:
                async with aclosing(self._turns()) as turns:
                    async for tables in turns:
                        for row in tables:
                            await self._move(row["id"])
                        if not await self._look_around() and once:
                            return
            except httpx.TransportError as error:
                self._tell(f"The server does not answer ({type(error).__name__}); trying again.")
            await asyncio.sleep(RETRY_SECONDS)

    async def _turns(self) -> AsyncGenerator[list[dict[str, Any]], None]:
        """The tables that wait for us, whenever that changes; none at a sign of life, when others may have gone on."""
        timeout = httpx.Timeout(30.0, read=SILENCE_SECONDS)
        async with self.http.stream("GET", "/api/me/events", timeout=timeout) as response:
            if response.status_code != 200:
                await response.aread()
                check(response)
            async for line in response.aiter_lines():
                if line.startswith("data: ") and "tables" in (data := json.loads(line[6:])):
                    yield data["tables"]
                elif line.startswith(":"):
                    yield []

    async def _move(self, table: str) -> None:
        """Play at a table as long as it is our turn there."""
        found = check(await self.http.get(f"/api/tables/{table}"))
        while (legal := found["view"]["legal"]) and found["phase"] == "playing":
            move = await asyncio.to_thread(self._bot.choose, found["view"])
            assert move in legal
            body = {"move": move, "ply": found["ply"], "seat": found["you"]["seat"]}
            response = await self.http.post(f"/api/tables/{table}/moves", json=body)
            if response.status_code in (409, 429):  # somebody was faster, or we were too fast: look again
                await asyncio.sleep(float(response.headers.get("Retry-After", 0.1)))
                found = check(await self.http.get(f"/api/tables/{table}"))
                continue
            found = check(response)
            self._tell(f"{table} ply {body['ply']}: {move}")

    async def _look_around(self) -> bool:
        """Tell of the games that have ended, also by somebody else's move; whether any of ours is still in play."""
        rows = check(await self.http.get("/api/me/tables"))["tables"]
        going_on = {row["id"] for row in rows if row["phase"] in ("waiting", "playing") and row["yours"]}
        for table in sorted(self._in_play - going_on):
            found = check(await self.http.get(f"/api/tables/{table}"))
            if found["phase"] == "over":
                self._tell(f"{table} is over: scores {found['view']['scores']}")
        self._in_play = going_on
        return bool(going_on)


def check(response: httpx.Response) -> Any:
    """The answer, or the server's sentence as an error."""
    try:
        answer = response.json()
    except ValueError:
        raise BadOption(f"{response.url} does not answer like a Branchline server (status {response.status_code}).") from None
    if response.is_error:
        raise BadOption(f"The server refuses: {answer.get('message', response.status_code)}")
    return answer
