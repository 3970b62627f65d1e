"""Writes the golden records of Last Train to Wensleydale: `python -m tests.golden.make_wensleydale`.

They are kept in the repository and replayed by the tests; run this only when the rules version is raised.
Random games cover most of the rules; a careful player brings the marker to the good end of Profit & Loss.
"""

from __future__ import annotations

import random
from pathlib import Path

import branchline as bl

FOLDER = Path(__file__).parent / "wensleydale"
RANDOM: dict[str, tuple[int, str, int]] = {
    "three-random": (3, "top", 1),
    "three-random-bottom": (3, "bottom", 2),
    "four-random": (4, "top", 3),
    "four-random-bottom": (4, "bottom", 4),
}
CAREFUL: dict[str, tuple[int, str, int]] = {
    "three-careful": (3, "top", 18),
    "four-careful": (4, "top", 7),
    "four-careful-bottom": (4, "bottom", 7),
}
LIKING = {"load": 60.0, "hire": 25.0, "sell": 60.0, "bid": 1.0, "pass": 0.4, "build": 4.0, "done": 6.0}
"""How much a careful player likes each kind of move."""


def careful_move(state: bl.State, rng: random.Random) -> bl.Move:
    """Load and hire where possible, sell what can be sold, build little, and bid low."""
    moves = state.legal()
    if state.is_chance:
        return rng.choices(moves, state.weights())[0]
    return rng.choices(moves, [liking(state, move.text) for move in moves])[0]


def liking(state: bl.State, text: str) -> float:
    word, *rest = text.split()
    if word == "bid" and int(rest[1]) > 4:
        return 0.01
    if word == "build" and state.record.links[state.actor] > 4:
        return 0.05
    if word == "load" and rest[0] == "stone":
        return 300.0
    return LIKING.get(word, 1.0)


def careful_game(players: int, stacking: str, seed: int) -> bl.State:
    rng = random.Random(seed)
    state = bl.game("last-train-to-wensleydale", players, stacking=stacking).start()
    while not state.is_over:
        state.play(careful_move(state, rng))
    return state


def write(name: str, state: bl.State) -> None:
    text = bl.Record.of(state, date="2026-11-15").dumps()
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (players, stacking, seed) in RANDOM.items():
        write(name, bl.game("last-train-to-wensleydale", players, stacking=stacking).start().play_out(seed))
    for name, (players, stacking, seed) in CAREFUL.items():
        write(name, careful_game(players, stacking, seed))


if __name__ == "__main__":
    main()
