"""Learning from one's mistakes: the errors of a reviewed game as questions."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.state import State
from branchline.review import Review, Step
from branchline.review.budget import QUICK, REFINED_GROWTH, REFINED_TREES, budget_of
from branchline.review.evaluator import SearchEvaluator
from branchline.review.moves import loss_of, value_moves
from branchline.server.base.problems import Problem, not_found
from branchline.server.services import reviews
from branchline.server.services.common import TableContext, take_costly
from branchline.texts import say

ACCEPTED = 0.035
"""A move is right if it loses less than this share of a win against the best one."""
SEED = 0
"""Equal answers get equal verdicts."""


@dataclass(frozen=True)
class Mistake:
    """An error of a reviewed game."""

    step: Step
    state: State
    """The position before it, with everything in it."""

    @property
    def best(self) -> str:
        """The best move by the review."""
        assert self.step.best is not None
        return self.step.best

    def known_loss(self, move: str) -> float | None:
        """What the review knows a move to lose; None if it did not look at it."""
        return {self.step.move: self.step.error, self.best: 0.0}.get(move)


async def review_of(at: TableContext) -> Review | None:
    """The published review of a table's game; None if there is none yet."""
    return (await reviews.find(at)).named([""] * at.live.match.game.players)


def seat_of(at: TableContext, review: Review, wanted: int | None) -> int:
    """The seat whose mistakes are asked for: the wanted one, else the reader's, else the one that lost most by errors."""
    players = at.live.match.game.players
    if wanted is not None:
        if wanted >= players:
            raise not_found(say("There is no seat of this number here."))
        return wanted
    if at.rights.seats:
        return at.rights.seats[0]
    return min(range(players), key=lambda seat: review.seats[seat].errors)


def mistakes_of(review: Review, seat: int) -> list[Step]:
    """The errors of a seat that have a mark, in the order of the game."""
    return [step for step in review.steps if step.actor == seat and step.mark and step.best is not None]


async def mistake_at(at: TableContext, ply: int) -> tuple[Review, Mistake]:
    """The review and its error at a ply; 404 if there is none."""
    review = await review_of(at)
    if review is None:
        raise not_found(say("There is no review of this game yet. hint: ask for it on its page."))
    if not 0 <= ply < len(review.steps) or not (review.steps[ply].mark and review.steps[ply].best is not None):
        raise not_found(say("There was no mistake at this move."))
    return review, Mistake(review.steps[ply], review.record.state(ply))


async def loss_at(at: TableContext, ply: int, move: str) -> float:
    """What a move loses against the best one.  If the review does not know it, both are searched afresh."""
    take_costly(at.services, at.requester)
    _, mistake = await mistake_at(at, ply)
    if not mistake.state.is_legal(move):
        raise Problem(422, "malformed", say("This move is not legal in the puzzle."), field="move")
    move = mistake.state.game.move(move).text
    if (known := mistake.known_loss(move)) is not None:
        return known
    payer = at.services.quotas.payer_of(at.requester)
    return await at.services.bots.compute(payer, lambda: searched_loss(mistake.state, move, mistake.best))


def searched_loss(state: State, move: str, best: str) -> float:
    """What a move loses against another one, by searches of the size of a review's second pass."""
    ids, tree = state.game.board.ids, budget_of(state.game, QUICK).tree * REFINED_GROWTH
    evaluator = SearchEvaluator(state.game)
    found = value_moves(state, [ids[best], ids[move]], evaluator, tree, REFINED_TREES, SEED)
    return max(0.0, loss_of(found[ids[move]], found[ids[best]], state.actor).loss)
