"""The pages of the lessons: guided first games, step by step."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from branchline.games.catalogue import cards
from branchline.games.spec import GameSpec
from branchline.learn import SEAT, Lesson, has_lesson, lesson
from branchline.server.base.problems import not_found
from branchline.server.pages.choices import hand_of, offer_of
from branchline.server.pages.pictures import is_square, part, pictures_of, shown_layers
from branchline.server.pages.rendering import render
from branchline.server.pages.responses import game_card, page, spec_of
from branchline.server.pages.why import WhyRequest, nothing, reason
from branchline.server.pages.words import choosing
from branchline.server.web.dependencies import RequesterDep, respond
from branchline.texts import naming, say, translated, you

router = APIRouter(include_in_schema=False)
StepQuery = Annotated[int, Query(ge=0, le=1000)]


@router.get("/learn")
async def learn(request: Request, requester: RequesterDep) -> Response:
    """The list of lessons."""
    found = []
    for card in cards():
        if has_lesson(card.name):
            given = lesson(card.name)
            found.append(
                {"name": card.name, "title": card.title, "promise": translated(given.promise), "minutes": given.minutes}
            )
    return await page(request, requester, "learn.html", lessons=found)


@router.get("/learn/{name}")
async def step(request: Request, name: str, requester: RequesterDep, step: StepQuery = 0) -> Response:
    """One step of a lesson."""
    spec = spec_of(name)
    given = _lesson_with(spec, step)

    def work() -> dict[str, Any]:
        with naming(given.names(you())):
            return _values(given, step)

    values = await asyncio.to_thread(work)
    return await page(request, requester, "lesson.html", game=game_card(spec.card), **values)


@router.post("/learn/{name}/why")
async def why(request: Request, body: WhyRequest, name: str, step: StepQuery = 0) -> JSONResponse:
    """Why a thing cannot be picked in a step of a lesson."""
    given = _lesson_with(spec_of(name), step)
    if not given.steps[step].expect:
        return respond(request, {"text": nothing()})

    def work() -> dict[str, str]:
        with naming(given.names(you())):
            return reason(given.game, given.state(step).hide(SEAT), body.picks, body.name)

    return respond(request, await asyncio.to_thread(work))


def _lesson_with(spec: GameSpec, step: int) -> Lesson:
    """The lesson of a game, if it has one with this step."""
    if not has_lesson(spec.name):
        raise not_found(say("{game} has no lesson.", game=spec.card.title))
    given = lesson(spec.name)
    if step >= len(given.steps):
        raise not_found(say("There is no step of this number here."))
    return given


def _values(lesson: Lesson, number: int) -> dict[str, Any]:
    """The values of a step for the template."""
    shown, state = lesson.steps[number].spoken(), lesson.state(number)
    spec, position = state.game.spec, state.hide(SEAT)
    layers = shown_layers(spec, position, SEAT, None)
    offer: dict[str, Any] = {"choices": [], "labels": {}, "pictures": {}, "token": str(number), "now": ""}
    after: dict[str, dict[str, str]] = {}
    ghosts: dict[str, dict[str, str]] = {}
    if shown.expect:
        offer = offer_of(state, position, str(number))
        for move in state.legal():
            if move.text in shown.expect:
                ghosts[move.text] = {
                    "svg": spec.picks.ghost(position, move.id),
                    "preview": spec.text.preview(position, move.id),
                }
        played = state.copy().play(shown.expect[0])
        for layer, svg in shown_layers(spec, played.hide(SEAT), SEAT, position).items():
            if svg != layers[layer]:
                after[layer] = part(svg)
    pictures = pictures_of(spec, position, SEAT, layers)
    return {
        "number": number,
        "steps": len(lesson.steps),
        "step": asdict(shown),
        "pictures": pictures,
        "square": is_square(pictures[0]),
        "hand": render("table/hand.html", things=hand_of(spec, position, SEAT)),
        "data": {
            "offer": offer,
            "expect": shown.expect,
            "show": shown.show,
            "after": after,
            "ghosts": ghosts,
            "words": choosing(),
            "rules": f"/rules/{spec.name}",
            "why": f"/learn/{spec.name}/why?step={number}",
        },
    }
