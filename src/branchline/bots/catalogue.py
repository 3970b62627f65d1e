"""The list of bots, and the one that plays anything."""

from __future__ import annotations

import difflib
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from branchline.core.errors import BadOption
from branchline.kernel.rng import below, quiet, seeded


class Bot(Protocol):
    """Anything that chooses a move from a view."""

    name: str

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""


class RandomBot:
    """Plays every legal move with equal chance."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._rng = seeded(secrets.randbits(64) if seed is None else seed)

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        legal: list[str] = view["legal"]
        with quiet():
            return legal[below(self._rng, len(legal))]


BOTS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot}
"""Name → how to make it from a seed."""


def bot(name: str, seed: int | None = None) -> Bot:
    """A bot by name.

    >>> import branchline as bl
    >>> view = bl.game("northern-pacific", players=3).start().view(seat=0)
    >>> bl.bot("random", seed=1).choose(view) in view["legal"]
    True
    """
    if name not in BOTS:
        near = difflib.get_close_matches(name, BOTS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"bots: {', '.join(BOTS)}."
        raise BadOption(f"There is no bot named {name[:60]!r}. hint: {hint}")
    return BOTS[name](seed)
