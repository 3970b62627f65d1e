"""Checks and headers for every request: size, origin, rate, security headers, a log line, no stack trace in an answer.

This is plain ASGI, so streams pass through unchanged.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.server.base.addresses import Origin, address_of, is_own
from branchline.server.base.control_characters import has_control_characters
from branchline.server.base.keys import new_id
from branchline.server.base.logs import note, note_throttled
from branchline.server.base.problems import Problem
from branchline.server.base.rate_limits import RateLimit
from branchline.server.base.settings import Settings
from branchline.texts import noted, say

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
FRAMED = "/embed/"
"""Pages that other sites may show in a frame.  They have no script and no form, and cookies do not reach them there."""
FRAMED_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors *",
    )
)
FRAMED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "x-frame-options"},
    "content-security-policy": FRAMED_POLICY,
    "cross-origin-resource-policy": "cross-origin",
}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
TOO_MANY = 429
UNLIMITED = frozenset({"/health", "/ready"})
LARGE = frozenset({"/api/import"})


class SecurityMiddleware:
    """Refuses requests that are too large, too frequent or from other sites, and adds headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings, refusal: Callable[[Scope, Problem], Response]) -> None:
        self.app, self.settings, self.refusal = app, settings, refusal
        self.requests = RateLimit(settings.requests_per_second, settings.request_burst)
        crowded = noted("Too many changes from this address. hint: try again in {wait} s.")
        self.posts = RateLimit(settings.posts_per_second, settings.post_burst, crowded)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, reference = time.perf_counter(), new_id()
        scope.setdefault("state", {})["reference"] = reference
        seen: dict[str, Any] = {"status": 0, "started": False}
        secure = scope.get("scheme") == "https"

        body = _Body(receive, self._largest(scope))

        async def answer(message: Message) -> None:
            if body.is_over and not seen["started"]:
                return  # the body was too large: 413 is sent instead of the application's answer
            if message["type"] == "http.response.start":
                seen["status"], seen["started"] = message["status"], True
                message["headers"] = _with_headers(message["headers"], reference, secure, scope["path"])
            await send(message)

        try:
            try:
                self._check(scope, body)
                await self.app(scope, body.receive, answer)
            except Problem as problem:
                if seen["started"]:
                    raise
                body.is_over = False
                await self.refusal(scope, problem)(scope, receive, answer)
            if body.is_over and not seen["started"]:
                body.is_over = False
                await self.refusal(scope, body.too_large())(scope, receive, answer)
        except ClientDisconnect:
            pass  # the client left before its body had arrived, so nobody waits for an answer
        except Exception as fault:
            note("fault", level=logging.ERROR, fault=fault, reference=reference, path=scope["path"])
            if not seen["started"]:
                message = say("The server made a mistake; it is in the log under this reference.")
                mistake = Problem(500, "fault", message, reference=reference)
                await self.refusal(scope, mistake)(scope, receive, answer)
        finally:
            level = logging.DEBUG if scope["path"] in UNLIMITED else logging.INFO
            # A client that sends too many requests must not be able to fill the disk with log lines.
            write = note_throttled if seen["status"] == TOO_MANY else note
            write(
                "too many requests" if seen["status"] == TOO_MANY else "request",
                level=level,
                reference=reference,
                method=scope["method"],
                path=scope["path"][:200],
                status=seen["status"],
                milliseconds=round((time.perf_counter() - started) * 1000, 1),
                address=address_of(scope),
            )

    def _largest(self, scope: Scope) -> int:
        return self.settings.largest_record if scope["path"] in LARGE else self.settings.largest_body

    def _check(self, scope: Scope, body: _Body) -> None:
        if scope["path"] not in UNLIMITED:
            self.requests.take(address_of(scope))
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] not in SAFE_METHODS:
            self.posts.take(address_of(scope))
            self._check_origin(headers, scope.get("scheme", "http"))
        if has_control_characters(scope["path"]) or has_control_characters(
            unquote_to_bytes(scope["query_string"]).decode("utf-8", "replace")
        ):
            raise Problem(422, "malformed", say("An address has no control characters in it."))
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length[:12]) > body.largest:
            raise body.too_large()

    def _check_origin(self, headers: dict[bytes, str], scheme: str) -> None:
        """Pages of other sites may not post here on behalf of a visitor.  Programs send no origin."""
        origin = headers.get(b"origin")
        if origin is None:
            if headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
                raise _foreign()
            return
        host = headers.get(b"host", "")
        if not is_own(Origin.read(origin), scheme, host, self.settings.address):
            here = f"{scheme}://{host}"[:100]
            note_throttled("post from another origin", origin=origin[:100], here=here, address=self.settings.address)
            raise _foreign()


def _foreign() -> Problem:
    return Problem(403, "foreign-origin", say("Pages of other sites may not do this."))


class _Body:
    """A request body with a size limit that holds whatever its headers say."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive, self.largest, self._read = receive, largest, 0
        self.is_over = False

    async def receive(self) -> Message:
        """The next part."""
        message = await self._receive()
        if message["type"] == "http.request":
            self._read += len(message.get("body", b""))
            if self._read > self.largest:
                self.is_over = True
                raise self.too_large()
        return message

    def too_large(self) -> Problem:
        """413."""
        return Problem(413, "too-large", say("The body is larger than {limit} kB.", limit=self.largest // 1024))


def _with_headers(headers: Any, reference: str, secure: bool, path: str) -> list[tuple[bytes, bytes]]:
    present = {name.lower() for name, _ in headers}
    more = {**(FRAMED_HEADERS if path.startswith(FRAMED) else HEADERS), "x-request-id": reference}
    if secure:
        more["strict-transport-security"] = "max-age=31536000"
    if path.startswith(("/api", "/t/")):  # no cache may keep what one seat sees
        more["cache-control"] = "no-store"
    return [
        *headers,
        *((name.encode(), value.encode()) for name, value in more.items() if name.encode() not in present),
    ]
