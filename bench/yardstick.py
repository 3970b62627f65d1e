"""The hand-written C program, compiled on the spot: what the kernel is measured against."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import branchline as bl

SOURCE = Path(__file__).parent / "northern_pacific.c"
FLAGS = ("-O3", "-march=native", "-std=gnu11")


def compiler() -> str | None:
    """The system's C compiler, if there is one."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def build(folder: Path) -> Path:
    """Compile the program into a folder."""
    cc, program = compiler(), folder / "northern_pacific"
    if cc is None:
        raise FileNotFoundError("There is no C compiler here.")
    subprocess.run([cc, *FLAGS, "-o", str(program), str(SOURCE)], check=True)
    return program


@dataclass(frozen=True)
class Totals:
    """What a batch of random games adds up to: equal for C and kernel, since they play the same games."""

    decisions: int
    scores: list[int]
    wins: list[int]


def play_in_c(program: Path, players: int, games: int, seed: int) -> tuple[Totals, float]:
    """Play a batch in C; returns its totals and the seconds of processor time it took."""
    out = subprocess.run([str(program), str(players), str(games), str(seed)], check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(out.stdout)
    return Totals(found["decisions"], found["scores"], found["wins"]), float(found["seconds"])


def play_in_kernel(players: int, games: int, seed: int) -> Totals:
    """Play the same batch in the kernel."""
    result = bl.simulate(bl.game("northern-pacific", players=players), games, seed)
    wins = (result.ranks == 1).sum(axis=0)
    return Totals(int(result.lengths.sum()), result.scores.sum(axis=0).tolist(), wins.tolist())


def c_rate(program: Path, players: int, seconds: float, seed: int = 0) -> float:
    """Decisions a second of the C program, by its own processor time."""
    games = 2000
    while True:
        totals, taken = play_in_c(program, players, games, seed)
        if taken >= seconds / 2:
            return totals.decisions / taken
        games = int(games * min(20, max(2, seconds / max(taken, 1e-4))))
