"""Is each strength better than the one below?  Runs the arena for every step and game, and writes the table.

A finished step is kept as a JSON file and not played again, so a run may be interrupted and continued.  The file's name has a
fingerprint of both bots: when one of them has changed the step is played anew.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from statistics import mean
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import branchline as bl
from branchline import arena
from branchline.arena import export
from branchline.bots import STRENGTHS
from branchline.bots.compiled import heuristics_of
from branchline.games import find_card
from branchline.kernel.search import OUTCOME_VISITS
from report import write_into
from targets import seats, targets_of

STEPS = {
    ("greedy", "random"): 120,
    ("medium", "greedy"): 120,
    ("medium", "easy"): 60,
    ("hard", "medium"): 60,
    ("expert", "hard"): 36,
}
"""The stronger and the weaker bot of a step, and how many games are played; expert takes seconds for a move."""
UNHURRIED = 3600.0
"""Seconds for a move: budgets are simulations, so nobody forfeits because the machine is busy."""
PLAYERS, TARGET = 3, 0.6
EVERY, SAMPLED = 7, 100
"""For a fingerprint: every so many plies of a random game a bot is asked, with so many simulations."""
README = Path(__file__).parent / "README.md"
EPILOG = """\b
Examples:
  python bench/strength.py --keep results/strength --write
  python bench/strength.py --game cp --keep results/strength --write
  python bench/strength.py --keep results/strength --kept
  python bench/strength.py --game np --step medium --games 30"""


def fingerprint(game: bl.Game, step: tuple[str, str]) -> str:
    """What both bots look at in some positions with a few simulations, and how much they may think, as a short text."""
    share = heuristics_of(game).simulation_share
    told = [
        repr((name, STRENGTHS.get(name), targets_of(game.name).expert if name == "expert" else 0, share, OUTCOME_VISITS))
        for name in step
    ]
    bots = [bl.bot(name, seed=1, simulations=SAMPLED if name in STRENGTHS else None) for name in step if name != "random"]
    state, rng = game.start(), bl.seeded(1)
    while not state.is_over:
        if not state.is_chance and state.ply % EVERY == 0:
            told += [repr(bot.think(state.view(state.actor)).visits) for bot in bots]
        state.push(state.random_move(rng).id)
    return hashlib.blake2b("\n".join(told).encode(), digest_size=4).hexdigest()


def play(game: bl.Game, step: tuple[str, str], games: int, seed: int, file: Path | None) -> dict[str, Any]:
    """One step in one game, played or read from the file of an earlier run."""
    if file is not None and file.exists():
        kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return kept
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{game.spec.card.title}: {step[0]} over {step[1]}", total=None)
        bots = [f"expert=expert:{targets_of(game.name).expert}" if name == "expert" else name for name in step]
        done = arena.run(
            game,
            bots,
            games,
            seed=seed,
            move_seconds=UNHURRIED,
            progress=lambda _, planned: progress.update(task, total=planned, advance=1),
        )
    if done.failure is not None:
        raise click.ClickException(done.failure)
    if not done.is_complete:
        raise click.Abort
    data = arena.to_json(done)
    if file is not None:
        export.write_json(file, done)
    return data


def games_of(rounds: list[dict[str, Any]]) -> list[arena.Played]:
    """The games of all rounds; each round counts its games and deals from 0.  Their moves are not kept."""
    found: list[arena.Played] = []
    for data in rounds:
        number, deal = len(found), 1 + max((one.deal for one in found), default=-1)
        for one in data["games"]:
            place = {"number": number + one["number"], "deal": deal + one["deal"], "actions": ()}
            found.append(arena.Played.from_json({**one, **place}))
    return found


def row(game: bl.Game, step: tuple[str, str], rounds: list[dict[str, Any]]) -> str:
    """A line of the table, from the games of all rounds."""
    played = games_of(rounds)
    found = arena.figures(step, played)
    pair, wins = found.pairs[step], found[step[0]].win_share
    paces = [mean(data["timing"]["seconds_per_move"][name] for data in rounds) for name in step]
    cells = (
        game.spec.card.title,
        f"{step[0]} over {step[1]}",
        str(len(played)),
        f"**{pair.mean:.0%}**",
        f"{pair.low:.0%} – {pair.high:.0%}",
        "yes" if pair.mean >= TARGET else "no",
        f"{wins.mean:.0%}" if wins else "",
        f"{paces[0]:.3f} / {paces[1]:.3f}",
        str(sum(one.forfeit is not None for one in played)),
    )
    return f"| {' | '.join(cells)} |"


def kept_file(folder: Path, game: bl.Game, step: tuple[str, str], games: int, seed: int) -> Path:
    """Where a finished step is kept."""
    return folder / f"{game.name}-{game.players}-{'-'.join(step)}-{games}-{seed}-{fingerprint(game, step)}.json"


def key(line: str) -> tuple[str, ...]:
    """The game and the step of a line of the table."""
    return tuple(cell.strip() for cell in line.split("|")[1:3])


def with_written(lines: list[str]) -> list[str]:
    """These lines, and for other games and steps those that the README has, in the order of games and steps."""
    written = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    found = {key(line): line for line in (*written, *lines)}
    order = [(spec.card.title, f"{above} over {below}") for spec in bl.specs() for above, below in STEPS]
    return [found[place] for place in order if place in found]


HEAD = (
    "| game | step | games | ranks above | 95 % limits | ≥ 60 % | wins a seat | s/move | forfeits |\n"
    "|---|---|--:|--:|---|---|--:|--:|--:|"
)


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", "only", multiple=True, help="Only this game; may be given several times.")
@click.option("--step", "tops", multiple=True, help="Only the step with this bot on top; may be given several times.")
@click.option("--games", type=click.IntRange(1), help="Games of a step, in one round.  [default: 36 to 120]")
@click.option("--players", type=int, help="At a table.  [default: 3, or as near to it as a game allows]")
@click.option("--seed", type=int, default=21, show_default=True, help="Of the first round of games.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Folder for the results of finished steps.")
@click.option("--kept", is_flag=True, help="Play nothing: show the steps that are finished.")
@click.option("--write", is_flag=True, help="Write the table into bench/README.md; other games and steps stay.")
def main(
    only: tuple[str, ...],
    tops: tuple[str, ...],
    games: int | None,
    players: int | None,
    seed: int,
    keep: Path | None,
    kept: bool,
    write: bool,
) -> None:
    """Measure every step of strength in every game with the arena: seats balanced, 95 % limits.

    Two bots sit at a table of three: two seats for one, one for the other, by turns.
    """
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    click.echo(HEAD)
    for name in only or [spec.name for spec in bl.specs()]:
        game = bl.game(name, seats(find_card(name), PLAYERS) if players is None else players)
        known = targets_of(game.name)
        for step, usual in STEPS.items():
            if not tops or step[0] in tops:
                count = games or known.games.get(step[0], usual)
                seeds = [seed + number for number in range(1 if games else known.rounds.get(step[0], 1))]
                files = [kept_file(keep, game, step, count, one) if keep is not None else None for one in seeds]
                if kept and not all(file is not None and file.exists() for file in files):
                    lines.append(f"| {game.spec.card.title} | {step[0]} over {step[1]} | not yet played | | | | | | |")
                else:
                    rounds = [play(game, step, count, one, file) for one, file in zip(seeds, files, strict=True)]
                    lines.append(row(game, step, rounds))
                click.echo(lines[-1])
    if write:
        write_into(README, "\n".join([HEAD, *with_written(lines)]), "strength", "strength.py")


if __name__ == "__main__":
    main()
