"""Measure what choices lose by a small budget or by other search settings.  Longer searches after each choice value it."""

from __future__ import annotations

import itertools
from functools import cache
from statistics import mean
from typing import NamedTuple, TypeAlias

import click
from rich.console import Console
from rich.progress import track

import branchline as bl
from branchline.bots.compiled import CompiledSearch, compile_search, heuristics_of
from branchline.bots.root_moves import RootMoves
from branchline.bots.tree import TREE_STREAM, SearchTree, max_nodes
from branchline.bots.viewed_position import ViewedPosition
from branchline.kernel.search import OUTCOME_VISITS
from branchline.kernel.search_tree import AVAILABLE, VISITS

EPILOG = """\b
Examples:
  python bench/choices.py cp --exploration 1.6 --exploration 3.2 --budget 1000 --budget 10000
  python bench/choices.py lw --near-draws --outcome-visits 4 --outcome-visits 1000000 --positions 40 --searches 12
  python bench/choices.py np --positions 10"""
EVERY, LEAST_MOVES = 11, 12
"""A position is taken at every so many decisions of a game, if it has more legal moves than this."""
EVERY_NEAR, FEW, NEAR = 3, 1000, 200
"""Near draws: at every so many decisions, if FEW simulations visit nodes of chance outcomes more than NEAR times."""
SEEDS = (1, 2)


class Settings(NamedTuple):
    """How to search."""

    exploration: float
    outcome_visits: int = OUTCOME_VISITS
    """See `branchline.kernel.search`; a million is never."""


Losses: TypeAlias = dict[tuple[Settings, int], float]


@cache
def compiled(game: bl.Game, outcome_visits: int) -> CompiledSearch:
    """The search of a game with another number of visits before chance outcomes get nodes."""
    return compile_search(game, OUTCOME_VISITS=outcome_visits)


def grown(state: bl.State, simulations: int, seed: int, settings: Settings | None = None) -> SearchTree:
    """One tree from what the seat to decide sees; without settings, with those of the game."""
    viewed = ViewedPosition(state.view(state.actor))
    tree = SearchTree(viewed, seed, TREE_STREAM, max_nodes(simulations, state.game.players))
    if settings is not None:
        tree.settings = tree.settings._replace(exploration=settings.exploration)
        if settings.outcome_visits != OUTCOME_VISITS:
            viewed.search = compiled(state.game, settings.outcome_visits)
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
    """Whether there is a choice, and a short search visits public chance outcomes often."""
    if decisions % EVERY_NEAR or len(state.legal()) == 1:
        return False
    tree = grown(state, FEW, 1)
    nodes = tree.nodes[1 : tree.used]
    return len(tree.children(0)) > 1 and int(nodes[nodes[:, AVAILABLE] == 0][:, VISITS].sum()) > NEAR


def worth(state: bl.State, action: int, simulations: int, searches: int) -> float:
    """The value of an action for the seat that decides, as the mean of searches after it; each search draws chance anew."""
    seat, rng, found = state.actor, bl.seeded(5), []
    for _ in range(searches):
        after = state.copy()
        after.push(action)
        while after.is_chance:
            after.push(after.random_move(rng).id)
        if after.is_over:
            others = [rank for other, rank in enumerate(after.ranks) if other != seat]
            found.append(mean((after.ranks[seat] < rank) + 0.5 * (after.ranks[seat] == rank) for rank in others))
            continue
        moves = RootMoves([grown(after, simulations // searches, 5)])
        found.append(moves.value(moves.order[0], seat))
    return mean(found)


def losses(state: bl.State, budgets: tuple[int, ...], choices: list[Settings], valued_by: int, searches: int) -> Losses:
    """What the choices with each settings and budget lose against the best choice that any of them found."""
    chosen = {
        (settings, budget): [RootMoves([grown(state, budget, seed, settings)]).order[0] for seed in SEEDS]
        for settings in choices
        for budget in budgets
    }
    values = {action: worth(state, action, valued_by, searches) for actions in chosen.values() for action in actions}
    best = max(values.values())
    return {key: best - mean(values[action] for action in actions) for key, actions in chosen.items()}


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.option("--players", type=int, default=3, show_default=True)
@click.option(
    "--exploration", "explorations", type=float, multiple=True, help="May be given several times.  [default: the game's]"
)
@click.option(
    "--outcome-visits",
    "visits",
    type=click.IntRange(1, 1_000_000),
    multiple=True,
    default=(OUTCOME_VISITS,),
    show_default=True,
    help="Visits for each outcome of a public draw before it gets a node; a million is never.",
)
@click.option("--near-draws", is_flag=True, help="Take positions where search comes to public draws.")
@click.option(
    "--budget", "budgets", type=click.IntRange(1), multiple=True, default=(1000, 10_000), show_default=True, help="Simulations."
)
@click.option("--positions", "count", type=click.IntRange(1), default=24, show_default=True)
@click.option("--valued-by", type=click.IntRange(300), default=30_000, show_default=True, help="Simulations after a choice.")
@click.option(
    "--searches", type=click.IntRange(1, 300), default=3, show_default=True, help="Searches that share these simulations."
)
def main(
    game: str,
    players: int,
    explorations: tuple[float, ...],
    visits: tuple[int, ...],
    near_draws: bool,
    budgets: tuple[int, ...],
    count: int,
    valued_by: int,
    searches: int,
) -> None:
    """Show the mean loss of value (0 to 1) by a choice, for each settings and budget."""
    played = bl.game(game, players)
    choices = [Settings(*one) for one in itertools.product(explorations or (heuristics_of(played).exploration,), visits)]
    found = [
        losses(state, budgets, choices, valued_by, searches)
        for state in track(
            positions(played, count, near_draws), played.spec.card.title, console=Console(stderr=True), transient=True
        )
    ]
    click.echo(f"| exploration | outcome visits | {' | '.join(f'{budget:,} simulations' for budget in budgets)} |")
    click.echo(f"|---|--:|{'--:|' * len(budgets)}")
    for settings in choices:
        cells = (f"{mean(row[settings, budget] for row in found):.4f}" for budget in budgets)
        click.echo(f"| {settings.exploration:g} | {settings.outcome_visits:,} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
