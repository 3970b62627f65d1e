"""What holds for the answer to any request, however hostile."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Integer, cast, func, select

from branchline.server.store.schema import metadata, persons, seats, tables
from branchline.server.web import security
from tests.hostile.attacks import HTML, Attack

SECONDS = 30
PART_OF_A_STREAM = 300
TRACES = re.compile(r"Traceback|File \"|site-packages|sqlalchemy|asyncpg|aiosqlite|pydantic|starlette|\.py\b|errors\.pydantic")
SAFE = frozenset({b"GET", b"HEAD", b"OPTIONS"})


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        body = gzip.decompress(self.body) if self.headers["content-encoding"] == "gzip" else self.body
        return body.decode("utf-8", "replace" if self.kind == "image/png" else "strict")

    @property
    def kind(self) -> str:
        return (self.headers["content-type"] or "").partition(";")[0]

    @property
    def is_of_protocol(self) -> bool:
        """Whether the bytes were no request at all, so that the application never saw them."""
        return self.status == 400 and self.body == b"Invalid HTTP request received."


def send(attack: Attack, address: tuple[str, int]) -> Answer | None:
    """The answer; None if the connection was closed without one.  Of a stream only the beginning is read."""
    with socket.create_connection(address, SECONDS) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):  # refused before all of it was there; the answer may have come
            connection.sendall(attack.raw(b"%s:%d" % (address[0].encode(), address[1])))
        response = http.client.HTTPResponse(connection, method=attack.method.decode())
        try:
            response.begin()
            is_stream = (response.headers["content-type"] or "").startswith("text/event-stream")
            body = response.read1(PART_OF_A_STREAM) if is_stream else response.read()
            return Answer(response.status, response.headers, body)
        except (ConnectionResetError, http.client.RemoteDisconnected):
            return None
        finally:
            response.close()


def broken(attack: Attack, answer: Answer, hidden: set[str], folder: Path) -> list[str]:
    """The laws that an answer breaks."""
    if answer.is_of_protocol:
        return []
    found = []
    if answer.status >= 500 and not (answer.status == 503 and answer.headers["retry-after"]):
        found.append(f"{answer.status}")
    framed = {"x-frame-options"} if b" /embed/" in attack.raw(b"")[:40] else set()
    found += [f"no header {name}" for name in security.HEADERS if name not in framed and answer.headers[name] is None]
    told = f"{answer.headers}{answer.text}"
    found += [f"tells {secret[:12]}…" for secret in hidden if secret in told]
    shown = answer.text if answer.status >= 400 else ""
    if TRACES.search(shown) or str(folder) in told or str(Path(security.__file__).parents[2]) in told:
        found.append("shows its inside")
    if (location := answer.headers["location"]) is not None and not re.match(r"/(?![/\\])", location):
        found.append(f"sends to {location}")
    if attack.method != b"HEAD" and answer.status >= 400:
        found += _refusal(attack, answer)
    return found


def _refusal(attack: Attack, answer: Answer) -> list[str]:
    path = attack.target.partition(b"?")[0]
    accepts = dict(attack.headers).get(b"Accept", b"")
    is_for_programs = path.startswith((b"/api/", b"/static/", b"/health", b"/ready"))
    if answer.kind == "text/html" and not is_for_programs:
        return [] if "<!doctype html>" in answer.text.lower() else ["no page"]
    if accepts == HTML and not is_for_programs:
        return [f"a page as {answer.kind}"]
    if path.startswith(b"/static/") and b"Range" in dict(attack.headers):
        return []  # a part that a file does not have; the framework says so in plain text
    if answer.kind != "application/json":
        return [f"a refusal as {answer.kind}"]
    told = json.loads(answer.text)
    if not isinstance(told, dict) or not isinstance(told.get("kind"), str) or not told["kind"]:
        return ["a refusal without kind"]
    if not re.search(r"\w.*([.!?…]|hint: .+)$", told.get("message", ""), re.DOTALL):
        return [f"no sentence: {told.get('message')}"]
    return []


def fingerprint(db: Connection) -> tuple[int, ...]:
    """What the database holds, as numbers: rows of every table, and all that counts up where a row is changed."""
    counted = [table for table in metadata.sorted_tables if table.name != "facts"]
    parts = [select(func.count()).select_from(table).scalar_subquery() for table in counted]
    sums = (tables.c.version, tables.c.ply, persons.c.epoch, seats.c.generation, func.length(persons.c.name))
    parts += [select(cast(func.coalesce(func.sum(one), 0), Integer)).scalar_subquery() for one in sums]
    return tuple(db.execute(select(*parts)).one())
