"""A position of a game in play: cheap to copy, changed by `play` (checked) or `push` (not checked)."""

from __future__ import annotations

import json
from operator import index
from typing import Any

import numpy as np

from branchline.core.action_log import log_actions
from branchline.core.move import Move
from branchline.core.play import NOT_LISTED, Play
from branchline.core.score_sheet import score_sheet
from branchline.core.view import named_fields, view_of
from branchline.errors import BadOption
from branchline.games.drawing import picture
from branchline.games.position import Position
from branchline.games.spec import SheetRow
from branchline.kernel import CHANCE, OVER, SPECTATOR
from branchline.kernel.engine import Standings
from branchline.kernel.rng import Rng
from branchline.texts import sentence


class State(Play):
    """One position with the moves that led to it.

    >>> import branchline as bl
    >>> state = bl.game("northern-pacific", players=3).start()
    >>> state.play("extend Fargo").play("invest bonners-ferry large").actor
    2
    """

    __slots__ = ()

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
