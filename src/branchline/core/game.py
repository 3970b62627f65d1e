"""A game with its players, options and board.  Immutable."""

from __future__ import annotations

import difflib
import json
import os
import re
import threading
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.close_matches import close_matches
from branchline.core.move import Move
from branchline.core.plain_start import ask_for_compiler, starts_plain
from branchline.errors import BadOption, BadPosition, UnknownMove
from branchline.games import find_spec
from branchline.games.position import Position
from branchline.games.spec import GameSpec, Option, Value
from branchline.kernel import Board, Engine, engine_of
from branchline.kernel.contract import Bytes
from branchline.kernel.rng import seeded
from branchline.texts import say

if TYPE_CHECKING:
    from branchline.core.state import State


DATA_NAME = r"[a-z0-9_-]{1,60}"
"""The name of a map or tile mix that comes with a game; no path matches it."""
QUOTED = 60
"""The most characters of a foreign text that an error message quotes."""


def game(name: str, players: int | None = None, **options: Value) -> Game:
    """Set up a game by name.

    >>> import branchline as bl
    >>> bl.game("northern-pacific", players=4).options["scoring"]
    'points'
    """
    return set_up(name, players, options)


def set_up(name: str, players: int | None, options: Mapping[str, Value], files: bool = True) -> Game:
    """Set up a game with the options as a mapping.

    Without `files` an option can name only data that come with the game, so that strangers cannot make us open files.
    """
    spec = find_spec(name)
    count = _players(spec, spec.card.players[0] if players is None else players)
    return _game(spec.name, count, tuple(sorted(_checked_options(spec, count, options, files).items())))


def _game(name: str, players: int, options: tuple[tuple[str, Value], ...]) -> Game:
    """The game with these settings: always the same object, unless a map file has changed in between."""
    stamps = tuple(_stamp(str(value)) for _, value in options)
    key = (name, players, options, stamps)
    with _lock:  # two threads must not get two objects: states and records compare games by identity
        if key not in _GAMES:
            _GAMES[key] = Game(find_spec(name), players, dict(options))
        return _GAMES[key]


_GAMES: dict[Any, Game] = {}
_lock = threading.RLock()


def _stamp(value: str) -> tuple[int, int] | None:
    """Date and size of a file named by an option."""
    if "." not in value and os.sep not in value:
        return None
    try:
        found = os.stat(value)
    except (OSError, ValueError):  # ValueError: a null character
        return None
    return found.st_mtime_ns, found.st_size


def _players(spec: GameSpec, given: Any) -> int:
    """The number of players.  It must be a whole number: 3.0 would make another game."""
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool) and given in spec.card.players:
        return int(given)
    allowed = ", ".join(map(str, spec.card.players))
    raise BadOption(say("{game} is for {allowed} players, not {given!r}.", game=spec.card.title, allowed=allowed, given=given))


def _checked_options(spec: GameSpec, players: int, options: Mapping[str, Value], files: bool) -> dict[str, Value]:
    rows = {option.name: option for option in spec.options}
    for name in options:
        if name not in rows:
            near = difflib.get_close_matches(name, rows, n=1)
            if near:
                sentence = say(
                    "{game} has no option {name!r}. hint: did you mean {near}?", game=spec.card.title, name=name, near=near[0]
                )
            else:
                known = ", ".join(rows)
                sentence = say(
                    "{game} has no option {name!r}. hint: options: {known}.", game=spec.card.title, name=name, known=known
                )
            raise BadOption(sentence)
    chosen = {name: _value(row, options[name]) if name in options else row.default for name, row in rows.items()}
    for name, row in rows.items():
        if not files and not row.values and not re.fullmatch(DATA_NAME, str(chosen[name])):
            given = str(chosen[name])[:60]
            raise BadOption(
                say("{name}={given} is no name. hint: only data that come with the game can be used.", name=name, given=given)
            )
    normal = spec.rules.normalise_options(players, chosen)
    return {name: normal[name] for name in rows}


