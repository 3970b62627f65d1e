"""From what was found about each event to the account of each seat: start + errors + luck + gifts + residue = result."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from branchline.core.state import State
from branchline.review.decisions import Verdict
from branchline.review.draws import Luck
from branchline.review.reviewer import Reviewer
from branchline.review.values import RANKS, WINS, result_of
from branchline.texts import noted

MARKS = ((noted("blunder"), 0.15), (noted("mistake"), 0.10), (noted("inaccuracy"), 0.05))
"""The name of an error that costs at least so much of a win."""
TURNING_POINTS, LEAST_SWING = 3, 0.03
"""The most turning points of a game, and the least swing of one."""
DECIDED = 0.9
"""A game is decided when the chance of its winners never falls below this again."""
ERROR, LUCK = "error", "luck"


@dataclass(frozen=True)
class Step:
    """One ply: what it was, what it did, and what was to be expected after it.  Lists have a number for each seat."""

    ply: int
    actor: int | str
    """A seat, or `chance`."""
    move: str
    kind: str
    """`decision` or `chance`."""
    chances: list[float]
    """The share of the win that each seat could expect after it."""
    rank_shares: list[float]
    """The share of rivals that each seat could expect to rank above."""
    points: list[int]
    """The score of each seat after it."""
    best: str | None
    error: float = 0.0
    low: float = 0.0
    high: float = 0.0
    luck: list[float] = field(default_factory=list)
    gifts: list[float] = field(default_factory=list)
    """What the actor's error did to the others; 0 for the actor."""
    mark: str = ""
    spread: list[float] = field(default_factory=list)
    """The standard errors of luck, or of error and gifts."""
    line: list[str] = field(default_factory=list)
    """After an error: the best move and the decisions that were to be expected after it."""

    @property
    def swing(self) -> list[float]:
        """What the step did to each seat, as far as it is explained."""
        done = [luck + gift for luck, gift in zip(self.luck, self.gifts, strict=True)]
        if isinstance(self.actor, int):
            done[self.actor] -= self.error
        return done


@dataclass(frozen=True)
class Account:
    """Where the result of a seat came from, in shares of the win."""

    seat: int
    start: float
    errors: float
    """What its own errors cost: 0 or less."""
    luck: float
    gifts: float
    """What the errors of others brought it, or cost it."""
    residue: float
    """What is left: what the search did not see, and errors within the noise."""
    result: float
    spread: dict[str, float]
    """The standard errors of errors, luck and gifts."""
    marks: dict[str, int]
    given: list[float]
    """What its errors brought each other seat."""


@dataclass(frozen=True)
class TurningPoint:
    """A step that changed much."""

    ply: int
    cause: str
    """`error` or `luck`."""
    seat: int
    """The seat for which it changed most."""
    swing: float
    """How much its share of the win changed."""


def mark_of(error: float) -> str:
    """The name of an error, or nothing.

    >>> [mark_of(error) for error in (0.02, 0.07, 0.12, 0.4)]
    ['', 'inaccuracy', 'mistake', 'blunder']
    """
    return next((name for name, least in MARKS if error >= least), "")


def steps_of(work: Reviewer) -> list[Step]:
    """A step for each ply of the record."""
    texts, found = work.record.game.board.texts, []
    values = work.begin()
    for number, event in enumerate(work.events):
        outcome = work.of(number)
        following = work.of(number + 1) if number + 1 < len(work.events) else None
        actor: int | str = "chance" if event.is_chance else event.before.actor
        if isinstance(outcome, Luck):
            values = outcome.before
            state = event.before.copy()
            for ply in range(event.first, event.last):  # all draws but the last: the run is one event
                move = texts[work.record.actions[ply]]
                state.push(work.record.actions[ply])
                found.append(_step(state, ply, actor, move, values, None))
            values = outcome.after
        else:
            values = outcome.after if isinstance(outcome, Verdict) else values
            values = following.before if isinstance(following, Luck) else values
        if event.after.is_over:
            sides = work.record.game.spec.rules.sides(event.after.fields_view)
            values = result_of(event.after.ranks, sides).tolist()
        found.append(_step(event.after, event.last, actor, texts[event.action], values, outcome, texts))
    return found


