"""The page of an account: name, password, other devices, public profile, deletion; and the page to set a lost password."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from branchline.match.validation import NAME_LENGTH, is_name
from branchline.server.accounts.requester import Requester
from branchline.server.base.control_characters import Plain
from branchline.server.base.inputs import PASSWORD_LONGEST, PASSWORD_SHORTEST
from branchline.server.base.problems import Problem
from branchline.server.pages.responses import TOO_MANY, page, redirect
from branchline.server.services import accounts, leaving, lost_passwords
from branchline.server.services.common import require_person
from branchline.server.services.container import Services
from branchline.server.store import people
from branchline.server.web.dependencies import RequesterDep, ServicesDep, remember, services_of
from branchline.texts import say

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form(max_length=1000), Plain]


async def _account_page(
    request: Request, services: Services, requester: Requester, error: str = "", status: int = 422, done: str = ""
) -> Response:
    who = requester.person
    async with services.store.read() as db:
        is_public = who is not None and await people.is_public(db, who.id)
    return await page(
        request,
        requester,
        "account.html",
        status if error else 200,
        error=error,
        done=_done(done),
        ended="" if who else await _ended(request, services),
        is_public=is_public,
        profile=f"/people/{who.id}" if who else "",
    )


def _done(what: str) -> str:
    """What was done, in words."""
    known = {
        "name": say("Your name is changed. You sign in with the new one."),
        "password": say("Your password is changed, and other devices are signed out."),
        "others": say("Other devices are signed out, and earlier links to your seats are void."),
        "profile": say("Saved."),
    }
    return known.get(what, "")


async def _ended(request: Request, services: Services) -> str:
    """Why the reader is not signed in any more, in words; empty if they never were."""
    match await services.identity.why_ended(request):
        case "deleted":
            return say("This account was deleted, on another device perhaps. Its games stay under another name.")
        case "ended":
            return say("You were signed out on this device. Sign in again to go on.")
    return ""


@router.get("/me/account")
async def account(request: Request, services: ServicesDep, requester: RequesterDep, done: str = "") -> Response:
    """The page of the reader's account."""
    return await _account_page(request, services, requester, done=done)


@router.post("/me/account/name")
async def rename(request: Request, services: ServicesDep, requester: RequesterDep, name: Text = "") -> Response:
    """Change the name of the account."""
    name = name.strip()
    if not is_name(name):
        sentence = say("A name is one line of up to {most} letters.", most=NAME_LENGTH)
        return await _account_page(request, services, requester, sentence)
    try:
        await accounts.rename(services, requester, name)
    except Problem as problem:
        return await _refused(request, services, requester, problem)
    return redirect(request, "/me/account?done=name")


async def _refused(request: Request, services: Services, requester: Requester, problem: Problem) -> Response:
    """The page again with the sentence of a refusal."""
    if problem.status == TOO_MANY or requester.person is None:
        raise problem
    return await _account_page(request, services, requester, problem.message, problem.status)


def _check_password(password: str) -> None:
    if not PASSWORD_SHORTEST <= len(password) <= PASSWORD_LONGEST:
        raise Problem(422, "malformed", say("A password has at least eight letters."), field="new")


@router.post("/me/account/password")
async def change_password(
    request: Request, services: ServicesDep, requester: RequesterDep, old: Text = "", new: Text = ""
) -> Response:
    """Change the password of the account."""
    try:
        _check_password(new)
        person = await accounts.change_password(services, requester, old, new)
    except Problem as problem:
        return await _refused(request, services, requester, problem)
    remember(request, person)
    return redirect(request, "/me/account?done=password")


@router.post("/me/account/others")
async def sign_out_others(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """Sign out all other devices."""
    remember(request, await accounts.sign_out_others(services, requester))
    return redirect(request, "/me/account?done=others")


@router.post("/me/account/profile")
async def set_profile(request: Request, services: ServicesDep, requester: RequesterDep, public: Text = "") -> Response:
    """Show the profile of the account to everybody, or hide it."""
    person = require_person(requester)
    async with services.store.write() as db:
        await services.identity.confirm(db, person)
        await people.set_public(db, person.id, bool(public))
    return redirect(request, "/me/account?done=profile")


@router.post("/me/account/delete")
async def delete(
    request: Request, services: ServicesDep, requester: RequesterDep, password: Text = "", sure: Text = ""
) -> Response:
    """Delete the reader's account."""
    try:
        if not sure:
            raise Problem(422, "malformed", say("Tick the box if you are sure. Nothing was deleted."))
        await leaving.delete_account(services, requester, password)
    except Problem as problem:
        return await _refused(request, services, requester, problem)
    response = await page(request, Requester(), "farewell.html")
    services.identity.forget(response)
    return response


# -- a lost password -----------------------------------------------------------------------------------------


@router.get("/reset")
async def reset_form(request: Request, requester: RequesterDep) -> Response:
    """The form for a new password, for who came by a link."""
    return await _reset_page(request, requester)


async def _reset_page(
    request: Request, requester: Requester, error: str = "", status: int = 200, is_asked: bool = False
) -> Response:
    sends_mail = services_of(request).mail_server is not None
    return await page(request, requester, "reset.html", status, error=error, sends_mail=sends_mail, is_asked=is_asked)


@router.post("/reset/mail")
async def mail_link(request: Request, services: ServicesDep, requester: RequesterDep, name: Text = "") -> Response:
    """Send a link for a new password to the confirmed address of an account."""
    try:
        await lost_passwords.mail_link(services, requester, name.strip())
    except Problem as problem:
        if problem.status == TOO_MANY:
            raise
        return await _reset_page(request, requester, problem.message, problem.status)
    return await _reset_page(request, requester, is_asked=True)


@router.post("/reset")
async def reset(
    request: Request, services: ServicesDep, requester: RequesterDep, secret: Text = "", new: Text = ""
) -> Response:
    """Set a new password, and sign in."""
    try:
        _check_password(new)
        person = await accounts.reset_password(services, requester, secret.strip(), new)
    except Problem as problem:
        if problem.status == TOO_MANY:
            raise
        return await _reset_page(request, requester, problem.message, problem.status)
    remember(request, person)
    return redirect(request, "/me/account?done=password")
