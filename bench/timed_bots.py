"""`expert` and OpenSpiel's MCTS, each with one thread and the same processor time for a move, and what they really took.

The arena finds them by name: `py:timed_bots:expert_200ms` and `py:timed_bots:mcts_200ms`.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from branchline.bots import STRENGTHS
from branchline.bots.search_bot import SearchBot
from branchline.bots.tree import SearchTree
from branchline.bots.viewed_position import ViewedPosition

NAME = re.compile(r"(?P<bot>expert|mcts)_(?P<milliseconds>\d+)ms")
SPENT: dict[str, list[float]] = defaultdict(lambda: [0.0, 0])
"""For each bot of this process the seconds of the processor, and the number of decisions with a choice."""


class Expert(SearchBot):
    """`expert` with one tree, that is one thread, by the processor's clock: other work on the machine takes nothing from it.

    It has the whole time for every move and does not stop early.
    """

    def __init__(self, seconds: float, seed: int) -> None:
        super().__init__("expert", replace(STRENGTHS["expert"], seconds=seconds, trees=1, followup_share=1.0), seed)

    def _grow(self, viewed: ViewedPosition, trees: list[SearchTree], started: float) -> None:
        end = time.process_time() + self.strength.seconds
        while (left := end - time.process_time()) > 0:
            trees[0].run_until(time.perf_counter() + left)


class Counted:
    """A bot whose processor time is counted, from the view to the answer."""

    def __init__(self, name: str, bot: Any) -> None:
        self.name, self.bot = name, bot

    def choose(self, view: Mapping[str, Any]) -> str:
        """What the bot chooses."""
        began = time.process_time()
        found: str = self.bot.choose(view)
        if len(view["legal"]) > 1:
            SPENT[self.name][0] += time.process_time() - began
            SPENT[self.name][1] += 1
        return found


def __getattr__(name: str) -> Callable[[int], Counted]:
    """Functions from a seed to a bot: `expert_200ms`, `mcts_200ms`."""
    found = NAME.fullmatch(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}. hint: expert_200ms, mcts_200ms")
    if found["bot"] == "expert":
        return lambda seed: Counted("expert", Expert(int(found["milliseconds"]) / 1000, seed))

    def mcts(seed: int) -> Counted:
        from branchline.envs import openspiel_bots

        return Counted("mcts", getattr(openspiel_bots, name)(seed))

    return mcts
