"""The names of games in other libraries."""

from __future__ import annotations

from branchline.games import packages


def short_name(game: str) -> str:
    """The name of a game's package, of which other libraries' names are made.

    >>> short_name("last-train-to-wensleydale")
    'wensleydale'
    """
    return packages()[game].rpartition(".")[2]
