"""The rules that entries reach, and copies of them with other globals: what `jit` compiles."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from branchline.kernel.fingerprint import globals_read, is_rule

Linked: TypeAlias = dict[Any, tuple[Mapping[str, object], Any]]
"""Rules with the globals that each uses, and their functions for Numba."""


def with_entries(names: Mapping[str, object], entries: Mapping[str, Callable[..., Any]]) -> dict[str, object]:
    """The names to replace; where an entry has one of them, it stands for the entry."""
    return {**names, **{name: entry for name, entry in entries.items() if name in names}}


def resolve(function: Any, names: Mapping[str, object]) -> Any:
    """The function that stands for `function` once names are replaced."""
    return names.get(function.__name__, function)


def uses_of(function: types.FunctionType, names: Mapping[str, object]) -> dict[str, object]:
    """The global names a rule reads, with what they stand for."""
    found: dict[str, object] = {}
    for name in globals_read(function.__code__):
        if name in names:
            found[name] = names[name]
        elif name in function.__globals__:
            found[name] = function.__globals__[name]
    return found


def reach(entries: Any, names: Mapping[str, object]) -> dict[Any, dict[str, object]]:
    """Every rule reached from the entries, each with the globals it uses."""
    reached: dict[Any, dict[str, object]] = {}
    waiting = [resolve(entry, names) for entry in entries]
    while waiting:
        function = waiting.pop()
        if function in reached:
            continue
        reached[function] = uses = uses_of(function, names)
        waiting.extend(value for value in uses.values() if is_rule(value))
    return reached


def unchanged(
    reached: Mapping[Any, Mapping[str, object]], known: Linked, options: Mapping[Any, Mapping[str, object]]
) -> set[Any]:
    """The rules that are unchanged: they and all rules they call use the same globals as before."""
    same = {function for function, uses in reached.items() if function in known and _are_same(uses, known[function][0])}
    same = {
        function
        for function in same
        if is_native(function)
        or all(known[function][1].targetoptions.get(name) == value for name, value in options[function].items())
    }
    while changed := {
        function for function in same if any(is_rule(value) and value not in same for value in reached[function].values())
    }:
        same -= changed
    return same


def is_native(function: Any) -> bool:
    """Whether compiled code has an instruction of the processor in place of a rule."""
    return hasattr(function, "__native__")


def _are_same(uses: Mapping[str, object], before: Mapping[str, object]) -> bool:
    return uses.keys() == before.keys() and all(value is before[name] for name, value in uses.items())


def link(
    reached: Mapping[Any, Mapping[str, object]],
    names: Mapping[str, object],
    tag: str,
    jit: Callable[[Any, Any], Any],
    linked: dict[Any, Any],
) -> dict[Any, Any]:
    """New functions whose globals hold the replaced names and the other new functions; `linked` are those that exist already.

    The tag goes into their names, and so into the symbols of the machine code.  Without it, `push` of one game and `push` of
    another, compiled in two processes, could both be called `push$42`.  A third process that loads both from the cache
    would then silently run one in place of the other.
    """
    scopes = {function: {**function.__globals__, **names} for function in reached if function not in linked}
    for function, scope in scopes.items():
        twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__annotations__ = function.__annotations__
        twin.__doc__, twin.__module__ = function.__doc__, function.__module__
        twin.__qualname__ = f"{function.__qualname__}_{tag}"
        linked[function] = jit(twin, function)
    for function, scope in scopes.items():
        for name, value in reached[function].items():
            if is_rule(value):
                scope[name] = linked[value]
    return linked
