"""The games of a tournament on a Ray cluster.  Each actor has a worker process of its own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

from branchline.arena.play import Played
from branchline.arena.schedule import Job
from branchline.arena.worker import Interrupted, Worker
from branchline.errors import BadOption, MissingExtra, WorkerFailed

MAX_LOSSES = 10
"""After so many lost workers a game is not tried again."""

ATTEMPTS = 2
"""Attempts to reach a cluster."""

CLOSING_SECONDS = 5.0
"""Time that the workers have to end their programs."""


class RayWorker:
    """The actor on the cluster.  Jobs and results are sent as JSON data."""

    def __init__(self) -> None:
        self.worker = Worker()

    def play(self, job: dict[str, Any]) -> dict[str, Any]:
        """One game, or why it could not be played."""
        try:
            return self.worker.play(Job.from_json(job)).to_json()
        except WorkerFailed as failure:
            return {"error": str(failure)}
        except Interrupted:  # the result is not wanted any more
            return {"error": "The worker was closed."}

    def close(self) -> None:
        """End the worker with its programs, also during a game.  Ray would end the worker only."""
        self.worker.close()

    def pid(self) -> int:
        """The number of the actor's process."""
        return os.getpid()


class Cluster:
    """Workers on Ray.  `address` is `ray`, or `ray://host:port` of a cluster.  Each worker gets `threads` processors."""

    def __init__(self, address: str, workers: int | None = None, threads: int = 1) -> None:
        self.ray = _ray()
        self._mine = not self.ray.is_initialized()
        if self._mine:
            _connect(self.ray, address)
        nodes = [int(node["Resources"].get("CPU", 0)) for node in self.ray.nodes() if node["Alive"]]
        threads = max(1, min(threads, max(nodes, default=1)))  # a bot on a small node cannot have more
        self._actor = self.ray.remote(num_cpus=threads, max_concurrency=2)(RayWorker)  # a game, and `close`
        # An actor runs on one node.  An actor that does not fit would wait for processors for ever, with its game.
        room = max(1, sum(processors // threads for processors in nodes))
        self.actors = [self._actor.remote() for _ in range(min(workers or room, room))]

    def play(self, jobs: list[Job]) -> Iterator[Played]:
        """Results in the order in which games end.  A lost actor is replaced and its game played again."""
        waiting = jobs[::-1]
        running: dict[Any, tuple[int, Job]] = {}
        lost: Counter[int] = Counter()
        for place in range(len(self.actors)):
            self._next(place, waiting, running)
        while running:
            (ready,), _ = self.ray.wait(list(running), num_returns=1)
            place, job = running.pop(ready)
            try:
                answer = self.ray.get(ready)
            except self.ray.exceptions.RayActorError as error:
                lost[job.number] += 1
                if lost[job.number] == MAX_LOSSES:
                    raise WorkerFailed(f"Game {job.number} lost its worker {MAX_LOSSES} times: {error}") from None
                self.actors[place] = self._actor.remote()
                waiting.append(job)
            except self.ray.exceptions.RayError as error:
                why = str(error).strip().splitlines()[-1]
                raise WorkerFailed(f"Game {job.number} could not be played on the cluster: {why}") from None
            else:
                if "error" in answer:
                    raise WorkerFailed(answer["error"])
                yield Played.from_json(answer)
            self._next(place, waiting, running)

    def _next(self, place: int, waiting: list[Job], running: dict[Any, tuple[int, Job]]) -> None:
        if waiting:
            job = waiting.pop()
            running[self.actors[place].play.remote(job.to_json())] = (place, job)

    def close(self) -> None:
        """End the workers, also during games.  A Ray that was running before is left running."""
        closing = [actor.close.remote() for actor in self.actors]
        self.ray.wait(closing, num_returns=len(closing), timeout=CLOSING_SECONDS)
        for actor in self.actors:
            self.ray.kill(actor)
        if self._mine:
            self.ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    """Start Ray here, or connect to a cluster's client port, which sometimes fails at the first attempt."""
    if address == "ray":
        ray.init(include_dashboard=False, logging_level="error")
        return
    for attempt in range(ATTEMPTS):
        try:
            ray.init(address, logging_level="error")
            return
        except (ConnectionError, RuntimeError, ValueError) as error:
            if attempt + 1 == ATTEMPTS or "timeout" in str(error):
                why = str(error).strip().splitlines()[-1]
                hint = "is its client server running, and does it want a token (RAY_AUTH_MODE=token)?"
                raise BadOption(f"There is no Ray cluster at {address}: {why}. hint: {hint}") from None


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtra("Ray is not installed.", "ray") from None
    return ray
