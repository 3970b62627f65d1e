"""Measure what bots by the clock gain by keeping trees for the further decisions of a turn."""

from __future__ import annotations

import time
from statistics import mean
from typing import NamedTuple

import click
from rich.console import Console
from rich.progress import track

import branchline as bl
from branchline.bots import STRENGTHS, SearchBot, Strength

EPILOG = """\b
Examples:
  python bench/reuse.py
  python bench/reuse.py --seconds 1 --games 2"""


class WithoutReuse(Strength):
    """A strength that starts every tree anew."""

    reuses_trees = False


class Further(NamedTuple):
    """A decision right after another one of the same seat."""

    seconds: float
    visits: int


def further(game: bl.Game, strength: Strength, seed: int) -> list[Further]:
    """The further decisions of one game in which all seats play alike; forced moves are left out."""
    found: list[Further] = []
    bot = SearchBot("bot", strength, seed)
    state, rng, last = game.start(), bl.seeded(seed), -1
    while not state.is_over:
        actor = state.actor
        if state.is_chance:
            state.push(state.random_move(rng).id)
        else:
            view, started = state.view(actor), time.perf_counter()
            analysis = bot.think(view)
            if actor == last and len(analysis.visits) > 1:
                found.append(Further(time.perf_counter() - started, analysis.simulations))
            state.play(analysis.choice)
        last = actor
    return found


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seconds", type=float, default=0.2, show_default=True, help="For the first decision of a turn.")
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, help="Of each kind, at tables of three.")
def main(seconds: float, games: int) -> None:
    """Show time and visits of the further decisions of a turn, with trees kept and with trees grown anew."""
    click.echo("| game | trees | further decisions | seconds | visits behind a choice |\n|---|---|--:|--:|--:|")
    expert = STRENGTHS["expert"]
    for spec in bl.specs():
        game = bl.game(spec.name, 3)
        for label, kind in (("kept", Strength), ("anew", WithoutReuse)):
            strength = kind(seconds=seconds, trees=expert.trees, followup_share=expert.followup_share)
            seeds = track(range(games), f"{spec.card.title}, {label}", console=Console(stderr=True), transient=True)
            found = [one for seed in seeds for one in further(game, strength, seed)]
            if found:
                cells = f"{mean(one.seconds for one in found):.3f} | {mean(one.visits for one in found):,.0f}"
                click.echo(f"| {spec.card.title} | {label} | {len(found)} | {cells} |")


if __name__ == "__main__":
    main()
