"""What can be played on this server, and the state of the server."""

from __future__ import annotations

import functools
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

import branchline
from branchline.bots import BOTS
from branchline.core.game import set_up
from branchline.games.catalogue import specs
from branchline.server.accounts import ratings as stored_ratings
from branchline.server.api.answers import GamesAnswer
from branchline.server.base.problems import Problem, not_found
from branchline.server.store import rows
from branchline.server.web.dependencies import ServicesDep, respond
from branchline.server.web.problems import responses
from branchline.texts import say, translated

router = APIRouter(tags=["server"])


@functools.cache
def _games() -> list[dict[str, Any]]:
    return [
        {
            "name": spec.name,
            "title": spec.card.title,
            "summary": spec.card.summary,
            "designer": spec.card.designer,
            "publishers": spec.card.publishers,
            "players": list(spec.card.players),
            "options": [
                {"name": row.name, "values": list(row.values), "default": row.default, "text": row.text, "only": row.only}
                for row in spec.options
                if row.values  # an option without values names a file; tables use only the files that come with the game
            ],
            "reconstructed": set_up(spec.name, None, {}).board.reconstructed,
        }
        for spec in specs()
    ]


@router.get("/api/games", summary="The games and bots", response_model=GamesAnswer, responses=responses())
def games(request: Request, services: ServicesDep) -> JSONResponse:
    """Every game with its numbers of players and its options, and the names of the bots, from weak to strong.

    A game that is not `ready` is still being compiled.  It can be played, but its bots look only one move ahead.
    """
    found = [{**game, "ready": services.warmup.games[game["name"]].ready} for game in _games()]
    return respond(request, {"games": found, "bots": list(BOTS)})


@router.get("/api/status", summary="How the server is", responses=responses())
async def status(request: Request, services: ServicesDep) -> JSONResponse:
    """The progress of games being compiled, and some counts."""
    async with services.store.read() as db:
        counts = await rows.count_tables(db)
    return respond(
        request,
        {
            "version": branchline.__version__,
            "games": services.warmup.status(),
            "ready": services.warmup.ready,
            "tables": counts,
            "tables_in_memory": len(services.tables.cache),
            "streams": services.hub.count(),
            "bots_waiting": services.bots.waiting,
        },
    )


@router.get("/api/ratings/{game}", summary="The best players of a game", responses=responses(404))
async def ratings(request: Request, services: ServicesDep, game: str) -> JSONResponse:
    """Persons with accounts by rating (OpenSkill's mu − 3 sigma), the best first."""
    if game not in services.warmup.games:
        raise not_found(say("There is no game of this name here."))
    async with services.store.read() as db:
        return respond(request, {"game": game, "players": await stored_ratings.best(db, game, 100)})


@router.get("/health", summary="Whether the process lives", tags=["operation"])
async def health() -> dict[str, str]:
    """Answers as long as the event loop does."""
    return {"status": "alive"}


@router.get("/ready", summary="Whether requests can be served", tags=["operation"], responses=responses(503))
async def ready(request: Request, services: ServicesDep) -> JSONResponse:
    """200 when the database answers and all background work goes on; 503 names what is down.

    Games may still be compiling, see `GET /api/status`.
    """
    try:
        async with services.store.read() as db:
            await rows.count_tables(db)
    except Exception as fault:
        raise Problem(503, "not-ready", say("The database does not answer."), {"Retry-After": "5"}) from fault
    if not services.ready:
        raise Problem(503, "not-ready", say("The server is closing."), {"Retry-After": "5"})
    if down := services.work.down():
        parts = ", ".join(map(translated, down))
        message = say("Part of the server is down: {parts}. It is started again. hint: the log says why.", parts=parts)
        raise Problem(503, "not-ready", message, {"Retry-After": "5"}, parts=down)
    return respond(request, {"status": "ready", "games": {game["game"]: game["step"] for game in services.warmup.status()}})
