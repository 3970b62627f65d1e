"""Adds the site to the application."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import Scope

from branchline.errors import BranchlineError
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem
from branchline.server.pages import (
    account,
    account_settings,
    board_assets,
    daily,
    deals,
    embed,
    holiday,
    home,
    invitation,
    lessons,
    mistakes,
    my_games,
    notifications,
    planning,
    profile,
    puzzles,
    review,
    rules,
    share,
    table,
    tabs,
    tournaments,
    watch,
    web_app,
)
from branchline.server.pages.responses import whole_page
from branchline.server.pages.static_files import FOLDER, Static
from branchline.server.web.problems import from_error, from_http, from_validation
from branchline.texts import say

SMALLEST_ZIPPED = 300
INTERNAL, NOT_FOUND = 500, 404


def install(app: FastAPI) -> None:
    """Add the pages, the static files, compression, and error pages for people."""
    for part in (
        home,
        invitation,
        account,
        account_settings,
        notifications,
        web_app,
        table,
        tabs,
        share,
        review,
        mistakes,
        my_games,
        planning,
        holiday,
        embed,
        watch,
        tournaments,
        profile,
        deals,
        daily,
        puzzles,
        rules,
        lessons,
        board_assets,
    ):
        app.router.routes.extend(part.router.routes)
    app.mount("/static", Static(directory=FOLDER), "static")
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED, compresslevel=5)
    for kind in (Problem, BranchlineError, HTTPException, RequestValidationError):
        _as_page(app, kind)


def _as_page(app: FastAPI, kind: type[Exception]) -> None:
    """Answer an error with a page instead of JSON if the client is a browser."""
    usual: Any = app.exception_handlers[kind]

    async def handler(request: Request, error: Exception) -> Response:
        if not _looked_at_by_a_person(request):
            return await usual(request, error)
        return _page(request, _problem(error))

    app.add_exception_handler(kind, handler)


def _problem(error: Exception) -> Problem:
    """Any error as a problem, with the sentence for the page."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, RequestValidationError):
        return from_validation(error)
    if isinstance(error, BranchlineError):
        return from_error(error)
    assert isinstance(error, HTTPException)
    problem = from_http(error)
    if problem.status == NOT_FOUND:
        problem.message = say("There is no page at this address.")
    return problem


def refusal(scope: Scope, problem: Problem) -> Response:
    """The answer to a request that failed before any page handled it: a page for people, JSON for programs."""
    request = Request(scope)
    if not _looked_at_by_a_person(request):
        return problem.response()
    try:
        page = _page(request, problem)
    except Exception as fault:  # the pages themselves may have caused the error
        note("the page of a refusal failed", level=logging.ERROR, fault=fault)
        return problem.response()
    return page


def _page(request: Request, problem: Problem) -> Response:
    headings = {
        403: say("Not for you"),
        404: say("Nothing here"),
        429: say("Slowly, please"),
        500: say("Our mistake"),
        503: say("One moment"),
    }
    sentence = problem.message
    if problem.status == INTERNAL:
        sentence = say(
            "Something broke here, and it is written down as {reference}. Your game is safe: every move is kept.",
            reference=problem.more["reference"],
        )
    heading = headings.get(problem.status, say("That did not work"))
    shown = whole_page(request, None, 0, "error.html", problem.status, heading=heading, sentence=sentence)
    shown.headers.update(problem.headers or {})
    return shown


def _looked_at_by_a_person(request: Request) -> bool:
    if request.url.path.startswith(("/api/", "/static/", "/health", "/ready")):
        return False
    return "text/html" in request.headers.get("accept", "")
