"""Small tournaments: people join, tables are opened round by round, and the standings follow from the finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.games.catalogue import find_card
from branchline.match import BadSetup, Closed, NotAllowed, Setup
from branchline.server.accounts.quotas import Payer
from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.inputs import MAX_OPTIONS, GameName, Name, Options
from branchline.server.base.keys import new_id
from branchline.server.base.logs import ThrottledLog
from branchline.server.base.problems import forbidden, not_found
from branchline.server.services import pairing
from branchline.server.services.common import get_or_create_person, require_person, take_costly
from branchline.server.services.container import Services
from branchline.server.services.pairing import Draw, Game, Line
from branchline.server.services.requests import ClockRequest, RequestModel
from branchline.server.store import tournament_rows
from branchline.texts import say

MOST_PEOPLE, MOST_ROUNDS, MOST_LISTED = 32, 20, 50
KIND = "event"


class TournamentRequest(RequestModel):
    """A new tournament."""

    title: Name = Field(examples=["Winter league"])
    game: GameName
    options: Options = Field(default_factory=dict, max_length=MAX_OPTIONS)
    pairing: Literal["robin", "swiss"] = Field(
        "robin", description="`robin`: everybody meets everybody; `swiss`: people of about the same standing meet."
    )
    seats: int = Field(2, ge=2, le=8, strict=True, description="People at a table; some tables may have one more.")
    rounds: int = Field(0, ge=0, le=MOST_ROUNDS, strict=True, description="0: until everybody has met.")
    clock: ClockRequest = Field(default_factory=lambda: ClockRequest(kind="days", seconds=86_400.0, increment=0.0))
    plays: bool = Field(True, description="Whether you play, too.")
    name: Name | None = Field(None, description="Your name, if you have not given one before.")


class EnterRequest(RequestModel):
    """Take part."""

    name: Name | None = Field(None, description="Your name, if you have not given one before.")


@dataclass(frozen=True)
class Tournament:
    """A tournament with its people, games and standings."""

    row: Any
    people: list[Any]
    tables: list[Any]

    @property
    def games(self) -> list[Game]:
        """The tables as the standings need them."""
        return [_game(row) for row in self.tables]

    @property
    def byes(self) -> list[int]:
        """A number for each bye: people who were in, while a round had no table for them."""
        return [number for draw in self.row.draw for number in draw["byes"]]

    @property
    def standings(self) -> list[Line]:
        """Everybody, the best first."""
        return pairing.standings([row.number for row in self.people], self.games, self.byes)

    def number_of(self, person: Person | None) -> int | None:
        """The number of a person, if they take part."""
        return next((row.number for row in self.people if person is not None and row.person_id == person.id), None)

    def to_dict(self, person: Person | None) -> dict[str, Any]:
        """JSON-safe data for a reader.  People appear only under the names they play under."""
        row, number = self.row, self.number_of(person)
        names = {one.number: one.name for one in self.people}
        status = {one.number: one.status for one in self.people}
        return {
            "id": row.id,
            "path": f"/tournaments/{row.id}",
            "title": row.name,
            "game": row.game,
            "pairing": row.pairing,
            "seats": row.seats,
            "rounds": row.rounds,
            "round": row.round,
            "status": row.status,
            "clock": row.setup["clock"],
            "you": {"number": number, "owner": person is not None and row.owner == person.id},
            "people": [{**vars(line), "name": names[line.number], "status": status[line.number]} for line in self.standings],
            "tables": [
                {
                    "round": table.round,
                    "path": f"/t/{table.table_id}",
                    "status": table.status,
                    "people": table.people,
                    "ranks": table.summary["ranks"] if table.status == "over" else None,
                }
                for table in self.tables
            ],
            "byes": [{"round": place + 1, "people": draw["byes"]} for place, draw in enumerate(row.draw) if draw["byes"]],
        }


def _game(row: Any) -> Game:
    if row.status != "over":
        return Game(row.round, tuple(row.people))
    seats = zip(row.people, row.summary["seats"], strict=True)
    absent = frozenset(number for number, seat in seats if seat["played_by"] != "person")
    return Game(row.round, tuple(row.people), tuple(row.summary["ranks"]), absent)


async def read(services: Services, tournament: str) -> Tournament:
    """A tournament; 404 if there is none."""
    async with services.store.read() as db:
        return await _read(db, tournament)


async def _read(db: AsyncConnection, tournament: str, lock: bool = False) -> Tournament:
    row = await tournament_rows.find(db, tournament, lock)
    if row is None:
        raise not_found(say("There is no tournament of this name here."))
    return Tournament(row, await tournament_rows.people_of(db, tournament), await tournament_rows.tables_of(db, tournament))


async def of_person(services: Services, person: Person | None) -> list[Any]:
    """The tournaments of a person, the newest first."""
    if person is None:
        return []
    async with services.store.read() as db:
        return await tournament_rows.of_person(db, person.id, MOST_LISTED)


async def of_table(services: Services, table: str) -> Any:
    """Id and name of the tournament that a table belongs to, or None."""
    async with services.store.read() as db:
        return await tournament_rows.of_table(db, table)


async def create(services: Services, requester: Requester, wanted: TournamentRequest) -> tuple[Tournament, Person]:
    """A new tournament that waits for people.  Returns its owner, too, who may be a newcomer."""
    take_costly(services, requester)
    setup = _setup_of(wanted)
    owner = await get_or_create_person(services, requester, wanted.name)
    tournament = new_id()
    columns: dict[str, Any] = {"owner": owner.id, "name": wanted.title, "game": setup.game, "setup": _shared(setup)}
    columns |= {"pairing": wanted.pairing, "seats": wanted.seats, "rounds": wanted.rounds}
    async with services.store.write() as db:
        await tournament_rows.add(db, tournament, columns)
        if wanted.plays:
            await tournament_rows.add_person(db, tournament, 0, owner.id, owner.name)
    return await read(services, tournament), owner


def _setup_of(wanted: TournamentRequest) -> Setup:
    """The setup of its tables, checked with open seats."""
    if wanted.clock.kind == "none":
        raise BadSetup(say("A tournament needs a clock, so that nobody waits for ever. hint: days for each move."))
    return Setup.asked_for(
        {
            "game": wanted.game,
            "options": dict(wanted.options),
            "seats": [{"kind": "open"}] * wanted.seats,
            "clock": wanted.clock.model_dump(),
            "on_time_out": "bot",
            "undo": "own",
        }
    )


def _shared(setup: Setup) -> dict[str, Any]:
    """What all tables of a tournament agree on."""
    kept = ("game", "options", "clock", "on_time_out", "absence", "stand_in", "undo")
    return {name: value for name, value in setup.to_dict().items() if name in kept}


async def enter(services: Services, requester: Requester, tournament: str, name: str | None) -> tuple[Tournament, Person]:
    """Take part, or take part again after having been taken out."""
    await read(services, tournament)  # nothing is stored about somebody who asks for a tournament that does not exist
    person = await get_or_create_person(services, requester, name)
    async with services.store.write() as db:
        found = await _read(db, tournament, lock=True)
        number = found.number_of(person)
        _check_open(found)
        if number is not None:
            await tournament_rows.set_status(db, tournament, number, "in")
        elif found.row.round:
            raise NotAllowed(say("The tournament has begun. hint: you can watch its games."))
        elif len(found.people) >= MOST_PEOPLE:
            raise NotAllowed(say("A tournament has at most {most} people.", most=MOST_PEOPLE))
        else:
            await tournament_rows.add_person(db, tournament, len(found.people), person.id, person.name)
    return await read(services, tournament), person


async def leave(services: Services, requester: Requester, tournament: str) -> Tournament:
    """Take no part in further rounds.  A game that is on goes on."""
    person = require_person(requester)
    async with services.store.write() as db:
        found = await _read(db, tournament, lock=True)
        number = found.number_of(person)
        _check_open(found)
        if number is None:
            raise forbidden(say("You take no part in this tournament."))
        await tournament_rows.set_status(db, tournament, number, "out")
    return await read(services, tournament)


def _check_open(found: Tournament) -> None:
    if found.row.status in ("over", "closed"):
        raise Closed(say("The tournament is over."))


async def begin(services: Services, requester: Requester, tournament: str) -> Tournament:
    """Draw the first round, for the owner."""
    found = await _owned(services, requester, tournament)
    _check_open(found)
    if found.row.round:
        return found
    present = [row.number for row in found.people if row.status == "in"]
    if len(present) < max(2, found.row.seats):
        raise NotAllowed(say("{n} people are needed for a table. hint: send the link.", n=max(2, found.row.seats)))
    await _go_on(services, found)
    return await read(services, tournament)


async def close(services: Services, requester: Requester, tournament: str) -> Tournament:
    """End a tournament, for the owner.  Games that are on go on, and the standings stay."""
    await _owned(services, requester, tournament)
    async with services.store.write() as db:
        row = await tournament_rows.find(db, tournament, lock=True)  # a round may just have been drawn
        await tournament_rows.change(db, tournament, row.round, status="closed")
    return await read(services, tournament)


async def _owned(services: Services, requester: Requester, tournament: str) -> Tournament:
    found, person = await read(services, tournament), require_person(requester)
    if found.row.owner != person.id:
        raise forbidden(say("Only who opened the tournament may do this."))
    return found


# -- rounds --------------------------------------------------------------------------------------------------


async def run(services: Services) -> None:
    """Go on with tournaments as long as the server runs."""
    log = ThrottledLog()
    while True:
        async with services.store.read() as db:
            ready = await tournament_rows.ready(db)
        for tournament in ready:
            try:
                await _go_on(services, await read(services, tournament))
            except Exception as fault:  # other tournaments go on
                log.note(tournament, "a tournament could not go on", level=40, fault=fault, tournament=tournament)
        await asyncio.sleep(services.settings.sweep)


async def _go_on(services: Services, found: Tournament) -> None:
    """Open what is missing of the present round; if it is over, draw the next one or end the tournament."""
    row = found.row
    present = [table for table in found.tables if table.round == row.round]
    if any(table.status in tournament_rows.ON for table in present):
        return  # its tables were opened after `ready` had looked
    opened = {table.number for table in present}
    if not row.round or len(opened) == len(row.draw[row.round - 1]["tables"]):
        drawn = _next(found)
        out = [] if not row.round else _absent(found)
        async with services.store.write() as db:
            if drawn is None:
                await tournament_rows.change(db, row.id, row.round, status="over")
                return
            more = {"tables": drawn.tables, "byes": drawn.byes}
            rounds = row.rounds or _rounds(found)
            changes = {"round": row.round + 1, "draw": [*row.draw, more], "status": "playing", "rounds": rounds}
            if not await tournament_rows.change(db, row.id, row.round, **changes):
                return  # another process has drawn
            for number in out:
                await tournament_rows.set_status(db, row.id, number, "out")
        found, opened = await read(services, row.id), set()
    for number, people in enumerate(found.row.draw[found.row.round - 1]["tables"]):
        if number not in opened:
            await _open(services, found, number, people)


def _rounds(found: Tournament) -> int:
    return min(MOST_ROUNDS, pairing.rounds_of_robin(len(found.people), found.row.seats))


def _absent(found: Tournament) -> list[int]:
    """The people for whom a bot played at the end of the present round: they have no table in the next one."""
    return sorted({number for game in found.games if game.round == found.row.round for number in game.absent})


def _next(found: Tournament) -> Draw | None:
    """The next round; None if there is none."""
    row, away = found.row, _absent(found)
    present = [one.number for one in found.people if one.status == "in" and one.number not in away]
    if row.round >= (row.rounds or _rounds(found)):
        return None
    if row.pairing == "robin" and row.seats == 2:
        drawn = pairing.draw_of_circle(present, len(found.people), row.round)
    else:
        is_swiss = row.pairing == "swiss"
        order = [line.number for line in found.standings if line.number in present] if is_swiss else present
        allowed = find_card(row.game).players
        drawn = pairing.draw(order, row.seats, allowed, found.games, found.byes, swiss=is_swiss)
    return drawn if len(present) > 1 else None


async def _open(services: Services, found: Tournament, number: int, people: Sequence[int]) -> None:
    """Open a table of the present round.  The people have said that they play, so they sit at once."""
    row, known = found.row, {one.number: one for one in found.people}
    seats = [{"kind": "person", "name": known[person].name} for person in people]
    setup = Setup.asked_for({**row.setup, "seats": seats})
    sitters = {seat: [known[person].person_id] for seat, person in enumerate(people)}

    async def keep(db: AsyncConnection, table: str) -> None:
        await tournament_rows.add_table(db, row.id, row.round, number, table, list(people))

    try:
        payer = Payer(f"tournament {row.id}", "tournaments")
        await services.tables.open(setup, None, sitters, kind=KIND, payer=payer, also=keep)
    except IntegrityError:  # another process was faster
        return