def _step(
    state: State,
    ply: int,
    actor: int | str,
    move: str,
    values: Sequence[list[float]],
    outcome: Verdict | Luck | None,
    texts: Sequence[str] = (),
) -> Step:
    """A step; `state` is the position after it."""
    none = [0.0] * len(values[WINS])
    known: dict[str, Any] = {"best": None if actor == "chance" else move, "luck": none, "gifts": none, "spread": none}
    if isinstance(outcome, Luck):
        known = {"best": None, "luck": outcome.luck, "gifts": none, "spread": outcome.spread}
    elif isinstance(outcome, Verdict):
        gifts = [0.0 if seat == actor else change for seat, change in enumerate(outcome.change)]
        known = {"best": texts[outcome.best], "error": outcome.error, "low": outcome.low, "high": outcome.high}
        known |= {"luck": outcome.unknown, "gifts": gifts, "mark": mark_of(outcome.error), "spread": outcome.spread}
        known["line"] = [texts[action] for action in outcome.line]
    kind = "chance" if actor == "chance" else "decision"
    return Step(ply, actor, move, kind, list(values[WINS]), list(values[RANKS]), state.scores, **known)


def accounts_of(start: Sequence[float], steps: Sequence[Step], result: Sequence[float]) -> list[Account]:
    """The account of every seat."""
    found = []
    for seat in range(len(start)):
        own = [step for step in steps if step.actor == seat]
        errors = 0.0 - math.fsum(step.error for step in own)
        luck = math.fsum(step.luck[seat] for step in steps)
        gifts = math.fsum(step.gifts[seat] for step in steps)
        others = [step for step in steps if isinstance(step.actor, int) and step.actor != seat]
        spread = {
            "errors": _root(step.spread[seat] for step in own),
            "luck": _root(step.spread[seat] for step in steps if step.kind == "chance"),
            "gifts": _root(step.spread[seat] for step in others),
        }
        marks = {name: sum(step.mark == name for step in own) for name, _ in MARKS}
        given = [math.fsum(step.gifts[other] for step in own) for other in range(len(start))]
        residue = result[seat] - start[seat] - errors - luck - gifts
        found.append(Account(seat, start[seat], errors, luck, gifts, residue, result[seat], spread, marks, given))
    return found


def _root(spreads: Any) -> float:
    return math.sqrt(math.fsum(spread**2 for spread in spreads))


def turning_points_of(steps: Sequence[Step]) -> list[TurningPoint]:
    """The steps with the largest swings, in the order of play."""
    found = []
    for step in steps:
        seat = max(range(len(step.swing)), key=lambda seat: abs(step.swing[seat]))
        if isinstance(step.actor, int) and step.error > 0:
            seat = step.actor
        swing = step.swing[seat]
        if abs(swing) >= LEAST_SWING:
            found.append(TurningPoint(step.ply, ERROR if step.error > 0 else LUCK, seat, swing))
    found.sort(key=lambda point: (-abs(point.swing), point.ply))
    return sorted(found[:TURNING_POINTS], key=lambda point: point.ply)


def decided_after(start: Sequence[float], steps: Sequence[Step], result: Sequence[float]) -> int | None:
    """The ply after which the chance of the later winners never fell below `DECIDED`; None if that was so from the start.

    Players who share the win are added up.
    """
    winners = [seat for seat, share in enumerate(result) if share > 0]
    whole = sum(result)

    def decided(chances: Sequence[float]) -> bool:
        return sum(chances[seat] for seat in winners) / whole >= DECIDED

    ply = None
    for before, step in zip([start, *(one.chances for one in steps)], steps, strict=False):
        if not decided(before) and decided(step.chances):
            ply = step.ply
    return ply
