"""A finished review: tables as plain data, JSON, a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, overload

from branchline.core.record import Record
from branchline.errors import BadRecord
from branchline.review.accounts import (
    Account,
    Step,
    TurningPoint,
    accounts_of,
    decided_after,
    steps_of,
    turning_points_of,
)
from branchline.review.budget import QUICK
from branchline.review.evaluator import Evaluator
from branchline.review.graph import Column, columns, page, seat_marks, svg
from branchline.review.reviewer import METHOD, Progress, Reviewer
from branchline.review.sentences import notes, tell, tell_decided
from branchline.review.summary import Summary, summarise
from branchline.review.values import WINS, result_of
from branchline.texts import naming, say

STEP_KEYS = ("ply", "actor", "move", "kind", "chances", "best", "error", "low", "high", "luck", "gifts")
SEAT_KEYS = ("seat", "start", "errors", "luck", "gifts", "residue", "result")
"""What JSON has first; other keys come after it."""


@dataclass(frozen=True)
class Review:
    """What a finished game was worth, step by step: errors, luck, gifts.  All figures are shares of the win (0 … 1)."""

    record: Record
    depth: str
    budget: int
    """Simulations for each decision in the first pass."""
    simulations: int
    """Simulations in all."""
    seed: int
    steps: tuple[Step, ...]
    seats: tuple[Account, ...]
    turning_points: tuple[TurningPoint, ...]
    decided_after: int | None
    """The ply after which the game was decided; None if it was from the start."""
    has_secrets: bool
    """Whether something was hidden from somebody who had to decide."""

    @classmethod
    def of(cls, work: Reviewer) -> Review:
        """The review from what was found so far: after the first pass a first view, in the end the whole."""
        steps = steps_of(work)
        final = work.events[-1].after
        result = result_of(final.ranks, work.record.game.spec.rules.sides(final.fields_view))[WINS].tolist()
        start = work.begin()[WINS]
        return cls(
            record=work.record,
            depth=work.budget.depth,
            budget=work.budget.simulations,
            simulations=work.simulations,
            seed=work.seed,
            steps=tuple(steps),
            seats=tuple(accounts_of(start, steps, result)),
            turning_points=tuple(turning_points_of(steps)),
            decided_after=decided_after(start, steps, result),
            has_secrets=any(
                not event.is_chance and work.evaluator.hides(event.before, event.before.actor) for event in work.events
            ),
        )

    @classmethod
    def from_json(cls, record: Record, data: Mapping[str, Any]) -> Review:
        """What `to_json` wrote about a record, for pages and pictures without a new search."""
        points = [{name: value for name, value in point.items() if name != "sentence"} for point in data["turning_points"]]
        return cls(
            record=record,
            depth=data["depth"],
            budget=data["budget"],
            simulations=data["simulations"],
            seed=data["seed"],
            steps=tuple(Step(**step) for step in data["steps"]),
            seats=tuple(Account(**account) for account in data["seats"]),
            turning_points=tuple(TurningPoint(**point) for point in points),
            decided_after=data["decided_after"],
            has_secrets=data["hidden"],
        )

    # -- tables ------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The names of the players, or `seat 0` and so on."""
        return [name or say("seat {seat}", seat=seat) for seat, name in enumerate(self.record.seats)]

    @property
    def start(self) -> list[float]:
        """The share of the win that each seat could expect before the first ply."""
        return [account.start for account in self.seats]

    @property
    def chances(self) -> list[list[float]]:
        """A row for the start and one after each ply, with the share of the win of each seat."""
        return [self.start, *(step.chances for step in self.steps)]

    @property
    def graph(self) -> list[Column]:
        """The chances at the start, after each decision and after each run of draws, each with the plies so far."""
        return columns(self.chances, [step.kind == "chance" for step in self.steps])

    @property
    def errors(self) -> list[Step]:
        """The decisions that cost something, the most expensive first."""
        return sorted((step for step in self.steps if step.error > 0), key=lambda step: (-step.error, step.ply))

    @property
    def gifts(self) -> list[list[float]]:
        """A row for each seat: what its errors brought each other seat."""
        return [account.given for account in self.seats]

    @property
    def sentences(self) -> list[str]:
        """The turning points as sentences, and when the game was decided."""
        result = [account.result for account in self.seats]
        told = [self.told(point) for point in self.turning_points]
        return [*told, tell_decided(self.decided_after, self.steps, self.names, result)]

    def told(self, point: TurningPoint) -> str:
        """A turning point as a sentence, with what the better move would have brought as its player could know it."""
        step, game, reason = self.steps[point.ply], self.record.game, ""
        if step.error > 0 and isinstance(step.actor, int) and step.best is not None:
            before = self.record.state(step.ply).hide(step.actor)
            with naming(self.names):
                reason = game.spec.text.preview(before, game.board.ids[step.best])
        return tell(point, self.steps, self.names, reason)

    @property
    def notes(self) -> list[str]:
        """What a reader has to know about the figures."""
        return notes(self.has_secrets)

    def to_json(self) -> dict[str, Any]:
        """JSON-safe.  For every seat start + errors + luck + gifts + residue = result."""
        points = [{**asdict(point), "sentence": self.told(point)} for point in self.turning_points]
        return {
            "game": self.record.game.name,
            "players": self.record.game.players,
            "budget": self.budget,
            "seats": [_ordered(asdict(account), SEAT_KEYS) for account in self.seats],
            "steps": [_ordered(asdict(step), STEP_KEYS) for step in self.steps],
            "turning_points": points,
            "decided_after": self.decided_after,
            "method": METHOD,
            "depth": self.depth,
            "simulations": self.simulations,
            "seed": self.seed,
            "rules": self.record.game.spec.rules.version,
            "options": self.record.game.changed_options,
            "names": list(self.record.seats),
            "hidden": self.has_secrets,
        }

    # -- pictures ----------------------------------------------------------------------------------

    def svg(self) -> str:
        """The chances as a picture: one band for each seat, with its letter and pattern beside its colour."""
        plies = [point.ply for point in self.turning_points]
        return svg(self.graph, self.names, seat_marks(self.record), plies, self.decided_after)

    def html(self) -> str:
        """A whole page: picture, sentences and tables."""
        return page(self.record.game.spec.card.title, self.svg(), self._rows())

    def _repr_html_(self) -> str:
        return f"<div>{self.svg()}{self._rows()}</div>"

    def _rows(self) -> str:
        from branchline.review.html_rows import html_rows

        return html_rows(self)

    def __repr__(self) -> str:
        title = self.record.game.spec.card.title
        return f"<Review of {title}, {len(self.names)} players, {len(self.steps)} plies, {self.depth}>"


