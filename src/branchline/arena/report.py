"""The results of a tournament for the terminal: standings, cross table, forfeits."""

from __future__ import annotations

import math
from collections import Counter

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from branchline.arena.export import timing
from branchline.arena.results import Standing
from branchline.arena.tournament import Tournament
from branchline.core.share import Share

NO_HELP = 0.95
"""A correction that leaves the limits wider than this part of what they were does not help."""
FORFEITS_SHOWN = 10
"""How many different reasons are listed; the JSON file has all."""


def show(console: Console, tournament: Tournament) -> None:
    """Print the results."""
    game = tournament.game
    options = "".join(f", {name}={value}" for name, value in game.changed_options.items())
    played, deals = len(tournament.games), len({one.deal for one in tournament.games})
    console.print(f"[bold]{game.spec.card.title}[/bold], {game.players} players{escape(options)}")
    amounts = f"{_amount(played, 'game')} in {_amount(deals, 'deal')}"
    console.print(f"{amounts}, {tournament.seconds:.1f} s with {_amount(tournament.workers, 'worker')}")
    if tournament.figures.repeats:
        console.print(f"{tournament.figures.repeats:,} of {played:,} games repeat another one: they make no limits narrower.")
    if not tournament.is_complete:
        how = "Interrupted" if tournament.failure is None else "Broken off"
        console.print(f"[bold]{how}[/bold]: {tournament.planned:,} games were planned.")
    if played:
        console.print(standings_table(tournament))
        console.print(cross_table(tournament))
        show_adjusted(console, tournament)
        show_forfeits(console, tournament)
        if all(one.rating is None for one in tournament.figures.standings):
            console.print('There are no ratings. hint: pip install "branchline[arena]"', markup=False)
    console.print(f"Seed {tournament.seed}: the same deals again with --seed {tournament.seed}", highlight=False)


def _amount(number: int, thing: str) -> str:
    """A number of things.

    >>> _amount(1, "worker"), _amount(1200, "game")
    ('1 worker', '1,200 games')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def standings_table(tournament: Tournament) -> Table:
    """A row for each bot.  Columns that would be empty are left out."""
    standings, paces = tournament.figures.standings, timing(tournament)["seconds_per_move"]
    columns: dict[str, list[str]] = {
        "games": [str(one.games) for one in standings],
        "ranks above": [with_limits(one.rank_share) for one in standings],
        "wins": [with_limits(one.win_share) for one in standings],
        "score": ["" if one.mean_score is None else f"{one.mean_score:.1f}" for one in standings],
        "rating": [_rating(one) for one in standings],
        "s/move": ["" if paces[one.name] is None else f"{paces[one.name]:.3f}" for one in standings],
        "forfeits": [_forfeits(one) for one in standings],
    }
    columns = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = _table("Standings", caption=_caption(tournament))
    for heading in ("bot", *columns):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=heading not in ("bot", "forfeits"))
    for one, *cells in zip(standings, *columns.values(), strict=True):
        table.add_row(escape(one.name), *cells)
    return table


def _table(title: str, caption: str | None = None) -> Table:
    return Table(title=title, title_justify="left", caption=caption, caption_justify="left", box=box.SIMPLE_HEAD)


def _caption(tournament: Tournament) -> str:
    even = 1 / max(1, len(set(tournament.games[0].sides)))
    return f"95 % limits, games of one deal counted as one sample; equal bots would rank above 50 % and win {even:.0%}"


def cross_table(tournament: Tournament) -> Table:
    """How often the row's bot ranked above the column's."""
    names = [one.name for one in tournament.figures.standings]
    table = _table("Ranks above")
    table.add_column("")
    for name in names:
        table.add_column(escape(name), justify="right")
    for row in names:
        cells = [with_limits(tournament.figures.pairs.get((row, column))) if row != column else "·" for column in names]
        table.add_row(escape(row), *cells)
    return table


def show_forfeits(console: Console, tournament: Tournament) -> None:
    """Print the reasons of forfeits, the most frequent first."""
    reasons = Counter(
        (one.forfeit["bot"], one.forfeit["kind"], one.forfeit["reason"]) for one in tournament.games if one.forfeit
    )
    for (bot, kind, reason), times in reasons.most_common(FORFEITS_SHOWN):
        console.print(f"[red]forfeit[/red] {times} × [bold]{escape(bot)}[/bold] ({kind}): {escape(reason)}", highlight=False)
    if len(reasons) > FORFEITS_SHOWN:
        console.print(f"… and {len(reasons) - FORFEITS_SHOWN} more reasons; --json has them all.")


def show_adjusted(console: Console, tournament: Tournament) -> None:
    """Print the win shares corrected for luck, if they were computed, and whether that helped."""
    if not tournament.adjusted:
        return
    table = _table("Wins corrected for luck", caption="unbiased; limits by Student's distribution over deals")
    for heading in ("bot", "wins", "corrected", "limits"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=heading != "bot")
    for one in tournament.adjusted:
        factor = "" if one.factor is None else f"{one.factor:.2f} × as wide"
        table.add_row(escape(one.name), _signed_limits(one.plain), _signed_limits(one.adjusted), factor)
    console.print(table)
    factors = [one.factor for one in tournament.adjusted if one.factor is not None]
    if not any(one.luck for one in tournament.adjusted):
        console.print("There was no luck to correct.")
    elif factors and min(factors) > NO_HELP:
        console.print("The correction does not help here: the searches see little of what the draws were worth.")


def _signed_limits(share: Share) -> str:
    if not math.isfinite(share.high):
        return f"{share.mean:.1%}"
    return f"{share.mean:.1%} ({share.low * 100:.1f} … {share.high * 100:.1f})"


def with_limits(share: Share | None) -> str:
    """A share as `62 % (55–69)`."""
    return "" if share is None else f"{share.mean:.0%} ({share.low * 100:.0f}–{share.high * 100:.0f})"


def _rating(one: Standing) -> str:
    return "" if one.rating is None else f"{one.rating.mu:.1f} ± {one.rating.high - one.rating.mu:.1f}"


def _forfeits(one: Standing) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(one.forfeits.items()))
