"""Thousands of hostile requests for every route, on both databases: see `laws` for what holds whatever is sent."""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import create_engine

import branchline as bl
from branchline.server.services import daily
from branchline.server.store.engine import normal_url
from tests.hostile.attacks import Attack, Attacker, targets
from tests.hostile.laws import SAFE, Answer, broken, fingerprint, send
from tests.hostile.scene import Scene
from tests.server.running import Running, running

STILL: dict[str, Any] = {"bot_pause": 3600.0, "sweep": 1.0, "bot_seconds": 0.05, "hint_bot": "easy", "body_seconds": 1.0}
"""Settings under which nothing changes by itself, so that every change comes from a request."""
A_SCENE = 200
"""Attacks on one scene; then people and tables are made anew."""
AT_ONCE = 5
"""Every so many attacks of a person are sent twice at once."""
UNANSWERED = frozenset({"length", "body"})
"""Attacks that may end without an answer: the connection is closed while they still send."""


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """What the server logs as a fault."""
    found: list[str] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(f"{record.getMessage()} {getattr(record, 'facts', '')} {record.exc_info}")

    keeper = Keeper(logging.ERROR)
    loggers = [logging.getLogger(name) for name in ("branchline.server", "uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(keeper)
    yield found
    for logger in loggers:
        logger.removeHandler(keeper)


class Siege:
    """A server under attack, and its database before and after."""

    def __init__(self, server: Running) -> None:
        self.server, self.statuses, self.failures = server, Counter[str](), list[str]()
        url = urlsplit(server.url)
        self.address = (url.hostname or "", url.port or 0)
        self.engine = create_engine(normal_url(server.settings.database_url).replace("+aiosqlite", ""))
        for spec in bl.specs():  # who comes first on a day has the puzzle of the day chosen
            server.client().http.get(f"/puzzles/{spec.name}/{daily.today()}")

    def run(self, seed: int, number: int) -> None:
        """So many attacks."""
        with ThreadPoolExecutor(2) as threads:
            for first in range(0, number, A_SCENE):
                scene = Scene(self.server)
                before = self.kept()
                attacker = Attacker(self.server.app, scene, random.Random(seed + first))
                for count, attack in enumerate(attacker.some(min(A_SCENE, number - first))):
                    times = 2 if attack.family == "person" and count % AT_ONCE == 0 else 1
                    answers = list(threads.map(lambda one: send(one, self.address), [attack] * times))
                    before = self.judge(attack, answers, scene, before)

    def judge(self, attack: Attack, answers: list[Answer | None], scene: Scene, before: tuple[int, ...]) -> tuple[int, ...]:
        """Note which laws were broken; what the database holds now."""
        wrong, accepted = [], False
        for answer in answers:
            self.statuses["none" if answer is None else str(answer.status)] += 1
            if answer is None:
                wrong += [] if attack.family in UNANSWERED else ["no answer"]
                accepted |= attack.family in UNANSWERED
            else:
                wrong += broken(attack, answer, scene.hidden_from(attack.who), self.server.settings.folder)
                accepted |= answer.status < 400 and attack.method not in SAFE
        after = self.kept()
        if not accepted and after != before:
            wrong.append(f"changed {before} to {after}")
        if wrong:
            told = [answer and f"{answer.status} {answer.text[:200]}" for answer in answers]
            self.failures.append(f"{wrong}\n  {attack.family} of {attack.who}: {attack.raw(b'')[:600]!r}\n  {told}")
        return after

    def kept(self) -> tuple[int, ...]:
        with self.engine.connect() as db:
            return fingerprint(db)


@contextmanager
def besieged(folder: Path, database: str) -> Iterator[Siege]:
    with running(folder, database=database, **STILL) as server:
        siege = Siege(server)
        try:
            yield siege
        finally:
            siege.engine.dispose()


@pytest.mark.parametrize(("seed", "number"), [(1, A_SCENE), pytest.param(2, 6_600, marks=pytest.mark.slow)])
def test_hostile_requests(seed: int, number: int, database: str, tmp_path: Path, errors: list[str]) -> None:
    with besieged(tmp_path, database) as siege:
        siege.run(seed, number)
        print(f"{sum(siege.statuses.values())} requests: {dict(sorted(siege.statuses.items()))}")
        assert not siege.failures, f"{len(siege.failures)} of {number}:\n" + "\n".join(siege.failures[:20])
        assert siege.server.client().get("/ready")["status"] == "ready"
        refused = sum(count for status, count in siege.statuses.items() if status.startswith("4"))
        assert refused > number / 2
        assert siege.statuses["200"] + siege.statuses["201"] > number / 20, "the requests do not reach the handlers"
    assert not errors, errors[:5]


def test_every_route_is_attacked(shared: Running) -> None:
    found = {(target.method.lower(), target.path) for target in targets(shared.app)}
    described = shared.client().get("/api/openapi.json")["paths"]
    assert {(method, path) for path, methods in described.items() for method in methods} <= found
    taking = {(one.path, one.method) for one in targets(shared.app) if one.body is not None}
    bodies = {
        (route.path, method)
        for route in shared.app.routes
        if isinstance(route, APIRoute) and route.body_field is not None
        for method in route.methods or ()
    }
    assert bodies <= taking
