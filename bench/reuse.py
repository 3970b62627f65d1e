"""What would it bring to keep the tree?  The share of a search that is still of use when its seat decides again."""

from __future__ import annotations

from statistics import mean

import click
from rich.console import Console
from rich.progress import track

import branchline as bl
from branchline.bots.tree import Root, Tree
from branchline.kernel.search import ACTION, VISITS
from choices import grown

EPILOG = """\b
Examples:
  python bench/reuse.py
  python bench/reuse.py --simulations 8000 --games 1"""
AT_ONCE, LATER = "at once", "after others"


class Pursued:
    """A tree and the node in it that play has come to; 0 once play has left it."""

    def __init__(self, tree: Tree, action: int) -> None:
        self.tree, self.node, self.when = tree, tree.after(action), AT_ONCE

    def follow(self, action: int, by_chance: bool) -> None:
        """Go on with what was played: a draw without a branch of its own stays where it is."""
        found = next((child for child in self.tree.children(self.node) if self.tree.links[child, ACTION] == action), 0)
        if self.node and not (by_chance and not found):
            self.node = found
        self.when = LATER

    @property
    def share(self) -> float:
        """The visits that are left, as a share of the search."""
        return int(self.tree.links[self.node, VISITS]) / self.tree.done if self.node else 0.0


def shares(game: bl.Game, simulations: int, seed: int) -> list[tuple[str, float]]:
    """For every decision of a game that is not the first of its seat: when it came, and what was left of the search before."""
    found: list[tuple[str, float]] = []
    pursued: dict[int, Pursued] = {}
    state, rng = game.start(), bl.seeded(seed)
    while not state.is_over:
        actor = state.actor
        if state.is_chance:
            action = state.random_move(rng).id
        else:
            if actor in pursued:
                before = pursued.pop(actor)
                found.append((before.when, before.share))
            tree = grown(state, simulations, seed)
            action = Root([tree]).order[0]
        for other in pursued.values():
            other.follow(action, state.is_chance)
        if not state.is_chance:
            pursued[actor] = Pursued(tree, action)
        state.push(action)
    return found


@click.command(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--simulations", type=click.IntRange(1), default=1000, show_default=True, help="Of every search.")
@click.option("--games", type=click.IntRange(1), default=4, show_default=True, help="Of each kind, at tables of three.")
def main(simulations: int, games: int) -> None:
    """Show how much of a search is left when the seat decides again: at once, or after others."""
    click.echo("| game | decisions at once | visits left | decisions after others | visits left |\n|---|--:|--:|--:|--:|")
    for title in bl.titles():
        game = bl.game(title.name, 3)
        seeds = track(range(games), title.title, console=Console(stderr=True), transient=True)
        found = [one for seed in seeds for one in shares(game, simulations, seed)]
        cells = []
        for when in (AT_ONCE, LATER):
            those = [share for its, share in found if its == when]
            cells += [str(len(those)), f"{mean(those):.0%}" if those else ""]
        click.echo(f"| {title.title} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
