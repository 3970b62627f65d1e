"""The contract of a game: the functions its rules provide, and the board they are compiled for.

Every game writes the functions below in its folder `rules`, under these names; here they have no body.  Generic code
(playouts, search, calls) imports them from this module, and `bind` puts the game's own in their place.

A *position* is one element of an array of the game's `Layout`.  An *action* is a number from 0 to the board's number of
texts − 1.  A *seat* is numbered from 0; `SPECTATOR` stands for a person without a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from branchline.kernel.jit import rule
from branchline.kernel.rng import Rng

CHANCE = -1
"""`actor` at a node where chance moves."""
OVER = -2
"""`actor` when the game has ended."""
SPECTATOR = -1
"""The seat number of a spectator, for `hide` and `sees`."""

Bytes: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint8]]
Batch: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Ids: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Weights: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Floats: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]


@rule
def new(state: Any, options: Numbers) -> None:
    """Turn a zeroed record into the position before the first action; `options` as the game's `parameters` gives them."""
    raise NotImplementedError


@rule
def actor(state: Any) -> int:
    """The seat to decide, or `CHANCE`, or `OVER`."""
    raise NotImplementedError


@rule
def legal(state: Any, out: Ids) -> int:
    """Write the legal actions in ascending order and return how many; none exactly when the game is over."""
    raise NotImplementedError


@rule
def weights(state: Any, out: Weights) -> int:
    """At a chance node write a positive weight for each legal action, in the order of `legal`; 0 elsewhere."""
    raise NotImplementedError


@rule
def apply(state: Any, action: int) -> None:
    """Carry out an action.  The caller has made sure that it is legal."""
    raise NotImplementedError


@rule
def why_not(state: Any, action: int) -> int:
    """0 if the action is legal, else the paragraph it breaks: 204 stands for paragraph 2.4."""
    raise NotImplementedError


@rule
def score(state: Any, out: Numbers) -> None:
    """Write the score of each seat as it stands, at any time.

    It also gets positions after `hide`: people and bots read the score of a running game from what they may know.  So it
    must accept blanks, and what is hidden counts as the game likes, such as nothing.  It writes one number for each player.
    """
    raise NotImplementedError


@rule
def rank(state: Any, out: Numbers) -> None:
    """Write the rank of each seat as it stands: 1 is best, ties share (1, 2, 2, 4).

    Like `score` it also gets positions after `hide`, and agrees with the score there.
    """
    raise NotImplementedError


@rule
def sees(state: Any, action: int, seat: int) -> int:
    """1 if `seat` learns which action it was when `action` is applied here; 0 if it only learns that there was one."""
    raise NotImplementedError


@rule
def hide(state: Any, seat: int) -> None:
    """Blank everything that `seat` may not know.

    When the game is over it may leave everything, or go on hiding: a finished table shows everything in any case.
    """
    raise NotImplementedError


@rule
def resample(state: Any, seat: int, rng: Rng) -> None:
    """Fill what `hide` blanks with a sample consistent with all that `seat` knows."""
    raise NotImplementedError


@rule
def encode(state: Any, seat: int, out: Floats) -> None:
    """Write the position as numbers for learning, as `seat` sees it; the game's `encoding` names the parts."""
    raise NotImplementedError


CONTRACT: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (new, actor, legal, weights, apply, why_not, score, rank, sees, hide, resample, encode)
}


@dataclass(frozen=True)
class Board:
    """Everything fixed for one game on one map or tile mix."""

    name: str
    digest: str
    constants: Mapping[str, object]
    """Global names of the rules that this board replaces."""
    texts: tuple[str, ...]
    """The notation of every action, by id."""
    data: Any
    """The game's own description of the map."""
    max_legal: int
    """No position has more legal actions than this."""
    reconstructed: str = ""
    """A sentence that labels reconstructed data, or nothing."""
    ids: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ids", {text: action for action, text in enumerate(self.texts)})
