"""Last Train to Wensleydale."""

from branchline.games.wensleydale.title import LAST_TRAIN_TO_WENSLEYDALE

__all__ = ["LAST_TRAIN_TO_WENSLEYDALE"]
