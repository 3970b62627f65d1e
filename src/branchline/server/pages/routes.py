"""Pages around the tables: the first page, new table, rules, replay, you."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, HTTPException, Request, UploadFile
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from branchline.errors import BranchlineError
from branchline.games.catalogue import cards, find_card, find_spec
from branchline.games.spec import Card, GameSpec
from branchline.match.validation import NAME_LENGTH, is_name
from branchline.server.accounts import ratings
from branchline.server.accounts.identity import Person, Requester
from branchline.server.pages import table_form
from branchline.server.pages.rendering import THEMES, Look, designers, render
from branchline.server.pages.words import name_of
from branchline.server.services import accounts, lists
from branchline.server.services.common import NAMELESS, Opened
from branchline.server.services.container import Services
from branchline.server.services.records import import_record
from branchline.server.services.requests import ImportRequest
from branchline.server.services.tables import open_table
from branchline.server.web.control_characters import Plain, has_control_characters
from branchline.server.web.dependencies import RequesterDep, ServicesDep, get_requester, is_secure, remember, somebody
from branchline.server.web.language import LOOK_COOKIE
from branchline.server.web.problems import Problem, not_found
from branchline.texts import LANGUAGES, say, translated

router = APIRouter(include_in_schema=False)
LISTED = 8
YEAR = 365 * 86_400
LONGEST_RECORD = 400_000
TOO_MANY = 429
"""The status of a refusal that is no fault of the form: it gets a page of its own."""


def spec_of(name: str) -> GameSpec:
    """The game named in an address, or 404."""
    try:
        return find_spec(name)
    except ValueError:
        raise not_found(say("There is no game of this name here.")) from None


def game_card(card: Card) -> dict[str, Any]:
    """A game as pages show it."""
    return {
        "name": card.name,
        "title": card.title,
        "summary": translated(card.summary),
        "designer": card.designer,
        "players": card.players,
        "fewest": min(card.players),
        "most": max(card.players),
    }


def page(request: Request, requester: Requester, template: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """A whole page in the reader's language, with the cookie for a newcomer."""
    look = Look.of(request)
    person: Person | None = getattr(request.state, "remember", None) or requester.person
    text = render(
        template,
        language=look.language,
        theme=look.theme,
        languages=LANGUAGES,
        here=request.url.path,
        designers=designers(),
        games=[game_card(card) for card in cards()],
        person={
            "name": person.name if person and person.name != NAMELESS else "",
            "account": bool(person and person.has_account),
        },
        **values,
    )
    return _with_cookie(request, HTMLResponse(text, status, {"cache-control": "no-store"}))


def _with_cookie(request: Request, response: Any) -> Any:
    services: Services = request.app.state.services
    person = getattr(request.state, "remember", None)
    if person is not None:
        services.identity.remember(response, person, is_secure(request))
    return response


def go(request: Request, address: str) -> Response:
    """Send the browser to another page of ours."""
    response: Response = _with_cookie(request, RedirectResponse(address, 303))
    return response


def go_to_table(request: Request, opened: Opened) -> Response:
    """Send the browser to a table just opened."""
    remember(request, opened.newcomer)
    return go(request, f"/t/{opened.at.id}")


def entry(shown: dict[str, Any]) -> dict[str, Any]:
    """A table of a list, in words."""
    states = {"waiting": say("waiting"), "playing": say("move {ply}", ply=shown["ply"]), "over": say("finished")}
    names = [
        say("free seat") if seat["kind"] == "open" else name_of(number, seat) for number, seat in enumerate(shown["seats"])
    ]
    return {**shown, "state": states.get(shown["phase"], say("closed")), "names": names}


# -- the first page ------------------------------------------------------------------------------------------


