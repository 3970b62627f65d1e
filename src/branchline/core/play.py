"""Moving in a position: `play` (checked) or `push` (not checked), and going back.  `State` adds what can be seen of it."""

from __future__ import annotations

from operator import index
from typing import Any, Self

import numpy as np

from branchline.core.game import Game
from branchline.core.history import CHECKPOINT_EVERY, Checkpoints, Past, latest, up_to, without
from branchline.core.move import Move
from branchline.core.pickling import restore, seal
from branchline.errors import BadOption, IllegalMove, UnknownMove
from branchline.kernel import CHANCE, OVER
from branchline.kernel.calls import ACTOR_BITS, ACTOR_MASK, UNLISTED, packed
from branchline.kernel.contract import Bytes, Ids
from branchline.kernel.engine import NO_IDS
from branchline.kernel.rng import Rng, below, quiet, seeded

ROOM = 1024
"""Legal actions that a state lists before it takes new memory."""
NO_ROOM = -1
NOT_LISTED = UNLISTED << ACTOR_BITS
"""The bits that say so in what a step returns; less than this is a refusal."""


class Play:
    """What a `State` has to do with moving: the actor, the legal actions, the moves and the way back, copies and identity."""

    __slots__ = ("_at", "_base", "_checkpoints", "_engine", "_last", "_past", "_raw", "_room", "_step", "game", "ply")

    def __init__(self, game: Game, raw: Bytes) -> None:
        self.game = game
        self._raw = raw
        self._base = raw.copy()
        self._past: Past = None
        self._checkpoints: Checkpoints = None
        self.ply = 0
        self._engine = game.engine
        self._step: int = packed(self._engine.actor(raw), UNLISTED)
        """The actor and the number of its legal actions, as the last step has packed them."""
        self._room = NO_IDS
        """Memory in which steps list legal actions, from the place `_at` on; what was handed out is never written again."""
        self._at, self._last = 0, NO_ROOM
        """From places after the last one there may be no room for another list."""

    # -- whose turn, what can be done --------------------------------------------------------------

    @property
    def actor(self) -> int:
        """The seat to decide, or `CHANCE` (−1), or `OVER` (−2)."""
        return (self._step & ACTOR_MASK) + OVER

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self._step & ACTOR_MASK

    @property
    def is_chance(self) -> bool:
        """Whether chance moves next."""
        return self.actor == CHANCE

    def ids(self) -> Ids:
        """The legal actions as an array of ids, ascending."""
        step = self._step
        if step < 0:
            return self._list()
        first = self._at
        self._at = end = first + (step >> ACTOR_BITS)
        self._step = step | NOT_LISTED  # the list is the caller's now
        return self._room[first:end]

    def legal(self) -> list[Move]:
        """The legal moves, in the order of ids; empty exactly when the game is over."""
        first, count = self._at, self._step >> ACTOR_BITS
        ids = self._room[first : first + count] if count >= 0 else self._list()
        moves: list[Move] = self.game._moves_by_id.take(ids).tolist()
        return moves

    def _list(self) -> Ids:
        out = np.empty(self.game.board.max_legal, np.int64)
        return out[: self._engine.legal(self._raw, out)]

    def weights(self) -> list[int]:
        """At a chance node, the weight of each legal move, in the same order; else empty."""
        out = np.zeros(self.game.board.max_legal, np.int64)
        count = self._engine.weights(self._raw, out) if self.is_chance else 0
        return [int(weight) for weight in out[:count]]

    def is_legal(self, move: str | int | Move) -> bool:
        """Whether a move can be made now."""
        return int(self._engine.why_not(self._raw, self.game.move(move).id)) == 0

    def why_not(self, move: str | int | Move) -> str | None:
        """Why a move cannot be made now, as a sentence with its paragraph; None if it can.

        >>> import branchline as bl
        >>> bl.game("northern-pacific", players=3).start().why_not("invest Seattle")
        'Seattle is the goal: cubes never go there (NP 2.2).'
        """
        action = self.game.move(move).id
        code = self._engine.why_not(self._raw, action)
        return None if code == 0 else str(self._illegal(action, code))

    def _illegal(self, action: int, code: int) -> IllegalMove:
        spec = self.game.spec
        return IllegalMove(spec.text.refusal(self.game.presented(self._raw), action, code), spec.paragraph(code))

    # -- moving ------------------------------------------------------------------------------------

    def play(self, move: str | int | Move) -> Self:
        """Make a move given as text, id or Move; raises IllegalMove or UnknownMove and then changes nothing."""
        game = self.game
        action = move.id if type(move) is Move else game.board.ids.get(move) if type(move) is str else None
        if type(action) is not int or not 0 <= action < game.action_count:
            action = game.move(move).id
        listed = self._step >> ACTOR_BITS
        if listed < 0 and (code := self._engine.why_not(self._raw, action)):
            raise self._illegal(action, code)
        self.push(action, listed)
        return self

    def push(self, action: int, _listed: int = UNLISTED) -> None:
        """Make an action without checking it: for loops that took it from `ids`.  An illegal action damages the state."""
        action, engine = index(action), self._engine
        if self._at > self._last:
            self._make_room()
        step = engine.step(self._raw, action, self._room, self._at, _listed, engine.lists_ahead)
        if step < NOT_LISTED:
            raise self._refused(action)
        self._step, self._past = step, (self._past, action)
        self.ply = ply = self.ply + 1
        if not ply % CHECKPOINT_EVERY:
            self._checkpoints = (self._checkpoints, ply, self._raw.copy())

    def _make_room(self) -> None:
        """New memory for lists of legal actions; every list may be as long as there are actions, whatever `max_legal` says."""
        most = max(self.game.action_count, self.game.board.max_legal)
        self._room, self._at, self._last = np.empty(ROOM + 2 * most, np.int64), most, ROOM + most

    def _refused(self, action: int) -> UnknownMove | IllegalMove:
        if not 0 <= action < self.game.action_count:
            return UnknownMove(str(action), [], self.game._example)
        return self._illegal(action, self._engine.why_not(self._raw, action))

    def random_move(self, rng: Rng) -> Move:
        """A legal move, each equally likely; at a chance node by weight.

        >>> import branchline as bl
        >>> bl.game("northern-pacific", players=3).start().random_move(bl.seeded(7)).text
        'invest Richland large'
        """
        moves = self.legal()
        weights = self.weights() or [1] * len(moves)
        with quiet():
            rest = below(rng, sum(weights))
        for move, weight in zip(moves, weights, strict=True):
            rest -= weight
            if rest < 0:
                return move
        raise ValueError("The game is over: there is no move to choose.")

    def play_out(self, seed: int = 0) -> Self:
        """Play on at random to the end."""
        path = np.empty(self.game.max_plies, np.int64)
        ids, weights = (np.empty(self.game.board.max_legal, np.int64) for _ in range(2))
        count = self._engine.random_game(self._raw, seeded(seed), ids, weights, path)
        if count < 0:
            raise RuntimeError(f"{self.game!r} came to no end from this position: a bug in its rules.")
        for action in path[:count].tolist():
            self._past = (self._past, action)
        self.ply += count
        self._step = packed(OVER, UNLISTED)
        return self

    def perft(self, depth: int) -> int:
        """The number of action sequences of exactly `depth` plies from here, chance included.

        >>> import branchline as bl
        >>> bl.game("northern-pacific", players=4).start().perft(2)
        2485
        """
        if depth < 0:
            raise BadOption(f"There are no sequences of {depth} plies.")
        if depth == 0:
            return 1
        stack = np.zeros((depth + 1, len(self._raw)), np.uint8)
        stack[0] = self._raw
        ids = np.zeros((depth + 1, self.game.board.max_legal), np.int64)
        return self._engine.perft(stack, ids, np.zeros(depth, np.int64), np.zeros(depth, np.int64))

    @property
    def actions(self) -> list[int]:
        """The ids of the actions made on this state since it began."""
        return latest(self._past, self.ply)

    def follows(self, before: Self, action: int) -> bool:
        """Whether this state was reached by one action from `before` itself or from a copy of it, by their histories."""
        past = self._past
        return past is not None and past[1] == action and past[0] is before._past and self._base is before._base

    @property
    def history(self) -> list[Move]:
        """The moves made on this state since it began, chance included."""
        return self.game.moves(self.actions)

    @property
    def is_from_start(self) -> bool:
        """Whether the history begins with the game's first position, as a record needs it."""
        return bool((self._base == self.game._first).all())

    def back(self, plies: int = 1) -> Self:
        """The position some plies ago, as a new state.  A few actions are replayed from the last checkpoint before it."""
        if not 0 <= plies <= self.ply:
            raise BadOption(f"Cannot go back {plies} plies: {self.ply} were played.")
        ply, past, checkpoints = self.ply - plies, without(self._past, plies), up_to(self._checkpoints, self.ply - plies)
        _, begin, raw = checkpoints or (None, 0, self._base)
        state = self.copy()
        state._raw, state._past, state._checkpoints, state.ply = raw.copy(), past, checkpoints, ply
        for action in latest(past, ply - begin):
            self._engine.apply(state._raw, action)
        state._step = packed(self._engine.actor(state._raw), UNLISTED)
        return state

    # -- copies and identity -----------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self).__new__(type(self))
        twin.game, twin._engine = self.game, self._engine
        twin._raw = self._raw.copy()
        twin._base = self._base
        twin._past = self._past
        twin._checkpoints = self._checkpoints
        twin.ply = self.ply
        twin._step = self._step | NOT_LISTED
        twin._room = NO_IDS
        twin._at, twin._last = 0, NO_ROOM
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def key(self) -> bytes:
        """Equal for equal positions of one game, however they were reached."""
        return self._raw.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Play) and self.game is other.game and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[Any, ...]:
        settings = self.game.__reduce__()[1]
        return restore, (settings, self.game.board.digest, self._base.tobytes(), self.actions, seal(self.key()))
