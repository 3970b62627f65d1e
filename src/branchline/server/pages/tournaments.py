"""Pages of small tournaments: the form for a new one, and one with its standings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import ValidationError

from branchline.errors import BranchlineError
from branchline.games.catalogue import cards
from branchline.match import Clock
from branchline.server.accounts.requester import Requester
from branchline.server.base.control_characters import Plain
from branchline.server.base.problems import Problem
from branchline.server.pages.invitation import clock_of
from branchline.server.pages.rendering import render
from branchline.server.pages.responses import game_card, page, redirect, spec_of
from branchline.server.pages.words import decimal
from branchline.server.services import tournaments
from branchline.server.services.common import NAMELESS
from branchline.server.services.container import Services
from branchline.server.services.requests import ClockRequest
from branchline.server.services.tournaments import EnterRequest, Tournament, TournamentRequest
from branchline.server.web.dependencies import RequesterDep, ServicesDep, TournamentId, remember
from branchline.texts import count, say

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form(max_length=200), Plain]
DAY = 86_400.0


@router.get("/tournaments")
async def listed(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """The reader's tournaments, and the form for a new one."""
    return await _list_page(request, services, requester)


async def _list_page(request: Request, services: Services, requester: Requester, error: str = "") -> Response:
    mine = await tournaments.of_person(services, requester.person)
    shown = [{"path": f"/tournaments/{row.id}", "title": row.name, "game": spec_of(row.game).card.title} for row in mine]
    known = [game_card(card) for card in cards()]
    return await page(request, requester, "tournaments.html", 422 if error else 200, mine=shown, choices=known, error=error)


@router.post("/tournaments")
async def create(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    title: Text = "",
    game: Text = "",
    pairing: Text = "robin",
    seats: Annotated[int, Form(ge=2, le=8)] = 2,
    rounds: Annotated[int, Form(ge=0, le=20)] = 0,
    days: Annotated[int, Form(ge=1, le=14)] = 1,
    name: Text = "",
) -> Response:
    """Open the tournament of the form."""
    clock = ClockRequest(kind="days", seconds=days * DAY, increment=0.0)
    asked = {"title": title, "game": game, "pairing": pairing, "seats": seats, "rounds": rounds, "name": name or None}
    try:
        wanted = TournamentRequest.model_validate({**asked, "clock": clock})
        found, owner = await tournaments.create(services, requester, wanted)
    except BranchlineError as error:
        return await _list_page(request, services, requester, str(error))
    except ValidationError:
        return await _list_page(request, services, requester, say("Give the tournament and yourself a name of one line."))
    remember(request, owner if requester.person is None else None)
    return redirect(request, f"/tournaments/{found.row.id}")


@router.get("/tournaments/{tournament}")
async def tournament_page(
    request: Request, tournament: TournamentId, services: ServicesDep, requester: RequesterDep
) -> Response:
    """A tournament: an invitation before it begins, then rounds and standings."""
    return await _page(request, services, requester, await tournaments.read(services, tournament))


async def _page(request: Request, services: Services, requester: Requester, found: Tournament, error: str = "") -> Response:
    site = (services.settings.address or str(request.base_url)).rstrip("/")
    named = requester.person is not None and requester.person.name != NAMELESS
    return await page(
        request,
        requester,
        "tournament.html",
        422 if error else 200,
        part=_part(found, requester),
        shown=found.to_dict(requester.person),
        game=game_card(spec_of(found.row.game).card),
        named=named,
        address=f"{site}/tournaments/{found.row.id}",
        rules=_rules(found),
        error=error,
    )


@router.get("/tournaments/{tournament}/part")
async def live_part(tournament: TournamentId, services: ServicesDep, requester: RequesterDep) -> Response:
    """The part of the page that changes while people play."""
    found = await tournaments.read(services, tournament)
    return HTMLResponse(_part(found, requester), headers={"cache-control": "no-store"})


def _part(found: Tournament, requester: Requester) -> str:
    shown = found.to_dict(requester.person)
    names = {line["number"]: line["name"] for line in shown["people"]}
    points = {line["number"]: decimal(line["points"]) for line in shown["people"]}
    me = shown["you"]["number"]
    rounds = []
    for number in range(shown["round"], 0, -1):
        tables = [
            {
                "path": table["path"],
                "is_mine": me in table["people"],
                "state": _state(table["status"]),
                "people": [_at_table(names[one], table["ranks"], seat) for seat, one in enumerate(table["people"])],
            }
            for table in shown["tables"]
            if table["round"] == number
        ]
        byes = [names[one] for bye in shown["byes"] if bye["round"] == number for one in bye["people"]]
        rounds.append({"number": number, "tables": tables, "byes": ", ".join(byes)})
    situation = _situation(shown)
    return render("tournament_part.html", shown=shown, rounds=rounds, me=me, points=points, situation=situation)


def _at_table(name: str, ranks: list[int] | None, seat: int) -> str:
    return name if ranks is None else f"{name} ({ranks[seat]}.)"


def _state(status: str) -> str:
    return {"playing": say("playing"), "over": say("finished"), "closed": say("closed")}.get(status, say("waiting"))


def _situation(shown: dict[str, object]) -> str:
    """How far the tournament is, in a sentence."""
    match shown["status"]:
        case "open":
            return say("It begins when its host begins it.")
        case "playing":
            return say("Round {round} of {rounds}", round=shown["round"], rounds=shown["rounds"])
        case "closed":
            return say("The host has ended the tournament.")
    return say("The tournament is over.")


def _rules(found: Tournament) -> list[str]:
    """What everybody should know before they join."""
    row = found.row
    pairs = say("everybody meets everybody") if row.pairing == "robin" else say("people of about the same standing meet")
    return [
        count("{n} player at a table", "{n} players at a table", row.seats) + f" · {pairs}",
        clock_of(Clock.from_dict(row.setup["clock"])),
        say(
            "A game gives the share of rivals that you rank above; a tie counts half."
            " A round without a table gives half a point."
        ),
        say(
            "When your time is out, a bot plays on until you are back. If it still plays for you at the end, that game gives"
            " you nothing and the next round goes on without you, until you come back here."
        ),
    ]


@router.post("/tournaments/{tournament}/{what}")
async def act(
    request: Request, tournament: TournamentId, what: str, services: ServicesDep, requester: RequesterDep, name: Text = ""
) -> Response:
    """Take part, leave, begin or close."""
    try:
        if what == "join":
            wanted = EnterRequest.model_validate({"name": name or None})
            _, person = await tournaments.enter(services, requester, tournament, wanted.name)
            remember(request, person if requester.person is None else None)
        elif what in DEEDS:
            await DEEDS[what](services, requester, tournament)
        else:
            raise Problem(404, "not-found", say("There is no page at this address."))
    except (BranchlineError, ValidationError) as error:
        sentence = str(error) if isinstance(error, BranchlineError) else say("The name has a sign in it that cannot be shown.")
        return await _page(request, services, requester, await tournaments.read(services, tournament), sentence)
    return redirect(request, f"/tournaments/{tournament}")


DEEDS = {"leave": tournaments.leave, "begin": tournaments.begin, "close": tournaments.close}
