"""The reader's own page (name, tables, ratings, account), and the choice of language and theme."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from branchline.games.catalogue import find_card
from branchline.match.validation import NAME_LENGTH, is_name
from branchline.server.accounts import ratings
from branchline.server.accounts.requester import Requester
from branchline.server.base.control_characters import Plain
from branchline.server.base.inputs import PASSWORD_LONGEST, PASSWORD_SHORTEST
from branchline.server.base.problems import Problem
from branchline.server.pages import notifications
from branchline.server.pages.rendering import THEMES, Look
from branchline.server.pages.responses import TOO_MANY, list_entry, page, redirect
from branchline.server.services import accounts, lists
from branchline.server.services.container import Services
from branchline.server.web.dependencies import RequesterDep, ServicesDep, get_or_create_person, is_secure, remember
from branchline.server.web.language import LOOK_COOKIE
from branchline.texts import LANGUAGES, say

router = APIRouter(include_in_schema=False)
YEAR = 365 * 86_400


async def _me(request: Request, services: Services, requester: Requester, error: str = "", status: int = 422) -> Response:
    who = requester.person
    mine = await lists.by_turn(services, requester, lists.MAX_LIST_LENGTH)
    async with services.store.read() as db:
        rated = await ratings.of_person(db, who.id) if who else []
    shown = [{**row, "title": find_card(row["game"]).title} for row in rated]
    return await page(
        request,
        requester,
        "me.html",
        status if error else 200,
        mine=[list_entry(row) for row in mine],
        ratings=shown,
        error=error,
        notifications=await notifications.shown(request, services, who),
    )


@router.get("/me")
async def me(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """The page with the reader's name, tables, ratings and account."""
    return await _me(request, services, requester)


@router.post("/me/name")
async def rename(
    request: Request, services: ServicesDep, requester: RequesterDep, name: Annotated[str, Form(max_length=200), Plain] = ""
) -> Response:
    """Change the reader's name."""
    name = name.strip()
    if not is_name(name):
        return await _me(request, services, requester, say("A name is one line of up to {most} letters.", most=NAME_LENGTH))
    if requester.person is not None and requester.person.has_account:
        return redirect(request, "/me/account")
    await get_or_create_person(request, services, requester, name)
    return redirect(request, "/me")


@router.post("/me/enter")
async def enter(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    account: Annotated[str, Form(max_length=200), Plain] = "",
    password: Annotated[str, Form(max_length=1000), Plain] = "",
    what: Annotated[str, Form(max_length=20), Plain] = "sign-in",
) -> Response:
    """Sign in, or create an account."""
    name = account.strip()
    try:
        if what == "register":
            if not is_name(name) or not PASSWORD_SHORTEST <= len(password) <= PASSWORD_LONGEST:
                raise Problem(422, "malformed", say("An account has a name, and a password of at least eight letters."))
            person = await accounts.register(services, requester, name, password)
        else:
            person = await accounts.sign_in(services, requester, name, password)
    except Problem as problem:
        if problem.status == TOO_MANY:
            raise
        return await _me(request, services, requester, problem.message, problem.status)
    remember(request, person)
    return redirect(request, "/me")


@router.post("/me/leave")
async def leave(services: ServicesDep, requester: RequesterDep) -> Response:
    """Sign out."""
    await services.identity.sign_out(requester.person)
    response = RedirectResponse("/", 303)
    services.identity.forget(response)
    return response


@router.post("/look")
async def set_look(
    request: Request,
    language: Annotated[str, Form(max_length=10), Plain] = "en",
    theme: Annotated[str, Form(max_length=10), Plain] = "",
    back: Annotated[str, Form(max_length=300), Plain] = "/",
) -> Response:
    """Keep the chosen language and theme in a cookie."""
    look = Look(language if language in LANGUAGES else "en", theme if theme in THEMES else "")
    here = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(here, 303)
    response.set_cookie(LOOK_COOKIE, look.cookie, max_age=YEAR, samesite="lax", httponly=True, secure=is_secure(request))
    return response
