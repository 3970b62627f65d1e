"""A review in progress.  It is made of small tasks, so a server can run them one by one, stop, and go on later."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, NamedTuple

from branchline.core.record import Record
from branchline.errors import BadOption
from branchline.machine import cores
from branchline.review.budget import QUICK, TREES, Budget, budget_of
from branchline.review.decisions import Verdict, judge
from branchline.review.draws import Luck, measure
from branchline.review.estimates import estimate
from branchline.review.evaluator import EVERYTHING, Evaluator, SearchEvaluator, stream
from branchline.review.plan import Event, events_of
from branchline.texts import say

Progress = Callable[[int, int], None]
"""Called with the tasks that are done and the number of all tasks, which may turn out to be fewer."""
METHOD = 2
"""To be raised whenever the same record, depth and seed would give other figures, also after a new calibration.  What was found
by another method is not mixed in."""
REFINED_SHARE = 0.25
"""At most this share of the events is searched a second time: decisions, those that can change most first."""
WORTH_A_LOOK = 0.05
"""A decision is searched again if it may have changed a chance by so much, or if it is an error."""
FIRST, SECOND = 0, 1
START = 6
"""The number of a random stream: of the first position."""
BEGIN = -1
"""The number of the task that values the first position, if a decision comes first."""


class Task(NamedTuple):
    """One piece of work: a pass and the number of an event."""

    refined: int
    event: int


class Reviewer:
    """The tasks of one review and what they found.

    Each task depends on the record, the budget and the seed alone.  So the review is the same however many threads work on it,
    in which order, and however often it was interrupted.  `kept` holds what was found so far as JSON-safe data; a new Reviewer
    for the same record, depth and seed goes on from there.

    >>> import branchline as bl
    >>> state = bl.game("northern-pacific", players=2, rounds=1, duo="plain").start().play_out(seed=1)
    >>> work = Reviewer(bl.Record.of(state), depth=120)
    >>> work.step()
    True
    >>> again = Reviewer(bl.Record.of(state), depth=120, kept=work.kept)
    >>> again.done
    1
    """

    def __init__(
        self,
        record: Record,
        depth: str | int = QUICK,
        seed: int = 0,
        kept: Mapping[str, Any] | None = None,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.record, self.seed = record, seed
        self.events: list[Event] = events_of(record)
        self.budget: Budget = budget_of(record.game, depth)
        self.evaluator: Evaluator = SearchEvaluator(record.game) if evaluator is None else evaluator
        self._first = [Task(FIRST, number) for number, event in enumerate(self.events) if not event.is_forced]
        if not self.events[0].is_chance:
            self._first.insert(0, Task(FIRST, BEGIN))
        self._found: dict[Task, Verdict | Luck | list[list[float]]] = {}
        if kept is not None:
            self._read(kept)

    # -- the tasks ---------------------------------------------------------------------------------

    def tasks(self) -> list[Task]:
        """All tasks known so far: those of the second pass are known when the first is done."""
        is_first_done = all(task in self._found for task in self._first)
        return self._first + (self._second() if is_first_done else [])

    def _second(self) -> list[Task]:
        """The decisions that are worth a second look, most important first.

        No draw is among them.  To choose those whose luck looks large would bias it.
        """
        looks = []
        for number in range(len(self.events)):
            found = self._found.get(Task(FIRST, number))
            if isinstance(found, Verdict):
                is_error = found.error > 0
                if is_error or found.undecided >= WORTH_A_LOOK:
                    looks.append((not is_error, -found.undecided, number))
        return [Task(SECOND, number) for *_, number in sorted(looks)[: self._most_second]]

    @property
    def pending(self) -> list[Task]:
        """The tasks to do next."""
        return [task for task in self.tasks() if task not in self._found]

    @property
    def done(self) -> int:
        """The number of tasks that are done."""
        return len(self._found)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do."""
        return not self.pending

    @property
    def planned(self) -> int:
        """The number of all tasks; before the second pass is known, the most that it can have are counted."""
        known = self.tasks()
        return len(known) if len(known) > len(self._first) or self.is_complete else len(known) + self._most_second

    @property
    def _most_second(self) -> int:
        return max(1, round(REFINED_SHARE * len(self.events)))

    def work_on(self, task: Task) -> Verdict | Luck | list[list[float]]:
        """What a task finds.  It changes nothing here, so threads may call it side by side."""
        if task.event == BEGIN:
            state, size = self.events[0].before, self.budget.tree
            rngs = [stream(self.seed, 0, FIRST, START, tree) for tree in range(TREES)]
            begin = estimate(lambda tree: self.evaluator.value(state, EVERYTHING, size, rngs[tree]), TREES)
            return begin.mean.tolist()
        event = self.events[task.event]
        if event.is_chance:
            return measure(event.before, event.after, self.evaluator, self.budget, self.seed, event.first)
        return judge(event.before, event.action, self.evaluator, self.budget, self.seed, event.first, task.refined == SECOND)

    def step(self) -> bool:
        """Do the next task in this thread; returns whether there was one."""
        pending = self.pending
        if pending:
            self._found[pending[0]] = self.work_on(pending[0])
        return bool(pending)

    def run(self, threads: int | None = None, progress: Progress | None = None) -> None:
        """Do all tasks, on all cores if no number of threads is given."""
        if threads is not None and threads < 1:
            raise BadOption(say("A review needs at least one thread."))
        pool, total = ThreadPoolExecutor(threads or cores()), 0
        try:
            while pending := self.pending:
                total = self.planned
                for task, found in zip(pending, pool.map(self.work_on, pending), strict=True):
                    self._found[task] = found
                    if progress is not None:
                        progress(self.done, total)
            if progress is not None and total > self.done:  # the second pass had less to do, or nothing
                progress(self.done, self.done)
        finally:
            pool.shutdown(cancel_futures=True)  # an interrupt does not wait for tasks that have not begun

    # -- what was found ----------------------------------------------------------------------------

    def begin(self) -> list[list[float]]:
        """The values before the first ply."""
        found = self._found[Task(FIRST, BEGIN)] if not self.events[0].is_chance else self.of(0)
        if isinstance(found, Luck):
            return found.before
        assert isinstance(found, list)
        return found

    def of(self, number: int) -> Verdict | Luck | None:
        """What the latest pass found about an event; None if it was forced or is not done."""
        found = self._found.get(Task(SECOND, number), self._found.get(Task(FIRST, number)))
        return found if isinstance(found, (Verdict, Luck)) else None

    @property
    def simulations(self) -> int:
        """The simulations so far."""
        begin = TREES * self.budget.tree if Task(FIRST, BEGIN) in self._found else 0
        return begin + sum(found.simulations for found in self._found.values() if isinstance(found, (Verdict, Luck)))

    @property
    def _heading(self) -> dict[str, Any]:
        """Which review it is."""
        actions = zlib.crc32(repr((self.record.game.name, self.record.actions)).encode())
        return {"method": METHOD, "depth": self.budget.depth, "seed": self.seed, "actions": actions}

    @property
    def kept(self) -> dict[str, Any]:
        """What was found so far, JSON-safe."""
        return {
            **self._heading,
            "found": [
                [*task, asdict(found) if isinstance(found, (Verdict, Luck)) else found] for task, found in self._found.items()
            ],
        }

    def _read(self, kept: Mapping[str, Any]) -> None:
        if any(kept.get(name) != value for name, value in self._heading.items()):
            raise BadOption(say("What was kept belongs to another review."))
        for refined, number, found in kept["found"]:
            kind: Any = list if number == BEGIN else Luck if self.events[number].is_chance else Verdict
            self._found[Task(refined, number)] = found if kind is list else kind(**found)
