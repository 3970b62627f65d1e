"""Playing the games of a tournament on this machine."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from branchline.arena.play import Played, play
from branchline.arena.schedule import Job
from branchline.arena.worker import Interrupted, Worker
from branchline.errors import WorkerFailed


def play_here(jobs: list[Job]) -> Iterator[Played]:
    """Play the games one by one in this process: for debuggers, and for bots that no other process can import."""
    for job in jobs:
        yield play(job)


class WorkerPool:
    """Several workers.  Each is owned by a thread that gives it the next game."""

    def __init__(self, workers: int) -> None:
        self.workers = [Worker() for _ in range(workers)]

    def play(self, jobs: list[Job]) -> Iterator[Played]:
        """Results in the order in which games end."""
        waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
        done: queue.SimpleQueue[Played | BaseException] = queue.SimpleQueue()
        for job in jobs:
            waiting.put(job)
        for worker in self.workers[: len(jobs)]:
            threading.Thread(target=_serve, args=(worker, waiting, done), daemon=True).start()
        for _ in jobs:
            result = done.get()
            if isinstance(result, BaseException):
                raise result
            yield result

    def close(self) -> None:
        """End all workers, also during games."""
        threads = [threading.Thread(target=worker.close) for worker in self.workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def _serve(worker: Worker, waiting: queue.SimpleQueue[Job], done: queue.SimpleQueue[Played | BaseException]) -> None:
    try:
        while True:
            done.put(worker.play(waiting.get_nowait()))
    except (queue.Empty, Interrupted):
        pass
    except OSError as error:
        done.put(WorkerFailed(f"A worker could not be started: {error}."))
    except Exception as error:
        done.put(error)
