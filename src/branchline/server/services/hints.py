"""Hints."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.bots import Analysis
from branchline.core.state import State
from branchline.kernel.rng import seeded
from branchline.match import NotAllowed
from branchline.server.base.problems import Problem
from branchline.server.services.common import TableContext, may_ask, take_costly
from branchline.texts import say


@dataclass(frozen=True)
class Advice:
    """What a strong bot would do at a ply."""

    ply: int
    seat: int
    analysis: Analysis
    prevented: tuple[State, str] | None = None
    """What the next rival would do after the second best move and is not expected to do after the advised one, with the
    position in which it would be done.  The requester thinks this position possible, so it tells nothing hidden."""


async def hint(at: TableContext, ply: int | None, compare: bool = False) -> Advice:
    """A hint: on the requester's turn in a game against bots only, or at any ply of a finished game.

    `compare`: look also at what the second best move would allow.
    """
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
    analysis = await at.services.bots.advise(payer, state.view(state.actor, log=False))
    prevented = None
    if compare and (otherwise := after_second_best(state, analysis)) is not None:
        answer = await at.services.bots.advise(payer, otherwise.view(otherwise.actor, log=False))
        if answer.choice not in analysis.line[1:2]:
            prevented = otherwise, answer.choice
    return Advice(match.ply if ply is None else ply, state.actor, analysis, prevented)


def after_second_best(state: State, analysis: Analysis) -> State | None:
    """A position after the second best move, as far as the actor knows; None if a rival is not the next to decide."""
    others = [move for move in analysis.visits if move != analysis.choice]
    if not others:
        return None
    found = state.resample(state.actor, seeded(0)).play(others[0])
    return None if found.actor < 0 or found.actor == state.actor else found
