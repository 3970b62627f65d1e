"""Planned moves of a seat: reading, adding and removing them.  Only the holders of the seat may know of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from branchline.match import NotAllowed
from branchline.match.plans import MAX_AFTER, MAX_MOVES, MAX_PLANS, Outlook, Plan, check_plan, outlook, why_void
from branchline.server.base.inputs import MoveText, Ply, Version
from branchline.server.services.common import TableContext
from branchline.server.services.requests import SeatOnly
from branchline.server.store import private_rows, rows
from branchline.texts import say


class PlanRequest(SeatOnly):
    """Moves to be made when your turn comes."""

    moves: list[MoveText] = Field(min_length=1, max_length=MAX_MOVES, description="Your decisions, one after the other.")
    after: list[MoveText | None] = Field(
        default_factory=list,
        max_length=MAX_AFTER,
        description="What the others are expected to decide from `ply` on, as you read it in the log; null: anything.",
    )
    ply: Ply = Field(description="The ply at which you saw the board.")
    version: Version = Field(description="The version that you saw.")


class DropRequest(SeatOnly):
    """A plan to be dropped."""

    number: Annotated[int, Field(ge=0, lt=MAX_PLANS, strict=True)] | None = Field(
        None, description="The number of the plan in the list, from 0; left out: all of them."
    )


class ThenRequest(DropRequest):
    """A further decision for a plan."""

    number: Annotated[int, Field(ge=0, lt=MAX_PLANS, strict=True)]
    move: MoveText


@dataclass(frozen=True)
class SeatPlans:
    """The plans of a seat, the first that fits first."""

    plans: tuple[Plan, ...] = ()
    told: dict[str, Any] | None = None
    """What became of the plans before: `why` (`made`, or why they are void), `move` and `ply`."""

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data."""
        return {"plans": [plan.to_dict() for plan in self.plans], "told": self.told}


def plans_in(body: dict[str, Any] | None) -> SeatPlans:
    """The plans in a row of the database; none without a row."""
    if body is None:
        return SeatPlans()
    return SeatPlans(tuple(Plan.from_dict(plan) for plan in body["plans"]), body["told"])


async def read(at: TableContext, wanted: int | None = None) -> SeatPlans:
    """The plans that may still be played, and what became of the others; 403 for a seat of somebody else."""
    seat, match = at.rights.acting_seat(at.live, wanted), at.live.match
    async with at.services.store.read_autocommit() as db:
        row = await private_rows.plans_of(db, at.id, seat)
    return present(plans_in(row.body if row else None), lambda plan: why_void(match, seat, plan))


def present(kept: SeatPlans, why: Callable[[Plan], str]) -> SeatPlans:
    """The plans without the void ones, with the reason why the first of those is void."""
    reasons = [(plan, why(plan)) for plan in kept.plans]
    found = tuple(plan for plan, reason in reasons if not reason)
    if len(found) == len(reasons):
        return kept
    plan, reason = next((plan, reason) for plan, reason in reasons if reason)
    return SeatPlans(found, {"why": reason, "move": plan.moves[0], "ply": plan.ply})


async def add(at: TableContext, wanted: PlanRequest) -> SeatPlans:
    """Add a plan after those that the seat has."""
    seat = at.rights.acting_seat(at.live, wanted.seat)
    plan = Plan(tuple(wanted.moves), tuple(wanted.after), wanted.ply, wanted.version)
    check_plan(at.live.match, seat, plan)

    def with_it(kept: SeatPlans) -> tuple[Plan, ...]:
        plans = (*(one for one in kept.plans if one != plan), plan)
        if len(plans) > MAX_PLANS:
            raise NotAllowed(say("A seat has at most {most} plans. hint: drop one.", most=MAX_PLANS))
        return plans

    return await _change(at, seat, with_it)


async def go_on(at: TableContext, wanted: ThenRequest) -> SeatPlans:
    """Add a decision to a plan."""
    seat = at.rights.acting_seat(at.live, wanted.seat)

    def longer(kept: SeatPlans) -> tuple[Plan, ...]:
        plan = _numbered(kept, wanted.number)
        if len(plan.moves) == MAX_MOVES:
            raise NotAllowed(say("A plan has at most {most} decisions.", most=MAX_MOVES))
        more = Plan((*plan.moves, wanted.move), plan.after, plan.ply, plan.version, plan.begun)
        check_plan(at.live.match, seat, more)
        return tuple(more if one == plan else one for one in kept.plans)

    return await _change(at, seat, longer)


async def drop(at: TableContext, wanted: DropRequest) -> SeatPlans:
    """Drop a plan, or all of them."""
    seat = at.rights.acting_seat(at.live, wanted.seat)

    def without(kept: SeatPlans) -> tuple[Plan, ...]:
        if wanted.number is None:
            return ()
        plan = _numbered(kept, wanted.number)
        return tuple(one for one in kept.plans if one != plan)

    return await _change(at, seat, without)


def _numbered(kept: SeatPlans, number: int) -> Plan:
    if number >= len(kept.plans):
        raise NotAllowed(say("There is no such plan any more."))
    return kept.plans[number]


async def _change(at: TableContext, seat: int, change: Callable[[SeatPlans], tuple[Plan, ...]]) -> SeatPlans:
    """Change the plans of a seat in one transaction: another device may do so at the same time."""
    match = at.live.match
    async with at.services.store.write() as db:
        await rows.lock_table(db, at.id)
        await at.check(db)
        row = await private_rows.plans_of(db, at.id, seat)
        before = plans_in(row.body if row else None)
        kept = present(before, lambda plan: why_void(match, seat, plan))
        changed = SeatPlans(change(kept), kept.told if len(kept.plans) < len(before.plans) else None)
        await private_rows.keep_plans(db, at.id, seat, changed.to_dict())
    return changed


async def look_ahead(at: TableContext, after: tuple[str | None, ...] = (), moves: tuple[str, ...] = ()) -> Outlook:
    """Moves that may be possible when the requester's turn comes."""
    seat, match = at.rights.acting_seat(at.live), at.live.match
    if match.phase != "playing" or match.decider == seat:
        return Outlook([], [])
    return await asyncio.to_thread(outlook, match, seat, after, moves)
