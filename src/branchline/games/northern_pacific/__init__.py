"""Northern Pacific."""

from branchline.games.northern_pacific.title import NORTHERN_PACIFIC

__all__ = ["NORTHERN_PACIFIC"]
