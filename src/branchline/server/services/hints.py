"""Hints."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.bots import Analysis
from branchline.match import NotAllowed
from branchline.server.services.common import TableContext, may_ask, take_costly
from branchline.server.web.problems import Problem
from branchline.texts import say


@dataclass(frozen=True)
class Advice:
    """What a strong bot would do at a ply."""

    ply: int
    seat: int
    thought: Analysis


async def hint(at: TableContext, ply: int | None) -> Advice:
    """A hint: on the requester's turn in a game against bots only, or at any ply of a finished game."""
    take_costly(at.services, at.requester)
    match = at.live.match
    if not may_ask(at.live, at.rights):
        raise NotAllowed(say("Advice is for games against bots only, and for finished games."))
    if match.phase == "over":
        if ply is None or ply >= match.ply:
            sentence = say("Name a ply of the game at which somebody had to decide.")
            raise Problem(422, "malformed", sentence, field="ply")
        state = match.state.back(match.ply - ply)
    else:
        state = match.state
        at.rights.acting_seat(at.live, match.decider)
    if state.actor < 0:
        raise Problem(422, "malformed", say("At this ply nobody had to decide."), field="ply")
    payer = at.services.quotas.payer_of(at.requester)
    thought = await at.services.bots.advise(payer, state.view(state.actor, log=False))
    return Advice(match.ply if ply is None else ply, state.actor, thought)
