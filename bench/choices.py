"""What does a choice lose by a small budget or another curiosity?  A longer search after it is the judge."""

from __future__ import annotations

from statistics import mean
from typing import Any

import click
from rich.console import Console
from rich.progress import track

import branchline as bl
from branchline.bots.thought import Seen
from branchline.bots.tree import GROW, MOST_NODES, Root, Tree
from branchline.kernel.judgement import NO_JUDGEMENT

EPILOG = """\b
Examples:
  python bench/choices.py cp --curiosity 1.6 --curiosity 3.2 --budget 1000 --budget 10000
  python bench/choices.py np --positions 10"""
EVERY, LEAST_MOVES = 11, 12
"""Every so many decisions of a game a position is taken, where there is something to choose."""
SEEDS = (1, 2)
JUDGES = 3
"""Draws after which a move is judged that ends a turn."""


def positions(game: bl.Game, count: int) -> list[bl.State]:
    """Positions of games between quick bots, the same in every run."""
    found: list[bl.State] = []
    bot, rng, decisions = bl.bot("medium", seed=3, simulations=200), bl.seeded(11), 0
    state = game.start()
    while len(found) < count:
        if state.is_over:
            state = game.start()
        if state.is_chance:
            state.push(state.random_move(rng).id)
            continue
        decisions += 1
        if decisions % EVERY == 0 and len(state.legal()) > LEAST_MOVES:
            found.append(state.copy())
        state.play(bot.choose(state.view(state.actor)))
    return found


def grown(state: bl.State, simulations: int, seed: int, curiosity: float | None = None) -> Tree:
    """One tree from what the seat to decide sees; the game's own curiosity unless told."""
    seen = Seen(state.view(state.actor))
    tree = Tree(seen, seed, GROW, min(MOST_NODES, 2 * simulations + 1))
    if curiosity is not None:
        tree.temper = (curiosity, tree.temper[1])
    tree.run(simulations)
    return tree


def search(state: bl.State, simulations: int, seed: int, curiosity: float) -> Root:
    """The moves of such a tree's root."""
    return Root([grown(state, simulations, seed, curiosity)])


def worth(state: bl.State, action: int, simulations: int, curiosity: float) -> float:
    """The rank share of who decides, after an action: by a search from there, or by several after draws."""
    seat, rng, found = state.actor, bl.seeded(5), []
    for _ in range(JUDGES):
        after = state.copy()
        after.push(action)
        while after.is_chance:
            after.push(after.random_move(rng).id)
        if after.is_over:
            others = [rank for other, rank in enumerate(after.ranks) if other != seat]
            found.append(mean((after.ranks[seat] < rank) + 0.5 * (after.ranks[seat] == rank) for rank in others))
            continue
        root = search(after, simulations // JUDGES, 5, curiosity)
        found.append(root.mean(root.order[0], seat))
    return mean(found)


def losses(state: bl.State, budgets: tuple[int, ...], curiosities: tuple[float, ...], judged_by: int) -> dict[Any, float]:
    """What the choices of each curiosity and budget lose against the best choice that any of them found."""
    chosen = {
        (curiosity, budget): [search(state, budget, seed, curiosity).order[0] for seed in SEEDS]
        for curiosity in curiosities
        for budget in budgets
    }
    usual = (state.game.title.judgement or NO_JUDGEMENT).curiosity
    values = {action: worth(state, action, judged_by, usual) for actions in chosen.values() for action in actions}
    best = max(values.values())
    return {key: best - mean(values[action] for action in actions) for key, actions in chosen.items()}


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.option("--players", type=int, default=3, show_default=True)
@click.option(
    "--curiosity", "curiosities", type=float, multiple=True, help="May be given several times.  [default: the game's]"
)
@click.option("--budget", "budgets", type=int, multiple=True, default=(1000, 10_000), show_default=True, help="Simulations.")
@click.option("--positions", "count", type=click.IntRange(1), default=24, show_default=True)
@click.option("--judged-by", type=click.IntRange(300), default=30_000, show_default=True, help="Simulations after a choice.")
def main(game: str, players: int, curiosities: tuple[float, ...], budgets: tuple[int, ...], count: int, judged_by: int) -> None:
    """Show the mean loss of rank share (0 to 1) by a choice, for each curiosity and budget."""
    played = bl.game(game, players)
    curiosities = curiosities or ((played.title.judgement or NO_JUDGEMENT).curiosity,)
    found = [
        losses(state, budgets, curiosities, judged_by)
        for state in track(positions(played, count), played.title.title, console=Console(stderr=True), transient=True)
    ]
    click.echo(f"| curiosity | {' | '.join(f'{budget:,} simulations' for budget in budgets)} |")
    click.echo(f"|---|{'--:|' * len(budgets)}")
    for curiosity in curiosities:
        cells = (f"{mean(row[curiosity, budget] for row in found):.3f}" for budget in budgets)
        click.echo(f"| {curiosity:g} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
