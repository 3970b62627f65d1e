"""The games, one folder each with the same file names."""

from branchline.games.catalogue import GAMES, cards, find_card, find_title, titles

__all__ = ["GAMES", "cards", "find_card", "find_title", "titles"]
