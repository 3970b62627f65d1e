"""Central Pacific."""

from branchline.games.central_pacific.title import CENTRAL_PACIFIC

__all__ = ["CENTRAL_PACIFIC"]
