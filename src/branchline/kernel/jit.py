"""The decorator `@rule`, and `bind`, which compiles rules for a game and board.

A rule is a plain function over a position, marked `@rule`.  It may use numbers, tuples, NumPy arrays and dtypes, NumPy
itself, a few builtins, and other rules.  `bind` takes the entry functions, follows every rule they use, replaces global names
(the contract's functions, the board's constants) and compiles all of them with Numba.  The machine code is cached on disk and
runs without the GIL.

The cache folder is named by a hash of everything that goes into the machine code: the byte code of every rule, the value of
every constant and array that it reads, the record layout, the processor, and the versions of Python, NumPy and Numba.  So a
changed rule, constant or map never uses an old cache, and an edited comment or docstring does not cost a compilation.  A wheel
may bring a second cache, for any processor (`make wheels`): it is used until this machine has compiled its own code.

This module uses internals of Numba (the cache locator, call templates, `config`).  `pyproject.toml` therefore allows only
the minor version of Numba that the tests use.

`bind_plain` gives the same functions as plain Python: for the time until the compiled ones are there, and with
`NUMBA_DISABLE_JIT=1` always, for debuggers and coverage.
"""

from __future__ import annotations

import dis
import functools
import re
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import numpy as np

from branchline.kernel.compile_errors import told
from branchline.kernel.fingerprint import (
    ANY_PROCESSOR,
    Processor,
    digest,
    globals_read,
    is_rule,
    named_tuples,
    processor,
)
from branchline.kernel.folders import COMPLETE, cache_root, packaged_root, prune, writable
from branchline.kernel.rule_graph import Linked, is_native, link, reach, resolve, unchanged, with_entries
from branchline.kernel.signatures import signature_of

F = TypeVar("F", bound=Callable[..., Any])

COMPILER: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
"""Numba's options for every compiled function."""
COUNTING = {**COMPILER, "_nrt": "where arrays are made"}
"""What the name of a cache folder says about these options: see `_counts_references`."""
ARRAY_MAKERS = frozenset({"arange", "array", "empty", "full", "ones", "zeros"})
NUMBERS = frozenset({"None", "int", "float", "bool", "tuple", "np.uint64", "uint64"})
"""Words of an annotation that say that a rule returns numbers."""
LOCATOR = "branchline.kernel.cache.ContentLocator"
_lock = threading.RLock()
_compiles_anew: ContextVar[bool] = ContextVar("compiles_anew", default=False)
_may_compile: ContextVar[bool] = ContextVar("may_compile", default=True)


class NotCompiled(RuntimeError):
    """Raised inside `only_cached` for code that is not in the cache."""


@contextmanager
def only_cached() -> Iterator[None]:
    """Load compiled code in this block, but compile nothing: compiling holds the GIL for many seconds."""
    before = _may_compile.set(False)
    try:
        yield
    finally:
        _may_compile.reset(before)


@contextmanager
def compiling_anew() -> Iterator[None]:
    """Compile for this processor in this block, even if the package brought code for any processor."""
    before = _compiles_anew.set(True)
    try:
        yield
    finally:
        _compiles_anew.reset(before)


