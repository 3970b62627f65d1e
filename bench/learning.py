"""Does `examples/ppo.py` learn to beat `greedy` in Northern Pacific within 15 minutes of two cores?

The budget is time of the processor, all threads together, so that other work on the machine changes nothing.  An idle machine
needs no more time of the clock than that, and with two cores less.
"""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path
from typing import Any

import click

from report import write_into

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "examples"))
ppo: Any = importlib.import_module("ppo")
README, POLICY = ROOT / "bench" / "README.md", ROOT / "build" / "policy.npz"
TARGETS: dict[str, float | None] = {"random": 0.5, "greedy": 0.5, "medium": None}
"""The rivals, and what the policy owes against them: `greedy` it has met in learning, `medium` it has not."""
EPILOG = """\b
Examples:
  python bench/learning.py --write
  python bench/learning.py --minutes 2 --games 30
  python bench/learning.py --load build/policy.npz --games 240 --write"""
HEAD = "| learned for | against | games | ranks above | 95 % limits | > 50 % | forfeits |\n|---|---|--:|--:|---|---|--:|"


def row(weights: Path, learned: str, rival: str, games: int, seed: int, workers: int | None) -> str:
    """A line of the table: the policy against a bot."""
    done = ppo.play(weights, rival, games, seed, workers)
    share = done.figures["ppo"].rank_share
    if done.failure is not None or share is None or not done.is_complete:
        raise click.ClickException(done.failure or "The games were broken off.")
    owed = TARGETS[rival]
    verdict = "" if owed is None else "yes" if share.mean > owed else "no"
    cells = (learned, rival, str(len(done.games)), f"**{share.mean:.0%}**", f"{share.low:.0%} – {share.high:.0%}", verdict)
    return f"| {' | '.join(cells)} | {len(done.forfeits)} |"


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--minutes", type=click.FloatRange(0, min_open=True), default=15.0, show_default=True, help="Of the processor.")
@click.option("--games", type=click.IntRange(1), default=240, show_default=True, help="Of each measurement.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--workers", type=click.IntRange(0), help="Processes of the arena.  [default: one for each core]")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), default=POLICY, help="File of the weights.")
@click.option("--load", type=click.Path(exists=True, path_type=Path), help="Measure these, learned for --minutes.")
@click.option("--write", is_flag=True, help="Write the table into bench/README.md.")
def main(minutes: float, games: int, seed: int, workers: int | None, save: Path, load: Path | None, write: bool) -> None:
    """Let the example learn Northern Pacific and measure its policy in the arena: three seats, balanced, 95 % limits."""
    if load is None:
        save.parent.mkdir(parents=True, exist_ok=True)
        ppo.train(minutes, seed, log=click.echo, clock=time.process_time).save(save)
    weights = load or save
    lines = [row(weights, f"{minutes:g} min", rival, games, seed, workers) for rival in TARGETS]
    text = "\n".join([HEAD, *lines])
    click.echo(text)
    if write:
        write_into(README, text, "learning", "learning.py")


if __name__ == "__main__":
    main()
