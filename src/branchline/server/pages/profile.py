"""Public profiles, and leaderboards."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from branchline.games.catalogue import cards, find_card
from branchline.server.accounts.ratings import shown
from branchline.server.base.inputs import ID
from branchline.server.pages import words
from branchline.server.pages.my_games import shown_game
from branchline.server.pages.rating_graph import SURE, rating_graph
from branchline.server.pages.responses import game_card, page, spec_of
from branchline.server.services import profiles
from branchline.server.tables.results import BOTS, MIXED, PEOPLE
from branchline.server.web.dependencies import RequesterDep, ServicesDep
from branchline.texts import say

router = APIRouter(include_in_schema=False)
PersonId = Annotated[str, Path(**ID)]


@router.get("/people/{person}")
async def profile(request: Request, services: ServicesDep, requester: RequesterDep, person: PersonId) -> Response:
    """The profile of a person."""
    found = await profiles.profile_of(services, requester, person)
    return await page(
        request,
        requester,
        "profile.html",
        name=found.person.name,
        is_public=found.is_public,
        is_mine=found.is_mine,
        ratings=[_rating(rating) for rating in found.ratings],
        results=[_result(row) for row in found.results],
        rivals=[_rival(row) for row in found.rivals],
        against_me=_rival(found.against_me) if found.against_me else None,
        shared=[shown_game(row) for row in found.shared],
    )


def _rating(rating: profiles.GameRating) -> dict[str, Any]:
    title = find_card(rating.game).title
    last = rating.steps[-1] if rating.steps else None
    return {
        "title": title,
        "rating": rating.rating,
        "games": rating.games,
        "estimate": f"{last.mu:.1f} ± {SURE * last.sigma:.1f}" if last else "",
        "graph": rating_graph(rating.steps, title),
    }


def _result(row: Any) -> dict[str, Any]:
    """The results against one kind of company."""
    return {
        "title": find_card(row.game).title,
        "players": row.players,
        "company": _company(row.company),
        "games": row.games,
        "wins": int(row.wins),
        "share": round(100 * int(row.wins) / row.games),
        "rank": f"{float(row.rank):.1f}",
    }


def _company(company: str) -> str:
    """The others at a table, in words."""
    known = {PEOPLE: say("people"), MIXED: say("people and bots"), BOTS: say("bots of several levels")}
    return known.get(company) or words.level_of(company)


def _rival(row: Any) -> dict[str, Any]:
    ahead, behind = int(row.ahead), int(row.behind)
    return {
        "id": row.id,
        "name": row.name,
        "games": row.games,
        "ahead": ahead,
        "behind": behind,
        "level": row.games - ahead - behind,
    }


@router.get("/leaderboards")
async def leaderboards(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    game: Annotated[str, Query(max_length=60)] = "",
    players: Annotated[str, Query(max_length=3)] = "",
) -> Response:
    """The best accounts of a game, or of a game with a number of players."""
    card = spec_of(game or cards()[0].name).card
    number = next((count for count in card.players if str(count) == players), None)
    rows = await profiles.leaderboard(services, card.name, number)
    places = [1 + sum(other["rating"] > row["rating"] for other in rows) for row in rows]
    return await page(
        request,
        requester,
        "leaderboards.html",
        game=game_card(card),
        number=number,
        rows=[
            {
                **row,
                "place": place,
                "estimate": f"{row['mu']:.1f} ± {SURE * row['sigma']:.1f}",
                "rating": shown(row["mu"], row["sigma"]),
            }
            for place, row in zip(places, rows, strict=True)
        ],
        fewest=profiles.FEWEST_GAMES,
    )
