"""For `make wheels`: a wheel that brings compiled code belongs to one system and one Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCode(BuildHookInterface):  # type: ignore[misc, type-arg, unused-ignore]
    """Names the system and the Python in the name of such a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built."""
        if (Path(self.root) / "src" / "branchline" / "compiled").is_dir():
            build_data["pure_python"], build_data["infer_tag"] = False, True
