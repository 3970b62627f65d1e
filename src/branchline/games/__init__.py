"""The games, one folder each with the same file names."""

from branchline.games.catalogue import GAMES, find_title, titles

__all__ = ["GAMES", "find_title", "titles"]
