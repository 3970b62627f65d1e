"""Datasets: the decisions of many games as Parquet files, for learning.

Games are played as in a tournament, on this machine or on a cluster.  They are written in parts of `PART_GAMES` games.  A part
that is there is not played again, so a run that was interrupted goes on where it stopped.  docs/research.md describes the
columns.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from branchline.arena.entrants import Entrant, entrants
from branchline.arena.export import need_parquet, write_record
from branchline.arena.play import Played
from branchline.arena.schedule import number_of, schedule
from branchline.arena.tournament import LOCAL, MOVE_SECONDS, SEED_BITS, check_settings, place, warm_up
from branchline.bots.batched import Searched, search
from branchline.core.game import Game
from branchline.core.rewards import final_rewards
from branchline.core.state import State
from branchline.errors import BadOption

PART_GAMES = 20
"""Games of one file."""
SEARCH_STREAM = 2
"""The kind of numbers that are derived from the seed for the searches; see `arena.schedule`."""
FORMAT, VERSION = "branchline-dataset", 1
SETTINGS = "dataset.json"
Progress = Callable[[int, int], None]
"""Called with the number of games done and of all games."""


@dataclass(frozen=True)
class Dataset:
    """What a run has written."""

    folder: Path
    games: int
    """The games that are in the files."""
    planned: int
    decisions: int
    forfeits: int
    """Games that a bot forfeited; they are left out."""

    @property
    def is_complete(self) -> bool:
        """Whether every planned game was played."""
        return self.games + self.forfeits == self.planned


def write_dataset(
    game: Game,
    bots: str | Iterable[str | Callable[..., Any]],
    games: int,
    folder: Path,
    *,
    simulations: int = 0,
    seed: int | None = None,
    workers: int | None = None,
    on: str = LOCAL,
    move_seconds: float = MOVE_SECONDS,
    progress: Progress = lambda done, planned: None,
) -> Dataset:
    """Play games and write their decisions into a folder, or go on with a run that was interrupted.

    With `simulations` every position is searched again with so many, for `visits`, `values` and `chances`; without them these
    are 0.  Without a seed one is drawn, and kept with the settings.  An interrupt (Ctrl-C) ends the run with the parts so far.
    """
    need_parquet()
    found = entrants(bots)
    check_settings(games, workers, on, move_seconds, found)
    if simulations < 0:
        raise BadOption("The number of simulations is 0 or more.")
    seed = _claim(folder, _settings(game, found, games, simulations, move_seconds), seed)
    jobs = schedule(game, found, games, seed, move_seconds)
    parts = [jobs[begin : begin + PART_GAMES] for begin in range(0, len(jobs), PART_GAMES)]
    missing = [(number, part) for number, part in enumerate(parts) if not part_file(folder, number).exists()]
    done = len(jobs) - sum(len(part) for _, part in missing)
    progress(done, len(jobs))
    if missing:
        warm_up(game, found)
        with contextlib.suppress(KeyboardInterrupt), place(on, workers, found) as (_, play_all):
            for number, part in missing:
                played = []
                for one in play_all(part):
                    played.append(one)
                    done += 1
                    progress(done, len(jobs))
                _write_part(folder, number, game, sorted(played, key=lambda one: one.number), simulations, seed)
    return _summary(folder, len(jobs))


def part_file(folder: Path, number: int) -> Path:
    """The file of a part."""
    return folder / f"part-{number:05}.parquet"


# -- rows ------------------------------------------------------------------------------------------------


def rows(game: Game, played: Played, simulations: int, seed: int) -> dict[str, Any]:
    """The decisions of one game by column; a column is an array with a row for each decision."""
    states, actions = [], []
    for state, action in _walk(game, played):
        states.append(state)
        actions.append(action)
    count, seats = len(states), [state.actor for state in states]
    found = search(states, simulations, seed=number_of(seed, SEARCH_STREAM, played.number)) if simulations else None
    rewards = final_rewards("rank", played.scores, played.ranks, played.sides)
    masks = np.zeros((count, game.action_count), np.bool_)
    for row, state in enumerate(states):
        masks[row, state.ids()] = True
    return {
        "record": np.array([record_id(played)] * count),
        "game": np.full(count, played.number, np.int32),
        "ply": np.array([state.ply for state in states], np.int32),
        "seat": np.array(seats, np.int8),
        "bot": np.array([played.bots[seat] for seat in seats]),
        "action": np.array(actions, np.int32),
        "observation": np.stack([state.encode(state.actor) for state in states]),
        "mask": masks,
        **_found(found, count, game),
        "scores": np.tile(np.array(played.scores, np.int32), (count, 1)),
        "ranks": np.tile(np.array(played.ranks, np.int8), (count, 1)),
        "rewards": np.tile(np.array(rewards, np.float32), (count, 1)),
    }


def record_id(played: Played) -> str:
    """The name of a game's record in the folder `records`."""
    return f"game-{played.number:05}"


