"""Tournaments among bots: each deal in every rotation, results with confidence limits; see docs/arena.md."""

from branchline.arena.adjusting import Adjusted, adjusted
from branchline.arena.entrants import Entrant, entrant, entrants
from branchline.arena.export import to_json, write_csv, write_json, write_parquet
from branchline.arena.play import Played
from branchline.arena.ratings import Rating
from branchline.arena.results import Figures, Standing, figures
from branchline.arena.schedule import Job, schedule
from branchline.arena.tournament import Tournament, run

__all__ = [
    "Adjusted",
    "Entrant",
    "Figures",
    "Job",
    "Played",
    "Rating",
    "Standing",
    "Tournament",
    "adjusted",
    "entrant",
    "entrants",
    "figures",
    "run",
    "schedule",
    "to_json",
    "write_csv",
    "write_json",
    "write_parquet",
]
