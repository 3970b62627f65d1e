"""Spoilt maps and tile mixes: each is refused with a sentence, or a game with it can be drawn and played.  Run uncompiled."""

from __future__ import annotations

import atexit
import copy
import json
import random
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import branchline as bl
from branchline.games import find_spec, folder
from branchline.games.spec import Option
from tests.hostile.mutation import TEXT_WAYS
from tests.hostile.spoilt import check_sentence

PLAYED = 4
"""One of so many games that can be drawn is also played."""
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


def data_option(game: str) -> Option:
    """The option of a game that names a data file: a map or a tile mix."""
    return next(option for option in find_spec(game).options if not option.values)


def data_file(game: str) -> Path:
    """The map or tile mix that a game is played with unless another one is named."""
    files = Path(str(folder(game))).glob(f"data/*/{data_option(game).default}.*")
    return next(file for file in files if file.suffix in (".json", ".toml"))


def original(game: str) -> dict[str, Any]:
    file = data_file(game)
    text = file.read_text("utf-8")
    found: dict[str, Any] = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    return found


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


class Maps:
    """The door for maps and tile mixes: the options `map` and `tiles`."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed
        self.option, self.suffix = data_option(name).name, data_file(name).suffix
        self.text, self.data = data_file(name).read_text("utf-8"), original(name)
        self.folder = tempfile.TemporaryDirectory()
        atexit.register(self.folder.cleanup)

    def case(self, number: int) -> tuple[str, str]:
        """The end of the file's name, and what is in it: data that were changed, or the text itself."""
        chance = random.Random(self.seed << 40 | number)
        if chance.random() < 0.4:
            text = self.text
            for _ in range(chance.choice((1, 1, 2))):
                text = chance.choice(TEXT_WAYS)(text, chance)
            return self.suffix, text
        changed = copy.deepcopy(self.data)
        if self.option == "tiles" and chance.random() < 0.3:
            counts = list(changed["tiles"].values())
            chance.shuffle(counts)
            changed["tiles"] = dict(zip(changed["tiles"], counts, strict=True))
            return ".json", json.dumps(changed)
        for _ in range(chance.choice((1, 1, 2))):
            spoil(changed, chance)
        return ".json", json.dumps(changed)

    def offer(self, suffix: str, text: str, number: int) -> str:
        file = Path(self.folder.name) / f"{number}{suffix}"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            state = bl.game(self.name, 3, **{self.option: str(file)}).start()
        except bl.BadOption as refusal:
            check_sentence(str(refusal), MAX_SENTENCE_LENGTH)
            return "refused"
        finally:
            file.unlink()
        state.svg()
        state.text()
        if number % PLAYED == 0:
            state.play_out(number)
        return "accepted"
