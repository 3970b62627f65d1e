"""The routes about the requester: name, account, tokens and webhooks."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from branchline.server.accounts import ratings
from branchline.server.accounts.identity import Identity
from branchline.server.accounts.requester import Person
from branchline.server.api.answers import PersonAnswer, TokenAnswer, WebhookAnswer
from branchline.server.base.problems import Problem, not_found
from branchline.server.services import accounts as account_service
from branchline.server.services.common import require_person
from branchline.server.services.requests import AccountRequest, NameRequest, PasswordRequest, TokenRequest, WebhookRequest
from branchline.server.store import people
from branchline.server.web.dependencies import RequesterDep, ServicesDep, get_or_create_person, remember, respond
from branchline.server.web.problems import responses
from branchline.texts import say

router = APIRouter(tags=["you"])


def shown(person: Person | None) -> dict[str, object]:
    """A person as the API shows them."""
    if person is None:
        return {"known": False, "name": None, "account": False}
    return {"known": True, "name": person.name, "account": person.has_account}


@router.get("/api/me", summary="Who you are", response_model=PersonAnswer, responses=responses(401))
async def me(request: Request, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """Your name, whether you have an account, and your ratings."""
    found: list[dict[str, object]] = []
    if requester.person is not None:
        async with services.store.read() as db:
            found = await ratings.of_person(db, requester.person.id)
    return respond(request, {**shown(requester.person), "ratings": found})


@router.post("/api/me", summary="Give your name", response_model=PersonAnswer, responses=responses(401, 409))
async def set_name(request: Request, body: NameRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """The name you play under.  A newcomer gets a cookie; nothing needs an account.

    An account has its name for signing in, too: `PUT /api/accounts/name` changes it.
    """
    person = requester.person
    if person is not None and person.has_account and person.name != body.name:
        raise Problem(409, "signed-in", say("An account keeps its name. hint: change it on your page, or sign out."))
    return respond(request, shown(await get_or_create_person(request, services, requester, body.name)))


# -- accounts ---------------------------------------------------------------------------------------------


@router.post(
    "/api/accounts",
    summary="Make an account",
    status_code=201,
    response_model=PersonAnswer,
    responses=responses(401, 409),
)
async def register(request: Request, body: AccountRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """Create an account, so that your games and ratings follow you.

    Tables, seats and chat that you have begun as a guest come along.  Your tokens, webhooks and other
    copies of your cookie become void, because somebody else may have made them.  Make them anew.
    """
    person = await account_service.register(services, requester, body.name, body.password)
    remember(request, person)
    return respond(request, shown(person), 201)


@router.post("/api/session", summary="Sign in", response_model=PersonAnswer, responses=responses(401))
async def sign_in(request: Request, body: AccountRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """Sign in with name and password.

    Tables, seats and chat that you have begun as a guest come along; the guest's tokens and webhooks are removed.  Wrong
    passwords are limited by account too, in all browsers together that have not signed in to it before.
    """
    person = await account_service.sign_in(services, requester, body.name, body.password)
    remember(request, person)
    return respond(request, shown(person))


@router.delete("/api/session", summary="Sign out", status_code=204, response_class=Response, responses=responses(401))
async def sign_out(services: ServicesDep, requester: RequesterDep) -> Response:
    """Your sessions end in all browsers, and so do their streams; tokens stay.

    A guest without account loses their seats, except by the seats' links.
    """
    await services.identity.sign_out(requester.person)
    response = Response(status_code=204)
    Identity.forget(response)
    return response


@router.put(
    "/api/accounts/password",
    summary="Change your password",
    response_model=PersonAnswer,
    responses=responses(401),
)
async def change_password(
    request: Request, body: PasswordRequest, services: ServicesDep, requester: RequesterDep
) -> JSONResponse:
    """Sessions in other browsers end, and so do their streams; tokens stay, see `GET /api/tokens`."""
    person = await account_service.change_password(services, requester, body.old, body.new)
    remember(request, person)
    return respond(request, shown(person))


@router.put(
    "/api/accounts/name",
    summary="Change your name",
    response_model=PersonAnswer,
    responses=responses(401, 409),
)
async def rename(request: Request, body: NameRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """The new name is the one you sign in with.  Tables where you sit keep the name that you had there."""
    return respond(request, shown(await account_service.rename(services, requester, body.name)))


# -- tokens -----------------------------------------------------------------------------------------------


@router.post(
    "/api/tokens",
    summary="Make a token for a program",
    status_code=201,
    response_model=TokenAnswer,
    responses=responses(401, 409),
)
async def make_token(request: Request, body: TokenRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """A program that sends `Authorization: Bearer …` with it acts as you.

    Without a cookie you are a newcomer, and the token's label is your name: so a script needs one request to begin.
    """
    made = await account_service.make_token(services, requester, body.label)
    return respond(request, {"id": made.id, "label": body.label, "token": made.secret}, 201)


@router.get("/api/tokens", summary="Your tokens", responses=responses(401))
async def list_tokens(request: Request, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """Their ids and labels; the tokens themselves are not kept."""
    async with services.store.read() as db:
        return respond(request, {"tokens": await people.tokens_of(db, require_person(requester).id)})


@router.delete(
    "/api/tokens/{token}", summary="Revoke a token", status_code=204, response_class=Response, responses=responses(401, 404)
)
async def revoke_token(token: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """It is void from now on, and the streams opened with it end."""
    person = require_person(requester)
    async with services.identity.voiding(person.id) as db:
        if not await people.remove_token(db, person.id, token):
            raise not_found(say("There is no token of yours with this id here."))
    return Response(status_code=204)


# -- webhooks ---------------------------------------------------------------------------------------------


@router.post(
    "/api/webhooks",
    summary="Be told at an address of yours",
    status_code=201,
    response_model=WebhookAnswer,
    responses=responses(401, 409),
)
async def make_webhook(request: Request, body: WebhookRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """We POST JSON there when it is your turn and when a game is over.

    `Branchline-Signature` is `sha256=` and the HMAC of the body with the `secret` in this answer, which is shown only now.
    """
    made = await account_service.make_webhook(services, requester, body.url)
    return respond(request, {"id": made.id, "url": body.url, "secret": made.secret}, 201)


@router.get("/api/webhooks", summary="Your webhooks", responses=responses(401))
async def list_webhooks(request: Request, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """Their ids and addresses."""
    return respond(request, {"webhooks": await account_service.webhooks_of(services, require_person(requester))})


@router.delete(
    "/api/webhooks/{hook}", summary="Remove a webhook", status_code=204, response_class=Response, responses=responses(401, 404)
)
async def remove_webhook(hook: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """Nothing more is sent there."""
    if not await account_service.remove_webhook(services, requester, hook):
        raise not_found(say("There is no webhook of yours with this id here."))
    return Response(status_code=204)
