"""What can be played here, and how the server is."""

from __future__ import annotations

import functools
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

import branchline
from branchline.bots import BOTS
from branchline.core.game import set_up
from branchline.games.catalogue import specs
from branchline.server import rating
from branchline.server.api.common import TheHouse, give
from branchline.server.api.models import GamesAnswer
from branchline.server.problems import Problem, not_found, responses
from branchline.server.store import rows
from branchline.texts import say, translated

router = APIRouter(tags=["house"])


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
                if row.values  # an option without values names a file; tables use what comes with the game
            ],
            "reconstructed": set_up(spec.name, None, {}).board.reconstructed,
        }
        for spec in specs()
    ]


@router.get("/api/games", summary="The games and bots", response_model=GamesAnswer, responses=responses())
def games(request: Request, house: TheHouse) -> JSONResponse:
    """Every game with its numbers of players and its options, and the names of the bots, from weak to strong."""
    found = [{**game, "ready": house.warmup.games[game["name"]].ready} for game in _games()]
    return give(request, {"games": found, "bots": list(BOTS)})


@router.get("/api/status", summary="How the server is", responses=responses())
async def status(request: Request, house: TheHouse) -> JSONResponse:
    """The progress of games being compiled, and some counts."""
    async with house.store.read() as db:
        counts = await rows.count_tables(db)
    return give(
        request,
        {
            "version": branchline.__version__,
            "games": house.warmup.status(),
            "ready": house.warmup.ready,
            "tables": counts,
            "tables_in_memory": house.tables.in_memory,
            "streams": house.hub.count(),
            "bots_waiting": house.thinking.waiting,
        },
    )


@router.get("/api/ratings/{game}", summary="The best players of a game", responses=responses(404))
async def ratings(request: Request, house: TheHouse, game: str) -> JSONResponse:
    """Persons with accounts by rating (OpenSkill's mu − 3 sigma), the best first."""
    if game not in house.warmup.games:
        raise not_found(say("There is no game of this name here."))
    async with house.store.read() as db:
        return give(request, {"game": game, "players": await rating.best(db, game, 100)})


@router.get("/health", summary="Whether the process lives", tags=["operation"])
async def health() -> dict[str, str]:
    """Answers as long as the event loop does."""
    return {"status": "alive"}


@router.get("/ready", summary="Whether requests can be served", tags=["operation"], responses=responses(503))
async def ready(request: Request, house: TheHouse) -> JSONResponse:
    """200 when the database answers and all background work goes on; 503 names what is down.

    Games may still be compiling, see `GET /api/status`.
    """
    try:
        async with house.store.read() as db:
            await rows.count_tables(db)
    except Exception as fault:
        raise Problem(503, "not-ready", say("The database does not answer."), {"Retry-After": "5"}) from fault
    if not house.ready:
        raise Problem(503, "not-ready", say("The server is closing."), {"Retry-After": "5"})
    if down := house.work.down():
        parts = ", ".join(map(translated, down))
        message = say("Part of the server is down: {parts}. It is started again. hint: the log says why.", parts=parts)
        raise Problem(503, "not-ready", message, {"Retry-After": "5"}, parts=down)
    return give(request, {"status": "ready", "games": {game["game"]: game["step"] for game in house.warmup.status()}})
