"""You: your name, account, tokens and webhooks."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from branchline.server import rating
from branchline.server.api.common import TheAsker, TheHouse, give, remember, somebody
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
from branchline.server.identity import Identity, Person
from branchline.server.problems import not_found, responses
from branchline.server.services import accounts as services
from branchline.server.services.common import known
from branchline.server.store import people
from branchline.texts import say

router = APIRouter(tags=["you"])


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
    responses=responses(401, 409),
)
async def register(request: Request, body: AccountRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """So that your games and ratings follow you.

    Tables, seats and chat that you have begun as a guest come along.  Your tokens and webhooks do not, nor other copies of
    your cookie: whoever made them might not be you.  Make them anew.
    """
    person = await services.register(house, asker, body.name, body.password)
    remember(request, person)
    return give(request, shown(person), 201)


@router.post("/api/session", summary="Sign in", response_model=PersonAnswer, responses=responses(401))
async def sign_in(request: Request, body: AccountRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """Sign in with name and password.

    Tables, seats and chat that you have begun as a guest come along; the guest's tokens and webhooks are removed.  Wrong
    passwords are limited by account too, in all browsers together that have not signed in to it before.
    """
    person = await services.sign_in(house, asker, body.name, body.password)
    remember(request, person)
    return give(request, shown(person))


@router.delete("/api/session", summary="Sign out", status_code=204, response_class=Response, responses=responses(401))
async def sign_out(house: TheHouse, asker: TheAsker) -> Response:
    """Your sessions end in all browsers, and so do their streams; tokens stay.

    A guest without account loses their seats, except by the seats' links.
    """
    await house.identity.sign_out(asker.person)
    response = Response(status_code=204)
    Identity.forget(response)
    return response


@router.put(
    "/api/accounts/password",
    summary="Change your password",
    response_model=PersonAnswer,
    responses=responses(401),
)
async def change_password(request: Request, body: PasswordRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """Sessions in other browsers end, and so do their streams; tokens stay, see `GET /api/tokens`."""
    person = await services.change_password(house, asker, body.old, body.new)
    remember(request, person)
    return give(request, shown(person))


# -- tokens -----------------------------------------------------------------------------------------------


@router.post(
    "/api/tokens",
    summary="Make a token for a program",
    status_code=201,
    response_model=TokenAnswer,
    responses=responses(401, 409),
)
async def make_token(request: Request, body: TokenRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """A program that sends `Authorization: Bearer …` with it acts as you.

    Without a cookie you are a newcomer, and the token's label is your name: so a script needs one request to begin.
    """
    made = await services.make_token(house, asker, body.label)
    return give(request, {"id": made.id, "label": body.label, "token": made.secret}, 201)


@router.get("/api/tokens", summary="Your tokens", responses=responses(401))
async def list_tokens(request: Request, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """Their ids and labels; the tokens themselves are not kept."""
    async with house.store.read() as db:
        return give(request, {"tokens": await people.tokens_of(db, known(asker).id)})


@router.delete(
    "/api/tokens/{token}", summary="Revoke a token", status_code=204, response_class=Response, responses=responses(401, 404)
)
async def revoke_token(token: str, house: TheHouse, asker: TheAsker) -> Response:
    """It is void from now on, and the streams opened with it end."""
    person = known(asker)
    async with house.identity.voiding(person.id) as db:
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
async def make_webhook(request: Request, body: WebhookRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """We POST JSON there when it is your turn and when a game is over.

    `Branchline-Signature` is `sha256=` and the HMAC of the body with the `secret` in this answer, which is shown only now.
    """
    made = await services.make_webhook(house, asker, body.url)
    return give(request, {"id": made.id, "url": body.url, "secret": made.secret}, 201)


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
