"""The list of bots by name."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable

from branchline.bots.analysis import Thinker
from branchline.bots.search_bot import SearchBot, Strength
from branchline.bots.simple import GreedyBot, RandomBot
from branchline.errors import BadOption

STRENGTHS: dict[str, Strength] = {
    "easy": Strength(simulations=150, tolerance=0.03, scales_with_game=True),
    "medium": Strength(simulations=1_000, scales_with_game=True),
    "hard": Strength(simulations=8_000, scales_with_game=True),
    "expert": Strength(seconds=3.0, trees=2, followup_share=0.5),
}
"""The searching bots by name."""

BOTS: dict[str, Callable[[int | None], Thinker]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{
        name: lambda seed, name=name, strength=strength: SearchBot(name, strength, seed)  # type: ignore[misc]
        for name, strength in STRENGTHS.items()
    },
}
"""For each name, a function that makes the bot from a seed."""


def bot(
    name: str,
    seed: int | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    limit: float | None = None,
) -> Thinker:
    """A bot by name.  A searching bot may get another budget: `simulations` or `seconds`.

    `limit` is the longest time for one decision in seconds, whatever the budget: a bot that reaches it answers with what it
    has found so far.  Bots that do not search ignore it.

    >>> import branchline as bl
    >>> view = bl.game("northern-pacific", players=3).start().view(seat=0)
    >>> bl.bot("medium", seed=1).choose(view) in view["legal"]
    True
    """
    if name not in BOTS:
        near = difflib.get_close_matches(name, BOTS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"bots: {', '.join(BOTS)}."
        raise BadOption(f"There is no bot named {name[:60]!r}. hint: {hint}")
    if limit is not None and not 0 < limit < float("inf"):
        raise BadOption("A limit is a positive number of seconds.")
    if simulations is not None or seconds is not None:
        return SearchBot(name, dataclasses.replace(_budget(name, simulations, seconds), limit=limit or 0.0), seed)
    if limit is not None and name in STRENGTHS:
        return SearchBot(name, dataclasses.replace(STRENGTHS[name], limit=limit), seed)
    return BOTS[name](seed)


def _budget(name: str, simulations: int | None, seconds: float | None) -> Strength:
    if name not in STRENGTHS:
        raise BadOption(f"The bot {name} does not search. hint: a budget is for {', '.join(STRENGTHS)}.")
    if simulations is not None and seconds is not None:
        raise BadOption("A budget is a number of simulations or of seconds, not both.")
    if (simulations is not None and simulations < 1) or (seconds is not None and not 0 < seconds < float("inf")):
        raise BadOption("A budget is at least one simulation, or a positive number of seconds.")
    return dataclasses.replace(STRENGTHS[name], simulations=simulations or 0, seconds=seconds or 0.0, scales_with_game=False)
