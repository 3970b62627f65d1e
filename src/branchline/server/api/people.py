"""You: your name, account, tokens and webhooks."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from branchline.server import rating
from branchline.server.api.common import Costly, TheAsker, TheHouse, give, is_secure, somebody
from branchline.server.api.models import (
    AccountRequest,
    NameRequest,
    PasswordRequest,
    PersonAnswer,
    TokenAnswer,
    TokenRequest,
    WebhookAnswer,
    WebhookRequest,
)
from branchline.server.identity import Asker, Identity, Person
from branchline.server.keys import new_token
from branchline.server.problems import Problem, not_found, responses
from branchline.server.store import people
from branchline.server.webhooks import check_url
from branchline.texts import say

router = APIRouter(tags=["you"])
MOST_TOKENS = 20
MOST_WEBHOOKS = 5


def known(asker: Asker) -> Person:
    """The person who asks, or 401."""
    if asker.person is None:
        message = say("You are not known here yet. hint: give a name (`POST /api/me`), or use a token.")
        raise Problem(401, "nobody", message, {"WWW-Authenticate": "Bearer"})
    return asker.person


def shown(person: Person | None) -> dict[str, object]:
    """A person as the API shows him."""
    if person is None:
        return {"known": False, "name": None, "account": False}
    return {"known": True, "name": person.name, "account": person.has_account}


@router.get("/api/me", summary="Who you are", response_model=PersonAnswer, responses=responses(401))
async def me(request: Request, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """Your name, whether you have an account, and your ratings."""
    found: list[dict[str, object]] = []
    if asker.person is not None:
        async with house.store.read() as db:
            found = await rating.of_person(db, asker.person.id)
    return give(request, {**shown(asker.person), "ratings": found})


@router.post("/api/me", summary="Give your name", response_model=PersonAnswer, responses=responses(401))
async def set_name(request: Request, body: NameRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """The name you play under.  A newcomer gets a cookie; nothing needs an account."""
    return give(request, shown(await somebody(request, house, asker, body.name)))


# -- accounts ---------------------------------------------------------------------------------------------


@router.post(
    "/api/accounts",
    summary="Make an account",
    status_code=201,
    response_model=PersonAnswer,
    dependencies=[Costly],
    responses=responses(401, 409),
)
async def register(request: Request, body: AccountRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """So that your games and ratings follow you.  What you have begun as a guest comes along."""
    person = await house.identity.register(asker.person, body.name, body.password)
    request.state.remember = person
    return give(request, shown(person), 201)


@router.post("/api/session", summary="Sign in", response_model=PersonAnswer, dependencies=[Costly], responses=responses(401))
async def sign_in(request: Request, body: AccountRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """Sign in with name and password."""
    person = await house.identity.sign_in(asker.person, body.name, body.password)
    request.state.remember = person
    return give(request, shown(person))


@router.delete("/api/session", summary="Sign out", status_code=204, response_class=Response, responses=responses())
async def sign_out(request: Request) -> Response:
    """Take the cookie away.  A guest without account loses his seats in this browser, except by their links."""
    response = Response(status_code=204)
    Identity.forget(response)
    return response


@router.put(
    "/api/accounts/password",
    summary="Change your password",
    response_model=PersonAnswer,
    dependencies=[Costly],
    responses=responses(401),
)
async def change_password(request: Request, body: PasswordRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """Sessions in other browsers end; tokens stay."""
    person = await house.identity.change_password(known(asker), body.old, body.new)
    response = JSONResponse(shown(person))
    house.identity.remember(response, person, is_secure(request))
    return response


# -- tokens -----------------------------------------------------------------------------------------------


@router.post(
    "/api/tokens",
    summary="Make a token for a program",
    status_code=201,
    response_model=TokenAnswer,
    dependencies=[Costly],
    responses=responses(401, 409),
)
async def make_token(request: Request, body: TokenRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """A program that sends `Authorization: Bearer …` with it acts as you.

    Without a cookie you are a newcomer, and the token's label is your name: so a script needs one request to begin.
    """
    person = asker.person or await house.identity.newcomer(body.label)
    secret = new_token()
    async with house.store.write() as db:
        if len(await people.tokens_of(db, person.id)) >= MOST_TOKENS:
            raise Problem(409, "too-many", say("You have {most} tokens. hint: remove one first.", most=MOST_TOKENS))
        number = await people.add_token(db, person.id, secret, body.label)
    return give(request, {"id": number, "label": body.label, "token": secret}, 201)


@router.get("/api/tokens", summary="Your tokens", responses=responses(401))
async def list_tokens(request: Request, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """Their ids and labels; the tokens themselves are not kept."""
    async with house.store.read() as db:
        return give(request, {"tokens": await people.tokens_of(db, known(asker).id)})


@router.delete(
    "/api/tokens/{token}", summary="Revoke a token", status_code=204, response_class=Response, responses=responses(401, 404)
)
async def revoke_token(token: str, house: TheHouse, asker: TheAsker) -> Response:
    """It is void from now on."""
    async with house.store.write() as db:
        if not await people.remove_token(db, known(asker).id, token):
            raise not_found(say("There is no token of yours with this id here."))
    return Response(status_code=204)


# -- webhooks ---------------------------------------------------------------------------------------------


@router.post(
    "/api/webhooks",
    summary="Be told at an address of yours",
    status_code=201,
    response_model=WebhookAnswer,
    dependencies=[Costly],
    responses=responses(401, 409),
)
async def make_webhook(request: Request, body: WebhookRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """We POST JSON there when it is your turn and when a game is over.

    `Branchline-Signature` is `sha256=` and the HMAC of the body with the `secret` in this answer, which is shown only now.
    """
    person = known(asker)
    check_url(body.url, house.settings.private_webhooks)
    secret = secrets.token_urlsafe(24)
    async with house.store.write() as db:
        if len(await people.webhooks_of(db, [person.id])) >= MOST_WEBHOOKS:
            raise Problem(409, "too-many", say("You have {most} webhooks. hint: remove one first.", most=MOST_WEBHOOKS))
        number = await people.add_webhook(db, person.id, body.url, secret)
    return give(request, {"id": number, "url": body.url, "secret": secret}, 201)


@router.get("/api/webhooks", summary="Your webhooks", responses=responses(401))
async def list_webhooks(request: Request, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """Their ids and addresses."""
    async with house.store.read() as db:
        found = await people.webhooks_of(db, [known(asker).id])
    return give(request, {"webhooks": [{name: hook[name] for name in ("id", "url", "created")} for hook in found]})


@router.delete(
    "/api/webhooks/{hook}", summary="Remove a webhook", status_code=204, response_class=Response, responses=responses(401, 404)
)
async def remove_webhook(hook: str, house: TheHouse, asker: TheAsker) -> Response:
    """Nothing more is sent there."""
    async with house.store.write() as db:
        if not await people.remove_webhook(db, known(asker).id, hook):
            raise not_found(say("There is no webhook of yours with this id here."))
    return Response(status_code=204)
