"""A view turned back into a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from branchline.bots.compiled import CompiledSearch, awaits_compiler, heuristics_of, search_for_play
from branchline.bots.reading import read_deciders, read_game, read_ply, read_position, read_seat
from branchline.core.state import State
from branchline.kernel.contract import Bytes
from branchline.kernel.heuristics import Heuristics
from branchline.kernel.rng import Rng, following, quiet, seeded

SEATS = 64
"""More seats than any game has: every pair of ply and seat has a random stream of its own."""


class ViewedPosition:
    """The position that a view shows, with nothing in it that the view does not say; raises BadPosition or BadOption.

    A view may come from another machine, so everything in it that bots use is checked.
    """

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.game = read_game(view)
        self.seat = read_seat(view, self.game)
        self.ply = read_ply(view, self.game)
        deciders = read_deciders(view, self.game)
        self.is_followup = bool(deciders) and deciders[-1] == self.seat
        """Whether the same seat made the decision before this one."""
        self.state: State = read_position(view, self.game, self.seat)
        self.legal: list[str] = view["legal"]

    @cached_property
    def search(self) -> CompiledSearch:
        """The search for the game."""
        return search_for_play(self.game)

    @property
    def awaits_compiler(self) -> bool:
        """Whether the search is plain Python for now: then bots look one move ahead."""
        return awaits_compiler(self.game, self.search)

    @property
    def heuristics(self) -> Heuristics:
        """What the game tells bots."""
        return heuristics_of(self.game)

    @property
    def raw(self) -> Bytes:
        """The bytes of the position, hidden parts blank."""
        return self.state._raw

    def stream(self, seed: int, number: int = 0) -> Rng:
        """A random stream for this seat at this ply: the same view, seed and number give the same stream."""
        rng = seeded(seed, self.ply * SEATS + self.seat)
        with quiet():
            return seeded(int(following(rng)), number)

    def chances(self, shares: Sequence[float]) -> list[float]:
        """The chance of every seat to win, from the shares of the win; partners add up theirs."""
        sides = self.game.spec.rules.sides(self.state.fields_view)
        return [float(sum(shares[other] for other, its in enumerate(sides) if its == side)) for side in sides]
