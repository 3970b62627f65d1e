"""The refusal of a request: a sentence for people, a kind for programs, and the status of the answer."""

from __future__ import annotations

from typing import Any

from fastapi.responses import JSONResponse


class Problem(Exception):
    """Refuse a request."""

    def __init__(self, status: int, kind: str, message: str, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(message)
        self.status, self.kind, self.message = status, kind, message
        self.headers, self.more = headers, more

    def response(self) -> JSONResponse:
        """The answer to send."""
        body = {"kind": self.kind, "message": self.message, **self.more}
        return JSONResponse(body, self.status, self.headers)


def not_found(message: str) -> Problem:
    """404."""
    return Problem(404, "not-found", message)


def forbidden(message: str) -> Problem:
    """403."""
    return Problem(403, "forbidden", message)
