"""Somebody's bot in any language: a program that is given views on its standard input and answers with moves.

The protocol is described in docs/arena.md; everything that is sent is in `hello`, `choose` and `farewell`.
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
"""Time to start and to answer the greeting, if that is more than a move may take."""


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
        """Greet the bot with what stays the same for the whole game, and wait until it is ready."""
        fixed = {key: view[key] for key in ("game", "players", "options", "board", "rules_version")}
        greeting = {"protocol": PROTOCOL, **fixed, "seat": self.seat, "seed": seed, "move_seconds": self.move_seconds}
        answer = self._ask({"hello": greeting}, max(HELLO_SECONDS, self.move_seconds))
        if "hello" not in answer:
            raise Forfeit(self.seat, "garbage", f"answered the greeting with {printable(str(answer), 80)}")

    def choose(self, view: Mapping[str, Any]) -> str:
        """The bot's answer, whatever text it is."""
        answer = self._ask({"view": view, "legal": view["legal"]}, self.move_seconds)
        move = answer.get("move")
        if not isinstance(move, str):
            raise Forfeit(self.seat, "garbage", f'answered without a "move": {printable(str(answer), 80)}')
        return move

    def farewell(self, result: Mapping[str, Any]) -> None:
        """Tell the bot how the game ended; it has a second to go."""
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
            raise Forfeit(self.seat, "crash", f"ended: {self.child.obituary()}") from None
        except Garbage as line:
            raise Forfeit(self.seat, "garbage", f"answered {str(line)!r}") from None
