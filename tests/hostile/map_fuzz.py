"""Spoils maps again and again: each is refused with a sentence, or a game on it is drawn in time.  Run uncompiled.

python map_fuzz.py GAME TRIES SEED
"""

from __future__ import annotations

import copy
import json
import random
import signal
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import branchline as bl
from branchline.games import northern_pacific, wensleydale

SECONDS = 60
"""Time to read a map and to draw it, on a busy machine."""
MAX_SENTENCE_LENGTH = 1000
"""Letters of a refusal."""
WILD: list[Any] = [
    *(None, True, [], {}, "", "x", "\0", "\u202e", "x" * 100_000, 0, -1, 1, 0.5, 2, 40, 1e-9, -1e-9, 1e6, 1e9, 1e300, -1e300),
    *(
        float("nan"),
        float("inf"),
        float("-inf"),
        10**30,
        [0, 0],
        [[0, 0]],
        [1e9, 1e9],
        [[[0, 0]]],
        ["x"],
        {"x": 1},
        [None, None],
    ),
]


def original(game: str) -> dict[str, Any]:
    if game == "wensleydale":
        text = (Path(wensleydale.__file__).parent / "data" / "maps" / "dales.json").read_text("utf-8")
        found: dict[str, Any] = json.loads(text)
        return found
    return tomllib.loads((Path(northern_pacific.__file__).parent / "data" / "maps" / "standard.toml").read_text("utf-8"))


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in some data as its container and key, the containers themselves included."""
    found: list[tuple[Any, Any]] = []
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys:
        found.append((value, key))
        found += places(value[key])
    return found


def spoil(data: dict[str, Any], chance: random.Random) -> None:
    """One change: of a value, of a whole part, or of all numbers of a part at once."""
    name = chance.choice(list(data))  # every part as often as the others, however large it is
    container, key = chance.choice([(data, name), *places(data[name])])
    kind = chance.random()
    if kind < 0.6:
        container[key] = chance.choice(WILD)
    elif kind < 0.7 and isinstance(container, dict):
        del container[key]
    elif kind < 0.8 and isinstance(container, list):
        container.extend(container[:200] * chance.choice((1, 20)))
    else:
        factor = chance.choice((1e-6, 0.01, -1, 3, 100, 1e5, 1e12))
        for inner, place in places(container):
            if isinstance(inner[place], (int, float)) and not isinstance(inner[place], bool):
                inner[place] = inner[place] * factor


def late(*_: object) -> None:
    raise TimeoutError


def main(game: str, tries: int, seed: int) -> None:
    chance, data, drawn = random.Random(seed), original(game), 0
    signal.signal(signal.SIGALRM, late)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(tries):
            changed = copy.deepcopy(data)
            for _ in range(chance.choice((1, 1, 2))):
                spoil(changed, chance)
            file = Path(folder) / f"{number}.json"  # read as JSON by both games
            file.write_text(json.dumps(changed), "utf-8")
            sentence = ""
            signal.alarm(SECONDS)
            try:
                state = bl.game(game, 3, map=str(file)).start()
                state.svg()
                state.text()
                drawn += 1
            except bl.BadOption as refusal:
                sentence = str(refusal)
            except BaseException:
                print(json.dumps(changed))
                raise
            finally:
                signal.alarm(0)
            assert len(sentence) < MAX_SENTENCE_LENGTH, sentence[:300]
    print(f"{drawn} of {tries} drawn")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
