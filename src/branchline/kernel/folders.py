"""The folders in which compiled code is kept."""

from __future__ import annotations

import getpass
import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

STALE_AFTER_DAYS = 30
COMPLETE = "complete"
"""The file in a cache folder that says that nothing is missing there."""


def cache_root() -> Path:
    """Where compiled code is kept: `$BRANCHLINE_CACHE`, or `branchline` in the user's cache folder."""
    if chosen := os.environ.get("BRANCHLINE_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("branchline", appauthor=False)


def packaged_root() -> Path:
    """Where a wheel keeps compiled code for any processor; other installations have none."""
    return Path(__file__).parents[1] / "compiled"


def writable(root: Path) -> Path:
    """The folder, or a temporary one if it is not writable."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        return _own_temporary()
    return root


def _own_temporary() -> Path:
    """A temporary folder that no other user can write to, because its machine code is run unchecked."""
    user = os.getuid() if hasattr(os, "getuid") else getpass.getuser()
    folder = Path(tempfile.gettempdir()) / f"branchline-{user}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and (not hasattr(os, "getuid") or (found.st_uid == user and not found.st_mode & 0o022)):
            return folder
    return Path(tempfile.mkdtemp(prefix="branchline-"))


def prune(root: Path, slug: str) -> None:
    """Remove the slug's folders that were last compiled into more than a month ago."""
    oldest = time.time() - STALE_AFTER_DAYS * 86400
    for marker in root.glob(f"{slug}-*/{COMPLETE}"):
        with suppress(OSError):  # another process may be tidying up as well
            if marker.stat().st_mtime < oldest:
                shutil.rmtree(marker.parent, ignore_errors=True)
