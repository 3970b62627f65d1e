"""Tournaments on Ray: the same totals, lost workers, and processors for every thread."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline import arena
from branchline.arena import cluster
from branchline.arena.cluster import Cluster
from branchline.arena.dataset import write_dataset
from tests.arena import rogues
from tests.arena.common import BOTS, GAME, same_everywhere, wait_for_the_end


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    ray.init(
        "local", num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": paths}},
    )  # fmt: skip
    yield ray
    ray.shutdown()


@pytest.mark.filterwarnings("ignore")
def test_totals_are_the_same_on_ray(ray: Any, alone: arena.Tournament) -> None:
    done = arena.run(GAME, BOTS, 12, seed=4, on="ray")
    assert same_everywhere(done) == same_everywhere(alone)
    assert ray.is_initialized(), "a Ray of somebody else goes on"


@pytest.mark.filterwarnings("ignore")
def test_a_dataset_is_the_same_on_ray(ray: Any, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    here, there = tmp_path / "here", tmp_path / "there"
    write_dataset(GAME, "greedy,random", 3, here, simulations=4, seed=4, workers=0)
    assert write_dataset(GAME, "greedy,random", 3, there, simulations=4, seed=4, on="ray").is_complete
    assert parquet.read_table(there / "part-00000.parquet").equals(parquet.read_table(here / "part-00000.parquet"))
    assert (there / "records" / "game-00002.txt").read_text() == (here / "records" / "game-00002.txt").read_text()


@pytest.mark.filterwarnings("ignore")
def test_lost_workers_of_ray_are_replaced_and_their_games_played_again(ray: Any, alone: arena.Tournament) -> None:
    jobs = arena.schedule(GAME, arena.entrants(BOTS), 12, 4, 60.0)
    with contextlib.closing(Cluster("ray", 2)) as cluster:
        pids = ray.get([actor.pid.remote() for actor in cluster.actors])
        found = []
        for game in cluster.play(jobs):
            found.append(game)
            if pids:
                os.kill(pids.pop(), signal.SIGKILL)
    assert tuple(sorted(found, key=lambda game: game.number)) == alone.games


@pytest.mark.filterwarnings("ignore")
def test_no_program_outlives_a_tournament_on_ray(ray: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    stubborn = f"stubborn=cmd:env ROGUE_LOG={log} {sys.executable} {rogues.PROGRAM} stubborn"
    jobs = arena.schedule(GAME, arena.entrants([stubborn, rogues.Hanging, "random"]), 3, 0, 600.0)
    with contextlib.closing(Cluster("ray", 1)) as cluster:
        cluster.actors[0].play.remote(jobs[0].to_json())
        deadline = time.monotonic() + 120
        while not log.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
    wait_for_the_end(log, 2)


@pytest.fixture
def cluster_address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A cluster of one machine that knows nothing of us but its client port."""
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path or os.getcwd() for path in sys.path))
    port, client_port = free_port(), free_port()
    words = ["start", "--head", "--block", "--num-cpus=2", "--include-dashboard=false"]
    words += [f"--port={port}", f"--ray-client-server-port={client_port}", "--min-worker-port=0", "--max-worker-port=0"]
    code = "import sys; from ray.scripts.scripts import main; sys.exit(main())"
    head = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield f"ray://127.0.0.1:{client_port}"
    head.terminate()
    head.wait(60)


def free_port() -> int:
    with socket.socket() as open_socket:
        open_socket.bind(("127.0.0.1", 0))
        return int(open_socket.getsockname()[1])


@pytest.mark.slow
def test_totals_are_the_same_on_a_cluster_elsewhere(alone: arena.Tournament, cluster_address: str, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    words = ["arena", "np", "--players", "3", "--set", "rounds=1", "--bots", ",".join(BOTS), "--games", "12", "--seed", "4"]
    words += ["--on", cluster_address, "--json", str(file)]
    code = "from branchline.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, timeout=400)
    assert done.returncode == 0, done.stderr
    data = json.loads(file.read_text("utf-8"))
    del data["timing"]
    assert json.dumps(data) == same_everywhere(alone)


class Desk:
    """As much of Ray as a cluster needs to sit down: nodes with processors, and what actors ask for."""

    def __init__(self, *processors: int) -> None:
        self.processors = processors
        self.asked: list[int] = []

    def is_initialized(self) -> bool:
        return True

    def nodes(self) -> list[dict[str, Any]]:
        dead = {"Alive": False, "Resources": {"CPU": 64.0}}
        return [dead, *({"Alive": True, "Resources": {"CPU": float(count)}} for count in self.processors)]

    def remote(self, num_cpus: int, max_concurrency: int) -> Any:
        desk = self

        class Actor:
            @staticmethod
            def remote() -> None:
                desk.asked.append(num_cpus)

        return lambda worker: Actor


@pytest.mark.parametrize(
    ("nodes", "workers", "threads", "asked"),
    [
        ((4, 4), None, 1, [1] * 8),
        ((4, 4), None, 2, [2] * 4),
        ((3, 3), None, 2, [2] * 2),  # an actor sits on one node
        ((4, 4), 3, 2, [2] * 3),
        ((4, 4), 99, 2, [2] * 4),
        ((1, 1), None, 2, [1] * 2),  # no node has two, and the bot there has one thread
    ],
)
def test_actors_have_the_processors_that_their_bots_think_with(
    monkeypatch: pytest.MonkeyPatch, nodes: tuple[int, ...], workers: int | None, threads: int, asked: list[int]
) -> None:
    desk = Desk(*nodes)
    monkeypatch.setattr(cluster, "_ray", lambda: desk)
    assert len(Cluster("ray", workers, threads).actors) == len(asked)
    assert desk.asked == asked


def test_a_tournament_tells_ray_how_many_threads_its_bots_have(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    class Full(Exception):
        pass

    def sit_down(*given: Any) -> None:
        told.append(given)
        raise Full

    monkeypatch.setattr(cluster, "Cluster", sit_down)
    for bots in ("expert:1s,greedy", "expert:100,greedy"):
        with pytest.raises(Full):
            arena.run(GAME, bots, 3, on="ray")
    assert told == [("ray", None, 2), ("ray", None, 1)]
