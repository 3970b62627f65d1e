"""What rules are written in.  Knows no game: the record type, the jit decorator, the generator, generic loops."""

from branchline.kernel.contract import CHANCE, OVER, SPECTATOR, Board, Card, Holding, Option, Overlay, SheetRow, Title
from branchline.kernel.engine import Engine, engine_of
from branchline.kernel.jit import bind, rule
from branchline.kernel.judgement import Judgement
from branchline.kernel.layout import Layout, Row, i1, i2, i4, i8, u1, u2, u4, u8
from branchline.kernel.rng import Rng, seeded

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "Board",
    "Card",
    "Engine",
    "Holding",
    "Judgement",
    "Layout",
    "Option",
    "Overlay",
    "Rng",
    "Row",
    "SheetRow",
    "Title",
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
