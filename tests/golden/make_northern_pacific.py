"""Writes the golden records of Northern Pacific: `python -m tests.golden.make_northern_pacific`.

They are kept in the repository and replayed by the tests; run this only when the rules version is raised.
"""

from __future__ import annotations

from pathlib import Path

import branchline as bl

FOLDER = Path(__file__).parent / "northern_pacific"
NEVER_INVEST = ["extend Fargo", "extend Minot", "extend Terry", "extend Great Falls", "extend Lewiston", "extend Richland"]
GAMES: dict[str, tuple[int, dict[str, str | int]]] = {
    "two-colours": (2, {}),
    "plain-duo": (2, {"duo": "plain"}),
    "two-colours-own-shuffled": (2, {"line": "own", "order": "shuffled"}),
    "two-colours-wins": (2, {"scoring": "wins"}),
    "three": (3, {}),
    "three-one-round": (3, {"rounds": 1}),
    "three-wins": (3, {"scoring": "wins"}),
    "four": (4, {}),
    "four-shuffled": (4, {"order": "shuffled"}),
    "four-many": (4, {"cubes_per_city": "many"}),
    "five-own": (5, {"line": "own"}),
    "five-wins-shuffled-own-many": (5, {"scoring": "wins", "order": "shuffled", "line": "own", "cubes_per_city": "many"}),
    "six": (6, {}),
    "six-one-round-shuffled": (6, {"rounds": 1, "order": "shuffled"}),
}


def write(name: str, state: bl.State) -> None:
    text = bl.Record.of(state, date="2026-11-15").dumps()
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for seed, (name, (players, options)) in enumerate(GAMES.items()):
        write(name, bl.game("northern-pacific", players, **options).start().play_out(seed))
    idle = bl.game("northern-pacific", 3, scoring="wins").replay([*NEVER_INVEST, "extend Seattle"] * 9)
    write("nobody-invests-nine-rounds", idle)


if __name__ == "__main__":
    main()
