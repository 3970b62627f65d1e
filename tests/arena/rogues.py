"""Bots that fail in every way, inside the arena's processes and as programs of their own."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import branchline as bl
from branchline.arena.forfeit import Forfeit
from branchline.arena.play import GameInProgress, Played

PROGRAM = Path(__file__).with_name("rogue_program.py")


def program(fault: str) -> str:
    """The specification of a program with a fault."""
    return f"{fault}=cmd:{sys.executable} {PROGRAM} {fault}"


class Good:
    """Plays the first legal move."""

    name, fails_at = "good", 2

    def __init__(self, seed: int) -> None:
        self.moves = 0

    def choose(self, view: Mapping[str, Any]) -> Any:
        self.moves += 1
        return self.fail(view) if self.moves == self.fails_at else view["legal"][0]

    def fail(self, view: Mapping[str, Any]) -> Any:
        """What the bot does instead of its second move (or that of `fails_at`)."""
        return view["legal"][0]


class Raising(Good):
    name = "raising"

    def fail(self, view: Mapping[str, Any]) -> Any:
        raise ZeroDivisionError("bad\x1b[31mterminal")


class Leaving(Good):
    name = "leaving"

    def fail(self, view: Mapping[str, Any]) -> Any:
        sys.exit(3)


class Illegal(Good):
    name = "illegal"

    def fail(self, view: Mapping[str, Any]) -> Any:
        return "extend Seattle"


class Numbers(Good):
    name = "numbers"

    def fail(self, view: Mapping[str, Any]) -> Any:
        return 7


class Interrupting(Good):
    """Does as if somebody had pressed Ctrl-C."""

    name = "interrupting"

    def fail(self, view: Mapping[str, Any]) -> Any:
        raise KeyboardInterrupt("me")


class Unspeakable(Good):
    """Answers with something that cannot even be shown."""

    name = "unspeakable"

    def fail(self, view: Mapping[str, Any]) -> Any:
        class Answer:
            def __repr__(self) -> str:
                raise RuntimeError("no repr")

        return Answer()


class Trick(str):
    """A text with a will of its own."""

    __slots__ = ()

    def __hash__(self) -> int:
        raise RuntimeError("no hash")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")


class Tricky(Good):
    """Its moves are legal, but no plain texts."""

    name = "tricky"

    def fail(self, view: Mapping[str, Any]) -> Any:
        return Trick(view["legal"][0])


class Unborn:
    name = "unborn"

    def __init__(self, seed: int) -> None:
        raise OSError("no weights")


class Hanging(Good):
    """Never answers and never lets another thread of its process run."""

    name = "hanging"

    def fail(self, view: Mapping[str, Any]) -> Any:
        ctypes.PyDLL(None).sleep(1000)


class HangingLater(Hanging):
    name, fails_at = "hanging later", 3


class Breaking(Good):
    """Breaks the arena itself in its process."""

    name = "breaking"

    def fail(self, view: Mapping[str, Any]) -> Any:
        def result(self: GameInProgress, forfeit: Forfeit | None) -> Played:
            raise RuntimeError("all is lost")

        GameInProgress.result = result  # type: ignore[method-assign]
        return view["legal"][0]


class Dying(Good):
    """Takes its process along."""

    name = "dying"

    def fail(self, view: Mapping[str, Any]) -> Any:
        os._exit(9)


class DyingLater(Dying):
    name, fails_at = "dying later", 3


class Chatty(Good):
    """Prints and reads, which must not disturb the arena."""

    name = "chatty"

    def fail(self, view: Mapping[str, Any]) -> Any:
        print("thinking …", flush=True)
        os.write(1, b"really\n")
        assert sys.stdin.read() == ""
        return view["legal"][0]


class Slow:
    """A search that cannot be told from `medium:40`, for tournaments that take some time."""

    name = "slow"

    def __init__(self, seed: int) -> None:
        self.bot = bl.bot("medium", seed, simulations=40)

    def choose(self, view: Mapping[str, Any]) -> str:
        return self.bot.choose(view)
