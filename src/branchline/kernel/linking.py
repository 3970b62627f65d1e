"""Code libraries of Numba for rules: an entry is linked with everything that it calls, and optimised once, as a whole.

Numba itself optimises each function together with all that it calls and makes machine code of it, before it goes on to the
next caller.  Outside of compiled code only entries are called, so for all other rules that work is lost: it took more than
half of the compiler's time.

Only `jit` imports this module, when something has to be compiled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys


class LinkedLibrary(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """The code of a function that only compiled code calls: it is kept as Numba wrote it, for linking."""

    def finalize(self) -> None:
        """Link, optimise and emit nothing."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code, so nothing points to it."""
        return 0

    @property
    def codegen(self) -> LinkedLibrary:
        """Numba asks it only to `set_env`."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Python objects that a function uses; rules use none."""

    def own_module(self) -> Any:
        """The code without what it calls."""
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call, unused-ignore]

    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls, for libraries that are not of this module."""
        whole = self.own_module().clone()
        for library in linked_by(self):
            module = library.own_module() if isinstance(library, LinkedLibrary) else library._get_module_for_linking()
            whole.link_in(module, preserve=True)
        return whole


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """The code of an entry, with all that it calls."""

    def finalize(self) -> None:
        """Link, optimise, and make machine code."""
        libraries = linked_by(self)
        for library in libraries:
            if isinstance(library, LinkedLibrary):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library.own_module(), preserve=True)
        self._linking_libraries = [library for library in libraries if not isinstance(library, LinkedLibrary)]
        super().finalize()  # type: ignore[no-untyped-call, unused-ignore]


def linked_by(library: Any) -> list[Any]:
    """The libraries that a library calls, directly or through others, each once.  Callers come before what they call.

    LLVM links a function of theirs only if something in the module refers to it already.
    """
    order: list[Any] = []
    seen: set[Any] = set()

    def visit(one: Any) -> None:
        seen.add(one)
        if one is library or isinstance(one, LinkedLibrary):
            for called in one._linking_libraries:
                if called not in seen:
                    visit(called)
        order.append(one)

    visit(library)
    return order[-2::-1]


@contextmanager
def linked_entries(entries: Collection[str]) -> Iterator[None]:
    """Compile in this block so that only the functions with these qualified names get machine code."""
    context: Any = cpu_target.target_context
    codegen: Any = context.codegen()
    rtsys.initialize(context)  # Numba's runtime is a library too, with machine code of its own

    def create_library(name: str) -> JITCodeLibrary:
        return (EntryLibrary if name in entries else LinkedLibrary)(codegen, name)

    codegen.create_library = create_library  # what is loaded from the cache is a library of Numba's own
    try:
        yield
    finally:
        del codegen.create_library
