"""Many games side by side for learning: NumPy arrays in and out, compiled, on all cores."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from branchline.core.game import Game, game
from branchline.core.rewards import reward_kind
from branchline.core.state import State
from branchline.errors import BadOption, BadPosition
from branchline.games.spec import Value
from branchline.kernel import environments as kernel
from branchline.kernel.contract import OVER, SPECTATOR, Bytes, Ids
from branchline.kernel.environments import (
    NAMED_TWICE,
    NEW_GAME,
    NOT_LEGAL,
    SAME_POSITION,
    STEP_IS_LEGAL,
    WORD_BITS,
    Environments,
    Scratch,
)
from branchline.kernel.rng import seeded
from branchline.machine import cores

LEAST_SHARE = 64
"""The fewest environments that a thread gets at once, because waking it takes as long as advancing a few of them."""
SHARES_EACH = 4
"""Shares for each thread, if there are enough environments."""
Compiled: TypeAlias = dict[str, Callable[..., Any]]
_compiled: dict[tuple[str, str], Compiled] = {}
_MADE_HERE = object()
"""Marks a snapshot of this process, whose positions need no check.  A pickle does not hold it."""


class Step(NamedTuple):
    """What every environment shows after a step.  These are the arrays of the vector itself: the next step overwrites them."""

    observations: NDArray[np.float32]
    """(n, numbers): what the actor sees, as `State.encode` writes it."""
    masks: NDArray[np.bool_]
    """(n, actions): the legal actions."""
    rewards: NDArray[np.float32]
    """(n, players): the reward of every seat for the game that has just ended; else zeros."""
    dones: NDArray[np.bool_]
    """(n,): whether a game has just ended."""
    actors: NDArray[np.int64]
    """(n,): the seat to decide; `bl.OVER` after an end without auto-reset."""


@dataclass(frozen=True)
class Snapshot:
    """The positions and random generators of all environments at one moment."""

    game: Game
    positions: NDArray[np.uint8]
    generators: NDArray[np.uint64]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    seal: str
    """A digest of the positions, by which a damaged snapshot is known."""
    _origin: object = field(default=None, init=False, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_origin"}

    @property
    def is_of_this_process(self) -> bool:
        """Whether a vector of this process made it; one that was pickled or put together elsewhere is checked."""
        return self._origin is _MADE_HERE


class Vector:
    """Many environments of one game.  `vector` makes one."""

    def __init__(self, game: Game, n: int, seed: int, rewards: str, auto_reset: bool, threads: int | None) -> None:
        if n < 1 or (threads is not None and threads < 1):
            raise BadOption("A vector has at least one environment and one thread.")
        self.game, self.n, self.auto_reset = game, n, auto_reset
        self.threads = threads or cores()
        self._kind, self._steps = reward_kind(rewards), 0
        self._compiled = compiled_vector(game)
        self._start = game.start()._raw
        self._arrays = _allocate(game, n)
        self._scratch = [_scratch(game) for _ in range(self.threads)]
        self._all: Ids = np.arange(n, dtype=np.int64)
        arrays = self._arrays
        self.observations, self.rewards, self.actors = arrays.observations, arrays.rewards, arrays.actors
        self.masks: NDArray[np.bool_] = arrays.masks.view(np.bool_)
        self.dones: NDArray[np.bool_] = arrays.dones.view(np.bool_)
        self.reset(seed)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Vector of {self.n} × {self.game!r}>"

    @property
    def parts(self) -> dict[str, slice]:
        """The named parts of an observation: `vector.observations[:, vector.parts["own_hand"]]`."""
        return {name: slice(*bounds) for name, bounds in self.game.encoding.items()}

    @property
    def now(self) -> Step:
        """What every environment shows now."""
        return Step(self.observations, self.masks, self.rewards, self.dones, self.actors)

    # -- stepping ----------------------------------------------------------------------------------

    def step(self, actions: ArrayLike, which: ArrayLike | None = None) -> Step:
        """Let the actor of every environment take its action; with `which`, only in the environments with these numbers.

        The others keep what they show.  An illegal action raises ValueError before anything changes.
        """
        chosen = self._all if which is None else _whole(which, "which")
        given = _whole(actions, "actions")
        if given.shape != chosen.shape:
            raise BadOption(f"There are {len(chosen)} environments to step, and actions of shape {given.shape}.")
        self._check(chosen, given)
        self._advance(chosen, given)
        return self.now

    def reset(self, seed: int | None = None, which: ArrayLike | None = None) -> Step:
        """Start a new game in every environment, or in those of `which`.

        With a seed, environment k gets stream k of it, whatever n is.  Without one the generators go on.
        """
        chosen = self._all if which is None else self._known(_whole(which, "which"))
        if seed is not None:
            for environment in chosen.tolist():
                self._arrays.generators[environment] = seeded(seed, environment)
        self._advance(chosen, np.full(len(chosen), NEW_GAME, np.int64))
        return self.now

    def _check(self, which: Ids, actions: Ids) -> None:
        at = np.zeros(1, np.int64)
        self._steps += 1
        problem = self._compiled["first_problem"](self._arrays, which, actions, self._steps, at)
        if problem == STEP_IS_LEGAL:
            return
        environment, action = int(which[at[0]]), int(actions[at[0]])
        if problem == NOT_LEGAL:
            raise ValueError(f"Environment {environment}: {self._why_not(environment, action)}")
        if problem == NAMED_TWICE:
            raise BadOption(f"Environment {environment} would take two steps at once.")
        raise BadOption(f"There is no environment {environment}: they run from 0 to {self.n - 1}.")

    def _why_not(self, environment: int, action: int) -> str | None:
        if not 0 <= action < self.game.action_count:
            return f"No action has the id {action}."
        state = self.state(environment)
        return "The game is over." if state.is_over else state.why_not(action)

    def _known(self, which: Ids) -> Ids:
        """Environments that exist, each once."""
        found = np.unique(which)
        if len(found) and not 0 <= found[0] <= found[-1] < self.n:
            raise BadOption(f"Environments run from 0 to {self.n - 1}.")
        return found

    def _advance(self, which: Ids, actions: Ids) -> None:
        """Advance in shares.  A thread takes the next share until none is left, so a slow thread delays one share only."""
        count = len(which)
        size = max(LEAST_SHARE, -(-count // (SHARES_EACH * self.threads)))
        begins = iter(range(0, count, size))

        def work(thread: int) -> None:
            with np.errstate(over="ignore"):  # uncompiled, the generator wraps around, and each thread has its own settings
                for begin in begins:
                    self._compiled["advance"](
                        self._arrays,
                        self._scratch[thread],
                        self._start,
                        which,
                        actions,
                        begin,
                        min(count, begin + size),
                        self._kind,
                        int(self.auto_reset),
                    )

        helpers = min(self.threads, -(-count // size)) - 1
        others = [self._pool.submit(work, thread) for thread in range(1, helpers + 1)]
        work(0)
        for other in others:
            if not other.cancel():
                other.result()

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1)

    # -- looking and keeping -----------------------------------------------------------------------

    def state(self, environment: int) -> State:
        """The position of one environment as a state of its own, for pictures and debugging.  Nothing is hidden in it."""
        if not 0 <= environment < self.n:
            raise BadOption(f"There is no environment {environment}: they run from 0 to {self.n - 1}.")
        return State(self.game, self._arrays.positions[environment].copy())

    def snapshot(self) -> Snapshot:
        """Everything that `restore` needs to go on from here, with the same chance."""
        arrays = self._arrays
        copies = arrays.positions.copy(), arrays.generators.copy(), arrays.rewards.copy(), self.dones.copy()
        snapshot = Snapshot(self.game, *copies, _seal(copies[0]))
        object.__setattr__(snapshot, "_origin", _MADE_HERE)
        return snapshot

    def restore(self, snapshot: Snapshot) -> Step:
        """Return to a snapshot of a vector of the same game and size.

        Raises BadPosition if it is damaged, and then changes nothing.  Compiled rules trust every position, so those of a
        snapshot from a file are checked, which takes a moment; those of this process are known to be sound.
        """
        if snapshot.game is not self.game or np.shape(snapshot.positions) != self._arrays.positions.shape:
            raise BadPosition(f"The snapshot is of {len(snapshot.positions)} × {snapshot.game!r}, this is {self!r}.")
        kept = {name: getattr(self._arrays, name) for name in ("positions", "generators", "rewards")} | {"dones": self.dones}
        for name, array in kept.items():
            given = getattr(snapshot, name)
            if not isinstance(given, np.ndarray) or (given.dtype, given.shape) != (array.dtype, array.shape):
                raise BadPosition(f"The snapshot is damaged: {name} needs {array.dtype} in the shape {array.shape}.")
        if _seal(snapshot.positions) != snapshot.seal:
            raise BadPosition("The snapshot is damaged.")
        if not snapshot.is_of_this_process:
            for position in np.unique(snapshot.positions, axis=0):
                check_decision(self.game, position)
        for name, array in kept.items():
            array[:] = getattr(snapshot, name)
        self._advance(self._all, np.full(self.n, SAME_POSITION, np.int64))
        return self.now

    def random_actions(self, rng: np.random.Generator, which: ArrayLike | None = None) -> Ids:
        """A random legal action for every environment (0 where the game is over), or for those of `which`."""
        masks = self.masks if which is None else self.masks[_whole(which, "which")]
        actions: Ids = random_legal(masks, rng)
        return actions


def vector(
    game_or_name: str | Game,
    n: int,
    players: int | None = None,
    *,
    seed: int = 0,
    rewards: str = "rank",
    auto_reset: bool = True,
    threads: int | None = None,
    **options: Value,
) -> Vector:
    """`n` games side by side.

    Chance is drawn inside, by a generator of each environment.  `rewards` is `rank`, `win` or `score`.  After the end of a
    game the environment shows the beginning of the next one (`auto_reset`).  `threads` is the number of cores if left out; the
    results do not depend on it.

    >>> import branchline as bl, numpy as np
    >>> games = bl.vector("northern-pacific", n=3, players=4, seed=1)
    >>> step = games.step(games.masks.argmax(axis=1))
    >>> step.observations.shape, step.masks.dtype, step.actors.tolist(), step.dones.tolist()
    ((3, 531), dtype('bool'), [1, 1, 1], [False, False, False])
    """
    chosen = game(game_or_name, players, **options) if isinstance(game_or_name, str) else game_or_name
    if isinstance(game_or_name, Game) and (players not in (None, chosen.players) or options):
        raise BadOption("A game has its players and options already. hint: bl.vector takes them with the name of a game.")
    return Vector(chosen, n, seed, rewards, auto_reset, threads)


def check_decision(game: Game, position: Bytes) -> None:
    """Raise BadPosition unless these bytes are a position in which a seat decides or the game is over, with nothing blank.

    A vector draws chance at once.  It would draw from blanks too, as a view has them, and the compiled rules would take
    whatever number came out.
    """
    game.check_position(position)
    state = State(game, position.copy())
    if state.is_chance:
        raise BadPosition("The snapshot is damaged: a position waits for chance.")
    for seat in (None, *range(game.players)):
        seen = position.copy()
        game.engine.hide(seen, SPECTATOR if seat is None else seat)
        if (seen == position).all() and state.resample(seat or 0, seeded(0)) != state:
            raise BadPosition("The snapshot is damaged: a position has blanks, as a seat sees it.")


def compiled_vector(game: Game) -> Compiled:
    """The loops for a game.  They are compiled at their first use on a machine and loaded from the cache afterwards."""
    key = (game.name, game.board.digest)
    if key not in _compiled:
        _compiled[key] = game.engine.extend("vector", kernel.advance, kernel.first_problem)
    return _compiled[key]


def random_legal(masks: NDArray[np.bool_], rng: np.random.Generator) -> Any:
    """For each row of masks a random legal action, each equally likely; 0 for a row without any.

    >>> random_legal(np.array([[False, True], [True, False]]), np.random.default_rng(0)).tolist()
    [1, 0]
    """
    counts = np.cumsum(masks, axis=1, dtype=np.int32)
    chosen = (rng.random(len(masks)) * counts[:, -1]).astype(np.int32)
    return (counts > chosen[:, None]).argmax(axis=1)


def _allocate(game: Game, n: int) -> Environments:
    size, words = game.engine.size, -(-game.action_count // WORD_BITS)
    sides: Sequence[int] = game.spec.rules.sides(game.start().fields_view)
    return Environments(
        positions=np.zeros((n, size), np.uint8),
        generators=np.zeros((n, 1), np.uint64),
        legal_bits=np.zeros((n, words), np.uint64),
        observations=np.zeros((n, game.encoding_size), np.float32),
        masks=np.zeros((n, game.action_count), np.uint8),
        rewards=np.zeros((n, game.players), np.float32),
        dones=np.zeros(n, np.uint8),
        actors=np.full(n, OVER, np.int64),
        sides=np.array(sides, np.int64),
        marks=np.zeros(n, np.int64),
    )


def _scratch(game: Game) -> Scratch:
    most, players = game.board.max_legal, game.players
    return Scratch(
        position=np.zeros(game.engine.size, np.uint8),
        ids=np.zeros(most, np.int64),
        weight=np.zeros(most, np.int64),
        scores=np.zeros(players, np.int64),
        ranks=np.zeros(players, np.int64),
    )


def _whole(values: ArrayLike, what: str) -> Ids:
    """Whole numbers as the kernel takes them.  Arrays of torch and JAX are accepted too, by their buffer."""
    found = np.asarray(values)
    if found.dtype.kind not in "iu" and found.size:
        raise BadOption(f"{what} are whole numbers, not {found.dtype}.")
    return np.ascontiguousarray(found, np.int64).reshape(-1)


def _seal(positions: NDArray[np.uint8]) -> str:
    return hashlib.blake2b(np.ascontiguousarray(positions).data, digest_size=8).hexdigest()
