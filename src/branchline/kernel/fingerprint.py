"""What the machine code of some rules depends on, as a hash: it names their folder in the cache."""

from __future__ import annotations

import hashlib
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

BUILTINS = frozenset({"abs", "bool", "float", "int", "len", "max", "min", "range", "round", "sum", "tuple", "zip", "enumerate"})
MARKS = frozenset({"__brief__", "__native__"})
"""What the marks of `jit` leave in a rule and what changes its machine code."""
Code = types.CodeType


def is_rule(value: object) -> bool:
    """Whether `bind` may compile this object."""
    return isinstance(value, types.FunctionType) and hasattr(value, "__rule__")


def globals_read(code: Code) -> Iterator[str]:
    """The names of globals and attributes that some code reads, its inner functions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, Code):
            yield from globals_read(constant)


def named_tuples(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The arguments that are NamedTuples, with their class."""
    for name, annotation in function.__annotations__.items():
        hint = function.__globals__.get(annotation) if isinstance(annotation, str) else annotation
        if name != "return" and is_named_tuple(hint):
            yield name, hint


def is_named_tuple(hint: Any) -> bool:
    """Whether an annotation is a NamedTuple."""
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


Processor: TypeAlias = tuple[str, str]
"""The name of a processor, and what it can do beyond the first of its kind, as LLVM writes them."""
ANY_PROCESSOR: Processor = ("generic", "")


def processor() -> Processor:
    """The processor that is compiled for: this one, or the one that Numba's settings name."""
    import numba
    from numba.core import codegen

    settings: Any = numba.config
    host: Any = codegen
    name = settings.CPU_NAME or host.ll.get_host_cpu_name()
    return name, host.get_host_cpu_features() if settings.CPU_FEATURES is None else settings.CPU_FEATURES


def digest(reached: Mapping[Any, Mapping[str, object]], options: Mapping[str, object], built_for: Processor) -> str:
    """A hash of everything that the machine code depends on."""
    import numba

    settings: Any = numba.config
    parts: list[bytes] = [
        repr((sys.version_info[:3], np.__version__, numba.__version__)).encode(),
        repr((settings.BOUNDSCHECK, settings.OPT, built_for, sorted(options.items()))).encode(),
    ]
    for function, uses in sorted(reached.items(), key=lambda item: (item[0].__module__, item[0].__qualname__)):
        parts.append(f"{function.__module__}.{function.__qualname__}".encode())
        parts.extend(_code_parts(function.__code__, function.__doc__))
        parts.append(repr((function.__defaults__, sorted(function.__annotations__.items(), key=str))).encode())
        parts.append(repr(sorted(mark for mark in vars(function) if mark in MARKS)).encode())
        # The annotations give only the names of NamedTuples, so their fields are added.
        parts.extend(
            repr(("inlined", name, *typing.get_type_hints(hint).items())).encode() for name, hint in named_tuples(function)
        )
        parts.extend(_value_part(function.__name__, name, value) for name, value in sorted(uses.items()))
    whole = hashlib.blake2b(digest_size=10)
    for part in parts:
        whole.update(len(part).to_bytes(8, "little") + part)
    return whole.hexdigest()


def _code_parts(code: Code, docstring: str | None = None) -> Iterator[bytes]:
    """What a function's code adds to the hash; its docstring, the first of its constants, adds nothing."""
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_exceptiontable)).encode()
    for constant in code.co_consts[docstring is not None :]:
        if isinstance(constant, Code):
            yield from _code_parts(constant)
        else:
            yield repr(constant).encode()


def _value_part(user: str, name: str, value: object) -> bytes:
    """What a global adds to the hash; raises TypeError for values that Numba would freeze without the hash noticing changes."""
    if isinstance(value, np.ndarray):
        return f"{name}{value.dtype}{value.shape}".encode() + value.tobytes()
    if isinstance(value, (int, float, str, tuple, np.generic)):
        return repr((name, value)).encode()
    if isinstance(value, np.dtype):
        return repr((name, value.itemsize, sorted(value.fields.items()) if value.fields else str(value))).encode()
    if is_rule(value):
        return f"{name} rule {getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}".encode()
    if isinstance(value, (types.ModuleType, type)) or getattr(value, "__name__", "") in BUILTINS:
        return f"{name} {getattr(value, '__name__', value)}".encode()
    raise TypeError(
        f"The rule {user} uses the global {name}, a {type(value).__name__}."
        " hint: rules may use numbers, tuples, arrays, dtypes, NumPy and functions marked @rule."
    )
