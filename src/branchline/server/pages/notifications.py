"""How a person is notified: their choices on the page about themselves, and the pages behind the links in mails."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import JSONResponse, Response

from branchline.server.accounts.requester import Person
from branchline.server.base.control_characters import Plain
from branchline.server.base.problems import Problem
from branchline.server.notifications.links import CONFIRM, OFF, REFUSE
from branchline.server.pages.responses import TOO_MANY, page, redirect
from branchline.server.services import accounts, notifications
from branchline.server.services.container import Services
from branchline.server.services.requests import EndpointRequest, PushRequest
from branchline.server.store.channel_rows import MAIL, PUSH
from branchline.server.web.dependencies import RequesterDep, ServicesDep
from branchline.texts import say

router = APIRouter(include_in_schema=False)
HERE = "/me#notifications"
Act = Literal["confirm", "off", "refuse"]
Key = Annotated[str, Query(max_length=1000), Plain]


async def shown(request: Request, services: Services, person: Person | None) -> dict[str, Any]:
    """The values of the section about notifications."""
    found = await notifications.subscribed(services, person) if person else notifications.Subscribed([], None)
    return {
        "webhooks": await accounts.webhooks_of(services, person) if person else [],
        "browsers": len(found.browsers),
        "expired": found.expired,
        "mail": found.mail,
        "has_mail": services.mail_server is not None,
        "minutes": max(1, round(services.settings.mail_interval / 60)),
        "problem": _problem(request.query_params.get("mail", "")),
        "words": {
            "none": say(
                "This browser cannot be told anything while the site is closed. On an iPhone or iPad, first put Branchline on"
                " the home screen and open it there."
            ),
            "denied": say("This browser shows no notifications from here. You can change that in its settings for this site."),
            "failed": say("The push service of this browser does not answer. Try again later."),
            "on": say("This device gets notifications."),
            "off": say("This device gets no notifications."),
        },
    }


def _problem(kind: str) -> str:
    """What was wrong with a mail address, after the page was sent again."""
    problems = {
        "bad-address": say("This is no e-mail address. hint: it looks like name@trains.example."),
        "refused-address": say("The owner of this address wants no e-mail from here."),
        "no-mail": say("This site sends no e-mails."),
    }
    return problems.get(kind, "")


# -- push -----------------------------------------------------------------------------------------------


@router.get("/me/notifications/push")
async def push_state(
    services: ServicesDep, requester: RequesterDep, endpoint: Annotated[str, Query(max_length=1000), Plain] = ""
) -> JSONResponse:
    """The key with which a browser subscribes, and whether this browser is told already."""
    person = requester.person
    found = (await notifications.subscribed(services, person)).browsers if person else []
    is_on = any(channel.address == endpoint for channel in found)
    return JSONResponse({"key": services.push_key.public, "on": is_on}, headers={"cache-control": "no-store"})


@router.post("/me/notifications/push")
async def push_on(services: ServicesDep, requester: RequesterDep, body: PushRequest) -> JSONResponse:
    """Tell this browser."""
    await notifications.add_browser(services, requester, body)
    return JSONResponse({})


@router.post("/me/notifications/push/off")
async def push_off(services: ServicesDep, body: EndpointRequest) -> JSONResponse:
    """Tell this browser nothing more."""
    await notifications.remove_browser(services, body.endpoint)
    return JSONResponse({})


@router.post("/me/notifications/off")
async def all_off(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    kind: Annotated[Literal["push", "mail", "expired", "webhook"], Form()],
    hook: Annotated[str, Form(max_length=100), Plain] = "",
) -> Response:
    """Turn off push messages on all devices, or mails, or a webhook, or the word about devices that get none any more."""
    if kind == "webhook":
        await accounts.remove_webhook(services, requester, hook)  # if it is gone already, it is off
    elif kind == "expired":
        await notifications.forget_expired(services, requester)
    else:
        await notifications.remove_all(services, requester, PUSH if kind == "push" else MAIL)
    return redirect(request, HERE)


# -- mail -----------------------------------------------------------------------------------------------


@router.post("/me/notifications/mail")
async def mail_on(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    address: Annotated[str, Form(max_length=300), Plain] = "",
    zone: Annotated[str, Form(max_length=100), Plain] = "",
) -> Response:
    """Ask for mails."""
    try:
        await notifications.set_mail(services, requester, address.strip(), zone)
    except Problem as problem:
        if problem.status == TOO_MANY or not _problem(problem.kind):
            raise
        return redirect(request, f"/me?mail={problem.kind}#notifications")
    return redirect(request, HERE)


@router.get("/mail/{act}")
async def mail_link(request: Request, services: ServicesDep, requester: RequesterDep, act: Act, key: Key = "") -> Response:
    """The page behind a link in a mail.  It acts by itself, but only in a browser: mail programs look at links, too."""
    link = notifications.read_link(services, act, key)
    headings = {
        CONFIRM: say("E-mails about your tables"),
        OFF: say("No more e-mails"),
        REFUSE: say("Never an e-mail from here"),
    }
    asks = {
        CONFIRM: say("Shall e-mails about your tables go to {address}?", address=link.address),
        OFF: say("Shall no more e-mails go to {address}?", address=link.address),
        REFUSE: say("Shall nobody be able to have e-mails sent to {address}?", address=link.address),
    }
    return await page(request, requester, "mail_link.html", heading=headings[act], sentence=asks[act], act=act, done=False)


@router.post("/mail/{act}")
async def follow_mail_link(
    request: Request, services: ServicesDep, requester: RequesterDep, act: Act, key: Key = ""
) -> Response:
    """Do what a link in a mail says, without a session.  Mail programs post here, too (RFC 8058)."""
    link = notifications.read_link(services, act, key)
    is_there = await notifications.follow(services, link)
    done = {
        CONFIRM: say("Thank you. From now on e-mails about your tables go to {address}.", address=link.address),
        OFF: say("Done. No more e-mails go to {address}.", address=link.address),
        REFUSE: say("Done. Nobody can have e-mails sent to {address} any more.", address=link.address),
    }
    gone = say("There is nothing to do: no e-mails go to {address}.", address=link.address)
    heading = say("Done") if is_there else say("Nothing to do")
    sentence = done[act] if is_there else gone
    return await page(request, requester, "mail_link.html", heading=heading, sentence=sentence, act=act, done=True)
