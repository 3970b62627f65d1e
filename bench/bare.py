"""The least that a program on FastAPI does for a post that must not be lost: one route, one row, one commit on the disk.

    python bench/bare.py FOLDER

The measure of what a move costs: the same framework, server, event loop and parser as ours, SQLite with the same settings,
in the way of their manuals.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel


class Move(BaseModel):
    """What is posted."""

    move: str
    ply: int


def application(folder: Path) -> FastAPI:
    """One route that stores what it is sent."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with aiosqlite.connect(folder / "bare.sqlite") as app.state.db:
            await app.state.db.execute("PRAGMA journal_mode=WAL")
            await app.state.db.execute("PRAGMA synchronous=FULL")
            await app.state.db.execute("CREATE TABLE moves (id INTEGER PRIMARY KEY, place TEXT, move TEXT, ply INTEGER)")
            yield

    app, writing = FastAPI(lifespan=lifespan), asyncio.Lock()

    @app.post("/tables/{table}/moves")
    async def post(table: str, move: Move) -> dict[str, int | str]:
        async with writing:  # one transaction at a time on the one connection
            await app.state.db.execute("INSERT INTO moves (place, move, ply) VALUES (?, ?, ?)", (table, move.move, move.ply))
            await app.state.db.commit()
        return {"id": table, "ply": move.ply + 1}

    return app


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the database is made")
    folder = parser.parse_args().folder
    listening = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(application(folder), log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
