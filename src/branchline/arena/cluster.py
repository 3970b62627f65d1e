"""The games of a tournament on a Ray cluster: an actor for each worker, each with a worker of its own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

from branchline.arena.play import Played
from branchline.arena.schedule import Job
from branchline.arena.worker import Interrupted, Worker
from branchline.errors import BadOption, WorkerFailed

MOST_LOSSES = 10
"""A game whose worker was lost so often is not tried again: nodes come and go, but not like this."""

ATTEMPTS = 2
"""How often a cluster is called before it counts as absent."""

CLOSING_SECONDS = 5.0
"""Time to end what the workers have started."""


class RayWorker:
    """What runs on the cluster: jobs and results travel as plain data."""

    def __init__(self) -> None:
        self.worker = Worker()

    def play(self, job: dict[str, Any]) -> dict[str, Any]:
        """One game, or why it could not be played."""
        try:
            return self.worker.play(Job.from_json(job)).to_json()
        except WorkerFailed as failure:
            return {"error": str(failure)}
        except Interrupted:  # nobody waits for it any more
            return {"error": "The worker was closed."}

    def close(self) -> None:
        """End the worker with its programs, also in the middle of a game: Ray would end the worker alone."""
        self.worker.close()

    def pid(self) -> int:
        """The number of the actor's process."""
        return os.getpid()


class Cluster:
    """Workers on Ray; `address` is `ray`, or `ray://host:port` of a cluster.  Each has `threads` processors for itself."""

    def __init__(self, address: str, workers: int | None = None, threads: int = 1) -> None:
        self.ray = _ray()
        self._mine = not self.ray.is_initialized()
        if self._mine:
            _connect(self.ray, address)
        nodes = [int(node["Resources"].get("CPU", 0)) for node in self.ray.nodes() if node["Alive"]]
        threads = max(1, min(threads, max(nodes, default=1)))  # a bot on a small node has no more threads than that
        self._actor = self.ray.remote(num_cpus=threads, max_concurrency=2)(RayWorker)  # a game, and `close`
        # An actor sits on one node, and one too many would wait for processors for ever, with its game.
        room = max(1, sum(processors // threads for processors in nodes))
        self.actors = [self._actor.remote() for _ in range(min(workers or room, room))]

    def play(self, jobs: list[Job]) -> Iterator[Played]:
        """Results in the order in which games end; a lost actor is replaced and its game played again."""
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
                if lost[job.number] == MOST_LOSSES:
                    raise WorkerFailed(f"Game {job.number} lost its worker {MOST_LOSSES} times: {error}") from None
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
        """Let the workers go, also in the middle of games; leave a Ray that somebody else has started."""
        closing = [actor.close.remote() for actor in self.actors]
        self.ray.wait(closing, num_returns=len(closing), timeout=CLOSING_SECONDS)
        for actor in self.actors:
            self.ray.kill(actor)
        if self._mine:
            self.ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    """Start Ray here, or reach a cluster's client port, which now and then fails to start its half at the first call."""
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
        raise BadOption("Ray is not installed. hint: pip install 'branchline[ray]'") from None
    return ray
