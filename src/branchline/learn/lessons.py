"""A guided first game: fixed positions, what to see in them, the move to find, and why it was good.

A game may have a lesson in its file `data/lesson.toml`.  The learner sits in seat 0.  The moves of the other seats and all
draws are written in the file, so the lesson is the same for everybody.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from branchline.core.game import Game, set_up
from branchline.core.move import Move
from branchline.core.state import State
from branchline.errors import NoLesson
from branchline.games import find_card, folder
from branchline.texts import say, translated

SEAT = 0
"""The learner's seat."""


@dataclass(frozen=True)
class Step:
    """One position of a lesson.  It asks for a move, or is only to be read if `expect` is empty."""

    moves: tuple[str, ...]
    """The moves since the answer to the step before, in notation, chance included."""
    text: str
    show: tuple[str, ...]
    """Names of picks to highlight."""
    expect: tuple[str, ...]
    """The accepted moves; the lesson goes on with the first.  If empty, the learner only reads."""
    wrong: str
    """The hint if the learner makes another legal move."""
    done: str
    """Why the move was good."""
    rules: tuple[str, ...]
    """The paragraphs of the rules that apply, such as `NP 3.1`."""

    def accepts(self, move: str | Move) -> bool:
        """Whether a move from `State.legal` is one that the step asks for."""
        return (move.text if isinstance(move, Move) else move) in self.expect

    def spoken(self) -> Step:
        """The same step in the current language."""
        return replace(self, text=translated(self.text), wrong=translated(self.wrong), done=translated(self.done))


@dataclass(frozen=True)
class Lesson:
    """A guided first game.

    >>> first = lesson("northern-pacific")
    >>> step = next(step for step in first.steps if step.expect)
    >>> first.state(first.steps.index(step)).is_legal(step.expect[0])
    True
    """

    game: Game
    promise: str
    """What the learner will be able to do at the end."""
    minutes: int
    others: tuple[str, ...]
    """Names of the other players, from seat 1 on."""
    steps: tuple[Step, ...]

    def names(self, learner: str) -> list[str]:
        """The names of all seats, for `texts.speaking`."""
        return [learner, *self.others]

    def state(self, step: int) -> State:
        """The position in which a step asks for a move."""
        return self._play([*self._story(step), *self.steps[step].moves])

    def before(self, step: int) -> State:
        """The position before a step's `moves` and after the answer to the step before, for showing those moves one by one."""
        return self._play(self._story(step))

    def path(self, step: int) -> tuple[str, ...]:
        """The path of picks for the move that a step asks for; empty if it asks for none."""
        expect = self.steps[step].expect
        return self.game.picks[self.game.move(expect[0]).id] if expect else ()

    def _story(self, step: int) -> list[str]:
        """All moves up to the answer to the step before."""
        if not 0 <= step < len(self.steps):
            raise IndexError(f"The lesson has no step {step}: they run from 0 to {len(self.steps) - 1}.")
        return [move for past in self.steps[:step] for move in (*past.moves, *past.expect[:1])]

    def _play(self, moves: Iterable[str]) -> State:
        state = self.game.start()
        for move in moves:
            state.play(move)
        return state


def lesson(name: str) -> Lesson:
    """The lesson of a game, by its name or an alias; NoLesson if the game has none."""
    card = find_card(name)
    file = _file(card.name)
    if not file.is_file():
        raise NoLesson(say("{game} has no lesson.", game=card.title))
    return _read(card.name)


def has_lesson(name: str) -> bool:
    """Whether a game has a lesson."""
    return _file(name).is_file()


def _file(name: str) -> Traversable:
    return folder(name).joinpath("data", "lesson.toml")


@cache
def _read(name: str) -> Lesson:
    """Read the file of a lesson: the settings of its game, then one table for each step."""
    data = tomllib.loads(_file(name).read_text(encoding="utf-8"))
    game = set_up(name, data["players"], data.get("options", {}))
    steps = tuple(_step(game, row) for row in data["steps"])
    return Lesson(game, data["promise"], data["minutes"], tuple(data["others"]), steps)


def _step(game: Game, row: dict[str, Any]) -> Step:
    """A step of the file.  What is left out is empty; an unknown key is an error."""
    if unknown := set(row) - {field.name for field in fields(Step)}:
        raise ValueError(
            f"A step of a lesson has no {', '.join(sorted(unknown))}. hint: it begins {row.get('text', '')[:40]!r}."
        )
    return Step(
        moves=spelled(game, row.get("moves", [])),
        text=row["text"],
        show=tuple(row.get("show", ())),
        expect=spelled(game, row.get("expect", [])),
        wrong=row.get("wrong", ""),
        done=row.get("done", ""),
        rules=tuple(row.get("rules", ())),
    )


def spelled(game: Game, groups: Iterable[str]) -> tuple[str, ...]:
    """Moves in their exact spelling.  A string of the file may hold several moves, separated by commas.

    >>> spelled(lesson("np").game, ["extend fargo, extend Minot"])
    ('extend Fargo', 'extend Minot')
    """
    return tuple(game.move(move).text for group in groups for move in group.split(", "))
