"""The language of a request: that of the reader's cookie, or else of `Accept-Language`, or else English."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from branchline.texts import LANGUAGES, speaking

LOOK_COOKIE = "look"
"""Language and theme, as in `de.dark`."""


def language_of(request: HTTPConnection) -> str:
    """The language in which a request is answered."""
    chosen = request.cookies.get(LOOK_COOKIE, "").partition(".")[0]
    return chosen if chosen in LANGUAGES else asked_for(request.headers.get("accept-language", ""))


def asked_for(header: str) -> str:
    """The first of our languages that a browser names; English if it names none.

    >>> asked_for("fr-CH, de;q=0.9, en;q=0.8"), asked_for("")
    ('de', 'en')
    """
    wishes = [part.partition(";")[0].strip().lower().partition("-")[0] for part in header[:200].split(",")]
    return next((wish for wish in wishes if wish in LANGUAGES), "en")


class LanguageMiddleware:
    """Sets the language of every request, for pages, refusals and streams.  Threads and tasks of the request inherit it.

    Background work (bots, clocks, the server's log) uses English.  This is plain ASGI, so streams pass through unchanged.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with speaking(language_of(HTTPConnection(scope))):
            await self.app(scope, receive, send)
