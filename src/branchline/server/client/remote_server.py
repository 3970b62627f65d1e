"""A client for a server that is not trusted: answers are bounded in size and time, and checked."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, Field, StringConstraints, ValidationError

from branchline.errors import BadAnswer, BadOption

MAX_ANSWER_BYTES = 4_000_000
"""The most bytes of an answer or of a line of a stream.  A table at the end of a very long game has some hundred thousand."""
ANSWER_SECONDS = 60.0
"""Seconds for a whole answer."""
SILENCE_SECONDS = 90.0
"""A stream sends something every few seconds.  After this many seconds without data the connection counts as dead."""
MAX_WAIT = 60.0
"""The most seconds to wait if the server wants a request later."""

MAX_TABLES = 1000
"""The most tables in one list."""
TRIES = 5
"""How often the server may postpone a request."""
LATER = (429, 503)
"""Too many requests, or a server that is not ready: `Retry-After` says when to come back."""

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class AnswerModel(BaseModel, strict=True):
    """Base of the answers that the client reads; other fields are ignored."""


class Token(AnswerModel):
    """A new token."""

    token: Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]{1,200}$")]


class You(AnswerModel):
    """The seats of this program, according to the server."""

    seat: int | None = None
    seats: list[int] = []


class Table(AnswerModel):
    """A table as this program's seat sees it.  The bot that reads the view checks it."""

    title: str
    ply: int
    phase: str
    you: You
    view: dict[str, Any]


class Turn(AnswerModel):
    """A table that waits for this program."""

    id: TableId


class Turns(AnswerModel):
    """An event of the stream of turns."""

    tables: Annotated[list[Turn], Field(max_length=MAX_TABLES)] | None = None


class Row(Turn):
    """A table of this program's own list."""

    phase: str
    yours: list[int]


class Rows(AnswerModel):
    """The tables of this program."""

    tables: Annotated[list[Row], Field(max_length=MAX_TABLES)]


class Refusal(AnswerModel):
    """Why the server refused a request."""

    message: str


AnyAnswer = TypeVar("AnyAnswer", bound=AnswerModel)


class Answer:
    """Status, headers and the bytes of one answer."""

    def __init__(self, response: httpx.Response, body: bytes) -> None:
        self.status, self.body, self._url = response.status_code, body, response.url
        self._later = response.headers.get("Retry-After", "")

    @property
    def wait(self) -> float:
        """Seconds after which the request should be sent again."""
        try:
            seconds = float(self._later)
        except ValueError:
            seconds = 0.1
        return min(max(seconds, 0.1), MAX_WAIT) if math.isfinite(seconds) else MAX_WAIT

    def read(self, kind: type[AnyAnswer]) -> AnyAnswer:
        """The answer as an object.  If the server refused, raise an error with its sentence."""
        if 200 <= self.status < 300:
            return read(kind, self.body, str(self._url))
        try:
            message = Refusal.model_validate_json(self.body).message
        except ValidationError:
            raise BadAnswer(f"{self._url!s:.100} does not answer like a Branchline server (status {self.status}).") from None
        raise BadOption(f"The server refuses: {printable(message)}")


def read(kind: type[AnyAnswer], text: bytes, where: str) -> AnyAnswer:
    """An object from JSON text."""
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        why = printable(f"{place}: {first['msg']}" if place else first["msg"])
        raise BadAnswer(f"{where:.100} does not answer like a Branchline server: {why}.") from None


def printable(text: str, length: int = 300) -> str:
    """A text that is not trusted as one short line that cannot disturb a terminal."""
    return "".join(char if char.isprintable() else " " for char in text[:length]).strip()


class RemoteServer:
    """The server at an address, used with a token."""

    def __init__(self, address: str, token: str | None) -> None:
        if urlsplit(address).scheme not in ("http", "https"):
            raise BadOption(f"{address[:60]!r} is no web address. hint: http://localhost:8000.")
        headers = {"Accept-Encoding": "identity"}  # a compressed answer would need a second limit on its size
        self.http = httpx.AsyncClient(base_url=address.rstrip("/"), headers=headers, timeout=httpx.Timeout(30.0))
        if token is not None:
            self.use(token)

    def use(self, token: str) -> None:
        """Send this token from now on."""
        if not token.isascii() or not token.isprintable():
            raise BadOption(f"{token[:20]!r} is no token. hint: a token is letters and digits.")
        self.http.headers["Authorization"] = f"Bearer {token}"

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """The answer to a request."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._open(method, path, json=body) as response:
                return Answer(response, await _whole(response))
        except TimeoutError:
            raise httpx.ReadTimeout(f"no whole answer within {ANSWER_SECONDS:g} s") from None

    async def get(self, path: str, kind: type[AnyAnswer]) -> AnyAnswer:
        """An object from the server.  If the server wants the request later, it is sent again."""
        answer = await self.ask("GET", path)
        for _ in range(TRIES):
            if answer.status not in LATER:
                break
            await asyncio.sleep(answer.wait)
            answer = await self.ask("GET", path)
        return answer.read(kind)

    async def lines(self, path: str) -> AsyncGenerator[bytes, None]:
        """The lines of a stream, as they come."""
        async with self._open("GET", path, timeout=httpx.Timeout(30.0, read=SILENCE_SECONDS)) as response:
            if response.status_code != 200:
                Answer(response, await _whole(response)).read(AnswerModel)
                raise BadAnswer(f"{response.url!s:.100} gives no stream (status {response.status_code}).")
            rest = bytearray()
            async for chunk in response.aiter_raw():
                rest += chunk
                if b"\n" in chunk:
                    *whole, last = bytes(rest).split(b"\n")
                    rest = bytearray(last)
                    for line in whole:
                        yield line
                if len(rest) > MAX_ANSWER_BYTES:
                    raise BadAnswer(f"A line of {response.url!s:.100} is longer than {MAX_ANSWER_BYTES:,} bytes.")

    @asynccontextmanager
    async def _open(self, method: str, path: str, **more: Any) -> AsyncGenerator[httpx.Response, None]:
        try:
            async with self.http.stream(method, path, **more) as response:
                if response.headers.get("Content-Encoding", "identity") != "identity":
                    raise BadAnswer(f"{response.url!s:.100} packs its answers, which nobody has asked for.")
                yield response
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise BadOption(f"{printable(path, 80)!r} is no address at the server: {printable(str(error))}.") from None


async def _whole(response: httpx.Response) -> bytes:
    """The body; an error if it is too large."""
    parts, size = [], 0
    async for chunk in response.aiter_raw():
        size += len(chunk)
        if size > MAX_ANSWER_BYTES:
            raise BadAnswer(f"{response.url!s:.100} answers with more than {MAX_ANSWER_BYTES:,} bytes.")
        parts.append(chunk)
    return b"".join(parts)
