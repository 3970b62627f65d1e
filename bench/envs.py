"""Measure the doors for research in one run: many games side by side against Pgx, batched search, and one game at a time."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import platform
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import click
import numpy as np
from rich.console import Console

import branchline as bl
from branchline.machine import cores
from report import Row, markdown, per_second, show, times, write_into
from targets import seats, targets_of

README = Path(__file__).parent / "README.md"
REFERENCE = "northern-pacific"
"""The game that is compared with Pgx."""
PLAYERS = 4
OVER_CONNECT_FOUR = 3.0
PGX_GAMES, PGX_SIZES = ("connect_four", "backgammon", "go_9x9", "shogi"), (256, 1024, 4096, 16384)
SIMULATIONS = 100
VECTOR, PEERS, SINGLE, SEARCH = "Steps of many games side by side", "Peers side by side", "One game at a time", "Batched search"
Meter = Callable[[float], float]
EPILOG = """\b
Examples:
  python bench/envs.py --quick
  python bench/envs.py --json figures.json --write"""


def timed(step: Callable[[], int], seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Units a second.  `step` does some work whose time counts, and returns how much."""
    done, spent = 0, 0.0
    while spent < seconds:
        began = clock()
        done += step()
        spent += clock() - began
    return done / spent


def clock_of(threads: int) -> Callable[[], float]:
    """The wall clock; with one thread its processor time, which other work on the machine disturbs less."""
    return time.process_time if threads == 1 else time.perf_counter


def games() -> list[bl.Game]:
    """Every game with four players if it allows, the one that owes most steps first."""
    specs = sorted(bl.specs(), key=lambda spec: -(targets_of(spec.name).vector or 0))
    return [bl.game(spec.name, seats(spec.card, PLAYERS)) for spec in specs]


def vector_rate(game: bl.Game, n: int, threads: int, seconds: float) -> float:
    """Steps a second, with observation and mask written at each; the choice of actions does not count."""
    clock = clock_of(threads)
    vector, rng = bl.vector(game, n=n, threads=threads), np.random.default_rng(0)
    for _ in range(20):
        vector.step(vector.random_actions(rng))
    spent, done = 0.0, 0
    while spent < seconds:
        actions = vector.random_actions(rng)
        began = clock()
        vector.step(actions)
        spent += clock() - began
        done += n
    return done / spent


def pgx_rate(name: str, n: int, seconds: float, threads: int = 0) -> float:
    """Steps a second of Pgx with auto-reset, compiled; the choice of actions does not count here either."""
    clock = clock_of(threads)
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    wrappers = importlib.import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    start, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(wrappers.auto_reset(env.step, env.init)))
    keys = partial(jax.random.split, num=n)
    choose = jax.jit(lambda key, masks: jax.random.categorical(key, jax.numpy.where(masks, 0.0, -1e9)))
    state, key = start(keys(jax.random.PRNGKey(0))), jax.random.PRNGKey(1)
    spent, done, first = 0.0, 0, True
    while first or spent < seconds:
        key, one, two = jax.random.split(key, 3)
        actions, seeds = choose(one, state.legal_action_mask), keys(two)
        jax.block_until_ready((actions, seeds, state))
        began = clock()
        state = step(state, actions, seeds)
        jax.block_until_ready(state)
        if not first:
            spent, done = spent + clock() - began, done + n
        first = False  # the first step compiles
    return done / spent


