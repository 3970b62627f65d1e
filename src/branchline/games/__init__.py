"""The games.  Each has its own folder, with the same subfolders and file names."""

from branchline.games.catalogue import cards, find_card, find_spec, folder, specs
from branchline.installed import packages

__all__ = ["cards", "find_card", "find_spec", "folder", "packages", "specs"]