@router.get("/")
async def home(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """Games, own tables, open tables, games to watch."""
    mine = await lists.own_tables(services, requester, LISTED)
    public = await lists.lobby(services, most=LISTED, phases=("waiting", "playing"))
    found = {"mine": mine, "open": public["waiting"], "watch": public["playing"]}
    shown = {name: [entry(row) for row in tables] for name, tables in found.items()}
    unready = {name for name, progress in services.warmup.games.items() if not progress.ready}
    return page(request, requester, "home.html", **shown, unready=unready)


@router.post("/play/{name}")
async def play_now(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """A table with bots, at once."""
    spec = spec_of(name)
    if not services.warmup.games[spec.name].ready:
        return go(request, f"/wait/{spec.name}")
    body = table_form.table_request(spec, table_form.defaults(spec), None)
    return go_to_table(request, await open_table(services, requester, body))


@router.get("/wait/{name}")
async def wait(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """A game that is still being compiled, and how far it is."""
    spec = spec_of(name)
    services.warmup.want(spec.name)
    progress = services.warmup.games[spec.name]
    return page(request, requester, "wait.html", game=game_card(spec.card), progress=progress)


# -- new table -----------------------------------------------------------------------------------------------


def _new_page(request: Request, requester: Requester, spec: GameSpec, chosen: table_form.Chosen, error: str = "") -> Response:
    return page(
        request,
        requester,
        "new.html",
        422 if error else 200,
        game={**game_card(spec.card), "options": table_form.options(spec)},
        chosen=chosen,
        seat_kinds=table_form.seat_kinds(),
        clocks=table_form.clocks(),
        time_outs=table_form.time_outs(),
        error=error,
    )


@router.get("/new")
async def new(request: Request, requester: RequesterDep, game: str = "") -> Response:
    """The form for a new table."""
    spec = spec_of(game or cards()[0].name)
    return _new_page(request, requester, spec, table_form.defaults(spec))


async def _fields(request: Request) -> dict[str, str]:
    """The texts of a form whose fields depend on the game."""
    try:
        sent = await request.form(max_files=0, max_fields=60)
    except UnicodeError:  # a sender names the codec, and some codecs of Python raise more than UnicodeDecodeError
        raise HTTPException(400) from None
    fields = {name: value for name, value in sent.items() if isinstance(value, str)}
    if any(has_control_characters(value) for value in fields.values()):
        raise Problem(422, "malformed", say("A text without control characters is needed here."))
    return fields


@router.post("/new")
async def open_new(request: Request, services: ServicesDep) -> Response:
    """Open the table that the form describes."""
    fields = await _fields(request)
    requester = await get_requester(request)  # not before: a form may come slowly, and a session end meanwhile
    spec = spec_of(fields.get("game", ""))
    chosen = table_form.read(spec, fields)
    if not services.warmup.games[spec.name].ready:
        return go(request, f"/wait/{spec.name}")
    try:
        body = table_form.table_request(spec, chosen, chosen.name or None)
        return go_to_table(request, await open_table(services, requester, body))
    except Problem as problem:
        if problem.status == TOO_MANY:
            raise
        return _new_page(request, requester, spec, chosen, problem.message)
    except (BranchlineError, ValueError) as error:
        sentence = str(error) if isinstance(error, BranchlineError) else say("The name has a sign in it that cannot be shown.")
        return _new_page(request, requester, spec, chosen, sentence)


# -- rules ---------------------------------------------------------------------------------------------------


@router.get("/rules")
async def all_rules(request: Request) -> Response:
    """The rules of the first game; the page leads to the others."""
    return go(request, f"/rules/{cards()[0].name}")


@router.get("/rules/{name}")
async def rules(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """The rules of a game, every paragraph with an address of its own."""
    from branchline.learn import rules_page  # here: no other page waits for the reader of Markdown

    spec = spec_of(name)
    ready = services.warmup.games[spec.name].ready
    look = Look.of(request)
    text = await asyncio.to_thread(rules_page.html, spec.name, look.language, ready)
    return page(request, requester, "rules.html", game=game_card(spec.card), text=text)


@router.get("/api")
async def api(request: Request, requester: RequesterDep) -> Response:
    """The API in words, from its own description."""
    return page(request, requester, "api.html", api=request.app.openapi())


# -- replay --------------------------------------------------------------------------------------------------


@router.get("/replay")
async def replay(request: Request, requester: RequesterDep) -> Response:
    """The form for a record."""
    return page(request, requester, "replay.html", error="", text="")


@router.post("/replay")
async def show_record(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    text: Annotated[str, Form(max_length=LONGEST_RECORD), Plain] = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Put a record on a table of its own, to be looked at."""
    record = text
    if file is not None and file.size:
        record = (await file.read()).decode("utf-8", "replace")
    try:
        if not record.strip():
            raise Problem(422, "malformed", say("There is no record in the form."))
        if has_control_characters(record):
            raise Problem(422, "malformed", say("A text without control characters is needed here."))
        body = ImportRequest(record=record[:LONGEST_RECORD], name=None)
        return go_to_table(request, await import_record(services, requester, body))
    except (Problem, BranchlineError) as error:
        if isinstance(error, Problem) and error.status == TOO_MANY:
            raise
        sentence = error.message if isinstance(error, Problem) else str(error)
        return page(request, requester, "replay.html", 422, error=sentence, text=record[:20_000])


# -- you -----------------------------------------------------------------------------------------------------


async def _me(request: Request, services: Services, requester: Requester, error: str = "", status: int = 422) -> Response:
    who = requester.person
    mine = await lists.own_tables(services, requester, lists.LONGEST_LIST)
    async with services.store.read() as db:
        rated = await ratings.of_person(db, who.id) if who else []
    shown = [{**row, "title": find_card(row["game"]).title} for row in rated]
    return page(
        request, requester, "me.html", status if error else 200, mine=[entry(row) for row in mine], ratings=shown, error=error
    )


@router.get("/me")
async def me(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """Name, tables, ratings, account."""
    return await _me(request, services, requester)


@router.post("/me/name")
async def rename(
    request: Request, services: ServicesDep, requester: RequesterDep, name: Annotated[str, Form(max_length=200), Plain] = ""
) -> Response:
    """Another name."""
    name = name.strip()
    if not is_name(name):
        return await _me(request, services, requester, say("A name is one line of up to {most} letters.", most=NAME_LENGTH))
    await somebody(request, services, requester, name)
    return go(request, "/me")


@router.post("/me/enter")
async def enter(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    account: Annotated[str, Form(max_length=200), Plain] = "",
    password: Annotated[str, Form(max_length=1000), Plain] = "",
    what: Annotated[str, Form(max_length=20), Plain] = "sign-in",
) -> Response:
    """Sign in, or make an account."""
    name = account.strip()
    try:
        if what == "register":
            if not is_name(name) or not 8 <= len(password) <= 200:
                raise Problem(422, "malformed", say("An account has a name, and a password of at least eight letters."))
            person = await accounts.register(services, requester, name, password)
        else:
            person = await accounts.sign_in(services, requester, name, password)
    except Problem as problem:
        if problem.status == TOO_MANY:
            raise
        return await _me(request, services, requester, problem.message, problem.status)
    remember(request, person)
    return go(request, "/me")


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
    """Language and theme, kept in a cookie."""
    look = Look(language if language in LANGUAGES else "en", theme if theme in THEMES else "")
    here = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(here, 303)
    response.set_cookie(LOOK_COOKIE, look.cookie, max_age=YEAR, samesite="lax", httponly=True, secure=is_secure(request))
    return response
