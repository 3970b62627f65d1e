"""Do the chances of a review come true?  Plays games of bots, values moments of them, and compares with the results.

A finished game is kept as a line of a file and not played again, so a run may be interrupted and continued.  The file's name
has a fingerprint of the searches: when they have changed, the games are played anew.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import branchline as bl
from branchline.arena.chance import Chance
from branchline.games import folder
from branchline.machine import cores
from branchline.review.budget import TREES, budget_of
from branchline.review.evaluator import EVERYTHING, SearchEvaluator, stream
from branchline.review.values import WINS, Calibration, result_of
from report import write_into

BINS = 10
TARGET = 0.03
"""The expected calibration error that is allowed."""
POWERS = np.linspace(0.2, 4.0, 96)
"""The maps that are tried."""
PRIOR_WIDTH = 0.5
"""The standard deviation of a power's logarithm, before any game is seen."""
PARTS, MIDDLE = 4, 4
"""The parts of a game that have a power of their own, and the moment that stands for a game."""
SCALE = 1_000_000
"""Plies are kept as shares of the most possible."""
Row = dict[str, Any]
"""A game: its number, result, length, and the predictions of some moments."""
Pairs = np.ndarray[Any, np.dtype[np.float64]]
"""Predictions and results."""
README = Path(__file__).parent / "README.md"
PICTURE = Path(__file__).parent / "calibration.svg"
EPILOG = """\b
Examples:
  python bench/calibration.py --games 60 --keep build/calibration
  python bench/calibration.py --games 500 --keep build/calibration --write --fit
  python bench/calibration.py --kept --keep build/calibration"""


@dataclass(frozen=True)
class Settings:
    """What decides the predictions."""

    game: str
    players: int
    bot: str
    depth: str
    moments: int
    seed: int


def play(settings: Settings, number: int) -> bl.State:
    """One game among equal bots."""
    state = bl.game(settings.game, settings.players).start()
    bots = [bl.bot(settings.bot, seed=stream_number(settings.seed, number, seat)) for seat in range(settings.players)]
    chance = Chance(stream_number(settings.seed, number, settings.players))
    while not state.is_over:
        move = chance.draw(state) if state.is_chance else bots[state.actor].choose(state.view(state.actor))
        state.play(move)
    return state


def stream_number(*numbers: int) -> int:
    """A number of 63 bits from several."""
    return int(stream(*numbers)[0] >> np.uint64(1))


def predict(settings: Settings, number: int) -> Row:
    """Play a game and value some decisions of it, evenly spread; the shares are those before any map, tree by tree."""
    final = play(settings, number)
    game, record = final.game, bl.Record.of(final)
    evaluator, tree = SearchEvaluator(game, Calibration()), budget_of(game, settings.depth).tree
    decisions = [state for state in record.states() if not state.is_over and not state.is_chance]
    result = result_of(final.ranks, game.spec.rules.sides(final.fields_view))[WINS].tolist()
    rows, plies = [], []
    for moment in range(settings.moments):
        state = decisions[(2 * moment + 1) * len(decisions) // (2 * settings.moments)]
        plies.append(state.ply)
        rngs = [stream(settings.seed, number, state.ply, one) for one in range(TREES)]
        rows.append([evaluator.value(state, EVERYTHING, tree, rng)[WINS].round(6).tolist() for rng in rngs])
    length = final.ply / game.max_plies
    return {
        "number": number,
        "result": result,
        "length": length,
        "plies": [ply / game.max_plies for ply in plies],
        "moments": rows,
    }


def fingerprint(settings: Settings) -> str:
    """The predictions for a short game, as a short text."""
    told = json.dumps(predict(Settings(settings.game, settings.players, "greedy", "240", 4, 1), 0))
    tree = budget_of(bl.game(settings.game, settings.players), settings.depth).tree
    return hashlib.blake2b(f"{settings}{tree}{told}".encode(), digest_size=4).hexdigest()


def predict_all(settings: Settings, numbers: Sequence[int], workers: int) -> Iterator[Row]:
    """The rows of some games, in the order in which they end; with 0 workers in this process."""
    if not numbers or not workers:
        yield from (predict(settings, number) for number in numbers)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=lower_priority) as pool:
        for found in as_completed([pool.submit(predict, settings, number) for number in numbers]):
            yield found.result()


def lower_priority() -> None:
    """Leave the processor to others."""
    with suppress(AttributeError, OSError):
        os.nice(19)


