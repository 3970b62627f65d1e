"""The pages of one's mistakes in a reviewed game: a list, and each mistake as a question."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from branchline.review.sentences import points
from branchline.server.base.control_characters import Plain
from branchline.server.base.inputs import MOVE_LENGTH
from branchline.server.pages.question import AnswerRequest, GhostsRequest, Question
from branchline.server.pages.rendering import render
from branchline.server.pages.responses import game_card, page, redirect
from branchline.server.pages.table import public_names
from branchline.server.pages.why import WhyRequest, reason
from branchline.server.services import mistakes
from branchline.server.services.common import TableContext
from branchline.server.services.mistakes import Mistake
from branchline.server.services.puzzles import GIVEN_UP
from branchline.server.web.dependencies import TableDep, respond
from branchline.texts import naming, say, sentence, translated, you

router = APIRouter(include_in_schema=False)
SeatQuery = Annotated[int | None, Query(ge=0, le=19)]
PlyPath = Annotated[int, Path(ge=0, le=1_000_000)]


@router.get("/t/{table}/mistakes")
async def overview(request: Request, at: TableDep, seat: SeatQuery = None) -> Response:
    """The mistakes of a player.  Without a review: the page on which to ask for it."""
    review = await mistakes.review_of(at)
    if review is None:
        return redirect(request, f"/t/{at.id}/review")
    mine, names = mistakes.seat_of(at, review, seat), public_names(at)
    with naming(names):
        found = [(step.ply, sentence(translated(step.mark)), points(step.error)) for step in mistakes.mistakes_of(review, mine)]
        return await page(
            request,
            at.requester,
            "mistakes.html",
            game=game_card(at.live.match.game.spec.card),
            table=at.id,
            mistakes=found,
            seat=mine,
            names=[sentence(name) for name in names],
            is_mine=mine in at.rights.seats,
        )


@router.get("/t/{table}/mistakes/{ply}")
async def question(request: Request, at: TableDep, ply: PlyPath) -> Response:
    """The position before a mistake."""
    return await _page(request, at, ply, "")


async def _page(request: Request, at: TableContext, ply: int, verdict: str) -> Response:
    review, mistake = await mistakes.mistake_at(at, ply)
    plies = [step.ply for step in mistakes.mistakes_of(review, mistake.state.actor)]
    later = [other for other in plies if other > ply]

    def work() -> dict[str, Any]:
        with naming(_names(at, mistake)):
            asked = _question(at, mistake)
            return {**asked.values(), "played": asked.told(mistake.step.move)}

    values = await asyncio.to_thread(work)
    return await page(
        request,
        at.requester,
        "mistake.html",
        game=game_card(at.live.match.game.spec.card),
        table=at.id,
        number=plies.index(ply) + 1,
        total=len(plies),
        next=later[0] if later else None,
        seat=mistake.state.actor,
        lost=points(mistake.step.error),
        verdict=verdict,
        **values,
    )


def _names(at: TableContext, mistake: Mistake) -> list[str]:
    names = public_names(at)
    names[mistake.state.actor] = you()
    return names


def _question(at: TableContext, mistake: Mistake) -> Question:
    return Question(mistake.state, f"/t/{at.id}/mistakes/{mistake.step.ply}")


@router.post("/t/{table}/mistakes/{ply}/answer")
async def answer(request: Request, body: AnswerRequest, at: TableDep, ply: PlyPath) -> JSONResponse:
    """Whether a move is better, and why."""
    return respond(request, await _answered(at, ply, body.move))


@router.post("/t/{table}/mistakes/{ply}")
async def answer_form(
    request: Request, at: TableDep, ply: PlyPath, move: Annotated[str, Form(max_length=MOVE_LENGTH), Plain] = ""
) -> Response:
    """The same for a browser without JavaScript."""
    return await _page(request, at, ply, (await _answered(at, ply, move))["card"])


async def _answered(at: TableContext, ply: int, move: str) -> dict[str, Any]:
    loss = 0.0 if move == GIVEN_UP else await mistakes.loss_at(at, ply, move)
    _, mistake = await mistakes.mistake_at(at, ply)
    right = move != GIVEN_UP and loss < mistakes.ACCEPTED
    solved = right or move == GIVEN_UP
    shown = mistake.best if move == GIVEN_UP else mistake.state.game.move(move).text

    def work() -> dict[str, Any]:
        with naming(_names(at, mistake)):
            asked = _question(at, mistake)
            card = render(
                "mistake_verdict.html",
                heading=say("Right!") if right else say("Better was") if solved else say("Not good enough."),
                good=solved,
                move=asked.told(shown),
                preview=asked.preview(shown),
                loss="" if solved else points(loss),
                best=asked.told(mistake.best) if right and shown != mistake.best else "",
                again=shown == mistake.step.move,
                line=asked.line(mistake.step.line) if shown == mistake.best and mistake.step.line else [],
            )
            return {"right": right, "solved": solved, "card": card, "after": asked.after(shown) if solved else {}}

    return await asyncio.to_thread(work)


@router.post("/t/{table}/mistakes/{ply}/ghosts")
async def ghosts(request: Request, body: GhostsRequest, at: TableDep, ply: PlyPath) -> JSONResponse:
    """What some moves would put on the board."""
    _, mistake = await mistakes.mistake_at(at, ply)
    with naming(_names(at, mistake)):
        return respond(request, _question(at, mistake).ghosts(body.moves))


@router.post("/t/{table}/mistakes/{ply}/why")
async def why(request: Request, body: WhyRequest, at: TableDep, ply: PlyPath) -> JSONResponse:
    """Why a thing cannot be picked."""
    _, mistake = await mistakes.mistake_at(at, ply)
    with naming(_names(at, mistake)):
        position = mistake.state.hide(mistake.state.actor)
        return respond(request, reason(mistake.state.game, position, body.picks, body.name))
