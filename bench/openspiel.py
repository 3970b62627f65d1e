"""Is `expert` stronger than OpenSpiel's MCTS with the same processor time for a move?

Three seats: two for one of them and one for the other, by turns.  Both have one thread.  OpenSpiel's MCTS is the one in C++, on
our games as `branchline.envs.openspiel` registers them.  Every finished game is kept as a line of a file, so a run may be
interrupted and continued.  The file's name has the time for a move and a fingerprint of `expert`.
"""

from __future__ import annotations

import importlib.metadata
import json
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import branchline as bl
from branchline import arena
from branchline.arena.entrants import entrants
from branchline.arena.play import Played, play
from branchline.arena.schedule import Job, schedule
from branchline.arena.tournament import warm_up
from branchline.bots.compiled import compiled_search
from branchline.games import find_card
from branchline.machine import cores
from report import write_into
from strength import UNHURRIED, fingerprint
from targets import seats, targets_of
from timed_bots import SPENT

PAIR = ("expert", "mcts")
PLAYERS, GAMES, TARGET = 3, 60, 0.8
README = Path(__file__).parent / "README.md"
EPILOG = """\b
Examples:
  python bench/openspiel.py --keep build/openspiel --write
  python bench/openspiel.py --game np --seconds 1 --games 60 --keep build/openspiel
  python bench/openspiel.py --game lw --games 3 --workers 0"""
HEAD = (
    "| game | games | expert ranks above | 95 % limits | ≥ 80 % | wins a seat | processor s/move, expert / MCTS | forfeits |\n"
    "|---|--:|--:|---|---|--:|--:|--:|"
)
Result = dict[str, Any]
"""A game as JSON, and for each bot the seconds and the number of its decisions with a choice."""


def play_one(data: dict[str, Any]) -> Result:
    """Play a job, with the processor time that each bot took."""
    job = Job.from_json(data)
    compiled_search(job.set_up())  # loaded before anybody's time runs
    SPENT.clear()
    played = play(job)
    return {"played": played.to_json(), "spent": dict(SPENT)}


def play_all(jobs: list[Job], workers: int) -> Iterator[Result]:
    """The games as they end; without workers they are played in this process."""
    if not workers:
        yield from map(play_one, (job.to_json() for job in jobs))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        waiting = [pool.submit(play_one, job.to_json()) for job in jobs]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def jobs_of(game: bl.Game, seconds: float, games: int, seed: int) -> list[Job]:
    """The schedule.  The first games are the same, however many there are."""
    bots = entrants([f"{name}=py:timed_bots:{name}_{round(1000 * seconds)}ms" for name in PAIR])
    return schedule(game, bots, games, seed, UNHURRIED)


def kept_file(folder: Path, game: bl.Game, seconds: float, seed: int) -> Path:
    """Where the games of these settings are kept, a line for each."""
    version, print_ = importlib.metadata.version("open_spiel"), fingerprint(game, ("expert", "random"))
    return folder / f"{game.name}-{game.players}-{round(1000 * seconds)}ms-{seed}-{version}-{print_}.jsonl"


def kept_results(file: Path | None) -> dict[int, Result]:
    """The games of earlier runs by number.  A line that an interrupt cut off is left out."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else []:
        try:
            result = json.loads(line)
        except ValueError:
            continue
        found[int(result["played"]["number"])] = result
    return found


def results(game: bl.Game, jobs: list[Job], file: Path | None, workers: int) -> list[Result]:
    """All games of the schedule, played now or before."""
    done = kept_results(file)
    missing = [job for job in jobs if job.number not in done]
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(game.spec.card.title, total=len(jobs), completed=len(jobs) - len(missing))
        warm_up(game, entrants("expert:1,random"))
        for result in play_all(missing, min(workers, len(missing))):
            done[result["played"]["number"]] = result
            if file is not None:
                with file.open("a", encoding="utf-8") as out:
                    out.write("\n" + json.dumps(result))  # the line break first: it also ends a line that was cut off
            progress.advance(task)
    return [done[job.number] for job in jobs]


def pace(found: list[Result], name: str) -> float:
    """Seconds of the processor for a decision with a choice."""
    seconds, decisions = (sum(result["spent"].get(name, (0.0, 0))[part] for result in found) for part in (0, 1))
    return float(seconds / max(1, decisions))


def row(game: bl.Game, found: list[Result]) -> str:
    """A line of the table."""
    played = [Played.from_json(result["played"]) for result in found]
    figures = arena.figures(PAIR, played)
    pair, wins = figures.pairs[PAIR], figures["expert"].win_share
    cells = (
        game.spec.card.title,
        str(len(played)),
        f"**{pair.mean:.0%}**",
        f"{pair.low:.0%} – {pair.high:.0%}",
        "yes" if pair.mean >= TARGET else "no",
        f"{wins.mean:.0%}" if wins else "",
        " / ".join(f"{pace(found, name):.3f}" for name in PAIR),
        str(sum(one.forfeit is not None for one in played)),
    )
    return f"| {' | '.join(cells)} |"


def with_written(lines: list[str]) -> list[str]:
    """These lines, and for other games those that the README has, in the order of games."""
    text = README.read_text(encoding="utf-8").partition("<!-- openspiel: ")[2].partition("<!-- end of openspiel -->")[0]
    found = {line.split("|")[1].strip(): line for line in (*text.splitlines(), *lines) if line.startswith("|")}
    titles = [spec.card.title for spec in bl.specs()]
    return [found[title] for title in titles if title in found]


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", "only", multiple=True, help="Only this game; may be given several times.")
@click.option("--seconds", type=click.FloatRange(0.001), help="Of the processor for a move.  [default: 0.06 to 0.2 by game]")
@click.option("--games", type=click.IntRange(1), default=GAMES, show_default=True, help="Rounded up to whole deals.")
@click.option("--workers", type=click.IntRange(0), help="Processes; 0 plays in this one.  [default: one for each core]")
@click.option("--seed", type=int, default=21, show_default=True)
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Folder for the games that are finished.")
@click.option("--write", is_flag=True, help="Write the table into bench/README.md; other games stay.")
def main(
    only: tuple[str, ...], seconds: float | None, games: int, workers: int | None, seed: int, keep: Path | None, write: bool
) -> None:
    """Compare expert with OpenSpiel's MCTS in C++ in every game, with the same processor time for a move."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    click.echo(HEAD)
    for name in only or [spec.name for spec in bl.specs()]:
        game = bl.game(name, seats(find_card(name), PLAYERS))
        time_for_a_move = seconds or targets_of(game.name).mcts
        file = keep and kept_file(keep, game, time_for_a_move, seed)
        jobs = jobs_of(game, time_for_a_move, games, seed)
        lines.append(row(game, results(game, jobs, file, cores() if workers is None else workers)))
        click.echo(lines[-1])
    if write:
        write_into(README, "\n".join([HEAD, *with_written(lines)]), "openspiel", "openspiel.py")


if __name__ == "__main__":
    main()
