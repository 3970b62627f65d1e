"""The public conformance suite: the laws every game obeys, checked on random games.

>>> import branchline as bl
>>> from branchline.testing import check_board, check_game
>>> check_game(bl.game("northern-pacific", players=2), games=2)
>>> check_board(bl.game("northern-pacific", players=2), every=40)

A broken law raises `LawBroken` with a sentence that names the game, the seed and the ply.  `left_out` lists the optional parts
that a game lacks.  `python -m branchline.testing GAME` does all of it.
"""

from branchline.testing.boards import check_board, check_paths
from branchline.testing.broken import LawBroken
from branchline.testing.laws import check_game, check_many, check_record, check_same_seed, check_texts, settings
from branchline.testing.parts import check_parts, left_out

__all__ = [
    "LawBroken",
    "check_board",
    "check_game",
    "check_many",
    "check_parts",
    "check_paths",
    "check_record",
    "check_same_seed",
    "check_texts",
    "left_out",
    "settings",
]
