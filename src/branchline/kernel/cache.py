"""Where Numba keeps the machine code of bound functions.

Only Numba imports this module, by the name that `jit` gives it, so that nothing else has to wait for it.
"""

from __future__ import annotations

import os
from typing import Any

from numba.core import config
from numba.core.caching import UserProvidedCacheLocator

from branchline.kernel.folders import COMPLETE


class ContentLocator(UserProvidedCacheLocator):  # type: ignore[misc, unused-ignore]
    """Finds machine code by a hash of its content, not by the date of the source files.

    Numba's own locators compare the date of the function's file.  They miss changes in the files of functions that it
    calls, and they compile again after every checkout.  `jit` names the cache folder by everything that matters instead.
    """

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call, unused-ignore]
        self._cache_path = str(config.CACHE_DIR)  # type: ignore[attr-defined]

    def ensure_cache_path(self) -> None:
        """A complete folder need not be writable."""
        if not os.path.exists(os.path.join(self._cache_path, COMPLETE)):
            super().ensure_cache_path()  # type: ignore[no-untyped-call, unused-ignore]

    def get_source_stamp(self) -> str:
        """Always the same: the name of the folder holds the hash."""
        return "content"

    def get_disambiguator(self) -> str:
        """Always the same: entries have different names, and a line number may change without a change of the code."""
        return "entry"
