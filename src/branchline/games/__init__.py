"""The games, one folder each with the same file names."""

from branchline.games.catalogue import TITLES, find_title

__all__ = ["TITLES", "find_title"]
