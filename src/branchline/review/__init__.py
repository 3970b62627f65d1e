"""Reviews of finished games: what was error, what was luck, and who was given what.

The package can be called, since `bl.review(record)` and `branchline.review` are one name.
"""

import sys
from types import ModuleType
from typing import Any

from branchline.review.accounts import Account, Step, TurningPoint
from branchline.review.evaluator import Evaluator, SearchEvaluator
from branchline.review.review import Review, review
from branchline.review.reviewer import Reviewer
from branchline.review.summary import Player, Summary

__all__ = [
    "Account",
    "Evaluator",
    "Player",
    "Review",
    "Reviewer",
    "SearchEvaluator",
    "Step",
    "Summary",
    "TurningPoint",
    "review",
]


class _Callable(ModuleType):
    """A package that can be called like its function `review`."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Review a finished game; see `branchline.review.review`."""
        return review(*given, **named)


sys.modules[__name__].__class__ = _Callable
