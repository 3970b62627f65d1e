"""The error that is raised when a game breaks a law, and the random game on which the laws are checked."""

from __future__ import annotations

import shlex
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from branchline.core.game import Game
from branchline.core.state import State
from branchline.errors import UnknownGame
from branchline.games import folder

LONGEST = 300
"""The most characters of a foreign error message that are quoted."""


class LawBroken(AssertionError):
    """A game breaks the contract.  The message is a sentence with the game, the seed and the ply."""

    def __init__(self, sentence: str, command: str = "") -> None:
        super().__init__(sentence)
        self.command = command
        """The command that shows the position, if the law is about one."""


def reader(seat: int | None) -> str:
    """A reader in words.

    >>> reader(1), reader(None)
    ('seat 1', 'a spectator')
    """
    return "a spectator" if seat is None else f"seat {seat}"


def law(holds: bool, game: Game, sentence: str) -> None:
    """Raise LawBroken with a sentence unless a law holds."""
    if not holds:
        raise LawBroken(f"{game!r}: {sentence}")


class RandomGame:
    """The laws for the positions of the random game with a seed.  `branchline show GAME --seed --ply` shows them."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed

    def law(self, holds: bool, state: State, sentence: str) -> None:
        """Raise LawBroken with a sentence on a position unless a law holds."""
        self.law_at(holds, state.ply, sentence)

    def law_at(self, holds: bool, ply: int, sentence: str) -> None:
        """Raise LawBroken with a sentence on the position at a ply unless a law holds."""
        if not holds:
            options = "".join(f" --set {shlex.quote(f'{name}={value}')}" for name, value in self.game.changed_options.items())
            where = f"--players {self.game.players}{options} --seed {self.seed} --ply {ply}"
            command = f"branchline show {self.game.name} {where} --open"
            raise LawBroken(f"{self.game!r}: seed {self.seed}, ply {ply}: {sentence}", command)

    @contextmanager
    def watching(self, state: State) -> Iterator[None]:
        """Whatever a function of the game raises in this block is told as a broken law."""
        try:
            yield
        except LawBroken:
            raise
        except Exception as error:
            try:
                self.law(False, state, raised(error, self.game.name))
            except LawBroken as broken:
                raise broken from error


@contextmanager
def loading(name: str) -> Iterator[None]:
    """Whatever the game raises before its first position is told as a broken law, without seed and ply."""
    try:
        yield
    except (LawBroken, UnknownGame):
        raise
    except Exception as error:
        raise LawBroken(f"{name}: {raised(error, name)}") from error


def raised(error: Exception, name: str) -> str:
    """A sentence on an exception that names the function of the game which raised it, with file and line."""
    what = " ".join(str(error).split())
    is_sentence = isinstance(error, TypeError) and what.startswith("The rule")  # on missing parts, or from the compiler
    if is_sentence:
        return what
    told = f"{type(error).__name__}: {what[:LONGEST]}".rstrip(".: ")
    home = Path(str(folder(name)))
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(home)]
    if what == "expected int64, got None":  # from a compiled rule; it is not said from which one
        return "a rule that gives a number ends without one. hint: look for a way through it that has no `return`."
    if not own and isinstance(error, IndexError):
        return f"a rule raised {told}. hint: with NUMBA_DISABLE_JIT=1 it is named with its line."
    if not own:
        return f"{frames[-1].name} raised {told}. hint: with NUMBA_DISABLE_JIT=1 rules are named by function and line."
    function = "loading the game" if own[0].name == "<module>" else own[0].name
    return f"{function} raised {told} ({Path(own[-1].filename).relative_to(home).as_posix()}, line {own[-1].lineno})."
