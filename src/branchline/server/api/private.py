"""Routes for what a seat keeps to itself: planned moves and notes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from branchline.server.services import notes, plans
from branchline.server.services.notes import NoteRequest
from branchline.server.services.plans import DropRequest, PlanRequest, ThenRequest
from branchline.server.web.dependencies import ChangingTableDep, TableDep, respond
from branchline.server.web.problems import responses

router = APIRouter(tags=["play"])
REFUSALS = responses(401, 404, 409, 503)
SeatQuery = Annotated[int | None, Query(ge=0, le=19)]


class PlanAnswer(BaseModel):
    """A plan."""

    moves: list[str]
    after: list[str | None]
    ply: int
    version: int
    begun: bool


class PlansAnswer(BaseModel):
    """The plans of a seat."""

    plans: list[PlanAnswer]
    told: dict[str, Any] | None = Field(
        description="What became of the last plans: `why` is `made`, `stopped` (the turn passed, or something was drawn), or"
        " why they are void: `undo`, `other`, `illegal`, `moved`, `drawn`, `bot` or `over`."
    )


class NoteAnswer(BaseModel):
    """A note."""

    ply: int
    text: str
    taken_back: bool


@router.get("/api/tables/{table}/plans", summary="Your planned moves", response_model=PlansAnswer, responses=REFUSALS)
async def read_plans(request: Request, at: TableDep, seat: SeatQuery = None) -> JSONResponse:
    """The moves that your seat makes when its turn comes.  Nobody else can learn of them."""
    return respond(request, (await plans.read(at, seat)).to_dict())


@router.post("/api/tables/{table}/plans", summary="Plan moves", status_code=201, response_model=PlansAnswer, responses=REFUSALS)
async def add_plan(request: Request, body: PlanRequest, at: ChangingTableDep) -> JSONResponse:
    """Plan moves for your next turn.  The first plan that fits is made; if none fits, all are dropped."""
    return respond(request, (await plans.add(at, body)).to_dict(), 201)


@router.post("/api/tables/{table}/plans/then", summary="Go on with a plan", response_model=PlansAnswer, responses=REFUSALS)
async def lengthen_plan(request: Request, body: ThenRequest, at: ChangingTableDep) -> JSONResponse:
    """Add a decision of the same turn to a plan."""
    return respond(request, (await plans.go_on(at, body)).to_dict())


@router.post("/api/tables/{table}/plans/drop", summary="Drop plans", response_model=PlansAnswer, responses=REFUSALS)
async def drop_plan(request: Request, body: DropRequest, at: ChangingTableDep) -> JSONResponse:
    """Drop one plan, or all of them."""
    return respond(request, (await plans.drop(at, body)).to_dict())


@router.get("/api/tables/{table}/notes", summary="Your notes", response_model=list[NoteAnswer], responses=REFUSALS)
async def read_notes(request: Request, at: TableDep, seat: SeatQuery = None) -> JSONResponse:
    """Your notes to yourself, in the order of the game.  Nobody else can read them."""
    return respond(request, [note.to_dict() for note in await notes.read(at, seat)])


@router.post("/api/tables/{table}/notes", summary="Write a note", response_model=list[NoteAnswer], responses=REFUSALS)
async def write_note(request: Request, body: NoteRequest, at: ChangingTableDep) -> JSONResponse:
    """A note to yourself at a position.  It replaces the one that is there; an empty text removes it."""
    return respond(request, [note.to_dict() for note in await notes.write(at, body)])