def _ordered(data: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {**{key: data[key] for key in keys}, **data}


@overload
def review(
    record: Record,
    depth: str | int = ...,
    seed: int = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
    evaluator: Evaluator | None = ...,
) -> Review: ...


@overload
def review(
    record: Iterable[Record],
    depth: str | int = ...,
    seed: int = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
    evaluator: Evaluator | None = ...,
) -> Summary: ...


def review(
    record: Record | Iterable[Record],
    depth: str | int = QUICK,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    evaluator: Evaluator | None = None,
) -> Review | Summary:
    """Review a finished game, or several games for a summary of each player.

    `depth` is `quick`, `deep` or the number of simulations for each decision.  Equal arguments give equal reviews, whatever the
    number of threads; left out, it is that of the cores.  `progress` is called with the tasks done and all tasks.

    >>> import branchline as bl
    >>> state = bl.game("northern-pacific", players=2, rounds=1, duo="plain").start().play_out(seed=1)
    >>> found = bl.review(bl.Record.of(state), depth=120)
    >>> len(found.steps) == state.ply, [account.result for account in found.seats] == found.chances[-1]
    (True, True)
    """
    if isinstance(record, Record) or not isinstance(record, Iterable):
        work = Reviewer(record, depth, seed, evaluator=evaluator)
        work.run(threads, progress)
        return Review.of(work)
    records = list(record)
    if not records:
        raise BadRecord(say("There is no record to review."))
    return summarise([review(one, depth, seed, threads, progress, evaluator) for one in records])
