"""A bot that plays at tables of a remote server through the API, like any other program.

The server is not trusted: `remote_server` checks its answers, and every view is checked before the bot thinks.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from urllib.parse import urlsplit

import httpx

from branchline.bots import Bot
from branchline.bots.reading import read_game
from branchline.errors import BadAnswer, BadOption, BadPosition
from branchline.server.client.remote_server import LATER, RemoteServer, Rows, Table, Token, Turns, printable, read

RETRY_SECONDS = 2.0
MAX_FAULTS = 10
"""After this many invalid answers in a row the bot leaves the server."""
MAX_TRIES = 20
"""How often a move is sent before other tables get their turn."""
EVENT, SIGN_OF_LIFE = b"data: ", b":"


class Player:
    """A bot that plays at all tables where its token has a seat."""

    def __init__(self, server: str, token: str | None, bot: Bot, tell: Callable[[str], None]) -> None:
        self.server = RemoteServer(server, token)
        self._bot, self._tell = bot, tell
        self._in_play: set[str] = set()
        self._faults = 0

    async def register(self, label: str) -> str:
        """Get a new token and use it."""
        made = (await self.server.ask("POST", "/api/tokens", {"label": label})).read(Token)
        self.server.use(made.token)
        return made.token

    async def join(self, link: str) -> str:
        """Take a seat by an invitation or a seat link.  Returns the table."""
        parts = urlsplit(link)
        table = parts.path.rstrip("/").rpartition("/")[2]
        if not re.fullmatch(r"[\w-]{1,64}", table) or not parts.fragment.startswith(("invite_", "seat_")):
            raise BadOption(f"{link[:80]!r} is no link to a seat. hint: it looks like …/t/TABLE#invite_….")
        answer = (await self.server.ask("POST", f"/api/tables/{table}/join", {"secret": parts.fragment})).read(Table)
        self._in_play.add(table)
        self._tell(f"Seat {answer.you.seats} at table {table} ({printable(answer.title, 60)}).")
        return table

    async def play(self, once: bool = False) -> None:
        """Play wherever it is the bot's turn, until stopped; with `once`, until none of its tables is in play."""
        while True:
            try:
                async with aclosing(self._turns()) as turns:
                    async for tables in turns:
                        for table in tables:
                            await self._move(table)
                        if not await self._look_around() and once:
                            return
            except httpx.TransportError as error:
                self._tell(f"The server does not answer ({type(error).__name__}); trying again.")
            except BadAnswer as error:
                self._fault(error)
            await asyncio.sleep(RETRY_SECONDS)

    def _fault(self, error: Exception) -> None:
        """Report an invalid answer; after MAX_FAULTS in a row raise an error."""
        self._faults += 1
        if self._faults >= MAX_FAULTS:
            raise BadAnswer(f"The server has answered nonsense {self._faults} times. The last time: {error}") from None
        self._tell(str(error))

    async def _turns(self) -> AsyncGenerator[list[str], None]:
        """The tables that wait for the bot, whenever that changes.  A keep-alive gives an empty list."""
        async with aclosing(self.server.lines("/api/me/events")) as lines:
            async for line in lines:
                if line.startswith(EVENT):
                    rows = read(Turns, line.removeprefix(EVENT), "The stream of turns").tables
                    if rows is not None:
                        yield [row.id for row in rows]
                elif line.startswith(SIGN_OF_LIFE):
                    yield []

    async def _move(self, table: str) -> None:
        """Play at a table as long as it is the bot's turn there.  An invalid view is reported, and the table is left alone."""
        found = await self.server.get(f"/api/tables/{table}", Table)
        tries = 0
        while found.phase == "playing" and found.view.get("legal") and tries < MAX_TRIES:
            try:
                move = await asyncio.to_thread(self._choose, found)
            except (BadPosition, BadOption) as error:
                self._fault(BadAnswer(f"Table {table} cannot be played: {printable(str(error))}"))
                return
            body = {"move": move, "ply": found.ply, "seat": found.you.seat}
            answer = await self.server.ask("POST", f"/api/tables/{table}/moves", body)
            if answer.status in (409, *LATER):  # the table has changed, or the bot was too fast: look again
                tries += 1
                await asyncio.sleep(answer.wait)
                found = await self.server.get(f"/api/tables/{table}", Table)
                continue
            played, found = found.ply, answer.read(Table)
            self._tell(f"{table} ply {played}: {move}")
            if found.ply <= played:
                raise BadAnswer(f"Table {table} is at ply {found.ply} after a move at ply {played}.")
            tries, self._faults = 0, 0

    def _choose(self, found: Table) -> str:
        """The bot's move for a view that is not trusted: the view cannot make this machine open a file."""
        read_game(found.view, files=False)
        return self._bot.choose(found.view)

    async def _look_around(self) -> bool:
        """Report the games that have ended, also by other players' moves.  Returns whether any table is still in play."""
        rows = (await self.server.get("/api/me/tables", Rows)).tables
        going_on = {row.id for row in rows if row.phase in ("waiting", "playing") and row.yours}
        for table in sorted(self._in_play - going_on):
            found = await self.server.get(f"/api/tables/{table}", Table)
            if found.phase == "over":
                self._tell(f"{table} is over: scores {printable(str(found.view.get('scores')), 100)}")
        self._in_play = going_on
        return bool(going_on)
