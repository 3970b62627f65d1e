"""The web application: routes and middleware."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType

from fastapi import FastAPI

import branchline
from branchline.server import pages
from branchline.server.api import (
    events,
    holidays,
    info,
    metrics,
    people,
    play,
    private,
    records,
    reviews,
    tables,
    tournaments,
)
from branchline.server.base import logs
from branchline.server.base.settings import Settings
from branchline.server.services.container import open_services
from branchline.server.services.tournaments import run as run_tournaments
from branchline.server.web import problems
from branchline.server.web.language import LanguageMiddleware
from branchline.server.web.request_counts import CountingMiddleware, RequestCounts
from branchline.server.web.security import SecurityMiddleware
from branchline.texts import noted

ABOUT = """Tables for railway board games: open one, sit down, play, watch; people and programs alike.

Nobody needs an account. A browser is known by a cookie; a program sends `Authorization: Bearer token_…` (see
`POST /api/tokens`), or the secret of a single seat as `Bearer seat_…`.

A refusal is an object with a `kind` for programs and a `message` for people. Times are seconds since 1970 (UTC).
A table's `version` counts the entries of its log and only grows; its `ply` counts the actions on the board."""


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings.  Its services are opened at the start and closed at the end."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_services(settings) as services:
            app.state.services = services
            services.work.start(noted("tournaments"), lambda _: run_tournaments(services))
            with before_stopping(services.hub.close):
                yield

    app = FastAPI(
        title="Branchline",
        version=branchline.__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,  # FastAPI's page loads scripts from other sites; ours is at /api
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,  # a redirect would go to any host that the request names
    )
    app.state.open_streams = Counter()
    logs.silence_addresses()
    logs.silence_forms()
    problems.install(app)
    for part in (info, tables, play, private, records, reviews, events, people, holidays, tournaments):
        app.router.routes.extend(part.router.routes)  # `include_router` would build each route a second time
    if settings.metrics:
        app.router.routes.extend(metrics.router.routes)
    pages.install(app)
    app.add_middleware(SecurityMiddleware, settings=settings, refusal=pages.refusal)
    app.add_middleware(LanguageMiddleware)  # outermost, because the security middleware has sentences too
    if settings.metrics:
        app.state.request_counts = RequestCounts()
        app.add_middleware(CountingMiddleware, counts=app.state.request_counts)
    return app


@contextmanager
def before_stopping(action: Callable[[], None]) -> Iterator[None]:
    """Call `action` at SIGINT or SIGTERM.  The server then waits for open streams before it closes the application."""
    loop = asyncio.get_running_loop()
    before: dict[int, Callable[..., object]] = {}

    def handler(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(action)
        before[number](number, frame)

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            usual = signal.getsignal(number)
            if callable(usual):
                before[number] = usual
                signal.signal(number, handler)
    try:
        yield
    finally:
        for stopped, usual in before.items():
            signal.signal(stopped, usual)
