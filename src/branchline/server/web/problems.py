"""The API's error answers.  They all have one shape, with a sentence for people and a kind for programs."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from branchline.errors import BranchlineError, Closed, IllegalMove, NotAllowed, NotStarted, NotYourSeat, WrongPly
from branchline.server.base.problems import Problem
from branchline.server.web.validation_messages import message_of
from branchline.texts import say


class ProblemBody(BaseModel):
    """Why a request was refused."""

    kind: str = Field(examples=["illegal-move"], description="What went wrong, for programs.")
    message: str = Field(
        examples=["The railroad stands at Fargo, and no track leads from there to Butte (NP 2.1)."],
        description="What went wrong, as a sentence for people.",
    )
    rule: str | None = Field(None, examples=["NP 2.1"], description="The paragraph of the rules that forbids a move.")
    ply: int | None = Field(None, description="The table's present ply, where the request expected another.")
    version: int | None = Field(None, description="The table's present version, where the request expected another.")
    field: str | None = Field(None, description="The part of the request that is wrong.")
    reference: str | None = Field(None, description="The number under which a fault of the server stands in its log.")


def install(app: FastAPI) -> None:
    """Give every kind of error the one shape."""

    @app.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> JSONResponse:
        return error.response()

    @app.exception_handler(BranchlineError)
    async def sentence(request: Request, error: BranchlineError) -> JSONResponse:
        return from_error(error).response()

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        return from_validation(error).response()

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        return from_http(error).response()


def from_http(error: HTTPException) -> Problem:
    """An error of the framework with our own sentence, because the framework's sentences are English only."""
    kinds = {404: "not-found", 405: "method-not-allowed", 400: "malformed", 413: "too-large"}
    messages = {
        400: say("The body cannot be read."),
        404: say("There is nothing at this address."),
        405: say("This address does not take that method."),
    }
    message = messages.get(error.status_code, str(error.detail))
    headers = dict(error.headers) if error.headers else None
    return Problem(error.status_code, kinds.get(error.status_code, "refused"), message, headers)


def from_validation(error: RequestValidationError) -> Problem:
    """The answer to a malformed request: 422 with a sentence.

    The sentence does not repeat the input, which may be long, secret or not even valid text.
    """
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Problem(422, "malformed", say("The body is not valid JSON."))
    where = ".".join(str(part) for part in first["loc"] if part != "body")[:80]
    where = where.encode("ascii", "replace").decode()
    said = message_of(first).encode("utf-8", "replace").decode()[:200]
    return Problem(422, "malformed", f"{where}: {said}" if where else said, field=where)


def from_error(error: BranchlineError) -> Problem:
    """An error of the package as an answer: 422 with its sentence."""
    if isinstance(error, IllegalMove):
        return Problem(422, "illegal-move", str(error), rule=error.rule)
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in type(error).__name__)
    more: dict[str, Any] = {"ply": error.ply, "version": error.version} if isinstance(error, WrongPly) else {}
    return Problem(_status(error), words.lstrip("-"), str(error), **more)


def _status(error: BranchlineError) -> int:
    if isinstance(error, (WrongPly, NotStarted, Closed)):
        return 409
    return 403 if isinstance(error, (NotYourSeat, NotAllowed)) else 422


RESPONSES: dict[int | str, dict[str, Any]] = {
    code: {"model": ProblemBody, "description": text}
    for code, text in {
        400: "The body is not JSON.",
        401: "The token or password is not known.",
        403: "Not yours to do.",
        404: "No such thing.",
        409: "Somebody was faster: look again. Or the table was damaged (`unreadable`).",
        413: "The body is too large.",
        422: "Malformed, or against the rules; the message says which.",
        429: "Too many requests; `Retry-After` says when to come back.",
        503: "The server cannot do that now; `Retry-After` says when to come back.",
    }.items()
}
"""The errors by status, for the OpenAPI description."""


def responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The errors of an operation for its description.  Any request can be rate-limited or malformed, so these are included."""
    return {code: RESPONSES[code] for code in sorted({*codes, 400, 403, 413, 422, 429})}