def collect(settings: Settings, games: int, keep: Path, workers: int, only_kept: bool) -> list[Row]:
    """The rows of all games, those of earlier runs included."""
    keep.mkdir(parents=True, exist_ok=True)
    file = keep / f"{settings.game}-{fingerprint(settings)}.ndjson"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.endswith("}")] if file.exists() else []
    done = {row["number"] for row in rows}
    missing = [] if only_kept else [number for number in range(games) if number not in done]
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress, file.open("a", encoding="utf-8") as out:
        task = progress.add_task(settings.game, total=len(done) + len(missing), completed=len(done))
        for row in predict_all(settings, missing, workers):
            rows.append(row)
            out.write(json.dumps(row) + "\n")
            out.flush()
            progress.advance(task)
    return sorted(rows, key=lambda row: int(row["number"]))


def pairs(rows: Iterable[Row], calibration: Calibration) -> Pairs:
    """A row for each moment and seat: prediction and result.  Maps work as in `values.calibrated`; nobody has partners here."""
    found = []
    for row in rows:
        for place, trees in zip(row["plies"], row["moments"], strict=True):
            powers = np.power(trees, calibration.at(round(place * SCALE), SCALE))
            shares = (powers / powers.sum(axis=1, keepdims=True)).mean(axis=0)
            found += list(zip(shares.tolist(), row["result"], strict=True))
    return np.array(found)


def error(found: Pairs) -> float:
    """The expected calibration error: the mean distance between prediction and result over bins, weighted by their size."""
    places = np.minimum((found[:, 0] * BINS).astype(int), BINS - 1)
    gaps = [abs(float(np.sum(found[places == place, 0] - found[places == place, 1]))) for place in range(BINS)]
    return sum(gaps) / len(found)


def log_loss(found: Pairs) -> float:
    """The mean surprise at the results, for the fit."""
    shares = np.clip(found[:, 0], 1e-4, 1 - 1e-4)
    return float(-np.mean(found[:, 1] * np.log(shares) + (1 - found[:, 1]) * np.log(1 - shares)))


def noise(rows: Sequence[Row], calibration: Calibration) -> float:
    """The calibration error that perfect predictions would show with so many games, one moment of each.

    The results are drawn by the predictions.
    """
    rng, found = np.random.default_rng(1), []
    one_each = [{**row, "plies": [row["plies"][MIDDLE]], "moments": [row["moments"][MIDDLE]]} for row in rows]
    shares = pairs(one_each, calibration)[:, 0].reshape(len(rows), -1)
    for _ in range(20):
        winners = [int(rng.choice(len(one), p=one / one.sum())) for one in shares]
        results = np.eye(shares.shape[1])[winners]
        found.append(error(np.stack([shares.ravel(), results.ravel()], axis=1)))
    return float(np.mean(found))


def surprise(rows: Sequence[Row], power: float) -> float:
    """How badly a power fits: the log loss of the games, and a prior that keeps it near 1 if there are few of them."""
    prior = (math.log(power) / PRIOR_WIDTH) ** 2 / 2
    seen = [row for row in rows if row["moments"]]
    return prior + (len(seen) * log_loss(pairs(seen, Calibration((power,)))) if seen else 0.0)


def fitted(rows: Sequence[Row]) -> Calibration:
    """For each part of a game the power with the least surprise."""
    length, found = float(np.mean([row["length"] for row in rows])), []
    for part in range(PARTS):
        own = []
        for row in rows:
            inside = [place for place, ply in enumerate(row["plies"]) if min(PARTS - 1, int(PARTS * ply / length)) == part]
            own.append({**row, "plies": [0.0] * len(inside), "moments": [row["moments"][place] for place in inside]})
        found.append(min(map(float, POWERS), key=lambda power: surprise(own, power)))
    return Calibration(tuple(round(power, 2) for power in found), round(length, 6))


Points = list[tuple[float, float, int]]
"""For each bin the mean prediction, the mean result and the number of predictions."""


def report(settings: Settings, rows: Sequence[Row]) -> tuple[list[str], dict[str, Any], Points]:
    """A line of the table, the data of the map, and the points of the plot.

    For the table every game is held out once: its chances are mapped by the map fitted to the other half of the games.  The
    map that is kept is fitted to all.
    """
    halves = rows[::2], rows[1::2]
    whole, others = fitted(rows), [fitted(halves[1]), fitted(halves[0])]
    plain = pairs(rows, Calibration())
    mapped = np.concatenate([pairs(half, other) for half, other in zip(halves, others, strict=True) if half])
    title = bl.game(settings.game, settings.players).spec.card.title
    line = [
        title,
        str(len(rows)),
        f"{error(plain):.3f}",
        f"{log_loss(plain):.3f}",
        " ".join(f"{power:.2f}" for power in whole.sharpness),
        f"**{error(mapped):.3f}**",
        f"{log_loss(mapped):.3f}",
        f"{noise(rows, whole):.3f}",
        "yes" if error(mapped) <= TARGET else "no",
    ]
    data = {
        "sharpness": whole.sharpness,
        "length": whole.length,
        "games": len(rows),
        "players": settings.players,
        "bot": settings.bot,
    }
    places = np.minimum((mapped[:, 0] * BINS).astype(int), BINS - 1)
    points = [
        (float(mapped[places == place, 0].mean()), float(mapped[places == place, 1].mean()), int((places == place).sum()))
        for place in range(BINS)
        if (places == place).any()
    ]
    return line, data, points


