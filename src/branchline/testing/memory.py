"""Laws on memory: compiled rules write only where they may.

A rule that writes beyond its array damages other memory, and the process ends or goes on with wrong numbers.  So these laws
give every rule more room than it is promised and look at what it has written there.
"""

from __future__ import annotations

import numpy as np

from branchline.core.game import Game
from branchline.core.state import State
from branchline.games.position import Position
from branchline.testing.broken import RandomGame, law

UNWRITTEN = -12345
"""A number that no game writes."""
SPARE = 4096
"""How many numbers behind the end are watched."""


def check_new(game: Game) -> None:
    """`new` reads no more numbers than `parameters` gives: what lies behind them makes no difference."""
    numbers = list(game.spec.rules.parameters(game.players, game.options, game.board))
    found = set()
    for behind in (0, 1):
        raw, options = game.engine.empty(), np.full(len(numbers) + SPARE, behind, np.int64)
        options[: len(numbers)] = numbers
        game.engine.new(raw, options[: len(numbers)])
        found.add(raw.tobytes())
    law(len(found) == 1, game, f"new reads more numbers than parameters gives, {len(numbers)}.")


def check_actions(at: RandomGame, state: State) -> None:
    """`legal` and `weights` write no more actions than the board's `max_legal`."""
    most, engine = at.game.board.max_legal, at.game.engine
    ids, weights = (np.full(most + at.game.action_count + SPARE, UNWRITTEN, np.int64) for _ in range(2))
    count = engine.legal(state._raw, ids)
    written = bool((ids[most:] != UNWRITTEN).any())
    at.law(count <= most and not written, state, f"{count} actions are legal, but the board's max_legal is {most}.")
    if state.is_chance:
        engine.weights(state._raw, weights)
        at.law(not (weights[most:] != UNWRITTEN).any(), state, f"weights writes more than max_legal, {most} numbers.")


def check_standings(at: RandomGame, state: State, position: Position) -> None:
    """`score` and `rank` write no more numbers than there are players."""
    players = at.game.players
    scores, ranks = (np.full(players + SPARE, UNWRITTEN, np.int64) for _ in range(2))
    at.game.engine.standings(position.raw, scores[:players], ranks[:players])
    for name, out in (("score", scores), ("rank", ranks)):
        at.law(not (out[players:] != UNWRITTEN).any(), state, f"{name} writes more numbers than there are players, {players}.")


def check_encode(at: RandomGame, state: State, seat: int) -> None:
    """`encode` writes numbers, and none behind the last part that `encoding` names."""
    size = max(stop for _, stop in at.game.spec.rules.encoding(at.game.board).values())
    raw, out = state._raw.copy(), np.full(size + SPARE, UNWRITTEN, np.float32)
    at.game.engine.hide(raw, seat)
    out[:size] = 0
    at.game.engine.encode(raw, seat, out[:size])
    at.law(bool((out[size:] == UNWRITTEN).all()), state, "encode writes beyond the parts that encoding names.")
    at.law(bool(np.isfinite(out[:size]).all()), state, "encode wrote something that is no number.")
