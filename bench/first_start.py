"""What a person waits for on a new machine, with nothing compiled: the first page, the first move, the bots, the compiler.

    python bench/first_start.py --write

Every game has a server of its own with an empty cache; the last one goes on until all games are compiled.  The terminal is
measured in the same way.  Nothing else should run: compiling takes all cores.  An error of the server ends it at once.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import track

import branchline as bl
from branchline.games import find_card
from branchline.machine import cores
from report import Row, duration, markdown, show, write_into
from serving import is_good, processor, server

README = Path(__file__).with_name("README.md")
PATIENCE = 600.0
POLL = 0.02
MOST_MOVE, MOST_BOT, MOST_COMPILED = 3.0, 3.0, 75.0
"""Seconds until the first page or move, until a bot has answered, and, on two cores, until all games are compiled."""
HEADS: dict[str, float | None] = {
    "first page": MOST_MOVE,
    "page of a table": None,
    "first move": MOST_MOVE,
    "processor until then": None,
    "answer of a bot": MOST_BOT,
    "terminal asks for a move": MOST_MOVE,
}
"""What is measured of each game, with its target."""
COMPILING = "All games compiled"


def until(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait for something to become true, and return it."""
    end = time.perf_counter() + seconds
    while not (found := condition()):
        if time.perf_counter() > end:
            raise TimeoutError("waited in vain")
        time.sleep(POLL)
    return found


class Visitor:
    """Somebody who comes to a server that has just been started."""

    def __init__(self, address: str, process: int, begun: float) -> None:
        self.http = httpx.Client(base_url=address, timeout=60)
        self.process, self.begun = process, begun

    def lap(self) -> float:
        """Seconds since the start of the server."""
        return time.perf_counter() - self.begun

    def get(self, path: str) -> httpx.Response | None:
        """The answer, if there is one already."""
        return self._send("GET", path)

    def _send(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        try:
            answer = self.http.request(method, path, json=body)
        except httpx.TransportError:  # it does not listen yet
            return None
        return answer if is_good(answer.status_code, path, answer.text) else None

    def sit_down(self, game: str, players: int, level: str = "") -> str:
        """Open a table, as soon as that is possible, and return its page: with bots of a level, or alone on all seats."""
        other = {"kind": "bot", "level": level} if level else {"kind": "me"}
        seats = [{"kind": "me"}, *[other] * (players - 1)]
        answer = until(lambda: self._send("POST", "/api/tables", {"game": game, "seats": seats}))
        return str(answer.json()["path"])

    def look(self, page: str) -> dict[str, Any]:
        """The table now."""
        table: dict[str, Any] = until(lambda: self.get(self._api(page))).json()
        return table

    def move(self, page: str) -> dict[str, Any]:
        """Make the first legal move as soon as it is the visitor's turn; returns the table after it."""
        shown = until(lambda: found if (found := self.look(page))["view"]["legal"] else None)
        body = {"move": shown["view"]["legal"][0], "ply": shown["ply"]}
        table: dict[str, Any] = until(lambda: self._send("POST", f"{self._api(page)}/moves", body)).json()
        return table

    @staticmethod
    def _api(page: str) -> str:
        return f"/api{page.replace('/t/', '/tables/')}"


def play(visitor: Visitor, game: str) -> list[float]:
    """Seconds from the start of a server to its first page, to a table's page and to a move there; those of its processor until
    then; and, at a table with bots, seconds from the end of the visitor's turn to the first move of a bot."""
    players = find_card(game).players[0]
    until(lambda: visitor.get("/"))
    found = [visitor.lap()]
    page = visitor.sit_down(game, players)
    until(lambda: visitor.get(page))
    found.append(visitor.lap())
    visitor.move(page)
    found += [visitor.lap(), processor(visitor.process)]
    page = visitor.sit_down(game, players, "hard")
    after = visitor.move(page)
    while after["view"]["legal"]:
        after = visitor.move(page)
    began = visitor.lap()
    until(lambda: visitor.look(page)["ply"] > after["ply"])
    found.append(visitor.lap() - began)
    return found


def steps(visitor: Visitor) -> dict[str, str]:
    """The step of every game that is being compiled."""
    return {row["game"]: row["step"] for row in until(lambda: visitor.get("/api/status")).json()["games"]}


def compile_all(visitor: Visitor) -> tuple[dict[str, float], dict[str, float]]:
    """Seconds from the start until the rules of each game were compiled, and until its search was."""
    rules: dict[str, float] = {}
    search: dict[str, float] = {}

    def look() -> bool:
        for game, step in steps(visitor).items():
            if step == "failed":
                sys.exit(f"{game} could not be compiled. hint: branchline warm {game} says why.")
            if step in ("compiling search", "ready"):
                rules.setdefault(game, visitor.lap())
            if step == "ready":
                search.setdefault(game, visitor.lap())
        return len(search) == len(bl.specs())

    until(look)
    return rules, search


def terminal(game: str) -> float:
    """Seconds until `branchline play` asks for the first move."""
    with tempfile.TemporaryDirectory() as cache:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "branchline", "play", game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "BRANCHLINE_CACHE": cache},
        )
        assert process.stdout is not None
        heard = b""
        while b"seat 0>" not in heard and (part := os.read(process.stdout.fileno(), 65536)):
            heard += part
        taken = time.perf_counter() - begun
        process.communicate(b"quit\n")
        return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table into bench/README.md")
    parser.add_argument("--play-only", action="store_true", help="do not wait for the compiler at the end")
    given = parser.parse_args()
    load, rows, specs = os.getloadavg()[0], list[Row](), bl.specs()
    for spec in track(specs, "Starting on an empty cache"):
        with tempfile.TemporaryDirectory() as cache:
            begun, before = time.perf_counter(), os.times()
            compiled: tuple[dict[str, float], dict[str, float]] | None = None
            with server(BRANCHLINE_CACHE=cache) as (address, process):
                visitor = Visitor(address, process, begun)
                found = play(visitor, spec.name)
                if spec is specs[-1] and not given.play_only:
                    compiled = compile_all(visitor)
            after = os.times()
        rows += game_rows(spec.card.title, [*found, terminal(spec.name)])
        if compiled is not None:
            busy = after.children_user + after.children_system - before.children_user - before.children_system
            rows += compiled_rows(*compiled, busy)
    show(Console(), rows)
    if given.write:
        foreword = f"Measured on {cores()} cores, with a load average of {load:.1f} before."
        write_into(README, markdown(rows, foreword), "first start", "first_start.py")


def game_rows(title: str, found: Sequence[float]) -> list[Row]:
    """What a person waits for in one game: figures in the order of `HEADS`."""
    return [Row(title, head, value, duration, HEADS[head], at_most=True) for head, value in zip(HEADS, found, strict=True)]


def compiled_rows(rules: dict[str, float], search: dict[str, float], busy: float) -> list[Row]:
    """When each game was compiled, after the start of the last server, whose game is compiled first."""
    rows = [
        Row(COMPILING, f"{name}, with its search", search[name], duration, note=f"its rules after {rules[name]:.0f} s")
        for name in sorted(search, key=lambda name: search[name])
    ]
    target = MOST_COMPILED if cores() >= 2 else None
    note = f"{cores()} cores; {busy:.0f} s of processor with the server and a game in it"
    return [*rows, Row(COMPILING, "all of them", max(search.values()), duration, target, at_most=True, note=note)]


if __name__ == "__main__":
    main()
