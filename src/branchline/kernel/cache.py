"""Where Numba keeps the machine code of bound functions.

Loaded only by Numba, by the name that `jit` gives it, so that nothing else pays for importing it.
"""

from __future__ import annotations

from typing import Any

from numba.core import config
from numba.core.caching import UserProvidedCacheLocator


class ContentLocator(UserProvidedCacheLocator):  # type: ignore[misc, unused-ignore]
    """Finds machine code in the folder of its content hash, whatever the age and place of the source files.

    Numba's own locators compare a file's date, which misses a change in a *called* function's file and
    compiles again after every checkout; `jit` names the folder by everything that matters instead.
    """

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call, unused-ignore]
        self._cache_path = str(config.CACHE_DIR)  # type: ignore[attr-defined]

    def get_source_stamp(self) -> str:
        """The same for ever: the folder is the stamp."""
        return "content"

    def get_disambiguator(self) -> str:
        """Nothing: entries have names of their own, and their line may move without changing them."""
        return "entry"