def version(package: str) -> str | None:
    """The installed version of a package, or None."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def best(measure: Callable[[int, float], float], sizes: tuple[int, ...], seconds: float) -> tuple[int, float]:
    """The size with the highest rate, and the rate."""
    return max(((size, measure(size, seconds)) for size in sizes), key=lambda found: found[1])


def rounds_of(measure: Callable[[int, float], float], sizes: tuple[int, ...], rounds: int, seconds: float) -> tuple[int, float]:
    """The best size by a short try, and the median rate of some rounds with it."""
    size, _ = best(measure, sizes, seconds / 2)
    return size, median(measure(size, seconds) for _ in range(rounds))


def vector_rows(rounds: int, seconds: float) -> Iterator[Row]:
    """Our games on all cores and on one, and Pgx where it is installed, with the ratio to its connect_four."""
    ours: dict[tuple[str, int], float] = {}
    for game in games():
        known, label = targets_of(game.name), f"{game.spec.card.title}, {game.players} players"
        for threads in sorted({1, cores()}, reverse=True):
            size, rate = rounds_of(lambda n, s, game=game, t=threads: vector_rate(game, n, t, s), known.sizes, rounds, seconds)  # type: ignore[misc]
            ours[game.name, threads] = rate
            owed = known.vector if threads == 2 else None
            how = "one thread, by processor time" if threads == 1 else f"{threads} threads"
            yield Row(VECTOR, f"{label}, {how}", rate, per_second, owed, note=f"{size} environments")
    if version("pgx") is None:
        return
    for name in PGX_GAMES:
        size, rate = rounds_of(lambda n, s, name=name: pgx_rate(name, n, s), PGX_SIZES, rounds, seconds)  # type: ignore[misc]
        ratio = ours[REFERENCE, cores()] / rate
        yield Row(PEERS, f"Pgx {name}", rate, per_second, note=f"{size} environments, version {version('pgx')}, all cores")
        owed = OVER_CONNECT_FOUR if name == "connect_four" else None
        yield Row(PEERS, f"Northern Pacific / Pgx {name}", ratio, times, owed, note="by the wall clock: needs idle cores")
        if name == "connect_four":
            ratio = ours[REFERENCE, 1] / median(pgx_rate(name, size, seconds, threads=1) for _ in range(rounds))
            yield Row(PEERS, f"Northern Pacific / Pgx {name}, by processor time", ratio, times, note="ours with one thread")


def aec_rate(make: Callable[[], Any], seconds: float) -> float:
    """Decisions a second of a PettingZoo environment played at random as its documentation shows."""
    env = make()

    def game() -> int:
        env.reset(seed=1)
        count = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
            count += 1
        return count

    return timed(game, seconds, time.process_time)


def single_rows(seconds: float) -> Iterator[Row]:
    """PettingZoo, ours and its own; OpenSpiel with our rules."""
    aec = importlib.import_module("branchline.envs.aec")
    for spec in bl.specs():
        ours = aec.environments(spec.name)
        rate = aec_rate(ours.env, seconds)
        yield Row(SINGLE, f"PettingZoo {ours.name}", rate, per_second, note="last + step, action sampled by mask")
    for name in ("connect_four_v3", "tictactoe_v3", "chess_v6"):
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
        except ImportError:
            continue
        yield Row(
            SINGLE,
            f"PettingZoo's own {name}",
            aec_rate(module.env, seconds),
            per_second,
            note=f"version {version('pettingzoo')}",
        )


def search_rows(rounds: int, seconds: float) -> Iterator[Row]:
    """Simulations a second of searches of 64 openings at once."""
    for game in games():
        states = []
        for seed in range(64):
            state, rng = game.start(), bl.seeded(seed)
            while state.is_chance or state.ply < 8:
                state.push(state.random_move(rng).id)
            states.append(state)
        bl.search(states[:1], 8)

        def search(states: list[bl.State] = states) -> int:
            bl.search(states, SIMULATIONS)
            return len(states) * SIMULATIONS

        rate = median(timed(search, seconds) for _ in range(rounds))
        label = f"{game.spec.card.title}, {game.players} players, {cores()} threads"
        yield Row(SEARCH, label, rate, per_second, note=f"64 positions, {SIMULATIONS} simulations each")


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--quick", is_flag=True, help="One short round: a rough picture.")
@click.option("--only", type=click.Choice(["vector", "single", "search"]), help="One part only.")
@click.option("--json", "json_path", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures to a file.")
@click.option("--write", is_flag=True, help="Write the tables into bench/README.md.")
def main(quick: bool, only: str | None, json_path: Path | None, write: bool) -> None:
    """Measure vectors of games against Pgx, batched searches, and one game at a time, in one run."""
    rounds, seconds = (1, 0.3) if quick else (5, 1.0)
    parts = {
        "vector": partial(vector_rows, rounds, seconds),
        "single": partial(single_rows, seconds),
        "search": partial(search_rows, rounds, seconds),
    }
    rows = [row for name, part in parts.items() if only in (None, name) for row in part()]
    console = Console()
    show(console, rows)
    if version("pgx") is None:
        console.print("pgx is not installed: it is left out. hint: make .venv/.bench")
    machine = f"Measured on {cores()} cores, Python {platform.python_version()}, {rounds} rounds of {seconds} s each."
    if json_path is not None:
        figures = {"machine": machine, "rows": [row.plain() for row in rows]}
        json_path.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if write:
        write_into(README, markdown(rows, machine), "envs", "envs.py")


if __name__ == "__main__":
    main()