def _value(option: Option, given: Value) -> Value:
    """The value of the option that is written like the given one."""
    if not option.values:
        return str(given)
    spelled = str(given).casefold().replace("_", "-")
    for value in option.values:
        if str(value) == spelled:
            return value
    allowed = ", ".join(map(str, option.values))
    raise BadOption(
        say("{name}={given} is not possible. hint: {name} is one of {allowed}.", name=option.name, given=given, allowed=allowed)
    )


class Game:
    """A game's specification with players, options and board.  Equal settings give the same object."""

    def __init__(self, spec: GameSpec, players: int, options: dict[str, Value]) -> None:
        self.spec = spec
        self.players = players
        self._options = options
        self.board: Board = spec.rules.load_board(options)
        self.action_count = len(self.board.texts)
        """The number of action ids."""

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value!r}" for name, value in self.changed_options.items())
        return f"branchline.game({self.spec.name!r}, players={self.players}{changed})"

    def __reduce__(self) -> tuple[Any, ...]:
        return set_up, (self.spec.name, self.players, dict(self._options))  # `set_up` checks what a damaged pickle says

    @property
    def name(self) -> str:
        """The game's name, such as `northern-pacific`."""
        return self.spec.name

    @property
    def options(self) -> dict[str, Value]:
        """Every option with its value, in the order of the rules."""
        return {option.name: self._options[option.name] for option in self.spec.options}

    @property
    def changed_options(self) -> dict[str, Value]:
        """The options that differ from their default."""
        return {row.name: self._options[row.name] for row in self.spec.options if self._options[row.name] != row.default}

    @cached_property
    def engine(self) -> Engine:
        """The compiled rules.  They are compiled at their first use on a machine and loaded from the cache afterwards.

        Within `plain_start` they are plain Python until the compiled ones are there.
        """
        engine = engine_of(self.spec.rule_set, self.board, plain=starts_plain())
        if engine.awaits_compiler:
            ask_for_compiler(self)
        return engine

    def presented(self, raw: Bytes) -> Position:
        """The bytes of a position with board and compiled rules, for texts and drawings."""
        return Position(raw.view(self.spec.rules.layout.dtype)[0], self.board, lambda: self.engine)

    @cached_property
    def _first(self) -> Bytes:
        raw = self.engine.empty()
        self.engine.new(raw, np.array(self.spec.rules.parameters(self.players, self._options, self.board), np.int64))
        return raw

    @cached_property
    def max_plies(self) -> int:
        """No game has more plies than this."""
        return self.spec.rules.max_plies(self._first.view(self.spec.rules.layout.dtype)[0], self.board)

    @cached_property
    def encoding(self) -> dict[str, tuple[int, int]]:
        """The named parts of what `State.encode` writes, each with start and stop."""
        return self.spec.rules.encoding(self.board)

    @property
    def encoding_size(self) -> int:
        """How many numbers `State.encode` writes."""
        return max(stop for _, stop in self.encoding.values())

    def start(self) -> State:
        """The position before the first action."""
        from branchline.core.state import State

        return State(self, self._first.copy())

    def move(self, spelled: str | int | Move) -> Move:
        """The move with this text or id, whether legal now or not; raises UnknownMove with near matches."""
        if isinstance(spelled, str):
            action = self.board.ids.get(spelled)
            if action is None:
                action = self.spec.text.parse(spelled, self.board)
            if action is None:
                raise UnknownMove(spelled[:80], close_matches(self.board.texts).find(spelled.strip()), self._example)
            return self._moves[action]
        action = int(spelled)
        if not 0 <= action < self.action_count:
            raise UnknownMove(str(action), [], self._example)
        return self._moves[action]

    @cached_property
    def _example(self) -> str:
        """A move that a player can make, for hints: one of the first decision of a random game."""
        state, rng = self.start(), seeded(0)
        while state.is_chance and state.ply < self.max_plies:
            state.push(state.random_move(rng).id)
        return next((move.text for move in state.legal()), self.board.texts[0])

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        """Every move by id, made once: making a `Move` for each legal action would take most of the time of `legal`."""
        return tuple(Move(action, text) for action, text in enumerate(self.board.texts))

    @cached_property
    def _moves_by_id(self) -> NDArray[np.object_]:
        """The same as an array, which takes out the moves of many ids at once."""
        moves = np.empty(self.action_count, object)
        for move in self._moves:
            moves[move.id] = move
        return moves

    @cached_property
    def picks(self) -> tuple[tuple[str, ...], ...]:
        """For every action id, the things a person points at, in order."""
        return self.spec.picks.paths(self.board)

    def moves(self, actions: Iterable[int]) -> list[Move]:
        """Moves for a list of ids."""
        known = self._moves
        return [known[action] for action in actions]

    def replay(self, moves: Iterable[str | int | Move]) -> State:
        """The position after these moves from the start; raises IllegalMove at the first that is not legal."""
        state = self.start()
        for move in moves:
            state.play(move)
        return state

    def position(self, text: str | Mapping[str, Any]) -> State:
        """The position that `State.dumps` or `State.fields` described; raises BadPosition if it cannot be.

        The position of a view (`view["position"]`) is accepted too.  What is hidden from its seat is blank in it, and blanks
        cannot be played on with: `State.resample` fills them with a guess.
        """
        from branchline.core.state import State

        data = _loads(text) if isinstance(text, str) else dict(text)
        fields = data.get("fields", data)
        for key, mine in self.heading.items():
            if data.get(key, mine) != mine:
                raise BadPosition(f"The position has {key} {data[key]!r:.200}, this game has {mine!r}.")
        raw = self._read_fields(fields)
        self.check_position(raw)
        return State(self, raw)

    def check_position(self, raw: Bytes) -> None:
        """Raise BadPosition unless the bytes are a possible position: compiled rules trust every number in them."""
        if raw.dtype != np.uint8 or raw.shape != (self.spec.rules.layout.dtype.itemsize,):
            raise BadPosition(f"A position of {self.spec.card.title} has {self.spec.rules.layout.dtype.itemsize} bytes.")
        if raw.tobytes() == self._first.tobytes():
            return
        record, first = raw.view(self.spec.rules.layout.dtype)[0], self._first.view(self.spec.rules.layout.dtype)[0]
        if (raw[self._fixed_bytes] != self._first[self._fixed_bytes]).any():
            name = next(name for name in self.spec.rules.fixed_fields if np.any(record[name] != first[name]))
            wrong, right = record[name].tolist(), first[name].tolist()
            raise BadPosition(f"The position has {name} {wrong}, this game with its options has {right}.")
        if found := self.spec.rules.problems(record, self.board):
            raise BadPosition(f"The position is impossible: {found[0]}")

    @cached_property
    def _fixed_bytes(self) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        """The places of the bytes that the options fix."""
        where = np.zeros(1, self.spec.rules.layout.dtype)
        for name in self.spec.rules.fixed_fields:
            where[name] = -1
        return np.flatnonzero(where.view(np.uint8))

    @property
    def heading(self) -> dict[str, Any]:
        """The entries of a position's text before its fields."""
        return {"game": self.name, "players": self.players, "options": self.changed_options, "board": self.board.digest}

    def _read_fields(self, fields: Any) -> Bytes:
        if not isinstance(fields, Mapping):
            raise BadPosition("The fields of a position are an object with a value for each name.")
        raw = self.engine.empty()
        record = raw.view(self.spec.rules.layout.dtype)[0]
        for name, value in fields.items():
            if name not in self.spec.rules.layout.fields:
                near = difflib.get_close_matches(str(name)[:QUOTED], self.spec.rules.layout.fields, n=1)
                hint = f" hint: did you mean {near[0]}?" if near else ""
                raise BadPosition(f"A position of {self.spec.card.title} has no field {name!r:.{QUOTED}}.{hint}")
            code, shape = self.spec.rules.layout.fields[name]
            try:
                if not shape and type(value) is int:  # NumPy takes ten times as long
                    record[name] = value
                    continue
                given = np.array(value)
                if given.dtype.kind not in "iu" or given.shape != shape:
                    raise ValueError
                exact = given.astype(code)
                if (exact != given).any():
                    raise ValueError
            except (ValueError, TypeError, OverflowError):
                raise BadPosition(f"The field {name} needs whole numbers of type {code} in the shape {list(shape)}.") from None
            record[name] = exact
        return raw


def _loads(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"A position is JSON text: {error}.") from None
    if not isinstance(data, dict):
        raise BadPosition("A position is a JSON object.")
    return data