def picture(plots: dict[str, Points]) -> str:
    """A reliability plot for each game: predicted chances across, results up; perfect predictions lie on the diagonal."""
    size, gap = 220, 60
    width = gap + len(plots) * (size + gap)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {size + 80}" role="img" font-family="sans-serif"'
        f' font-size="12"><title>Predicted chances and results</title><path d="M0 0H{width}V{size + 80}H0Z" fill="#fff"/>'
    ]
    for number, (title, points) in enumerate(plots.items()):
        left, top = gap + number * (size + gap), 30
        most = max(count for *_, count in points)
        parts.append(f'<text x="{left}" y="20" font-weight="700">{title}</text>')
        parts.append(f'<path d="M{left} {top}V{top + size}H{left + size}" fill="none" stroke="#444"/>')
        parts.append(f'<path d="M{left} {top + size}L{left + size} {top}" stroke="#999" stroke-dasharray="4 4"/>')
        for share in (0, 0.5, 1):
            parts.append(f'<text x="{left - 6}" y="{top + size * (1 - share) + 4}" text-anchor="end">{share:g}</text>')
            parts.append(f'<text x="{left + size * share}" y="{top + size + 16}" text-anchor="middle">{share:g}</text>')
        for predicted, result, count in points:
            radius = 2 + 6 * math.sqrt(count / most)
            x, y = left + size * predicted, top + size * (1 - result)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#2468b0" fill-opacity=".75"/>')
        parts.append(f'<text x="{left + size / 2}" y="{top + size + 36}" text-anchor="middle">predicted; up: result</text>')
    return "".join(parts) + "</svg>\n"


def map_file(game: str) -> Path:
    """The file of a game's map, which reviews read."""
    return Path(str(folder(game))) / "data" / "calibration.json"


@click.command(epilog=EPILOG)
@click.option("--game", "names", multiple=True, help="Only these games.")
@click.option("--players", default=3, show_default=True)
@click.option("--games", default=500, show_default=True, help="Games for each title.")
@click.option("--bot", default="medium", show_default=True, help="Who plays.")
@click.option("--depth", default="quick", show_default=True, help="The depth of the review.")
@click.option("--moments", default=8, show_default=True, help="Decisions of each game that are valued.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", type=click.IntRange(0), help="Processes; all cores if left out, 0 for none.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), default=Path("build/calibration"), show_default=True)
@click.option("--kept", is_flag=True, help="Play nothing: use the games that are kept.")
@click.option("--fit", is_flag=True, help="Write the fitted maps into data/calibration.json of the games.")
@click.option("--write", is_flag=True, help="Write the table into README.md, and the plot beside it.")
def main(
    names: tuple[str, ...], games: int, workers: int | None, keep: Path, kept: bool, fit: bool, write: bool, **given: Any
) -> None:
    """Compare the chances that reviews predict with the results of bot games."""
    if write and names:
        raise click.UsageError("The table has every game. hint: leave out --game, or --write.")
    specs = [bl.game(name).name for name in names] or [spec.name for spec in bl.specs()]
    headings = ("game", "games", "ECE", "log loss", "map", "ECE with map", "log loss", "ECE of perfect predictions", "≤ 0.03")
    lines = [f"| {' | '.join(headings)} |", "|---|--:|--:|--:|--:|--:|--:|--:|---|"]
    plots = {}
    for name in specs:
        settings = Settings(game=name, **given)
        line, fitted_map, points = report(
            settings, collect(settings, games, keep, cores() if workers is None else workers, kept)
        )
        lines.append(f"| {' | '.join(line)} |")
        plots[line[0]] = points
        if fit:
            map_file(name).write_text(json.dumps(fitted_map, indent=1) + "\n", encoding="utf-8")
    text = "\n".join([*lines, "", "![Predicted chances and results](calibration.svg)"])
    click.echo(text)
    if write:
        PICTURE.write_text(picture(plots), encoding="utf-8")
        write_into(README, text, "calibration", "calibration.py")


if __name__ == "__main__":
    main()