def rule(function: F) -> F:
    """Mark a function as a rule: `bind` compiles it together with the functions that call it."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def brief(function: F) -> F:
    """Mark an entry that takes less than some microseconds: it keeps the GIL, because giving it up would take as long."""
    function.__brief__ = True  # type: ignore[attr-defined]
    return function


def native(function: F) -> F:
    """Mark a rule for which the processor has an instruction: compiled code uses the function of this name in `intrinsics`."""
    function.__native__ = True  # type: ignore[attr-defined]
    return function


def bind(
    label: str, slug: str, entries: Mapping[str, Callable[..., Any]], names: Mapping[str, object], known: Linked | None = None
) -> dict[str, Callable[..., Any]]:
    """Compile `entries` with the global `names` replaced; returns the compiled function for each entry.

    `label` names the work in the progress line, and `slug` begins the name of the cache folder.  Entries must annotate
    their arguments, because the annotations are the compiled signature.  `known` holds the rules that were linked before.
    Unchanged rules among them are not compiled again, and new ones are added to it.
    """
    known = {} if known is None else known
    with _lock:
        import numba  # here, not above: the command line must answer --help without loading a compiler

        settings: Any = numba.config
        if settings.DISABLE_JIT:
            return bind_plain(entries, names)
        names = with_entries(names, entries)
        reached = reach(entries.values(), names)
        arrays = any(map(_makes_arrays, reached))
        options = {
            function: {**COMPILER, "_nrt": arrays and _counts_references(function, uses)} for function, uses in reached.items()
        }
        built_for = processor()
        fingerprint = digest(reached, COUNTING, built_for)
        folder = writable(cache_root()) / f"{slug}-{fingerprint}"
        if not (folder / COMPLETE).exists() and not _compiles_anew.get():
            brought = digest(reached, COUNTING, ANY_PROCESSOR)
            if (packaged_root() / f"{slug}-{brought}" / COMPLETE).exists():
                built_for, fingerprint, folder = ANY_PROCESSOR, brought, packaged_root() / f"{slug}-{brought}"
        doors = {resolve(entry, names) for entry in entries.values()}
        # Python calls only the entries.  Without wrappers and cache files for the other functions, compilation takes a
        # quarter less.
        njit: Any = numba.njit

        def jit(twin: Any, function: Any) -> Any:
            if is_native(function):
                from branchline.kernel import intrinsics

                return getattr(intrinsics, function.__name__)
            if function in doors:
                door = {**options[function], "nogil": not hasattr(function, "__brief__")}
                return _loading_lightly(njit(cache=True, **door)(twin), built_for)
            # A NamedTuple of arrays is passed as a hundred machine words, so such a function is always inlined.
            inline = any(True for _ in named_tuples(function))
            return _widened(njit(no_cpython_wrapper=True, forceinline=inline, **options[function])(twin))

        with _numba_settings(CACHE_DIR=str(folder), CACHE_LOCATOR_CLASSES=LOCATOR):
            same = unchanged(reached, known, options) - doors
            compiled = link(reached, names, fingerprint, jit, {function: known[function][1] for function in same})
            known.update({function: (uses, compiled[function]) for function, uses in reached.items() if function not in doors})
        bound = {name: compiled[resolve(entry, names)] for name, entry in entries.items()}
        marker = folder / COMPLETE
        if not marker.exists():
            if not _may_compile.get():
                raise NotCompiled(f"{label} is not compiled yet.")
            from branchline.kernel.linking import linked_entries

            # Rules have short loops: vectorising would gain nothing.
            with _numba_settings(LOOP_VECTORIZE=0), linked_entries({door.py_func.__qualname__ for door in bound.values()}):
                errors: Any = numba.core.errors
                try:
                    _compile(label, bound)
                except (errors.NumbaError, errors.UnsupportedBytecodeError, KeyError) as error:
                    state: Any = names.get("STATE")
                    raise TypeError(told(error, list(reached), getattr(state, "names", None) or ())) from error
            marker.parent.mkdir(parents=True, exist_ok=True)
            marker.touch()
            prune(folder.parent, slug)
        return bound


def bind_plain(entries: Mapping[str, Callable[..., Any]], names: Mapping[str, object]) -> dict[str, Callable[..., Any]]:
    """The functions that `bind` gives, as plain Python: they do the same, about a hundred times slower, and at once."""
    names = with_entries(names, entries)
    linked = link(reach(entries.values(), names), names, "plain", lambda twin, function: twin, {})
    return {name: _wrapping_around(linked[resolve(entry, names)]) for name, entry in entries.items()}


def _wrapping_around(function: F) -> F:
    """Let whole numbers overflow without a warning, as compiled code does: the generator wraps around on purpose.

    Every thread has its own settings of NumPy, so they are changed at each call.
    """

    @functools.wraps(function)
    def quiet(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return quiet  # type: ignore[return-value]


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether `bind` has compiled a function; else it is plain Python."""
    return hasattr(function, "py_func")


