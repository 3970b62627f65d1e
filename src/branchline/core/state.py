"""A position of a game in play: cheap to copy, changed by `play` (checked) or `push` (not checked)."""

from __future__ import annotations

import json
from operator import index
from typing import Any

import numpy as np

from branchline.core.action_log import log_actions
from branchline.core.game import Game
from branchline.core.history import CHECKPOINT_EVERY, Checkpoints, Past, latest, up_to, without
from branchline.core.move import Move
from branchline.core.pickling import restore, seal
from branchline.core.score_sheet import score_sheet
from branchline.core.view import named_fields, view_of
from branchline.errors import BadOption, IllegalMove, UnknownMove
from branchline.games.drawing import picture
from branchline.games.position import Position
from branchline.games.spec import SheetRow
from branchline.kernel import CHANCE, OVER, SPECTATOR
from branchline.kernel.calls import ACTOR_BITS, ACTOR_MASK, UNLISTED, packed
from branchline.kernel.contract import Bytes, Ids
from branchline.kernel.engine import NO_IDS, Standings
from branchline.kernel.rng import Rng, below, quiet, seeded
from branchline.texts import sentence

ROOM = 1024
"""Legal actions that a state lists before it takes new memory."""
NO_ROOM = -1
NOT_LISTED = UNLISTED << ACTOR_BITS
"""The bits that say so in what a step returns; less than this is a refusal."""


