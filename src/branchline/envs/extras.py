"""Packages of the extra `envs`."""

from __future__ import annotations

import importlib
from typing import Any

from branchline.errors import MissingExtra


def needed(package: str, module: str | None = None) -> Any:
    """A module of another library, or a sentence that says what to install."""
    try:
        return importlib.import_module(module or package)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package.partition(".")[0]:
            raise
        raise MissingExtra(f"This environment needs {package}, which is not installed.", "envs") from None
