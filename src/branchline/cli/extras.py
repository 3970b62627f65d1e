"""Commands that need an extra of the package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from branchline.errors import MissingExtra


@contextmanager
def needs(extra: str, command: str) -> Iterator[None]:
    """Turn a missing package into a sentence that says what to install.

    A missing module of Branchline itself is a mistake of ours and stays what it is.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "branchline").partition(".")[0]
        if package == "branchline":
            raise
        raise MissingExtra(f"`branchline {command}` needs {package}, which is not installed.", extra) from None
