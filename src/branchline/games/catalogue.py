"""The list of games.  A game's code is loaded when it is first asked for."""

from __future__ import annotations

import difflib
import importlib

from branchline.kernel.contract import Title
from branchline.texts import say

GAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "northern-pacific": ("branchline.games.northern_pacific.title", ("np",)),
    "central-pacific": ("branchline.games.central_pacific.title", ("cp",)),
    "last-train-to-wensleydale": ("branchline.games.wensleydale.title", ("wensleydale", "lw")),
}
"""Name → the module whose TITLE it is, and other names for it."""


def find_title(name: str) -> Title:
    """The game of that name or alias, in any case, with `_` or `-` or blanks.

    >>> find_title("Northern_Pacific").title
    'Northern Pacific'
    """
    if not isinstance(name, str):
        raise ValueError(say("A game is named by a text, not by {name!r}.", name=name))
    wanted = "-".join(name.casefold().replace("_", " ").replace("-", " ").split())
    names = {spelling: game for game, (_, aliases) in GAMES.items() for spelling in (game, *aliases)}
    if wanted in names:
        module, _ = GAMES[names[wanted]]
        title: Title = importlib.import_module(module).TITLE
        return title
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
    if near:
        raise ValueError(say("There is no game named {name!r}. hint: did you mean {near}?", name=name[:60], near=near[0]))
    raise ValueError(
        say("There is no game named {name!r}. hint: known games: {known}.", name=name[:60], known=", ".join(GAMES))
    )


def titles() -> tuple[Title, ...]:
    """All games, in the order of the list."""
    return tuple(find_title(name) for name in GAMES)