def load(bound: Mapping[str, Any]) -> None:
    """Load the machine code of functions that `bind` gave now, not at their first call."""
    for dispatcher in filter(is_compiled, bound.values()):
        dispatcher.compile(signature_of(dispatcher.py_func))


def direct_call(function: Any) -> Any:
    """The code of an entry that `bind` gave, to be called without Numba's look at every argument.

    That look takes as long as a short rule.  So the arguments must have the types that the annotations name.
    """
    return function.compile(signature_of(function.py_func)) if is_compiled(function) else function


def _loading_lightly(dispatcher: Any, built_for: Processor) -> Any:
    """Let an entry load its machine code for a processor, without the types of everything that Numba can compile.

    Numba fills its registries of types before it looks into the cache, which is a third of a program's start; a compilation
    fills them anyway.  Machine code needs only Numba's runtime, which counts references to arrays.
    """
    from numba.core.runtime.nrt import rtsys

    cache = dispatcher._cache

    def load_overload(signature: Any, target: Any) -> Any:
        rtsys.initialize(target)
        with cache._guard_against_spurious_io_errors():
            return cache._load_overload(signature, target)

    exact = cache._index_key

    def index_key(signature: Any, codegen: Any) -> Any:
        _, (system, *_), code = exact(signature, codegen)
        return signature, (system, *built_for), code

    cache.load_overload, cache._index_key = load_overload, index_key
    dispatcher.built_for = built_for
    return dispatcher


def _widened(dispatcher: Any) -> Any:
    """Make a rule compile once for all integer types: constants and narrow fields are passed as 64 bits."""
    import numba

    nb: Any = numba.types
    exact = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = (nb.unliteral(kind) for kind in args)
        wide = (nb.int64 if isinstance(kind, nb.Integer) and kind.signed else kind for kind in plain)
        return exact(tuple(wide), kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _counts_references(function: types.FunctionType, uses: Mapping[str, object]) -> bool:
    """Whether a rule may own an array: it creates or returns one, or calls a rule that returns one.

    Only such rules have to count references.  Arrays that a rule has as arguments live as long as its call.  The atomic
    counters around every call would take a third of the speed of random games and half of a call from Python.
    """
    asked = (function, *(value for value in uses.values() if is_rule(value)))
    return _makes_arrays(function) or any(map(_may_return_arrays, asked))


def _makes_arrays(function: types.FunctionType) -> bool:
    """Whether a rule calls NumPy for a new array, or takes a slice of one: NumPy copies slices if they overlap."""
    names = set(globals_read(function.__code__))
    slices = any("SLICE" in step.opname or isinstance(step.argval, slice) for step in dis.get_instructions(function))
    return slices or ("np" in names and not names.isdisjoint(ARRAY_MAKERS))


def _may_return_arrays(function: Any) -> bool:
    """Whether a rule returns something else than numbers, as far as its annotation says."""
    returned = function.__annotations__.get("return", "anything")
    words = re.findall(r"[\w.]+", returned if isinstance(returned, str) else getattr(returned, "__name__", str(returned)))
    return not NUMBERS.issuperset(words)


def _compile(label: str, bound: Mapping[str, Any]) -> None:
    """Compile every entry now, with a progress line on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        print(f"compiling {label} …", file=sys.stderr, flush=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"compiling {label} …", total=len(bound))
        for dispatcher in bound.values():
            dispatcher.compile(signature_of(dispatcher.py_func))
            progress.advance(task)


@contextmanager
def _numba_settings(**settings: Any) -> Iterator[None]:
    """Change Numba's settings for the functions made or compiled in this block."""
    import numba

    before = {name: getattr(numba.config, name) for name in settings}
    vars(numba.config).update(settings)
    try:
        yield
    finally:
        vars(numba.config).update(before)
