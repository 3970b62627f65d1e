"""The pages of the lessons: guided first games, step by step."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from branchline.games.catalogue import cards
from branchline.learn import SEAT, Lesson, has_lesson, lesson
from branchline.server.pages.moment import hand_of, is_square, known, offer_of, pictures_of, shown_layers
from branchline.server.pages.rendering import render
from branchline.server.pages.responses import game_card, page, redirect, spec_of
from branchline.server.pages.words import choosing
from branchline.server.web.dependencies import RequesterDep, ServicesDep
from branchline.server.web.problems import not_found
from branchline.texts import naming, say, translated

router = APIRouter(include_in_schema=False)


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
    return page(request, requester, "learn.html", lessons=found)


@router.get("/learn/{name}")
async def step(
    request: Request, name: str, services: ServicesDep, requester: RequesterDep, step: Annotated[int, Query(ge=0, le=1000)] = 0
) -> Response:
    """One step of a lesson."""
    spec = spec_of(name)
    if not has_lesson(spec.name):
        raise not_found(say("{game} has no lesson.", game=spec.card.title))
    if not services.warmup.games[spec.name].ready:
        return redirect(request, f"/wait/{spec.name}")
    given = lesson(spec.name)
    if step >= len(given.steps):
        raise not_found(say("There is no step of this number here."))

    def work() -> dict[str, Any]:
        with naming(given.names(say("You"))):
            return _values(given, step)

    values = await asyncio.to_thread(work)
    return page(request, requester, "lesson.html", game=game_card(spec.card), **values)


def _values(lesson: Lesson, number: int) -> dict[str, Any]:
    """The values of a step for the template."""
    shown, state = lesson.steps[number].spoken(), lesson.state(number)
    spec, position = state.game.spec, state.hide(SEAT)
    layers = shown_layers(spec, position, SEAT, None)
    offer: dict[str, Any] = {"choices": [], "labels": {}, "pictures": {}, "token": str(number)}
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
                after[layer] = known(f"layer-{layer}", svg, ())
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
        },
    }
