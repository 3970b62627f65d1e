"""A tournament as files: JSON, CSV, Parquet, and a record for each game."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from branchline.arena.play import Played
from branchline.arena.results import winnings
from branchline.arena.tournament import Tournament
from branchline.errors import MissingExtra

FORMAT, VERSION = "branchline-arena", 1
COLUMNS = (
    "game", "deal", "seat", "bot", "side", "score", "rank", "win_share", "moves", "plies", "forfeit", "reason", "seconds",
)  # fmt: skip
"""A row for each seat of each game.  `forfeit` and `reason` are in the row of the bot that failed.  `win_share` is empty
if a forfeit left it open."""


def to_json(tournament: Tournament) -> dict[str, Any]:
    """Everything as JSON data.  For the same settings all but `timing` is the same on every machine."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": tournament.game.name,
        "players": tournament.game.players,
        "options": tournament.game.options,
        "board": tournament.game.board.digest,
        "rules_version": tournament.game.spec.rules.version,
        "seed": tournament.seed,
        "move_seconds": tournament.move_seconds,
        "entrants": [{"bot": one.name, "spelling": one.spec} for one in tournament.bots],
        "planned": tournament.planned,
        "complete": tournament.is_complete,
        "failure": tournament.failure,
        **tournament.figures.to_json(),
        **({"adjusted": [one.to_json() for one in tournament.adjusted]} if tournament.adjusted else {}),
        "forfeits": [{"game": game.number, **(game.forfeit or {})} for game in tournament.forfeits],
        "games": [_game_json(game) for game in tournament.games],
        "timing": timing(tournament),
    }


def timing(tournament: Tournament) -> dict[str, Any]:
    """What depends on the machine: the duration of the tournament, and the mean time of a bot's move."""
    thinking: dict[str, list[float]] = {one.name: [0.0, 0.0] for one in tournament.bots}
    for game in tournament.games:
        for name, seconds, moves in zip(game.bots, game.seconds, game.moves, strict=True):
            thinking[name][0] += seconds
            thinking[name][1] += moves
    return {
        "seconds": tournament.seconds,
        "workers": tournament.workers,
        "on": tournament.on,
        "games_per_minute": 60 * len(tournament.games) / max(tournament.seconds, 1e-9),
        "seconds_per_move": {name: seconds / moves if moves else None for name, (seconds, moves) in thinking.items()},
    }


def _game_json(game: Played) -> dict[str, Any]:
    data = game.to_json()
    return {name: data[name] for name in ("number", "deal", "bots", "sides", "scores", "ranks", "plies", "moves", "forfeit")}


def rows(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """The rows of CSV and Parquet, by `COLUMNS`."""
    for game in tournament.games:
        parts, failure = winnings(game), game.forfeit
        for seat, bot in enumerate(game.bots):
            mine = failure if failure is not None and failure["seat"] == seat else {"kind": None, "reason": None}
            values = (game.number, game.deal, seat, bot, game.sides[seat], game.scores[seat], game.ranks[seat], parts[seat])
            rest = (game.moves[seat], game.plies, mine["kind"], mine["reason"], game.seconds[seat])
            yield dict(zip(COLUMNS, values + rest, strict=True))


def write_json(file: Path, tournament: Tournament) -> None:
    """One JSON file."""
    file.write_text(json.dumps(to_json(tournament), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_csv(file: Path, tournament: Tournament) -> None:
    """One CSV file."""
    with file.open("w", newline="", encoding="utf-8") as out:
        table = csv.DictWriter(out, COLUMNS)
        table.writeheader()
        table.writerows(rows(tournament))


def write_parquet(file: Path, tournament: Tournament) -> None:
    """One Parquet file with the settings among its metadata."""
    parquet = need_parquet()
    import pyarrow as pa

    whole, real, text = pa.int64(), pa.float64(), pa.string()
    kinds = {"bot": text, "forfeit": text, "reason": text, "win_share": real, "seconds": real}
    schema = pa.schema([(name, kinds.get(name, whole)) for name in COLUMNS])
    settings = {name: value for name, value in to_json(tournament).items() if name not in ("games", "timing")}
    schema = schema.with_metadata({FORMAT: json.dumps(settings)})
    with file.open("wb") as out:  # opened here, since pyarrow would read a name with a colon as an address
        parquet.write_table(pa.Table.from_pylist(list(rows(tournament)), schema=schema), out)


def need_parquet() -> Any:
    """The Parquet writer, or a sentence."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("Parquet files need pyarrow.", "arena") from None
    return pyarrow.parquet


def records_folder(folder: Path) -> Path:
    """Where the records of a tournament are."""
    return folder / "records"


def write_record(folder: Path, tournament_game: Any, game: Played) -> None:
    """The record of one game as `records/game-00012.txt`."""
    records = records_folder(folder)
    records.mkdir(parents=True, exist_ok=True)
    (records / f"game-{game.number:05}.txt").write_text(game.record_text(tournament_game), encoding="utf-8")