class State:
    """One position with the moves that led to it.

    >>> import branchline as bl
    >>> state = bl.game("northern-pacific", players=3).start()
    >>> state.play("extend Fargo").play("invest bonners-ferry large").actor
    2
    """

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
        return IllegalMove(spec.text.refusal(self.position, action, code), spec.paragraph(code))

    # -- moving ------------------------------------------------------------------------------------

    def play(self, move: str | int | Move) -> State:
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

    def play_out(self, seed: int = 0) -> State:
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

    def follows(self, before: State, action: int) -> bool:
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

    def back(self, plies: int = 1) -> State:
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

    def copy(self) -> State:
        """An independent copy."""
        twin = State.__new__(State)
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

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def key(self) -> bytes:
        """Equal for equal positions of one game, however they were reached."""
        return self._raw.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game is other.game and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[Any, ...]:
        settings = self.game.__reduce__()[1]
        return restore, (settings, self.game.board.digest, self._base.tobytes(), self.actions, seal(self.key()))

    # -- results -----------------------------------------------------------------------------------

    def _standings(self) -> Standings:
        return self._engine.standings_of(self.key(), self.game.players)

    @property
    def scores(self) -> list[int]:
        """The score of each seat as it stands, from everything in the position.  A view has what its seat may know of it."""
        return list(self._standings()[0])

    @property
    def ranks(self) -> list[int]:
        """The rank of each seat as it stands, from everything in the position: 1 is best, ties share."""
        return list(self._standings()[1])

    @property
    def extra_scores(self) -> dict[str, list[int]]:
        """Further figures for each seat, such as Northern Pacific's `good` and `bad`, from everything in the position."""
        return self.game.spec.text.extra_scores(self.position)

    def counted(self, seat: int | None) -> Position:
        """The position whose scores and ranks a seat (None: a spectator) may read.

        In a running game it is what `hide` leaves, because points may depend on something hidden.  At the end it has
        everything.
        """
        everything = self.is_over or self.game.spec.rules.open_scores
        return self.position if everything else self.hide(seat)

    def score_sheet(self, seat: int | None = None) -> list[SheetRow]:
        """How the scores came about as a seat (None: a spectator) may know it, by round where the game has rounds.

        The rows that count add up to the scores of `counted`.
        """
        return score_sheet(self, seat)

    # -- looking at it -----------------------------------------------------------------------------

    @property
    def fields_view(self) -> Any:
        """The position's named fields (`state.fields_view.heads[0]`), for reading only; `Game.position` makes positions."""
        self._step |= NOT_LISTED  # who looks may also write, as tests do that arrange a position
        return self._raw.view(self.game.spec.rules.layout.dtype)[0]

    @property
    def position(self) -> Position:
        """The position with nothing hidden, for texts and drawings; it changes with the state."""
        self._step |= NOT_LISTED
        return self.game.presented(self._raw)

    def hide(self, seat: int | None) -> Position:
        """The position as a seat (None: a spectator) may see it, for texts and drawings; the rest is blank."""
        raw = self._raw.copy()
        self._engine.hide(raw, self._reader(seat))
        return self.game.presented(raw)

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.game.players:
            raise BadOption(f"There is no seat {seat}: seats run from 0 to {self.game.players - 1}.")
        return index(seat)

    def _reader(self, seat: int | None) -> int:
        return SPECTATOR if seat is None else self._seat(seat)

    def resample(self, seat: int, rng: Rng) -> State:
        """A new state in which everything that `seat` cannot know is sampled, consistent with what it knows."""
        raw = self._raw.copy()
        self._engine.hide(raw, self._seat(seat))
        self._engine.resample(raw, index(seat), rng)
        return State(self.game, raw)

    def view(self, seat: int | None = None, log: bool = True) -> dict[str, Any]:
        """What a seat (None: a spectator) may see, JSON-safe, with its legal moves; `log=False` leaves out the log.

        >>> import branchline as bl
        >>> view = bl.game("northern-pacific", players=3).start().view(seat=0)
        >>> view["legal"][0], view["scores"]
        ('extend Duluth', [0, 0, 0])
        """
        return view_of(self, seat, log)

    def log(self, seat: int | None = None) -> list[dict[str, Any]]:
        """The moves so far as a seat (None: a spectator) may know them: actor and text."""
        logged = log_actions(self.game, self._base, self.actions, self._reader(seat))
        return [{"actor": one.actor, "move": one.text(self.game)} for one in logged]

    def log_in_full(self) -> list[dict[str, Any]]:
        """The moves so far with nothing redacted: for records and referees, not for players."""
        logged = log_actions(self.game, self._base, self.actions, SPECTATOR)
        return [{"actor": one.actor, "move": self.game.board.texts[one.action]} for one in logged]

    @property
    def has_secrets(self) -> bool:
        """Whether anything here is hidden from a seat or from a spectator."""
        whole = self.key()
        return any(self.hide(seat).fields.tobytes() != whole for seat in (*range(self.game.players), None))

    def seen_by(self, action: int) -> list[bool]:
        """Whether each seat, and at the end a spectator, learns which action it is if a legal one is taken now."""
        readers = (*range(self.game.players), SPECTATOR)
        return [one.visible for reader in readers for one in log_actions(self.game, self._raw, [action], reader)]

    def encode(self, seat: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """The position as numbers for learning; `game.encoding` names the parts."""
        raw, out = self._raw.copy(), np.zeros(self.game.encoding_size, np.float32)
        self._engine.hide(raw, self._seat(seat))
        self._engine.encode(raw, seat, out)
        return out

    def fields(self) -> dict[str, Any]:
        """The whole position as JSON-safe named numbers, hidden parts included; zeros are left out."""
        return named_fields(self.game, self.fields_view)

    def dumps(self) -> str:
        """The position as JSON text that `game.position` reads back.  Hidden parts are included."""
        return json.dumps({**self.game.heading, "fields": self.fields()})

    def text(self, seat: int | None = None) -> str:
        """The board for a terminal."""
        return self.game.spec.text.terminal(self.hide(seat))

    def svg(self, seat: int | None = None) -> str:
        """The board as an SVG picture, as a seat (None: a spectator) may see it."""
        return picture(self.game.spec.drawing, self.hide(seat), seat)

    _repr_svg_ = svg

    def layers(self, seat: int | None = None, before: State | None = None) -> dict[str, str]:
        """The picture's layers, bottom first, as a seat may see them; what differs from the state `before` is marked."""
        earlier = None if before is None else before.hide(seat)
        return self.game.spec.drawing.layers(self.hide(seat), seat, earlier)

    def picks(self) -> list[tuple[str, ...]]:
        """For every legal move, in the order of ids, the path of things a person points at.

        >>> import branchline as bl
        >>> bl.game("northern-pacific", players=3).start().picks()[0]
        ('city:Duluth', 'button:extend')
        """
        paths = self.game.picks
        return [paths[action] for action in self.ids().tolist()]

    def tell(self, move: str | int | Move, seat: int | None = None) -> list[tuple[str, str]]:
        """What a legal move will do, as a seat (None: a spectator) reads it: sentences, each with the paragraph behind it.

        The state itself does not change.
        """
        game, action = self.game, self.game.move(move).id
        after = self.copy()
        after.push(action)
        (logged,) = log_actions(game, self._raw, [action], self._reader(seat))
        told = game.spec.text.tell(self.hide(seat), logged.text(game), after.hide(seat))
        return [(sentence(what), paragraph) for what, paragraph in told]

    def __repr__(self) -> str:
        who = {CHANCE: "chance to move", OVER: "over"}.get(self.actor, f"seat {self.actor} to move")
        return f"<State of {self.game.spec.card.title}, {self.game.players} players, ply {self.ply}, {who}>"
