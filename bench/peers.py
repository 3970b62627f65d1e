"""Other people's games, played at random from Python as their documentation shows: decisions a second."""

from __future__ import annotations

import importlib
import importlib.metadata
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from branchline.speed import rate

CHESS_PLIES = 150
"""A random game of chess is broken off here: without claims of draw it drags on with few pieces."""


@dataclass(frozen=True)
class Peer:
    """A game of another library; `prepare` imports it and returns a function that plays some games and counts decisions."""

    label: str
    package: str
    calls: str
    prepare: Callable[[], Callable[[int], int]]

    @property
    def version(self) -> str | None:
        """The installed version, or None."""
        try:
            return importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return None

    def meter(self) -> Callable[[float], float]:
        """A function that measures for some seconds."""
        work = self.prepare()
        return lambda seconds: rate(work, seconds)


def open_spiel(name: str) -> Callable[[], Callable[[int], int]]:
    """Random play of one of OpenSpiel's games."""

    def prepare() -> Callable[[int], int]:
        game: Any = importlib.import_module("pyspiel").load_game(name)
        pick = random.Random(0).random

        def work(times: int) -> int:
            plies = 0
            for _ in range(times):
                state = game.new_initial_state()
                while not state.is_terminal():
                    actions = state.legal_actions()
                    state.apply_action(actions[int(pick() * len(actions))])
                    plies += 1
            return plies

        return work

    return prepare


def python_chess() -> Callable[[int], int]:
    """Random play of python-chess."""
    chess: Any = importlib.import_module("chess")
    pick = random.Random(0).random

    def work(times: int) -> int:
        plies = 0
        for _ in range(times):
            board = chess.Board()
            while len(board.move_stack) < CHESS_PLIES and (moves := list(board.legal_moves)):
                board.push(moves[int(pick() * len(moves))])
            plies += len(board.move_stack)
        return plies

    return work


def catanatron() -> Callable[[int], int]:
    """Random play of catanatron, four players."""
    library: Any = importlib.import_module("catanatron")

    def work(times: int) -> int:
        plies = 0
        for _ in range(times):
            game = library.Game([library.RandomPlayer(colour) for colour in library.Color], seed=plies)
            game.play()
            plies += len(game.state.actions)
        return plies

    return work


PEERS = (
    Peer("OpenSpiel connect_four", "open_spiel", "legal_actions + apply_action", open_spiel("connect_four")),
    Peer("OpenSpiel hex", "open_spiel", "legal_actions + apply_action", open_spiel("hex")),
    Peer("python-chess", "chess", "legal_moves + push", python_chess),
    Peer("catanatron", "catanatron", "Game.play", catanatron),
)
