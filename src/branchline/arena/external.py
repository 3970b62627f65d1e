"""Bots in any language: a program reads views from its standard input and answers with moves.

docs/arena.md describes the protocol.  Everything that is sent is in `hello`, `choose` and `farewell`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.arena.child_process import Child, Ended, Garbage, Silent, printable
from branchline.arena.descendants import new_mark
from branchline.arena.entrants import Entrant
from branchline.arena.forfeit import Forfeit

PROTOCOL = 1
HELLO_SECONDS = 30.0
"""Time that a program has to start and to answer the greeting, unless a move may take longer."""


class ExternalBot:
    """A program that plays one seat of one game."""

    def __init__(self, entrant: Entrant, seat: int, move_seconds: float) -> None:
        self.name, self.seat, self.move_seconds = entrant.name, seat, move_seconds
        try:
            self.child = Child(entrant.command, new_mark())
        except OSError as error:
            raise Forfeit(seat, "crash", f"could not be started: {error.strerror}") from None

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self.child.pid

    def hello(self, view: Mapping[str, Any], seed: int) -> None:
        """Send the settings of the game and wait until the bot is ready."""
        fixed = {key: view[key] for key in ("game", "players", "options", "board", "rules_version")}
        greeting = {"protocol": PROTOCOL, **fixed, "seat": self.seat, "seed": seed, "move_seconds": self.move_seconds}
        answer = self._ask({"hello": greeting}, max(HELLO_SECONDS, self.move_seconds))
        if "hello" not in answer:
            raise Forfeit(self.seat, "garbage", f"answered the greeting with {printable(str(answer), 80)}")

    def choose(self, view: Mapping[str, Any]) -> str:
        """The bot's answer, which can be any text."""
        answer = self._ask({"view": view, "legal": view["legal"]}, self.move_seconds)
        move = answer.get("move")
        if not isinstance(move, str):
            raise Forfeit(self.seat, "garbage", f'answered without a "move": {printable(str(answer), 80)}')
        return move

    def farewell(self, result: Mapping[str, Any]) -> None:
        """Tell the bot how the game ended."""
        self.child.send({"over": result})

    def close(self) -> None:
        """End the program."""
        self.child.close()

    def _ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        if self.child.has_spoken:
            raise Forfeit(self.seat, "garbage", "wrote a line before it was asked")
        self.child.send(message)
        try:
            return self.child.receive(seconds)
        except Silent:
            raise Forfeit(self.seat, "stall", f"did not answer within {seconds:g} s") from None
        except Ended:
            raise Forfeit(self.seat, "crash", f"ended: {self.child.how_it_ended()}") from None
        except Garbage as line:
            raise Forfeit(self.seat, "garbage", f"answered {str(line)!r}") from None
