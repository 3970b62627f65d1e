"""What does a choice lose by a small budget or by another way to search?  A longer search after it is the judge."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from statistics import mean
from typing import Any, NamedTuple, TypeAlias

import click
from rich.console import Console
from rich.progress import track

import branchline as bl
from branchline.bots.analysis import ViewedPosition, heuristics_of
from branchline.bots.tree import GROW, Root, Tree, room_for
from branchline.kernel import search as kernel
from branchline.kernel.search import AVAILABLE, FAMILIAR, USED, VISITS

EPILOG = """\b
Examples:
  python bench/choices.py cp --curiosity 1.6 --curiosity 3.2 --budget 1000 --budget 10000
  python bench/choices.py lw --near-draws --familiar 4 --familiar 1000000 --positions 40 --judges 12
  python bench/choices.py np --positions 10"""
EVERY, LEAST_MOVES = 11, 12
"""Every so many decisions of a game a position is taken, where there is something to choose."""
EVERY_NEAR, GLANCE, NEAR = 3, 1000, 200
"""Near draws: every so many decisions, where so many simulations come to more than so many draws with branches."""
SEEDS = (1, 2)


class Way(NamedTuple):
    """How to search."""

    exploration: float
    familiar: int = FAMILIAR
    """Visits for each outcome of a draw before they have branches; a million is never."""


Losses: TypeAlias = dict[tuple[Way, int], float]


@cache
def compiled(game: bl.Game, familiar: int) -> dict[str, Callable[..., Any]]:
    """The search of a game, with draws that branch earlier or later."""
    names = {**heuristics_of(game).names(game.board), "FAMILIAR": familiar}
    return game.engine.extend("search", kernel.search, names=names)


def grown(state: bl.State, simulations: int, seed: int, way: Way | None = None) -> Tree:
    """One tree from what the seat to decide sees, grown in the game's own way unless told."""
    seen = ViewedPosition(state.view(state.actor))
    tree = Tree(seen, seed, GROW, room_for(simulations))
    if way is not None:
        tree.temper = (way.exploration, tree.temper[1])
        if way.familiar != FAMILIAR:
            seen.parts = compiled(state.game, way.familiar)
    tree.run(simulations)
    return tree


def positions(game: bl.Game, count: int, near_draws: bool = False) -> list[bl.State]:
    """Positions of games between quick bots, the same in every run."""
    found: list[bl.State] = []
    bot, rng, decisions = bl.bot("medium", seed=3, simulations=200), bl.seeded(11), 0
    state, before = game.start(), 0
    while len(found) < count:
        if state.is_over:
            if len(found) == before:
                raise click.ClickException(f"A whole game of {game.spec.card.title} has no such position.")
            state, before = game.start(), len(found)
        if state.is_chance:
            state.push(state.random_move(rng).id)
            continue
        decisions += 1
        if is_near_draws(state, decisions) if near_draws else decisions % EVERY == 0 and len(state.legal()) > LEAST_MOVES:
            found.append(state.copy())
        state.play(bot.choose(state.view(state.actor)))
    return found


def is_near_draws(state: bl.State, decisions: int) -> bool:
    """Whether there is a choice, and a glance comes to public draws often."""
    if decisions % EVERY_NEAR or len(state.legal()) == 1:
        return False
    tree = grown(state, GLANCE, 1)
    nodes = tree.links[1 : tree.figures[USED]]
    return len(tree.children(0)) > 1 and int(nodes[nodes[:, AVAILABLE] == 0][:, VISITS].sum()) > NEAR


def worth(state: bl.State, action: int, simulations: int, judges: int) -> float:
    """The rank share of who decides, after an action: by searches from there, each after draws of its own if there are any."""
    seat, rng, found = state.actor, bl.seeded(5), []
    for _ in range(judges):
        after = state.copy()
        after.push(action)
        while after.is_chance:
            after.push(after.random_move(rng).id)
        if after.is_over:
            others = [rank for other, rank in enumerate(after.ranks) if other != seat]
            found.append(mean((after.ranks[seat] < rank) + 0.5 * (after.ranks[seat] == rank) for rank in others))
            continue
        root = Root([grown(after, simulations // judges, 5)])
        found.append(root.mean(root.order[0], seat))
    return mean(found)


def losses(state: bl.State, budgets: tuple[int, ...], ways: list[Way], judged_by: int, judges: int) -> Losses:
    """What the choices of each way and budget lose against the best choice that any of them found."""
    chosen = {
        (way, budget): [Root([grown(state, budget, seed, way)]).order[0] for seed in SEEDS]
        for way in ways
        for budget in budgets
    }
    values = {action: worth(state, action, judged_by, judges) for actions in chosen.values() for action in actions}
    best = max(values.values())
    return {key: best - mean(values[action] for action in actions) for key, actions in chosen.items()}


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.option("--players", type=int, default=3, show_default=True)
@click.option(
    "--curiosity", "curiosities", type=float, multiple=True, help="May be given several times.  [default: the game's]"
)
@click.option(
    "--familiar",
    "familiars",
    type=click.IntRange(1, 1_000_000),
    multiple=True,
    default=(FAMILIAR,),
    show_default=True,
    help="Visits for each outcome of a public draw before they have branches; a million is never.",
)
@click.option("--near-draws", is_flag=True, help="Take positions where search comes to public draws.")
@click.option(
    "--budget", "budgets", type=click.IntRange(1), multiple=True, default=(1000, 10_000), show_default=True, help="Simulations."
)
@click.option("--positions", "count", type=click.IntRange(1), default=24, show_default=True)
@click.option("--judged-by", type=click.IntRange(300), default=30_000, show_default=True, help="Simulations after a choice.")
@click.option(
    "--judges", type=click.IntRange(1, 300), default=3, show_default=True, help="Searches among which those are shared."
)
def main(
    game: str,
    players: int,
    curiosities: tuple[float, ...],
    familiars: tuple[int, ...],
    near_draws: bool,
    budgets: tuple[int, ...],
    count: int,
    judged_by: int,
    judges: int,
) -> None:
    """Show the mean loss of rank share (0 to 1) by a choice, for each way to search and budget."""
    played = bl.game(game, players)
    ways = [Way(*way) for way in itertools.product(curiosities or (heuristics_of(played).exploration,), familiars)]
    found = [
        losses(state, budgets, ways, judged_by, judges)
        for state in track(
            positions(played, count, near_draws), played.spec.card.title, console=Console(stderr=True), transient=True
        )
    ]
    click.echo(f"| exploration | familiar | {' | '.join(f'{budget:,} simulations' for budget in budgets)} |")
    click.echo(f"|---|--:|{'--:|' * len(budgets)}")
    for way in ways:
        cells = (f"{mean(row[way, budget] for row in found):.4f}" for budget in budgets)
        click.echo(f"| {way.exploration:g} | {way.familiar:,} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