def _walk(game: Game, played: Played) -> Iterator[tuple[State, int]]:
    """The positions of a game in which a seat decides, each with the action taken."""
    state = game.start()
    for action in played.actions:
        if not state.is_chance:
            yield state.copy(), action
        state.push(action)


def _found(found: Searched | None, count: int, game: Game) -> dict[str, Any]:
    if found is not None:
        return {"visits": found.visits, "values": found.values, "chances": found.chances}
    nothing = np.zeros((count, game.players), np.float32)
    return {"visits": np.zeros((count, game.action_count), np.int32), "values": nothing, "chances": nothing}


# -- files -----------------------------------------------------------------------------------------------


def _settings(game: Game, bots: tuple[Entrant, ...], games: int, simulations: int, move_seconds: float) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        **game.heading,
        "options": game.options,
        "rules_version": game.spec.rules.version,
        "parts": {name: list(bounds) for name, bounds in game.encoding.items()},
        "actions": list(game.board.texts),
        "bots": [{"bot": one.name, "spelling": one.spec} for one in bots],
        "games": games,
        "simulations": simulations,
        "move_seconds": move_seconds,
    }


def _claim(folder: Path, settings: dict[str, Any], seed: int | None) -> int:
    """Write the settings into a new folder, or compare them with those of the run to go on with; returns the seed."""
    file = folder / SETTINGS
    if file.exists():
        try:
            before = json.loads(file.read_text(encoding="utf-8"))
            kept = int(before.pop("seed"))
        except (ValueError, KeyError, AttributeError, TypeError):
            raise BadOption(f"{file} has no settings of a dataset. hint: name another folder.") from None
        settings = json.loads(json.dumps(settings))
        differing = [name for name in settings if before.get(name) != settings[name]]
        if differing or seed not in (None, kept):
            what = ", ".join(differing or ["seed"])
            raise BadOption(f"{folder} holds a dataset with another setting of {what}. hint: name another folder.")
        return kept
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise BadOption(f"{folder} holds other files. hint: name a new folder.")
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    file.write_text(json.dumps({**settings, "seed": chosen}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return chosen


def _write_part(folder: Path, number: int, game: Game, games: list[Played], simulations: int, seed: int) -> None:
    """Write a part and its records.  The file gets its name when it is whole."""
    import pyarrow as pa

    parquet = need_parquet()
    kinds = schema(game)
    tables = [_table(rows(game, one, simulations, seed), kinds) for one in games if one.forfeit is None]
    forfeits = sum(one.forfeit is not None for one in games)
    for one in games:
        write_record(folder, game, one)
    table = pa.concat_tables([kinds.empty_table(), *tables])
    table = table.replace_schema_metadata({FORMAT: json.dumps({"games": len(tables), "forfeits": forfeits})})
    target = part_file(folder, number)
    unfinished = target.with_suffix(".unfinished")
    with unfinished.open("wb") as out:
        parquet.write_table(table, out, compression="zstd")
    os.replace(unfinished, target)


def schema(game: Game) -> Any:
    """The columns of a dataset of a game."""
    import pyarrow as pa

    whole, real, text = pa.int32(), pa.float32(), pa.string()
    kinds = {"record": text, "game": whole, "ply": whole, "seat": pa.int8(), "bot": text, "action": whole}
    lists = {
        "observation": (real, game.encoding_size),
        "mask": (pa.bool_(), game.action_count),
        "visits": (whole, game.action_count),
        "values": (real, game.players),
        "chances": (real, game.players),
        "scores": (whole, game.players),
        "ranks": (pa.int8(), game.players),
        "rewards": (real, game.players),
    }
    return pa.schema([*kinds.items(), *((name, pa.list_(kind, size)) for name, (kind, size) in lists.items())])


def _table(columns: dict[str, Any], kinds: Any) -> Any:
    """An Arrow table; a column of rows becomes lists of a fixed size."""
    import pyarrow as pa

    def column(values: Any, kind: Any) -> Any:
        if values.ndim == 1:
            return pa.array(values.tolist(), kind)
        return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1), kind.value_type), type=kind)

    return pa.table([column(values, kinds.field(name).type) for name, values in columns.items()], schema=kinds)


def _summary(folder: Path, planned: int) -> Dataset:
    games = decisions = forfeits = 0
    for file in sorted(folder.glob("part-*.parquet")):
        with file.open("rb") as source:
            metadata = need_parquet().ParquetFile(source).metadata
        found = json.loads(metadata.metadata[FORMAT.encode()])
        games, forfeits = games + found["games"], forfeits + found["forfeits"]
        decisions += metadata.num_rows
    return Dataset(folder, games, planned, decisions, forfeits)
