"""The bots of a tournament, from specifications: `hard`, `hard:500`, `expert:2s`, `py:my_bots:First`, `cmd:python my_bot.py`.

A specification is plain text, so that a game can be played in another process or on another machine.
"""

from __future__ import annotations

import csv
import importlib
import inspect
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from branchline.arena.child_process import printable
from branchline.bots import STRENGTHS, Bot, bot
from branchline.errors import BadOption

COMMAND, PYTHON = "cmd:", "py:"
LABEL = re.compile(r"([\w.-]+)=(.*)", re.DOTALL)


@dataclass(frozen=True)
class Entrant:
    """One bot of a tournament: its name in the results, and its specification."""

    name: str
    spec: str

    @property
    def is_external(self) -> bool:
        """Whether it is a separate program."""
        return self.spec.startswith(COMMAND)

    @property
    def is_python(self) -> bool:
        """Whether a Python module outside this package makes it."""
        return self.spec.startswith(PYTHON)

    @property
    def is_ours(self) -> bool:
        """Whether it is one of the bots of this package."""
        return not self.is_external and not self.is_python

    @property
    def command(self) -> list[str]:
        """The words of an external bot's command."""
        return shlex.split(self.spec.removeprefix(COMMAND), posix=os.name == "posix")

    @property
    def seconds(self) -> float:
        """The seconds that it takes for each move; 0 if it does not think by the clock."""
        if not self.is_ours:
            return 0.0
        name, simulations, seconds = _budget(self.spec)
        usual = STRENGTHS[name].seconds if name in STRENGTHS else 0.0
        return seconds or (0.0 if simulations else usual)

    @property
    def threads(self) -> int:
        """How many threads it thinks with."""
        name = _budget(self.spec)[0] if self.is_ours else ""
        return STRENGTHS[name].trees if name in STRENGTHS else 1

    def make(self, seed: int) -> Bot:
        """The bot for one seat of one game.  External bots are started by `ExternalBot`."""
        if self.is_python:
            made: Bot = _imported(self.spec)(seed)
            return made
        name, simulations, seconds = _budget(self.spec)
        return bot(name, seed, simulations, seconds)


def entrant(given: str | Callable[..., Any]) -> Entrant:
    """A checked entrant from a specification (`hard`, `strong=hard:2000`), or from a class or function of a seed.

    >>> entrant("strong=hard:2000")
    Entrant(name='strong', spec='hard:2000')
    """
    if not isinstance(given, str):
        return _from_factory(given)
    text = given.strip()
    labelled = None if text.startswith(COMMAND) else LABEL.fullmatch(text)
    name, spec = (labelled[1], labelled[2].strip()) if labelled else (text, text)
    found = Entrant(name, spec)
    if not spec:
        where = f" after {text[:60]}" if text else ""
        raise BadOption(f"A bot is missing{where}. hint: --bots hard,greedy, or mine=hard for a name.")
    if not spec.isprintable():
        raise BadOption(f"The bot {spec!r:.60} is not one line of text.")
    if found.is_external:
        _check_command(found)
    elif spec.startswith(PYTHON):
        _imported(spec)
    else:
        found.make(0)
    return found


def entrants(given: str | Iterable[str | Callable[..., Any]]) -> tuple[Entrant, ...]:
    """The list of entrants, from a list or a text with commas (a specification with a comma stands in double quotes).

    >>> [one.name for one in entrants("expert:2s, hard, greedy")]
    ['expert:2s', 'hard', 'greedy']
    """
    parts = _split(given) if isinstance(given, str) else given
    found = tuple(entrant(part) for part in parts)
    names = [one.name for one in found]
    if len(found) < 2:
        raise BadOption("An arena needs at least two bots. hint: --bots hard,greedy, or a=hard,b=hard for one against itself.")
    for name in names:
        if names.count(name) > 1:
            raise BadOption(f"Two bots are called {name!r}. hint: give them names: a={name},b={name}.")
    return found


def _split(text: str) -> list[str]:
    """The specifications in a text with commas."""
    try:
        parts = next(csv.reader([text.strip()], skipinitialspace=True), [])
    except csv.Error:  # a line break, or a text without end
        raise BadOption(f"The bots {text!r:.60} are not one line of text. hint: --bots hard,greedy") from None
    if len(parts) > 1 and not all(part.strip() for part in parts):
        raise BadOption(f"A bot is missing in {text!r:.60}: there is a comma too many. hint: --bots hard,greedy")
    return parts


def _budget(spec: str) -> tuple[str, int | None, float | None]:
    """Name, simulations and seconds of one of our own bots."""
    name, colon, budget = spec.partition(":")
    if not colon:
        return name, None, None
    try:
        return (name, None, float(budget[:-1])) if budget.endswith("s") else (name, int(budget), None)
    except ValueError:
        raise BadOption(
            f"{budget[:40]!r} is no budget for {name[:40]}. hint: hard:500 has 500 simulations a move, hard:2s two seconds."
        ) from None


def _check_command(found: Entrant) -> None:
    try:
        words = found.command
    except ValueError as error:
        raise BadOption(f"The command of {found.name!r:.80} cannot be read: {error}.") from None
    if not words:
        raise BadOption("A bot cmd: has no command. hint: cmd:python my_bot.py")
    if shutil.which(words[0]) is None:
        raise BadOption(f"There is no program {words[0][:80]!r} to run a bot with.")


def _from_factory(factory: Callable[..., Any]) -> Entrant:
    """The entrant for a class or function that another process can import."""
    module, name = getattr(factory, "__module__", None), getattr(factory, "__qualname__", "<object>")
    if not callable(factory) or module in (None, "__main__") or "<" in name:
        raise BadOption(
            f"{name} cannot be imported by another process."
            " hint: put a class or function that makes the bot from a seed into a module."
        )
    return Entrant(str(getattr(factory, "name", name)), f"{PYTHON}{module}:{name}")


def _imported(spec: str) -> Callable[..., Any]:
    """The class or function that `py:module:name` names; modules in the current folder are found too."""
    module, _, name = spec.removeprefix(PYTHON).partition(":")
    if not module or not name:
        raise BadOption(f"{spec[:80]!r} names no {'class' if module else 'module'}. hint: py:my_module:MyBot")
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found: Any = importlib.import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a module can raise anything at import, also SystemExit
        why = printable(str(error) if isinstance(error, ImportError) else f"{type(error).__name__}: {error}")
        hint = f"python -c 'import {module[:60]}' shows where."
        raise BadOption(f"The bot {spec[:80]} cannot be imported: {why}. hint: {hint}") from None
    try:
        for part in name.split("."):
            found = getattr(found, part)
    except AttributeError as error:
        raise BadOption(f"The bot {spec[:80]} cannot be imported: {error}.") from None
    if not _takes_a_seed(found):
        hint = "a class with __init__(self, seed), or a function of a seed."
        raise BadOption(f"{name[:60]} of {module[:60]} makes no bot from a seed. hint: {hint}")
    factory: Callable[..., Any] = found
    return factory


def _takes_a_seed(found: Any) -> bool:
    """Whether an object can be called with one argument, as far as Python knows."""
    if not callable(found):
        return False
    try:
        inspect.signature(found).bind(0)
    except TypeError:
        return False
    except ValueError:
        pass  # some callables written in C do not describe their arguments
    return True
