"""The pages that belong to no table: the first page, new table, API, replay."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Annotated

from fastapi import APIRouter, File, Form, HTTPException, Request, UploadFile
from fastapi.responses import Response
from pydantic import ValidationError

from branchline.errors import BranchlineError
from branchline.games.catalogue import cards, folder
from branchline.games.spec import GameSpec
from branchline.review.budget import QUICK
from branchline.server.accounts.requester import Requester
from branchline.server.base.control_characters import Plain, has_control_characters
from branchline.server.base.inputs import RECORD_LENGTH
from branchline.server.base.problems import Problem
from branchline.server.pages import table_form
from branchline.server.pages.responses import TOO_MANY, game_card, list_entry, page, redirect, redirect_to_table, spec_of
from branchline.server.services import lists, reviews
from branchline.server.services.records import import_record
from branchline.server.services.requests import ImportRequest
from branchline.server.services.tables import open_table
from branchline.server.web.dependencies import RequesterDep, ServicesDep, get_requester, remember
from branchline.texts import say

router = APIRouter(include_in_schema=False)
LISTED = 8


# -- the first page ------------------------------------------------------------------------------------------


@router.get("/")
async def home(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """The first page: games, the reader's tables, open tables, games to watch."""
    mine = await lists.by_turn(services, requester, LISTED)
    public = await lists.lobby(services, most=LISTED, phases=("waiting", "playing"))
    found = {"mine": mine, "open": public["waiting"], "watch": public["playing"]}
    shown = {name: [list_entry(row) for row in tables] for name, tables in found.items()}
    unready = {name for name, progress in services.warmup.games.items() if not progress.ready}
    exhibition = services.settings.exhibition
    return await page(request, requester, "home.html", **shown, unready=unready, exhibition=exhibition)


@router.post("/play/{name}")
async def play_now(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """Open a table with bots at once."""
    spec = spec_of(name)
    body = table_form.table_request(spec, table_form.defaults(spec, "bots"), None)
    return redirect_to_table(request, await open_table(services, requester, body))


@router.get("/wait/{name}")
async def wait(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """Where to wait for what needs a compiled game, with the progress."""
    spec = spec_of(name)
    services.warmup.want(spec.name)
    progress = services.warmup.games[spec.name]
    return await page(request, requester, "wait.html", game=game_card(spec.card), progress=progress)


# -- new table -----------------------------------------------------------------------------------------------


async def _new_page(
    request: Request, requester: Requester, spec: GameSpec, chosen: table_form.Chosen, error: str = ""
) -> Response:
    return await page(
        request,
        requester,
        "new.html",
        422 if error else 200,
        game={**game_card(spec.card), "options": table_form.options(spec)},
        usual={option.name: str(option.default) for option in spec.options},
        chosen=chosen,
        ways=table_form.ways(),
        rules_line=table_form.rules_line(spec, chosen.options),
        time_line=table_form.time_line(chosen),
        finders=table_form.finders(),
        ratings=table_form.ratings(),
        seat_kinds=table_form.seat_kinds(),
        clocks=table_form.clocks(),
        time_outs=table_form.time_outs(),
        error=error,
    )


@router.get("/new")
async def new(request: Request, requester: RequesterDep, game: str = "", way: str = "live") -> Response:
    """The form for a new table, filled in for a way to play."""
    spec = spec_of(game or cards()[0].name)
    return await _new_page(request, requester, spec, table_form.defaults(spec, way))


async def _fields(request: Request) -> dict[str, str]:
    """The texts of a form whose fields depend on the game."""
    try:
        sent = await request.form(max_files=0, max_fields=60)
    except UnicodeError:  # the sender names the codec, and some of Python's codecs raise other errors than UnicodeDecodeError
        raise HTTPException(400) from None
    fields = {name: value for name, value in sent.items() if isinstance(value, str)}
    if any(has_control_characters(value) for value in fields.values()):
        raise Problem(422, "malformed", say("A text without control characters is needed here."))
    return fields


@router.post("/new")
async def open_new(request: Request, services: ServicesDep) -> Response:
    """Open the table that the form describes."""
    fields = await _fields(request)
    requester = await get_requester(request)  # not earlier: a form may arrive slowly, and the session may end meanwhile
    spec = spec_of(fields.get("game", ""))
    chosen = table_form.read(spec, fields)
    try:
        body = table_form.table_request(spec, chosen, chosen.name or None)
        return redirect_to_table(request, await open_table(services, requester, body))
    except Problem as problem:
        if problem.status == TOO_MANY:
            raise
        return await _new_page(request, requester, spec, chosen, problem.message)
    except (BranchlineError, ValidationError) as error:
        sentence = str(error) if isinstance(error, BranchlineError) else say("The name has a sign in it that cannot be shown.")
        return await _new_page(request, requester, spec, chosen, sentence)


# -- the API -------------------------------------------------------------------------------------------------


@router.get("/api")
async def api(request: Request, requester: RequesterDep) -> Response:
    """The API's documentation, made from its OpenAPI description."""
    return await page(request, requester, "api.html", api=request.app.openapi())


# -- replay --------------------------------------------------------------------------------------------------


@router.get("/replay")
async def replay(request: Request, requester: RequesterDep) -> Response:
    """The form in which a reader pastes or uploads a record."""
    return await _replay_page(request, requester)


async def _replay_page(request: Request, requester: Requester, error: str = "", text: str = "") -> Response:
    shown = [game_card(card) for card in cards() if sample_of(card.name).is_file()]
    return await page(request, requester, "replay.html", 422 if error else 200, error=error, text=text, samples=shown)


def sample_of(name: str) -> Traversable:
    """The file with a game's sample record; a game may have none."""
    return folder(name) / "data" / "sample.txt"


@router.post("/replay")
async def show_record(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    text: Annotated[str, Form(max_length=RECORD_LENGTH), Plain] = "",
    sample: Annotated[str, Form(max_length=100), Plain] = "",
    then: Annotated[str, Form(max_length=20), Plain] = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Open a table from a record, so that the game can be replayed, or reviewed at once."""
    record = text
    if sample and (stored := sample_of(spec_of(sample).name)).is_file():
        record = stored.read_text(encoding="utf-8")
    elif file is not None and file.size:
        record = (await file.read()).decode("utf-8", "replace")
    try:
        if not record.strip():
            raise Problem(422, "malformed", say("There is no record in the form."))
        if has_control_characters(record):
            raise Problem(422, "malformed", say("A text without control characters is needed here."))
        body = ImportRequest(record=record[:RECORD_LENGTH], name=None)
        opened = await import_record(services, requester, body, must_be_over=then == "review")
        if then == "review":
            await reviews.ask(opened.at, QUICK)
            remember(request, opened.newcomer)
            return redirect(request, f"/t/{opened.at.id}/review")
        return redirect_to_table(request, opened)
    except (Problem, BranchlineError) as error:
        if isinstance(error, Problem) and error.status == TOO_MANY:
            raise
        sentence = error.message if isinstance(error, Problem) else str(error)
        return await _replay_page(request, requester, sentence, record[:20_000])
