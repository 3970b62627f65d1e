"""The pages of the daily puzzles: the position, the answer, the archive."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse, Response

from branchline.games.spec import GameSpec
from branchline.review.puzzles import Puzzle
from branchline.review.sentences import points
from branchline.server.accounts.requester import Requester
from branchline.server.base.control_characters import Plain
from branchline.server.base.inputs import MOVE_LENGTH
from branchline.server.pages.question import AnswerRequest, GhostsRequest, Question, names_of
from branchline.server.pages.rendering import render
from branchline.server.pages.responses import game_card, page, redirect, spec_of
from branchline.server.pages.why import WhyRequest, reason
from branchline.server.services import daily, puzzles
from branchline.server.services.container import Services
from branchline.server.web.dependencies import RequesterDep, ServicesDep, remember, respond
from branchline.texts import count, naming, say

router = APIRouter(include_in_schema=False)


@router.get("/puzzles/{name}")
async def archive(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """The puzzles of the past days."""
    spec = spec_of(name)
    days = await puzzles.archive(services, requester, spec.name)
    shown = [(day, tally, told_tally(tally)) for day, tally in days]
    return await page(request, requester, "puzzles.html", game=game_card(spec.card), days=shown, today=daily.today())


@router.get("/puzzles/{name}/{day}")
async def puzzle_page(request: Request, name: str, day: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """The position of a puzzle."""
    spec = spec_of(name)
    if not services.warmup.games[spec.name].ready:
        return redirect(request, f"/wait/{spec.name}")
    return await _page(request, services, requester, spec, day, "")


async def _page(request: Request, services: Services, requester: Requester, spec: GameSpec, day: str, verdict: str) -> Response:
    puzzle = await puzzles.of_day(services, spec.name, day, request.method == "GET")
    tally = await puzzles.tally(services, requester, puzzle.id)

    def work() -> dict[str, Any]:
        with naming(names_of(puzzle.state)):
            return Question(puzzle.state, f"/puzzles/{spec.name}/{day}").values()

    values = await asyncio.to_thread(work)
    return await page(
        request,
        requester,
        "puzzle.html",
        game=game_card(spec.card),
        day=day,
        is_today=day == daily.today(),
        tally=tally,
        told=told_tally(tally),
        verdict=verdict,
        **values,
    )


@router.post("/puzzles/{name}/{day}/answer")
async def answer(
    request: Request, body: AnswerRequest, name: str, day: str, services: ServicesDep, requester: RequesterDep
) -> JSONResponse:
    """Whether a move is the one, and why."""
    data = await _answered(request, services, requester, spec_of(name), day, body.move)
    return respond(request, data)


@router.post("/puzzles/{name}/{day}")
async def answer_form(
    request: Request,
    name: str,
    day: str,
    services: ServicesDep,
    requester: RequesterDep,
    move: Annotated[str, Form(max_length=MOVE_LENGTH), Plain] = "",
) -> Response:
    """The same for a browser without JavaScript."""
    spec = spec_of(name)
    data = await _answered(request, services, requester, spec, day, move)
    return await _page(request, services, requester, spec, day, data["card"])


async def _answered(
    request: Request, services: Services, requester: Requester, spec: GameSpec, day: str, move: str
) -> dict[str, Any]:
    services.warmup.require(spec.name)
    puzzle = await puzzles.of_day(services, spec.name, day, choose=False)
    done, known = await puzzles.answer(services, requester, puzzle, move)
    if requester.person is None:
        remember(request, known.person)
    solved = done.right or move == puzzles.GIVEN_UP

    def work() -> dict[str, Any]:
        with naming(names_of(puzzle.state)):
            question = Question(puzzle.state, f"/puzzles/{spec.name}/{day}")
            card = render("verdict.html", **_verdict(question, puzzle, done, move), tally=told_tally(done.tally))
            return {"right": done.right, "solved": solved, "card": card, "after": question.after(puzzle.best) if solved else {}}

    return await asyncio.to_thread(work)


def _verdict(question: Question, puzzle: Puzzle, done: puzzles.Answered, move: str) -> dict[str, Any]:
    """The sentences about an answer."""
    solved = done.right or move == puzzles.GIVEN_UP
    if done.right:
        heading = say("Right!")
    else:
        heading = say("The solution") if solved else say("Not the best move.")
    nearest = min(loss for other, loss in puzzle.losses.items() if other != puzzle.best)
    return {
        "heading": heading,
        "good": solved,
        "move": question.told(puzzle.best if solved else move),
        "preview": question.preview(puzzle.best if solved else move),
        "loss": "" if solved else points(done.loss),
        "nearest": points(nearest) if solved else "",
        "line": question.line(puzzle.line) if solved else [],
        "easy": round(100 * puzzle.easy) if solved else None,
    }


def told_tally(tally: puzzles.Tally) -> str:
    """How many found the move, in words."""
    if not tally.answers:
        return say("Nobody has answered yet.")
    return count(
        "{found} of {n} person found the move at the first try.",
        "{found} of {n} people found the move at the first try.",
        tally.answers,
        found=tally.found,
    )


@router.post("/puzzles/{name}/{day}/ghosts")
async def ghosts(request: Request, body: GhostsRequest, name: str, day: str, services: ServicesDep) -> JSONResponse:
    """What some moves would put on the board."""
    spec = spec_of(name)
    services.warmup.require(spec.name)
    puzzle = await puzzles.of_day(services, spec.name, day, choose=False)
    with naming(names_of(puzzle.state)):
        return respond(request, Question(puzzle.state, "").ghosts(body.moves))


@router.post("/puzzles/{name}/{day}/why")
async def why(request: Request, body: WhyRequest, name: str, day: str, services: ServicesDep) -> JSONResponse:
    """Why a thing cannot be picked."""
    spec = spec_of(name)
    services.warmup.require(spec.name)
    puzzle = await puzzles.of_day(services, spec.name, day, choose=False)
    with naming(names_of(puzzle.state)):
        return respond(request, reason(puzzle.core, puzzle.state.hide(puzzle.actor), body.picks, body.name))
