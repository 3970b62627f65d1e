"""Planning moves on the page of a table, and notes at its positions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import Field

from branchline.server.base.inputs import MoveText
from branchline.server.pages.choices import in_words
from branchline.server.pages.rendering import render
from branchline.server.pages.table import names_at
from branchline.server.services import notes, plans
from branchline.server.services.notes import NoteRequest, NoteText
from branchline.server.services.plans import PlanRequest, ThenRequest
from branchline.server.services.requests import RequestModel
from branchline.server.web.dependencies import ChangingTableDep, TableDep, respond
from branchline.texts import naming, seat, sentence

router = APIRouter(include_in_schema=False)
LISTED = 400
"""Moves of a list; the rest can be typed."""


class PlanForm(RequestModel):
    """The form for a plan: fields without a value are not sent."""

    move: MoveText
    first: MoveText | None = Field(None, description="The decision that is expected of whoever is to decide now.")
    at: str = Field(pattern="^[0-9]{1,7}[.][0-9]{1,8}$", description="Ply and version of the page.")


class ThenForm(RequestModel):
    """The form for a further decision of a plan."""

    number: str = Field(pattern="^[0-9]$")
    move: MoveText


class NoteForm(RequestModel):
    """The form for a note; without a text the note is removed."""

    ply: str = Field(pattern="^[0-9]{1,7}$")
    text: NoteText = ""


@router.get("/t/{table}/plan")
async def plan_form(at: TableDep, number: Annotated[int | None, Query(ge=0, le=9)] = None) -> Response:
    """The form for a plan, or for a further decision of the plan with this number, with moves that may be possible."""
    match = at.live.match
    known = (await plans.read(at)).plans if number is not None else ()
    plan = known[number] if number is not None and number < len(known) else None
    ahead = await plans.look_ahead(at, plan.after if plan else (), plan.moves if plan else ())
    with naming(names_at(at)):
        text = render(
            "table/plan.html",
            table=at.id,
            at=f"{match.ply}.{match.version}",
            actor="" if match.decider is None else sentence(seat(match.decider)),
            number=None if plan is None else number,
            coming=[(move, in_words(match.game, move)) for move in ahead.next[:LISTED]],
            own=[(move, in_words(match.game, move)) for move in ahead.own[:LISTED]],
        )
    return HTMLResponse(text, headers={"cache-control": "no-store"})


@router.post("/t/{table}/plan")
async def add_plan(request: Request, body: PlanForm, at: ChangingTableDep) -> JSONResponse:
    """Plan the move of the form."""
    ply, _, version = body.at.partition(".")
    after: list[str | None] = [] if body.first is None else [body.first]
    wanted = PlanRequest(moves=[body.move], after=after, ply=int(ply), version=int(version))
    return respond(request, (await plans.add(at, wanted)).to_dict())


@router.post("/t/{table}/plan/then")
async def lengthen_plan(request: Request, body: ThenForm, at: ChangingTableDep) -> JSONResponse:
    """Add the move of the form to a plan."""
    wanted = ThenRequest(number=int(body.number), move=body.move)
    return respond(request, (await plans.go_on(at, wanted)).to_dict())


@router.post("/t/{table}/note")
async def write_note(request: Request, body: NoteForm, at: ChangingTableDep) -> JSONResponse:
    """Keep the note of the form."""
    found = await notes.write(at, NoteRequest(ply=int(body.ply), text=body.text))
    return respond(request, {"notes": [note.to_dict() for note in found]})
