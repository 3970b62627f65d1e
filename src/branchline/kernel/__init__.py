"""What rules are written in: record layout, compilation, random generator, generic loops, search.  It knows no game."""

from branchline.kernel.contract import CHANCE, OVER, SPECTATOR, Board
from branchline.kernel.engine import Engine, RuleSet, engine_of
from branchline.kernel.heuristics import Heuristics
from branchline.kernel.jit import bind, rule
from branchline.kernel.layout import Layout, Row, i1, i2, i4, i8, u1, u2, u4, u8
from branchline.kernel.rng import Rng, seeded

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "Board",
    "Engine",
    "Heuristics",
    "Layout",
    "Rng",
    "Row",
    "RuleSet",
    "bind",
    "engine_of",
    "i1",
    "i2",
    "i4",
    "i8",
    "rule",
    "seeded",
    "u1",
    "u2",
    "u4",
    "u8",
]
