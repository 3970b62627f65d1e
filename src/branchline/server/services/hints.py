"""Hints."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.bots import Analysis
from branchline.core.state import State
from branchline.kernel.rng import seeded
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


async def prevented(at: TableContext, advice: Advice) -> tuple[State, str] | None:
    """What the next rival would do after the second best move and is not expected to do after the advised one.

    The position is one that the asker thinks possible, so it tells nothing hidden.  None if there is no such answer, or a
    draw comes first.
    """
    thought, match = advice.thought, at.live.match
    others = [move for move in thought.visits if move != thought.choice]
    if not others or match.ply != advice.ply:
        return None
    possible = match.state.resample(advice.seat, seeded(0)).play(others[0])
    if possible.actor < 0 or possible.actor == advice.seat:
        return None
    payer = at.services.quotas.payer_of(at.requester)
    answer = await at.services.bots.advise(payer, possible.view(possible.actor, log=False))
    return None if answer.choice in thought.line[1:2] else (possible, answer.choice)
